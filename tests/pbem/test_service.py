"""From letter to letters: what is stored, what is answered, and what happens when something fails."""

from __future__ import annotations

import re
from typing import Any

import pytest

from pbem.channels.mail.write import compose
from pbem.errors import ModeratorProblem, WrongMoment
from pbem.games import game_of
from pbem.play.plan import seating_advice
from pbem.post.service import GamePlan, Player
from pbem.work.correspondence import Correspondence
from tests.pbem.office import GAME, Office, plan

# ---- Games


def test_the_first_letters(game: Office) -> None:
    """Everybody is welcomed, with the commitment; whoever must decide is asked."""
    letters = game.outbox()
    assert len(letters) == 6
    (asked,) = game.asked()
    for letter in letters:
        assert "SHA-256" in letter.text
        assert letter.text.startswith("---- write above this line ----")
        assert ("YOUR DECISION" in letter.text) == letter.recipient.startswith(asked)


def test_the_seed_is_told_to_nobody(game: Office) -> None:
    game.play_silently(3)
    assert not any("a seed" in letter.text + letter.html for letter in game.outbox())


def test_a_game_begins_once(game: Office) -> None:
    with pytest.raises(WrongMoment):
        game.moderator.start_game(GAME)


def shared(powers: tuple[str, ...], *others: int) -> GamePlan:
    """Somebody with these powers, and some of the usual six players."""
    players = plan().players
    return GamePlan("x", "1517", (Player("A", "a@b", powers), *(players[n] for n in others)))


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        (GamePlan("Bad Name", "1517", plan().players), "cannot name a game"),
        (GamePlan("x", "1600", plan().players), "no scenario"),
        (GamePlan("x", "1517", plan().players[:2]), "2 players cannot play"),
        (GamePlan("x", "1517", plan().players, "never"), "no window policy"),
        (GamePlan("x", "1517", plan().players, "ask", "hour"), "reports cannot come"),
        (
            GamePlan("x", "1517", (Player("A", "nowhere", ("france",)), *plan().players[1:])),
            "not a mail address",
        ),
        (
            GamePlan("x", "1517", (Player("A", "a@b", ("france",)), *plan().players[1:])),
            "france is played by 2",
        ),
        (
            GamePlan(
                "x",
                "1517",
                (
                    Player("A", "a@b", ("ottoman", "france", "papacy")),
                    *plan().players[1:3],
                    *plan().players[5:],
                ),
            ),
            "more than 2 powers",
        ),
        (
            GamePlan("x", "1517", (Player("A", "a@b", ("ottoman", "hapsburg")), *plan().players[2:5])),
            "protestant is played by nobody",
        ),
    ],
)
def test_a_bad_plan_is_refused_with_the_reason(office: Office, wrong: GamePlan, told: str) -> None:
    with pytest.raises(ModeratorProblem, match=told):
        office.moderator.create_game(wrong)


def any_pairing(windows: str = "standing") -> GamePlan:
    """Three players whom the scenario book would seat otherwise."""
    pairs = (("ottoman", "protestant"), ("hapsburg", "france"), ("england", "papacy"))
    players = (Player(one.title(), f"{one}@example.test", (one, other)) for one, other in pairs)
    return GamePlan(GAME, "1517", tuple(players), windows)


def test_players_share_the_powers_as_they_like(office: Office) -> None:
    office.moderator.create_game(any_pairing(), seed="a seed")
    office.moderator.start_game(GAME)
    assert office.engine().game.same_player("hapsburg", "france")
    assert not office.engine().game.same_player("ottoman", "france")
    assert "Another seating is recommended" in seating_advice(any_pairing(), game_of("his"))
    assert not seating_advice(plan(), game_of("his"))


def test_one_letter_answers_for_both_powers_of_any_pairing(office: Office) -> None:
    office.moderator.create_game(any_pairing("ask"), seed="a seed")
    office.moderator.start_game(GAME)
    for _ in range(60):
        asked = office.asked()
        pair = next((seat for seat in office.engine().game.seats() if set(seat) <= set(asked)), None)
        if pair is not None:
            break
        office.write(asked[0], f"{asked[0]}: {office.silent_line(asked[0])}")
    else:
        raise AssertionError("nobody was asked for both of his powers")
    before = office.engine().seq
    office.write(pair[0], *(f"{power}: {office.silent_line(power)}" for power in pair))
    answered = [entry for entry in office.engine().log if entry.seq > before]
    assert {entry.power for entry in answered} == set(pair)


def test_two_games_cannot_have_one_name(game: Office) -> None:
    with pytest.raises(ModeratorProblem, match="already"):
        game.moderator.create_game(plan())


# ---- Orders


def test_an_order_is_carried_out_and_answered(game: Office) -> None:
    (power,) = game.asked()
    line = game.silent_line(power)
    answer = game.write(power, line)
    assert [order.words for order in game.orders()] == [line]
    assert re.search(rf"^DONE -+\n\n    {re.escape(line)}$", answer.text, re.MULTILINE)
    (other,) = game.asked()
    assert other != power
    assert "YOUR DECISION" in game.outbox(other)[-1].text


