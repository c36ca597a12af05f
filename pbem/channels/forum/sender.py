"""Posting letters: each into the place of its seat, and never a second time.

A post ends with the name of its letter.  Before anything is posted we look whether it is there already: the
program may have come to its end between posting and taking note of it.  A place is found again by its title.
"""

from __future__ import annotations

import asyncio
import logging
import re
import time
from collections.abc import Callable, Iterator
from datetime import timedelta

from pbem.channels.channel import Drawn, Never, Notebook, NotNow, Outgoing, ServerTrouble
from pbem.channels.forum.forum import (
    PRIVATE,
    TOPIC,
    UNKNOWN_SHAPE,
    Forum,
    Gone,
    LoginRefused,
    NoSuchUser,
    NotTaken,
    Seen,
    TooFast,
    Unreachable,
)
from pbem.channels.forum.markdown import escaped, markdown_of, text_as_markdown
from pbem.channels.forum.places import (
    Bookmark,
    Owner,
    enter_bookmark,
    enter_place,
    forget_place,
    given_topic,
    mark_in,
    mark_of,
    places,
    read_upto,
    reference,
    user_at,
)

log = logging.getLogger(__name__)

SHORTEST = 600
"""Characters that a post must be able to have."""
NO_EARLIER = 1 << 60
"""As a number of a post: only the last page is wanted."""
LONGEST_NAP = timedelta(seconds=5)
"""So long a wait is waited for at once."""
STUMBLED = timedelta(seconds=1)
NOT_SO_SOON = timedelta(minutes=1)
WRITE_ABOVE = re.compile(r"\A-{3,}[^\n]*-{3,}\n+")


class ForumSender:
    """Hands letters over to a forum."""

    def __init__(
        self,
        open_forum: Callable[[], Forum],
        notebook: Notebook,
        category: int | None,
        nap: Callable[[float], None] = time.sleep,
    ) -> None:
        self._open = open_forum
        self._nap = nap
        self._forum: Forum | None = None
        self._notebook = notebook
        self._category = category

    async def send(self, letter: Outgoing, picture: Drawn | None = None) -> str:
        try:
            return await asyncio.to_thread(self._send_patiently, letter)
        except TooFast as problem:
            raise ServerTrouble(str(problem), wait=max(problem.wait, NOT_SO_SOON)) from problem
        except (Unreachable, LoginRefused) as problem:
            raise ServerTrouble(str(problem)) from problem
        except UNKNOWN_SHAPE as problem:
            log.exception("the forum cannot be understood")
            raise ServerTrouble(f"the forum answers in a shape that is not known: {problem!r}") from problem
        except NoSuchUser as problem:
            raise Never(str(problem), recipient=True) from problem
        except NotTaken as problem:
            raise Never(str(problem), recipient=False) from problem
        except Gone as problem:
            raise NotNow(str(problem), recipient=True) from problem

    async def close(self) -> None:
        if self._forum is not None:
            self._forum.close()
            self._forum = None

    # ---- One letter

    def _send_patiently(self, letter: Outgoing) -> str:
        """A forum that wants a few seconds between two posts gets them; so does one that stumbles."""
        try:
            return self._send(letter)
        except TooFast as problem:
            if problem.wait > LONGEST_NAP:
                raise
            self._nap(problem.wait.total_seconds())
        except Unreachable:
            self._nap(STUMBLED.total_seconds())
        return self._send(letter)

    def _send(self, letter: Outgoing) -> str:
        forum = self._forum = self._forum or self._open()
        owner = Owner(letter.label["game"], letter.label["token"], user_at(letter.recipient))
        place, remarks = self._place_of(forum, letter, owner), []
        seen = self._look(forum, place, owner) if place else None
        if seen is None and place:
            remarks.append(
                f"{place} of {owner.game} is not there any more, or has other readers than it should"
            )
            forget_place(self._notebook, place)
            place = self._found_again(forum, letter, owner, but_for=place)
            seen = self._look(forum, place, owner) if place else None
        parts = _written(letter, forum.longest(place or f"{PRIVATE if owner.user else TOPIC}/0"))
        there = _marks(forum, seen)
        for name, text in parts:
            if name in there:
                log.info("%s is on the forum already", name)
            elif place:
                if not forum.reply(place, text):
                    remarks.append("the forum shows our posts only when somebody has let them through")
            else:
                place = self._open_place(forum, letter, owner, text)
                if not place:  # the rest would have no place
                    raise NotNow("the new topic is seen when somebody has let it through", recipient=True)
                if remarks:
                    remarks.append(f"from now on its letters stand in {place}")
        return "; ".join(dict.fromkeys(remarks))

    def _place_of(self, forum: Forum, letter: Outgoing, owner: Owner) -> str:
        """Where the seat's letters stand; empty if there is no such place yet."""
        known = [place for place, whose in places(self._notebook).items() if whose == owner]
        if known:
            return known[-1]
        if (number := given_topic(letter.recipient)) is not None:
            return self._begin_in(forum, f"{TOPIC}/{number}", owner)
        return self._found_again(forum, letter, owner, but_for="")

    def _begin_in(self, forum: Forum, place: str, owner: Owner) -> str:
        """A topic that was there before: what was said in it until now is none of our business."""
        if not read_upto(self._notebook, place):
            last = max((post.number for post in forum.look(place, NO_EARLIER).posts), default=0)
            enter_bookmark(self._notebook, place, Bookmark(upto=last))
        enter_place(self._notebook, place, owner)
        return place

    def _found_again(self, forum: Forum, letter: Outgoing, owner: Owner, *, but_for: str) -> str:
        """A place that was opened, although nobody took note of it any more."""
        if (number := given_topic(letter.recipient)) is not None:
            raise Gone(f"topic {number} is not there, or closed to us")
        place = forum.find(PRIVATE if owner.user else TOPIC, reference(owner))
        if not place or place == but_for:
            return ""
        enter_place(self._notebook, place, owner)
        return place

    def _look(self, forum: Forum, place: str, owner: Owner) -> Seen | None:
        """What stands in a place; None if it is not there, or others can read it too.

        :raises Gone: its own reader is not in it any more.  Somebody else may have that name by now.
        """
        try:
            seen = forum.look(place, read_upto(self._notebook, place))
        except Gone:
            return None
        if owner.user and owner.user not in seen.members:
            raise Gone(f"{owner.user} has left {place}, or has another name now; a new token opens another")
        return seen if not owner.user or seen.members == {forum.me, owner.user} else None

    def _open_place(self, forum: Forum, letter: Outgoing, owner: Owner, text: str) -> str:
        title = f"[{owner.game}] {letter.label['name']}"[:40].strip() + f" ({reference(owner)})"
        if owner.user:
            place = forum.open_private(owner.user, title, text)
        elif self._category is None:
            raise NotNow("there is no category for topics: set category in [forum]", recipient=True)
        else:
            place = forum.open_topic(self._category, title, text)
        if place:
            enter_place(self._notebook, place, owner)
        return place


