"""Settings under which the general tests play, too: together they reach every option, action, event and text of the
game.
"""

PLAIN = (
    "cabin-boy",
    "cook",
    "lookout",
    "fiddler",
    "boatswain",
    "quartermaster",
    "smuggler",
    "fence",
    "diver",
    "gambler",
    "pickpocket",
    "cutthroat",
    "gunner",
)
WITHOUT = tuple(f"cards.{card}.copies=0" for card in PLAIN)

VARIANTS: tuple[tuple[str, ...], ...] = (
    (),
    # Poor islands: no ruby to grasp, clutter in every cabin, a deck that runs out (R3.3 to R3.5, R4.2).
    (
        "start.rubies=0",
        "start.others_bonus=1",
        "feast.rubies=1",
        "feasts_per_turn=any",
        "keep_clean=0",
        "captains=all_bold",
        "screens=closed",
    ),
    # Crews come together and leave at once, and their leaving makes others lose and leave (R4.8, R7.1, R8.4).
    (
        *WITHOUT,
        *(f"cards.{card}.copies=20" for card in ("martyr", "old-admiral", "drummer")),
        *(
            "cards.martyr.boarding=lure 99, mess 2",
            "cards.old-admiral.boarding=lure 99, mess 2",
            "cards.drummer.boarding=broadside 99",
        ),
        *("cards.martyr.upkeep=4", "cards.old-admiral.upkeep=4", "start.rubies=9"),
        *("cards.powder-monkey.copies=5", "cards.powder-monkey.leaving=others_lose 9, bite 3, mess 1", "keep_clean=0"),
    ),
    # Many things: treasures in others' turns, dice, peeks, and losses that treasures must pay (R7.1, R9).
    (
        *WITHOUT,
        *(f"cards.{card}.copies=20" for card in ("ruby-casket", "golden-idol", "martyr")),
        *(
            "cards.martyr.boarding=others_lose 60",
            "cards.spyglass.copies=6",
            "cards.loaded-dice.copies=6",
            "start.rubies=30",
        ),
    ),
    # Cards that only this table has, with every effect of the vocabulary on skills that cost little.
    (
        "feasts_per_turn=0",
        "start.rubies=40",
        *("captains=all_bold", "cards.bold.vigour=60", "cards.bold.uses=any", "cards.bold.skill=1: litter 4"),
        *(
            "cards.stowaway.kind=pirate",
            "cards.stowaway.copies=20",
            "cards.stowaway.infamy=-1",
            "cards.stowaway.grasp=3",
            "cards.stowaway.name_fr=passager",
        ),
        "cards.stowaway.boarding=gain 1, peek, wound 2, rum 1",
        "cards.stowaway.skill=1: ready, lure 9, litter 4, mess 1",
        *("cards.jester.kind=pirate", "cards.jester.copies=20", "cards.jester.infamy=1", "cards.jester.uses=any"),
        "cards.jester.skill=1: steal 1, unsettle 1, litter 4, clean 1",
    ),
    # Captains that lose trust and win it back (R8.2).
    ("captains=all_bold", "cards.bold.vigour=1", "cards.cask-of-rum.copies=20", "cards.cook.copies=9"),
)
SHORT = {"start.turns": "3"}
"""Settings under which a game is short but has everything."""
