"""The statements that every letter runs.

They are put together once, since building a query with SQLAlchemy costs more than running it.
"""

from __future__ import annotations

from functools import cache
from typing import Any, Final

from sqlalchemy import BindParameter, Text, bindparam, cast, delete, func, insert, union, update
from sqlalchemy import select as select_all
from sqlmodel import and_, col, or_, select

from pbem.store.bare import Bare, BareRows
from pbem.store.office_tables import AbsenceRow, DeedRow, VoteRow
from pbem.store.tables import (
    EventRow,
    GameRow,
    HeldRow,
    LabelRow,
    LetterRow,
    OrderRow,
    OutgoingRow,
    QuestionRow,
    SeatRow,
    SnapshotRow,
    StandingRow,
    WindowsRow,
    table_of,
)
from pbem.store.talk_tables import DraftRow, TalksRow

GAME: Final[BindParameter[Any]] = bindparam("game")
SEAT: Final[BindParameter[Any]] = bindparam("seat")
LETTER: Final[BindParameter[Any]] = bindparam("letter")

# ---- The game as it stands

GAME_NUMBERED = BareRows(GameRow, GameRow.id == GAME)
SEATS = BareRows(SeatRow, SeatRow.game_id == GAME, SeatRow.status != "left", order_by=[col(SeatRow.number)])
HELD_LINES = BareRows(HeldRow, HeldRow.game_id == GAME, order_by=[col(HeldRow.power), col(HeldRow.position)])
FORGET_HELD_LINES = Bare(delete(HeldRow).where(col(HeldRow.game_id) == GAME))
SNAPSHOT = (
    select(SnapshotRow.seq, SnapshotRow.state)
    .where(
        SnapshotRow.game_id == GAME, col(SnapshotRow.void).is_(False), SnapshotRow.seq <= bindparam("upto")
    )
    .order_by(col(SnapshotRow.seq).desc())
    .limit(1)
)
SNAPSHOT_AT = Bare(
    select(SnapshotRow.seq).where(SnapshotRow.game_id == GAME, SnapshotRow.seq == bindparam("seq"))
)
LOG = (
    select(OrderRow.entry)
    .where(OrderRow.game_id == GAME, OrderRow.seq > bindparam("after"))
    .order_by(col(OrderRow.seq))
)
LAST_ORDER = Bare(select(func.max(OrderRow.seq)).where(OrderRow.game_id == GAME))
_EVENTS = (
    select(EventRow.number, EventRow.data, EventRow.void)
    .where(
        EventRow.game_id == GAME, EventRow.number > bindparam("after"), EventRow.number <= bindparam("upto")
    )
    .order_by(col(EventRow.number))
)
EVENTS = Bare(_EVENTS)
EVENTS_SINCE = (
    select(EventRow.data)
    .where(EventRow.game_id == GAME, EventRow.seq > bindparam("after"), col(EventRow.void).is_(False))
    .order_by(col(EventRow.number))
)
EVENTS_OF_TURN = Bare(_EVENTS.where(EventRow.turn == bindparam("turn")))
LAST_EVENT = Bare(
    select(EventRow.number, EventRow.turn)
    .where(EventRow.game_id == GAME)
    .order_by(col(EventRow.number).desc())
    .limit(1)
)


@cache
def last_event_among(kinds: tuple[str, ...]) -> Bare:
    """For each list of kinds that a title has: there are few."""
    any_of_them = or_(*(EventRow.kind == kind for kind in kinds))
    wanted = EventRow.game_id == GAME, EventRow.number <= bindparam("upto"), any_of_them
    return Bare(select(EventRow.data).where(*wanted).order_by(col(EventRow.number).desc()).limit(1))


_STANDS: list[Any] = [
    select(func.max(OrderRow.seq)).where(OrderRow.game_id == GAME),
    select(func.count()).where(DeedRow.game_id == GAME),
    select(func.sum(SeatRow.letters) + func.sum(SeatRow.told)).where(SeatRow.game_id == GAME),
    select(GameRow.status).where(GameRow.id == GAME),
    select(GameRow.paused_at).where(GameRow.id == GAME),
    select(func.max(HeldRow.id)).where(HeldRow.game_id == GAME),
    select(func.min(QuestionRow.due_at)).where(QuestionRow.game_id == GAME, QuestionRow.status == "open"),
]
STAND = Bare(select_all(*(part.scalar_subquery() for part in _STANDS)))

# ---- What a letter adds: into the tables, without objects that nobody would look at

NEW_LETTER = Bare(insert(table_of(LetterRow)))
# Not by RETURNING: with that, SQLite reads all tables that name letters.
LETTER_ENTERED = Bare(select(LetterRow.id).where(LetterRow.identity == bindparam("identity")))
NEW_ORDERS = Bare(insert(table_of(OrderRow)))
NEW_EVENTS = Bare(insert(table_of(EventRow)))
NEW_HELD_LINES = Bare(insert(table_of(HeldRow)))
NEW_SNAPSHOT = Bare(insert(table_of(SnapshotRow)))
NEW_QUESTIONS = Bare(insert(table_of(QuestionRow)))
NEW_OUTGOING = Bare(insert(table_of(OutgoingRow)))
NEW_LABEL = Bare(insert(table_of(LabelRow)))
CLOSE_QUESTIONS = Bare(
    update(table_of(QuestionRow))
    .where(
        col(QuestionRow.game_id) == GAME,
        col(QuestionRow.power) == bindparam("whose"),
        col(QuestionRow.opened) == bindparam("since"),
    )
    .values(status="closed")
)

# ---- Time

UNMANNED_STATUSES = ("vacant", "caretaker")

