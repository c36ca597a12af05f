"""What the moderator can do to a game: time, seats, orders for others, rewinds, corrections."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from pbem.errors import ModeratorProblem, WrongMoment
from pbem.games import game_of
from pbem.language.declined import Declined
from pbem.moderator.lists import deeds, late, players
from pbem.moderator.overview import Overview
from pbem.play.plan import Player
from pbem.store.games import find_game
from pbem.store.tables import SnapshotRow
from pbem.store.talk_tables import DraftRow, TalksRow
from pbem.store.unit_of_work import UnitOfWork
from rules import RulesError
from tests.pbem.office import GAME, Office
from tests.pbem.timed import everybody_ready, game_row, letters_since, rows, seat_row


def listed(office: Office, what: Callable[..., list[Any]], *more: Any) -> list[Any]:
    with UnitOfWork(office.database) as work:
        return what(work.session, *more)


def due_of(office: Office) -> Any:
    (row,) = [row for row in office.questions() if row.status == "open"]
    return row.due_at


# ---- Who, and how late


def test_players_and_the_late_list(playing: Office) -> None:
    lines = listed(playing, players, GAME, playing.clock.now())
    assert [line.state for line in lines] == ["plays"] * 6 + ["reads"]
    (line,) = listed(playing, late, playing.clock.now())
    assert (line.game, line.missed) == (GAME, 0)
    assert line.late.endswith("left")
    playing.later(1000)
    (line,) = listed(playing, late, playing.clock.now(), GAME)
    assert line.late.startswith("late by")


def test_the_late_list_in_negotiations(talking: Office) -> None:
    talking.write("france", "ready")
    (line,) = listed(talking, late, talking.clock.now())
    assert (line.kind, line.late) == ("negotiation", "2 days left")
    assert "France" not in line.power
    assert "Papacy" in line.power


def test_nudge(playing: Office) -> None:
    (power,) = playing.asked()
    before = playing.letters_out()
    playing.deed(lambda desk: desk.nudge(GAME, "", "We wait for you!"))
    (letter,) = letters_since(playing, before)
    assert letter.recipient.startswith(power)
    assert "We wait for you!" in letter.text
    assert "YOUR DECISION" in letter.text
    other = next(p for p in ("france", "england") if p != power)
    with pytest.raises(WrongMoment, match="is not waited for"):
        playing.deed(lambda desk: desk.nudge(GAME, other))
    with pytest.raises(ModeratorProblem, match="no power"):
        playing.deed(lambda desk: desk.nudge(GAME, "atlantis"))


# ---- Time


def test_pause_and_resume(playing: Office) -> None:
    due = due_of(playing)
    playing.deed(lambda desk: desk.pause(GAME, "Easter"))
    assert "The reason: Easter." in " ".join(playing.outbox("france")[-1].text.split())
    playing.later(1000)
    assert playing.moderator.tick() == 0
    with pytest.raises(WrongMoment):
        playing.deed(lambda desk: desk.pause(GAME))
    playing.deed(lambda desk: desk.resume(GAME))
    assert due_of(playing) == due + timedelta(hours=1000)
    assert playing.moderator.tick() == 0
    with pytest.raises(WrongMoment, match="runs already"):
        playing.deed(lambda desk: desk.resume(GAME))


def test_orders_are_taken_in_a_pause_and_their_answers_get_their_time(playing: Office) -> None:
    playing.deed(lambda desk: desk.pause(GAME))
    playing.later(100)
    (power,) = playing.asked()
    playing.write(power, playing.silent_line(power))
    asked_then = due_of(playing)
    playing.later(10)
    playing.deed(lambda desk: desk.resume(GAME))
    assert due_of(playing) == asked_then + timedelta(hours=10)  # only as long as it had been waited for


def test_hold_keeps_letters_until_the_game_goes_on(playing: Office) -> None:
    playing.deed(lambda desk: desk.hold(GAME, "a bug"))
    (power,) = playing.asked()
    row = playing.receive(playing.letter(power, playing.silent_line(power)))
    assert (row.status, row.verdict) == ("held", "game-held")
    orders = len(playing.orders())
    told = playing.deed(lambda desk: desk.resume(GAME))
    assert "1 letters that were kept" in told
    playing.moderator.handle_letters()
    assert len(playing.orders()) > orders


def test_the_moderator_moves_deadlines(playing: Office) -> None:
    due = due_of(playing)
    (power,) = playing.asked()
    playing.deed(lambda desk: desk.extend(GAME, "1 day", power, "illness"))
    assert due_of(playing) == due + timedelta(hours=24)
    assert "Your answer is now due" in playing.outbox(power)[-1].text
    playing.deed(lambda desk: desk.extend(GAME, "12h"))
    assert due_of(playing) == due + timedelta(hours=36)
    other = next(p for p in ("france", "england") if p != power)
    with pytest.raises(WrongMoment, match="nothing is due"):
        playing.deed(lambda desk: desk.extend(GAME, "12h", other))


def test_the_moderator_ends_negotiations(talking: Office) -> None:
    talking.deed(lambda desk: desk.end_talks(GAME))
    assert rows(talking, TalksRow)[0].closed_at is not None
    assert talking.asked()
    with pytest.raises(WrongMoment, match="nobody negotiates"):
        talking.deed(lambda desk: desk.end_talks(GAME))


def test_the_pace_of_a_game(playing: Office) -> None:
    told = playing.deed(
        lambda desk: desk.pace(
            GAME, {"zone": "Europe/Berlin", "impulse": 96, "quiet_days": ("sun",), "grace": 0}
        ),
    )
    assert "impulse 96" in told
    assert "quiet on Sunday" in told
    assert game_row(playing).pace["zone"] == "Europe/Berlin"
    with pytest.raises(ModeratorProblem, match="no time zone"):
        playing.deed(lambda desk: desk.pace(GAME, {"zone": "Nowhere"}))


def test_the_window_is_not_taken_away_while_it_is_open(talking: Office) -> None:
    with pytest.raises(WrongMoment, match="end them first"):
        talking.deed(lambda desk: desk.pace(GAME, {"negotiation": 0}))
    talking.deed(lambda desk: desk.end_talks(GAME))
    assert "negotiation 0" in talking.deed(lambda desk: desk.pace(GAME, {"negotiation": 0}))


# ---- Seats


def test_a_substitute_has_the_seat_and_the_old_player_nothing(playing: Office) -> None:
    (power,) = playing.asked()
    old = playing.seat(power)
    old_letter = playing.letter(power, playing.silent_line(power))
    waiting = [row for row in playing.outbox(power) if row.status == "queued"]
    assert waiting
    told = playing.deed(lambda desk: desk.substitute(GAME, power, "Anna <anna@example.org>", "gone"))
    assert "is played by Anna" in told
    assert seat_row(playing, power).token != old.token
    assert {row.status for row in playing.outbox(power)} == {"failed"}  # what was not sent is not sent
    (welcome,) = playing.outbox("anna")
    assert "You take over" in " ".join(welcome.text.split())
    assert "YOUR HAND" in welcome.text
    assert "YOUR DECISION" in welcome.text
    row = playing.receive(old_letter)
    assert (row.status, row.verdict) == ("held", "unknown-token")
    assert playing.outbox(old.address) == playing.outbox(power)
    playing.write(power, playing.silent_line(power))  # Anna writes
    assert playing.orders()[-1].letter_id is not None
    with pytest.raises(Declined, match="plays in test already"):
        playing.deed(lambda desk: desk.substitute(GAME, power, "england@example.test"))


def test_an_observer_takes_over_a_seat(playing: Office) -> None:
    playing.deed(lambda desk: desk.offer(GAME, "france"))
    assert "take France" in playing.outbox("observer1")[-1].text
    answer = playing.write("observer1", "take France")
    assert "France is yours" in answer.text
    row = seat_row(playing, "france")
    assert (row.name, row.address) == ("Observer 1", "observer1@example.test")
    assert "YOUR HAND, FRANCE" in playing.outbox("observer1")[-1].text
    assert [line.powers for line in listed(playing, players, GAME, playing.clock.now())].count(
        "observer"
    ) == 0
    assert "France is now played by" in " ".join(playing.outbox("england")[-1].text.split())


def test_a_seat_that_is_not_free_is_not_taken(playing: Office) -> None:
    assert "not free" in playing.write("observer1", "take france").text
    assert seat_row(playing, "france").address == "france@example.test"


def test_a_player_resigns(playing: Office) -> None:
    assert "resign for good" in " ".join(playing.write("france", "resign").text.split())
    assert seat_row(playing, "france").status == "playing"
    answer = playing.write("france", "resign for good")
    assert "You have left the game" in answer.text
    assert answer.status == "queued"
    row = seat_row(playing, "france")
    assert (row.status, row.address) == ("vacant", "")
    assert "has resigned" in playing.outbox("boss")[-1].text
    assert playing.outbox("observer1")[-1].kind in ("offer", "notice")
    before = len(playing.outbox("france"))
    for _ in range(8):
        power = playing.asked()[0]
        if power == "france":
            assert playing.moderator.tick() >= 1  # nobody waits
        else:
            playing.write(power, playing.silent_line(power))
    assert len(playing.outbox("france")) == before  # and nothing is written to it
    playing.write("observer1", "take france")
    assert seat_row(playing, "france").status == "playing"


def test_a_player_asks_for_a_substitute(playing: Office) -> None:
    answer = playing.write("france", "substitute Anna <anna@example.org>")
    assert "The moderator is told" in answer.text
    letter = playing.outbox("boss")[-1]
    assert "Anna <anna@example.org>" in letter.text
    assert 'substitute test france "Name <address>"' in letter.text
    assert letter.label["Reply-To"].endswith("<gm+abcdefgh23456789@example.test>")


def test_observers_come_and_go(playing: Office) -> None:
    playing.deed(lambda desk: desk.observe(GAME, "Olga <olga@example.org>"))
    (welcome,) = playing.outbox("olga")
    assert "YOUR HAND" not in welcome.text
    token = welcome.label["Reply-To"].partition("+")[2].partition("@")[0]
    assert welcome.label["List-Unsubscribe"] == f"<mailto:gm+{token}@example.test?subject=unsubscribe>"
    assert "List-Unsubscribe" not in playing.outbox("france")[0].label
    with pytest.raises(WrongMoment, match="already"):
        playing.deed(lambda desk: desk.observe(GAME, "olga@example.org"))
    to = f"gm+{token}@example.test"
    row = playing.receive(playing.letter("france", "", From="olga@example.org", To=to, Subject="unsubscribe"))
    assert row.status == "done"
    assert "no more letters" in playing.outbox("olga")[-1].text
    assert playing.outbox("olga")[-1].status == "queued"
    count = len(playing.outbox("olga"))
    playing.write("france", "press to all: hello")
    assert len(playing.outbox("olga")) == count
    playing.deed(lambda desk: desk.stop_observing(GAME, "observer1@example.test"))
    with pytest.raises(ModeratorProblem, match="does not observe"):
        playing.deed(lambda desk: desk.stop_observing(GAME, "observer1@example.test"))
    assert "resign" in playing.write("france", "unsubscribe").text


def test_an_invitation_says_what_is_played_with_whom_and_how_fast(office: Office) -> None:
    from tests.pbem.office import plan

    people = [Player(power, f"{power}@example.test", (power,)) for power in game_of("vq").powers]
    people[-1] = Player("Bot (usual)", "", people[-1].powers)
    options = (("treasures", "several"),)
    wanted = replace(plan(), game="vq", scenario="campaign", players=tuple(people), options=options)
    office.moderator.create_game(wanted, seed="x")
    assert "Bot" not in office.deed(lambda desk: desk.invite(GAME))
    letter = office.outbox("france")[-1].text
    told = " ".join(letter.split())
    assert "You are invited to play France in a game of Virgin Queen" in told
    assert "The scenario is campaign" in told
    assert "reconstruction" in told
    assert "72 hours for an impulse" in told
    assert "All times are UTC" in told
    assert "several treasures may be played" in told
    assert "Bot (usual)" in told
    assert all(len(line) <= 72 for line in letter.splitlines())


def test_players_confirm_before_the_game_begins(office: Office, caplog: pytest.LogCaptureFixture) -> None:
    from tests.pbem.office import plan

    office.moderator.create_game(plan(), seed="x")
    assert "invited: Ottoman" in office.deed(lambda desk: desk.invite(GAME))
    assert "You are invited to play France" in " ".join(office.outbox("france")[-1].text.split())
    with pytest.raises(WrongMoment, match="not confirmed yet"):
        office.moderator.start_game(GAME)
    for power in ("ottoman", "hapsburg", "england", "france", "papacy"):
        assert "The seat is yours" in office.write(power, "join").text
    assert office.deed(lambda desk: desk.invite(GAME)) == "invited: Protestant"
    assert "not begun yet" in office.write("protestant", "what is this?").text
    assert not told_that_all_have_joined(caplog)
    office.write("protestant", "yes")
    office.write("protestant", "join")
    assert told_that_all_have_joined(caplog) == 1
    office.moderator.start_game(GAME)


def told_that_all_have_joined(caplog: pytest.LogCaptureFixture) -> int:
    return sum("everybody has joined" in record.getMessage() for record in caplog.records)


# ---- The game itself


def test_the_moderator_orders_for_a_power(playing: Office) -> None:
    (power,) = playing.asked()
    line = playing.silent_line(power)
    playing.deed(lambda desk: desk.answer(GAME, power, [line], "by telephone"))
    order = [order for order in playing.orders() if order.entry["source"] == "moderator"][-1]
    assert (order.entry["power"], order.words) == (power, line)
    assert "The moderator has ordered for you" in " ".join(playing.outbox(power)[-1].text.split())
    (deed,) = listed(playing, deeds, GAME)
    assert (deed.what, deed.reason) == ("answer", "by telephone")
    with pytest.raises(WrongMoment, match="not asked"):
        playing.deed(lambda desk: desk.answer(GAME, power, [line]))
    asked = playing.asked()[0]
    orders = len(playing.orders())
    with pytest.raises(ModeratorProblem, match="frobnicate"):
        playing.deed(lambda desk: desk.answer(GAME, asked, ["frobnicate"]))
    assert len(playing.orders()) == orders


def test_a_rewind_lists_what_had_been_revealed(playing: Office) -> None:
    before = playing.engine()
    to, digest = before.seq, before.digest()
    asked = playing.asked()
    playing.play_silently(3)
    letters = playing.letters_out()
    dice = playing.engine().game.dice.used
    told = playing.deed(lambda desk: desk.rewind(GAME, to, "a wrong reading of 9.3"))
    assert f"after order {to}" in told
    after = playing.engine()
    assert after.game.dice.used == dice  # dice that were seen are not thrown again
    assert playing.asked() == asked
    after.game.dice.used = before.game.dice.used
    assert after.digest() == digest
    letter = " ".join(letters_since(playing, letters, "england")[-1].text.split())
    assert "a wrong reading of 9.3" in letter
    notice, question = letters_since(playing, letters, asked[0])[-2:]  # first why, then the question anew
    assert "a wrong reading of 9.3" in notice.text
    assert question.asked is not None
    assert question.kind == "question"
    void = [row.seq for row in rows(playing, SnapshotRow) if row.void]
    assert all(seq > to for seq in void)
    playing.play_silently(3)  # and it goes on
    assert Overview(playing.database).verify(GAME).orders == len(playing.orders())
    (deed,) = listed(playing, deeds, GAME)
    assert deed.what == "rewind"
    assert deed.details.startswith(f"to {to}")


def test_an_answer_from_before_the_rewind_is_too_late(playing: Office) -> None:
    (power,) = playing.asked()
    question = playing.outbox(power)[-1]
    to = playing.engine().seq
    playing.play_silently(2)
    playing.deed(lambda desk: desk.rewind(GAME, to, "a mistake"))
    answer = playing.write(power, playing.silent_line(power), In_Reply_To=question.message_id)
    assert "set back" in answer.text


def test_whoever_sets_back_a_game_that_is_over_tells_that_its_seed_is_known(playing: Office) -> None:
    to = playing.engine().seq
    playing.play_silently(1)
    with UnitOfWork(playing.database) as work:
        game = find_game(work.session, GAME)
        game.status = "over"
        work.session.add(game)
        work.commit()
    letters = playing.letters_out()
    playing.deed(lambda desk: desk.rewind(GAME, to, "it ended by mistake"))
    assert game_row(playing).status == "running"
    (letter, *_) = letters_since(playing, letters, "england")
    assert "its seed is known" in " ".join(letter.text.split())


def test_a_rewind_into_the_negotiations_opens_them_again(talking: Office) -> None:
    talking.write("hapsburg", "propose to france: alliance")
    talking.write("france", "agree")
    everybody_ready(talking)
    assert [row.status for row in rows(talking, DraftRow)] == ["done"]
    talking.deed(lambda desk: desk.rewind(GAME, 0, "the alliance was a mistake"))
    (talks,) = rows(talking, TalksRow)
    assert talks.closed_at is None
    assert talks.ready == []
    assert [row.status for row in rows(talking, DraftRow)] == ["agreed"]
    assert talking.engine().game.relation("hapsburg", "france") is None
    talking.write("france", "withdraw hapsburg")
    everybody_ready(talking)
    assert talking.engine().game.relation("hapsburg", "france") is None
    assert talking.asked()


@pytest.mark.parametrize(
    ("to", "reason", "why"), [(99, "x", "not before its end"), (0, " ", "needs a reason")]
)
def test_rewinds_that_cannot_be(playing: Office, to: int, reason: str, why: str) -> None:
    with pytest.raises(ModeratorProblem, match=why):
        playing.deed(lambda desk: desk.rewind(GAME, to, reason))


def test_a_correction_changes_the_position_and_is_told(playing: Office) -> None:
    with pytest.raises(WrongMoment, match="needs a checkpoint"):
        playing.deed(lambda desk: desk.correct(GAME, ["spaces.metz.control=france"], "a slip"))
    told = playing.deed(
        lambda desk: desk.correct(GAME, ["spaces.metz.control=france"], "a slip", go_back=True)
    )
    assert "corrected: spaces.metz.control" in told
    assert playing.engine().game.controller("metz") == "france"
    assert "a slip" in playing.outbox("england")[-1].text
    playing.later(49)
    playing.moderator.tick()
    assert playing.engine().game.controller("metz") == "france"
    assert Overview(playing.database).verify(GAME).orders == len(playing.orders())


@pytest.mark.parametrize(
    "change", ["spaces.atlantis.control=france", "nonsense", "turn=abc", "spaces.metz.control=7"]
)
def test_corrections_that_cannot_be(playing: Office, change: str) -> None:
    digest = playing.engine().digest()
    with pytest.raises((ModeratorProblem, RulesError)):
        playing.deed(lambda desk: desk.correct(GAME, [change], "why not", go_back=True))
    assert playing.engine().digest() == digest


def test_the_position_as_data(playing: Office) -> None:
    assert playing.deed(lambda desk: desk.position(GAME, "spaces.rome.control")) == '"papacy"'
    with pytest.raises(ModeratorProblem, match='there is no "atlantis"'):
        playing.deed(lambda desk: desk.position(GAME, "spaces.atlantis"))
