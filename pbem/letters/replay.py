"""A game as one HTML file: the map at every step, tracks and scores over time, and the story beside it.

A chapter is a phase or an impulse; within it each order that everybody saw is a step.  The log is played
again from its beginning, as it counts in the end: what was set back has not happened.  Only open facts go
into the file, whoever makes it and whenever.
"""

from __future__ import annotations

import json
import zlib
from base64 import b64encode
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate
from typing import Any

from pbem.errors import ModeratorProblem
from pbem.games import game_of
from pbem.language.catalog import ENGLISH
from pbem.letters.impulses import learn, within_turn
from pbem.letters.story import story
from pbem.pictures.chart import Scores, chart
from pbem.pictures.layout import EDGE, HEIGHT, WIDTH, Layout, layout_of
from pbem.pictures.look import Look
from pbem.pictures.map import (
    Gauge,
    MapView,
    definitions,
    happenings,
    mark,
    picture,
    pieces,
    rooms_of,
    style,
)
from pbem.pictures.panel import legend
from pbem.pictures.scene import Mark, Move
from rules import Corrected, Engine, Event, Rewound, Setup
from rules.core.board import Board
from rules.core.log import LogEntry, effective

PASSED = "Passed"
"""The event of an impulse in which nothing is done."""
TOO_LONG = 400
"""A line of the story that is longer is a list that nobody reads; it is cut."""


@dataclass(frozen=True, slots=True)
class Step:
    """A moment within a chapter: after an order that everybody saw."""

    order: int
    told: int
    """So many lines of the chapter have happened by then."""
    view: MapView
    moves: tuple[Move, ...] = ()
    marks: tuple[Mark, ...] = ()


@dataclass(frozen=True, slots=True)
class Frame:
    """One chapter: what happened in it, and the position after it."""

    title: str
    turn: int
    order: int
    """The last order before the position."""
    lines: tuple[str, ...]
    view: MapView
    passed: tuple[int, int] = (0, 0)
    """The first and the last of impulses in which nothing was done but pass."""
    moves: tuple[Move, ...] = ()
    marks: tuple[Mark, ...] = ()
    steps: tuple[Step, ...] = ()
    """At least one: the last is the position after the chapter."""


# ---- Playing a game again


class _Watched(list[Event]):
    """The events of a game; notes how it stood when a chapter began, before anything of it happened."""

    def __init__(self, marks: Sequence[str], look: Callable[[], MapView]) -> None:
        super().__init__()
        self._marks, self._look = marks, look
        self.cuts: list[tuple[int, MapView]] = []
        """The number of the event that begins a chapter, and the position then."""

    def append(self, event: Event) -> None:
        if type(event).__name__ in self._marks:
            self.cuts.append((len(self), self._look()))
        super().append(event)


