"""The page of a person: what they have played; and for themselves all that they can set."""

from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from doubloon.engine.errors import DoubloonError
from doubloon.notify.wishes import DELAYS_MIN, KINDS, wishes_of
from doubloon.tables.rest import HOLIDAYS_A_YEAR, UTC_ZONE, days_taken, rest_of
from doubloon.tables.rows import OVER, Person
from doubloon.tables.store import Rating, place_counts, ratings_of, tables_of
from doubloon.web.clock_words import day_words
from doubloon.web.languages import language_of, refusal_words
from doubloon.web.requests import Site, retry_after, status_of, wants_json

MOST_GAMES = 50
USUAL_QUIET = (22, 8)
"""Hours between which nothing is told, where somebody wants quiet and has not said when."""


async def profile_page(site: Site, request: Request, person: Person, *, status: int = 200, **more: Any) -> Response:
    """Show a person's page, with what only they see where it is theirs."""
    store = site.runtime.store
    language = language_of(request)
    session = await site.session(request)
    is_me = session.person is not None and session.person.id == person.id
    ratings = await store.read(lambda connection: ratings_of(connection, [person.id]))
    counts = await store.read(lambda connection: place_counts(connection, person.id))
    played = await store.read(lambda connection: tables_of(connection, person.id, (OVER,), MOST_GAMES))
    games = [
        {
            "url": f"/tables/{row.table.id}",
            "title": title_of(site, row.table.game, language),
            "finished": row.table.finished,
            "place": next(seat.place for seat in row.seats if seat.person == person.id),
            "seats": [{"name": seat.name, "place": seat.place} for seat in row.seats],
        }
        for row in played
        if is_me or not row.table.private
    ]
    statistics = [statistics_of(site, slug, ratings, counts, language) for slug in site.runtime.games.slugs]
    more = {**(await own_parts(site, person, language) if is_me else {}), **more}
    shown = {
        "person": person,
        "is_me": is_me,
        "games": games,
        "was_sent": "sent" in request.query_params,
        "token": "",
        "refusal": "",
        "is_bot": False,
        **more,
    }
    return await site.page(
        request, "profile", status, statistics=[item for item in statistics if item["games"]], **shown
    )


async def refused_profile(site: Site, request: Request, person: Person, error: DoubloonError) -> Response:
    """Show the own page again, with what was wrong."""
    if wants_json(request):
        return await site.refuse(request, error)
    words = refusal_words(error, language_of(request))
    page = await profile_page(site, request, person, refusal=words, status=status_of(error))
    page.headers.update(retry_after(error))
    return page


async def own_parts(site: Site, person: Person, language: str) -> dict[str, Any]:
    """Return what the owner of a page can set."""
    return {
        "rest": shown_rest(person, site.runtime.service.now(), language),
        "news": await shown_news(site, person) if site.channels is not None else None,
    }


async def shown_news(site: Site, person: Person) -> dict[str, Any] | None:
    """Return what a person is told and how, as their page shows it; None where this server sends nothing."""
    channels = site.channels
    if channels is None or not channels.means.is_on:
        return None
    wishes = wishes_of(person.news)
    return {
        "kinds": [(kind, kind in wishes.kinds) for kind in KINDS],
        "delays": DELAYS_MIN,
        "delay": wishes.delay_min,
        "has_quiet": wishes.quiet is not None,
        "quiet": wishes.quiet or USUAL_QUIET,
        "key": channels.means.public_key,
        "has_mail": bool(channels.means.options.mail),
        "services": ", ".join(channels.means.options.schemes),
        "channels": [
            {
                "id": channel.id,
                "kind": channel.kind,
                "shown": channel.shown,
                "is_proven": channel.is_proven,
                "is_off": channel.is_off,
                "error": channel.error,
            }
            for channel in await channels.of(person)
        ],
    }


def shown_rest(person: Person, now: float, language: str) -> dict[str, Any]:
    """Return the days on which a person's clocks stand, as their page shows them."""
    rest = rest_of(person.rest)
    today = rest.day_of(now)
    return {
        "zone": rest.zone if person.rest else "",
        "usual_zone": UTC_ZONE,
        "weekends": rest.weekends,
        "most": HOLIDAYS_A_YEAR,
        "today": today.isoformat(),
        "holidays": [
            {"first": day_words(first, language), "last": day_words(last, language), "value": first.isoformat()}
            for first, last in rest.holidays
            if last >= today
        ],
        "left": [(year, HOLIDAYS_A_YEAR - days_taken(rest, year)) for year in (today.year, today.year + 1)],
    }


def title_of(site: Site, slug: str, language: str) -> str:
    """Return the title of a game; the name of one that is no longer here."""
    return site.game_title(slug, language) if slug in site.runtime.games.slugs else slug


def statistics_of(
    site: Site, slug: str, ratings: list[Rating], counts: list[tuple[str, int, int, int]], language: str
) -> dict[str, Any]:
    """Return the figures of one game: rating, and how often each place was reached at tables of each size."""
    rating = next((rating for rating in ratings if rating.game == slug), None)
    sizes = sorted({size for game, size, _, _ in counts if game == slug})
    places = {
        size: [
            sum(n for game, found, place, n in counts if (game, found, place) == (slug, size, wanted))
            for wanted in range(size)
        ]
        for size in sizes
    }
    games = sum(sum(row) for row in places.values()) or (rating.games if rating else 0)
    wins = sum(row[0] for row in places.values()) or (rating.wins if rating else 0)
    return {
        "title": title_of(site, slug, language),
        "games": games,
        "wins": wins,
        "rating": shown_rating(rating),
        "places": places,
    }


def shown_rating(rating: Rating | None) -> int | None:
    """Return a rating as people read it: a hundred a unit of openskill, and what is almost certain counts (mu - 3
    sigma).
    """
    return None if rating is None else round(100 * (rating.mu - 3 * rating.sigma)) + 1000
