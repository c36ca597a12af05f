"""The tables, one class each.

A game is its setup, its seed and its orders; everything else can be made from them again, and is stored
because a letter that was written must stay what it was.  Times are UTC and know it.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any, ClassVar, Final

from sqlalchemy import JSON, CheckConstraint, Index, LargeBinary, Table, UniqueConstraint
from sqlmodel import Field, Relationship, SQLModel

from pbem.language.catalog import ENGLISH
from pbem.store.packed import PackedBytes, PackedJson, PackedLabel, PackedText

NAMING: Final = {
    "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    "ck": "ck_%(table_name)s_%(constraint_name)s",
    "fk": "fk_%(table_name)s_%(column_0_name)s_%(referred_table_name)s",
    "pk": "pk_%(table_name)s",
}
SQLModel.metadata.naming_convention = NAMING


def one_of(column: str, values: tuple[str, ...]) -> CheckConstraint:
    listed = ", ".join(f"'{value}'" for value in values)
    return CheckConstraint(f"{column} IN ({listed})", name=column)


def table_of(row: type[SQLModel]) -> Table:
    """The table behind a class, for statements that need no objects."""
    table: Table = vars(row)["__table__"]
    return table


GAME_STATUSES = ("seating", "running", "held", "over")


class GameRow(SQLModel, table=True):
    """A game; `seed` is secret until it is over, `commitment` is public from the start."""

    __tablename__: ClassVar[Any] = "game"
    __table_args__ = (one_of("status", GAME_STATUSES), Index(None, "status"))

    id: int | None = Field(default=None, primary_key=True)
    name: str = Field(unique=True)
    setup: dict[str, Any] = Field(sa_type=JSON)
    seed: str
    commitment: str
    data_digest: str
    status: str = "seating"
    windows: str = "standing"
    reports: str = "turn"
    language: str = ENGLISH
    """Of seats that have not chosen another: observers, substitutes, delegates."""
    quick: bool = False
    """Presets, windows in own fights and the turn plan are on from the start; not in games of version 0.1."""
    pictures: bool = True
    """Whether letters have a picture of the board, unless a seat says otherwise."""
    suggestions: bool = True
    """Whether letters suggest an answer, unless a seat says otherwise."""
    hours: dict[str, int] = Field(default_factory=dict, sa_type=JSON)
    """Hours by kind of question."""
    pace: dict[str, Any] = Field(default_factory=dict, sa_type=JSON)
    """Calendar, reminders, grace and patience; see `pbem.calendar.deadlines.Pace`."""
    paused_at: datetime | None = None
    """Since when its clock stands still."""
    reported: int = 0
    """The number of the last event that the public reports have told."""
    posted: dict[str, Any] = Field(default_factory=dict, sa_type=JSON)
    """What the last post for a forum told; see `pbem.work.posts`."""
    created_at: datetime
    started_at: datetime | None = None
    ended_at: datetime | None = None


class SeatRow(SQLModel, table=True):
    """A player of a game: an address, the powers played, and the secret token of the reply address."""

    __tablename__: ClassVar[Any] = "seat"
    __table_args__ = (UniqueConstraint("game_id", "number"),)

    id: int | None = Field(default=None, primary_key=True)
    game_id: int = Field(foreign_key="game.id")
    number: int
    powers: list[str] = Field(sa_type=JSON)
    """Empty for an observer."""
    name: str
    address: str = Field(index=True)
    token: str = Field(unique=True)
    channel: str = "mail"
    """The way by which its letters come and go."""
    language: str = ENGLISH
    """In which its letters are written."""
    told: int = 0
    """The number of the last event that this seat's letters have told."""
    letters: int = 0
    """How many letters were written to this seat: Message-IDs are made from it."""
    memory: dict[str, Any] = Field(default_factory=dict, sa_type=JSON)
    """What its last letter said, so that the next one does not repeat it; see `pbem.letters.memory`."""
    pictures: str = "on"
    """Pictures in its letters: on, off or dark."""
    suggestions: bool = True
    """Whether its letters suggest an answer, which `ok` takes."""
    digest: dict[str, Any] | None = Field(default=None, sa_type=JSON)
    """None: every letter comes at once.  Else what waits for today's; see `pbem.work.digests`."""
    notes: list[list[str]] = Field(default_factory=list, sa_type=JSON)
    """Private notes: the address of whoever made one, and its text.  Nobody else is told of them."""
    rulings: dict[str, bool] = Field(default_factory=dict, sa_type=JSON)
    """Its votes on readings of the rules before the deal: option -> whether for it."""
    unreachable: str = ""
    """Why the last letter did not arrive; empty while they do."""
    status: str = "playing"
    """playing.  caretaker: a bot answers until the player writes again.  vacant: nobody has it.
    left: an observer who wants no more letters."""
    missed: int = 0
    """Deadlines missed in a row."""
    confirmed_at: datetime | None = None
    """When the player said yes to the invitation."""


