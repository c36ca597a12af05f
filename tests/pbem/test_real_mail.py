"""The moderator with real servers: Exim takes and delivers its letters, Dovecot holds its mailbox."""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import os
import shutil
import signal
import time
from collections.abc import Iterator
from contextlib import closing
from datetime import timedelta
from email import message_from_bytes
from pathlib import Path

import aiosmtplib
import pytest
from pydantic import SecretStr
from sqlalchemy import update
from sqlmodel import col, select

from pbem.bots.bot import Answer, Bot
from pbem.bots.reading import Read, read
from pbem.channels.mail import imap
from pbem.channels.mail.imap import KEYWORD, ImapInbox
from pbem.config import ImapSettings, MailSettings, SmtpSettings
from pbem.daemon.daemon import Daemon
from pbem.errors import MailboxProblem, MailboxResting
from pbem.moderator.overview import Overview
from pbem.post.outbox import PAUSES, REST, Outbox
from pbem.store.tables import LetterRow, OutgoingRow, SeatRow
from pbem.store.unit_of_work import UnitOfWork
from rules.his.powers import IMPULSE_ORDER
from tests.pbem.office import GAME, Office
from tests.pbem.realmail import RealMail, missing_packages, wait_until

pytestmark = pytest.mark.mail_servers

GM = "gm@example.test"
BOSS = "boss@example.test"
PASSWORD = "a secret wörd"
PLAYERS = [f"{power}@example.test" for power in IMPULSE_ORDER]
USERS = {GM: PASSWORD, BOSS: PASSWORD} | dict.fromkeys(PLAYERS, "simple")


@pytest.fixture(scope="module")
def servers() -> Iterator[RealMail]:
    if missing := missing_packages():
        told = f"no real mail servers here: apt-get install --no-install-recommends {' '.join(missing)}"
        if os.environ.get("PBEM_REQUIRE_MAIL_SERVERS", "0") not in ("", "0"):
            pytest.fail(told)
        pytest.skip(told)
    with RealMail(USERS) as running:
        yield running


@pytest.fixture
def mail(servers: RealMail) -> RealMail:
    """The servers, with empty mailboxes."""
    servers.empty()
    return servers