class _Recorder:
    """Collects frames while a log is played."""

    def __init__(self, setup: Setup, seed: str, language: str) -> None:
        self.frames: list[Frame] = []
        self._title = game_of(setup.game)
        self._voice = self._title.voice(language)
        self._engine: Engine[Any] = Engine.new(self._title.rules, setup, seed)
        self._order = 0
        self._notes: list[str] = []
        self._impulses: dict[int, int] = {}
        """How many impulses came before a turn: they are counted within it, as in letters."""
        self._began: list[Event] = []
        """With what the last chapter began."""
        self._told: list[Event] = []
        """What has happened in the chapter."""
        self._cuts: list[tuple[int, int, MapView]] = []
        """After which orders of it, after how many of its events, and how the game stood then."""
        # Before the first order nothing can be watched: what has happened until then is told together.
        events = self._engine.drain()
        marks = [n for n, event in enumerate(events) if type(event).__name__ in self._title.chapters]
        begun = marks[-1] if marks else len(events)
        self._turn = self._engine.game.turn
        self._opening = self._voice.word("replay.beginning")
        self._told = events[:begun]
        self._finish(self._view())
        self._opening = self.frames[0].view.where.replace(", ", ": ", 1)
        """The title of a chapter that began before anybody could watch."""
        self._told = events[begun:]
        self._watch()

    def take(self, entry: LogEntry) -> None:
        """Play an entry of a log."""
        self._engine.replay([entry], trusted=True)
        events = self._engine.drain()
        if isinstance(events, _Watched):
            begun = 0
            for number, view in events.cuts:
                self._told += events[begun:number]
                self._finish(view)
                begun = number
            self._told += events[begun:]
            if any(event.visible_to(None) for event in events[begun:]):
                self._cuts.append((entry.seq, len(self._told), self._view()))
        else:  # after a correction a phase or an impulse begins anew, which was told already
            self._told += [event for event in events if type(event).__name__ not in self._title.chapters]
        if isinstance(entry, Corrected):
            self._notes.append(self._voice.word("replay.corrected", text=entry.reason.rstrip(".。")))
        elif isinstance(entry, Rewound):
            why = self._voice.reason(entry.reason).rstrip(".。")
            self._notes.append(self._voice.word("replay.set_back", text=why))
        self._order = entry.seq
        self._watch()

    def end(self) -> list[Frame]:
        """All frames; the last one is the position as it is."""
        self._finish(self._view())
        return self.together()

    def _view(self) -> MapView:
        return self._title.map_view(self._engine.game, self._voice)

    def _watch(self) -> None:
        self._engine.game.events = _Watched(self._title.chapters, self._view)

    def _finish(self, view: MapView) -> None:
        """A chapter is over: what happened in it, and the position then."""
        title, events, cuts = self._opening, self._told, self._cuts
        self._told, self._cuts = [], []
        if events and type(events[0]).__name__ in self._title.chapters:
            self._impulses = learn([*self._began, events[0]], self._impulses, self._title.chapters)
            self._began = events[:1]
            events = [within_turn(events[0], self._impulses), *events[1:]]
            title = self._voice.event(events[0]).rstrip(".。")
            self._turn = getattr(events[0], "turn", self._turn)
        public = [event for event in events if event.visible_to(None)]
        lines = tuple(
            line if len(line) <= TOO_LONG else f"{line[:TOO_LONG]}…" for line in self._lines(public)
        )
        impulse = _only_passed(public) if not self._notes else 0
        moves, marks = self._title.happened(public)
        told_here = (*lines, *self._notes)
        steps = self._steps(events, cuts, view, len(told_here))
        self.frames.append(
            Frame(title, self._turn, self._order, told_here, view, (impulse, impulse), moves, marks, steps)
        )
        self._notes = []

    def _lines(self, public: Sequence[Event]) -> list[str]:
        return [line for chapter in story(public, self._title, self._voice) for line in chapter.lines]

    def _steps(
        self, events: Sequence[Event], cuts: Sequence[tuple[int, int, MapView]], view: MapView, lines: int
    ) -> tuple[Step, ...]:
        """The moments of a chapter at which something new is seen or told; the last one is its end."""
        found: list[Step] = []
        begun = 0
        for order, count, seen in (*cuts, (self._order, len(events), view)):
            last = count == len(events)
            public = [event for event in events[:count] if event.visible_to(None)]
            told = lines if last else min(lines, len(self._lines(public)))
            if found and (told, seen) == (found[-1].told, found[-1].view):
                continue
            fresh = [event for event in events[begun:count] if event.visible_to(None)]
            found.append(Step(order, told, seen, *self._title.happened(fresh)))
            begun = count
        return tuple(found)

    def together(self) -> list[Frame]:
        """Impulses one after another in which nothing was done but pass, as one step."""
        found: list[Frame] = []
        for frame in self.frames:
            before = found[-1] if found else None
            if before is not None and all((*before.passed, *frame.passed)) and before.turn == frame.turn:
                passed = first, last = before.passed[0], frame.passed[1]
                title = self._voice.word("replay.impulses", number=first, last_number=last)
                lines = (*before.lines, *frame.lines)
                steps = (replace(frame.steps[-1], told=len(lines)),)
                found[-1] = replace(frame, title=title, lines=lines, passed=passed, steps=steps)
            else:
                found.append(frame)
        return found


def _only_passed(events: Sequence[Event]) -> int:
    """The number of an impulse in which nothing was done but pass; else 0."""
    if [type(event).__name__ for event in events[1:]] != [PASSED]:
        return 0
    return int(getattr(events[0], "number", 0))


def frames_of(
    setup: Setup,
    seed: str,
    log: Iterable[LogEntry],
    progress: Callable[[int], None] = lambda done: None,
    *,
    language: str = ENGLISH,
) -> list[Frame]:
    """The steps of a game, from its beginning to where its log ends."""
    recorder = _Recorder(setup, seed, language)
    for done, entry in enumerate(effective(log), 1):
        recorder.take(entry)
        progress(done)
    return recorder.end()


# ---- Frames as data


def layout_for(board: Board, look: Look, frames: Sequence[Frame]) -> Layout:
    """Where everything stands in all steps."""
    return layout_of(board, rooms_of(look, [step.view for frame in frames for step in frame.steps]))


