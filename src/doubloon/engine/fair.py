"""Fair chance: a table shows the hash of a secret seed before the game, draws from the seed, and shows the seed after
it.

Outcome k of entry n follows from HMAC-SHA256 with the secret seed as key and the table and entry number as message, so
nobody can foresee it from what is published, and everybody can check it afterwards.
"""

import hashlib
import hmac
import secrets
from bisect import bisect_right
from itertools import accumulate

from doubloon.engine.contract import Weights

SEED_BYTES = 32
DRAW_BITS = 64
BOT_SEED_BYTES = 8


def new_seed() -> bytes:
    """Return a secret seed of 256 bits."""
    return secrets.token_bytes(SEED_BYTES)


def seed_of_number(number: int) -> bytes:
    """Return the seed for a number that a person chose; anyone who knows the number can compute the game's chance."""
    return hashlib.sha256(f"doubloon seed {number}".encode()).digest()


def commitment(seed: bytes) -> str:
    """Return what may be shown before the game: the SHA-256 of the seed, in hexadecimal."""
    return hashlib.sha256(seed).hexdigest()


def draw(seed: bytes, table: str, entry: int, weights: Weights) -> int:
    """Return the outcome of an entry, each with the probability of its weight, by rejection. Raises ValueError for
    weights without a positive sum.
    """
    total = int(weights.sum())
    if total <= 0:
        raise ValueError(f"weights must have a positive sum, not {total}")
    limit = (1 << DRAW_BITS) // total * total
    attempt = 0
    while True:
        message = f"{table}\n{entry}\n{attempt}".encode()
        word = int.from_bytes(hmac.digest(seed, message, "sha256")[: DRAW_BITS // 8], "big")
        if word < limit:
            break
        attempt += 1
    return bisect_right(list(accumulate(weights.tolist())), word % total)


def bytes_for(seed: bytes, purpose: str) -> bytes:
    """Return 32 bytes that follow from the seed for another purpose than drawing outcomes, such as the dice of a
    bot.
    """
    return hmac.digest(seed, f"purpose {purpose}".encode(), "sha256")


def bot_seed(seed: bytes, seat: int, entry: int) -> int:
    """Return the seed of a bot's own dice: fixed by the table's seed, and by the entry from which the bot plays on."""
    return int.from_bytes(bytes_for(seed, f"bot {seat} {entry}")[:BOT_SEED_BYTES], "big") >> 1
