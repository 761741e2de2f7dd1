"""How `rubies` shows itself: an observation as plain data and as panels of words, and what is asked and may be
chosen.
"""

from doubloon.engine.contract import ALL_SEEING, Record, View
from doubloon.engine.message import Chip, Line, Message, Panel, SeatName
from doubloon.games.rubies.adventure import most_to_grasp, must_get_rubies
from doubloon.games.rubies.effects import current_aim
from doubloon.games.rubies.frames import phase, top
from doubloon.games.rubies.rules import to_act
from doubloon.games.rubies.scoring import infamy
from doubloon.games.rubies.state import (
    CLUTTER,
    FIRST_CAPTAIN,
    HIDDEN,
    MOST_GRASP,
    NONE,
    NOT_YET,
    NUM_ASIDE,
    NUM_CABINS,
    NUM_THINGS,
    Action,
    Cell,
    Effect,
    EffectList,
    Frame,
    Stage,
)
from doubloon.games.rubies.story import event_message, result
from doubloon.games.rubies.words import abilities, card_id, card_name, effect, effects, skill, sort_of, whole_card

TONES = {"pirate": "purple", "captain": "purple", "treasure": "yellow", "item": "cyan", "monster": "red"}
"""How a sort of card looks in a terminal."""
FRAME_IDS = tuple(name.lower() for name in Frame._fields)


def data(rules: Record, observation: Record, viewer: int) -> dict[str, object]:
    """Return everything a page shows, as JSON-ready data with text ids."""
    due = to_act(rules, observation)
    return {
        "viewer": viewer,
        "turn": min(int(observation.turns) + 1, int(rules.turns)),
        "turns": int(rules.turns),
        "phase": FRAME_IDS[phase(observation)],
        "waiting_for": [seat for seat in range(int(rules.num_seats)) if due > 0 and due >> seat & 1],
        "start_player": int(observation.start_seat),
        "order": [int(seat) for seat in observation.order if seat != NONE],
        "sea": [None if kind == NONE else card_id(rules, int(kind)) for kind in observation.sea],
        "taken": None if observation.taken == NONE else card_id(rules, int(observation.taken)),
        "bundles": int(observation.bundles),
        "next_bundle": [
            None if kind == HIDDEN else card_id(rules, int(kind))
            for kind in observation.bundle[: int(observation.num_drawn)]
        ],
        "peeked": [seat for seat in range(int(rules.num_seats)) if int(observation.peeked) >> seat & 1],
        "deck": int(observation.deck),
        "discards": int(observation.discards),
        "gone": {card_id(rules, kind): count for kind, count in enumerate(observation.gone.tolist()) if count},
        "pending": [frame_data(rules, observation, index) for index in range(1, int(observation.depth))],
        "seats": [seat_data(rules, observation, seat, viewer) for seat in range(int(rules.num_seats))],
    }


def frame_data(rules: Record, observation: Record, index: int) -> dict[str, object]:
    """Return a consequence that is still to be settled: what, whose, because of which card. All may see it."""
    frame = observation.frames[index].tolist()
    kind = frame[Cell.KIND]
    with_card = kind in (Frame.BOARD, Frame.EFFECTS, Frame.LEAVER)
    card = card_id(rules, frame[Cell.CARD]) if with_card else None
    return {"what": FRAME_IDS[kind], "seat": frame[Cell.SEAT], "card": card, "count": frame[Cell.COUNT]}


