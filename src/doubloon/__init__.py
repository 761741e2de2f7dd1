"""Doubloon: three pirate card games on one engine, for players, game designers and researchers."""

__version__ = "0.1.0"
