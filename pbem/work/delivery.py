"""The letters of one game on their way to the outbox, or into the digest of a seat that wants one a day."""

from __future__ import annotations

from dataclasses import replace

from pbem.play.sitting import Sitting
from pbem.store.tables import GameRow, SeatRow
from pbem.store.unit_of_work import Transaction
from pbem.work import digests
from pbem.work.outgoing import Draft, post


class Delivery:
    """Hands over what was written."""

    def __init__(self, tx: Transaction, game: GameRow, sitting: Sitting, zone: str) -> None:
        self._tx = tx
        self._game = game
        self._sitting = sitting
        self._zone = zone

    def post(self, row: SeatRow, draft: Draft) -> None:
        """Put a letter into the outbox."""
        draft = replace(draft, seq=self._sitting.engine.seq)
        post(self._tx, self._game, row, draft)

    def post_or_collect(self, row: SeatRow, draft: Draft, title: str, where: str = "") -> None:
        """The same; but where a seat wants one letter a day, it waits there under its title."""
        if row.digest is None:
            self.post(row, draft)
            return
        greeting = self._sitting.title.voice(row.language).say("letter", "greeting", text=row.name)
        item = digests.item_of(draft, title, where, greeting)
        digests.add(self._tx, self._game, row, item, self._zone, draft.picture)

    def send_collected(self, row: SeatRow) -> None:
        """Whoever decides must know what waits for him."""
        digests.send_now(self._tx.session, row, self._tx.now)
