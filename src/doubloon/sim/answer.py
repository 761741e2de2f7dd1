"""What a report is made of, whatever it is written as: questions, answers in words, tables and pictures."""

import math
from dataclasses import dataclass, field

from doubloon.sim.intervals import Estimate

NOT_KNOWN = "–"


@dataclass(frozen=True)
class Table:
    """Rows of text below a caption; the first column names the row."""

    caption: str
    headers: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True)
class Picture:
    """An SVG, and what it shows in words."""

    svg: str
    alt: str


@dataclass(frozen=True)
class Answer:
    """One question with its answer."""

    id: str
    question: str
    sentences: tuple[str, ...]
    tables: tuple[Table, ...] = ()
    pictures: tuple[Picture, ...] = field(default=())


def number(value: float, digits: int = 1) -> str:
    """Return a number as one reads it."""
    return NOT_KNOWN if math.isnan(value) else f"{value:,.{digits}f}"


def percent(value: float, digits: int = 1) -> str:
    """Return a share in percent."""
    return NOT_KNOWN if math.isnan(value) else f"{100 * value:.{digits}f} %"


def with_interval(estimate: Estimate, digits: int = 1) -> str:
    """Return an estimate with its interval: `12.3 (11.9 to 12.7)`."""
    if not estimate.is_known:
        return NOT_KNOWN
    return f"{number(estimate.value, digits)} ({number(estimate.low, digits)} to {number(estimate.high, digits)})"


def percent_interval(estimate: Estimate, digits: int = 1) -> str:
    """Return a share with its interval: `25.0 % (24.1 to 25.9)`."""
    if not estimate.is_known:
        return NOT_KNOWN
    return (
        f"{percent(estimate.value, digits)} ({number(100 * estimate.low, digits)} to "
        f"{number(100 * estimate.high, digits)})"
    )


def points_interval(estimate: Estimate, digits: int = 1) -> str:
    """Return a difference of shares in percentage points with its interval: `+2.0 (+1.1 to +2.9)`."""
    if not estimate.is_known:
        return NOT_KNOWN
    low, high = (f"{100 * bound:+.{digits}f}" for bound in (estimate.low, estimate.high))
    return f"{100 * estimate.value:+.{digits}f} ({low} to {high})"


def ordinal(place: int) -> str:
    """Return first, second … for 0, 1 …"""
    return ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")[place]


def listed(words: list[str]) -> str:
    """Return words as a list in a sentence."""
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}" if words else "none"
