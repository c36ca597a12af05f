"""Standing orders, windows, previews and late responses by mail: receipts, lists, what is stored and told."""

from __future__ import annotations

from typing import Any

import pytest

import pbem.work.beginning
from pbem.play.windows import POLICIES
from pbem.store import games
from pbem.store.unit_of_work import UnitOfWork
from rules import Engine, Rewound, Snapshot, load_rules
from tests.pbem.a_table import state_of
from tests.pbem.office import GAME, Office

FRANCE_MARCHES = """
    units lyon: france 4 regulars
    control geneva: independent
    hand france: 4 45
    hand hapsburg: 31 46
    hand england: 32 47
    hand papacy: 48
    impulse france 5 cp
"""


def begin_at(office: Office, position: str, patch: pytest.MonkeyPatch, **changes: Any) -> Any:
    """Begin a game at a position; its first state."""
    state = state_of(position)

    class Set:
        @staticmethod
        def new(rules: Any, *_: Any) -> Engine[Any]:
            return Engine(rules, Snapshot(0, state))

    with patch.context() as inside:
        inside.setattr(pbem.work.beginning, "Engine", Set)
        office.begin(seed=state["dice"]["seed"], **changes)
    return state


@pytest.fixture
def march(office: Office, monkeypatch: pytest.MonkeyPatch) -> Office:
    """France is in the middle of its impulse, with 5 CP."""
    begin_at(office, FRANCE_MARCHES, monkeypatch)
    return office


def plain(text: str) -> str:
    return " ".join(text.split())


# ---- Giving, listing, taking back


def test_a_standing_order_is_receipted_listed_and_cancelled(march: Office) -> None:
    given = march.write(
        "hapsburg", "standing: never intercept", "standing: withdraw if outnumbered until turn 6"
    )
    assert "STANDING ORDERS" in given.text
    assert "1. Interception: decline." in given.text
    assert "2. Withdrawal: withdraw, if you are outnumbered; up to and including turn 6." in plain(given.text)
    listed = march.write("hapsburg", "orders").text
    assert "1. Interception: decline." in listed
    assert "cancel standing 1" in listed
    assert "stand no longer" in march.write("hapsburg", "cancel standing 1").text
    left = march.write("hapsburg", "standing").text
    assert "1. Interception" not in left
    assert "2. Withdrawal" in left
    march.write("hapsburg", "cancel all standing")
    assert "no standing orders" in march.write("hapsburg", "standing").text


def test_nobody_else_sees_them(march: Office) -> None:
    march.write("hapsburg", "standing: never intercept")
    answer = march.write("england", "orders", "status", "history", "report")
    assert "never intercept" not in answer.text
    assert "Interception" not in answer.text


def test_a_bad_line_is_told_and_the_others_count(march: Office) -> None:
    answer = march.write("hapsburg", "standing: intercept against frnace", "standing: winter as usual")
    assert "NOT DONE" in answer.text
    assert "    standing: intercept against frnace\n                                ^" in answer.text
    assert "Did you mean: France?" in answer.text
    assert "1. Winter" in answer.text
    assert "not in your hand" in march.write("hapsburg", "standing: play 116 against france").text


def test_it_is_kept_until_its_question_comes(march: Office) -> None:
    march.write("hapsburg", "standing: play 31 against a move to geneva")
    march.write("england", "status")
    answer = march.write("france", "move all: lyon > geneva", "end")
    assert "Hapsburg plays Foul Weather (#31)" in answer.text
    (order,) = [o for o in march.orders() if o.entry["power"] == "hapsburg" and o.entry["answer"]]
    assert order.entry["source"] == "standing"
    assert "no standing orders" in march.write("hapsburg", "standing").text


def test_an_order_answers_the_question_that_is_open_already(game: Office) -> None:
    (power,) = game.asked()
    kind = game.engine().question(power).kind
    game.write(power, f"standing: {kind.replace('_', ' ')} as usual")
    assert [order.entry["source"] for order in game.orders()] == ["standing"]
    assert game.asked() != [power]


def test_observers_have_none(office: Office, monkeypatch: pytest.MonkeyPatch) -> None:
    begin_at(office, FRANCE_MARCHES, monkeypatch, observers=1)
    assert "only players" in office.write("observer1", "standing: never intercept").text.lower()


