"""What the channels remember from one run to the next."""

from __future__ import annotations

from sqlalchemy import Engine, delete
from sqlmodel import col, select

from pbem.store.office_tables import NotebookRow
from pbem.store.unit_of_work import UnitOfWork


class StoredNotebook:
    """The notebook of one channel.  Each entry is a transaction of its own."""

    def __init__(self, database: Engine, channel: str) -> None:
        self._database = database
        self._channel = channel

    def pages(self, beginning: str) -> dict[str, str]:
        """All texts whose names begin so."""
        mine = NotebookRow.channel == self._channel
        named = select(NotebookRow).where(mine, col(NotebookRow.name).startswith(beginning, autoescape=True))
        with UnitOfWork(self._database) as work:
            return {row.name: row.text for row in work.session.exec(named.order_by(col(NotebookRow.name)))}

    def write(self, name: str, text: str) -> None:
        """Remember a text; an empty one is forgotten."""
        with UnitOfWork(self._database) as work:
            if text:
                work.session.merge(NotebookRow(channel=self._channel, name=name, text=text))
            else:
                mine = col(NotebookRow.channel) == self._channel
                work.session.exec(delete(NotebookRow).where(mine, col(NotebookRow.name) == name))
            work.commit()