def seat_data(rules: Record, observation: Record, seat: int, viewer: int) -> dict[str, object]:
    """Return what a seat has; its rubies are left out where a closed screen hides them (R2.4)."""
    grasped = int(observation.grasp[seat])
    is_shown = shows_island(rules, observation, seat, viewer)
    # Read at once: to ask a record for each cabin took four times as long.
    crew = zip(
        observation.cabins[seat].tolist(),
        observation.vigour[seat].tolist(),
        observation.uses[seat].tolist(),
        strict=True,
    )
    return {
        "seat": seat,
        "island": int(observation.island[seat]) if is_shown else None,
        "most_grasp": most_to_grasp(observation, seat) if is_shown else MOST_GRASP,
        "has_grasped": grasped != NOT_YET,
        "grasp": None if grasped in (NOT_YET, HIDDEN) else grasped,
        "cabins": [cabin_data(rules, *cabin) for cabin in crew],
        "aside": {card_id(rules, kind): count for kind, count in enumerate(observation.aside[seat].tolist()) if count},
        "tokens": int(observation.tokens[seat]),
        "infamy": infamy(rules, observation, seat),
        "feasts": int(observation.feasts[seat]),
        "ready": bool(int(observation.ready) >> seat & 1),
    }


def cabin_data(rules: Record, kind: int, vigour: int, uses: int) -> dict[str, object] | None:
    """Return the pirate in a cabin; None for an empty one."""
    if kind == NONE:
        return None
    if kind == CLUTTER:
        return {"card": "clutter"}
    return {
        "card": card_id(rules, kind),
        "vigour": vigour,
        "distrusted": kind >= FIRST_CAPTAIN and vigour == 0,
        "uses": uses,
    }


def shows_island(rules: Record, observation: Record, seat: int, viewer: int) -> bool:
    """Tell whether the rubies of an island are shown to a viewer: its own, all with open screens (R2.4), all at the
    end.
    """
    return not rules.screens_closed or viewer in (seat, ALL_SEEING) or phase(observation) == Frame.OVER


def board(rules: Record, observation: Record, viewer: int) -> tuple[Panel, ...]:
    """Return the table as panels: the sea and the piles, then every seat."""
    seats = range(int(rules.num_seats))
    return (sea_panel(rules, observation), *(seat_panel(rules, observation, seat, viewer) for seat in seats))


def sea_panel(rules: Record, observation: Record) -> Panel:
    """Return the cards of the sea with what they do, the next bundle as far as it is known, and the piles."""
    turn = min(int(observation.turns) + 1, int(rules.turns))
    lines = [card_line(rules, int(kind)) for kind in observation.sea if kind != NONE]
    if observation.num_drawn and observation.bundle[0] != HIDDEN:
        lines.append(
            Line(
                Message("line.next"),
                tuple(Chip(card_name(rules, int(kind))) for kind in observation.bundle if kind != NONE),
            )
        )
    piles = (
        ("chip.bundles", observation.bundles),
        ("chip.deck", observation.deck),
        ("chip.discards", observation.discards),
    )
    lines.append(
        Line(Message("line.piles"), tuple(Chip(Message(chip, {"n": int(count)}, "n")) for chip, count in piles))
    )
    return Panel(Message("panel.sea", {"turn": turn, "turns": int(rules.turns)}), tuple(lines))


def card_line(rules: Record, kind: int) -> Line:
    """Return a line with a card: its sort, its infamy, all it can do."""
    sort = sort_of(rules, kind)
    head = Chip(Message(f"sort.{sort}", {"infamy": int(rules.infamy[kind])}), tone=TONES[sort])
    return Line(card_name(rules, kind), (head, *(Chip(text) for text in abilities(rules, kind))))


def seat_panel(rules: Record, observation: Record, seat: int, viewer: int) -> Panel:
    """Return the island, the cabins and the cards of a seat."""
    due = to_act(rules, observation)
    title = "panel.start_player" if seat == observation.start_seat else "panel.seat"
    lines = [
        island_line(rules, observation, seat, viewer),
        Line(Message("line.cabins"), cabin_chips(rules, observation, seat)),
    ]
    aside = [kind for kind in range(NUM_ASIDE) if observation.aside[seat, kind]]
    if aside:
        chips = tuple(
            Chip(card_name(rules, kind), int(observation.aside[seat, kind]), TONES[sort_of(rules, kind)])
            for kind in aside
        )
        lines.append(Line(Message("line.aside"), chips))
    return Panel(Message(title, {"seat": SeatName(seat)}), tuple(lines), active=due > 0 and bool(due >> seat & 1))


