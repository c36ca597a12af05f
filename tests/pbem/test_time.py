"""Time: deadlines, reminders, grace, silence, vacations, votes, pauses, and a machine that was away."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest

from pbem.calendar.absence import mailbox_of, read_vacation
from pbem.calendar.calendar import BadCalendar, Calendar
from pbem.calendar.deadlines import (
    HOURS,
    Pace,
    dump_pace,
    hours_in,
    load_pace,
    pace_problems,
    reminders_due,
)
from pbem.clock.timekeeper import Timekeeper, say_span
from pbem.store.office_tables import AbsenceRow, VoteRow
from pbem.store.tables import QuestionRow
from rules.war.negotiation import ConfirmDeals, ProposeDeals
from tests.pbem.office import MONDAY, Office
from tests.pbem.timed import letters_since, rows, seat_row, talks_row


def open_question(office: Office) -> QuestionRow:
    (row,) = [row for row in office.questions() if row.status == "open"]
    assert row.due_at is not None
    assert row.default_at is not None
    return row


def kinds(office: Office, since: int, power: str) -> list[str]:
    return [row.kind for row in letters_since(office, since, power)]


def go_to(office: Office, moment: datetime | None) -> None:
    assert moment is not None
    office.clock.advance(moment - office.clock.now())


# ---- Deadlines and reminders


def test_deals_belong_to_the_negotiations() -> None:
    assert ProposeDeals("ottoman", ("france",)).pace == ConfirmDeals("france", ()).pace == "negotiation"
    assert Pace({**HOURS, "negotiation": 0}).hours_for("negotiation") == HOURS["decision"]


def test_reminders_come_before_the_deadline() -> None:
    asked, due = MONDAY, MONDAY + timedelta(hours=72)
    count = [reminders_due(asked, due, due - timedelta(hours=h), Pace()) for h in (30, 24, 12, 6, 0)]
    assert count == [0, 1, 1, 2, 2]
    soon = MONDAY + timedelta(hours=24)
    assert reminders_due(asked, soon, asked + timedelta(hours=1), Pace()) == 0  # not as soon as it is asked


def test_a_power_is_reminded_then_warned_then_answered_for(playing: Office) -> None:
    question = open_question(playing)
    power, before = question.power, playing.letters_out()
    go_to(playing, question.due_at - timedelta(hours=24))  # type: ignore[operator]
    playing.moderator.tick()
    playing.moderator.tick()
    go_to(playing, question.due_at - timedelta(hours=6))  # type: ignore[operator]
    playing.moderator.tick()
    go_to(playing, question.due_at)
    assert playing.moderator.tick() == 0
    assert kinds(playing, before, power) == ["reminder"] * 3
    first, _, last = letters_since(playing, before, power)
    assert "your answer is due" in first.text
    assert "YOUR DECISION" in first.text  # it can be answered as it is
    assert "An answer is still taken until" in " ".join(last.text.split())
    go_to(playing, question.default_at)
    assert playing.moderator.tick() == 1
    (told,) = [row for row in letters_since(playing, before, power) if "Your time ran out and" in row.text]
    assert "this was done for you" in " ".join(told.text.split())
    assert playing.orders()[-1].entry["source"] == "deadline"


def test_an_answer_in_the_time_of_grace_counts(playing: Office) -> None:
    question = open_question(playing)
    go_to(playing, question.due_at)
    playing.moderator.tick()
    playing.write(question.power, playing.silent_line(question.power))
    assert playing.orders()[-1].entry["source"] == "mail"
    assert seat_row(playing, question.power).missed == 0


def test_due_times_keep_to_the_calendar(new_office: Callable[..., Office]) -> None:
    """Asked on Friday evening, with a quiet weekend; the letter says it in the players' own time."""
    office = new_office(pace={"zone": "Europe/Berlin", "quiet_days": ("sat", "sun"), "grace": 0})
    office.later(24 * 4 + 10)  # Friday 19:00 UTC
    office.begin()
    question = open_question(office)
    assert question.due_at == datetime(2026, 11, 24, 19, 0, tzinfo=UTC)  # 48 hours: Tuesday
    assert "Until Tuesday 24 November 2026, 20:00 (Europe/Berlin)" in office.outbox(question.power)[0].text


