"""Reading stored letters, before anything is locked: their words, and which letter of ours they answer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sqlmodel import Session

from pbem.channels import channel_of
from pbem.channels.channel import Letter
from pbem.channels.written import Aligned, all_own
from pbem.config import Settings
from pbem.store.tables import LetterRow, SeatRow
from pbem.work import outgoing as letters
from pbem.work.answered import NOTHING, Answered, answered_by, answered_without_seat


@dataclass(frozen=True, slots=True)
class Read:
    """A letter that was read: what it says, whose lines they are, and what it answers."""

    letter: Letter
    written: Aligned
    answered: Answered = NOTHING


def read_letters(session: Session, settings: Settings, ids: Sequence[int]) -> dict[int, Read]:
    """Stored letters by number; one of an odd shape may take seconds, in which others can write.

    No row of it stays in the session: whoever handles the letter looks at them anew.
    """
    read = {id: _read(session, settings, id) for id in ids}
    session.expunge_all()
    return read


def read_for(session: Session, settings: Settings, row: LetterRow, seat: SeatRow | None) -> Read:
    """A stored letter, read as the letter of a seat."""
    channel = channel_of(row.channel, settings)
    letter = channel.read(row.raw)
    answered = answered_by(session, channel, seat, letter) if seat else NOTHING
    return Read(letter, channel.align(letter, answered.texts), answered)


def head_alone(letter: Letter) -> Read:
    """A letter of which only the head was read."""
    return Read(letter, all_own(()))


def _read(session: Session, settings: Settings, id: int) -> Read:
    name, raw = letters.raw(session, id)
    channel = channel_of(name, settings)
    letter = channel.read(raw)
    seat = letters.sender_of(session, letter)
    if seat is None:
        return Read(letter, channel.align(letter, answered_without_seat(session, channel, letter)))
    answered = answered_by(session, channel, seat, letter)
    return Read(letter, channel.align(letter, answered.texts), answered)