def island_line(rules: Record, observation: Record, seat: int, viewer: int) -> Line:
    """Return what a seat counts: rubies of its island, grasp, infamy, tokens."""
    shown = shows_island(rules, observation, seat, viewer)
    chips = [
        Chip(Message("chip.rubies", {"n": int(observation.island[seat])}, "n"), tone="scarlet")
        if shown
        else Chip(Message("chip.screen"))
    ]
    grasped = int(observation.grasp[seat])
    if phase(observation) in (Frame.GRASP, Frame.DICE, Frame.TAKE) and grasped != NOT_YET:
        chips.append(
            Chip(Message("chip.grasped"))
            if grasped == HIDDEN
            else Chip(Message("chip.grasp", {"n": grasped}, "n"), tone="scarlet")
        )
    chips.append(Chip(Message("chip.infamy", {"n": infamy(rules, observation, seat)})))
    if observation.tokens[seat]:
        chips.append(Chip(Message("chip.tokens", {"n": int(observation.tokens[seat])}, "n")))
    return Line(Message("line.island"), tuple(chips))


def cabin_chips(rules: Record, observation: Record, seat: int) -> tuple[Chip, ...]:
    """Return a chip for each cabin, in their order."""
    chips = []
    for cabin in range(NUM_CABINS):
        kind = int(observation.cabins[seat, cabin])
        if kind < 0:
            chips.append(Chip(Message("chip.clutter" if kind == CLUTTER else "chip.empty")))
        else:
            chips.append(Chip(aboard(rules, observation, seat, cabin), tone=TONES[sort_of(rules, kind)]))
    return tuple(chips)


def aboard(rules: Record, observation: Record, seat: int, cabin: int) -> Message:
    """Return a pirate with its rubies; a captain without any is distrusted (R8.2)."""
    vigour = int(observation.vigour[seat, cabin])
    return Message(
        "crew.vigour" if vigour else "crew.distrusted",
        {"card": card_name(rules, int(observation.cabins[seat, cabin])), "n": vigour},
    )


def prompt_others(rules: Record, observation: Record, due: int) -> Message:
    """Return what the game waits for, to a seat that may use a treasure meanwhile (R9.1)."""
    if phase(observation) == Frame.GRASP:
        return Message("prompt.others_grasp")
    asked = next(other for other in range(int(rules.num_seats)) if due >> other & 1)
    return Message("prompt.others", {"seat": SeatName(asked)})


def prompt(rules: Record, observation: Record, seat: int) -> Message:
    """Return what is asked of a seat: the question of the frame on top, or what a seat may do that need not."""
    due = to_act(rules, observation)
    if not due >> seat & 1:
        return prompt_others(rules, observation, due)
    kind = top(observation, Cell.KIND)
    rubies = int(observation.island[seat])
    if kind == Frame.FEAST:
        return (
            Message("prompt.must_feast")
            if must_get_rubies(rules, observation, seat)
            else Message("prompt.feast", {"n": rubies}, "n")
        )
    if kind == Frame.GRASP:
        return Message("prompt.grasp", {"n": rubies}, "n") if rubies else Message("prompt.grasp_none")
    if kind == Frame.MESS or (kind == Frame.BOARD and top(observation, Cell.AT) == Stage.ROOM):
        return Message("prompt.dismiss")
    if kind == Frame.BOARD:
        return Message("prompt.board", {"card": card_name(rules, top(observation, Cell.CARD))})
    if kind == Frame.EFFECTS:
        aim = current_aim(rules, observation)
        return Message(
            "prompt.target",
            {"card": card_name(rules, top(observation, Cell.CARD)), "effect": effect(aim.effect, aim.number)},
        )
    if kind == Frame.LOSE:
        return Message("prompt.lose", {"n": top(observation, Cell.COUNT)}, "n")
    return Message(f"prompt.{FRAME_IDS[kind]}")


