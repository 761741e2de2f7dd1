"""Wreck Divers: a secret choice, then push your luck; 2 to 4 players."""
