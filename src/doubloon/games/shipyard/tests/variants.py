"""Settings under which the general tests play, too: together they reach every option, action, event and text of the
game.
"""

VARIANTS: tuple[tuple[str, ...], ...] = (
    (),
    ("cannon=optional", "colour=released", "coins_to=discard"),
    ("cannon=optional", "colour=kept", "cards.cannons=12", "starter=1"),
    ("colour=released", "cards.ships=3", "ship.size=2", "cards.coins=4", "cards.pirates=9", "turn_limit=60"),
    # Without pirates the cards run out, and nobody can draw (S3.3).
    ("cards.pirates=0", "cards.coins=3", "cards.ships=4", "ship.size=4", "turn_limit=40"),
    ("pirate.toll=10", "cards.pirates=20", "turn_limit=30"),
    ("pirate.toll=1", "buy.price=1", "cards.pirates=3"),
)
SHORT = {"ship.size": "3"}
"""Settings under which a game is short but has everything."""
