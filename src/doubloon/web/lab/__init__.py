"""Simulations of a table's cards, started from its page: what is asked for, who waits, what came of it."""