def test_a_lost_card_is_told_privately(office: Office, monkeypatch: pytest.MonkeyPatch) -> None:
    """The card of a standing order is played for CP: its player is told, and nobody else."""
    begin_at(office, FRANCE_MARCHES.replace("impulse france 5 cp", "impulse hapsburg"), monkeypatch)
    office.write("hapsburg", "standing: play 31 against england")
    answer = office.write("hapsburg", "play 31 for cp")
    assert "standing order 1 is given up, because Foul Weather (#31) is no longer in your hand" in plain(
        answer.text
    )
    others = [row.text for row in office.outbox() if not row.recipient.startswith("hapsburg")]
    assert not any("given up" in text for text in others)


# ---- Windows


def test_windows_are_declared_openly(march: Office) -> None:
    assert "Everybody can see this" in plain(march.write("england", "windows open").text)
    assert "Response windows open: England." in march.write("france", "status").text
    march.write("france", "move all: lyon > geneva", "end")
    assert march.asked() == ["england"]
    answer = march.write("england", "close my windows")
    assert "closed" in answer.text
    assert march.asked() != ["england"]  # nobody waits for it any more
    assert "Response windows open: nobody." in march.write("france", "status").text


def test_windows_are_not_declared_under_other_policies(
    office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    begin_at(office, FRANCE_MARCHES, monkeypatch, windows="ask")
    answer = office.write("england", "windows open", "status")
    assert "windows are not declared" in plain(answer.text)
    assert "Response windows open" not in answer.text


@pytest.mark.parametrize("windows", POLICIES)
def test_every_policy_plays(windows: str, office: Office) -> None:
    office.begin(windows=windows)
    office.play_silently(8)
    assert len(office.orders()) >= 8


# ---- Previews


def test_a_preview_changes_nothing(march: Office) -> None:
    before = march.engine().digest()
    answer = march.write("france", "preview", "build regular in paris", "move all: lyon > geneva", "end")
    assert "PREVIEW" in answer.text
    assert "None of this has been done" in answer.text
    assert "move all: lyon > geneva" in answer.text
    assert "YOUR DECISION" in answer.text
    assert march.orders() == []
    assert march.engine().digest() == before


def test_the_word_preview_anywhere_makes_the_whole_letter_one(march: Office) -> None:
    answer = march.write("france", "Hello,", "build regular in paris", "preview", "drop held")
    assert "None of this has been done" in answer.text
    assert "build regular in paris" in answer.text
    assert march.orders() == []


def test_a_preview_does_not_even_drop_held_lines(march: Office) -> None:
    assert "HELD" in march.write("england", "play 32 for cp").text
    march.write("england", "preview", "drop held")
    assert "Lines held for you: 1." in march.write("england", "orders").text
    march.write("england", "drop held")
    assert "Lines held for you: none." in march.write("england", "orders").text


# ---- Late responses


def test_a_late_response_is_stored_and_told(office: Office, monkeypatch: pytest.MonkeyPatch) -> None:
    """The whole way: provisional windows, a report, the response, the game set back and stored."""
    state = begin_at(office, FRANCE_MARCHES, monkeypatch, windows="rewind")
    office.write("france", "move all: lyon > geneva", "build regular in paris", "end")
    assert office.asked() == ["papacy"]
    (told,) = [row for row in office.outbox("hapsburg") if row.kind == "report"]
    assert "France moves from Lyon to Geneva" in told.text
    answer = office.write("hapsburg", "respond with 31 against the move to geneva")
    assert "NOT DONE" not in answer.text
    engine = office.engine()
    assert 31 in engine.game.cards.discards
    report = [row for row in office.outbox("england") if row.kind == "report"][-1]
    assert "The game goes back: a response of Hapsburg, Foul Weather (#31), against a move" in plain(
        report.text
    )
    assert "France moves from Lyon to Geneva" in plain(report.text)
    # What is stored rebuilds the same game, from the last snapshot as from the first.
    with UnitOfWork(office.database) as work:
        log = games.load_log(work.session, games.find_game(work.session, GAME))
    assert any(isinstance(entry, Rewound) for entry in log)
    again = Engine.restore(load_rules("his"), Snapshot(0, state), log, trusted=False)
    assert again.digest() == engine.digest()
    (power,) = office.asked()
    office.write(power, office.silent_line(power))  # and the game goes on
    assert office.engine().seq > engine.seq


def test_after_an_answer_to_the_next_stop_nothing_goes_back(
    office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    begin_at(office, FRANCE_MARCHES, monkeypatch, windows="rewind")
    office.write("france", "move all: lyon > geneva", "end")
    office.write("papacy", "play 48 for cp")
    answer = office.write("hapsburg", "respond with 31 against the move to geneva")
    assert "It is too late: the window against a move of France to Geneva was closed" in plain(answer.text)
    assert 31 in office.engine().game.hand("hapsburg")