def test_the_negotiations_are_reminded_of(talking: Office) -> None:
    talking.write("france", "ready")
    before = talking.letters_out()
    talking.later(25)
    talking.moderator.tick()
    assert kinds(talking, before, "england") == ["reminder"]
    assert kinds(talking, before, "france") == []


# ---- Silence


def test_repeated_silence(new_office: Callable[..., Office]) -> None:
    """The moderator is told, then the observers are asked, then a caretaker plays."""
    office = new_office(
        mail={"moderator": "boss@example.test"},
        pace={"tell_after": 1, "offer_after": 2, "caretaker_after": 3},
    )
    office.begin(observers=1)
    victim = office.asked()[0]

    def miss() -> None:
        while victim not in office.asked():
            power = office.asked()[0]
            office.write(power, office.silent_line(power))
        go_to(office, open_question(office).default_at)
        assert office.moderator.tick() >= 1

    miss()
    assert "has missed 1 deadlines" in office.outbox("boss")[-1].text
    miss()
    assert office.outbox("observer1")[-1].kind == "offer"
    miss()
    assert seat_row(office, victim).status == "caretaker"
    assert "a caretaker" in office.outbox("england")[-1].subject
    questions = len([row for row in office.outbox(victim) if row.kind == "question"])
    while victim not in office.asked():
        power = office.asked()[0]
        office.write(power, office.silent_line(power))
    assert office.moderator.tick() >= 1  # at once
    assert "bot" in [order.entry["source"] for order in office.orders() if order.entry["power"] == victim]
    assert len([row for row in office.outbox(victim) if row.kind == "question"]) == questions
    answer = office.write(victim, "status")
    assert "You have your seat back" in " ".join(answer.text.split())
    assert seat_row(office, victim).status == "playing"
    assert office.moderator.tick() == 0  # and it has its usual time again


def test_a_caretaker_plays_the_same_way_twice(new_office: Callable[..., Office]) -> None:
    logs = []
    for _ in range(2):
        office = new_office(pace={"caretaker_after": 1, "tell_after": 0, "offer_after": 0})
        office.begin()
        office.later(1000)
        while len(office.orders()) < 8:
            office.moderator.tick()
            office.later(100)
        logs.append([(order.entry["source"], order.words) for order in office.orders()])
    assert logs[0] == logs[1]
    assert "bot" in {source for source, _ in logs[0]}


# ---- Vacations


def test_a_vacation_without_delegate_lets_nobody_wait(playing: Office) -> None:
    power = open_question(playing).power
    answer = playing.write(power, "vacation 2026-11-17 to 2026-11-20")
    assert "You are away from Tuesday 17 November 2026" in " ".join(answer.text.split())
    assert "will be away" in playing.outbox("observer1")[-1].text
    playing.later(24)
    assert playing.moderator.tick() == 1  # what was asked falls due at once
    assert [order.entry["source"] for order in playing.orders()][-1] == "deadline"
    assert seat_row(playing, power).missed == 0  # it was announced
    assert playing.outbox(power)[-1].kind == "vacation"
    assert "back" in playing.write(power, "back").text
    (absence,) = rows(playing, AbsenceRow)
    assert absence.status == "over"


def test_a_delegate_has_the_seat_for_a_while(playing: Office) -> None:
    power = open_question(playing).power
    home = playing.seat(power)
    playing.write(power, "vacation 2026-11-17 to 2026-11-20 with Anna <anna@example.org>")
    playing.later(24)
    playing.moderator.tick()
    away = seat_row(playing, power)
    assert (away.name, away.address) == ("Anna", "anna@example.org")
    assert away.token != home.token
    welcome = playing.outbox("anna")[0]
    assert "You play for" in " ".join(welcome.text.split())
    assert "YOUR HAND" in welcome.text
    assert home.token not in str(welcome.label)
    order = playing.receive(playing.letter(power, playing.silent_line(power)))  # Anna writes
    assert order.status == "done"
    assert playing.orders()[-1].entry["source"] == "mail"
    playing.later(24 * 4)
    playing.moderator.tick()
    back = playing.seat(power)
    assert (back.address, back.token) == (home.address, home.token)
    assert "Welcome back" in playing.outbox(power)[-1].text
    assert "Thank you" in playing.outbox("anna")[-1].text


