"""What each card is worth: win rate with and without it, and adjusted for all other cards and the place in the turn
order.

The adjusted worth is a linear regression of the share of the win on the cards of each seat, within games: of everything
the mean over the seats of the game is taken off, so that long games, in which all take more, do not count for any card.
Errors are robust and clustered by game (Liang, Zeger 1986), which holds whatever the distribution is; a logistic model
is not needed for that, and this one always has a solution. Worth is told against the average card taken: where every
player takes the same number of cards, nothing else could be known.
"""

import math
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from doubloon.sim.intervals import UNKNOWN, Estimate, around, proportion

FLAG_PART = 0.2
"""A card is flagged when it surely moves the win rate, beyond the average card, by more than this part of a fair share.
"""
GROUP_END = ": "
"""A card called `captain: bold` is compared with captains only: what is dealt one to each player has no average card in
common with the rest.
"""
RARE = 0.05
"""A card is flagged as hardly taken when it surely is in less than this part of the games."""

Matrix = NDArray[np.float64]


@dataclass(frozen=True)
class Card:
    """A card as the report tells it. `worth` holds for all cards at once; the other intervals for each alone."""

    name: str
    a_game: float
    taken_in: Estimate
    with_it: Estimate
    without: Estimate
    worth: Estimate
    flag: str


@dataclass(frozen=True)
class CardWorth:
    """The cards of a batch, the best first, and beyond which worth one is flagged."""

    cards: tuple[Card, ...]
    margin: float


def new_deck(names: tuple[str, ...], num_seats: int) -> "Deck":
    """Return the sums for cards; those of one name are one card, without a name none."""
    labels = tuple(dict.fromkeys(name for name in names if name))
    groups = np.zeros((len(names), len(labels)))
    for number, name in enumerate(names):
        if name:
            groups[number, labels.index(name)] = 1.0
    size = len(labels) + num_seats - 1
    return Deck(
        labels, groups, num_seats, np.zeros((size, size)), np.zeros(size), np.zeros(size), np.zeros((size, size))
    )


@dataclass
class Deck:
    """Sums over games, filled in two passes: the regression, then its residuals."""

    names: tuple[str, ...]
    groups: Matrix  # (card numbers, names): 1 where a number has the name
    num_seats: int
    gram: Matrix
    moment: NDArray[np.float64]
    slopes: NDArray[np.float64]
    meat: Matrix
    games: int = 0
    had: dict[str, NDArray[np.float64]] = field(default_factory=dict)

    def design(self, taken: NDArray[Any], order: NDArray[Any]) -> tuple[Matrix, Matrix]:
        """Return counts of each card, (games, num_seats, names), and the columns of the regression, centred within
        games.
        """
        counts = taken.astype(np.float64) @ self.groups
        places = np.zeros((*counts.shape[:2], self.num_seats))
        np.put_along_axis(places, order[:, :, None], np.broadcast_to(np.eye(self.num_seats), places.shape), axis=1)
        columns = np.concatenate([counts, places[:, :, 1:]], axis=2)
        return counts, columns - columns.mean(axis=1, keepdims=True)

    def add(self, taken: NDArray[Any], shares: Matrix, order: NDArray[Any]) -> None:
        """Add the games of a chunk in the first pass."""
        if not self.names:
            return
        counts, columns = self.design(taken, order)
        centred = shares - shares.mean(axis=1, keepdims=True)
        flat = columns.reshape(-1, columns.shape[2])
        self.gram += flat.T @ flat
        self.moment += flat.T @ centred.reshape(-1)
        self.games += len(shares)
        has = counts > 0
        self.tally("takers", has.sum(axis=(0, 1)))
        self.tally("taker_wins", (has * shares[:, :, None]).sum(axis=(0, 1)))
        self.tally("games", has.any(axis=1).sum(axis=0))
        self.tally("copies", counts.sum(axis=(0, 1)))

    def tally(self, name: str, numbers: NDArray[Any]) -> None:
        """Add numbers of each card."""
        self.had[name] = self.had.get(name, np.zeros(len(self.names))) + numbers

    def solve(self) -> None:
        """Solve the regression; what cannot be told apart gets the solution nearest to 0."""
        self.slopes = np.linalg.pinv(self.gram, hermitian=True) @ self.moment

    def add_residuals(self, taken: NDArray[Any], shares: Matrix, order: NDArray[Any]) -> None:
        """Add the games of a chunk in the second pass."""
        columns = self.design(taken, order)[1]
        residuals = shares - shares.mean(axis=1, keepdims=True) - columns @ self.slopes
        scores = np.einsum("gs,gsk->gk", residuals, columns)
        self.meat += scores.T @ scores

    def worth(self) -> CardWorth:
        """Return what the cards are worth."""
        margin = FLAG_PART / self.num_seats
        cards = [self.card(index, estimate, margin) for index, estimate in enumerate(self.worths())]
        return CardWorth(
            tuple(sorted(cards, key=lambda card: -card.worth.value if card.worth.is_known else math.inf)), margin
        )

    def worths(self) -> list[Estimate]:
        """Return the adjusted worth of each card beyond the average card, with intervals that hold for all at once."""
        bread = np.linalg.pinv(self.gram, hermitian=True)
        freedom = self.games / max(1, self.games - len(self.slopes))
        covariance = bread @ self.meat @ bread * freedom
        size = len(self.names)
        is_taken = self.had["copies"] > 0
        contrast = np.zeros((size, len(self.slopes)))
        contrast[:, :size] = np.eye(size) - self.peer_weights()
        values = contrast @ self.slopes
        errors = np.sqrt(np.maximum(0.0, np.einsum("ij,jk,ik->i", contrast, covariance, contrast)))
        enough = self.games > len(self.slopes)
        count = int(is_taken.sum())
        return [
            around(float(values[n]), float(errors[n]), count) if is_taken[n] and enough else UNKNOWN
            for n in range(size)
        ]

    def peer_weights(self) -> Matrix:
        """Return, a row of each card, the part of each card in the average card that it is compared with: those of its
        group, as often as taken.
        """
        groups = np.array([name.rpartition(GROUP_END)[0] for name in self.names])
        weights = np.where(groups[:, None] == groups[None, :], self.had["copies"][None, :], 0.0)
        weights /= np.maximum(1.0, weights.sum(axis=1, keepdims=True))
        return weights

    def card(self, index: int, worth: Estimate, margin: float) -> Card:
        """Return one card, with a flag where it deserves one."""
        takers, wins = float(self.had["takers"][index]), float(self.had["taker_wins"][index])
        seats = self.games * self.num_seats
        games = float(self.had["games"][index])
        flag = ""
        if proportion(games, self.games, len(self.names)).high < RARE:
            flag = "dead: hardly ever taken"
        elif worth.low > margin:
            flag = "dominating"
        elif worth.high < -margin:
            flag = "dead weight"
        return Card(
            self.names[index],
            float(self.had["copies"][index]) / self.games,
            proportion(games, self.games),
            proportion(wins, takers),
            proportion(self.games - wins, seats - takers),
            worth,
            flag,
        )
