"""Searching for numbers of a game that come nearer to several goals at once; what was tried is kept, and the same call
goes on.

Every trial plays the same games (common random numbers), and its sampler starts from the trial's number, so that an
interrupted search and one that ran through make the same trials. The winner of many noisy trials looks better than it
is: it is measured once more, on new games.
"""

import json
import re
import tempfile
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

import msgspec
import optuna

from doubloon.engine.contract import Game
from doubloon.engine.errors import BadInput, BadSetting, DoubloonError
from doubloon.engine.playthrough import build_rules
from doubloon.engine.reading import brief, parse_json, read_text, reason_of, shown, shown_path
from doubloon.engine.settings import Number, Settings, Value
from doubloon.sim.batch import run
from doubloon.sim.gather import Gathered, gather
from doubloon.sim.goals import Goal
from doubloon.sim.plan import Plan

TRIALS_NAME = "trials.jsonl"
STARTING_TRIALS = 12
"""At random, before the sampler learns from them; the first is the game as it is."""
SEED_STEP = 1_000_003
PROOF_TIMES = 5
"""The chosen point and the game as it is are measured on so many times the games of a trial, of another seed."""
MOST_VALUES = 1000
LONGEST_TRIALS = 64 * 1024 * 1024
ATTEMPTS = 20
"""To find a point that was not tried: the same point on the same games tells nothing new."""


@dataclass(frozen=True)
class Range:
    """What a key may be in a search."""

    key: str
    values: tuple[Value, ...]

    def __str__(self) -> str:
        shown = (
            f"{self.values[0]}..{self.values[-1]}"
            if isinstance(self.values[0], int)
            else "|".join(map(str, self.values))
        )
        return f"{self.key}={shown}"


@dataclass(frozen=True)
class Search:
    """What is searched: a plan, whose values are the game as it is, ranges, goals, and how many trials."""

    plan: Plan
    ranges: tuple[Range, ...]
    goals: tuple[Goal, ...]
    trials: int


@dataclass(frozen=True)
class Trial:
    """One point that was tried, and what each goal measured; nothing where the numbers do not fit together."""

    point: Mapping[str, Value]
    values: tuple[float, ...] | None


def read_ranges(texts: list[str], settings: Settings) -> tuple[Range, ...]:
    """Return the ranges of `price.8=7..10,options.tie=pot|seven`. Raises BadSetting."""
    parts = [part for text in texts for part in re.split(r",(?=[^,=]+=)", text)]
    ranges = tuple(read_range(part.strip(), settings) for part in parts)
    if len({found.key for found in ranges}) < len(ranges):
        raise BadSetting(f"--over {shown(','.join(texts))}: a key is named twice")
    return ranges


def read_range(text: str, settings: Settings) -> Range:
    """Return one range; each end is checked against what the game allows. Raises BadSetting."""
    key, equals, right = text.partition("=")
    ends = re.fullmatch(r"(-?[0-9]{1,9})\.\.(-?[0-9]{1,9})", right)
    if not equals or not right:
        raise BadSetting(f"--over: {shown(text)}: expected key=low..high or key=word|word")
    if ends is None and isinstance(settings.schema.find(key), Number):
        raise BadSetting(f"--over: {shown(text)}: expected {brief(key)}=low..high")
    raws = (
        right.split("|")
        if ends is None
        else list(map(str, range(int(ends[1]), min(int(ends[2]), int(ends[1]) + MOST_VALUES) + 1)))
    )
    if len(raws) < 2:
        raise BadSetting(f"--over: {shown(text)}: expected at least two values to choose from")
    full_key = (
        key
        if settings.schema.find(key) is not None or settings.schema.find(f"options.{key}") is None
        else f"options.{key}"
    )
    return Range(full_key, tuple(settings.schema.read(full_key, raw, f"--over {shown(text)}") for raw in raws))


