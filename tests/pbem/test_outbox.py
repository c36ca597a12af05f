"""The outbox and a server in a bad mood: which letters wait, are given up, or are sent at once again."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from datetime import timedelta
from typing import Any

import aiosmtplib
import pytest
from aiosmtpd.smtp import SMTP, Envelope, Session
from sqlmodel import select

from pbem.channels.channel import Drawn
from pbem.channels.mail import channel as mail_module
from pbem.config import MailSettings, Settings, SmtpSettings
from pbem.post import outbox as outbox_module
from pbem.post.outbox import MOST_ATTEMPTS, PAUSES, REST, Outbox
from pbem.store.tables import OutgoingRow, SeatRow
from pbem.store.unit_of_work import UnitOfWork
from tests.pbem.office import Office

pytestmark = pytest.mark.both_databases

HOST = "127.0.0.1"


class Moody:
    """A server that answers each command as `moods` says; by default it takes everything."""

    def __init__(self, **moods: Callable[[str], str]) -> None:
        self._moods = moods
        self.taken: list[tuple[str, str]] = []
        self.connections = 0
        self.port = 0

    @asynccontextmanager
    async def running(self) -> AsyncIterator[Moody]:
        server = await asyncio.get_running_loop().create_server(self._session, HOST, 0)
        self.port = server.sockets[0].getsockname()[1]
        try:
            yield self
        finally:
            server.close()
            await server.wait_closed()

    def _session(self) -> SMTP:
        self.connections += 1
        return SMTP(self, hostname="localhost")

    def _answer(self, command: str, about: str) -> str:
        return self._moods[command](about) if command in self._moods else "250 OK"

    # aiosmtpd finds these by their names.

    async def handle_MAIL(  # noqa: N802
        self, server: SMTP, session: Session, envelope: Envelope, address: str, options: Any
    ) -> str:
        envelope.mail_from = address
        return self._answer("mail", address)

    async def handle_RCPT(  # noqa: N802
        self, server: SMTP, session: Session, envelope: Envelope, address: str, options: Any
    ) -> str:
        answer = self._answer("rcpt", address)
        if answer.startswith("250"):
            envelope.rcpt_tos.append(address)
        return answer

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:  # noqa: N802
        answer = self._answer("data", envelope.rcpt_tos[0])
        if answer == "hang up":
            transport = server.transport
            assert transport is not None
            transport.abort()
        elif answer == "silence":
            await asyncio.sleep(0.5)
        if answer.startswith("250"):
            self.taken.append((envelope.mail_from or "", envelope.rcpt_tos[0]))
        return answer


def outbox_for(office: Office, server: Moody, **smtp: Any) -> Outbox:
    settings = SmtpSettings(host=HOST, port=server.port, **smtp)
    return Outbox(
        office.database, Settings(mail=MailSettings(address="gm@example.test", smtp=settings)), office.clock
    )


async def one_round(office: Office, server: Moody, **smtp: Any) -> outbox_module.Delivered:
    outbox = outbox_for(office, server, **smtp)
    try:
        return await outbox.send_due()
    finally:
        await outbox.close()


def only(power: str, answer: str) -> Callable[[str], str]:
    return lambda about: answer if about.startswith(power) else "250 OK"


def once(answer: str) -> Callable[[str], str]:
    """The first time; afterwards all is well."""
    left = [answer]
    return lambda about: left.pop() if left else "250 OK"


def status(office: Office, power: str) -> tuple[str, int]:
    (row,) = office.outbox(power)
    return row.status, row.attempts


def unreachable(office: Office) -> list[str]:
    with UnitOfWork(office.database) as work:
        return list(work.session.exec(select(SeatRow.address).where(SeatRow.unreachable != "")))


async def test_many_letters_on_one_connection(game: Office) -> None:
    async with Moody().running() as server:
        assert (await one_round(game, server)).sent == 6
        assert server.connections == 1
        assert {sender for sender, _ in server.taken} == {"gm@example.test"}


async def test_letters_may_come_back_to_the_seat(game: Office) -> None:
    async with Moody().running() as server:
        await one_round(game, server, return_to_seat=True)
        token = game.seat("france").token
        assert (f"gm+{token}@example.test", "france@example.test") in server.taken


async def test_a_server_that_takes_two_letters_at_a_time(game: Office) -> None:
    """It hangs up after two: the third goes at once, on a new connection."""
    count = 0

    def closing(about: str) -> str:
        nonlocal count
        count += 1
        return "421 4.7.0 too many letters" if count % 3 == 0 else "250 OK"

    async with Moody(mail=closing).running() as server:
        result = await one_round(game, server)
        assert (result.sent, result.postponed) == (6, 0)
        assert server.connections > 2


async def test_a_server_that_hangs_up_in_the_middle(game: Office) -> None:
    """On the first letter of a connection that may be the letter's fault: it waits, the others go."""
    async with Moody(data=once("hang up")).running() as server:
        result = await one_round(game, server)
    assert (result.sent, result.postponed, result.failed) == (5, 1, 0)


async def test_a_server_that_falls_silent(game: Office) -> None:
    """It may have taken the letter, so that is not sent at once again."""
    async with Moody(data=once("silence")).running() as server:
        result = await one_round(game, server, timeout=0.2)
        await asyncio.sleep(0.5)
    assert (result.sent, result.postponed, result.failed) == (5, 1, 0)


