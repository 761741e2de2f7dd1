"""How strong players are: a rating a game (openskill, Plackett-Luce), for people and for the levels of bots alike."""

from collections import defaultdict
from collections.abc import Sequence
from statistics import fmean

from openskill.models import PlackettLuce
from sqlalchemy import Connection

from doubloon.engine.record import HUMAN
from doubloon.tables.rows import SeatRow
from doubloon.tables.store import Rating, put_rating, ratings_of

MODEL = PlackettLuce()


def player_of(seat: SeatRow) -> str:
    """Return the key of who is rated for a seat."""
    return seat.person if seat.kind == HUMAN and seat.person else f"bot:{seat.kind}"


def rate(connection: Connection, game: str, seats: Sequence[SeatRow], places: Sequence[int]) -> None:
    """Change, in a transaction, the ratings of all who played. A level of bots that had several seats gets the mean of
    what each would get.
    """
    players = [player_of(seat) for seat in seats]
    before = {rating.player: rating for rating in ratings_of(connection, sorted(set(players)), game)}
    teams = [
        [MODEL.rating(before[player].mu, before[player].sigma) if player in before else MODEL.rating()]
        for player in players
    ]
    after: defaultdict[str, list[tuple[float, float, bool]]] = defaultdict(list)
    for player, (changed,), place in zip(
        players, MODEL.rate(teams, ranks=[float(place) for place in places]), places, strict=True
    ):
        after[player].append((changed.mu, changed.sigma, place == 0))
    for player, results in after.items():
        old = before.get(player)
        games = len(results) + (old.games if old else 0)
        wins = sum(won for _, _, won in results) + (old.wins if old else 0)
        put_rating(
            connection,
            Rating(
                player, game, fmean(mu for mu, _, _ in results), fmean(sigma for _, sigma, _ in results), games, wins
            ),
        )
