"""Posts out of a forum as letters: new ones, and those that were changed after they had been read.

Only places in which somebody has posted are looked at, and in each round one of the others, in turn.  A
letter is stored under the name of its post, so that the same post is never two letters, whatever was
forgotten.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Callable, Iterator
from copy import deepcopy
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from pbem.channels.channel import Incoming, Notebook
from pbem.channels.forum.forum import (
    PRIVATE,
    UNKNOWN_SHAPE,
    Form,
    Forum,
    ForumProblem,
    Gone,
    Post,
    TooFast,
    kind_of,
)
from pbem.channels.forum.places import (
    Bookmark,
    Owner,
    address_of,
    bookmark,
    enter_bookmark,
    mark_in,
    places,
)
from pbem.channels.forum.reading import is_for_us
from pbem.errors import MailboxProblem, MailboxResting

log = logging.getLogger(__name__)

RESTS = (5, 60, 120, 300, 900)
"""Seconds of rest after one failure, two, and so on: some pass at once."""
LIVELY = timedelta(days=14)
NEVER = datetime.min.replace(tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class Found:
    """A post that somebody has written, and how far its place is read when it is stored."""

    place: str
    at: datetime
    """When it became what it is, but never before an earlier one of its place."""
    post: Post
    raw: bytes
    mark: Bookmark
    key: str


class ForumInbox:
    """The places of all seats on one forum."""

    def __init__(
        self,
        open_forum: Callable[[], Forum],
        notebook: Notebook,
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
    ) -> None:
        self._open = open_forum
        self._forum: Forum | None = None
        self._notebook = notebook
        self._now = now
        self._stamps: dict[str, str] = {}
        self._last_posts: dict[str, datetime] = {}
        self._turn = 0
        self._failures = 0
        self._rest_until: datetime | None = None
        self._fetched: dict[str, Found] = {}

    # ---- As an inbox

    def fetch(self) -> Iterator[Incoming]:
        """What was posted, oldest first over all places."""
        if self._rest_until is not None and self._now() < self._rest_until:
            raise MailboxResting("the forum failed a while ago")
        try:
            found, stamps = self._look_around()
        except TooFast as problem:
            self._rest_until = self._now() + problem.wait
            raise MailboxResting(str(problem)) from problem
        except ForumProblem as problem:
            self._rest(str(problem))
            raise MailboxProblem(str(problem)) from problem
        except UNKNOWN_SHAPE as problem:
            log.exception("the forum cannot be understood")
            self._rest(str(problem))
            raise MailboxProblem(f"the forum answers in a shape that is not known: {problem!r}") from problem
        self._failures, self._rest_until = 0, None
        found.sort(key=lambda one: (one.at, one.post.number))
        self._fetched = {one.key: one for one in found}
        for one in found:
            yield Incoming(one.key, one.raw, len(one.raw), one.post.changed)
        self._stamps |= stamps  # only now: what was not stored must be found again

    def mark(self, key: str) -> None:
        if found := self._fetched.pop(key, None):
            enter_bookmark(self._notebook, found.place, found.mark)

    async def wait(self, seconds: float) -> None:
        await asyncio.sleep(seconds)

    def close(self) -> None:
        if self._forum is not None:
            self._forum.close()
            self._forum = None

    def _rest(self, why: str) -> None:
        self.close()
        pause = RESTS[min(self._failures, len(RESTS) - 1)]
        self._failures += 1
        self._rest_until = self._now() + timedelta(seconds=pause)
        log.warning("%s; next attempt in %d s", why, pause)

    # ---- Looking

    def _look_around(self) -> tuple[list[Found], dict[str, str]]:
        known = places(self._notebook)
        if not known:
            return [], {}
        forum = self._forum = self._forum or self._open()
        stamps = forum.changed(self._stamps)
        changed = [place for place in known if place in stamps or self._is_lively(place)]
        others = [place for place in known if place not in changed]
        if others:
            self._turn = (self._turn + 1) % len(others)
            changed.append(others[self._turn])
        found: list[Found] = []
        for place in changed:
            try:
                found += self._posts_in(forum, place, known, compares=place not in stamps)
            except Gone as problem:
                log.warning("%s", problem)  # whoever posts there next finds another place
        return found, {place: stamp for place, stamp in stamps.items() if place in known}

    def _is_lively(self, place: str) -> bool:
        """A topic is looked at in each round, as long as somebody has posted there lately."""
        last = self._last_posts.get(place)
        return kind_of(place) != PRIVATE and (last is None or self._now() - last < LIVELY)

    def _posts_in(self, forum: Forum, place: str, known: dict[str, Owner], *, compares: bool) -> list[Found]:
        """What was posted there; far back for changes it `compares` only when it is the place's turn.

        In a lively thread the posts that are compared stand some pages back, and each page costs the forum
        as much as all else that we ask of it.
        """
        mark = bookmark(self._notebook, place)
        before = deepcopy(mark)
        found: list[Found] = []
        posts = forum.look(place, mark.first() if compares else mark.upto).posts
        self._last_posts[place] = max((post.posted for post in posts), default=NEVER)
        for post in posts:
            if post.author == forum.me:
                _pass_ours(post, mark)
                continue
            is_new = post.number > mark.upto
            if not is_new and mark.revisions.get(str(post.number), post.revision) == post.revision:
                continue
            mark.revisions[str(post.number)] = post.revision
            mark.upto = max(mark.upto, post.number)
            form, text = forum.source(place, post)
            if kind_of(place) != PRIVATE and not is_for_us(form, text):
                continue
            raw = _raw(place, post, form, text, _owner_of(place, post, known), mark, late=not is_new)
            key = f"{place}/{post.number}/{post.revision}"
            at = max([post.changed, *(one.at for one in found[-1:])])
            found.append(Found(place, at, post, raw, deepcopy(mark), key))
        if not found and mark != before:
            enter_bookmark(self._notebook, place, mark)
        return found


def _pass_ours(post: Post, mark: Bookmark) -> None:
    if post.number <= mark.upto:
        return
    mark.upto = post.number
    if named := mark_in(post.html):
        mark.latest, asks = named
        mark.asking = mark.latest if asks else mark.asking


def _owner_of(place: str, post: Post, known: dict[str, Owner]) -> Owner | None:
    """The seat whose player has posted; in a topic that of the same game with the author's own place."""
    owner = known[place]
    if owner.user:
        return owner
    own = [whose for whose in known.values() if whose.user == post.author and whose.game == owner.game]
    return own[-1] if own else None


def _raw(
    place: str, post: Post, form: Form, text: str, owner: Owner | None, mark: Bookmark, *, late: bool
) -> bytes:
    """A post as it is stored."""
    fields = {
        "place": place,
        "post": post.number,
        "author": address_of(post.author),
        "posted": post.posted.isoformat(),
        "changed": post.changed.isoformat(),
        "late": late,
        "token": owner.token if owner else "",
        "form": form.value,
        "text": text,
        "latest": mark.latest,
        "asking": mark.asking,
    }
    return json.dumps(fields, ensure_ascii=False).encode()
