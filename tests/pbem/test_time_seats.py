"""Time when seats change hands: who may vote, who is reminded, who gets how much time and which letters."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
from sqlmodel import select

from pbem.calendar.clock import SetClock
from pbem.calendar.deadlines import FAILED, PASSED, UNDECIDED, outcome_of
from pbem.clock.timekeeper import Timekeeper
from pbem.post.service import GamePlan, Player
from pbem.store.office_tables import AbsenceRow, HeartbeatRow, VoteRow
from pbem.store.tables import SeatRow
from pbem.store.unit_of_work import UnitOfWork
from tests.pbem.office import GAME, Office
from tests.pbem.test_time import go_to, kinds, open_question
from tests.pbem.timed import letters_since, rows, seat_row, talks_row


def words(office: Office, power: str) -> str:
    """The last letter to somebody, in one line."""
    return " ".join(office.outbox(power)[-1].text.split())


def three_players(office: Office, scenario: str = "tournament") -> None:
    seats = [
        ("Ann", ("ottoman", "france")),
        ("Bob", ("hapsburg", "papacy")),
        ("Cy", ("england", "protestant")),
    ]
    players = tuple(Player(name, f"{name.lower()}@example.test", powers) for name, powers in seats)
    office.moderator.create_game(GamePlan(GAME, scenario, players), seed="two")
    office.moderator.start_game(GAME)


# ---- Votes


@pytest.mark.parametrize(
    ("agreed", "refused", "voters", "status"),
    [
        ([1, 2, 3], [], 6, UNDECIDED),
        ([1, 2, 3, 4], [5, 6], 6, PASSED),
        ([1, 2, 3], [4, 5, 6], 6, FAILED),  # a tie is no majority
        ([1, 2, 3], [], 5, PASSED),  # one voter less
        ([7, 8, 9], [], 5, UNDECIDED),  # those who have left do not count
        ([1], [], 1, PASSED),
        ([], [], 0, FAILED),
    ],
)
def test_what_becomes_of_a_vote(agreed: list[int], refused: list[int], voters: int, status: str) -> None:
    assert outcome_of(agreed, refused, list(range(1, voters + 1))) == status


def test_a_voter_who_leaves_may_decide_the_vote(playing: Office) -> None:
    """Three of six agree; when one of the others resigns, three of five do."""
    question = open_question(playing)
    other = next(power for power in ("england", "papacy") if power != question.power)
    for power in ("france", "hapsburg", "ottoman"):
        playing.write(power, "extend 24h" if power == "france" else "agree extension")
    assert [row.status for row in rows(playing, VoteRow)] == ["open"]
    playing.write(other, "resign for good")
    before = playing.letters_out()
    playing.moderator.tick()
    assert [row.status for row in rows(playing, VoteRow)] == ["passed"]
    assert open_question(playing).due_at == question.due_at + timedelta(hours=24)  # type: ignore[operator]
    assert "have agreed" in " ".join(letters_since(playing, before, "france")[0].text.split())


def test_a_vote_does_not_run_out_in_a_pause(playing: Office) -> None:
    playing.write("france", "extend 24h")
    playing.deed(lambda d: d.pause(GAME))
    playing.later(60)
    playing.moderator.tick()
    assert [row.status for row in rows(playing, VoteRow)] == ["open"]
    playing.deed(lambda d: d.resume(GAME))
    playing.moderator.tick()
    assert [row.status for row in rows(playing, VoteRow)] == ["open"]
    playing.later(49)
    playing.moderator.tick()
    assert [row.status for row in rows(playing, VoteRow)] == ["failed"]


# ---- Reminders


def test_reminders_come_again_when_the_deadline_has_moved(playing: Office) -> None:
    question = open_question(playing)
    power, due = question.power, question.due_at
    assert due is not None
    go_to(playing, due - timedelta(hours=5))
    playing.moderator.tick()
    before = playing.letters_out()
    playing.deed(lambda d: d.extend(GAME, "48h"))
    playing.moderator.tick()
    assert "reminder" not in kinds(playing, before, power)
    go_to(playing, due + timedelta(hours=48 - 24))
    playing.moderator.tick()
    playing.moderator.tick()
    go_to(playing, due + timedelta(hours=48 - 6))
    playing.moderator.tick()
    go_to(playing, due + timedelta(hours=48))
    playing.moderator.tick()
    assert kinds(playing, before, power).count("reminder") == 3  # two, and the last one


def test_a_pause_brings_no_second_reminder(playing: Office) -> None:
    question = open_question(playing)
    assert question.due_at is not None
    go_to(playing, question.due_at - timedelta(hours=23))
    playing.moderator.tick()
    before = playing.letters_out()
    playing.deed(lambda d: d.pause(GAME))
    playing.later(500)
    playing.moderator.tick()
    playing.deed(lambda d: d.resume(GAME))
    for _ in range(3):
        playing.moderator.tick()
        playing.later(1)
    assert "reminder" not in kinds(playing, before, question.power)
    playing.later(15)
    playing.moderator.tick()
    assert kinds(playing, before, question.power).count("reminder") == 1


def test_the_reminder_of_talks_comes_again_too(talking: Office) -> None:
    talking.later(43)
    talking.moderator.tick()
    before = talking.letters_out()
    talking.deed(lambda d: d.extend(GAME, "48h"))
    for _ in range(10):
        talking.later(5)
        talking.moderator.tick()
    assert kinds(talking, before, "england").count("reminder") == 2


def test_whoever_plays_two_powers_gets_one_reminder(new_office: Callable[..., Office]) -> None:
    """The Diet of Worms asks the Hapsburgs and the Papacy at once, and both are Bob's."""
    office = new_office()
    three_players(office, "1517")
    while len(asked := office.asked()) == 1:
        office.write(asked[0], f"{asked[0]}: {office.silent_line(asked[0])}")
    assert set(asked) == {"hapsburg", "papacy", "protestant"}
    before = office.letters_out()
    office.later(25)
    office.moderator.tick()
    assert kinds(office, before, "bob") == ["reminder"]
    (letter,) = letters_since(office, before, "bob")
    assert letter.text.count("YOUR DECISION") == 2
    assert kinds(office, before, "cy") == ["reminder"]


