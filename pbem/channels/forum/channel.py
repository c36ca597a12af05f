"""A forum as a channel: private threads in and out, a topic for what everybody may read."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256
from typing import Any

from pbem.channels.channel import (
    Check,
    Inbox,
    Label,
    Letter,
    Notebook,
    Outcome,
    PlainChannel,
    Reader,
    Sender,
    Thread,
)
from pbem.channels.forum.forum import TOPIC, Form, Forum, LoginRefused, kind_of
from pbem.channels.forum.inbox import ForumInbox
from pbem.channels.forum.places import (
    CHANNEL,
    given_topic,
    is_forum_address,
    mark_in,
    name_of_letter,
    user_at,
)
from pbem.channels.forum.reading import Look, Row, has_too_many, own_lines, rows_of
from pbem.channels.forum.sender import ForumSender
from pbem.channels.written import ACTING, Aligned, SentText
from pbem.config import ForumSettings


@dataclass(frozen=True, slots=True)
class PostLetter(Letter):
    """A post that was read."""

    changed: datetime | None = None
    late: bool = False
    """Its author has changed it after we had read it."""
    public: bool = False
    rows: tuple[Row, ...] = ()


def as_post(letter: Letter) -> PostLetter:
    assert isinstance(letter, PostLetter)
    return letter


CHANGED_LATE = Check("edited", lambda letter, _: as_post(letter).late, Outcome.REFUSE)
"""It was read as it stood before: nothing of it counts a second time."""


class ForumChannel(PlainChannel):
    """Letters by posts; a seat is known by the place where somebody posts, and by who posts there."""

    name = CHANNEL
    forgeries: Sequence[Check] = (CHANGED_LATE,)
    must_confirm = True
    tells_strangers = "stranger"
    advice = "forum_orders"

    def __init__(self, settings: ForumSettings) -> None:
        self._settings = settings

    def open_forum(self) -> Forum:
        """A session of the moderator's on the forum; what speaks to it is imported when it is needed."""
        if self._settings.kind == "misago":
            from pbem.channels.forum.misago import Misago

            return Misago(self._settings)
        if self._settings.kind == "nodebb":
            from pbem.channels.forum.nodebb import NodeBB

            return NodeBB(self._settings)
        raise LoginRefused("there is no forum: the settings have no [forum]")

    def cannot_reach(self, address: str) -> str:
        if not self._settings.kind:
            return "there is no forum in the settings"
        if not is_forum_address(address):
            return f'"{address}" is no address on the forum: write name@forum, or topic@forum'
        if not user_at(address) and given_topic(address) is None and self._settings.category is None:
            return "to open a topic, the settings must say in which category of the forum"
        return ""

    def open_inbox(self, notebook: Notebook) -> Inbox:
        return ForumInbox(self.open_forum, notebook)

    def open_sender(self, notebook: Notebook) -> Sender:
        return ForumSender(self.open_forum, notebook, self._settings.category)

    # ---- Letters in

    def arrived(self, letter: Letter, noted: datetime | None, now: datetime) -> datetime:
        """A text counts from when it became what it is: a post can be changed after a deadline."""
        return min(as_post(letter).changed or noted or now, now)

    def read(self, raw: bytes) -> Letter:
        try:
            return self._read(json.loads(raw))
        except (ValueError, KeyError, TypeError):  # forgotten, or a letter of another channel
            return PostLetter("", sha256(raw).hexdigest(), "", (), (), "", (), 0, False, unreadable=True)

    def _read(self, fields: dict[str, Any]) -> Letter:
        place, late = fields["place"], bool(fields["late"])
        rows = rows_of(Form(fields["form"]), fields["text"])
        public = kind_of(place) == TOPIC
        found = own_lines(rows, fields["author"], public=public)
        own = tuple(line.text for line in found.lines if line.kind in ACTING)
        token = fields["token"]
        about = f"{place} {fields['post']} {fields['author']} {token} {'changed' if late else ''}"
        name = f"{CHANNEL}:{place}/{fields['post']}{'/changed' if late else ''}"
        return PostLetter(
            message_id=name,
            identity=sha256(about.encode()).hexdigest(),
            sender=fields["author"],
            tokens=(token,) if token else (),
            answers=_answers(fields, rows),
            subject="",
            lines=own,
            certain=len(own),
            too_many_lines=has_too_many(rows),
            changed=datetime.fromisoformat(fields["changed"]),
            late=late,
            public=public,
            rows=tuple(rows),
        )

    def align(self, letter: Letter, answered: Sequence[SentText]) -> Aligned:
        post = as_post(letter)
        return own_lines(post.rows, post.sender, public=post.public)

    # ---- Letters out

    def label(self, game: str, reader: Reader, number: int, thread: Thread) -> Label:
        name = name_of_letter(game, reader, number)
        return Label(f"{CHANNEL}:{name}", {"game": game, "token": reader.token, "name": reader.name})

    def renewed(self, label: dict[str, str], old: str, new: str) -> dict[str, str]:
        return {**label, "token": new} if label.get("token") == old else label


def _answers(fields: dict[str, Any], rows: Sequence[Row]) -> tuple[str, ...]:
    """The letters of ours that a post answers, nearest first.

    The one that it quotes; else the last one above it.  Whoever writes in a code block answers the last one
    that asks something, even if other letters have come since, or none.
    """
    quoted = [mark[0] for row in rows if row.look is Look.QUOTE and (mark := mark_in(row.text))]
    in_block = any(row.look is Look.CODE and row.text for row in rows)
    last = [fields["asking" if in_block else "latest"]]
    names = dict.fromkeys(name.partition("~")[0] for name in [*quoted[:1], *last] if name)
    return tuple(f"{CHANNEL}:{name}" for name in names)