OPEN_QUESTIONS = BareRows(QuestionRow, QuestionRow.game_id == GAME, QuestionRow.status == "open")
ASKED = Bare(
    select(QuestionRow.power, QuestionRow.opened, QuestionRow.due_at).where(
        QuestionRow.game_id == GAME, QuestionRow.status == "open"
    )
)
OPEN_TALKS = BareRows(TalksRow, TalksRow.game_id == GAME, col(TalksRow.closed_at).is_(None))
OPEN_VOTE = BareRows(VoteRow, VoteRow.game_id == GAME, VoteRow.status == "open")
AWAY = and_(col(AbsenceRow.seat_id) == SeatRow.id, AbsenceRow.status == "running", AbsenceRow.address == "")
UNMANNED = Bare(
    select(SeatRow.powers)
    .outerjoin(AbsenceRow, AWAY)
    .where(SeatRow.game_id == GAME)
    .where(or_(*(SeatRow.status == status for status in UNMANNED_STATUSES), col(AbsenceRow.id).is_not(None)))
)

# ---- Standing orders and windows

ACTIVE = (
    select(StandingRow)
    .where(StandingRow.game_id == GAME, col(StandingRow.active).is_(True))
    .order_by(col(StandingRow.id))
)
STANDING = Bare(
    select_all(cast(col(StandingRow.order), Text))
    .where(col(StandingRow.game_id) == GAME, col(StandingRow.active).is_(True))
    .order_by(col(StandingRow.id))
)
WINDOWS = BareRows(WindowsRow, WindowsRow.game_id == GAME)

# ---- Negotiations

TALKS = select(TalksRow).where(TalksRow.game_id == GAME)
DRAFTS = select(DraftRow).where(DraftRow.game_id == GAME).order_by(col(DraftRow.id))
DRAFTS_OF_TURN = DRAFTS.where(DraftRow.turn == bindparam("turn"))

# ---- Letters

_WAITING = select(LetterRow.id, LetterRow.lane).where(LetterRow.status == "new").order_by(col(LetterRow.id))
WAITING = Bare(_WAITING)
ANY_WAITING = Bare(_WAITING.limit(1))
LANES = select(LetterRow.id, LetterRow.lane).where(col(LetterRow.id).in_(bindparam("ids", expanding=True)))
WAITING_IN = _WAITING.where(col(LetterRow.lane).in_(bindparam("lanes", expanding=True)))
BY_TOKEN = BareRows(SeatRow, SeatRow.token == bindparam("token"))
WHO_HAS_TOKEN = Bare(
    select(SeatRow.id, SeatRow.game_id, SeatRow.address).where(SeatRow.token == bindparam("token"))
)
OURS = Bare(
    select_all(
        col(OutgoingRow.message_id),
        col(OutgoingRow.kind),
        col(OutgoingRow.seq),
        col(OutgoingRow.asked),
        col(OutgoingRow.about),
        col(OutgoingRow.recipient),
        col(OutgoingRow.subject),
        col(OutgoingRow.text),
        col(OutgoingRow.html),
        col(OutgoingRow.created_at),
        col(LabelRow.data),
    )
    .join(LabelRow, col(LabelRow.message_id) == OutgoingRow.message_id)
    .where(col(OutgoingRow.message_id) == bindparam("message"), col(OutgoingRow.seat_id) == SEAT)
)
"""A letter of ours to a seat, as far as an answer to it must be read: see `pbem.work.answered.OurLetter`."""
GAME_OF_OURS = (
    select(GameRow.name)
    .join(OutgoingRow, col(OutgoingRow.game_id) == GameRow.id)
    .where(
        col(OutgoingRow.message_id).in_(bindparam("ids", expanding=True)),
        OutgoingRow.game_id != bindparam("but_for"),
        OutgoingRow.recipient == bindparam("address"),
    )
)
LATEST_TO_SEAT = (
    select(OutgoingRow)
    .where(OutgoingRow.seat_id == SEAT)
    .order_by(col(OutgoingRow.id).desc())
    .limit(bindparam("most"))
)
LATEST_VERDICTS = Bare(
    select(LetterRow.id, LetterRow.verdict, LetterRow.handled_at)
    .where(LetterRow.seat_id == SEAT, LetterRow.status == "done")
    .order_by(col(LetterRow.id).desc())
    .limit(bindparam("most"))
)
ARRIVED = BareRows(LetterRow, LetterRow.id == LETTER, without=["raw"])
BYTES = select(LetterRow.raw).where(LetterRow.id == LETTER)
AS_IT_CAME = Bare(select(LetterRow.channel, LetterRow.raw).where(LetterRow.id == LETTER))
LATEST_DONE = Bare(
    select(LetterRow.id, LetterRow.received_at)
    .where(
        LetterRow.seat_id == SEAT,
        LetterRow.status == "done",
        LetterRow.message_id != bindparam("but_for"),
    )
    .order_by(col(LetterRow.id).desc())
    .limit(bindparam("most"))
)
OF_NO_SEAT = select(LetterRow.id, LetterRow.raw, LetterRow.handled_at).where(
    col(LetterRow.seat_id).is_(None), LetterRow.status == "done", LetterRow.handled_at > bindparam("since")
)
DONE = Bare(select(OrderRow.seq).where(OrderRow.letter_id == LETTER).limit(1))
HELD = Bare(select(HeldRow.id).where(HeldRow.letter_id == LETTER).limit(1))
TAKEN_SINCE = Bare(
    union(
        select(col(OrderRow.letter_id)).where(
            OrderRow.game_id == GAME, OrderRow.seq > bindparam("after"), col(OrderRow.letter_id).is_not(None)
        ),
        select(col(HeldRow.letter_id)).where(HeldRow.game_id == GAME, col(HeldRow.letter_id).is_not(None)),
    )
)
"""Letters of a game of which something was carried out after a log entry, or is held."""
