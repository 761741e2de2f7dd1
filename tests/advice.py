"""How often somebody wins who follows the advice of the guided game blindly, among sailors: `python -m tests.advice`.

Writes a table: one seat follows, the others are sailors; every place of the turn order comes equally often.
"""

import argparse
from collections.abc import Iterator

import doubloon
from doubloon.bots import new_bot
from doubloon.bots.adviser import Adviser
from doubloon.engine.contract import Game
from doubloon.engine.playthrough import Bot
from doubloon.games import load
from doubloon.sim.intervals import proportion

GAMES = ("isles", "rubies", "shipyard")
OTHERS = "sailor"


def share_won(game: Game, seats: int, number: int) -> float:
    """Play one game with the follower on seat `number % seats`; return its share of the first place."""
    follower = number % seats
    table = doubloon.new(game, seats=seats, seed=number)
    bots: list[Bot] = [new_bot(OTHERS, game, number * seats + seat) for seat in range(seats)]
    bots[follower] = Adviser(game)
    table.play_out(bots)
    places = table.ranking()
    return 1 / int((places == 0).sum()) if places[follower] == 0 else 0.0


def rows(slugs: list[str], games: int) -> Iterator[str]:
    """Yield the lines of the table."""
    yield "| game | seats | fair share | won | 95 % | games |"
    yield "|---|---|---|---|---|---|"
    for slug in slugs:
        game = load(slug)
        for seats in game.seats:
            won = sum(share_won(game, seats, number) for number in range(games))
            found = proportion(won, games)
            share = f"{found.value:.1%} | {found.low:.1%} – {found.high:.1%}"
            yield f"| {slug} | {seats} | {1 / seats:.1%} | {share} | {games:,} |"


def main() -> None:
    """Measure, and print line by line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=list(GAMES), help="games to measure; all without one")
    parser.add_argument("-n", type=int, default=1000, help="games for each number of seats")
    options = parser.parse_args()
    for line in rows(options.games, options.n):
        print(line, flush=True)


if __name__ == "__main__":
    main()