def action(rules: Record, observation: Record, seat: int, number: int) -> Message:
    """Return what choosing an action means now."""
    if number >= Action.GRASP:
        return (
            Message("action.grasp", {"n": number - Action.GRASP}, "n")
            if number > Action.GRASP
            else Message("action.grasp_none")
        )
    if number >= Action.USE:
        return Message("action.use", {"card": whole_card(rules, number - Action.USE)})
    if number >= Action.CREW:
        owner, cabin = divmod(number - Action.CREW, NUM_CABINS)
        return Message("action.crew", {"seat": SeatName(owner), "card": aboard(rules, observation, owner, cabin)})
    if number >= Action.SEAT:
        return target_seat(rules, observation, number - Action.SEAT)
    if number >= Action.SETTLE:
        return leaving_ability(rules, observation, seat, number - Action.SETTLE)
    if number >= Action.DISMISS:
        return Message("action.dismiss", {"card": aboard(rules, observation, seat, number - Action.DISMISS)})
    if number >= Action.TAKE:
        return action_on_card(rules, observation, seat, number)
    return plain_action(rules, observation, seat, number)


def target_seat(rules: Record, observation: Record, seat: int) -> Message:
    """Return a player at whom an effect may be aimed; where it steals, with the rubies that are there."""
    if current_aim(rules, observation).effect == Effect.STEAL and not rules.screens_closed:
        return Message("action.seat_rubies", {"seat": SeatName(seat), "n": int(observation.island[seat])}, "n")
    return Message("action.seat", {"seat": SeatName(seat)})


def leaving_ability(rules: Record, observation: Record, seat: int, cabin: int) -> Message:
    """Return the ability of the pirate of a seat that left a cabin (R8.4)."""
    frames = observation.frames[top(observation, Cell.AT) : int(observation.depth)]
    kind = next(int(frame[Cell.CARD]) for frame in frames if frame[Cell.SEAT] == seat and frame[Cell.CABIN] == cabin)
    return Message(
        "action.settle",
        {"card": card_name(rules, kind), "effects": effects(rules, kind, EffectList.LEAVING) or Message("card.given")},
    )


def action_on_card(rules: Record, observation: Record, seat: int, number: int) -> Message:
    """Return the taking of a card of the sea, or the use of a skill."""
    if number < Action.SKILL:
        return Message("action.take", {"card": whole_card(rules, int(observation.sea[number - Action.TAKE]))})
    kind = int(observation.cabins[seat, number - Action.SKILL])
    return Message(
        "action.skill", {"card": card_name(rules, kind), "skill": skill(rules, kind) or card_name(rules, kind)}
    )


def plain_action(rules: Record, observation: Record, seat: int, number: int) -> Message:
    """Return an action that names nothing."""
    kind = top(observation, Cell.KIND)
    if number == Action.DONE:
        return Message(f"action.done.{FRAME_IDS[kind]}")
    if number == Action.FEAST:
        return Message("action.feast", {"n": int(rules.feast_rubies)}, "n")
    if number == Action.SWEEP:
        return Message("action.sweep")
    if number == Action.HIRE:
        return Message("action.hire", {"n": int(observation.grasp[seat])}, "n")
    return Message("action.clean")


KEYS = {
    Action.DONE: "d",
    Action.FEAST: "f",
    Action.SWEEP: "s",
    Action.HIRE: "h",
    Action.CLEAN: "c",
    **{Action.USE + kind: f"u{kind + 1}" for kind in range(NUM_THINGS)},
    **{action_number: str(action_number - Action.GRASP) for action_number in range(Action.GRASP, Action.GRASP + 61)},
}

VIEW = View(data, board, prompt, action, event_message, result, keys=KEYS)
