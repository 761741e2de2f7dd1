"""How far a learner has come in each lesson: a cookie, as the language is, so that it needs no account."""

import re

from starlette.requests import Request
from starlette.responses import Response

COOKIE = "lessons"
"""Holds `game.number` for each game that was begun."""
BETWEEN = "~"
STEP = re.compile(r"([a-z][a-z0-9-]{0,39})\.([0-9]{1,3})")
MOST_GAMES = 40
YEAR_S = 365 * 86_400


def all_done(request: Request) -> dict[str, int]:
    """Return how many positions were done in each lesson."""
    found = [STEP.fullmatch(step) for step in request.cookies.get(COOKIE, "").split(BETWEEN)[:MOST_GAMES]]
    return {step[1]: int(step[2]) for step in found if step is not None}


def done_in(request: Request, slug: str) -> int:
    """Return how many positions of a lesson were done."""
    return all_done(request).get(slug, 0)


def remember(request: Request, response: Response, slug: str, done: int) -> None:
    """Let the browser remember that so many positions were done; never fewer than before."""
    before = all_done(request)
    after = {**before, slug: max(done, before.get(slug, 0))}
    if after != before:
        value = BETWEEN.join(f"{game}.{number}" for game, number in after.items())
        secure = request.url.scheme == "https"
        response.set_cookie(COOKIE, value, max_age=YEAR_S, samesite="lax", httponly=True, secure=secure)
