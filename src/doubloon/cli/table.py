"""A table in the terminal: bots and people at one keyboard, fair chance, and a record that is on disk before anything
is told.
"""

from rich.text import Text

from doubloon.bots import new_bot, new_searcher
from doubloon.bots.analyst import advise
from doubloon.bots.prepare import prepare
from doubloon.cli.choices import Choices
from doubloon.cli.console import Board, percent
from doubloon.cli.record_file import RecordFile
from doubloon.engine import fair
from doubloon.engine.contract import CHANCE, SPECTATOR, Game
from doubloon.engine.events import Event
from doubloon.engine.message import SeatName
from doubloon.engine.playthrough import Bot, Playthrough, Sight
from doubloon.engine.record import HUMAN, Header

HINT_LEVEL = "captain"


class TerminalTable:
    """Plays one game from where it stands to its end."""

    def __init__(self, playthrough: Playthrough, header: Header, seed: bytes, board: Board) -> None:
        self.playthrough = playthrough
        self.header = header
        self.seed = seed
        self.board = board
        self.record: RecordFile | None = None
        self.bots: dict[int, Bot] = {
            seat: new_bot(player.kind, self.game, fair.bot_seed(seed, seat, len(playthrough.entries)))
            for seat, player in enumerate(header.seats)
            if player.kind != HUMAN
        }
        self.choices = Choices(self.game, board, self.hint)

    @property
    def game(self) -> Game:
        """The game that is played here."""
        return self.playthrough.game

    def prepare(self) -> None:
        """Have all compiled that a game calls, which takes seconds on the first start and nothing later, before anybody
        waits for an answer.
        """
        prepare(self.game, self.playthrough.rules, sorted({player.kind for player in self.header.seats} - {HUMAN}))

    def play(self) -> None:
        """Play to the end, asking people and bots. Raises PlayerLeft when a person leaves; all that was told is on disk
        then.
        """
        while not self.playthrough.is_over:
            if self.playthrough.to_act == CHANCE:
                events = self.playthrough.chance(self.playthrough.draw(self.seed, self.header.table))
            else:
                seat = self.playthrough.seats_to_act()[0]
                events = self.playthrough.act(seat, self.decide(seat))
            if self.record is not None:
                self.record.append(self.playthrough)
            self.tell(events)
        self.finish()

    def decide(self, seat: int) -> int:
        """Return the action of a seat. Bots and people get the same observation."""
        playthrough = self.playthrough
        sight = playthrough.sight(seat)
        if seat not in self.bots:
            is_shared = self.only_human() == SPECTATOR
            in_secret = is_shared and bool(self.game.functions.is_secret(playthrough.rules, sight.observation))
            return self.choices.ask(sight, in_secret=in_secret)
        return self.bots[seat].choose(sight)

    def hint(self, sight: Sight) -> str:
        """Return what a captain would do, in words, with its chance to win."""
        searcher = new_searcher(
            HINT_LEVEL, self.game, fair.bot_seed(self.seed, sight.seat, len(self.playthrough.entries))
        )
        advice = advise(sight, searcher)
        action = self.game.view.action(sight.rules, sight.observation, sight.seat, advice.best)
        return self.board.translator.text("cli.hint", action=action, win=percent(self.board.translator, advice.win))

    def tell(self, events: tuple[Event, ...]) -> None:
        """Print what happened, beside the number of the entry. With people at the table, what all of them may know."""
        number = str(len(self.playthrough.entries) - 1)
        viewer = self.only_human()
        for event in events:
            message = self.game.view.event(self.playthrough.rules, event, viewer)
            if message is not None:
                self.board.beside(Text(f"{number:>5}  ", style="dim"), self.board.translator.render(message))
                number = ""

    def only_human(self) -> int:
        """Return the seat whose secrets the screen may show: the only person's; with several people nobody's but the
        public's.
        """
        people = [seat for seat in range(self.playthrough.num_seats) if seat not in self.bots]
        return people[0] if len(people) == 1 else SPECTATOR

    def finish(self) -> None:
        """Print the table and the result."""
        playthrough = self.playthrough
        self.board.console.print()
        self.board.show(
            self.game.view.board(playthrough.rules, playthrough.observation(self.only_human()), self.only_human())
        )
        self.board.console.print()
        show_result(self.board, playthrough)


def show_result(board: Board, playthrough: Playthrough) -> None:
    """Print the final count and who won."""
    for message in playthrough.game.view.result(playthrough.rules, playthrough.state, playthrough.ranking()):
        board.console.print(Text(f"  {board.translator.render(message)}"))
    first = [seat for seat, place in enumerate(playthrough.ranking().tolist()) if place == 0]
    alone = len(first) == 1
    words = (
        board.translator.text("cli.winner", seat=SeatName(first[0]))
        if alone
        else board.translator.text("cli.shared", n=len(first), count="n")
    )
    board.console.print(Text(f"  {words}", style="bold"))
