"""Bots by the name of their level."""

from doubloon.bots.levels import LEVELS, SEARCHING, new_bot, new_searcher, read_level

__all__ = ["LEVELS", "SEARCHING", "new_bot", "new_searcher", "read_level"]