LETTER_STATUSES = ("new", "done", "dropped", "held", "shunted")


class LetterRow(SQLModel, table=True):
    """An incoming letter, stored before it is read.

    new: not handled yet.  done: acted upon and answered.  dropped: a robot's.  held: for the moderator to
    look at.  shunted: the program failed on it; nothing was done, and it can be tried again.
    """

    __tablename__: ClassVar[Any] = "letter"
    __table_args__ = (
        one_of("status", LETTER_STATUSES),
        Index(None, "status"),
        Index(None, "seat_id", "status"),
    )

    id: int | None = Field(default=None, primary_key=True)
    identity: str = Field(unique=True)
    """Made of Message-ID, sender and token: a stranger cannot use up a player's Message-ID."""
    channel: str = "mail"
    message_id: str
    """The channel's own name for it."""
    raw: bytes = Field(sa_type=PackedBytes)
    size: int
    received_at: datetime
    status: str = "new"
    verdict: str = ""
    """Which check stopped it, or what the program failed at."""
    lane: int = 0
    """The game whose token it carries, by number; 0: none.  In a lane letters are handled in order."""
    seat_id: int | None = Field(default=None, foreign_key="seat.id")
    handled_at: datetime | None = None


class OrderRow(SQLModel, table=True):
    """One entry of a game's log (see `rules.core.log`), and the words that it was made from."""

    __tablename__: ClassVar[Any] = "order"

    game_id: int = Field(foreign_key="game.id", primary_key=True)
    seq: int = Field(primary_key=True)
    entry: dict[str, Any] = Field(sa_type=JSON)
    words: str = ""
    """The line as the player wrote it, or the order in words."""
    letter_id: int | None = Field(default=None, foreign_key="letter.id", index=True)
    at: datetime


class EventRow(SQLModel, table=True):
    """A fact that the rules reported, in the order of the story."""

    __tablename__: ClassVar[Any] = "event"
    __table_args__ = (Index(None, "game_id", "seq"),)

    game_id: int = Field(foreign_key="game.id", primary_key=True)
    number: int = Field(primary_key=True)
    seq: int
    """The log entry that caused it."""
    turn: int
    kind: str
    """The name of its class."""
    data: dict[str, Any] = Field(sa_type=JSON)
    void: bool = False
    """It was told, and then a rewind went behind it."""


class SnapshotRow(SQLModel, table=True):
    """The position at a checkpoint, packed.  `void` when a rewind went behind it."""

    __tablename__: ClassVar[Any] = "snapshot"

    game_id: int = Field(foreign_key="game.id", primary_key=True)
    seq: int = Field(primary_key=True)
    state: bytes = Field(sa_type=LargeBinary)
    digest: str
    void: bool = False


QUESTION_STATUSES = ("open", "closed")


class QuestionRow(SQLModel, table=True):
    """Something that a power was asked, and until when."""

    __tablename__: ClassVar[Any] = "question"
    __table_args__ = (
        one_of("status", QUESTION_STATUSES),
        UniqueConstraint("game_id", "power", "opened"),
        Index(None, "status", "due_at"),
        Index(None, "game_id", "status"),
    )

    id: int | None = Field(default=None, primary_key=True)
    game_id: int = Field(foreign_key="game.id")
    power: str
    opened: int
    """The log entry after which it was asked."""
    kind: str
    status: str = "open"
    asked_at: datetime
    due_at: datetime | None = None
    """None: nobody is waited for."""
    default_at: datetime | None = None
    """When the answer is given for the power: the due time and the game's grace."""
    reminded: int = 0
    """How many reminders were written."""