def search(
    game: Game, what: Search, out: Path, *, jobs: int = 0, progress: Callable[[int], None], cancelled: threading.Event
) -> list[Trial] | None:
    """Make the trials that are missing and return all; None where it was cancelled. Raises DoubloonError."""
    optuna.logging.set_verbosity(optuna.logging.ERROR)
    trials = read_trials(what, out)
    while len(trials) < what.trials:
        progress(len(trials))
        point = propose(what, study_of(what, trials), trials) if trials else as_it_is(what)
        values = measure(game, what, point, jobs, cancelled)
        if cancelled.is_set():
            return None
        trials.append(Trial(point, values))
        write_trial(out, trials[-1])
    progress(len(trials))
    return trials


def as_it_is(what: Search) -> dict[str, Value]:
    """Return the point of the game as it is; a key that its file does not have gets the first of its range."""
    return {found.key: what.plan.values.get(found.key, found.values[0]) for found in what.ranges}


def study_of(what: Search, trials: list[Trial]) -> "optuna.Study":
    """Return a study that knows the trials made so far, and nothing of how they came about."""
    study = optuna.create_study(directions=["minimize"] * len(what.goals))
    study.add_trials([as_frozen(what, trial) for trial in trials])
    return study


def propose(what: Search, study: "optuna.Study", trials: list[Trial]) -> dict[str, Value]:
    """Return the next point to try; it follows from the seed and the trials before, and is new unless new ones are hard
    to find.
    """
    tried = [dict(trial.point) for trial in trials]
    point: dict[str, Value] = {}
    for attempt in range(ATTEMPTS):
        number = len(trials) * ATTEMPTS + attempt
        study.sampler = optuna.samplers.TPESampler(
            seed=(what.plan.seed * SEED_STEP + number) % 2**32, n_startup_trials=STARTING_TRIALS
        )
        asked = study.ask(distributions(what))
        point = {found.key: asked.params[found.key] for found in what.ranges}
        study.tell(asked, state=optuna.trial.TrialState.FAIL)
        if point not in tried:
            break
    return point


def distributions(what: Search) -> dict[str, optuna.distributions.BaseDistribution]:
    """Return the ranges as optuna knows them."""
    found: dict[str, optuna.distributions.BaseDistribution] = {}
    for one in what.ranges:
        low, high = one.values[0], one.values[-1]
        is_number = isinstance(low, int) and isinstance(high, int)
        found[one.key] = (
            optuna.distributions.IntDistribution(int(low), int(high))
            if is_number
            else optuna.distributions.CategoricalDistribution(one.values)
        )
    return found


def as_frozen(what: Search, trial: Trial) -> "optuna.trial.FrozenTrial":
    """Return a trial as optuna knows it."""
    spaces = distributions(what)
    point = dict(trial.point)
    inside = all(value in next(one.values for one in what.ranges if one.key == key) for key, value in point.items())
    if trial.values is None or not inside:
        return optuna.trial.create_trial(state=optuna.trial.TrialState.FAIL)
    losses = [goal.loss(value) for goal, value in zip(what.goals, trial.values, strict=True)]
    return optuna.trial.create_trial(params=point, distributions=spaces, values=losses)


def measure(
    game: Game, what: Search, point: Mapping[str, Value], jobs: int, cancelled: threading.Event
) -> tuple[float, ...] | None:
    """Return what each goal measures at a point; None where its numbers do not fit together, or it was cancelled."""
    plan = at_point(what.plan, point)
    try:
        build_rules(game, Settings(game.schema, plan.values, "tune"), plan.num_seats)
    except BadSetting:
        return None
    with tempfile.TemporaryDirectory(prefix="doubloon-tune-") as folder:
        if not run(game, plan, Path(folder), jobs=jobs, cancelled=cancelled):
            return None
        found = gather(Path(folder), lambda slug: game)
    return tuple(goal.value(found) for goal in what.goals)


def at_point(plan: Plan, point: Mapping[str, Value]) -> Plan:
    """Return a plan with other values."""
    return replace(plan, values={**plan.values, **point})


