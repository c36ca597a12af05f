"""Games kept ready between letters: never another position than the stored one, whoever stored it."""

from __future__ import annotations

from typing import Any

import pytest

from pbem.channels.channel import Incoming
from pbem.post.perform import Performed, carry_out
from pbem.store import games
from pbem.store.ready_games import games_at_work
from pbem.store.tables import LetterRow
from pbem.store.unit_of_work import UnitOfWork
from pbem.work.letter_work import LetterWork
from tests.pbem.office import GAME, Office

pytestmark = pytest.mark.both_databases


@pytest.fixture
def office(game: Office) -> Office:
    return game


def play(office: Office, letters: int) -> None:
    for _ in range(letters):
        power = office.asked()[0]
        office.receive(office.letter(power, office.silent_line(power)))


def positions(office: Office) -> tuple[str, str, bool]:
    """The digest of the game as work would get it, as it is stored, and whether it came from the shelf."""
    with UnitOfWork(office.database) as work:
        game = games.find_game(work.session, GAME)
        desk = games_at_work(work.session)
        assert desk is not None
        engine = desk.take(game, games.last_order(work.session, game))
        stored = games.load_engine(work.session, game)
        return (engine or stored).digest(), stored.digest(), engine is not None


def test_what_is_ready_is_what_is_stored(office: Office) -> None:
    for _ in range(6):
        play(office, 3)
        ready, stored, from_shelf = positions(office)
        assert from_shelf
        assert ready == stored


def test_what_another_process_has_done_is_seen(office: Office) -> None:
    other = Office(office.settings.database)
    other.written = 1000  # other Message-IDs
    for _ in range(4):
        play(office, 2)
        play(other, 1)
        ready, stored, from_shelf = positions(office)
        assert not from_shelf
        assert ready == stored
    other.close()
    seqs = [order.seq for order in office.orders()]
    assert seqs == list(range(1, len(seqs) + 1))


def test_work_that_failed_leaves_nothing(office: Office, monkeypatch: pytest.MonkeyPatch) -> None:
    play(office, 3)
    before, orders = positions(office)[1], len(office.orders())
    power = office.asked()[0]
    raw = office.letter(power, office.silent_line(power))

    def fail(*_: object, **__: object) -> None:
        raise RuntimeError("no letter can be written")

    with monkeypatch.context() as broken:
        broken.setattr("pbem.work.correspondence.Correspondence.private", fail)
        assert office.receive(raw).status == "shunted"
    assert positions(office)[:2] == (before, before)
    office.moderator.try_again(office.letters()[-1].id or 0)
    ready, stored, from_shelf = positions(office)
    assert from_shelf
    assert ready == stored
    assert len(office.orders()) > orders


def test_one_bad_letter_does_not_stop_those_beside_it(
    office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails_once_in_a_while(work: LetterWork, *prepared: Any) -> Performed:
        performed = carry_out(work, *prepared)
        if "stumble" in work.letter.subject:
            raise RuntimeError("stumbled")
        return performed

    monkeypatch.setattr("pbem.post.arrival.carry_out", fails_once_in_a_while)
    power = office.asked()[0]
    for subject in ("one", "stumble", "three"):
        raw = office.letter(power, "status", Subject=subject)
        office.moderator.store_letter(Incoming("key", raw, len(raw)))
    assert office.moderator.handle_letters() == 3
    assert [row.status for row in office.letters()] == ["done", "shunted", "done"]
    answered = [row.answers_id for row in office.outbox() if row.kind == "receipt"]
    assert answered == [office.letters()[0].id, office.letters()[2].id]


def test_letters_of_one_game_are_handled_together_in_their_order(office: Office) -> None:
    power = office.asked()[0]
    line = office.silent_line(power)
    for lines in (["status"], [line], [line]):
        raw = office.letter(power, *lines)
        office.moderator.store_letter(Incoming("key", raw, len(raw)))
    assert office.moderator.handle_letters() == 3
    first, second, third = office.letters()
    done = [order.letter_id for order in office.orders() if order.letter_id]
    assert done[0] == second.id
    assert first.id not in done
    assert all(isinstance(row, LetterRow) and row.status == "done" for row in (first, second, third))
    assert positions(office)[0] == positions(office)[1]
