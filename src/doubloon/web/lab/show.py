"""What the pages of the lab show: offers with an honest time, a simulation in words, its commands, its report."""

import math
import shlex
from pathlib import Path
from typing import Any

from babel.numbers import format_decimal

from doubloon.engine.contract import Game
from doubloon.engine.errors import DoubloonError
from doubloon.engine.playthrough import game_settings
from doubloon.sim.card_file import card_file
from doubloon.sim.plan import CARD_FILE, command_of
from doubloon.sim.work import AGAINST, PLAYED
from doubloon.tables.rows import Person
from doubloon.texts import Translator
from doubloon.web.lab.job import CANCELLED, DONE, ENDED, FAILED, WAITING, Job
from doubloon.web.lab.pace import Kind
from doubloon.web.lab.queue import MOST_GAMES, SimulationQueue

GAMES = (100, 1_000, 10_000, 100_000)
"""How many games the form offers."""
DEFAULT_CHOICE = "sailor:1000"
LONGEST_SECONDS = 90
LONGEST_MINUTES = 90
STEP_S = 5
"""Longer times are told in steps; more would be pretence."""
PLAYING = ("lab.playing", "lab.playing.1", "lab.playing.2", "lab.playing.3")
"""Words by the quarters that are played."""
ENDS = {DONE: "lab.done", CANCELLED: "lab.cancelled"}
REPORT_NAME = "report.html"
HEADER = "<header>\n"


def count_words(number: int, language: str) -> str:
    """Return a number as the language groups its digits."""
    return str(format_decimal(number, locale=language))


def time_words(texts: Translator, seconds: float) -> str:
    """Return about how long something takes."""
    if seconds < LONGEST_SECONDS:
        return texts.text("lab.seconds", n=math.ceil(max(1.0, seconds) / STEP_S) * STEP_S)
    minutes = math.ceil(seconds / 60)
    return (
        texts.text("lab.minutes", n=minutes)
        if minutes < LONGEST_MINUTES
        else texts.text("lab.hours", n=math.ceil(minutes / 60))
    )


def offers(simulations: SimulationQueue, texts: Translator, game: str, seats: int) -> list[dict[str, Any]]:
    """Return a line for each level: what each number of games takes, without the comparison; numbers beyond the level's
    cap are not offered.
    """
    lines = []
    for level, most in MOST_GAMES.items():
        cells = []
        for games in GAMES:
            seconds = simulations.guess_s(Kind(game, level, seats), games)
            words = texts.text("lab.unknown") if seconds is None else time_words(texts, seconds)
            cells.append(
                {
                    "value": f"{level}:{games}",
                    "games": count_words(games, texts.language),
                    "time": words,
                    "is_offered": games <= most,
                }
            )
        lines.append({"level": texts.text(f"level.{level}"), "cells": cells})
    return lines


def job_line(simulations: SimulationQueue, texts: Translator, job: Job, url: str) -> dict[str, Any]:
    """Return a simulation as a list shows it."""
    return {
        "url": url,
        "title": job_title(texts, job),
        "state": state_words(simulations, texts, job),
        "is_done": job.state == DONE,
        "is_unfinished": job.is_unfinished,
    }


def job_title(texts: Translator, job: Job) -> str:
    """Return how many games by whom."""
    return texts.text("lab.job", games=count_words(job.games, texts.language), level=texts.text(f"level.{job.level}"))


def state_words(simulations: SimulationQueue, texts: Translator, job: Job) -> str:
    """Return how far a simulation is. It changes seldom, for it is read aloud when it does: while games are played, at
    each quarter.
    """
    if job.state == WAITING:
        return texts.text("lab.waiting", n=simulations.ahead(job), count="n")
    if job.state == FAILED:
        return texts.text(job.reason)
    if job.state in ENDS:
        return texts.text(ENDS[job.state])
    if simulations.is_reporting(job):
        return texts.text("lab.reporting")
    if not simulations.has_begun(job):
        return texts.text("lab.preparing")
    return texts.text(PLAYING[min(len(PLAYING) * job.played // job.total, len(PLAYING) - 1)])


def run_context(simulations: SimulationQueue, texts: Translator, job: Job, person: Person | None) -> dict[str, Any]:
    """Return what the part of a page needs that changes as a simulation goes on."""
    left = simulations.left_s(job)
    return {
        "state": job.state,
        "is_unfinished": job.is_unfinished,
        "is_done": job.state == DONE,
        "words": state_words(simulations, texts, job),
        "played": job.played,
        "total": job.total,
        "progress": texts.text(
            "lab.progress", played=count_words(job.played, texts.language), total=count_words(job.total, texts.language)
        ),
        "left": texts.text("lab.left", time=time_words(texts, left))
        if left is not None and not simulations.is_reporting(job)
        else "",
        "is_mine": person is not None and person.id == job.person,
        "may_go_on": job.state in ENDED,
        "answers": job.answers,
        "is_foreign": texts.language != "en",
    }


def commands(job: Job, game: Game) -> list[str]:
    """Return what makes the same in a terminal; nothing where these rules are no longer here."""
    try:
        plan = command_of(job.plan(game), game)
        own = command_of(job.own_plan(game), game)
    except DoubloonError:
        return []
    folders = [f"runs/{name}" for name in (PLAYED, AGAINST)]
    if not job.compares:
        return [f"{plan} --out {folders[0]}", f"doubloon report {folders[0]}"]
    return [
        f"{plan} --out {folders[0]}",
        f"{own} --out {folders[1]}",
        f"doubloon report {folders[0]} --against {folders[1]}",
    ]


def needs_card_file(lines: list[str]) -> bool:
    """Tell whether commands name the card file, which then has to be there."""
    return any(CARD_FILE in shlex.split(line) for line in lines)


def card_file_of(job: Job, game: Game) -> str:
    """Return the card file of a simulation. Raises BadSetting."""
    return card_file(game, job.settings(game).values, game_settings(game).values, f"table {job.table}")


def read_report(folder: Path) -> str:
    """Return the report of a simulation. Raises DoubloonError where somebody took it away."""
    try:
        return (folder / REPORT_NAME).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise DoubloonError(f"{folder}: the report cannot be read: {error}") from error


def with_way_back(page: str, way_back: str) -> str:
    """Return the page of a report with a way back on top, behind the link that skips it. What stands before the header
    is escaped, and so holds none.
    """
    return page.replace(HEADER, way_back + HEADER, 1)


def report_policy(job: Job) -> str:
    """Return the Content-Security-Policy of a report: its own style by its hash, the pictures in it, and nothing
    else.
    """
    return (
        f"default-src 'none'; style-src {job.style}; img-src data:; base-uri 'none'; form-action 'none'; "
        "frame-ancestors 'none'"
    )
