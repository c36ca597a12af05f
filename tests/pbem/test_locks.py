"""A letter is read, sorted and adjudicated while others can write: no letter holds the database.

What takes time is held up in the middle, and somebody else, whose connection waits for nobody, does something
meanwhile.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import pytest
from sqlalchemy import event

from pbem.channels.channel import Incoming
from pbem.channels.mail.channel import MailChannel
from pbem.moderator.deeds import ModeratorDeeds
from pbem.play.sitting import Sitting
from pbem.post.service import MOST_TRIALS
from pbem.store.unit_of_work import UnitOfWork
from tests.pbem.office import GAME, Office, plan

OTHER = "other"
SHORTEST_WAIT = "PRAGMA busy_timeout = 50"


@pytest.fixture
def office(office: Office) -> Office:
    """Two games."""
    office.begin()
    office.moderator.create_game(replace(plan(), name=OTHER), seed="another seed")
    office.moderator.start_game(OTHER)
    return office


@pytest.fixture
def elsewhere(office: Office) -> Iterator[Office]:
    """The same database in another process: it does not wait for locks."""
    other = Office(office.settings.database)
    event.listen(other.database, "connect", lambda connection, _: connection.execute(SHORTEST_WAIT))
    other.written = 1_000
    yield other
    other.database.dispose()


def in_the_middle(
    monkeypatch: pytest.MonkeyPatch, owner: type, name: str, do: Callable[[], None]
) -> list[int]:
    """Do something in the middle of each call of a method; how often it was called is counted."""
    real, calls = getattr(owner, name), [0]

    def slow(self: Any, *args: Any, **named: Any) -> Any:
        calls[0] += 1
        do()
        return real(self, *args, **named)

    monkeypatch.setattr(owner, name, slow)
    return calls


def once(do: Callable[[], object]) -> Callable[[], None]:
    left = [do]

    def first() -> None:
        if left:
            left.pop()()

    return first


def order_in(office: Office, game: str) -> bytes:
    engine = office.engine(game)
    power = next(iter(engine.waiting()))
    return office.letter(power, "default", game=game)


def test_a_letter_that_is_adjudicated_blocks_no_other_game(
    office: Office, elsewhere: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    def meanwhile() -> None:
        assert elsewhere.receive(order_in(elsewhere, OTHER)).status == "done"

    calls = in_the_middle(monkeypatch, Sitting, "take_lines", once(meanwhile))
    before = office.engine(GAME).seq, office.engine(OTHER).seq
    assert office.receive(order_in(office, GAME)).status == "done"
    assert calls == [2]  # each letter once: what happened in the other game does not concern this one
    assert office.engine(GAME).seq > before[0]
    assert office.engine(OTHER).seq > before[1]


@pytest.mark.parametrize("name", ["read", "align"])
def test_a_letter_that_is_read_blocks_nobody(
    office: Office, elsewhere: Office, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    def meanwhile() -> None:
        assert elsewhere.receive(order_in(elsewhere, OTHER)).status == "done"

    in_the_middle(monkeypatch, MailChannel, name, once(meanwhile))
    assert office.receive(order_in(office, GAME)).status == "done"


def test_a_letter_begins_again_when_its_game_has_moved(
    office: Office, elsewhere: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    power = office.asked()[0]

    def meanwhile() -> None:
        with UnitOfWork(elsewhere.database) as work:
            deeds = ModeratorDeeds(work.at(elsewhere.settings, elsewhere.clock.now()))
            deeds.answer(GAME, power, [elsewhere.silent_line(power)], "by telephone")
            work.commit()

    calls = in_the_middle(monkeypatch, Sitting, "take_lines", once(meanwhile))
    row = office.receive(order_in(office, GAME))
    assert row.status == "done"
    assert calls[0] >= 2
    entries = [order.seq for order in office.orders() if order.game_id == 1]
    assert entries == sorted(set(entries))
    by_letter = [order for order in office.orders() if order.letter_id == row.id]
    answers = [sent for sent in office.outbox() if sent.answers_id == row.id]
    assert len(answers) == 1
    assert not by_letter or by_letter[0].seq > 1  # what it orders comes after what was entered meanwhile


def test_a_game_that_moves_each_time_is_held_still_at_last(
    office: Office, elsewhere: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    def meanwhile() -> None:
        if calls[0] <= 1 + MOST_TRIALS:
            elsewhere.deed(lambda desk: desk.extend(GAME, "1 hour"))

    calls = [0]
    calls = in_the_middle(monkeypatch, Sitting, "take_lines", meanwhile)
    assert office.receive(order_in(office, GAME)).status == "done"
    assert calls[0] == 1 + MOST_TRIALS + 1


def test_letters_of_one_game_are_handled_one_after_the_other(office: Office) -> None:
    """Each finds the position that the one before has left, also when both wait at the same time."""
    for number in range(3):
        power = office.asked()[0]
        raw = office.letter(power, "default", message_id=f"<{number}@players.test>")
        office.moderator.store_letter(Incoming("key", raw, len(raw)))
    raw = order_in(office, OTHER)
    office.moderator.store_letter(Incoming("key", raw, len(raw)))
    assert office.moderator.handle_letters() == 4
    assert {letter.status for letter in office.letters()} == {"done"}
