"""Games as pictures: the map at any moment, and the replay; from the database, or from a file of a game."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from sqlmodel import Session

from pbem.errors import ModeratorProblem
from pbem.games import Game, game_of
from pbem.games.game import Part
from pbem.games.scenes import scene_called
from pbem.games.views import Public
from pbem.language.catalog import ENGLISH
from pbem.language.voice import Voice
from pbem.letters.content import Chapter
from pbem.letters.impulses import learn
from pbem.letters.replay import replay_page
from pbem.letters.story import story
from pbem.moderator.archive import ARCHIVE, EXPORT, read_file
from pbem.moderator.typed import events_of, read_game
from pbem.pictures.scene import Scene
from pbem.store import games
from pbem.store.seeds import seed_of
from rules import Engine, Event, Power, Setup
from rules.core import codec
from rules.core.log import Entry, LogEntry, effective

SUFFIX = ".json"
"""What names a file; games have no dot in their names.  Logs in the language of cases have their own."""


@dataclass(frozen=True, slots=True)
class Source:
    """All that is needed to stand at any moment of a game.  It holds secrets; what is drawn of it none."""

    name: str
    setup: Setup
    seed: str
    log: list[LogEntry]
    events: list[Event]
    language: str = ENGLISH

    @property
    def title(self) -> Game:
        return game_of(self.setup.game)

    @property
    def voice(self) -> Voice:
        """In which it is told."""
        return self.title.voice(self.language)

    @property
    def last(self) -> int:
        """The number of the last order."""
        return self.log[-1].seq if self.log else 0


def from_database(session: Session, name: str) -> Source:
    """A game that has begun here."""
    game = games.find_game(session, name)
    if game.status == "seating":
        raise ModeratorProblem(f"{name} has not begun")
    events = [event for _, event in games.load_events(session, game)]
    return Source(
        game.name, games.setup_of(game), seed_of(session, game), games.load_log(session, game), events
    )


def from_file(path: Path) -> Source:
    """A game that `pbem export` or `pbem archive` wrote."""
    return from_data(read_file(path), str(path))


def from_log(path: Path, number: str = "") -> Source:
    """A log in the language of cases."""
    played = read_game(path, number)
    return Source(path.stem, played.setup, played.seed, list(played.log), events_of(played))


def from_data(data: dict[str, Any], where: str = "this file") -> Source:
    """An export or an archive that was read."""
    if data.get("format") not in (EXPORT, ARCHIVE):
        raise ModeratorProblem(f"{where} is no export and no archive of a game")
    try:
        return _exported(data) if data["format"] == EXPORT else _archived(data)
    except (LookupError, TypeError, ValueError, AttributeError) as problem:
        raise ModeratorProblem(f"{where} is damaged: {type(problem).__name__} {problem}") from problem


def _exported(data: dict[str, Any]) -> Source:
    game, tables = data["game"], data["tables"]
    if game["status"] == "seating":
        raise ModeratorProblem(f"{game['name']} has not begun")
    orders = sorted(tables["order"], key=lambda row: int(row["seq"]))
    events = sorted(tables["event"], key=lambda row: int(row["number"]))
    return _source(game, [row["entry"] for row in orders], [row["data"] for row in events])


def _archived(data: dict[str, Any]) -> Source:
    return _source(data, [order["entry"] for order in data["orders"]], data["events"])


def _source(game: dict[str, Any], log: list[Any], events: list[Any]) -> Source:
    setup: Setup = codec.load(game["setup"], Setup)
    if game_of(setup.game).digest_for(setup) != game["data_digest"]:
        raise ModeratorProblem("this game was played with other data files than this machine has")
    return Source(
        game["name"],
        setup,
        game["seed"],
        [codec.load(entry, Entry) for entry in log],
        [codec.load(event, Event) for event in events],
    )


# ---- Looking at it


def told_in(source: Source, language: str) -> Source:
    """A game in another language."""
    known = source.title.languages
    if language not in known:
        raise ModeratorProblem(f'nothing is told in "{language}"; there is {", ".join(known)}')
    return replace(source, language=language)


def until(source: Source, order: int | None) -> Source:
    """A game up to an order, as if nothing had come after it; None: all of it."""
    if order is None:
        return source
    if not 0 <= order <= source.last:
        raise ModeratorProblem(f"{source.name} has the orders 1 to {source.last}; {order} is not among them")
    return replace(source, log=[entry for entry in source.log if entry.seq <= order])


def standing_after(source: Source, order: int | None = None) -> Any:
    """The game as it stood after an order, also after one that was set back later; else as it stands."""
    log = until(source, order).log
    return Engine.rebuild(source.title.rules, source.setup, source.seed, log, trusted=True).game


def map_scene(source: Source, place: str = "", order: int | None = None, since: int | None = None) -> Scene:
    """The map after an order, or a part of it, with what has moved and happened since another one."""
    events = [] if since is None else events_between(source, since, order)
    if source.title.atlas(source.voice) is None:
        raise ModeratorProblem(f"{source.title.title} has no map")
    scene = scene_called(source.title, place, standing_after(source, order), events=events)
    if scene is None:
        raise ModeratorProblem(f'nothing on the map is called "{place}"')
    return scene


def events_between(source: Source, since: int, order: int | None) -> list[Event]:
    """What happened after one order, up to another."""
    engine = Engine.new(source.title.rules, source.setup, source.seed)
    until(source, since)  # is it an order of this game at all?
    found: list[Event] = []
    for entry in effective(until(source, order).log):
        engine.drain()
        engine.replay([entry], trusted=True)
        if entry.seq > since:
            found += engine.drain()
    return found


def replay_html(source: Source, progress: Callable[[int], None] = lambda done: None) -> str:
    """A game as a page for a browser."""
    return replay_page(
        source.name, source.setup, source.seed, source.log, progress=progress, language=source.language
    )


def position_words(source: Source, order: int) -> tuple[Public, list[Part]]:
    """The position after an order in words, as everybody saw it."""
    game = standing_after(source, order)
    return source.title.public(game, source.voice), source.title.board(game, source.voice)


def story_of(source: Source, *, power: Power | None = None, turn: int | None = None) -> list[Chapter]:
    """What happened, as an onlooker or one power saw it; all of it, or one turn."""
    found, now = [], source.title.first_turn(source.setup)
    for event in source.events:
        now = getattr(event, "turn", now)
        if event.visible_to(power) and turn in (None, now):
            found.append(event)
    before = learn(source.events, {}, source.title.chapters)
    return story(found, source.title, source.voice, before=before)
