"""Tables of talks: windows, deals, press and groups."""

from __future__ import annotations

from datetime import datetime
from typing import Any, ClassVar

from sqlalchemy import JSON, Index, UniqueConstraint
from sqlmodel import Field, SQLModel

from pbem.store.tables import one_of


class TalksRow(SQLModel, table=True):
    """The negotiation window of a turn.  The short form of turn 1 has two parts, one after the other."""

    __tablename__: ClassVar[Any] = "talks"
    __table_args__ = (UniqueConstraint("game_id", "turn", "part"), Index(None, "closed_at", "closes_at"))

    id: int | None = Field(default=None, primary_key=True)
    game_id: int = Field(foreign_key="game.id")
    turn: int
    part: int = 1
    powers: list[str] = Field(sa_type=JSON)
    """Who talks."""
    seq: int = 0
    """The log entry after which they began."""
    opened_at: datetime
    closes_at: datetime
    closed_at: datetime | None = None
    ready: list[str] = Field(default_factory=list, sa_type=JSON)
    """Powers that have nothing more to say."""
    told: bool = False
    """Whether the letters that open it are written."""
    reminded: int = 0


DRAFT_STATUSES = ("offered", "agreed", "refused", "withdrawn", "lapsed", "announced", "done", "failed")


class DraftRow(SQLModel, table=True):
    """A deal that was proposed in the talks; only its two powers know of it.

    offered: the partner has not answered.  agreed: to be announced and confirmed when the talks are over.
    lapsed: they were over before it was agreed.  done: carried out.  failed: agreed, but it came to nothing.
    """

    __tablename__: ClassVar[Any] = "draft"
    __table_args__ = (
        one_of("status", DRAFT_STATUSES),
        UniqueConstraint("game_id", "turn", "first", "second", "number"),
    )

    id: int | None = Field(default=None, primary_key=True)
    game_id: int = Field(foreign_key="game.id")
    turn: int
    first: str
    """The power that comes first in impulse order: it will announce the deal."""
    second: str
    number: int
    """Counted for each two powers, so that nobody learns how much the others talk."""
    by: str
    """Who proposed it."""
    deal: dict[str, Any] = Field(sa_type=JSON)
    status: str = "offered"
    why: str = ""
    """Why it came to nothing."""
    at: datetime
    letter_id: int | None = Field(default=None, foreign_key="letter.id")


class PressRow(SQLModel, table=True):
    """What one player wrote to others, for the archive."""

    __tablename__: ClassVar[Any] = "press"
    __table_args__ = (Index(None, "game_id", "at"),)

    id: int | None = Field(default=None, primary_key=True)
    game_id: int = Field(foreign_key="game.id")
    sender: str
    """A power."""
    receivers: list[str] = Field(sa_type=JSON)
    """Powers; empty: everybody."""
    turn: int
    text: str
    at: datetime
    letter_id: int | None = Field(default=None, foreign_key="letter.id")


class GroupRow(SQLModel, table=True):
    """A name that a power has given to several others, to write to them."""

    __tablename__: ClassVar[Any] = "press_group"
    __table_args__ = (UniqueConstraint("game_id", "owner", "name"),)

    id: int | None = Field(default=None, primary_key=True)
    game_id: int = Field(foreign_key="game.id")
    owner: str
    name: str
    members: list[str] = Field(sa_type=JSON)
