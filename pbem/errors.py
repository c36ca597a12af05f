"""What can go wrong around the rules.

PbemError
├── OrderProblem            the player can repair it: goes into the receipt
│   ├── Unreadable          no grammar fits: says where, and what was expected
│   ├── Ambiguous           fits more than one thing: names them
│   └── Illegal             understood, but the rules forbid it: cites the rule
├── GameMoved               somebody else was quicker: what was worked out is void
├── NotLocked               something would be written before the database is locked: a bug, and harmless
├── Declined                what somebody asks for cannot be: `pbem.language.declined`
├── CaseMalformed           a rule case that cannot be run: names file and line
├── CatalogMalformed        a file of a catalog that cannot be read: names it, and where
└── ModeratorProblem        the person who runs the games can repair it
    ├── NoSuchGame          the name fits no game
    ├── WrongMoment         the game is not in a state for this: not started, over, paused
    ├── SettingsProblem     the settings do not make sense: names each of them
    │   └── ConsentGone     the provider of the mailbox lets us in no longer: its owner has to agree again
    └── MailboxProblem      letters cannot be fetched now: no connection, or the server refuses us
        └── MailboxResting  the same, and it has been told already

What the rules themselves raise is in `rules.core.errors`; bugs are ordinary exceptions and never caught
as one of these.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rules.core import errors as rules_errors


class PbemError(Exception):
    """The root of everything that `pbem` raises on purpose."""


class OrderProblem(PbemError):
    """The player can repair it; `code` and `fields` say what is wrong, `line` is the order as it was written.

    The sentence is in the table `problem` of a catalog: `pbem.language.refusals.why`.
    """

    def __init__(self, code: str, line: str = "", **fields: Any) -> None:
        super().__init__(code)
        self.code = code
        self.line = line
        self.fields = fields

    def __str__(self) -> str:
        """For developers."""
        told = ", ".join(f"{name}={value!r}" for name, value in self.fields.items())
        return f"{self.code}({told})"


class Unreadable(OrderProblem):
    """No grammar fits.  `column` counts from 1; `proposals` are near misses, never executed."""

    def __init__(
        self,
        code: str,
        line: str = "",
        *,
        column: int = 1,
        expected: Sequence[str] = (),
        proposals: Sequence[str] = (),
        **fields: Any,
    ) -> None:
        super().__init__(code, line, **fields)
        self.column = column
        self.expected = tuple(expected)
        self.proposals = tuple(proposals)

    def __str__(self) -> str:
        expected = f"; expected {', '.join(self.expected)}" if self.expected else ""
        near = f"; did you mean {', '.join(self.proposals)}?" if self.proposals else ""
        return f"{super().__str__()}{expected}{near}"


class Ambiguous(OrderProblem):
    """Fits more than one thing; `candidates` are their printed names, whole orders, or messages."""

    def __init__(
        self, code: str, line: str = "", *, column: int = 1, candidates: Sequence[Any], **fields: Any
    ) -> None:
        super().__init__(code, line, **fields)
        self.column = column
        self.candidates = tuple(candidates)


class Illegal(OrderProblem):
    """The rules forbid it: the rules' own refusal with the line it came from."""

    def __init__(self, refusal: rules_errors.Refused, line: str = "") -> None:
        super().__init__(refusal.code, line, **refusal.fields)
        self.refusal = refusal
        self.rule = refusal.rule


class CaseMalformed(PbemError):
    """A rule case that cannot be run; `line` counts from 1."""

    def __init__(self, message: str, line: int = 0) -> None:
        super().__init__(message)
        self.message = message
        self.line = line


class CatalogMalformed(PbemError):
    """A file of a catalog that cannot be read: what a translator mends."""


class ModeratorProblem(PbemError):
    """Something that the person who runs the games can repair."""


class NoSuchGame(ModeratorProblem):
    """No game has this name."""


class WrongMoment(ModeratorProblem):
    """The game is not in a state in which this can be done."""


class GameMoved(PbemError):
    """Somebody else has done something in a game since we looked at it: what we worked out is void."""


class NotLocked(PbemError):
    """Something would be written in a transaction that has not locked the database yet."""


class SettingsProblem(ModeratorProblem):
    """The settings do not make sense; the message names each of them."""


class ConsentGone(SettingsProblem):
    """The provider of the mailbox gives no token any more (OAuth2)."""

    def __init__(self, told: str) -> None:
        super().__init__(f"{told}. Agree again: pbem setup --oauth2")


class MailboxProblem(ModeratorProblem):
    """Letters cannot be fetched now; they wait on the server."""


class MailboxResting(MailboxProblem):
    """It failed a while ago, which was told, and it is not time yet to try again."""
