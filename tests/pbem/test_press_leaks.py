"""What two powers say to each other, and what they hold, shows in nobody else's letters."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from pbem.channels.mail.write import compose
from tests.pbem.office import Office
from tests.pbem.test_leaks import FRANCE, ONLOOKERS, PAPACY, READERS, a_seed, with_other_hands
from tests.pbem.twins import begin_twins

HOURS = 60


def seen(office: Office) -> dict[str, list[bytes]]:
    """Every byte that goes to anybody but the two powers; its time is in it."""
    return {power: [compose(row) for row in office.outbox(power)] for power in ONLOOKERS}


def begin(office: Office, seed: str) -> None:
    office.begin(seed, windows="standing", observers=1, reports="impulse", languages=READERS)


def play(office: Office, *letters: tuple[str, str]) -> None:
    """A letter every quarter of an hour, then the clock runs on: talks end, reminders and deadlines come."""
    start = office.clock.now()
    for number, (power, line) in enumerate(letters):
        office.later(0.25)
        office.write(power, line, message_id=f"<talk{number}@x>")
    while (office.clock.now() - start).total_seconds() < HOURS * 3600:
        office.later(0.25)
        if office.clock.now().minute == 0:
            office.moderator.tick()


def test_hands_do_not_show_in_talks(
    new_office: Callable[..., Office], monkeypatch: pytest.MonkeyPatch
) -> None:
    looks: list[Any] = []
    one, other = new_office(talks=24), new_office(talks=24)
    seed = a_seed(one)
    begin_twins(monkeypatch, one, other, lambda office: begin(office, seed), with_other_hands)
    for office in (one, other):
        play(
            office,
            (FRANCE, "propose to papacy: alliance"),
            (PAPACY, "agree"),
            (FRANCE, "press to all: I hold nothing."),
            ("hapsburg", "propose to france: france gives 2 cards"),
            ("england", "extend 12h"),
        )
        looks.append(seen(office))
    assert looks[0] == looks[1]
    assert all(len(look) >= 4 for look in looks[0].values())


def test_secret_talks_show_to_nobody_else(
    new_office: Callable[..., Office], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Press, proposals, refusals and withdrawals of two powers: for the others the same as silence."""
    looks: list[Any] = []
    chat = [
        (FRANCE, "press to papacy: Shall we?"),
        (PAPACY, "propose to france: alliance"),
        (FRANCE, "refuse papacy 1"),
        (FRANCE, "propose to papacy: give 1 card"),
        (PAPACY, "agree france 2"),
        (PAPACY, "withdraw france 2"),
        (FRANCE, "group friends: papacy, england"),
    ]
    one, other = new_office(talks=24), new_office(talks=24)
    begin_twins(
        monkeypatch, one, other, lambda office: begin(office, "the same"), changed=lambda engine: engine
    )
    for office, letters in ((one, chat), (other, [])):
        play(office, *letters)
        looks.append(seen(office))
        assert office.orders()
    assert looks[0] == looks[1]
    assert all(len(look) >= 2 for look in looks[0].values())


def test_a_clash_with_a_secret_deal_is_told_to_nobody_else(talking: Office) -> None:
    """The Hapsburgs promise Besançon to England, then to France: only they know that it is twice."""
    talking.write("hapsburg", "propose to england: cede besancon")
    talking.write("england", "agree")
    asked = talking.write("france", "propose to hapsburg: hapsburg cedes besancon")
    assert "France" not in asked.text.partition("Beware")[2]
    assert "Beware" not in asked.text
    talking.write("hapsburg", "propose to france: cede besancon")
    agreed = talking.write("france", "agree hapsburg 2")
    assert "Beware" not in agreed.text
    own = talking.write("hapsburg", "agree france 1")
    assert "does not go together" in " ".join(own.text.split())