OUTGOING_STATUSES = ("queued", "sent", "failed")


class OutgoingRow(SQLModel, table=True):
    """A letter to be sent.  Its name on the channel never changes, so sending it twice does no harm."""

    __tablename__: ClassVar[Any] = "outgoing"
    __table_args__ = (
        one_of("status", OUTGOING_STATUSES),
        Index(None, "status", "next_try"),
        Index(None, "seat_id", "status"),
    )

    id: int | None = Field(default=None, primary_key=True)
    channel: str = "mail"
    message_id: str = Field(unique=True)
    game_id: int | None = Field(default=None, foreign_key="game.id")
    seat_id: int | None = Field(default=None, foreign_key="seat.id")
    answers_id: int | None = Field(default=None, foreign_key="letter.id")
    """The letter that this one answers."""
    kind: str
    seq: int = 0
    """Where the game stood when it was written."""
    asked: int | None = None
    """If it asks its seat something: the log entry after which that was asked."""
    about: dict[str, Any] | None = Field(default=None, sa_type=JSON)
    """What else it is about: see `pbem.play.about`."""
    recipient: str
    subject: str
    text: str = Field(sa_type=PackedText)
    html: str = Field(default="", sa_type=PackedText)
    picture: dict[str, Any] | None = Field(default=None, sa_type=PackedJson)
    """The facts of its picture, which is drawn when it is sent; see `pbem.letters.pictures`."""
    created_at: datetime
    status: str = "queued"
    attempts: int = 0
    next_try: datetime
    sent_at: datetime | None = None
    error: str = ""
    labelled: LabelRow = Relationship(sa_relationship_kwargs={"lazy": "joined", "uselist": False})

    @property
    def label(self) -> dict[str, str]:
        """What its channel must remember of it."""
        return self.labelled.data


class LabelRow(SQLModel, table=True):
    """What a channel must remember of a letter that goes out: of mail, its headers.  Nobody else reads it."""

    __tablename__: ClassVar[Any] = "label"

    message_id: str = Field(primary_key=True, foreign_key="outgoing.message_id")
    data: dict[str, str] = Field(default_factory=dict, sa_type=PackedLabel)


class HeldRow(SQLModel, table=True):
    """A line that waits until its power is asked again."""

    __tablename__: ClassVar[Any] = "held_order"
    __table_args__ = (UniqueConstraint("game_id", "power", "position"),)

    id: int | None = Field(default=None, primary_key=True)
    game_id: int = Field(foreign_key="game.id")
    power: str
    position: int
    line: str
    checkpoint: int
    """The checkpoint of the impulse in which it was written."""
    letter_id: int | None = Field(default=None, foreign_key="letter.id", index=True)
    moment: str = ""
    """The moment for which it was written; empty for whatever is asked next."""
    since: int | None = None
    """If that moment is still to come: the log entry after which it was written."""
    until: int = 0
    """And the turn in which it comes."""


class StandingRow(SQLModel, table=True):
    """An order that answers questions before they are asked."""

    __tablename__: ClassVar[Any] = "standing_order"

    id: int | None = Field(default=None, primary_key=True)
    game_id: int = Field(foreign_key="game.id", index=True)
    power: str
    words: str
    order: dict[str, Any] = Field(sa_type=JSON)
    expires_turn: int | None = None
    active: bool = True
    letter_id: int | None = Field(default=None, foreign_key="letter.id")
    created_at: datetime


class TallyRow(SQLModel, table=True):
    """How often something was done on a day, for limits; rows of some weeks ago are deleted."""

    __tablename__: ClassVar[Any] = "tally"

    day: str = Field(primary_key=True)
    """By UTC, `2026-11-16`."""
    who: str = Field(primary_key=True)
    what: str = Field(primary_key=True)
    count: int = 0


class WindowsRow(SQLModel, table=True):
    """What a game remembers of its response windows."""

    __tablename__: ClassVar[Any] = "windows"

    game_id: int = Field(foreign_key="game.id", primary_key=True)
    open: list[str] = Field(default_factory=list, sa_type=JSON)
    """Powers that have declared their windows open."""
    revocable: int = 0
    """Windows that passed provisionally after this log entry can still be answered."""