def test_a_player_on_vacation_can_come_back(playing: Office) -> None:
    power = "france"
    home = playing.seat(power)
    old = {"From": f"{home.name} <{home.address}>", "To": playing.settings.mail.reply_address(home.token)}
    playing.write(power, "vacation 2026-11-16 to 2026-11-20 with anna@example.org")
    playing.moderator.tick()
    row = playing.receive(playing.letter(power, "pass", **old))
    assert row.status == "done"
    assert 'Write "back"' in " ".join(playing.outbox("france")[-1].text.split())
    stranger = playing.receive(playing.letter(power, "back", **{**old, "From": "x@example.test"}))
    assert (stranger.status, stranger.verdict) == ("held", "unknown-token")
    playing.receive(playing.letter(power, "back", **old))
    assert playing.seat(power) == home


def test_vacations_that_cannot_be(playing: Office) -> None:
    playing.write("france", "vacation 2026-12-20 to 2027-01-02")
    for text, told in [
        ("vacation 2026-12-24 to 2026-12-27", "in that time already"),
        ("vacation 2026-12-01 to 2026-12-03 with england@example.test", "plays in test already"),
        ("vacation tomorrow to sunday", "is no date"),
        ("vacation", "From Sunday 20 December 2026"),
        ("vacation off", "forgotten"),
        ("vacation off", "planned no vacation"),
        ("back", "not away"),
    ]:
        assert told in " ".join(playing.write("france", text).text.split()), text


@pytest.mark.parametrize(
    "text",
    [
        "2026-12-20 to 2027-01-02",
        "from 20.12.2026 until 02.01.2027",
        "20 Dec 2026 - 2 Jan 2027",
        "2026-12-20 through 2 January 2027",
    ],
)
def test_how_a_vacation_is_written(text: str) -> None:
    vacation = read_vacation(text, Calendar("Europe/Berlin"), MONDAY)
    assert vacation.begins == datetime(2026, 12, 19, 23, 0, tzinfo=UTC)
    assert vacation.ends == datetime(2027, 1, 2, 23, 0, tzinfo=UTC)
    assert read_vacation(f"{text} with Anna <a@b.org>", Calendar(), MONDAY).address == "a@b.org"


@pytest.mark.parametrize(
    "text",
    [
        "next week",
        "2026-12-20",
        "2027-01-02 to 2026-12-20",
        "2026-01-01 to 2026-01-10",
        "2026-12-20 to 2027-12-20",
        "2028-12-20 to 2028-12-21",
        "2026-12-20 to 2026-12-21 with anna",
    ],
)
def test_vacations_that_are_not_understood(text: str) -> None:
    with pytest.raises(BadCalendar):
        read_vacation(text, Calendar(), MONDAY)


def test_addresses() -> None:
    assert mailbox_of('"Anna K" <Anna@Example.org>') == ("Anna K", "anna@example.org")
    assert mailbox_of("anna@example.org.") == ("anna", "anna@example.org")
    with pytest.raises(BadCalendar):
        mailbox_of("anna at example")


# ---- More time


def test_the_players_vote_themselves_more_time(playing: Office) -> None:
    due = open_question(playing).due_at
    before = playing.letters_out()
    assert "others are asked" in playing.write("france", "extend 24h").text
    assert kinds(playing, before, "england") == ["vote"]
    assert kinds(playing, before, "observer1") == []
    assert "vote on 24 more hours already" in playing.write("england", "extend 2 days").text
    for power in ("england", "papacy"):
        assert "counted" in playing.write(power, "agree").text
    assert "have agreed" in playing.write("ottoman", "agree extension").text
    assert due is not None
    assert open_question(playing).due_at == due + timedelta(hours=24)
    assert "Your answer is now due" in playing.outbox(open_question(playing).power)[-1].text
    assert "nothing to vote on" not in playing.write("protestant", "status").text