def data_of(board: Board, layout: Layout, look: Look, frames: Sequence[Frame]) -> dict[str, Any]:
    """Everything that changes, told once when it does: for each thing, numbers of steps with what came then.

    Drawings stand in one list and are named by their number in it.
    """
    drawings: dict[str, int] = {}
    marks: dict[str, list[int]] = {}
    stacks: dict[str, list[int]] = {}
    before: MapView | None = None
    steps = [step for frame in frames for step in frame.steps]
    for number, step in enumerate(steps):
        for id, place in step.view.places.items():
            if before is not None and place == before.places[id]:
                continue
            spot = layout.stacks[id]
            for history, drawing in (
                (marks, mark(board.spaces.get(id), look, place)),
                (stacks, pieces(look, place, spot.align, up=spot.up)),
            ):
                drawn = drawings.setdefault(drawing, len(drawings))
                known = history.setdefault(id, [])
                if not known or known[-1] != drawn:
                    known += [number, drawn]
        before = step.view
    return {
        "drawings": list(drawings),
        "marks": marks,
        "stacks": stacks,
        "moves": _arrows(board, look, frames),
        "movesWithin": _arrows(board, look, steps),
        "titles": [[frame.turn, frame.title] for frame in frames],
        "ends": [end - 1 for end in accumulate(len(frame.steps) for frame in frames)],
        "orders": [step.order for step in steps],
        "told": [step.told for step in steps],
        "powers": _history([[[*row.numbers, row.note] for row in step.view.powers] for step in steps]),
        "relations": _history([list(step.view.relations) for step in steps]),
        "parts": _history([[[title, list(lines)] for title, lines in step.view.parts] for step in steps]),
        "gauges": _history([[_gauge(gauge) for gauge in step.view.gauges] for step in steps]),
        "rolls": _history([[[roll.title, list(roll.people)] for roll in step.view.rolls] for step in steps]),
    }


def _arrows(board: Board, look: Look, moments: Sequence[Frame | Step]) -> dict[str, str]:
    """Who moved and what happened, by the number of the moment."""
    found = ((number, happenings(board, look, one.moves, one.marks)) for number, one in enumerate(moments))
    return {str(number): arrows for number, arrows in found if arrows}


def _gauge(gauge: Gauge) -> list[Any]:
    return [gauge.name, gauge.value, gauge.most, gauge.words or f"{gauge.value}/{gauge.most}"]


def _history(values: Sequence[Any]) -> list[Any]:
    """Step, value, step, value: each value when it is another than before."""
    found: list[Any] = []
    for number, value in enumerate(values):
        if not found or found[-1] != value:
            found += [number, value]
    return found


# ---- The page


def replay_page(
    name: str,
    setup: Setup,
    seed: str,
    log: Iterable[LogEntry],
    *,
    progress: Callable[[int], None] = lambda done: None,
    language: str = ENGLISH,
) -> str:
    """A game as one HTML file that needs nothing else."""
    from pbem.letters.render import page

    voice = game_of(setup.game).voice(language)
    atlas = game_of(setup.game).atlas(voice)
    if atlas is None:
        raise ModeratorProblem(f"{game_of(setup.game).title} has no map")
    frames = frames_of(setup, seed, log, progress, language=language)
    first = frames[0].view
    layout = layout_for(atlas.board, atlas.look, frames)
    turns = [(n, f.turn) for n, f in enumerate(frames) if n == 0 or f.turn != frames[n - 1].turn]
    points = [tuple(row.numbers[0] for row in frame.view.powers) for frame in frames]
    scores = Scores(tuple(row.id for row in first.powers), points, turns)
    said = {key: voice.word(f"replay.{key}") for key in ("turn", "play", "pause")}
    return page(
        "replay",
        language=language,
        words=lambda key, **fields: voice.word(f"replay.{key}", **fields),
        name=name,
        title=atlas.look.title,
        style=style(atlas.look),
        definitions=definitions(atlas.look),
        picture=picture(atlas.board, layout, atlas.look, first),
        box=f"{-EDGE} {-EDGE} {WIDTH + 2 * EDGE} {HEIGHT + 2 * EDGE}",
        legend=legend(atlas.look),
        chart=chart(atlas.look, scores, atlas.goal),
        columns=first.columns,
        powers=[(row.id, row.name, atlas.look.livery(row.id).code) for row in first.powers],
        frames=frames,
        steps=sum(len(frame.steps) for frame in frames),
        data=script_data({**data_of(atlas.board, layout, atlas.look, frames), "words": said}),
    )


def script_data(data: Any) -> str:
    """Data as they stand in a script of the page: packed, so that a long game stays small."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    return b64encode(zlib.compress(text.encode(), 9)).decode()
