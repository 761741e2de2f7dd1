"""Check a record of Pirate Shipyard by docs/records.md alone: the card set, the commitment and every draw.

    python examples/verify_record.py GAME.record src/doubloon/games/shipyard/cards.toml

Nothing of Doubloon is imported. What the pile holds follows from the rulebook; whether people moved as they may is not
checked here, only that chance was fair.
"""

import hashlib
import hmac
import json
import sys
import tomllib
from collections import Counter
from pathlib import Path

CARDS = ["coin", "cannon", "red", "blue", "yellow", "green", "pirate"]  # the order of the outcomes
COLOURS = CARDS[2:6]


class Wrong(Exception):
    """What does not fit."""


def flat(table, prefix=""):
    """Return dotted keys and values."""
    found = {}
    for name, value in table.items():
        found |= flat(value, f"{prefix}{name}.") if isinstance(value, dict) else {prefix + name: value}
    return found


def draw(seed, table, entry, weights):
    """Return the number of the outcome that the seed gives for an entry."""
    total, attempt = sum(weights), 0
    while True:
        word = hmac.digest(seed, f"{table}\n{entry}\n{attempt}".encode(), "sha256")[:8]
        if (number := int.from_bytes(word, "big")) < 2**64 // total * total:
            break
        attempt += 1
    rest = number % total
    return next(index for index in range(len(weights)) if rest < sum(weights[: index + 1]))


class Table:
    """Where the cards are: in the pile, among the discards, and with each seat."""

    def __init__(self, numbers, seats):
        self.numbers = numbers
        ships = {colour: int(numbers["cards.ships"]) for colour in COLOURS}
        others = {card: int(numbers[f"cards.{card}s"]) for card in ("coin", "cannon", "pirate")}
        self.pile, self.discards = Counter({**ships, **others}), Counter()
        self.hands, self.colours = [Counter() for _ in range(seats)], [None] * seats
        self.seat = self.owed = 0
        self.has_started = numbers["options.starter"] != "random"

    def outcomes(self):
        """Return the outcomes in their order, each with its weight."""
        if not self.has_started:
            return [(f"starter:{seat}", 1) for seat in range(len(self.hands))]
        return [(card, self.pile[card]) for card in CARDS]

    def happen(self, outcome):
        """Let chance bring an outcome."""
        if not self.has_started:
            self.has_started = True
            return
        hand = self.hands[self.seat]
        self.move(outcome, self.pile, self.discards if outcome == "pirate" else hand)
        if outcome in COLOURS and self.colours[self.seat] is None and outcome not in self.colours:
            self.colours[self.seat] = outcome
        if outcome == "pirate" and not hand["cannon"]:
            self.toll()
        elif outcome == "pirate" and self.numbers["options.cannon"] == "automatic":
            self.move("cannon", hand, self.discards)

    def act(self, seat, action):
        """Let a seat act."""
        word, _, what = action.partition(":")
        self.seat, hand = seat, self.hands[seat]
        if word == "draw" and not self.pile.total():
            self.pile, self.discards = self.discards, Counter()
        elif word == "fire":
            self.move("cannon", hand, self.discards)
        elif word == "hold-fire":
            self.toll()
        elif word == "give":
            self.give(what)
            self.settle()
        elif word == "buy":
            seller = self.hands[int(what)]
            self.move(self.colours[seat], seller, hand)
            paid = seller if self.numbers["options.coins_to"] == "seller" else self.discards
            self.move("coin", hand, paid, int(self.numbers["buy.price"]))

    def toll(self):
        """A pirate takes cards (S5.3)."""
        self.owed = min(int(self.numbers["pirate.toll"]), self.hands[self.seat].total())
        self.settle()

    def settle(self):
        """Give what leaves no choice (S5.4)."""
        hand = self.hands[self.seat]
        while self.owed and (self.owed >= hand.total() or len(+hand) == 1):
            self.give(next(iter(+hand)))

    def give(self, card):
        """Give one card to the pirate."""
        self.owed -= 1
        self.move(card, self.hands[self.seat], self.discards)
        if self.numbers["options.colour"] == "released" and not self.hands[self.seat][self.colours[self.seat]]:
            self.colours[self.seat] = None

    def move(self, card, source, target, count=1):
        """Move cards."""
        if source[card] < count:
            raise Wrong(f"there is no {card} to move")
        source[card] -= count
        target[card] += count


def verify(record, cards):
    """Return how many draws of a record follow from its seed. Raises Wrong."""
    head, _, body = record.replace("\r\n", "\n").partition("\n\n")
    first, *lines = head.split("\n")
    fields = [line.split(": ", 1) for line in lines]
    one = dict(fields)
    if first != "doubloon record 1" or one["game"] != "shipyard":
        raise Wrong("this is no record of Pirate Shipyard")
    dropped = {value for name, value in fields if name == "drop"}
    numbers = {key: value for key, value in flat(tomllib.loads(cards)).items() if key not in dropped}
    numbers |= dict(value.split("=", 1) for name, value in fields if name == "set")
    text = "".join(f"{key}={value}\n" for key, value in sorted(numbers.items()))
    if hashlib.sha256(text.encode()).hexdigest() != one["cards"]:
        raise Wrong("played with another card set")
    seed = bytes.fromhex(one["seed"])
    if hashlib.sha256(seed).hexdigest() != one["commitment"]:
        raise Wrong("the seed does not fit the commitment")
    table, checked = Table(numbers, sum(name == "seat" for name, _ in fields)), 0
    for expected, line in enumerate(body.split("\n")[:-1]):
        number, seat, action = line.split(" ")
        if int(number) != expected:
            raise Wrong(f"entry {expected} is missing")
        if seat != "chance":
            table.act(int(seat), action)
            continue
        names, weights = zip(*table.outcomes(), strict=True)
        if not sum(weights) or names[draw(seed, json.loads(one["table"]), expected, weights)] != action:
            raise Wrong(f"entry {number}: the seed does not give {action}")
        table.happen(action)
        checked += 1
    return checked


if __name__ == "__main__":
    try:
        count = verify(*(Path(name).read_text(encoding="utf-8") for name in sys.argv[1:3]))
    except (Wrong, KeyError, ValueError, IndexError) as error:
        sys.exit(f"does not verify: {error}")
    print(f"{count} draws follow from the seed")
