"""Lines of somebody who is not asked: chat does not wait, and what waits answers only what it names."""

from collections.abc import Callable

import pytest

from pbem.play.fates import Fate
from pbem.store.tables import HeldRow
from tests.pbem.timed import rows
from tests.reading.clients import Draft
from tests.reading.house import House, Start, own

BORDER = Start(
    """
    clear relations
    war ottoman hapsburg
    units buda: ottoman 6 regulars, suleiman
    control buda, mohacs, szegedin: ottoman
    units vienna: hapsburg 4 regulars, ferdinand
    units pressburg: hapsburg 2 regulars
    control pressburg: hapsburg
    hand ottoman: 1 76 102
    hand hapsburg: 2 31
    hand england: 3
    hand france: 4
    hand papacy: 5
    hand protestant: 7
    impulse ottoman 3 cp
    """
)
QUEENS = Start(
    "clear relations\nclear hands\nhand spain: 3 31\nhand ottoman: 1 33\nimpulse ottoman 3 cp",
    title="vq",
    scenario="campaign",
)
TALKS = Start("clear relations\nphase diplomacy", talks=48)
QUEENS_TALKS = Start("clear relations\nphase diplomacy", talks=48, title="vq", scenario="campaign")
CHAT = """
Sure, take your time
will do
done
confirmed
Got it
Thank you, got it.
Understood.
noted
Congratulations!
well played
no thanks, too expensive
two beers please
need more time
Who is winning
Instead, please.
hold
stop
Deal!
""".strip().splitlines()


def writes(house: House, name: str, *lines: str) -> dict[str, Fate]:
    """An answer to the first letter of ours; what became of its lines."""
    row = house.take(house.reply(name, house.sent_to(name)[0], Draft(top=own(lines))))
    assert row.id is not None
    return house.fates[row.id]


def ordered(house: House, power: str) -> list[str]:
    return [
        row.words
        for row in house.orders()
        if row.entry.get("power") == power and row.entry.get("source") == "mail"
    ]


@pytest.mark.parametrize("start", [BORDER, QUEENS, TALKS, QUEENS_TALKS], ids=lambda s: f"{s.title} {s.talks}")
def test_chat_is_not_held(start: Start, house_at: Callable[[Start], House]) -> None:
    house = house_at(start)
    for line in CHAT:
        fates = writes(house, "carla", line)
        assert Fate.HELD not in fates.values(), line
    assert rows(house, HeldRow) == []


@pytest.mark.parametrize("line", CHAT)
def test_chat_does_not_answer_what_is_asked_later(line: str, house_at: Callable[[Start], House]) -> None:
    """`will do`, written while the Ottoman acted, once sent the garrison of Vienna to intercept."""
    house = house_at(BORDER)
    writes(house, "carla", line)
    house.write("ottoman", "move Suleiman and all to Pressburg")
    assert house.engine().question("hapsburg").kind == "intercept"
    assert ordered(house, "hapsburg") == []


def test_a_pass_is_for_the_impulse_and_not_for_an_interception(house_at: Callable[[Start], House]) -> None:
    house = house_at(BORDER)
    assert writes(house, "carla", "pass") == {"pass": Fate.HELD}
    house.write("ottoman", "move Suleiman and all to Pressburg")
    assert house.engine().question("hapsburg").kind == "intercept"
    assert [row.line for row in rows(house, HeldRow)] == ["pass"]


@pytest.mark.parametrize("line", ["intercept with all from Vienna", "intercept with 2 regulars"])
def test_what_names_the_question_answers_it(line: str, house_at: Callable[[Start], House]) -> None:
    house = house_at(BORDER)
    assert writes(house, "carla", line) == {line: Fate.HELD}
    house.write("ottoman", "move Suleiman and all to Pressburg")
    assert len(ordered(house, "hapsburg")) == 1


@pytest.mark.parametrize("start", [BORDER, QUEENS], ids=["his", "vq"])
def test_orders_wait(start: Start, house_at: Callable[[Start], House]) -> None:
    """Whole impulses that are sent too early, in both games."""
    house = house_at(start)
    lines = ["play 31 for cp", "build mercenary in Madrid" if start.title == "vq" else "control Graz", "end"]
    assert set(writes(house, "carla", *lines).values()) == {Fate.HELD}
