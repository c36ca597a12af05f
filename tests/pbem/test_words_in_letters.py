"""Words that people write, through the whole moderator: questions, orders in one line, bare replies."""

from __future__ import annotations

import pytest

from pbem.games import game_of
from pbem.letters.receipts import receipt
from pbem.play.free_lines import asked_about
from pbem.store.talk_tables import DraftRow
from tests.pbem.a_table import VOICE, letter, table
from tests.pbem.office import Office
from tests.pbem.timed import rows

FRANCE = """
    scenario tournament
    units paris: france 5 regulars, 2 mercenaries, francis, montmorency
    impulse france 6 cp
"""


# ---- In talks


def drafts(office: Office) -> list[tuple[str, str, str]]:
    return [(row.first, row.second, row.status) for row in rows(office, DraftRow)]


def test_bare_words_in_talks_are_answered_at_once_and_never_held(talking: Office) -> None:
    for line in ("Deal!", "I accept the Hapsburg offer", "No thanks", "Agreed.", "Sounds good, count me in"):
        answer = talking.write("france", line).text
        assert "HELD" not in answer, line
        assert "NOT DONE" in answer
        assert drafts(talking) == []


def test_they_come_back_as_a_line_to_copy_where_there_is_an_offer(talking: Office) -> None:
    talking.write("hapsburg", "propose to france: alliance")
    answer = talking.write("france", "Deal!").text
    assert "agree hapsburg" in answer.lower()
    assert [status for _, _, status in drafts(talking)] == ["offered"]


@pytest.mark.parametrize(
    ("line", "status"),
    [("I accept the Hapsburg offer", "agreed"), ("No thanks to the Hapsburg proposal", "refused")],
)
def test_words_that_name_an_offer_act_on_it(talking: Office, line: str, status: str) -> None:
    talking.write("hapsburg", "propose to france: alliance")
    talking.write("france", line)
    assert [found for _, _, found in drafts(talking)] == [status]


# ---- A question


def test_a_line_with_a_question_mark_is_previewed(playing: Office) -> None:
    power = playing.asked()[0]
    before = len(playing.orders())
    answer = playing.write(power, f"{playing.silent_line(power)}?").text
    assert "PREVIEW" in answer
    assert playing.silent_line(power) in answer
    assert len(playing.orders()) == before


def test_what_cannot_be_done_is_told_why() -> None:
    sitting = table(FRANCE)
    orders, forbidden = asked_about(
        sitting.engine, game_of("his"), "france", "can I move Francis and 4 regulars to Vienna"
    )
    assert orders == []
    assert forbidden is not None


# ---- Several orders in a line


@pytest.mark.parametrize("line", ["build 2 mercenaries in paris", "a merc in Paris and another one in Rouen"])
def test_a_receipt_shows_the_typed_line_above_all_that_it_was_read_as(line: str) -> None:
    shown, _ = receipt(letter(table(FRANCE), "france", line), ["france"], VOICE)
    assert [done.line for done in shown.done] == [line, ""]
    assert all(done.meaning.startswith("build mercenary in") for done in shown.done)