async def test_a_recipient_for_whom_it_is_too_early(game: Office) -> None:
    async with Moody(rcpt=only("france", "451 4.7.1 greylisted")).running() as server:
        assert (await one_round(game, server)).sent == 5
    assert status(game, "france") == ("queued", 1)
    assert game.outbox("france")[0].next_try == game.clock.now() + timedelta(minutes=PAUSES[0])
    assert unreachable(game) == []


async def test_a_recipient_whom_nobody_knows(game: Office) -> None:
    async with Moody(rcpt=only("france", "550 5.1.1 unknown")).running() as server:
        assert (await one_round(game, server)).failed == 1
    assert status(game, "france") == ("failed", 1)
    assert unreachable(game) == ["france@example.test"]


async def test_a_letter_that_is_refused_is_not_held_against_its_reader(game: Office) -> None:
    async with Moody(data=only("france", "554 5.6.0 looks like spam")).running() as server:
        assert (await one_round(game, server)).failed == 1
    assert status(game, "france") == ("failed", 1)
    assert unreachable(game) == []


async def test_the_moderator_is_told_of_a_letter_that_nobody_will_read(game: Office) -> None:
    refused = Moody(
        data=lambda about: "250 OK" if about.startswith("england") else "554 5.6.0 looks like spam"
    )
    async with refused.running() as server:
        smtp = SmtpSettings(host=HOST, port=server.port)
        settings = MailSettings(address="gm@example.test", moderator="boss@example.test", smtp=smtp)
        outbox = Outbox(game.database, Settings(mail=settings), game.clock)
        await outbox.send_due()
        await outbox.close()
    told = game.outbox("boss")
    assert len(told) == 5  # of the players' letters, and not of these notices, which are refused too
    assert all("looks like spam" in row.text for row in told)
    assert {row.status for row in told} == {"failed"}


async def test_an_address_that_breaks_the_dialogue_does_not_stop_the_others(
    game: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    send = aiosmtplib.SMTP.sendmail

    async def picky(client: Any, sender: str, recipients: Any, *args: Any, **more: Any) -> Any:
        if recipients[0].startswith("france"):
            raise ValueError("an address with a line end in it")
        return await send(client, sender, recipients, *args, **more)

    monkeypatch.setattr(aiosmtplib.SMTP, "sendmail", picky)
    async with Moody().running() as server:
        result = await one_round(game, server)
    assert (result.sent, result.failed) == (5, 1)
    assert unreachable(game) == ["france@example.test"]


async def test_our_own_address_is_refused(game: Office) -> None:
    """The settings can be repaired: no letter is given up."""
    async with Moody(mail=lambda about: "550 5.7.1 not your address").running() as server:
        result = await one_round(game, server)
    assert (result.postponed, result.failed) == (6, 0)
    assert "550 5.7.1" in game.outbox("france")[0].error


async def test_a_letter_is_given_up_in_the_end(game: Office) -> None:
    async with Moody(rcpt=only("france", "452 4.2.2 mailbox full")).running() as server:
        for _ in range(MOST_ATTEMPTS):
            await one_round(game, server)
            game.clock.advance(timedelta(minutes=PAUSES[-1]))
    assert status(game, "france") == ("failed", MOST_ATTEMPTS)
    assert unreachable(game) == ["france@example.test"]


async def test_while_the_server_is_down_the_pauses_grow(game: Office) -> None:
    async with Moody().running() as server:
        pass
    outbox = outbox_for(game, server)
    for pause in (*REST, REST[-1]):
        assert (await outbox.send_due()).trouble
        game.clock.advance(timedelta(minutes=pause) - timedelta(seconds=1))
        assert not (await outbox.send_due()).trouble
        game.clock.advance(timedelta(seconds=1))
    await outbox.close()
    assert status(game, "france") == ("queued", 0)


async def test_one_letter_that_cannot_be_written_does_not_stop_the_others(
    game: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    write = mail_module.compose

    def compose(row: OutgoingRow, picture: Drawn | None) -> bytes:
        if row.recipient.startswith("france"):
            raise RuntimeError("no ink")
        return write(row, picture)

    monkeypatch.setattr(mail_module, "compose", compose)
    async with Moody().running() as server:
        result = await one_round(game, server)
    assert (result.sent, result.failed) == (5, 1)


async def test_an_address_that_cannot_be_written_to(game: Office) -> None:
    with UnitOfWork(game.database) as work:
        row = work.session.get_one(OutgoingRow, game.outbox("france")[0].id)
        row.recipient = "fränce@exämple.test\r\nRCPT TO:<x@y>"
        work.session.add(row)
        work.commit()
    async with Moody().running() as server:
        result = await one_round(game, server)
        assert len(server.taken) == 5
    assert (result.sent, result.failed) == (5, 1)


async def test_a_password_file_that_is_missing(game: Office, tmp_path: Any) -> None:
    async with Moody().running() as server:
        result = await one_round(game, server, user="gm", password_file=tmp_path / "nothing")
    assert "password file" in result.trouble
    assert result.failed == 0
