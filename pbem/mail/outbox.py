"""Delivery of stored letters by SMTP: at least once, always under the same Message-ID."""

from __future__ import annotations

import ssl
from dataclasses import dataclass
from datetime import datetime, timedelta

import aiosmtplib
from sqlalchemy import Engine, update
from sqlmodel import col, select

from pbem.clock import Clock
from pbem.config import MailSettings
from pbem.mail.write import compose
from pbem.store.tables import OutgoingRow
from pbem.store.unit_of_work import UnitOfWork

PAUSES = (1, 5, 15, 60, 240, 720)
"""Minutes until the next attempt; the last is repeated."""
MOST_ATTEMPTS = 20
BATCH = 100


@dataclass(slots=True)
class Delivered:
    """What a round of sending has done."""

    sent: int = 0
    postponed: int = 0
    failed: int = 0


class Outbox:
    """Sends what is queued."""

    def __init__(self, database: Engine, settings: MailSettings, clock: Clock) -> None:
        self._database = database
        self._settings = settings
        self._clock = clock
        self._client: aiosmtplib.SMTP | None = None

    async def send_due(self) -> Delivered:
        """Send every letter whose time has come; what cannot be sent now is tried again later."""
        result = Delivered()
        more = True
        while more:
            rows = self._due()
            more = len(rows) == BATCH
            for row in rows:
                await self._send_one(row, result)
        return result

    async def _send_one(self, row: OutgoingRow, result: Delivered) -> None:
        try:
            await self._send(compose(row), row.recipient)
        except aiosmtplib.SMTPRecipientsRefused as problem:
            self._refused(row, problem.recipients[0].code, str(problem.recipients[0]), result)
        except aiosmtplib.SMTPResponseException as problem:
            self._refused(row, problem.code, str(problem), result)
        except (aiosmtplib.SMTPException, OSError) as problem:
            self._close_quietly()
            self._postpone(row, str(problem) or type(problem).__name__, result)
        else:
            self._mark_sent(row)
            result.sent += 1

    async def close(self) -> None:
        client, self._client = self._client, None
        if client is not None and client.is_connected:
            try:
                await client.quit()
            except (aiosmtplib.SMTPException, OSError):
                client.close()

    # ---- One letter

    async def _send(self, message: bytes, recipient: str) -> None:
        client = await self._connected()
        await client.sendmail(self._settings.address, [recipient], message)

    async def _connected(self) -> aiosmtplib.SMTP:
        if self._client is None or not self._client.is_connected:
            settings = self._settings
            self._client = aiosmtplib.SMTP(
                hostname=settings.smtp_host,
                port=settings.smtp_port,
                use_tls=settings.smtp_security == "tls",
                start_tls=settings.smtp_security == "starttls",
                tls_context=None if settings.smtp_security == "none" else ssl.create_default_context(),
                username=settings.smtp_user or None,
                password=settings.smtp_password.get_secret_value() or None,
                timeout=30,
            )
            await self._client.connect()
        return self._client

    def _close_quietly(self) -> None:
        if self._client is not None:
            self._client.close()
            self._client = None

    # ---- The rows

    def _due(self) -> list[OutgoingRow]:
        with UnitOfWork(self._database) as work:
            return list(
                work.session.exec(
                    select(OutgoingRow)
                    .where(OutgoingRow.status == "queued", OutgoingRow.next_try <= self._clock.now())
                    .order_by(col(OutgoingRow.id))
                    .limit(BATCH)
                )
            )

    def _mark_sent(self, row: OutgoingRow) -> None:
        self._change(row, status="sent", sent_at=self._clock.now(), error="")

    def _refused(self, row: OutgoingRow, code: int, error: str, result: Delivered) -> None:
        if 500 <= code < 600:
            self._change(row, status="failed", error=error)
            result.failed += 1
        else:
            self._postpone(row, error, result)

    def _postpone(self, row: OutgoingRow, error: str, result: Delivered) -> None:
        if row.attempts + 1 >= MOST_ATTEMPTS:
            self._change(row, status="failed", error=error)
            result.failed += 1
            return
        pause = timedelta(minutes=PAUSES[min(row.attempts, len(PAUSES) - 1)])
        self._change(row, next_try=self._clock.now() + pause, error=error)
        result.postponed += 1

    def _change(self, row: OutgoingRow, **values: str | datetime) -> None:
        with UnitOfWork(self._database) as work:
            work.session.exec(
                update(OutgoingRow)
                .where(col(OutgoingRow.id) == row.id)
                .values(attempts=OutgoingRow.attempts + 1, **values)
            )
            work.commit()
