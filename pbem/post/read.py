"""Reading stored letters, before anything is locked: their words, and which letter of ours they answer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import Engine
from sqlmodel import Session

from pbem.channels import channel_of
from pbem.channels.channel import Letter
from pbem.channels.written import Aligned, all_own
from pbem.config import Settings
from pbem.store.tables import LetterRow, SeatRow
from pbem.store.unit_of_work import UnitOfWork
from pbem.work import outgoing as letters
from pbem.work.answered import NOTHING, Answered, answered_by, answered_without_seat


@dataclass(frozen=True, slots=True)
class Read:
    """A letter that was read: what it says, whose lines they are, and what it answers."""

    letter: Letter
    written: Aligned
    answered: Answered = NOTHING


def read_letters(database: Engine, settings: Settings, ids: Sequence[int]) -> dict[int, Read]:
    """Stored letters by number; one of an odd shape may take seconds."""
    with UnitOfWork(database, locks=False) as work:
        stored = {id: letters.raw(work.session, id) for id in ids}
    read = {id: (name, channel_of(name, settings).read(raw)) for id, (name, raw) in stored.items()}
    with UnitOfWork(database, locks=False) as work:
        return {id: _aligned(work.session, settings, *found) for id, found in read.items()}


def read_for(session: Session, settings: Settings, row: LetterRow, seat: SeatRow | None) -> Read:
    """A stored letter, read as the letter of a seat."""
    channel = channel_of(row.channel, settings)
    letter = channel.read(row.raw)
    answered = answered_by(session, channel, seat, letter) if seat else NOTHING
    return Read(letter, channel.align(letter, answered.texts), answered)


def head_alone(letter: Letter) -> Read:
    """A letter of which only the head was read."""
    return Read(letter, all_own(()))


def _aligned(session: Session, settings: Settings, name: str, letter: Letter) -> Read:
    channel = channel_of(name, settings)
    seat = letters.writer_of(session, letter)
    if seat is None:
        return Read(letter, channel.align(letter, answered_without_seat(session, channel, letter)))
    answered = answered_by(session, channel, seat, letter)
    return Read(letter, channel.align(letter, answered.texts), answered)