# ---- Vacations


def test_a_vacation_that_is_called_off_is_told(playing: Office) -> None:
    playing.write("france", "vacation 2026-12-20 to 2027-01-02")
    assert "the others are told" in " ".join(playing.write("france", "vacation off").text.split())
    assert "will not be away from Sunday 20 December 2026" in words(playing, "observer1")


def test_a_delegate_who_got_a_seat_meanwhile_does_not_get_a_second_hand(playing: Office) -> None:
    playing.write("france", "vacation 2026-11-20 to 2026-11-25 with Anna <anna@example.org>")
    playing.deed(lambda d: d.substitute(GAME, "england", "Anna <anna@example.org>"))
    playing.later(24 * 4)
    playing.moderator.tick()
    row = seat_row(playing, "france")
    assert row.address == "france@example.test"
    assert not any("YOUR HAND, FRANCE" in letter.text for letter in playing.outbox("anna"))
    assert "Nobody waits for this seat" in " ".join(
        letter.text for letter in playing.outbox("france") if letter.kind == "vacation"
    ).replace("\n", " ")


def test_a_player_who_is_away_cannot_take_a_second_seat(playing: Office) -> None:
    playing.write("france", "vacation 2026-11-16 to 2026-11-25 with anna@example.org")
    playing.moderator.tick()
    for address in ("france@example.test", "anna@example.org"):
        with pytest.raises(Exception, match="plays in test already"):
            playing.deed(lambda d, a=address: d.substitute(GAME, "england", a))  # type: ignore[misc]


def test_nobody_waits_for_the_absent_after_a_pause(playing: Office) -> None:
    """The vacation begins in the pause: when the clock runs again, nobody waits on."""
    power = open_question(playing).power
    playing.write(power, "vacation 2026-11-18 to 2026-11-30")
    playing.deed(lambda d: d.pause(GAME))
    playing.later(24 * 3)
    playing.moderator.tick()
    assert [row.status for row in rows(playing, AbsenceRow)] == ["running"]
    assert playing.orders()[-1].entry["source"] != "deadline"
    playing.deed(lambda d: d.resume(GAME))
    assert playing.moderator.tick() >= 1


def test_whoever_comes_back_has_the_usual_time(playing: Office) -> None:
    """Asked while away, in a pause; back before the clock runs again: the deadline is not over at once."""
    power = open_question(playing).power
    playing.write(power, "vacation 2026-11-16 to 2026-11-30")
    playing.deed(lambda d: d.pause(GAME))
    playing.moderator.tick()
    playing.later(2)
    playing.write(power, "back")
    playing.deed(lambda d: d.resume(GAME))
    assert playing.moderator.tick() == 0
    due = open_question(playing).due_at
    assert due is not None
    assert due >= playing.clock.now() + timedelta(hours=40)


# ---- Substitutes, caretakers, leaving


def test_a_substitute_has_the_usual_time(playing: Office) -> None:
    question = open_question(playing)
    assert question.due_at is not None
    go_to(playing, question.due_at - timedelta(hours=1))
    playing.deed(lambda d: d.substitute(GAME, question.power, "Anna <anna@example.org>"))
    due = open_question(playing).due_at
    assert due is not None
    assert due >= playing.clock.now() + timedelta(hours=24)
    assert f"{due:%d %B}".lstrip("0") in playing.outbox("anna")[0].text


def test_a_substitute_who_loses_time_by_nothing(playing: Office) -> None:
    question = open_question(playing)
    playing.deed(lambda d: d.extend(GAME, "1 week"))
    due = open_question(playing).due_at
    playing.deed(lambda d: d.substitute(GAME, question.power, "Anna <anna@example.org>"))
    assert open_question(playing).due_at == due


