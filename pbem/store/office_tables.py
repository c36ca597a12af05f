"""Tables beside the games: absences, votes, seats on offer, what the moderator did, notebooks, sign-ups."""

from __future__ import annotations

from datetime import datetime
from typing import Any, ClassVar

from sqlalchemy import JSON, Index, UniqueConstraint
from sqlmodel import Field, SQLModel

from pbem.store.tables import one_of

ABSENCE_STATUSES = ("planned", "running", "over")


class AbsenceRow(SQLModel, table=True):
    """A player's vacation.  While it runs with a delegate, the seat has the delegate's address and token."""

    __tablename__: ClassVar[Any] = "absence"
    __table_args__ = (
        one_of("status", ABSENCE_STATUSES),
        Index(None, "status"),
        Index(None, "seat_id", "status"),
    )

    id: int | None = Field(default=None, primary_key=True)
    game_id: int = Field(foreign_key="game.id")
    seat_id: int = Field(foreign_key="seat.id")
    begins: datetime
    ends: datetime
    name: str = ""
    address: str = ""
    """The delegate's; empty: standing orders and defaults answer."""
    status: str = "planned"
    home_name: str = ""
    home_address: str = ""
    home_token: str = ""
    home_language: str = ""
    """The player's own, kept while the delegate has the seat."""


VOTE_STATUSES = ("open", "passed", "failed")


class VoteRow(SQLModel, table=True):
    """Somebody asks the players for more time."""

    __tablename__: ClassVar[Any] = "vote"
    __table_args__ = (
        one_of("status", VOTE_STATUSES),
        Index(None, "game_id", "status"),
        Index(None, "status"),
    )

    id: int | None = Field(default=None, primary_key=True)
    game_id: int = Field(foreign_key="game.id")
    hours: int
    asked_by: int
    """Seat number."""
    agreed: list[int] = Field(sa_type=JSON)
    refused: list[int] = Field(default_factory=list, sa_type=JSON)
    """Seat numbers."""
    at: datetime
    ends: datetime
    status: str = "open"


class OfferRow(SQLModel, table=True):
    """A seat that observers may take over; the first who does has it."""

    __tablename__: ClassVar[Any] = "seat_offer"

    id: int | None = Field(default=None, primary_key=True)
    game_id: int = Field(foreign_key="game.id", index=True)
    seat_id: int = Field(foreign_key="seat.id", index=True)
    at: datetime
    open: bool = True


class DeedRow(SQLModel, table=True):
    """What the moderator did to a game by hand, and why: part of its record."""

    __tablename__: ClassVar[Any] = "deed"

    id: int | None = Field(default=None, primary_key=True)
    game_id: int = Field(foreign_key="game.id", index=True)
    what: str
    details: str = ""
    reason: str = ""
    seq: int = 0
    at: datetime


class HeartbeatRow(SQLModel, table=True):
    """When letters could last be fetched by a channel."""

    __tablename__: ClassVar[Any] = "heartbeat"

    id: int = Field(default=1, primary_key=True)
    """1: mail; see `pbem.store.clocks`."""
    at: datetime


class CheckerRow(SQLModel, table=True):
    """How many of the players' letters a server has signed."""

    __tablename__: ClassVar[Any] = "checker"

    name: str = Field(primary_key=True)
    letters: int = 0
    seats: list[int] = Field(default_factory=list, sa_type=JSON)
    """The first few whose letters they were."""
    told_at: datetime | None = None
    """When the moderator was told of it: since then its word against a letter counts."""


class NotebookRow(SQLModel, table=True):
    """A page of what a channel remembers: where the places of seats are, and how far they were read."""

    __tablename__: ClassVar[Any] = "notebook"

    channel: str = Field(primary_key=True)
    name: str = Field(primary_key=True)
    text: str


OPENING_STATUSES = ("open", "begun", "cancelled")


class OpeningRow(SQLModel, table=True):
    """A game that is announced, and for which people may sign up; it is made when its powers are given."""

    __tablename__: ClassVar[Any] = "opening"
    __table_args__ = (one_of("status", OPENING_STATUSES), Index(None, "status"))

    id: int | None = Field(default=None, primary_key=True)
    name: str = Field(index=True)
    plan: dict[str, Any] = Field(sa_type=JSON)
    """What `pbem open` was told: see `pbem.work.openings`."""
    seats: int
    """So many can play."""
    when_full: bool = True
    """Whether it begins as soon as all seats are taken; else when the moderator says so."""
    token: str = Field(unique=True)
    """Under which answers to the announcement come in; it proves nothing."""
    seed: str
    """Decides between equal ways to give the powers; sealed, and published with them."""
    commitment: str
    status: str = "open"
    letters: int = 0
    """How many announcements were sent."""
    created_at: datetime


SIGN_UP_STATUSES = ("asked", "seated", "waiting", "left")


class SignUpRow(SQLModel, table=True):
    """Somebody who wants to play.

    asked: has not confirmed it from the address.  seated: has a seat.  waiting: for a seat that becomes free.
    """

    __tablename__: ClassVar[Any] = "sign_up"
    __table_args__ = (
        one_of("status", SIGN_UP_STATUSES),
        UniqueConstraint("opening_id", "address"),
        UniqueConstraint("opening_id", "number"),
    )

    id: int | None = Field(default=None, primary_key=True)
    opening_id: int = Field(foreign_key="opening.id")
    number: int
    name: str
    address: str
    channel: str = "mail"
    token: str = Field(unique=True)
    language: str
    wishes: dict[str, Any] = Field(default_factory=dict, sa_type=JSON)
    """See `pbem.play.wishes.Wishes`."""
    pending: dict[str, Any] | None = Field(default=None, sa_type=JSON)
    """What came from the address without the token, and waits for a yes: wishes, or that they leave."""
    status: str = "asked"
    letters: int = 0
    """How many letters were written to them."""
    created_at: datetime
    joined_at: datetime | None = None
    """Since when they have a seat or wait for one."""