def test_a_line_that_is_not_understood(game: Office) -> None:
    (power,) = game.asked()
    answer = game.write(power, "frobnicate Vienna", "pass")
    assert game.orders() == []
    assert "NOT DONE" in answer.text
    assert "    frobnicate Vienna\n" in answer.text
    assert "not read" in answer.text
    assert "YOUR DECISION" in answer.text  # the question is still open, and told again
    assert game.asked() == [power]


def test_a_letter_without_an_order(game: Office) -> None:
    (power,) = game.asked()
    answer = game.write(power, "> play 1 for cp")
    assert "found no order" in answer.text
    assert game.orders() == []


def test_the_answer_belongs_to_the_thread(game: Office) -> None:
    (power,) = game.asked()
    first = game.outbox(power)[0]
    answer = game.write(power, game.silent_line(power), message_id="<mine@x>", In_Reply_To=first.message_id)
    assert answer.label["In-Reply-To"] == "<mine@x>"
    assert first.message_id in answer.label["References"]
    assert answer.label["Auto-Submitted"] == "auto-replied"
    assert answer.label["Reply-To"].endswith(f"<gm+{game.seat(power).token}@example.test>")


# ---- Reports


def test_a_turn_is_reported_when_it_is_over(office: Office) -> None:
    """1517, by deadlines alone: no report while turn 1 lasts, then one of the whole turn to each seat."""
    office.begin(scenario="1517", observers=1)
    while not (reports := office.outbox(kind="report")):
        assert office.engine().game.turn == 1
        office.later(100)
        assert office.moderator.tick() >= 1
    assert office.engine().game.turn == 2
    assert len(reports) == 7
    (text,) = {row.text for row in reports}
    assert "Report of turn 1" in text
    assert "Turn 1: Diplomacy" in text
    assert "Impulse 1: Ottoman" in text
    assert "Turn 2:" not in text
    assert "how things stand now: Turn 2" in text
    assert "You draw" not in text


# ---- Once and only once


def test_the_same_letter_twice_acts_once(game: Office) -> None:
    (power,) = game.asked()
    raw = game.letter(power, game.silent_line(power), message_id="<once@x>")
    game.receive(raw)
    orders, letters = len(game.orders()), game.letters_out()
    game.receive(raw)
    game.receive(b"Received: from somewhere else\r\n" + raw)
    assert (len(game.orders()), game.letters_out()) == (orders, letters)


