"""Letters that were stored but not handled before the program ended: one of them may be why it ended."""

from __future__ import annotations

import logging
from datetime import datetime

from sqlalchemy import Engine

from pbem.channels.mail.careful import can_be_read
from pbem.config import MailSettings
from pbem.store.tables import LetterRow
from pbem.store.unit_of_work import UnitOfWork
from pbem.work import outgoing as letters
from pbem.work.moderator_notices import tell_moderator

log = logging.getLogger(__name__)

VERDICT = "the program stops when it reads this letter"
NOTICE = """\
Letter {id} is put aside: the program stops, or does not come to an end, when it reads it.

To look at it: letter {id}
To forget it: drop {id}
"""


def look_at_leftovers(database: Engine, settings: MailSettings, now: datetime) -> int:
    """Put aside the letters that a process of its own does not survive; how many."""
    aside = 0
    with UnitOfWork(database) as work:
        for id in letters.waiting(work.session):
            row = work.session.get_one(LetterRow, id)
            if can_be_read(row.raw):
                continue
            log.error("letter %s is put aside: %s", id, VERDICT)
            row.status, row.verdict, row.handled_at = "shunted", VERDICT, now
            work.session.add(row)
            tell_moderator(work.session, settings, f"letter {id} is put aside", NOTICE.format(id=id), now)
            aside += 1
        work.commit()
    return aside
