"""Servers that sign `Authentication-Results` on players' letters, while none is trusted yet.

If one of them stands on top of nearly all letters of several players, it is most likely our own mail server.
The moderator is told once that it can be trusted; until then a letter that it calls forged is held.
"""

from __future__ import annotations

from sqlmodel import Session, col, select

from pbem.config import MailSettings
from pbem.store.bare import Bare, BareRows, change
from pbem.store.dialect import locks_rows, unless_there
from pbem.store.office_tables import CheckerRow
from pbem.store.tables import SeatRow, table_of
from pbem.store.unit_of_work import Transaction

ALL_LETTERS = ""
"""The row that counts all of them."""
LEAST_LETTERS = 20
LEAST_SEATS = 3
"""One player alone could write such a header into every letter."""
SHARE = 0.9
MOST_COUNTED = 400
"""Then all counts are halved: what is regular now matters, not what was once."""
MOST_NAMES = 20

ADVICE = (
    "the server {name} says of nearly all letters whether they come from their senders. If it is your own "
    'mail server, and removes its name from what comes in, trust it: trusted_checker = "{name}" in [mail]'
)
NOTICE = """\
{advice}.

Then letters are obeyed only if it vouches for them. Until then, a letter of which it says that it is forged
is held. You are told this once; pbem status shows it until you do it.
"""


_USUAL = Bare(select(CheckerRow.name).where(col(CheckerRow.told_at).is_not(None)))
_KNOWN = BareRows(CheckerRow)
_NOT_BEING_COUNTED = select(CheckerRow.name).with_for_update(skip_locked=True)


def usual_checker(session: Session) -> str:
    """The server that signs nearly all letters; empty if there is none."""
    found = _USUAL.first(session)
    return found[0] if found else ""


def take_note(tx: Transaction, seat: SeatRow, name: str) -> None:
    """A player's letter is here, signed by the server `name`: count it, until one server is known to sign."""
    session = tx.session
    if tx.settings.mail.trusted_checker:
        return
    if locks_rows(session.get_bind()) and not _may_count(session):
        return
    rows = {row.name: row for row in _KNOWN.all(session)}
    if any(row.told_at for row in rows.values()):
        return
    for counted in {ALL_LETTERS, name}:
        if counted not in rows and len(rows) < MOST_NAMES:
            rows[counted] = CheckerRow(name=counted)
        if row := rows.get(counted):
            change(session, row, letters=row.letters + 1)
            if seat.id is not None and seat.id not in row.seats and len(row.seats) < LEAST_SEATS:
                row.seats = [*row.seats, seat.id]
                session.add(row)
    if name and name in rows and _is_regular(rows[name], rows[ALL_LETTERS]):
        rows[name].told_at = tx.now
        from pbem.work.moderator_notices import tell_moderator  # with all that writes letters: once in a life

        words = ADVICE.format(name=name)
        text = NOTICE.format(advice=words[0].upper() + words[1:])
        tell_moderator(tx, "a server to trust", text)
    elif rows[ALL_LETTERS].letters >= MOST_COUNTED:
        for row in rows.values():
            row.letters //= 2
            session.add(row)


def _may_count(session: Session) -> bool:
    """Whether no other worker counts just now: who signs can be told from some of the letters as well."""
    session.execute(
        unless_there(session, table_of(CheckerRow)), [{"name": ALL_LETTERS, "letters": 0, "seats": []}]
    )
    return ALL_LETTERS in session.scalars(_NOT_BEING_COUNTED).all()


def _is_regular(row: CheckerRow, everything: CheckerRow) -> bool:
    return (
        row.letters >= LEAST_LETTERS
        and len(row.seats) >= LEAST_SEATS
        and row.letters >= SHARE * everything.letters
    )


def advice(session: Session, settings: MailSettings) -> str:
    """What the status says of it; empty if there is nothing to say."""
    name = "" if settings.trusted_checker else usual_checker(session)
    return ADVICE.format(name=name) if name else ""
