"""Docs are tested: the commands of the README run, its Python runs, and every command, option, goal, level, variable
and `make` target is documented, but for what is listed here.
"""

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
import typer

from doubloon.bots import LEVELS
from doubloon.cli.commands import app
from doubloon.sim.goals import KINDS as GOALS
from tests.support import ROOT, run_command

README = (ROOT / "README.md").read_text(encoding="utf-8")
SHELL = [
    line.split("#")[0].strip()
    for block in re.findall(r"```sh\n(.*?)```", README, re.DOTALL)
    for line in block.splitlines()
]
COMMANDS = [line for line in SHELL if line.startswith("doubloon ")]
QUICK = {"bench", "serve"}
"""Commands that measure or never end; tests/cli/test_tools.py and tests/web/test_serve.py run them."""


def test_the_readme_has_exactly_two_make_commands() -> None:
    assert [line for line in SHELL if line.startswith("make ")] == ["make play", "make test"]


def test_the_commands_of_the_readme_run(tmp_path: Path) -> None:
    assert len(COMMANDS) >= 8
    for line in COMMANDS:
        arguments = shlex.split(line)[1:]
        if arguments[0] in QUICK:
            continue
        arguments = [
            str(tmp_path / word) if word.endswith(".record") or word.startswith("runs/") else word for word in arguments
        ]
        run = run_command(*arguments, stdin="q\n", env={"DOUBLOON_DATA": str(tmp_path)})
        assert run.returncode == 0, f"{line}: {run.stderr}"


@pytest.mark.parametrize(
    "path", sorted([ROOT / "README.md", *(ROOT / "docs").glob("*.md")]), ids=lambda path: path.name
)
def test_python_examples_run(path: Path) -> None:
    for code in re.findall(r"```python\n(.*?)```", path.read_text(encoding="utf-8"), re.DOTALL):
        run = subprocess.run(
            [sys.executable, "-W", "error", "-c", code], capture_output=True, text=True, cwd=ROOT, check=False
        )
        assert run.returncode == 0, run.stderr
        promised = re.findall(r"print\(.*#\s*(.+)$", code, re.MULTILINE)
        assert run.stdout.splitlines() == promised


def options(command: typer.core.TyperCommand) -> list[str]:
    """Return the options of a command, as one types them."""
    return [
        name for parameter in command.params for name in parameter.opts if name.startswith("--") and name != "--help"
    ]


def test_every_command_and_option_is_documented() -> None:
    root = typer.main.get_command(app)
    table = "\n".join(line for line in README.splitlines() if line.startswith("|"))
    for name, command in root.commands.items():  # type: ignore[attr-defined]
        for path, leaf in [(f"{name} {sub}", found) for sub, found in getattr(command, "commands", {}).items()] or [
            (name, command)
        ]:
            assert f"`{path}`" in table, f"command {path} is not in the README's table"
            section = re.search(rf"\| `{path}` \|.*?(?=\n\| `|\Z)", table, re.DOTALL)
            assert section is not None
            for option in options(leaf):
                assert f"`{option}`" in section.group(), f"{path} {option} is not in the README's table"


def test_links_between_documents_lead_somewhere() -> None:
    for path in [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")]:
        for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", path.read_text(encoding="utf-8")):
            assert (path.parent / target).exists(), f"{path.relative_to(ROOT)} links to {target}"


UNDOCUMENTED_VARIABLES: frozenset[str] = frozenset()
"""Environment variables that are nobody's business outside: none."""
UNDOCUMENTED_TARGETS = frozenset({"play"})
"""`make` targets that CONTRIBUTING leaves out: what the README tells players."""


def test_every_environment_variable_is_documented() -> None:
    used = {
        name
        for path in (ROOT / "src").rglob("*.py")
        for name in re.findall(r"\"(DOUBLOON_[A-Z_]+)\"", path.read_text(encoding="utf-8"))
    }
    assert used >= {"DOUBLOON_DATA", "DOUBLOON_CACHE", "DOUBLOON_DATABASE"}
    docs = README + "".join(path.read_text(encoding="utf-8") for path in (ROOT / "docs").glob("*.md"))
    assert {name for name in used if f"${name}" not in docs} == UNDOCUMENTED_VARIABLES


def test_every_make_target_is_documented() -> None:
    targets = re.findall(r"^\.PHONY: (.*)$", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)[0].split()
    table = set(re.findall(r"^\| `make ([a-z-]+)` \|", (ROOT / "CONTRIBUTING.md").read_text("utf-8"), re.MULTILINE))
    assert set(targets) - table == UNDOCUMENTED_TARGETS
    assert table <= set(targets)


def test_every_goal_of_tune_is_documented() -> None:
    lab = (ROOT / "docs" / "lab.md").read_text(encoding="utf-8")
    rows = re.search(r"\| goal \| wants \|\n\|---\|---\|\n((?:\|.*\n)+)", lab)
    assert rows is not None
    named = re.findall(r"`([a-z]+)(=N)?`", rows[1])
    assert {name: bool(number) for name, number in named} == {
        name: kind.sense == "near" for name, kind in GOALS.items()
    }


def test_every_level_is_documented() -> None:
    row = next(line for line in README.splitlines() if line.startswith("| | `--seats` |"))
    assert [name for name in LEVELS if f"`{name}`" not in row] == []
