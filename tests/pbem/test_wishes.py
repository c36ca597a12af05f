"""Several answers in one letter: lists of wishes, what a question asks next, `pass` with the last card."""

from __future__ import annotations

import pytest

from pbem.play.sitting import Sitting
from tests.pbem.a_table import asked, done, letter, table

PROTESTANT = """
    scenario tournament
    hand ottoman: 1 45
    hand hapsburg: 2 46
    hand england: 3 47
    hand france: 4 48
    hand papacy: 49
    hand protestant: 7 50 51
    impulse protestant 5 cp
"""


@pytest.fixture
def sitting() -> Sitting:
    return table(PROTESTANT)


def tried(sitting: Sitting) -> list[str]:
    events = (event for step in sitting.steps for event in step.events)
    return [event.space for event in events if type(event).__name__ == "AttemptMade"]  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    "lines",
    [
        ["treatise german", "convert amsterdam, then antwerp", "end"],
        ["treatise german", "amsterdam", "antwerp", "end"],
        ["treatise german: amsterdam, then antwerp", "end"],
        ["treatise in the german zone: convert amsterdam and antwerp", "end"],
        ["treatise german; convert amsterdam; convert antwerp; end"],
        ["treatise german", "convert amsterdam, then antwerp, then metz, then trier", "end"],
        ["treatise german", "convert wittenberg, then amsterdam, then antwerp", "end"],
    ],
)
def test_attempts_are_wished_for_in_order(sitting: Sitting, lines: list[str]) -> None:
    """More spaces than attempts do no harm, nor does one that cannot be tried."""
    letter(sitting, "protestant", *lines)
    assert sitting.failed is None, sitting.failed
    assert not sitting.held
    meant = [step.meaning or step.words for step in sitting.steps if step.power == "protestant"]
    assert [words for words in meant if "msterdam" in words or "ntwerp" in words]
    assert not [words for words in meant if "control" in words]
    assert tried(sitting) == ["amsterdam", "antwerp"]
    assert not any(line.startswith("protestant") for line in asked(sitting))


def test_if_nothing_of_it_can_be_tried_it_is_refused(sitting: Sitting) -> None:
    letter(sitting, "protestant", "treatise german", "convert wittenberg")
    assert sitting.failed is not None
    assert sitting.failed.problem.code == "space.not_of_faith"


def test_whoever_has_no_more_cards_is_not_asked(sitting: Sitting) -> None:
    """`pass` with the last card need not be said: there is nothing else to do."""
    sitting = table(PROTESTANT.replace("hand protestant: 7 50 51", "hand protestant:"))
    letter(sitting, "protestant", "end")
    for power in ("ottoman", "hapsburg", "england", "france", "papacy"):
        letter(sitting, power, f"play {max(sitting.engine.game.hand(power))} for cp", "end")
    assert asked(sitting) == ["ottoman impulse"]
    assert sitting.engine.game.impulse_number >= 7


def test_the_rest_of_the_turn_can_be_passed_with_the_last_line(sitting: Sitting) -> None:
    sitting = table(PROTESTANT.replace("hand protestant: 7 50 51", "hand protestant: 50"))
    letter(sitting, "protestant", "end", "pass this turn")
    for power in ("ottoman", "hapsburg", "england", "france", "papacy"):
        letter(sitting, power, f"play {max(sitting.engine.game.hand(power))} for cp", "end")
    assert asked(sitting) == ["ottoman impulse"]
    assert "protestant (mail): pass" in done(sitting)
    assert [order.words for order in sitting.standing.of("protestant")] == ["pass this turn"]


def test_the_end_of_an_impulse_is_known_though_windows_follow_it() -> None:
    """`end` after the last CP was once held, and with it `pass this turn`, where a window came in between."""
    sitting = table(PROTESTANT.replace("impulse protestant 5 cp", "impulse france 4 cp"))
    letter(sitting, "france", "build 2 mercs in lyon", "build regular in lyon", "end", "pass this turn")
    assert sitting.failed is None
    assert [held.line for held in sitting.held["france"]] == ["pass this turn"]
    assert sitting.skipped == [("end", "")]
