"""Whoever's impulse ends by what others answer is told so, with what came of it and who is next."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.pbem.office import Office
from tests.pbem.test_standing_mail import begin_at

NewOffice = Callable[..., Office]

LAST_POINT = """
    scenario 1532
    war hapsburg france
    units besancon: hapsburg 6 regulars, 2 mercenaries, charles v, alva
    units dijon: france 2 regulars
    units lyon: france 1 regular
    units milan: france 1 regular
    hand hapsburg: 2 24 30
    hand france: 4 26
    impulse hapsburg 1 cp
"""
LOSSES = "standing: lose mercenaries first"
MARCH = "move Charles V, Alva, 6 regulars, 2 mercenaries: Besançon > Dijon"


def march(office: Office, patch: pytest.MonkeyPatch, **changes: Any) -> None:
    """The Hapsburgs spend their last command point; France has to answer."""
    begin_at(office, LAST_POINT, patch, **changes)
    receipt = office.write("hapsburg", LOSSES, MARCH)
    assert "Your impulse is over" not in receipt.text


def answer(office: Office) -> None:
    """Everybody else does what silence would mean, until the impulse is over."""
    for _ in range(12):
        if office.engine().game.active_power() != "hapsburg":
            return
        power = office.asked()[0]
        assert power != "hapsburg"
        office.write(power, office.silent_line(power))
    raise AssertionError("the impulse does not end")


def test_the_attacker_hears_that_the_impulse_is_over_and_what_came_of_it(
    office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    march(office, monkeypatch)
    answer(office)
    letter = office.last_to("hapsburg")
    assert letter.kind == "over"
    assert letter.subject.endswith("your impulse is over")
    assert "Dijon" in letter.text.partition("WHAT HAPPENED")[2]
    assert "Your impulse is over." in letter.text
    assert "The game waits for France." in letter.text
    assert [row.kind for row in office.outbox("hapsburg")].count("over") == 1


def test_where_orders_for_later_are_usual_it_invites_them(
    office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    begin_at(office, LAST_POINT, monkeypatch, quick=True)
    office.write("france", "cancel standing all")
    office.write("hapsburg", "windows closed", MARCH)
    answer(office)
    letter = office.last_to("hapsburg")
    assert letter.kind == "over"
    assert "next impulse:" in letter.text
    assert letter.text.count("Your impulse is over") == 1


def test_what_a_report_has_said_is_not_said_again(office: Office, monkeypatch: pytest.MonkeyPatch) -> None:
    march(office, monkeypatch, reports="impulse")
    answer(office)
    kinds = [row.kind for row in office.outbox("hapsburg")]
    assert kinds[-1] == "report"
    assert "over" not in kinds


def test_who_wants_a_letter_a_day_finds_it_there(office: Office, monkeypatch: pytest.MonkeyPatch) -> None:
    begin_at(office, LAST_POINT, monkeypatch)
    office.write("hapsburg", "digest on", LOSSES, MARCH)
    answer(office)
    letter = office.last_to("hapsburg")
    assert letter.kind == "digest"
    assert "Your impulse is over." in letter.text


def test_whoever_has_passed_for_good_is_not_written_to(
    office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    march(office, monkeypatch)
    office.write("england", "pass until I play a card")
    before = len(office.outbox("england"))
    answer(office)
    assert len(office.outbox("england")) <= before + 1
