"""The seam between the moderator and a way in and out: mail, a forum, a test's memory.

A channel hands over letters as they came and says what it can tell of them: who sent them, which of our
letters they answer, when they were received.  It takes letters in the forms that the moderator writes (text,
HTML) and carries them to an address.  What it must remember of a letter until it is sent is its label, which
nobody else reads.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Protocol

from pbem.channels.written import Aligned, SentText

# ---- In


@dataclass(frozen=True, slots=True)
class Incoming:
    """The bytes of a letter, and the inbox's own name for it.

    `size` is the letter's; of one that is too large, `raw` holds only the beginning.
    """

    key: str
    raw: bytes
    size: int
    received_at: datetime | None = None
    """When the channel's server had it, if that is known: a deadline counts by it."""


class Notebook(Protocol):
    """What a channel remembers from one run to the next: texts by name.

    It is told after the fact.  Whatever a crash keeps out of it, the channel must be able to find again.
    """

    def pages(self, beginning: str) -> dict[str, str]:
        """All texts whose names begin so."""
        ...

    def write(self, name: str, text: str) -> None:
        """Remember a text; an empty one is forgotten."""
        ...


class LooseLeaves:
    """A notebook that is thrown away at the end."""

    def __init__(self) -> None:
        self._texts: dict[str, str] = {}

    def pages(self, beginning: str) -> dict[str, str]:
        return {name: text for name, text in self._texts.items() if name.startswith(beginning)}

    def write(self, name: str, text: str) -> None:
        if text:
            self._texts[name] = text
        else:
            self._texts.pop(name, None)


class Inbox(Protocol):
    """Where the letters of a channel come in."""

    def fetch(self) -> Iterator[Incoming]:
        """The letters that are not marked yet, oldest first."""
        ...

    def mark(self, key: str) -> None:
        """This letter is stored: do not fetch it again."""
        ...

    async def wait(self, seconds: float) -> None:
        """Return when a letter may have come, after `seconds` at the latest."""
        ...

    def close(self) -> None:
        """Give back connections and the like."""
        ...


@dataclass(frozen=True, slots=True)
class Letter:
    """A letter that was read; of its words there may be none yet."""

    message_id: str
    """The channel's own name for it."""
    identity: str
    """The same letter twice has the same identity; a letter by somebody else never has."""
    sender: str
    """An address on the channel."""
    tokens: tuple[str, ...]
    """The secrets of seats that it carries; the first is the one that it was delivered to."""
    answers: tuple[str, ...]
    """The names of the letters that it answers, nearest first."""
    subject: str
    lines: tuple[str, ...]
    """Its writer's words, as far as the channel can tell without knowing what it answers.

    They say how long it is and what the moderator is shown of it.  What is carried out, and what counts as
    the same letter again, is read by `Channel.align`.
    """
    certain: int
    """Lines from this number on stand below a closing, and may be no more than a name."""
    too_many_lines: bool
    to: tuple[str, ...] = ()
    """Addresses that it was sent to."""
    apart: tuple[str, ...] = ()
    """Lines of other texts beside the body: nothing there was read."""
    unreadable: bool = False
    """It could not be read in the time and the memory that one letter may take."""
    place: str = ""
    """The mailing list through which it came: its writer is whoever has the sender's address in that game.
    Tokens are then those that others have seen."""


class Outcome(StrEnum):
    """What happens to a letter that a check has stopped."""

    DROP = "dropped"
    HOLD = "held"
    REFUSE = "refused"
    """Nothing is done, and the player is told why."""


@dataclass(frozen=True, slots=True)
class Check:
    """A named reason to stop a letter; the second argument is the server that vouches for most letters."""

    name: str
    stops: Callable[[Letter, str], bool]
    outcome: Outcome


@dataclass(frozen=True, slots=True)
class Returned:
    """A report that a letter of ours did not arrive."""

    failed: tuple[str, ...]
    """Addresses that a letter did not reach and will not reach."""
    delayed: tuple[str, ...]
    """Addresses for which the server goes on trying."""
    returned: tuple[str, ...]
    """Names of the letters that it is about."""
    reason: str
    by_a_server: bool
    """It looks like a server's report even if no address could be found in it."""


# ---- Out


@dataclass(frozen=True, slots=True)
class Thread:
    """What a letter answers: the player's letter, if it is a receipt."""

    answers: str = ""
    references: tuple[str, ...] = ()


NO_THREAD = Thread()


def thread_of(letter: Letter) -> Thread:
    """The thread in which a letter is answered."""
    return Thread(letter.message_id, letter.answers[:1])


@dataclass(frozen=True, slots=True)
class Reader:
    """Whom a letter goes to: a seat of a game, or the person who runs the games."""

    name: str
    address: str
    token: str
    """The secret by which an answer is known; empty: none is expected."""
    number: int = 0
    """Of the seat; 0: the moderator."""
    observer: bool = False


@dataclass(frozen=True, slots=True)
class Label:
    """A letter's name on its channel, which never changes, and what the channel must remember of it."""

    message_id: str
    data: dict[str, str]


class Outgoing(Protocol):
    """A letter that is to be sent, in all its forms."""

    message_id: str
    recipient: str
    subject: str
    text: str
    html: str
    created_at: datetime
    asked: int | None
    """Not None: it asks its reader something."""

    @property
    def label(self) -> dict[str, str]: ...


@dataclass(frozen=True, slots=True)
class Drawn:
    """The picture of a letter: the name by which its HTML shows it, and its file, a PNG."""

    cid: str
    data: bytes


