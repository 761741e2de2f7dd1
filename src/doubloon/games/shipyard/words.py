"""Cards of `shipyard` in words."""

from doubloon.engine.message import Message
from doubloon.games.shipyard.state import Kind

KIND_IDS = tuple(name.lower() for name in Kind._fields)
PIECE_IDS = ("bow", "hull", "stern", "mast", "sail", "flag")


def pieces_in(bits: int) -> list[str]:
    """Return the names of the pieces whose bits are set, in their order (S1.2)."""
    return [name for index, name in enumerate(PIECE_IDS) if bits >> index & 1]


def card(kind: int, piece_bit: int = 0) -> Message:
    """Return the name of a card; of a ship card with its piece, where known."""
    if piece_bit:
        return Message(
            "card.ship",
            {"card": Message(f"kind.{KIND_IDS[kind]}"), "piece": Message(f"piece.{pieces_in(piece_bit)[0]}")},
        )
    return Message(f"kind.{KIND_IDS[kind]}")
