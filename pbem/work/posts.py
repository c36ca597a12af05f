"""Posts for a forum that a person carries there by hand: from which moment on, and what was posted last.

A post tells what everybody may know, from the same facts as reports by mail.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlmodel import col, func, select

from pbem.errors import WrongMoment
from pbem.games.scenes import whole_scene
from pbem.language.catalog import ENGLISH
from pbem.letters import subjects
from pbem.letters.content import PublicReport
from pbem.letters.markup import Block
from pbem.letters.notices import local
from pbem.letters.pictures import alt_text
from pbem.letters.posts import PublicAsk, public_asks, report_post
from pbem.pictures.scene import Scene
from pbem.play.late_responses import GameSetBack
from pbem.play.seats import Seat
from pbem.store import clocks, games
from pbem.store.seeds import seed_of
from pbem.store.tables import EventRow
from pbem.work.game_work import GameWork
from pbem.work.letter_material import LetterMaterial
from rules import Event, Rewound
from rules.core import codec

LAST, AGAIN = "last", "again"
"""Since when a post tells: since the last one, or the last one once more."""


@dataclass(frozen=True, slots=True)
class Posted:
    """What the last post for a forum told."""

    first: int = 0
    """The number of the last event before it."""
    event: int = 0
    """The number of the last event in it."""
    order: int = 0
    """The last order before its end."""
    since: int = 0
    """The last order before its beginning."""
    at: str = ""

    @classmethod
    def of(cls, stored: dict[str, Any]) -> Posted:
        return cls(**{name: stored[name] for name in cls.__slots__ if name in stored})

    def stored(self) -> dict[str, Any]:
        return {name: getattr(self, name) for name in self.__slots__}


@dataclass(frozen=True, slots=True)
class PublicPost:
    """A post, ready to be written in any format."""

    report: PublicReport
    asks: tuple[PublicAsk, ...]
    scene: Scene | None
    first: int
    last: int
    """The numbers of the last event before it, and of the last in it."""
    since: int
    order: int
    """The last orders before its beginning and before its end."""
    language: str = ENGLISH

    @property
    def tells_something(self) -> bool:
        return bool(self.report.chapters)


def public_post(work: GameWork, since: int | str = LAST, language: str = ENGLISH) -> PublicPost:
    """What has happened since a post, or since an order, and what is asked now, for everybody."""
    game, sitting = work.game, work.sitting
    voice = sitting.title.voice(language)
    posted = Posted.of(game.posted)
    first, after = _beginning(work, posted, since)
    upto = posted.event if since == AGAIN else games.LATEST
    work.session.flush()
    events = _events(work, first, upto, after)
    last = events[-1][0] if events else first
    material = LetterMaterial(work.session, game, sitting, None)
    view = material.view(Seat(0, 0, (), "", "", "", language))
    public = [event for _, event in events if event is not None and event.visible_to(None)]
    final = sitting.engine.over
    report = PublicReport(
        game=material.title(voice),
        title=voice.say("letter", "report.final", text=view.where) if final else view.where,
        view=view,
        chapters=material.story(public, voice, opening=material.opening(first)),
        waiting="" if final else material.waiting(voice),
        seed=seed_of(work.session, game) if final else "",
        commitment=game.commitment,
        final=final,
        subject=subjects.behind_the_name(game.name, view.turn, view.impulse, view.phase, voice),
        turn=view.turn,
    )
    asks = public_asks(sitting.waiting(), due_times(work), voice)
    scene = whole_scene(sitting.title, sitting.engine.game, public)
    return PublicPost(report, tuple(asks), scene, first, last, after, sitting.engine.seq, language)


def post_blocks(work: GameWork, post: PublicPost, *, map_file: str = "") -> list[Block]:
    """A post in blocks; `map_file` is the name of the picture beside it."""
    voice = work.sitting.title.voice(post.language)
    alt = alt_text(post.scene, voice) if post.scene else ""
    return report_post(post.report, post.asks, voice, map_file=map_file if post.scene else "", map_alt=alt)


def remember(work: GameWork, post: PublicPost) -> None:
    """The next post tells what comes after this one."""
    if post.tells_something or not work.game.posted:
        told = Posted(post.first, post.last, post.order, post.since, work.now.isoformat())
        work.game.posted = told.stored()
        work.session.add(work.game)


def due_times(work: GameWork) -> dict[str, datetime | None]:
    """Until when each power that is asked must answer, on the players' clocks."""
    zone = clocks.pace_of(work.game).calendar.zone
    asked = clocks.asked_since(work.session, work.game)
    return {power: local(due, zone) if due else None for power, (_, due) in asked.items()}


def _beginning(work: GameWork, posted: Posted, since: int | str) -> tuple[int, int]:
    """The number of the last event before the post, and the last order before it."""
    if since == LAST:
        return posted.event, posted.order
    if since == AGAIN:
        if not posted.at:
            raise WrongMoment(f"nothing of {work.game.name} was posted yet")
        return posted.first, posted.since
    assert isinstance(since, int)
    if not 0 <= since <= work.sitting.engine.seq:
        raise WrongMoment(f"the log has the orders 1 to {work.sitting.engine.seq}; {since} is not among them")
    found = select(func.max(EventRow.number)).where(EventRow.game_id == work.game.id, EventRow.seq <= since)
    return work.session.exec(found).one() or 0, since


def _events(work: GameWork, first: int, upto: int, after: int) -> list[tuple[int, Event | None]]:
    """The events of a post with their numbers; None for those that need not be told.

    What happened after the last post and was undone again was never posted, and so no rewind is either that
    does not go behind that post.
    """
    back = {
        entry.seq: entry.to for entry in games.load_log(work.session, work.game) if isinstance(entry, Rewound)
    }
    rows = work.session.exec(
        select(EventRow.number, EventRow.seq, EventRow.void, EventRow.data)
        .where(EventRow.game_id == work.game.id, EventRow.number > first, EventRow.number <= upto)
        .order_by(col(EventRow.number))
    )
    found: list[tuple[int, Event | None]] = []
    for number, seq, void, data in rows:
        event: Event = codec.load(data, Event)
        unseen = void or (isinstance(event, GameSetBack) and back.get(seq, -1) >= after)
        found.append((number, None if unseen else event))
    return found


__all__ = ["AGAIN", "LAST", "Posted", "PublicPost", "due_times", "post_blocks", "public_post", "remember"]