class NotSent(Exception):
    """A letter was not handed over; the outbox does something else about each of the three reasons."""


class ServerTrouble(NotSent):
    """No letter can be sent at present: no connection, or the server refuses us.

    `wait` if it wants us to wait for so long: that is no trouble yet.
    """

    def __init__(self, message: str, *, wait: timedelta | None = None) -> None:
        super().__init__(message)
        self.wait = wait


class NotNow(NotSent):
    """This letter must be tried again later; `recipient` if whom it goes to cannot be reached meanwhile."""

    def __init__(self, message: str, *, recipient: bool = False) -> None:
        super().__init__(message)
        self.recipient = recipient


class Never(NotSent):
    """This letter is refused for good; `recipient` if it is because of whom it goes to."""

    def __init__(self, message: str, *, recipient: bool) -> None:
        super().__init__(message)
        self.recipient = recipient


class Sender(Protocol):
    """What hands letters over to a channel's server."""

    async def send(self, letter: Outgoing, picture: Drawn | None = None) -> str:
        """Hand a letter over; without a picture also what its HTML says of one is left out.

        What the person who runs the games should hear of it is returned; nearly always nothing.

        :raises NotSent: what went wrong.
        """
        ...

    async def close(self) -> None: ...


# ---- Both


class Channel(Protocol):
    """One way in and out."""

    name: str
    report: str
    """The name of the check that finds reports of letters that did not arrive."""
    absence: str
    """The name of the check that finds absence notices which look like a player's letter."""
    warns: Collection[str]
    """Names of checks that stop what may yet be a player's: it is kept, and the player hears of it."""
    shown: str
    """The name of the check that finds tokens where others can read them."""
    must_confirm: bool
    """Whether a player must have answered from there before a game begins: nobody could be told of a slip."""
    advice: str
    """What a player must know to write there: the key of a note in the catalogs; empty: nothing."""
    tells_strangers: str
    """What somebody without a seat hears, once, of orders that were not read: a key of the catalogs.  Empty:
    nothing, for a robot might answer."""

    @property
    def robots(self) -> Sequence[Check]:
        """Reasons to stop a letter of which nobody's seat need be known: it is no person's."""
        ...

    @property
    def forgeries(self) -> Sequence[Check]:
        """Reasons to doubt that a seat's letter is its player's."""
        ...

    def cannot_reach(self, address: str) -> str:
        """Why no letter can be sent to an address, as far as its form and the settings tell; or empty."""
        ...

    def open_inbox(self, notebook: Notebook) -> Inbox: ...

    def open_sender(self, notebook: Notebook) -> Sender: ...

    def read_head(self, raw: bytes) -> Letter:
        """A letter as far as its head tells: whose it is, but none of its words.  Never raises."""
        ...

    def list_of(self, letter: Letter) -> str:
        """The mailing list through which a letter came; empty: none."""
        ...

    def arrived(self, letter: Letter, noted: datetime | None, now: datetime) -> datetime:
        """When a letter arrived, never later than now; `noted` is what its inbox says."""
        ...

    def read(self, raw: bytes) -> Letter:
        """A letter with the words of its writer.  Never raises, and takes no longer than a letter may."""
        ...

    def align(self, letter: Letter, answered: Sequence[SentText]) -> Aligned:
        """Whose each line of a letter is; `answered` are letters of ours that it answers, nearest first."""
        ...

    def as_sent(self, letter: Outgoing) -> SentText:
        """A letter that went out, as an answer may quote it."""
        ...

    def quoted(self, letter: Letter, sent: Sequence[SentText]) -> list[SentText]:
        """Those of our letters that a letter quotes: if it names none, its text may show what it answers."""
        ...

    def survives(self, raws: Sequence[bytes]) -> list[bool]:
        """Which letters another process can read without coming to its end.

        :raises OSError: there can be no other process now.
        """
        ...

    def vouching_server(self, letter: Letter) -> str:
        """The server that says whose letter it is; empty if none does."""
        ...

    def returned(self, raw: bytes, letter: Letter) -> Returned:
        """What a letter that the channel calls a report says."""
        ...

    def label(self, game: str, reader: Reader, number: int, thread: Thread) -> Label:
        """The label of a reader's n-th letter of a game."""
        ...

    def renewed(self, label: dict[str, str], old: str, new: str) -> dict[str, str]:
        """A label with another secret in place of the old one."""
        ...


class PlainChannel(ABC):
    """What is the same where letters are texts that our own code reads in one pass, and no server vouches."""

    report = absence = shown = tells_strangers = advice = ""
    warns: Collection[str] = ()
    robots: Sequence[Check] = ()
    forgeries: Sequence[Check] = ()
    must_confirm = False

    def read_head(self, raw: bytes) -> Letter:
        return self.read(raw)

    @abstractmethod
    def read(self, raw: bytes) -> Letter: ...

    def list_of(self, letter: Letter) -> str:
        return ""

    def as_sent(self, letter: Outgoing) -> SentText:
        return SentText(letter.text, letter.html, letter.subject, message_id=letter.message_id)

    def quoted(self, letter: Letter, sent: Sequence[SentText]) -> list[SentText]:
        return []

    def survives(self, raws: Sequence[bytes]) -> list[bool]:
        return [True] * len(raws)

    def vouching_server(self, letter: Letter) -> str:
        return ""

    def returned(self, raw: bytes, letter: Letter) -> Returned:
        raise AssertionError("nothing comes back here")

    def renewed(self, label: dict[str, str], old: str, new: str) -> dict[str, str]:
        return label
