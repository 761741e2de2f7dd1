"""People: names, accounts, tokens; chat and muting; ratings."""

from pathlib import Path

import pytest

from doubloon.tables.chat import PHRASES
from doubloon.tables.errors import Refused
from doubloon.tables.lobby import NewTable
from doubloon.tables.people import clean_line
from doubloon.tables.store import place_counts, ratings_of, tables_of
from tests.tables.support import in_loop, open_runtime, play_out, seat_people


@in_loop
async def test_an_account_keeps_the_games_of_the_guest(tmp_path: Path) -> None:
    async with open_runtime(tmp_path, games=("shipyard",)) as runtime:
        guest = await runtime.people.new_guest("Ann")
        await runtime.lobby.create(guest, NewTable("shipyard", ("human", "open")))
        member = await runtime.people.register(guest, " Ann.1 ", "long enough")
        assert (member.id, member.is_guest, member.login) == (guest.id, False, "ann.1")
        assert (await runtime.people.sign_in("ANN.1", "long enough")).id == guest.id
        assert len(await runtime.store.read(lambda connection: tables_of(connection, member.id, ("open",), 9))) == 1
        with pytest.raises(Refused, match="has an account"):
            await runtime.people.register(member, "other", "long enough")


@in_loop
async def test_wrong_logins_are_refused_with_the_same_words(tmp_path: Path) -> None:
    async with open_runtime(tmp_path, games=("shipyard",)) as runtime:
        await runtime.people.register(None, "ann", "long enough", "Ann")
        refusals = []
        for login, password in (
            ("ann", "wrong password"),
            ("bob", "long enough"),
            ("", ""),
            ("a" * 10_000, "b" * 10_000),
        ):
            with pytest.raises(Refused) as refusal:
                await runtime.people.sign_in(login, password)
            refusals.append(str(refusal.value))
        assert len(set(refusals)) == 1
        for login, password, words in (
            ("ann", "long enough", "taken"),
            ("b b", "long enough", "letters"),
            ("bob", "short", "at least 8"),
            ("", "x" * 9, "letters"),
        ):
            with pytest.raises(Refused, match=words):
                await runtime.people.register(await runtime.people.new_guest("Bob"), login, password)


@in_loop
async def test_tokens_belong_to_one_person_and_end_with_the_next(tmp_path: Path) -> None:
    async with open_runtime(tmp_path, games=("shipyard",)) as runtime:
        ann = await runtime.people.new_guest("Ann")
        first = await runtime.people.new_token(ann)
        found = await runtime.people.of_token(first)
        assert found is not None
        assert found.id == ann.id
        second = await runtime.people.new_token(ann)
        assert await runtime.people.of_token(first) is None
        assert (await runtime.people.of_token(second) or ann).name == "Ann"
        assert await runtime.people.of_token("doubloon_nonsense") is None


@pytest.mark.parametrize(
    ("name", "shown"),
    [(" Ann  Bonny ", "Ann Bonny"), ("A\u202ebc\u0000d\n e", "Abcd e"), ("海賊👑", "海賊👑"), ("<b>x</b>", "<b>x</b>")],
)
def test_names_are_one_line_without_hidden_characters(name: str, shown: str) -> None:
    assert clean_line(name) == shown


@in_loop
async def test_a_new_name_is_shown_at_unfinished_tables(tmp_path: Path) -> None:
    async with open_runtime(tmp_path, games=("shipyard",)) as runtime:
        live, (ann, _) = await seat_people(runtime, "shipyard", 2)
        await runtime.people.rename(ann, "Anne")
        assert [seat.name for seat in live.seats] == ["Anne", "Person 1"]
        for name in ("", " \u200b ", "x" * 25):
            with pytest.raises(Refused, match="name"):
                await runtime.people.rename(ann, name)


@in_loop
async def test_talk_is_kept_and_muting_is_personal(tmp_path: Path) -> None:
    async with open_runtime(tmp_path, games=("shipyard",)) as runtime:
        live, (ann, ben) = await seat_people(runtime, "shipyard", 2)
        await runtime.chat.say(live.id, ann, "  <script>alert(1)</script> \n x ")
        await runtime.chat.say(live.id, ben, phrase=PHRASES[0])
        for text, phrase in (("", ""), ("\u200b", ""), ("x" * 301, ""), ("x", "nonsense")):
            with pytest.raises(Refused):
                await runtime.chat.say(live.id, ann, text, phrase)
        runtime.service.drop(live)
        again = await runtime.service.get(live.id)
        assert [(said.name, said.text, said.phrase) for said in again.chat] == [
            ("Person 0", "<script>alert(1)</script> x", ""),
            ("Person 1", "", PHRASES[0]),
        ]
        await runtime.chat.mute(ann, ben.id, muted=True)
        assert await runtime.chat.muted(ann) == {ben.id}
        assert await runtime.chat.muted(ben) == frozenset()
        await runtime.chat.mute(ann, ben.id, muted=False)
        assert await runtime.chat.muted(ann) == frozenset()
        with pytest.raises(Refused):
            await runtime.chat.mute(ann, ann.id, muted=True)


@in_loop
async def test_finished_games_are_counted_and_rated_with_the_bots(tmp_path: Path) -> None:
    async with open_runtime(tmp_path, games=("shipyard",)) as runtime:
        ann = await runtime.people.new_guest("Ann")
        for _ in range(3):
            live = await runtime.lobby.create(ann, NewTable("shipyard", ("human", "sailor", "sailor")))
            await play_out(runtime, live, ann)
        counts = await runtime.store.read(lambda connection: place_counts(connection, ann.id))
        assert sum(count for _, _, _, count in counts) == 3
        ratings = {
            rating.player: rating
            for rating in await runtime.store.read(lambda connection: ratings_of(connection, [ann.id, "bot:sailor"]))
        }
        assert ratings[ann.id].games == 3
        assert ratings["bot:sailor"].games == 6
        assert ratings[ann.id].sigma < 25 / 3
        wins = sum(count for _, _, place, count in counts if place == 0)
        assert ratings[ann.id].wins == wins
