"""Two answers to one question: `instead` and `later`; and warnings that come only so often a day."""

from collections.abc import Callable

import pytest

from pbem.store.tables import HeldRow, OutgoingRow
from tests.pbem.timed import rows
from tests.reading.clients import Draft
from tests.reading.house import House, Start, own
from tests.reading.test_situations import BY_NAME, start_of

WAR = "declare war on Venice"


@pytest.fixture
def asked(house_at: Callable[[Start], House]) -> House:
    """France has answered `none`, and then something else; its receipt asks how that is meant."""
    house = house_at(start_of(BY_NAME["second-answer-instead"]))
    question = house.answered("fran", "question wars")
    for line in ("none", WAR):
        house.take(house.reply("fran", question, Draft(top=own([line]))))
    return house


def answer(house: House, word: str) -> OutgoingRow:
    receipt = next(row for row in house.sent_to("fran") if row.about is not None)
    row = house.take(house.reply("fran", receipt, Draft(top=own([word]))))
    told = house.answer_to(row)
    return told


def words(house: House) -> list[str]:
    return [row.words for row in house.orders() if row.entry.get("source") == "mail"][-2:]


def test_instead_takes_the_first_answer_back(asked: House) -> None:
    before = len(asked.sent_to("carla"))
    told = " ".join(answer(asked, "instead").text.split())
    assert "INSTEAD" in told
    assert "is taken back" in told
    assert words(asked) == ["none", WAR]
    assert asked.orders()[-2].entry["$"] == "Rewound"
    (letter,) = asked.sent_to("carla")[before:]
    assert "France has thought again" in " ".join(letter.text.split())
    again = answer(asked, "instead").text
    assert "were taken already" in " ".join(again.split())
    assert words(asked) == ["none", WAR]


def test_later_holds_the_new_orders(asked: House) -> None:
    assert "LATER" in answer(asked, "later").text
    assert [row.line for row in rows(asked, HeldRow)] == [WAR]
    assert words(asked)[-1] == "none"


def test_nothing_is_taken_back_when_others_have_acted(asked: House) -> None:
    asked.write("papacy", "none")
    told = " ".join(answer(asked, "instead").text.split())
    assert "stands, and nothing was done" in told
    assert "others have acted since" in told
    assert WAR not in words(asked)


def test_the_words_mean_nothing_elsewhere(asked: House) -> None:
    assert "NOT DONE" in asked.write("hapsburg", "instead").text
    assert rows(asked, HeldRow) == []


def test_the_owner_of_a_seat_is_warned_twice_a_day_at_most(asked: House) -> None:
    before = len(asked.sent_to("fran"))
    for number in range(4):
        asked.receive(asked.letter("france", "none", From=f"friend{number}@example.com"))
    assert len(asked.sent_to("fran")) - before == 2
    assert not [row for row in asked.outbox() if row.recipient.startswith("friend")]
    asked.later(24)
    asked.receive(asked.letter("france", "none", From="friend@example.com"))
    assert len(asked.sent_to("fran")) - before == 3
