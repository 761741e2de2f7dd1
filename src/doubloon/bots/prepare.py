"""Having all compiled that a game calls, before anybody waits for an answer: seconds on the first start, a moment later
on.
"""

from collections.abc import Iterable

from doubloon.bots.levels import LEVELS, new_bot, read_level
from doubloon.engine import fair
from doubloon.engine.contract import CHANCE, SPECTATOR, Game, Record
from doubloon.engine.playthrough import Playthrough

MOST_TRIAL = 500
"""Entries of a trial; by then everything has been called that a game calls often. Changed cards can make a game much
longer.
"""
QUICK_SEARCH = "mate+playouts=2"
"""All levels that search call the same compiled functions."""
TRIAL_SEED = fair.seed_of_number(0)


def prepare(game: Game, rules: Record, levels: Iterable[str] = LEVELS) -> None:
    """Play one trial game with a bot of each level in turn, looking at it as players and pages do."""
    trial = Playthrough(game, rules)
    bots = [
        new_bot(level, game, 0)
        for level in {QUICK_SEARCH if read_level(level, game).searches else level: 0 for level in levels}
    ]
    while not trial.is_over and len(trial.entries) < MOST_TRIAL:
        if trial.to_act == CHANCE:
            events = trial.chance(trial.draw(TRIAL_SEED, "trial"))
        else:
            seat = trial.seats_to_act()[0]
            action = (
                bots[len(trial.entries) % len(bots)].choose(trial.sight(seat)) if bots else trial.legal_actions(seat)[0]
            )
            game.view.prompt(rules, trial.observation(seat), seat)
            game.view.action(rules, trial.observation(seat), seat, action)
            for legal in trial.legal_actions(seat):
                game.page.reason(rules, trial.observation(seat), seat, legal)
            events = trial.act(seat, action)
        for event in events:
            game.view.event(rules, event, SPECTATOR)
    game.view.data(rules, trial.observation(SPECTATOR), SPECTATOR)
    if trial.is_over:
        game.view.result(rules, trial.state, trial.ranking())
        trial.ranking()
