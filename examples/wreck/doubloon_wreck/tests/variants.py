"""Settings under which the general tests play, too: together they reach every option, action, event and text of the
game.
"""

VARIANTS: tuple[tuple[str, ...], ...] = (
    (),
    ("sharks=leave", "starter=1", "dives=3"),
    # A bag that is soon empty (W3.4, W5.1).
    ("tokens.pearls=3", "tokens.gold=1", "tokens.sharks=2"),
)
SHORT = {"options.dives": "2"}
"""Settings under which a game is short but has everything."""
