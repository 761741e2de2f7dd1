"""A verifier that knows nothing but docs/records.md agrees with ours, on real records and on forged ones."""

import subprocess
import sys
from pathlib import Path

import pytest

from doubloon.engine import fair
from doubloon.engine.contract import CHANCE
from doubloon.engine.playthrough import Playthrough, build_rules, game_settings
from doubloon.engine.record import Seat, new_header, read_record, reveal_seed, verify_chance, write_record
from doubloon.engine.rng import new_rng
from doubloon.games import load
from tests.conftest import GAMES
from tests.support import ROOT, random_step

SHIPYARD = load("shipyard")
CARDS = SHIPYARD.folder / "cards.toml"
DOCUMENT = (ROOT / "docs" / "records.md").read_text(encoding="utf-8")
CHANGES = [(), ("cannon=optional", "colour=released", "coins_to=discard"), ("pirate.toll=5", "starter=1")]


def fair_record(seed: int, changes: tuple[str, ...]) -> str:
    """Return the record of a game between players who don't think, drawn from a seed."""
    secret = fair.seed_of_number(seed)
    settings = game_settings(SHIPYARD).changed(changes)
    seats = [Seat("random", f"Bot {n}") for n in range(2 + seed % 3)]
    header = new_header(SHIPYARD, settings, seats, f"table {seed}", secret)
    playthrough = Playthrough(SHIPYARD, build_rules(SHIPYARD, settings, len(seats)))
    rng = new_rng(seed)
    while not playthrough.is_over:
        if playthrough.to_act == CHANCE:
            entry = len(playthrough.entries)
            playthrough.chance(fair.draw(secret, header.table, entry, playthrough.weights()))
        else:
            random_step(playthrough, rng)
    return write_record(reveal_seed(header, secret), SHIPYARD, playthrough.entries)


def verify(text: str, folder: Path) -> subprocess.CompletedProcess[str]:
    path = folder / "a.record"
    path.write_text(text, encoding="utf-8")
    command = [sys.executable, "-I", str(ROOT / "examples" / "verify_record.py"), str(path), str(CARDS)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


@pytest.mark.parametrize("changes", CHANGES, ids=",".join)
@pytest.mark.parametrize("seed", range(3))
def test_real_records_verify(seed: int, changes: tuple[str, ...], tmp_path: Path) -> None:
    text = fair_record(seed, changes)
    found = verify(text, tmp_path)
    assert found.returncode == 0, found.stderr
    assert found.stdout == f"{verify_chance(read_record(text), SHIPYARD)} draws follow from the seed\n"


@pytest.mark.parametrize("what", ["seed", "commitment", "table", "cards", "draw", "entry"])
def test_forged_records_do_not(what: str, tmp_path: Path) -> None:
    text = fair_record(1, ())
    lines = text.split("\n")
    drawn = [index for index, line in enumerate(lines) if " chance coin" in line]
    if what == "draw":
        lines[drawn[1]] = lines[drawn[1]].replace("coin", "cannon")
    elif what == "entry":
        del lines[drawn[0]]
    else:
        at = next(index for index, line in enumerate(lines) if line.startswith(f"{what}: "))
        lines[at] = f"{what}: " + {"table": '"other"'}.get(what, "0" * 64)
    found = verify("\n".join(lines), tmp_path)
    assert (found.returncode, found.stdout) == (1, "")
    assert found.stderr.startswith("does not verify: ")
    assert found.stderr.count("\n") == 1


def test_the_document_lists_the_outcomes_in_their_order() -> None:
    own = [game for game in GAMES if game.folder.is_relative_to(ROOT / "src")]
    assert len(own) >= 3
    for game in own:
        assert f"`{game.slug}`: {', '.join(f'`{name}`' for name in game.outcomes)}\n" in DOCUMENT
