"""What a player meets in letters: lists that say all in short, receipts that say how a line was read."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from pbem.bots.reading import read as read_letter
from pbem.channels.written import Place, all_own
from pbem.games import game_of
from pbem.letters import questions, receipts, render
from pbem.letters.choices import Choice, in_short
from pbem.letters.content import Asked
from pbem.letters.story import story
from pbem.play.sitting import Sitting
from pbem.post.commands import word_in
from pbem.post.commands.word import Moment
from pbem.post.pieces import pieces_of
from pbem.store.database import open_database
from rules import Question
from rules.core.card_play import CardPlayed
from rules.core.story import ImpulseBegan, Passed
from tests.pbem.a_table import asked, held, letter, table
from tests.pbem.office import Office

POSITION = """
    scenario tournament
    units paris: france 5 regulars, 2 mercenaries, francis, montmorency
    units marseille: france 2 squadrons, 2 regulars
    impulse france 3 cp
"""


# ---- Lists of orders


def shown_to(sitting: Sitting, question: Question[Any]) -> Asked:
    return questions.asked(question, sitting.engine.game, sitting.title, sitting.title.voice(), due=None)


def test_a_long_list_says_everything_in_short() -> None:
    sitting = table(POSITION)
    question = sitting.engine.question("france")
    shown = shown_to(sitting, question)
    assert len(shown.orders) <= questions.MOST_LISTED
    by_verb = {choice.order.partition(" in ")[0]: choice for choice in shown.choices}
    assert "Rouen" in by_verb["build regular | mercenary"].order
    assert by_verb["build regular | mercenary"].cost == "2 | 1"
    (moves,) = [
        choice.order for choice in shown.choices if choice.order.startswith("move <leaders, units>: ")
    ]
    goals = moves.partition("Paris > ")[2].partition(";")[0].split(" | ")
    assert {"Dijon", "Orléans", "Rouen"} <= set(goals)
    assert len(goals) == len(set(goals))


def test_a_short_list_stays_as_it_is() -> None:
    sitting = table("hand france: 4 31\nimpulse france")
    shown = questions.asked(
        sitting.engine.question("france"),
        sitting.engine.game,
        game_of("his"),
        game_of("his").voice(),
        due=None,
    )
    assert shown.choices == ()
    orders = [order.text for order in shown.orders]
    assert orders[:2] == ["play 4 for cp", "play 4 as event"]
    assert "play 31 for cp" in orders


def test_orders_by_their_forms() -> None:
    orders = [
        "end", "build regular in Paris", "build Scottish regular in Stirling",
        "build French regular in Calais", "move 1 regular: Paris > Dijon",
        "move Francis I, 2 regulars: Paris > Dijon", "move 1 regular: Paris > Rouen",
        "move 1 regular: Lyon > Dijon", "assault Metz with Francis I, 2 regulars",
        "assault Metz with 1 regular", "declare war on England", "declare war on England, Papacy",
    ]  # fmt: skip
    forms = [
        "build regular in <space>", "control <space>", "move <leaders, units>: <from> > <to>",
        "assault <space> with <leaders, units>", "declare war on <power>, ...", "end",
    ]  # fmt: skip
    costs = {
        "build regular in Paris": 2,
        "move 1 regular: Paris > Dijon": 1,
        "move 1 regular: Lyon > Dijon": 2,
    }
    assert in_short(orders, forms, costs, "france") == (
        Choice("build regular in Paris | Stirling (Scottish) | Calais", "2"),
        Choice("move <leaders, units>: Paris > Dijon | Rouen; Lyon > Dijon", "1-2"),
        Choice("assault Metz with <leaders, units>"),
        Choice("declare war on England, ..."),
        Choice("end"),
    )


def test_an_order_longer_than_a_line_is_broken_where_it_may_be() -> None:
    orders = ["send nobody", f"send {', '.join(f'{n} regulars from Constantinople' for n in range(1, 6))}"]
    text = render.columns(orders)
    assert max(map(len, text.split("\n"))) <= render.WIDTH
    raw = f"Message-ID: <1.2.3@x>\nSubject: x\n\nYou can order:\n\n{text}\n\nEnd\n".encode()
    assert read_letter(raw).choices == (tuple(orders),)
    copied = pieces_of(all_own([line.strip() for line in text.split("\n")]).lines)
    assert [piece.text for piece in copied] == orders


# ---- Receipts


@pytest.mark.parametrize(
    ("words", "meaning", "told"),
    [
        ("move suleiman and all to buda", "move Suleiman, 5 regulars: Edirne > Buda", True),
        ("finish", "end", True),
        ("no thanks", "none", True),
        ("swiss", "pay 36", True),
        ("buy 1 merc in paris", "build mercenary in Paris", False),
        ("play 31 cp", "play 31 for cp", False),
        ("END", "end", False),
    ],
)
def test_a_receipt_says_how_a_line_was_read_if_that_says_more(words: str, meaning: str, told: bool) -> None:
    assert receipts.read_as(words, meaning) == (meaning if told else "")


def test_an_end_after_the_last_point_is_not_kept_for_the_next_impulse() -> None:
    sitting = table(POSITION)
    letter(sitting, "france", "build 3 mercs in paris", "pass")
    assert sitting.failed is None
    assert sitting.skipped == [("pass", "")]
    assert held(sitting, "france") == []
    assert "france action" not in asked(sitting)


def test_an_end_that_was_held_does_not_pass_the_next_impulse() -> None:
    """It waits for an interception; then the points run out by themselves."""
    sitting = table(
        """
        units paris: france 6 regulars, francis i
        units brussels: hapsburg 4 regulars
        control st_quentin: hapsburg
        impulse france 2 cp
        """
    )
    letter(sitting, "france", "move all: paris > st quentin", "control st quentin", "pass")
    assert held(sitting, "france") == ["control st quentin", "pass"]
    letter(sitting, "hapsburg", "no")
    assert held(sitting, "france") == []
    assert sitting.engine.game.spaces["st_quentin"].control == "france"
    assert [step.words for step in sitting.steps if step.power == "france"] == ["control st quentin"]


def test_an_action_after_the_last_point_is_told_at_once() -> None:
    sitting = table(POSITION)
    letter(sitting, "france", "build 3 mercs in paris", "build merc in rouen", "end")
    assert sitting.failed is not None
    assert sitting.failed.problem.code == "impulse.over"
    assert sitting.unread == ["end"]


# ---- Lines of a letter


def test_items_of_a_list_and_broken_lines() -> None:
    lines = ["1. play 31 for cp,", "2. build regular in Paris and", "1 merc in Rouen", "- end"]
    assert [piece.text for piece in pieces_of(all_own(lines).lines)] == [
        "play 31 for cp, build regular in Paris and 1 merc in Rouen",
        "end",
    ]
    press = ["press to france:", "1. peace,", "- or war", "end press", "* ready"]
    assert [piece.written for piece in pieces_of(all_own(press).lines)] == press
    assert pieces_of(all_own(press).lines)[-1].text == "ready"


@pytest.mark.parametrize(("certain", "under"), [(True, "YOUR DECISION, ENGLAND"), (False, "")])
def test_a_heading_counts_only_where_no_other_can_be_meant(certain: bool, under: str) -> None:
    """Of a letter that asks two powers the same, only the question is left: it may be either's."""
    (line,) = all_own(["pass"]).lines
    place = Place("YOUR DECISION, ENGLAND", "Do you play a card?", "Do you play a card?", certain=certain)
    (piece,) = pieces_of([replace(line, under=place)])
    assert piece.under == under