def _marks(forum: Forum, seen: Seen | None) -> set[str]:
    """The names of our letters that stand in a place."""
    ours = (mark_in(post.html) for post in (seen.posts if seen else ()) if post.author == forum.me)
    return {mark[0] for mark in ours if mark}


# ---- A letter as posts


class CannotBeWritten(Exception):
    """The program fails on a letter: that is no fault of the forum."""


def _written(letter: Outgoing, longest: int) -> list[tuple[str, str]]:
    try:
        return posts_of(letter, longest)
    except Exception as problem:
        raise CannotBeWritten(letter.message_id) from problem


def posts_of(letter: Outgoing, longest: int) -> list[tuple[str, str]]:
    """The posts that a letter is, each with its name; one, unless it is too long for the forum."""
    body = markdown_of(letter.html) if letter.html else text_as_markdown(WRITE_ABOVE.sub("", letter.text))
    whole = f"**{escaped(letter.subject)}**\n\n{body}"
    name = letter.message_id.removeprefix("forum:")
    room = max(longest, SHORTEST) - 120
    pieces = list(_pieces(whole, room))
    names = [name] if len(pieces) == 1 else [f"{name}~{number}" for number in range(1, len(pieces) + 1)]
    asks = [letter.asked is not None and at == len(pieces) - 1 for at in range(len(pieces))]
    return [
        (name, f"{piece}\n\n{mark_of(name, asks=ask)}")
        for name, piece, ask in zip(names, pieces, asks, strict=True)
    ]


def _pieces(text: str, room: int) -> Iterator[str]:
    """A text in pieces of a size, cut between lines; a code block that is cut goes on in the next piece."""
    lines: list[str] = []
    size, fence = 0, ""
    for line in _short_lines(text, room // 2):
        if lines and size + len(line) + 1 > room:
            yield "\n".join([*lines, fence] if fence else lines).strip("\n")
            lines = [fence] if fence else []
            size = len(fence)
        lines.append(line)
        size += len(line) + 1
        if line.startswith("```"):
            fence = "" if fence else line
    if any(line.strip() for line in lines):
        yield "\n".join(lines).strip("\n")


def _short_lines(text: str, most: int) -> Iterator[str]:
    for line in text.split("\n"):
        while len(line) > most:
            cut = line.rfind(" ", 1, most)
            cut = cut if cut > 0 else most
            yield line[:cut]
            line = line[cut:].lstrip()
        yield line
