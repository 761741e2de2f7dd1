"""Visitors without a name who do something for which they need one."""

import time

from starlette.requests import Request

from doubloon.tables.rows import Person
from doubloon.web.languages import language_of, page_translator
from doubloon.web.requests import Site, who


async def somebody(site: Site, request: Request, name: str) -> Person:
    """Return who sends a request; one without a name becomes a guest with this one, or with a name of ours."""
    session = await site.session(request)
    if session.person is not None:
        return session.person
    site.limits.spend("people", who(request, session))
    given = name.strip() or page_translator(language_of(request)).text(
        "page.guest", n=int(time.time() * 1000) % 9000 + 1000
    )
    person = await site.runtime.people.new_guest(given)
    site.become(request, person)
    return person