@pytest.mark.parametrize("line", ["ok, I am ready", "I'm ready", "Ready!", "we are ready."])
def test_ready(line: str) -> None:
    found = word_in(line, Moment(talking=True))
    assert found is not None
    assert found[0].name == "ready"


def test_peace_and_alliance_are_proposals_while_powers_talk() -> None:
    for line in ("alliance with france", "make peace with the hapsburgs"):
        found = word_in(line, Moment(talking=True))
        assert found is not None
        assert (found[0].name, found[1]) == ("propose", line)
        assert word_in(line, Moment()) is None


# ---- By mail


@pytest.fixture
def office(tmp_path: Path) -> Office:
    database = tmp_path / "pbem.sqlite3"
    open_database(database).dispose()
    found = Office(database)
    found.begin()
    while found.engine().game.phase != "action":
        power = found.asked()[0]
        found.write(power, found.silent_line(power))
    return found


def test_a_whole_impulse_as_a_person_writes_it(office: Office) -> None:
    (power,) = office.asked()
    card = next(card for card in office.engine().game.hand(power) if office.engine().game.card(card).cp >= 3)
    answer = office.write(
        power,
        "Hello moderator,",
        "// a quiet impulse",
        f"1. Play #{card} for CP",
        "2. build cav in Istanbul, 1 cav in Edirne (just in case);",
        "* done.",
        "",
        "Good luck all!",
    )
    assert "NOT DONE" not in answer.text
    assert "Ottoman gets 1 cavalry in Edirne." in answer.text
    assert power not in office.asked()


def test_the_map_tells_who_holds_what(office: Office) -> None:
    text = office.write("england", "map").text
    assert "  Control away from home\n" in text
    assert "Ottoman: " in text.partition("Control away from home")[2]
    assert "  Protestant spaces\n" in text
    assert "German (" in text


def test_deals_to_confirm_are_told_with_their_terms() -> None:
    position = """
        scenario tournament
        hand ottoman: 1 31
        hand hapsburg: 2 66
        phase diplomacy
    """
    sitting = table(position)
    letter(sitting, "ottoman", "propose hapsburgs: 1 card for 1 card")
    assert sitting.failed is not None  # cards go one way only
    letter(sitting, "ottoman", "propose france: alliance; hapsburgs: give 1 card")
    while "hapsburg confirm_deals" not in asked(sitting):
        power = next(iter(sitting.waiting()))
        letter(sitting, power, "none")
    shown = questions.asked(
        sitting.engine.question("hapsburg"),
        sitting.engine.game,
        game_of("his"),
        game_of("his").voice(),
        due=None,
    )
    assert "(1, with Ottoman: Ottoman gives 1 card)" in shown.prompt


def test_passes_one_after_another_are_one_line() -> None:
    passed = [
        (ImpulseBegan("ottoman", 1, 4), Passed("ottoman")),
        (ImpulseBegan("hapsburg", 2, 4), Passed("hapsburg")),
        (ImpulseBegan("england", 3, 4), CardPlayed("england", 31, "cp")),
        (ImpulseBegan("france", 4, 4), Passed("france")),
    ]
    title = game_of("his")
    told = story([event for part in passed for event in part], title, title.voice())
    assert [(chapter.title, *chapter.lines) for chapter in told] == [
        ("Impulses 1 to 2", "Ottoman and Hapsburg pass."),
        ("Impulse 3: England", "England plays Foul Weather (#31) for command points."),
        ("Impulse 4: France", "France passes."),
    ]
    assert story(passed[0], title, title.voice("de"))[0].lines == ("Die Osmanen passen.",)
