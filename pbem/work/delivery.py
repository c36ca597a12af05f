"""The letters of one game on their way to the outbox, or into the digest of a seat that wants one a day."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from sqlmodel import Session

from pbem.config import Settings
from pbem.play.sitting import Sitting
from pbem.store.tables import GameRow, SeatRow
from pbem.work import digests
from pbem.work.outgoing import Draft, post


class Delivery:
    """Hands over what was written."""

    def __init__(
        self, session: Session, settings: Settings, game: GameRow, sitting: Sitting, now: datetime, zone: str
    ) -> None:
        self._session = session
        self._settings = settings
        self._game = game
        self._sitting = sitting
        self._now = now
        self._zone = zone

    def post(self, row: SeatRow, draft: Draft) -> None:
        """Put a letter into the outbox."""
        draft = replace(draft, seq=self._sitting.engine.seq)
        post(self._session, self._settings, self._game, row, draft, self._now)

    def post_or_collect(self, row: SeatRow, draft: Draft, title: str, where: str = "") -> None:
        """The same; but where a seat wants one letter a day, it waits there under its title."""
        if row.digest is None:
            self.post(row, draft)
            return
        greeting = self._sitting.title.voice(row.language).say("letter", "greeting", text=row.name)
        item = digests.item_of(draft, title, where, greeting)
        digests.add(
            self._session, self._settings, self._game, row, item, self._now, self._zone, draft.picture
        )

    def send_collected(self, row: SeatRow) -> None:
        """Whoever decides must know what waits for him."""
        digests.send_now(self._session, row, self._now)
