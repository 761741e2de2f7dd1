"""The log of one viewer: its newest lines, and the last of each seat."""

from doubloon.engine.message import Message, SeatName
from doubloon.games import load
from doubloon.web.table.log import SHOWN_LOG, Log, LogLine
from tests.render.views import html_of, played, view_of, with_log


def line(entry: int, seat: int, *, personal: bool = False, number: int = 0) -> LogLine:
    """Return a line that names a seat."""
    return LogLine(entry, seat, Message("event.passed", {"seat": SeatName(seat)}), personal, number)


def test_the_last_of_each_seat_goes_with_its_line() -> None:
    log = Log([line(0, 2), line(1, 1)])
    assert {seat: said.entry for seat, said in log.said.items()} == {2: 0, 1: 1}
    log.extend(line(entry, 1) for entry in range(2, SHOWN_LOG + 1))
    assert {seat: said.entry for seat, said in log.said.items()} == {1: SHOWN_LOG}
    assert (len(log), log.count) == (SHOWN_LOG, SHOWN_LOG + 1)


def test_what_is_told_to_one_alone_is_nobodys_last_word() -> None:
    log = Log([line(0, 1), line(1, 1, personal=True), line(2, -1)])
    assert log.said[1].entry == 0


def test_a_line_keeps_its_id_when_the_lines_before_it_are_gone() -> None:
    view = view_of(played(load("shipyard"), 3, 45), 0)
    lines = [line(7, 1, number=number) for number in range(SHOWN_LOG + 2)]
    html = html_of(with_log(view, *lines))
    assert 'id="l7.1"' not in html
    assert 'id="l7.2"' in html
