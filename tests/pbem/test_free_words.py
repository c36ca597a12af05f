"""Orders in free words at the table: what is kept of them, what is told, and what is never done."""

from __future__ import annotations

from time import thread_time

import pytest

from pbem.games import game_of
from pbem.language.refusals import why
from pbem.letters.receipts import problem_of
from tests.pbem.a_table import VOICE, done, held, letter, table

FRANCE = """
    scenario tournament
    units paris: france 5 regulars, 2 mercenaries, francis, montmorency
    units marseille: france 2 squadrons, 2 regulars
    impulse france 6 cp
"""
PAPACY = "scenario tournament\nimpulse papacy 5 cp"


def told(sitting: object) -> str:
    return why(sitting.failed.problem, VOICE)  # type: ignore[attr-defined]


def test_the_words_that_were_typed_are_kept_beside_what_they_mean() -> None:
    sitting = letter(table(FRANCE), "france", "Francis marches to Dijon with 4 regulars.")
    (step,) = [step for step in sitting.steps if step.source == "mail"]
    assert step.words == "Francis marches to Dijon with 4 regulars."
    assert step.meaning == "move Francis I, 4 regulars: Paris > Dijon"


def test_a_line_that_means_several_orders_keeps_its_words_at_the_first() -> None:
    sitting = letter(table(FRANCE), "france", "a mercenary in Paris and another one in Rouen")
    assert [step.words for step in sitting.steps if step.source == "mail"] == [
        "a mercenary in Paris and another one in Rouen",
        "build mercenary in Rouen",
    ]


def test_what_the_grammar_reads_is_read_by_the_grammar() -> None:
    sitting = letter(table(FRANCE), "france", "buy mercenary in paris")
    assert done(sitting) == ["france (mail): buy mercenary in paris"]


def test_all_of_a_line_or_nothing() -> None:
    """Seven mercenaries for six points: none of them is bought."""
    sitting = letter(table(FRANCE), "france", "seven mercs in Paris please")
    assert not done(sitting)
    assert sitting.failed is not None


@pytest.mark.parametrize(
    "line", ["control nice?", "end?", "move francis and all to dijon ?", "Francis to Dijon?!"]
)
def test_a_question_is_never_an_order(line: str) -> None:
    sitting = letter(table(FRANCE), "france", line)
    assert not done(sitting)
    assert "question mark" in told(sitting)


def test_a_question_comes_back_ready_to_copy() -> None:
    sitting = letter(table(FRANCE), "france", "can I move Francis with 4 regulars to Dijon?")
    assert sitting.failed is not None
    problem = problem_of(sitting.failed.problem, sitting.failed.line, VOICE)
    assert problem.copies == ("move Francis I, 4: Paris > Dijon",) or problem.copies == (
        "move Francis I, 4 regulars: Paris > Dijon",
    )


def test_chat_above_the_orders_is_told_and_left() -> None:
    sitting = letter(table(FRANCE), "france", "What a lovely evening!", "a mercenary in Paris")
    assert [step.meaning for step in sitting.steps if step.source == "mail"] == ["build mercenary in Paris"]
    assert sitting.ignored == ["What a lovely evening!"]


def test_a_line_with_anything_of_the_game_in_it_is_no_chat() -> None:
    sitting = letter(table(FRANCE), "france", "Francis, you old devil", "end")
    assert not done(sitting)


def test_a_line_that_is_taken_back_is_not_done() -> None:
    sitting = letter(table(FRANCE), "france", "a mercenary in Paris", "sorry, I meant a mercenary in Rouen")
    assert not done(sitting)
    assert sitting.failed is not None
    assert problem_of(sitting.failed.problem, "", VOICE).copies == ("build mercenary in Rouen",)


def test_pass_does_not_give_points_away() -> None:
    sitting = letter(table(FRANCE), "france", "pass")
    assert not done(sitting)
    assert '"end" finishes your impulse and gives up 6 CP' in told(sitting)


@pytest.mark.parametrize(("line", "orders"), [("St. Peter's x3", ["st peters 3"]), ("St. Peter's", [])])
def test_st_peters_takes_no_more_than_is_said(line: str, orders: list[str]) -> None:
    sitting = letter(table(PAPACY), "papacy", line)
    assert [step.meaning for step in sitting.steps if step.source == "mail"] == orders
    assert held(sitting, "papacy") == []


def test_st_peters_without_a_number_is_asked_back_with_lines_to_copy() -> None:
    """Nobody's points are spent on a guess: one may be meant as well as all of them."""
    sitting = letter(table(PAPACY), "papacy", "build st peters")
    assert sitting.failed is not None
    assert problem_of(sitting.failed.problem, "", VOICE).copies == ("st peters 1", "st peters 5")


@pytest.mark.parametrize("line", ["frobnicate the wibble", "move", "Francis to", "Suleiman eats Paris"])
def test_a_refusal_speaks_to_a_player(line: str) -> None:
    sitting = letter(table(FRANCE), "france", line)
    assert sitting.failed is not None
    text = told(sitting)
    for token in ('","', "a number (", "the end of the line", "<"):
        assert token not in text


HOSTILE = [
    "and " * 490,
    "1 merc in Paris, " * 110,
    "besanzon " * 200,
    "then " * 390,
    "mercs and Paris and Lyon and " * 60,
    "Francis to Dijon and " * 90,
]


@pytest.mark.parametrize("line", HOSTILE, ids=lambda line: line[:12])
def test_no_line_takes_long(line: str) -> None:
    sitting = table(FRANCE)
    words = game_of("his").free_words("")
    words.readings("x", sitting.engine.question("france"), sitting.engine.game)  # the tables are read once
    start = thread_time()
    words.readings(line, sitting.engine.question("france"), sitting.engine.game)
    assert thread_time() - start < 0.25