def read_trials(what: Search, out: Path) -> list[Trial]:
    """Return the trials made before, and make the file where there is none. Raises DoubloonError where it is of another
    search.
    """
    path = out / TRIALS_NAME
    head = {
        "ranges": [str(one) for one in what.ranges],
        "goals": [str(goal) for goal in what.goals],
        **plan_head(what.plan),
    }
    try:
        out.mkdir(parents=True, exist_ok=True)
        if not path.exists():
            path.write_text(json.dumps(head, ensure_ascii=False) + "\n", encoding="utf-8")
            return []
    except OSError as error:
        raise DoubloonError(f"{shown_path(path)}: cannot be written: {reason_of(error)}") from error
    first, *lines = read_text(path, LONGEST_TRIALS).split("\n")[:-1] or [""]
    if first != json.dumps(head, ensure_ascii=False):
        raise DoubloonError(f"{path}: holds another search; choose another --out, or remove it")
    return [read_trial(line, f"{path}: line {number}") for number, line in enumerate(lines, start=2)]


def read_trial(line: str, place: str) -> Trial:
    """Return the trial of a line. Raises BadInput."""
    try:
        return msgspec.convert(parse_json(line, place), Trial)
    except msgspec.ValidationError as error:
        raise BadInput(f"{place}: expected a trial: {error}") from error


def plan_head(plan: Plan) -> dict[str, object]:
    """Return what trials depend on beside ranges and goals."""
    return {
        "game": plan.game,
        "levels": list(plan.levels),
        "games": plan.games,
        "seed": plan.seed,
        "values": dict(plan.values),
    }


def write_trial(out: Path, trial: Trial) -> None:
    """Append a trial, whole or not at all as far as a reader is concerned: one line. Raises DoubloonError."""
    line = json.dumps({"point": dict(trial.point), "values": trial.values}, ensure_ascii=False) + "\n"
    try:
        with (out / TRIALS_NAME).open("a", encoding="utf-8") as file:
            file.write(line)
    except OSError as error:
        raise DoubloonError(f"{out}: cannot be written: {error}") from error


def best_trials(what: Search, trials: list[Trial]) -> list[int]:
    """Return the trials that no other is better than in one goal and as good in all."""
    losses = {index: losses_of(what, trial) for index, trial in enumerate(trials) if trial.values is not None}
    return [
        index
        for index, own in losses.items()
        if not any(all(b <= a for a, b in zip(own, other, strict=True)) and other != own for other in losses.values())
        and own not in [losses[before] for before in losses if before < index]
    ]


def losses_of(what: Search, trial: Trial) -> tuple[float, ...]:
    """Return the losses of a trial that has values."""
    return tuple(goal.loss(value) for goal, value in zip(what.goals, trial.values or (), strict=True))


def choose(what: Search, trials: list[Trial], pick: int = -1) -> int:
    """Return the trial that was picked, else the one nearest to the best of every goal at once; goals count in parts of
    their range among the best.

    Raises DoubloonError where no trial fits, or the picked one does not.
    """
    if pick >= 0:
        if pick >= len(trials) or trials[pick].values is None:
            raise DoubloonError(
                f"--pick {pick}: expected the number of a trial whose numbers fit together, 0 .. {len(trials) - 1}"
            )
        return pick
    best = best_trials(what, trials)
    if not best:
        raise DoubloonError("no point of the search has numbers that fit together; widen --over")
    losses = {index: losses_of(what, trials[index]) for index in best}
    lows = [min(column) for column in zip(*losses.values(), strict=True)]
    spans = [max(column) - low or 1.0 for column, low in zip(zip(*losses.values(), strict=True), lows, strict=True)]
    return min(
        best,
        key=lambda index: sum(
            ((loss - low) / span) ** 2 for loss, low, span in zip(losses[index], lows, spans, strict=True)
        ),
    )


def proof_plans(what: Search, point: Mapping[str, Value]) -> tuple[Plan, Plan]:
    """Return the plans that measure the game as it is and the chosen point on new games."""
    plan = replace(what.plan, games=what.plan.games * PROOF_TIMES, seed=what.plan.seed + 1)
    return plan, at_point(plan, point)


def prove(game: Game, plan: Plan, out: Path, jobs: int, cancelled: threading.Event) -> Gathered | None:
    """Play a plan into a folder and read it; None where it was cancelled."""
    return gather(out, lambda slug: game) if run(game, plan, out, jobs=jobs, cancelled=cancelled) else None
