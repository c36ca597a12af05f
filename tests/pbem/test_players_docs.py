"""The players' guide shows what really happens: its examples are read, its letters are the program's own."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from pbem.channels.mail.reply import WRITE_ABOVE
from pbem.errors import Ambiguous, Illegal, OrderProblem
from pbem.games import game_of
from pbem.language import expand, parse_line
from pbem.letters import questions, receipts, render
from pbem.letters.content import PrivateLetter
from pbem.play.sitting import Sitting
from pbem.post.commands import word_in
from pbem.post.commands.word import Moment
from tests.pbem.a_table import NAMES, letter, table

GUIDE = (Path(__file__).parents[2] / "docs" / "players.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```\n(.*?)^```", GUIDE, re.MULTILINE | re.DOTALL)
LETTER = """
    scenario tournament
    peace france hapsburg
    units paris: france 4 regulars, 2 mercenaries, francis, montmorency
    hand france: 4 33 36 68 82 90
    impulse france
"""


def guide_table(heading: str) -> list[str]:
    """The examples in a table of the guide."""
    part = GUIDE.partition(f"## {heading}\n")[2].partition("\n## ")[0]
    rows = [row for row in part.split("\n") if row.startswith("| ") and not row.startswith("|---")]
    return [example for row in rows[1:] for example in re.findall(r"`([^`]+)`", row)]


def at(position: str, *lines: tuple[str, str], dice: str = "") -> Sitting:
    sitting = table(position, dice=dice)
    for power, line in lines:
        letter(sitting, power, line)
        assert sitting.failed is None, sitting.failed
    return sitting


@pytest.fixture(scope="module")
def moments() -> list[Sitting]:
    """Moments at which something is asked, one of them for each example."""
    attack = """
        units paris: france 6 regulars, francis i
        units st_quentin: hapsburg 3 regulars, 2 mercenaries, charles v
        units brussels: hapsburg 4 regulars
        control st_quentin: hapsburg
        impulse france 5 cp
    """
    attacks = ("france", "move francis and all to st quentin")
    turk = """
        scenario tournament
        units buda: ottoman 6 regulars, 2 cavalry, suleiman
        units algiers: ottoman 2 corsairs, barbarossa
        units barbary_coast: ottoman 1 corsair
        siege vienna: ottoman
        units vienna: hapsburg 3 regulars; ottoman 2 cavalry
        impulse ottoman 6 cp
    """
    spring = "scenario tournament\nunits paris: france 4 regulars, francis\nphase spring"
    silent = [(power, "nobody") for power in ("ottoman", "hapsburg", "england")]
    return [
        at(turk),
        at("scenario tournament\nunits marseille: france 2 squadrons, 2 regulars\nimpulse france 6 cp"),
        at("scenario tournament\nimpulse papacy 6 cp"),
        at("scenario tournament\nimpulse protestant 6 cp"),
        at("hand ottoman: 1 31\nimpulse ottoman"),
        at(attack, attacks),
        at(attack, attacks, ("hapsburg", "no")),
        at(
            attack,
            attacks,
            ("hapsburg", "no"),
            ("hapsburg", "stand"),
            dice="5 5 5 1 1 1 1 1 1 1 1 1 1 1 1",
        ),
        at(spring, *silent),
    ]


def is_read(order: str, sitting: Sitting) -> bool:
    """Whether somebody who is asked is understood, whatever the rules say."""
    for question in sitting.waiting().values():
        try:
            parse_line(order, question, sitting.engine.game, NAMES)
        except (Illegal, Ambiguous):
            return True
        except OrderProblem:
            continue
        return True
    return False


# Answers to questions that no moment here asks.
ELSEWHERE = (
    "usual",
    "retreat to Paris",
    "declare war on Papacy",
    "none",
    "pay 31",
    "play 31",
    "Vienna",
    "3",
    "yes",
)


@pytest.mark.parametrize("example", guide_table("How orders are written"))
def test_examples_are_read(example: str, moments: list[Sitting]) -> None:
    if example in ELSEWHERE:
        return
    for order in expand(example):
        assert any(is_read(order, sitting) for sitting in moments), order


def test_there_are_examples() -> None:
    assert len(guide_table("How orders are written")) > 40


def test_the_letter_and_its_answer_are_real() -> None:
    """The position of the guide, its orders, and the receipt word for word."""
    sitting = table(LETTER)
    question = sitting.engine.question("france")
    shown = questions.asked(question, sitting.engine.game, game_of("his"), game_of("his").voice(), due=None)
    (first,) = [block for block in BLOCKS if block.startswith(WRITE_ABOVE)]
    assert render.orders(shown.orders) in first
    (orders,) = [block for block in BLOCKS if block.startswith("play 90 for cp\n")]
    letter(sitting, "france", *orders.strip().split("\n"))
    receipt, _ = receipts.receipt(sitting, ("france",), game_of("his").voice())
    view = game_of("his").public(sitting.engine.game, game_of("his").voice())
    text, _ = render.private_letter(PrivateLetter("x", "Fran", view, receipt=receipt), game_of("his").voice())
    (answer,) = [block for block in BLOCKS if block.startswith("DONE ---")]
    told = answer.partition("YOUR DECISION")[0].strip()
    assert told in text


def test_words_for_any_time_are_commands() -> None:
    part = GUIDE.partition("## Words that work at any time\n")[2].partition("\n## ")[0].partition(". They")[0]
    words = [word for word in re.findall(r"`([^`]+)`", part) if "<" not in word]
    assert len(words) > 8
    assert [word for word in words if word_in(word, Moment()) is None] == []
