"""Letters written to do harm, or by somebody who slipped on the keys: each is answered, and nothing stops.

They go the whole way, from bytes to the answer.  Whatever was found to hurt is kept here.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Any

import pytest
from sqlalchemy import Engine

from pbem.channels.channel import Incoming
from pbem.channels.mail import careful
from pbem.config import Settings
from pbem.errors import Unreadable
from pbem.games import game_of
from pbem.games.game import Game
from pbem.language.several import expand
from pbem.language.words import tokens, without_politeness
from pbem.play import budget
from pbem.post import leftovers
from pbem.post.commands import HELP, LOOKING, REQUESTS
from pbem.post.perform import Performed, carry_out
from pbem.post.service import GamePlan, Player
from pbem.store.tables import LetterRow
from pbem.store.unit_of_work import UnitOfWork
from pbem.work import letter_work
from pbem.work.letter_work import LetterWork
from tests.pbem.office import GAME, Office, plan
from tests.pbem.timed import MODERATOR, POWERS

CPU_SECONDS = budget.SECONDS + 2
"""For a whole letter: its budget, and what it costs to begin and to answer."""
VOICE = game_of("his").voice()
TALKERS = ("france", "observer1")


def answer_to(office: Office, raw: bytes) -> str:
    """What a player is told in answer to a letter that must not hurt."""
    began = time.thread_time()
    row = office.receive(raw)
    assert time.thread_time() - began < CPU_SECONDS
    assert row.status == "done", f"{row.status}: {row.verdict}"
    text = " ".join(office.answer_to(row).text.split())
    assert VOICE.say("letter", "refused.failed") not in text
    return text


def told(office: Office, who: str, *lines: str) -> str:
    """The same for these lines."""
    return answer_to(office, office.letter(who, *lines))


# ---- One letter each, with what its writer is told


@pytest.mark.parametrize(
    ("who", "line", "expected"),
    [
        ("france", "history ²", ""),
        ("france", "history ٣", "Turn 3 as you saw it"),
        ("france", f"history {'9' * 20}", "There is no turn 9999"),
        ("france", f"report {'9' * 50}", "There is no turn 9999"),
        ("observer1", f"report {'9' * 20}", "There is no turn 9999"),
        ("observer1", "preview", "Observers give no orders"),
        ("observer1", "respond with 31", "Observers give no orders"),
        ("observer1", "pass", "Observers give no orders"),
        ("observer1", "standing: pass this turn", "only players can do this"),
        ("observer1", "press to all: hello", "Only players can do this"),
        ("observer1", "take ²", "not free"),
        ("observer1", "take", "not free"),
        ("france", "vacation 0001-01-01 to 9999-12-31", "is no date"),
        ("france", "vacation 2026-12-20 to 9999-12-31", "is no date"),
        ("france", "vacation 2026-02-30 to 2026-02-31", "is no date"),
        ("france", "vacation ²⁰²⁶-12-20 to 2026-12-24", "is no date"),
        ("france", "vacation 2999-12-30 to 2999-12-31", "too far away"),
        ("france", "vacation 1 january 2027 to 2 j 2027", "is no date"),
        ("france", "extend ²h", "is no length of time"),
        ("france", f"extend {'9' * 30}h", "is no length of time"),
        ("france", "extend 999w", "one hour to two weeks"),
        ("france", "standing: ٣", "what is to be done is missing"),
        ("france", "standing: ...", "what is to be done is missing"),
        ("france", "cancel standing ²", ""),
        ("france", "card ²", "Turn"),
        ("france", f"card {'9' * 59}", "There is no card"),
        ("france", "rules 13.²", "The rules are in your rulebook"),
        ("france", "resign ²", "cannot be taken back"),
        ("france", "", "everything that is quoted"),
        ("france", "-----BEGIN PGP SIGNATURE-----", ""),
        ("france", "-----BEGIN PGP SIGNED MESSAGE-----", ""),
        ("france", "\u202e\u0007ssap", ""),
        ("france", "x" * 1_999, ""),
        ("france", "pass " * 1_000, "too long"),
    ],
)
@pytest.mark.parametrize("position", ["talking", "playing"])
def test_a_line_that_hurt_once(
    request: pytest.FixtureRequest, position: str, who: str, line: str, expected: str
) -> None:
    office: Office = request.getfixturevalue(position)
    answer = told(office, who, line)
    assert expected.lower() in answer.lower()


@pytest.mark.parametrize("line", ["withdraw papacy ²", "agree ²", "refuse hapsburg ٣", f"agree {'9' * 30}"])
def test_a_deal_with_an_odd_number(talking: Office, line: str) -> None:
    talking.write("papacy", "propose to france: alliance")
    assert "NOT DONE" in told(talking, "france", line)


# ---- Every word with every odd value

ODD = (
    "", "²", "①", "٣", "１", "½", "9" * 20, "9" * 400, "-1", "0", "1.5", "1e9", "x" * 1_900, "papacy ²",
    "0001-01-01 to 9999-12-31", "9999-12-31 to 9999-12-31", "2026-12-20 to 2026-12-24 with x",
    "papacy 9999999999999999999", "hapsburg 1", "ottoman", "nobody", "all", ":", "::::", "to : x", "to all:",
    "to france, france: alliance", "to papacy: " + "alliance, " * 100, ", " * 500, " and" * 490, "ß" * 300,
    "\u202e\u0000abc", "ﷺ" * 100, "İ" * 100, "a\u0301" * 300, "(" * 500, ")" * 500, "'" * 500, '"' * 500,
    "-> " * 300, "x3 " * 300, "%s %d {0} {x}", "'; drop table letter; --", "\\", "for good ²", "99999h", "²h",
    "with", "with x@y", "league: " + "france, " * 100, "²: france", "league: ²", "13.²", "²²", "31²", "#²",
)  # fmt: skip
WORDS = (
    *(word.name.replace("_", " ") for word in (HELP, *LOOKING, *REQUESTS)), "rule", "propose to", "offer",
    "agree", "accept", "refuse", "reject", "withdraw", "yes", "no", "none", "no deals", "take", "join",
    "press to all:", "press to france:", "standing", "standing:", "standing: intercept", "standing: if",
    "standing: always", "cancel standing", "windows", "not ready", "peace with", "alliance with", "france:",
    "hapsburg: propose to",
)  # fmt: skip
ENDS_IT = ("resign", "unsubscribe")
"""Words after which a seat gets no more letters."""


@pytest.mark.parametrize("who", TALKERS)
@pytest.mark.parametrize("position", ["talking", "playing"])
def test_words_that_ask_for_something(request: pytest.FixtureRequest, position: str, who: str) -> None:
    """Each line is answered by itself, so that one letter can try a word with several values."""
    office: Office = request.getfixturevalue(position)
    for number, word in enumerate(WORDS):
        if word not in ENDS_IT:
            told(office, who, *(f"{word} {odd}" for odd in ODD[number % 12 :: 12]))


ORDERS = (
    "", "pass", "play", "play ² for", "play 1 as event:", "move", "build ²", "if", "if won:", "if ² cp left:",
    "otherwise:", "next impulse:", "ottoman:", "respond with", "declare war on", "propose", "announce none",
)  # fmt: skip


def test_words_that_order_something(playing: Office) -> None:
    """A letter stops at the first order that is not understood: one letter for each."""
    asked = playing.asked()[0]
    for number, word in enumerate(ORDERS):
        for odd in ODD[number % 8 :: 8]:
            told(playing, asked, f"{word} {odd}")


def test_a_seat_of_two_powers(new_office: Callable[..., Office]) -> None:
    office = new_office(talks=48, mail=MODERATOR)
    seats = [("ottoman", "france"), ("hapsburg", "papacy"), ("england", "protestant")]
    players = tuple(Player(powers[0], f"{powers[0]}@example.test", powers) for powers in seats)
    office.moderator.create_game(GamePlan(GAME, "tournament", players, "standing", "turn"), seed="two")
    office.moderator.start_game(GAME)
    for word in ("", "propose to", "agree", "press to all:", "standing:", "france:", "papacy: propose to"):
        told(office, "hapsburg", *(f"{word} {odd}" for odd in ODD))


def test_a_game_that_has_not_begun(office: Office) -> None:
    office.moderator.create_game(plan(observers=1), seed="later")
    for word in ("", "join", "yes", "press to all:", "vacation", "preview", "take", "unsubscribe"):
        for who in TALKERS:
            told(office, who, *(f"{word} {odd}" for odd in ODD))


# ---- Letters whose bytes are odd


def raw_letter(office: Office, who: str, body: bytes, head: bytes = b"") -> bytes:
    before, _, _ = office.letter(who, "x").partition(b"\r\nContent-Type")
    return before + b"\r\n" + head + b"\r\n" + body


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"\n\n\n",
        b"-----BEGIN PGP SIGNATURE-----",
        b"-----BEGIN PGP SIGNATURE-----\n" * 300,
        b"-----BEGIN PGP SIGNED MESSAGE-----\nHash: x\n",
        b"> > > >",
        b">" * 5_000,
        b"--\n",
        b"\x00" * 1_000,
        b"\xff\xfe" * 1_000,
        b"On Monday wrote:",
        b"---- write above this line ----",
        b"press to all:\nend press",
        b"press to all:\n" * 150,
        b"press to all: x\n" * 150,
        b"(" * 100_000,
        b"\n".join([b"and " * 490 + b"end"] * 190),
        b"\n".join([b"build regular in rome" + b", rome" * 290] * 190),
        b"\n".join([b"12x pass, pass, pass, pass, pass, pass"] * 190),
        b"\n".join([b"if won: " + b"pass;" * 300] * 190),
        b"\n".join([b"standing: intercept always if " + b"won and " * 200] * 190),
        b"preview\n" + b"\n".join([b"12x pass"] * 190),
        b"\n".join(b"help x%d" % number for number in range(190)),
    ],
    ids=lambda body: f"{body[:30]!r}-{len(body)}",
)
def test_a_body_of_an_odd_kind(playing: Office, body: bytes) -> None:
    for who in (playing.asked()[0], "papacy", "observer1"):
        answer_to(playing, raw_letter(playing, who, body))


@pytest.mark.parametrize(
    "head",
    [
        b"Content-Type: text/plain; charset=\xff\xff\r\n",
        b"Content-Type: text/plain; charset=idna\r\n",
        b"Content-Type: text/plain; charset=undefined\r\n",
        b"Content-Type: text/plain; charset=punycode\r\n",
        b"Content-Type: " + b"x" * 5_000 + b"\r\n",
        b"Content-Type: multipart/mixed\r\n",
        b'Content-Type: multipart/mixed; boundary=""\r\n',
        b"Content-Transfer-Encoding: base64\r\n",
        b"Content-Transfer-Encoding: uuencode\r\n",
        b"In-Reply-To: " + b"<" * 3_000 + b"\r\n",
        b"References: " + b"<a@b> " * 600 + b"\r\n",
        b"Date: \xff\r\n",
        b"Subject: =?utf-8?b?////?=\r\n",
        b"Cc: " + b"(" * 3_000 + b"\r\n",
        b'Cc: "' + b"\\" * 3_000 + b"\r\n",
    ],
    ids=lambda head: repr(head[:40]),
)
def test_a_head_of_an_odd_kind(playing: Office, head: bytes) -> None:
    answer_to(playing, raw_letter(playing, "papacy", b"status\r\n", head))


def test_a_stranger_stops_nothing(playing: Office) -> None:
    """Whatever strangers send, the letters of players in the same round are handled."""
    odd = [
        b"",
        b"\n",
        b"\xff" * 500,
        b"From: a@b.c\n\n-----BEGIN PGP SIGNATURE-----",
        b"From: mailer-daemon@x\nContent-Type: multipart/report\n\n-----BEGIN PGP SIGNATURE-----",
        b"Return-Path: <>\nFrom: a@b\nTo: gm+zzzzzzzzzzzz@example.test\n\n" + b"\x00",
        b"From: " + b"(" * 4_000 + b"\n\nx",
        b"To: " + b"gm+abcdefgh1@example.test, " * 2_000 + b"\n\nx",
    ]
    raws = [*odd, playing.letter("france", "status")]
    for number, raw in enumerate(raws):
        playing.moderator.store_letter(Incoming(str(number), raw, len(raw)))
    playing.moderator.handle_letters()
    rows = playing.letters()[-len(raws) :]
    assert rows[-1].status == "done"
    assert {row.status for row in rows[:-1]} <= {"held", "dropped"}


# ---- The budget


def test_a_letter_out_of_time_is_answered(playing: Office, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = playing.asked()[0]
    monkeypatch.setattr(budget, "SECONDS", 0.0)
    line = playing.silent_line(asked)
    answer = told(playing, asked, line, "press to all: hello", "standing: pass this turn", "map")
    assert answer.count("more work than one letter may") == 4
    assert len(playing.orders()) == 5  # those with which the negotiations ended
    monkeypatch.undo()
    assert "more work" not in told(playing, asked, line)


def test_loading_the_words_is_not_the_letters_work(playing: Office, monkeypatch: pytest.MonkeyPatch) -> None:
    """The first letter of a process was refused, because the tables of five languages are large."""
    begun: list[str] = []
    load_words = Game.load_words
    monkeypatch.setattr(Game, "load_words", lambda title: (begun.append("words"), load_words(title)))
    monkeypatch.setattr(letter_work, "Budget", lambda: (begun.append("budget"), budget.Budget())[1])
    told(playing, playing.asked()[0], "status")
    assert begun == ["words", "budget"]
    assert {"_order_words", "_vocabularies"} <= vars(game_of("his")).keys()


def test_what_was_done_in_time_stays_done(playing: Office, monkeypatch: pytest.MonkeyPatch) -> None:
    """The time is over after the first order: that one counts, the others are named."""
    spent = iter([False, False, False, False])
    monkeypatch.setattr(budget.Budget, "spent", property(lambda self: next(spent, True)))
    asked, before = playing.asked()[0], len(playing.orders())
    answer = told(playing, asked, playing.silent_line(asked), "first", "second")
    assert len(playing.orders()) > before
    assert "more work than one letter may" in answer
    assert "second" in answer


def test_orders_and_held_lines_are_counted(playing: Office) -> None:
    other = next(power for power in POWERS if power not in playing.asked())
    assert f"at most {budget.MOST_ORDERS} orders" in told(playing, other, *["12x pass"] * 30) or (
        f"{budget.MOST_HELD} lines are held" in told(playing, other, *["12x pass"] * 30)
    )
    for _ in range(3):
        answer = told(playing, other, *["pass"] * 90)
    assert f"{budget.MOST_HELD} lines are held for you already" in answer


def test_a_run_of_joints_is_gone_through_once() -> None:
    began = time.thread_time()
    for line in ("and " * 490 + "end", "build regular in rome" + ", rome" * 290, "please " * 280):
        expand(line)
    without_politeness(tokens("and " * 490 + "end"))
    assert time.thread_time() - began < 0.5


@pytest.mark.parametrize(
    ("line", "orders"),
    [
        ("control metz, and then end", ["control metz", "end"]),
        ("build regular in Rome, and Florence", ["build regular in Rome", "build regular in Florence"]),
        ("please, and then control metz and end", ["please, and then control metz", "end"]),
    ],
)
def test_lines_are_parted_as_before(line: str, orders: list[str]) -> None:
    assert expand(line) == orders


# ---- Putting aside


def test_putting_a_letter_aside_cannot_fail(playing: Office, monkeypatch: pytest.MonkeyPatch) -> None:
    """The program fails on a letter, and again when it wants to tell of it; the next letter is handled."""
    raws = [playing.letter("france", "deadly"), playing.letter("papacy", "status")]
    ids = [playing.moderator.store_letter(Incoming("key", raw, len(raw))) for raw in raws]

    def fail(work: LetterWork, *prepared: Any) -> Performed:
        return 1 / 0 if "deadly" in work.letter.lines else carry_out(work, *prepared)

    monkeypatch.setattr("pbem.post.arrival.carry_out", fail)
    monkeypatch.setattr("pbem.post.arrival.Arrival.tell_of_it", lambda *args: 1 / 0)
    playing.moderator.handle_letters()
    with UnitOfWork(playing.database) as work:
        rows = [work.session.get_one(LetterRow, id) for id in ids]
    assert [row.status for row in rows] == ["shunted", "done"]
    assert "ZeroDivisionError" in rows[0].verdict


def test_a_reader_that_fails_refuses_the_letter(playing: Office, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pbem.channels.mail.letter.own_words", lambda *args: 1 / 0)
    assert "built in a way that I cannot read" in told(playing, "france", "status")


def test_a_batch_gives_way_to_others(playing: Office, monkeypatch: pytest.MonkeyPatch) -> None:
    """Letters that take long are not all handled in one transaction."""
    monkeypatch.setattr("pbem.post.service.LONGEST_LOCK", -1.0)
    for power in ("france", "papacy", "england"):
        raw = playing.letter(power, "status")
        playing.moderator.store_letter(Incoming("key", raw, len(raw)))
    batches: list[int] = []
    handle = playing.moderator._handle_together

    def noted(ids: Sequence[int], *, after: int) -> int:
        batches.append(len(ids))
        return handle(ids, after=after)

    monkeypatch.setattr(playing.moderator, "_handle_together", noted)
    assert playing.moderator.handle_letters() == 3
    assert batches == [3, 2, 1]


# ---- Leftovers


def left_over(office: Office, *words: str) -> list[int | None]:
    raws = [office.letter("france", word) for word in words]
    return [office.moderator.store_letter(Incoming("key", raw, len(raw))) for raw in raws]


def test_leftovers_are_read_by_one_process_and_lock_nothing(
    playing: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    left_over(playing, *[f"status {number}" for number in range(15)])
    calls: list[int] = []
    read = careful.read_elsewhere

    def noted(raws: Sequence[bytes]) -> list[dict[str, object] | None]:
        calls.append(len(raws))
        _write_something(playing.database)
        return read(raws)

    monkeypatch.setattr("pbem.channels.mail.channel.read_elsewhere", noted)
    assert leftovers.look_at_leftovers(playing.database, playing.settings, playing.clock.now()) == 0
    assert calls == [15]


def _write_something(database: Engine) -> None:
    with database.connect() as connection:
        connection.exec_driver_sql("PRAGMA busy_timeout = 100")
        connection.exec_driver_sql("UPDATE heartbeat SET id = id")
        connection.commit()


def test_after_a_deadly_one_the_others_are_read(playing: Office, monkeypatch: pytest.MonkeyPatch) -> None:
    ids = left_over(playing, "one", "deadly", "three", "deadly too", "five")
    dies = (
        "import os, sys\n"
        "while size := sys.stdin.buffer.read(8):\n"
        "    if b'deadly' in sys.stdin.buffer.read(int.from_bytes(size)): os.abort()\n"
        "    print('{}', flush=True)"
    )
    monkeypatch.setattr(careful, "READER", dies)
    assert leftovers.look_at_leftovers(playing.database, playing.settings, playing.clock.now()) == 2
    with UnitOfWork(playing.database) as work:
        statuses = [work.session.get_one(LetterRow, id).status for id in ids]
    assert statuses == ["new", "shunted", "new", "shunted", "new"]


def test_without_another_process_nothing_is_put_aside(
    playing: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    left_over(playing, "one")
    monkeypatch.setattr("sys.executable", "/nowhere/python")
    assert leftovers.look_at_leftovers(playing.database, Settings(), playing.clock.now()) == 0


def test_a_letter_has_two_seconds_elsewhere(monkeypatch: pytest.MonkeyPatch) -> None:
    busy = (
        "from pbem.channels.mail import careful, letter\n"
        "def read(raw):\n    while b'busy' in raw: pass\n    raise SystemExit\n"
        "letter.read_here = read\ncareful.main()"
    )
    monkeypatch.setattr(careful, "READER", busy)
    began = time.monotonic()
    assert careful.read_elsewhere([b"busy"]) == [None]
    assert time.monotonic() - began < careful.SECONDS


def test_a_budget_is_of_the_processors_time() -> None:
    left = budget.Budget(0.05)
    time.sleep(0.06)
    left.check()
    while not left.spent:
        pass
    with pytest.raises(Unreadable, match=r"letter\.too_much"):
        left.check("line")