def test_a_silent_player_who_is_back_cannot_be_replaced_by_an_old_offer(
    new_office: Callable[..., Office],
) -> None:
    office = new_office(pace={"offer_after": 1, "tell_after": 0})
    office.begin(observers=1)
    victim = office.asked()[0]
    go_to(office, open_question(office).default_at)
    office.moderator.tick()
    assert office.outbox("observer1")[-1].kind == "offer"
    office.later(1)
    assert "no longer offered" in " ".join(office.write(victim, "status").text.split())
    assert "not free" in office.write("observer1", f"take {victim}").text
    assert seat_row(office, victim).address == f"{victim}@example.test"
    office.write(victim, "substitute")  # but whoever asks for it can
    assert "is yours" in office.write("observer1", f"take {victim}").text


def test_a_player_writes_orders_while_a_caretaker_has_the_seat(playing: Office) -> None:
    power = open_question(playing).power
    playing.deed(lambda d: d.caretaker(GAME, power))
    before = len(playing.orders())
    answer = playing.write(power, playing.silent_line(power))
    assert "You have your seat back" in " ".join(answer.text.split())
    own = [order for order in playing.orders() if order.seq > before and order.entry["power"] == power]
    assert own[0].entry["source"] == "mail"
    assert seat_row(playing, power).status == "playing"


def test_whoever_resigns_in_the_middle_of_an_impulse_leaves_no_orders_behind(playing: Office) -> None:
    while open_question(playing).kind != "impulse":
        power = open_question(playing).power
        playing.write(power, playing.silent_line(power))
    power = open_question(playing).power
    home = playing.seat(power)
    other = next(p for p in ("england", "france") if p != power)
    playing.write(other, "standing: intercept", "pass")  # held for its own impulse
    old = playing.letter(power, "pass")
    playing.write(power, "resign for good")
    assert playing.moderator.tick() >= 1
    letters = len(playing.outbox(power))
    assert playing.receive(old).verdict == "unknown-token"
    playing.write("observer1", f"take {power}")
    assert seat_row(playing, power).token != home.token
    assert len(playing.outbox(power)) == letters  # the old player never again
    assert "YOUR HAND" in playing.outbox("observer1")[-1].text


def test_press_to_a_seat_that_nobody_has(talking: Office) -> None:
    talking.write("france", "resign for good")
    before = talking.letters_out()
    answer = talking.write("england", "press to france, papacy: hello?")
    assert "Nobody plays France now" in " ".join(answer.text.split())
    assert [row.recipient for row in letters_since(talking, before) if row.kind == "press"] == [
        "papacy@example.test"
    ]
    for power in ("ottoman", "hapsburg", "england", "papacy", "protestant"):
        talking.write(power, "ready")
    talking.moderator.tick()
    assert talks_row(talking).closed_at is not None  # nobody waits for the vacant seat


# ---- The program's own clock


def test_a_clock_that_was_ahead_does_not_switch_the_protection_off(playing: Office) -> None:
    keeper = Timekeeper(playing.database, playing.settings, playing.clock)
    keeper.alive()
    playing.later(24 * 365)
    keeper.alive()  # the clock jumps ahead: deadlines move with it
    due = open_question(playing).due_at
    playing.clock = SetClock(playing.clock.now() - timedelta(days=365))  # and somebody sets it right
    keeper = Timekeeper(playing.database, playing.settings, playing.clock)
    assert keeper.alive() == timedelta(0)
    assert keeper.tick() == 0
    assert rows(playing, HeartbeatRow)[0].at == playing.clock.now()
    assert open_question(playing).due_at == due
    playing.later(72)
    assert keeper.asleep()
    assert keeper.alive() == timedelta(hours=72)


def test_a_clock_a_little_behind_changes_nothing(playing: Office) -> None:
    keeper = Timekeeper(playing.database, playing.settings, playing.clock)
    keeper.alive()
    at = rows(playing, HeartbeatRow)[0].at
    slow = SetClock(at - timedelta(minutes=6))
    assert Timekeeper(playing.database, playing.settings, slow).alive() == timedelta(0)
    assert rows(playing, HeartbeatRow)[0].at == at


def test_a_game_that_cannot_be_loaded_stops_no_other(
    playing: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    keeper = Timekeeper(playing.database, playing.settings, playing.clock)
    keeper.alive()
    due = open_question(playing).due_at
    assert due is not None
    playing.later(72)
    monkeypatch.setattr(Timekeeper, "_work", lambda *_: 1 / 0)
    assert keeper.alive() == timedelta(hours=72)
    assert open_question(playing).due_at == due + timedelta(hours=72)


def test_no_seat_is_without_its_row(playing: Office) -> None:
    """A resigned seat keeps its powers, so that somebody can take it."""
    playing.write("france", "resign for good")
    with UnitOfWork(playing.database) as work:
        powers = [power for row in work.session.exec(select(SeatRow)) for power in row.powers]
    assert len(powers) == 6