def test_a_failure_of_the_program_does_nothing_and_loses_nothing(
    game: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    (power,) = game.asked()
    before = game.engine().digest()

    def fail(*args: Any, **kwargs: Any) -> None:
        raise RuntimeError("the printer is on fire")

    with monkeypatch.context() as patch:
        patch.setattr(Correspondence, "private", fail)
        row = game.receive(game.letter(power, game.silent_line(power)))
    assert row.status == "shunted"
    assert "the printer is on fire" in row.verdict
    assert game.orders() == []
    assert game.engine().digest() == before
    assert "the program failed" in game.outbox(power)[-1].text
    assert row.id is not None
    game.moderator.try_again(row.id)
    assert len(game.orders()) == 1
    with pytest.raises(WrongMoment):
        game.moderator.try_again(row.id)


def test_a_crash_before_the_letter_is_handled(game: Office) -> None:
    """Stored but not handled: the next round handles it."""
    (power,) = game.asked()
    raw = game.letter(power, game.silent_line(power))
    from pbem.channels.channel import Incoming

    game.moderator.store_letter(Incoming("a", raw, len(raw)))
    assert game.orders() == []
    assert game.moderator.handle_letters() == 1
    assert game.moderator.handle_letters() == 0
    assert len(game.orders()) == 1


def test_a_letter_sent_twice_is_the_same_letter(game: Office) -> None:
    """A crash between commit and the mark that it was sent: the same bytes go again, under the same id."""
    (power,) = game.asked()
    game.write(power, game.silent_line(power))
    for row in game.outbox():
        assert compose(row) == compose(row)
        assert row.message_id.encode() in compose(row)
    ids = [row.message_id for row in game.outbox()]
    assert len(set(ids)) == len(ids)


# ---- Who may order


def test_strangers_learn_nothing(game: Office) -> None:
    (power,) = game.asked()
    letters = game.letters_out()
    line = game.silent_line(power)
    assert game.receive(game.letter(power, line, From="cardinal@example.test")).verdict == "wrong-sender"
    warning = game.outbox()[-1]  # the owner of the address hears of it, and nobody else
    assert (warning.recipient, "another address" in warning.text) == (f"{power}@example.test", True)
    letters += 1
    row = game.receive(game.letter(power, line, To="gm+abcdefgh23456789@example.test"))
    assert (row.status, row.verdict) == ("held", "unknown-token")
    assert game.orders() == []
    assert game.letters_out() == letters


def test_robots_are_never_answered(game: Office) -> None:
    (power,) = game.asked()
    letters = game.letters_out()
    row = game.receive(game.letter(power, game.silent_line(power), Auto_Submitted="auto-replied"))
    assert (row.status, row.verdict) == ("dropped", "auto-reply")
    assert game.orders() == []
    assert game.letters_out() == letters


def test_a_held_letter_can_be_let_through(game: Office) -> None:
    """The moderator corrects the player's address, and tries the letter again."""
    (power,) = game.asked()
    row = game.receive(game.letter(power, game.silent_line(power), From="new@example.test"))
    from sqlmodel import select

    from pbem.store.tables import SeatRow
    from pbem.store.unit_of_work import UnitOfWork

    with UnitOfWork(game.database) as work:
        seat = work.session.exec(select(SeatRow).where(SeatRow.token == game.seat(power).token)).one()
        seat.address = "new@example.test"
        work.session.add(seat)
        work.commit()
    assert row.id is not None
    game.moderator.try_again(row.id)
    assert len(game.orders()) == 1


def test_a_letter_that_is_too_large_is_refused_in_words(game: Office) -> None:
    (power,) = game.asked()
    answer = game.write(power, *["x" * 60] * 20_000)
    assert "too large" in answer.text
    assert game.orders() == []


def test_observers_read_and_do_not_order(office: Office) -> None:
    office.begin(observers=1)
    answer = office.write("observer1", "pass", "status")
    assert "Observers give no orders" in answer.text
    assert "THE POWERS" in answer.text
    assert "YOUR HAND" not in answer.text
    assert office.orders() == []


# ---- Late letters


def test_an_answer_to_a_question_that_others_have_passed_is_refused(game: Office) -> None:
    (power,) = game.asked()
    question = game.outbox(power)[-1]
    line = game.silent_line(power)
    game.write(power, line, In_Reply_To=question.message_id)
    game.play_silently(2)
    orders = len(game.orders())
    answer = game.write(power, line, In_Reply_To=question.message_id)
    assert "answers an older question" in answer.text
    assert len(game.orders()) == orders


def test_an_answer_after_the_deadline_is_refused(game: Office) -> None:
    (power,) = game.asked()
    question = game.outbox(power)[-1]
    line = game.silent_line(power)
    game.later(1000)
    assert game.moderator.tick() >= 1
    answer = game.write(power, line, In_Reply_To=question.message_id)
    assert "its time ran out" in " ".join(answer.text.split())


# ---- Time


def test_silence_is_answered_when_the_time_is_over(game: Office) -> None:
    (power,) = game.asked()
    (question,) = [row for row in game.questions() if row.status == "open"]
    assert question.due_at is not None
    assert game.moderator.tick() == 0
    game.clock.advance(question.due_at - game.clock.now())
    line = game.silent_line(power)
    assert game.moderator.tick() == 1
    (order,) = game.orders()
    assert (order.entry["source"], order.words) == ("deadline", line)
    assert "Your time ran out" in game.outbox(power)[-1].text
    assert game.asked() != [power]


def test_a_game_that_fails_in_a_tick_is_put_on_hold(game: Office, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*args: Any, **kwargs: Any) -> None:
        raise RuntimeError("no more paper")

    game.later(1000)
    with monkeypatch.context() as patch:
        patch.setattr(Correspondence, "private", fail)
        assert game.moderator.tick() == 0
    assert game.orders() == []
    assert game.moderator.tick() == 0  # it is not tried again and again
    (power,) = game.asked()
    row = game.receive(game.letter(power, game.silent_line(power)))
    assert row.status == "held"
    assert "repairing" in game.outbox(power)[-1].text


# ---- Words that may be sent at any time


def test_commands_are_answered_and_change_nothing(game: Office) -> None:
    power = next(p for p in ("ottoman", "hapsburg", "england") if p not in game.asked())
    before = game.engine().digest()
    answer = game.write(
        power, "help", "help nonsense", "status", "hand", "map", "orders", "history", "report"
    )
    for title in (
        "HELP",
        "STATUS",
        "YOUR HAND",
        "MAP",
        "ORDERS",
        "AS YOU SAW IT",
        "AS EVERYBODY SAW IT",
        "THE POWERS",
    ):
        assert title in answer.text, title
    assert "no help on" in answer.text
    assert "Nothing is asked of you now" in answer.text
    assert game.engine().digest() == before


def test_held_lines_are_told_and_can_be_dropped(game: Office) -> None:
    power = next(p for p in ("ottoman", "hapsburg", "england") if p not in game.asked())
    assert "HELD" in game.write(power, "pass").text
    assert "HELD FOR YOU" in game.write(power, "orders").text
    answer = game.write(power, "drop held")
    assert "DROPPED" in answer.text
    assert "HELD FOR YOU" not in game.write(power, "orders").text
