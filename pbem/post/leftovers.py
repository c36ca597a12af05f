"""Letters that were stored but not handled before the program ended: one of them may be why it ended."""

from __future__ import annotations

import logging
from collections.abc import Collection, Sequence
from datetime import datetime

from sqlalchemy import Engine

from pbem.channels import channel_of
from pbem.config import Settings
from pbem.store.tables import LetterRow
from pbem.store.unit_of_work import UnitOfWork
from pbem.work import outgoing as letters
from pbem.work.moderator_notices import tell_moderator

log = logging.getLogger(__name__)

TOGETHER = 20
"""So many letters are read by one process."""
VERDICT = "the program stops when it reads this letter"
NOTICE = """\
Letter {id} is put aside: the program stops, or does not come to an end, when it reads it.

To look at it: letter {id}
To forget it: drop {id}
"""


def look_at_leftovers(
    database: Engine, settings: Settings, now: datetime, *, among: Collection[int] | None = None
) -> int:
    """Put aside the letters that another process does not survive; how many.  `among`: only of these.

    Nothing is locked while they are read there.
    """
    if among is not None and not among:
        return 0
    with UnitOfWork(database) as work:
        waiting = [id for id in letters.waiting(work.session) if among is None or id in among]
    aside = 0
    for first in range(0, len(waiting), TOGETHER):
        with UnitOfWork(database) as work:
            some = [(id, *letters.raw(work.session, id)) for id in waiting[first : first + TOGETHER]]
        try:
            deadly = _deadly(some, settings)
        except OSError as problem:
            log.error("letters that were left over cannot be tried in another process: %s", problem)
            return aside
        for id in deadly:
            log.error("letter %s is put aside: %s", id, VERDICT)
            put_aside(database, id, VERDICT, now)
            _tell(database, settings, id, now)
        aside += len(deadly)
    return aside


def _deadly(some: Sequence[tuple[int, str, bytes]], settings: Settings) -> list[int]:
    """Which letters the program would not survive; each is given with its channel."""
    found: list[int] = []
    for name in sorted({channel for _, channel, _ in some}):
        mine = [(id, raw) for id, channel, raw in some if channel == name]
        survived = channel_of(name, settings).survives([raw for _, raw in mine])
        found += [id for (id, _), is_harmless in zip(mine, survived, strict=True) if not is_harmless]
    return found


def put_aside(database: Engine, id: int, why: str, now: datetime) -> None:
    """Mark a letter as one that the program failed on.  Nothing in it is read, so this cannot fail too."""
    with UnitOfWork(database) as work:
        row = work.session.get_one(LetterRow, id)
        row.status, row.verdict, row.handled_at = "shunted", why, now
        work.session.add(row)
        work.commit()


def _tell(database: Engine, settings: Settings, id: int, now: datetime) -> None:
    with UnitOfWork(database) as work:
        tx = work.at(settings, now)
        tell_moderator(tx, f"letter {id} is put aside", NOTICE.format(id=id))
        work.commit()
