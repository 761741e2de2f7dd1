"""Settings under which the general tests play, too: together they reach every option, action, event and text of the
game.
"""

VARIANTS: tuple[tuple[str, ...], ...] = (
    (),
    ("ending=finish_round", "tie=seven", "starter=1"),
    # Poor players sell, skip the buy, and have too few sabres for the final round (I4.3).
    (
        "start.ducats=3",
        "start.sabres=0",
        "jewel_sale=1",
        "island_sale_percent=10",
        "ship_sale=0",
        "price.2=9",
        "fight.sabres=5",
        "fight.sabres_armed=7",
    ),
    # Nobody ever owns a ducat, and nothing moves: the normal turns end early (I6.4).
    ("start.ducats=0", "start.jewels=0", "start.sabres=5", "board.spaces=1", "ship.count=0"),
    # Few islands, more ships than the display holds: ships are bought, fought for, sold and moved.
    (
        "colours.2=1",
        "colours.3=1",
        "colours.4=1",
        "colours.5=1",
        "display.cards=3",
        "board.start=0",
        "ship.count=30",
        "ship.price=1",
        "start.sabres=9",
    ),
    # The pile runs out in the last turns, and then the display (I6.3).
    (
        "colours.2=1",
        "colours.3=1",
        "colours.4=1",
        "colours.5=1",
        "display.cards=2",
        "ship.count=1",
        "board.spaces=2",
        "start.sabres=12",
        "start.ducats=99",
    ),
    # No ships at all: the cards run out, and a round without a buy ends the normal turns.
    (
        "ship.count=0",
        "colours.2=2",
        "colours.5=2",
        "board.spaces=20",
        "start.ducats=200",
        "ducats.8=5",
        "jewels.2=3",
        "sabres.2=1",
        "chests.8=4",
    ),
    (
        "red.price.8=1",
        "blue.jewels.2=20",
        "white.chests.7=5",
        "majority.first=3",
        "majority.second=3",
        "majority.third=3",
        "count.sabre=0",
        "count.jewel=1",
    ),
)
SHORT = {"colours.3": "2"}
"""Settings under which a game is short but has everything."""