def test_a_vote_can_fail(playing: Office) -> None:
    due = open_question(playing).due_at
    playing.write("france", "extend 12h")
    playing.write("england", "refuse")
    playing.write("papacy", "no")
    assert "no majority" in playing.write("hapsburg", "refuse extension").text
    assert open_question(playing).due_at == due
    (vote,) = rows(playing, VoteRow)
    assert vote.status == "failed"
    playing.write("france", "extend 12h")
    playing.later(49)
    playing.moderator.tick()
    assert [row.status for row in rows(playing, VoteRow)] == ["failed", "failed"]


def test_what_players_cannot_vote_themselves(playing: Office) -> None:
    assert "at most 72" in playing.write("france", "extend 4 days").text
    assert "no length of time" in playing.write("france", "extend for ever").text
    assert "only players" in playing.write("observer1", "extend 24h").text.lower()


def test_negotiations_are_extended_too(talking: Office) -> None:
    closes = talks_row(talking).closes_at
    talking.write("france", "extend 24h")
    for power in ("england", "papacy", "ottoman"):
        talking.write(power, "agree extension")
    assert talks_row(talking).closes_at == closes + timedelta(hours=24)


# ---- The machine was away


def test_deadlines_move_by_the_time_that_the_program_was_down(playing: Office) -> None:
    keeper = Timekeeper(playing.database, playing.settings, playing.clock)
    due = open_question(playing).due_at
    assert due is not None
    assert keeper.alive() == timedelta(0)
    playing.later(0.5)
    assert keeper.alive() == timedelta(0)
    assert open_question(playing).due_at == due
    before = playing.letters_out()
    playing.later(100)
    assert keeper.alive() == timedelta(hours=100)
    assert keeper.tick() == 0
    assert open_question(playing).due_at == due + timedelta(hours=100)
    power = open_question(playing).power
    told = " ".join(letters_since(playing, before, power)[0].text.split())
    assert "was away for 4 days" in told
    assert keeper.alive() == timedelta(0)


def test_the_window_of_negotiations_moves_too(talking: Office) -> None:
    keeper = Timekeeper(talking.database, talking.settings, talking.clock)
    keeper.alive()
    closes = talks_row(talking).closes_at
    talking.later(60)
    keeper.alive()
    keeper.tick()
    assert talks_row(talking).closed_at is None
    assert talks_row(talking).closes_at == closes + timedelta(hours=60)


def test_how_long_is_said() -> None:
    spans = [timedelta(minutes=90), timedelta(hours=26), timedelta(days=3), timedelta(minutes=1)]
    assert [say_span(span) for span in spans] == ["90 minutes", "26 hours", "3 days", "1 minute"]


# ---- The pace of a game


def test_a_pace_is_stored_and_loaded() -> None:
    pace = Pace(
        {**HOURS, "impulse": 96}, Calendar("Europe/Berlin", (7,), ("12-25",), "22:00-08:00"), (12,), 3
    )
    assert load_pace(pace.hours, dump_pace(pace)) == pace
    assert load_pace({}, {}).talks == 0  # games from before the window


def test_lengths_of_time() -> None:
    assert [hours_in(text) for text in ("24h", "24", "2 days", "1 week", "3d")] == [24, 24, 48, 168, 72]
    for text in ("0h", "3 weeks", "soon", "-5h"):
        with pytest.raises(BadCalendar):
            hours_in(text)


def test_a_bad_pace_is_named() -> None:
    bad = Pace({**HOURS, "impulse": 0, "tea": 5}, Calendar("Nowhere/At-All"), (1, 2, 3), 100)
    told = "; ".join(pace_problems(bad))
    for words in ("no time zone", "for impulse are too few", 'the kind "tea"', "two reminders", "72 hours"):
        assert words in told