@pytest.fixture(scope="module")
def begun(empty_database: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database with a Tournament game that has begun, made once."""
    path = tmp_path_factory.mktemp("real") / "begun.sqlite3"
    shutil.copy(empty_database, path)
    office = Office(path)
    office.begin()
    office.database.dispose()
    return path


@pytest.fixture
def office(mail: RealMail, begun: Path, tmp_path: Path) -> Iterator[Office]:
    """A moderator whose letters come and go by these servers; a game has begun."""
    path = tmp_path / "real.sqlite3"
    shutil.copy(begun, path)
    by_servers = {
        "moderator": BOSS,
        "inbox": "imap",
        "largest_letter": 20_000,
        "imap": imap_settings(mail),
        "smtp": smtp_settings(mail),
    }
    opened = Office(path, mail=by_servers)
    opened.settings = opened.settings.model_copy(update={"poll_seconds": 0.03})
    yield opened
    opened.database.dispose()


def imap_settings(mail: RealMail, **changes: object) -> ImapSettings:
    usual = {
        "host": "localhost",
        "port": mail.imaps,
        "ca_file": mail.ca_file,
        "user": GM,
        "password": PASSWORD,
        "timeout": 5,
    }
    return ImapSettings.model_validate(usual | changes)


def smtp_settings(mail: RealMail, **changes: object) -> SmtpSettings:
    usual = {
        "host": "localhost",
        "port": mail.smtp,
        "security": "starttls",
        "ca_file": mail.ca_file,
        "user": GM,
        "password": PASSWORD,
        "timeout": 5,
    }
    return SmtpSettings.model_validate(usual | changes)


def inbox_of(office: Office, **changes: object) -> ImapInbox:
    settings = office.settings.mail
    return ImapInbox(settings.imap.model_copy(update=changes), settings.largest_letter)


def outbox_of(office: Office, **changes: object) -> Outbox:
    smtp = office.settings.mail.smtp.model_copy(update=changes)
    mail = office.settings.mail.model_copy(update={"smtp": smtp})
    return Outbox(office.database, office.settings.model_copy(update={"mail": mail}), office.clock)


def send(mail: RealMail, office: Office, raw: bytes, power: str) -> None:
    """A player's letter, handed to Exim and in the moderator's mailbox when this returns."""
    address = office.settings.mail.reply_address(office.seat(power).token)
    before = len(mail.letters(GM))
    mail.send(raw, office.seat(power).address, address)
    mail.wait_for_letters(GM, before + 1)


def letter_rows(office: Office) -> list[LetterRow]:
    with UnitOfWork(office.database) as work:
        return list(work.session.exec(select(LetterRow)))


def move_to(office: Office, power: str, address: str) -> None:
    """A player has another address now, and the letters on their way go there."""
    with UnitOfWork(office.database) as work:
        old = office.seat(power).address
        work.session.execute(update(SeatRow).where(col(SeatRow.address) == old).values(address=address))
        moved = update(OutgoingRow).where(col(OutgoingRow.recipient) == old).values(recipient=address)
        work.session.execute(moved)
        work.commit()


def unreachable(office: Office) -> dict[str, str]:
    with UnitOfWork(office.database) as work:
        rows = work.session.exec(select(SeatRow).where(SeatRow.unreachable != ""))
        return {row.powers[0]: row.unreachable for row in rows}


# ---- A turn


class Player(Bot):
    """Passes, or plays a card and ends the impulse in the same letter; else does what silence would mean."""

    turn_is_over = False

    def answers(self) -> Iterator[Answer]:
        subjects = {read(path.read_bytes()).subject for path in (self._folder / "new").iterdir()}
        self.turn_is_over |= "[test] T4 · turn 4 report" in subjects
        yield from super().answers()

    def choose(self, letter: Read) -> list[str]:
        if not letter.choices or not letter.silence or letter.failed:
            return []
        if any("pass" in orders for orders in letter.choices):
            return ["pass"]
        return [letter.silence, *(["end"] if letter.silence.startswith("play") else [])]


async def test_a_whole_turn_by_mail(mail: RealMail, office: Office) -> None:
    """Six players and some fifty letters: all answered, each in the right mailbox, nothing twice."""
    office.settings = office.settings.model_copy(update={"mail": without_idle(office)})
    players = [
        Player(p.title(), f"{p}@example.test", mail.maildir(f"{p}@example.test"), list) for p in IMPULSE_ORDER
    ]
    stop = asyncio.Event()
    with Daemon(office.settings, office.clock) as daemon:
        working = asyncio.ensure_future(daemon.run(stop))
        sent = await play_a_turn(mail, players)
        stop.set()
        await asyncio.wait_for(working, 10)
    rows = letter_rows(office)
    assert len(rows) == sent > 40
    assert {row.status for row in rows} == {"done"}
    assert {row.status for row in office.outbox()} == {"sent"}
    assert Overview(office.database).verify(GAME).orders > 100
    for power in IMPULSE_ORDER:
        mine = mail.wait_for_letters(f"{power}@example.test", len(office.outbox(power)))
        ids = [message_from_bytes(raw)["Message-ID"] for raw in mine]
        assert sorted(ids) == sorted(row.message_id for row in office.outbox(power))
    with mail.log_in(GM) as client:
        assert client.search(["UNKEYWORD", KEYWORD]) == []


def without_idle(office: Office) -> MailSettings:
    """IDLE tells a letter only half a second later: too long for sixty in a row."""
    mail = office.settings.mail
    return mail.model_copy(update={"imap": mail.imap.model_copy(update={"idle": False})})


async def play_a_turn(mail: RealMail, players: list[Player]) -> int:
    """Everybody answers letters as they come; how many answers were sent."""
    sent = 0
    until = time.monotonic() + 60
    smtp = aiosmtplib.SMTP(hostname="127.0.0.1", port=mail.smtp, start_tls=False)
    async with smtp:
        while not any(player.turn_is_over for player in players):
            assert time.monotonic() < until, "the game does not go on"
            for player in players:
                if not (mail.maildir(player.address) / "new").exists():
                    continue  # no letter yet
                for answer in player.answers():
                    await smtp.sendmail(player.address, [answer.message["To"]], answer.message.as_bytes())
                    player.done(answer.read)
                    sent += 1
            await asyncio.sleep(0.01)
    return sent


# ---- Fetching


def test_a_letter_is_fetched_until_it_is_marked(mail: RealMail, office: Office) -> None:
    """A person who reads the mailbox with another program takes nothing away from the moderator."""
    (power,) = office.asked()
    send(mail, office, office.letter(power, office.silent_line(power)), power)
    with mail.log_in(GM) as person:
        person.add_flags(person.search(), [r"\Seen"])
    with closing(inbox_of(office)) as inbox:
        (came,) = inbox.fetch()
        (again,) = inbox.fetch()
        assert came == again
        assert office.moderator.poll(inbox) == 1
        assert list(inbox.fetch()) == []
    assert len(office.orders()) == 1
    with closing(inbox_of(office)) as tomorrow:
        assert list(tomorrow.fetch()) == []


def test_letters_can_be_moved_instead(mail: RealMail, office: Office) -> None:
    (power,) = office.asked()
    send(mail, office, office.letter(power, "status"), power)
    with closing(inbox_of(office, handled="move", handled_folder="Done letters")) as inbox:
        assert office.moderator.poll(inbox) == 1
    assert mail.letters(GM) == []
    with mail.log_in(GM) as client:
        client.select_folder("Done letters")
        assert len(client.search()) == 1


def test_of_a_huge_letter_only_the_beginning_is_fetched(mail: RealMail, office: Office) -> None:
    (power,) = office.asked()
    raw = office.letter(power, *["all work and no play"] * 40_000)
    send(mail, office, raw, power)
    with closing(inbox_of(office)) as inbox:
        (came,) = inbox.fetch()
        assert len(came.raw) == 20_001
        assert came.size > 800_000
        office.moderator.poll(inbox)
    assert "too large" in office.outbox(power)[-1].text


def test_numbers_of_an_old_mailbox_mark_nothing(mail: RealMail, office: Office) -> None:
    """The server has made the mailbox anew (another UIDVALIDITY): its number 1 is another letter."""
    (power,) = office.asked()
    send(mail, office, office.letter(power, "status"), power)
    with closing(inbox_of(office)) as inbox:
        (old,) = inbox.fetch()
        mail.kill_imap()
        mail.make_anew(GM, validity=1)
        mail.start_imap()
        send(mail, office, office.letter(power, office.silent_line(power)), power)
        inbox.mark(old.key)
        (new,) = inbox.fetch()
        assert new.key == "1.1"
        assert old.key.endswith(".1")
        inbox.mark(new.key)
        assert list(inbox.fetch()) == []


# ---- Waiting


async def test_idle_wakes_the_moderator(mail: RealMail, office: Office) -> None:
    (power,) = office.asked()
    with closing(inbox_of(office)) as inbox:
        assert list(inbox.fetch()) == []
        waiting = asyncio.ensure_future(inbox.wait(60))
        await asyncio.sleep(0.2)
        assert not waiting.done()
        await asyncio.to_thread(send, mail, office, office.letter(power, "status"), power)
        await asyncio.wait_for(waiting, 10)
        assert len(list(inbox.fetch())) == 1


async def test_a_letter_that_came_since_the_last_look_is_not_waited_for(
    mail: RealMail, office: Office
) -> None:
    (power,) = office.asked()
    with closing(inbox_of(office)) as inbox:
        assert list(inbox.fetch()) == []
        send(mail, office, office.letter(power, "status"), power)
        await asyncio.wait_for(inbox.wait(60), 5)


async def test_idle_is_left_when_the_time_is_over_or_the_program_stops(
    mail: RealMail, office: Office
) -> None:
    with closing(inbox_of(office)) as inbox:
        assert list(inbox.fetch()) == []
        await asyncio.wait_for(inbox.wait(0.1), 5)
        waiting = asyncio.ensure_future(inbox.wait(60))
        await asyncio.sleep(0.1)
        waiting.cancel()
        with pytest.raises(asyncio.CancelledError):
            await asyncio.wait_for(waiting, 5)
        assert list(inbox.fetch()) == []  # the same connection serves on


# ---- Servers that fail


async def test_the_server_dies_while_we_wait(
    mail: RealMail, office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No busy loop, a clear word, and the letters that came meanwhile when it is back."""
    monkeypatch.setattr(imap, "PAUSES", (0.2,))
    (power,) = office.asked()
    with closing(inbox_of(office)) as inbox:
        assert list(inbox.fetch()) == []
        waiting = asyncio.ensure_future(inbox.wait(60))
        await asyncio.sleep(0.2)
        worked = time.process_time()
        mail.kill_imap()
        await asyncio.wait_for(waiting, 5)
        assert time.process_time() - worked < 0.5
        await asyncio.sleep(0.3)
        with pytest.raises(MailboxProblem, match=r"no use of the IMAP server localhost:\d+: .*next attempt"):
            list(inbox.fetch())
        with pytest.raises(MailboxResting):
            list(inbox.fetch())
        mail.send(
            office.letter(power, office.silent_line(power)),
            office.seat(power).address,
            office.settings.mail.reply_address(office.seat(power).token),
        )
        wait_until(lambda: mail.waiting_letters() == 1)  # Exim keeps it
        mail.start_imap()
        mail.run_queue()
        mail.wait_for_letters(GM, 1)
        await asyncio.wait_for(inbox.wait(60), 5)
        assert office.moderator.poll(inbox) == 1
    assert len(office.orders()) == 1


def test_the_server_dies_between_storing_and_marking(
    mail: RealMail, office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is stored is not fetched again, what is not waits on the server."""
    monkeypatch.setattr(imap, "PAUSES", (0.0,))
    (power,) = office.asked()
    send(mail, office, office.letter(power, office.silent_line(power)), power)
    send(mail, office, office.letter("france", "status"), "france")
    with closing(inbox_of(office)) as inbox:
        fetching = inbox.fetch()
        first = next(fetching)
        office.moderator.store_letter(first)
        mail.kill_imap()
        inbox.mark(first.key)
        with pytest.raises(MailboxProblem, match="the connection was lost"):
            next(fetching)
        mail.start_imap()
        (second,) = inbox.fetch()
        assert second.key != first.key
        assert office.moderator.poll(inbox) == 2
        assert list(inbox.fetch()) == []
    assert len(office.orders()) == 1


def killed_while_polling(office: Office, moment: str) -> None:
    """Runs in a process of its own."""

    def die(*_: object) -> None:
        os.kill(os.getpid(), signal.SIGKILL)

    if moment == "before it is stored":
        UnitOfWork.commit = die  # type: ignore[method-assign, assignment]
    else:
        ImapInbox.mark = die  # type: ignore[method-assign, assignment]
    Daemon(office.settings, office.clock).poll()


def test_killed_between_fetching_and_marking(mail: RealMail, office: Office) -> None:
    """Killed before the letter was stored, and again after it: it acts once, and is answered once."""
    (power,) = office.asked()
    send(mail, office, office.letter(power, office.silent_line(power)), power)
    stored = []
    for moment in ("before it is stored", "before it is marked"):
        office.database.dispose()
        process = multiprocessing.get_context("fork").Process(
            target=killed_while_polling, args=(office, moment)
        )
        process.start()
        process.join(30)
        assert process.exitcode == -signal.SIGKILL
        stored.append(len(letter_rows(office)))
    assert stored == [0, 1]
    with closing(inbox_of(office)) as inbox:
        assert office.moderator.poll(inbox) == 1
        assert office.moderator.poll(inbox) == 0
    assert len(office.orders()) == 1
    assert len([row for row in office.outbox(power) if row.answers_id is not None]) == 1


# ---- Encryption and passwords


@pytest.mark.parametrize("security", ["tls", "starttls", "none"])
async def test_every_kind_of_connection(mail: RealMail, office: Office, security: str) -> None:
    outbox = outbox_of(office, security=security, port=mail.smtps if security == "tls" else mail.smtp)
    assert (await outbox.send_due()).sent == 6
    await outbox.close()
    mail.wait_for_letters("france@example.test", 1)
    port = mail.imaps if security == "tls" else mail.imap
    for user, letters in ((GM, 0), ("france@example.test", 1)):
        password = SecretStr(USERS[user])
        with closing(inbox_of(office, security=security, port=port, user=user, password=password)) as inbox:
            assert len(list(inbox.fetch())) == letters


@pytest.mark.parametrize("security", ["tls", "starttls"])
async def test_a_certificate_that_nobody_vouches_for(mail: RealMail, office: Office, security: str) -> None:
    ports = (mail.imaps, mail.smtps) if security == "tls" else (mail.imap, mail.smtp)
    with (
        closing(inbox_of(office, security=security, port=ports[0], ca_file=None)) as inbox,
        pytest.raises(MailboxProblem, match="certificate verify failed"),
    ):
        list(inbox.fetch())
    outbox = outbox_of(office, security=security, port=ports[1], ca_file=None)
    assert "certificate verify failed" in (await outbox.send_due()).trouble
    await outbox.close()


async def test_a_wrong_password(mail: RealMail, office: Office, caplog: pytest.LogCaptureFixture) -> None:
    """One clear line, then a long pause instead of a loop; the clock and the outbox go on."""
    wrong = office.settings.mail.imap.model_copy(update={"password": SecretStr("not the secret wörd")})
    settings = office.settings.mail.model_copy(update={"imap": wrong})
    stop = asyncio.Event()
    with Daemon(office.settings.model_copy(update={"mail": settings}), office.clock) as daemon:
        working = asyncio.ensure_future(daemon.run(stop))
        await asyncio.to_thread(mail.wait_for_letters, "france@example.test", 1)
        await asyncio.sleep(0.3)  # ten rounds
        stop.set()
        await asyncio.wait_for(working, 5)
    told = [record.getMessage() for record in caplog.records if record.levelno >= logging.WARNING]
    assert len(told) == 1
    assert "refuses the user name or password" in told[0]
    assert "next attempt in 60 s" in told[0]
    assert "secret wörd" not in caplog.text


async def test_a_wrong_password_for_sending_loses_no_letter(mail: RealMail, office: Office) -> None:
    outbox = outbox_of(office, password=SecretStr("not the secret wörd"))
    result = await outbox.send_due()
    assert "refuses the user name or password" in result.trouble
    assert "secret wörd" not in result.trouble
    assert (result.sent, result.postponed, result.failed) == (0, 6, 0)
    assert {(row.status, row.attempts) for row in office.outbox()} == {("queued", 0)}
    assert (await outbox.send_due()).trouble == ""  # it rests
    await outbox.close()
    repaired = outbox_of(office)
    assert (await repaired.send_due()).sent == 6
    await repaired.close()


# ---- Letters that do not arrive


async def test_a_real_bounce(mail: RealMail, office: Office) -> None:
    """Exim takes a letter and sends it back: the seat is marked until it writes, and the moderator told."""
    move_to(office, "papacy", "gone@example.test")
    outbox = outbox_of(office)
    assert (await outbox.send_due()).sent == 6
    mail.wait_for_letters(GM, 1)
    with closing(inbox_of(office)) as inbox:
        office.moderator.poll(inbox)
        (row,) = letter_rows(office)
        assert (row.status, row.verdict) == ("dropped", "bounce")
        assert "User doesn't exist" in unreachable(office)["papacy"]
        await outbox.send_due()
        await outbox.close()
        (told,) = mail.wait_for_letters(BOSS, 1)
        assert "Papacy cannot be reached" in message_from_bytes(told)["Subject"]
        send(mail, office, office.letter("papacy", "status"), "papacy")
        office.moderator.poll(inbox)
    assert unreachable(office) == {}


async def test_a_bounce_to_the_seats_own_address(mail: RealMail, office: Office) -> None:
    move_to(office, "papacy", "gone@example.test")
    outbox = outbox_of(office, return_to_seat=True)
    await outbox.send_due()
    await outbox.close()
    (bounce,) = mail.wait_for_letters(GM, 1)
    assert message_from_bytes(bounce)["To"] == f"gm+{office.seat('papacy').token}@example.test"
    with closing(inbox_of(office)) as inbox:
        office.moderator.poll(inbox)
    assert list(unreachable(office)) == ["papacy"]


async def test_a_recipient_who_is_refused_at_once(mail: RealMail, office: Office) -> None:
    move_to(office, "papacy", "refused@example.test")
    outbox = outbox_of(office)
    result = await outbox.send_due()
    await outbox.close()
    assert (result.sent, result.failed) == (6, 1)  # the notice to the moderator too
    assert office.outbox("refused")[0].status == "failed"
    assert unreachable(office) == {"papacy": "550 5.1.1 no such player"}


async def test_a_recipient_who_is_put_off(mail: RealMail, office: Office) -> None:
    """Greylisting: this letter waits, the others do not, and nobody is marked."""
    move_to(office, "papacy", "later@example.test")
    outbox = outbox_of(office)
    assert (await outbox.send_due()).sent == 5
    (row,) = office.outbox("later")
    assert (row.status, row.attempts) == ("queued", 1)
    assert "451" in row.error
    assert (await outbox.send_due()).postponed == 0
    office.clock.advance(timedelta(minutes=PAUSES[0]))
    assert (await outbox.send_due()).postponed == 1
    await outbox.close()
    assert unreachable(office) == {}


async def test_no_server_at_all(mail: RealMail, office: Office) -> None:
    outbox = outbox_of(office, port=mail.lmtp + 0, security="none", host="127.0.0.2")
    result = await outbox.send_due()
    assert "no use of the SMTP server 127.0.0.2" in result.trouble
    assert result.postponed == 6
    office.clock.advance(timedelta(minutes=REST[0]))
    assert (await outbox.send_due()).postponed == 6
    await outbox.close()
    assert {(row.status, row.attempts) for row in office.outbox()} == {("queued", 0)}
