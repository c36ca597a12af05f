"""What a forum is, whichever program runs it: places, posts in them, and the ways in which it can fail.

A place is `private/12`, a private thread of the moderator and one player, or `topic/34`, which everybody
reads.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Protocol

PRIVATE, TOPIC = "private", "topic"


class ForumProblem(Exception):
    """The forum did not do what was asked of it; each reason wants something else."""


class Unreachable(ForumProblem):
    """No connection, no answer in time, or the forum is out of order."""


class LoginRefused(ForumProblem):
    """It does not know us: the account or its password is wrong."""


class TooFast(ForumProblem):
    """It wants us to wait."""

    def __init__(self, message: str, wait: timedelta) -> None:
        super().__init__(message)
        self.wait = wait


class Gone(ForumProblem):
    """A place is not there any more, or is closed to us."""


class NoSuchUser(ForumProblem):
    """Nobody has this name, or that person takes no private messages."""


class NotTaken(ForumProblem):
    """It will not take this post, whenever it is tried."""


UNKNOWN_SHAPE = (ValueError, KeyError, TypeError, AttributeError, IndexError)
"""What comes of an answer that is built in another way than we know."""


class Form(StrEnum):
    """How the text of a post is written."""

    SOURCE = "source"
    """As its author typed it, in Markdown or BBCode."""
    HTML = "html"


@dataclass(frozen=True, slots=True)
class Post:
    """A post as the forum lists it."""

    number: int
    """Later posts have greater ones."""
    author: str
    """In small letters."""
    posted: datetime
    changed: datetime
    """When its text became what it is."""
    revision: str
    """Another one, if its text is another."""
    html: str


@dataclass(frozen=True, slots=True)
class Seen:
    """A look into a place."""

    posts: Sequence[Post]
    """Oldest first: all from a certain number on, and in any case the last ones."""
    members: frozenset[str]
    """Who can read a private thread, in small letters; empty for a topic."""


class Forum(Protocol):
    """One forum, with the moderator logged in.  Every call may raise a `ForumProblem`."""

    me: str
    """The moderator's account."""

    def longest(self, place: str) -> int:
        """How many characters a post may have there."""
        ...

    def look(self, place: str, since: int) -> Seen:
        """What stands in a place, from post number `since` on.

        :raises Gone: there is no such place.
        """
        ...

    def source(self, place: str, post: Post) -> tuple[Form, str]:
        """The text of a post: as it was typed, where the forum tells."""
        ...

    def changed(self, known: Mapping[str, str]) -> dict[str, str]:
        """Private threads in which somebody has posted, each with a stamp; `known` are the last stamps."""
        ...

    def find(self, kind: str, mark: str) -> str:
        """A place that we have opened, by what stands in its title; empty if there is none."""
        ...

    def open_private(self, user: str, title: str, text: str) -> str:
        """A new private thread with one user; its place.

        :raises NoSuchUser: nobody has that name.
        """
        ...

    def open_topic(self, category: int, title: str, text: str) -> str:
        """A new topic; its place, or nothing if somebody must let it through first."""
        ...

    def reply(self, place: str, text: str) -> bool:
        """Post in a place; False if somebody must let it through before it can be seen.

        :raises Gone: there is no such place, or it is closed.
        """
        ...

    def close(self) -> None: ...


def kind_of(place: str) -> str:
    return place.partition("/")[0]


def number_of(place: str) -> int:
    return int(place.partition("/")[2])
