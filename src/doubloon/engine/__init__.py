"""The engine: the contract of a game, and everything that works on any game. Knows none."""
