"""What the letters of one game are made of: the position, the story, questions, talks, for each reader.

It only reads: nothing is written here, and nobody is told anything yet.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import datetime
from functools import cached_property
from typing import Any

from sqlmodel import Session

from pbem.games.advice import Score
from pbem.games.deals import PLAN
from pbem.games.scenes import scene_called, scene_of_question, whole_scene
from pbem.games.views import Public
from pbem.language.grammar import Parser
from pbem.language.voice import Message, Voice, note
from pbem.letters import introduction, questions, subjects
from pbem.letters.content import Asked, Chapter, Section, TalksView
from pbem.letters.impulses import learn, view_within_turn
from pbem.letters.memory import impulses_before
from pbem.letters.notices import local, talks_view, windows_told
from pbem.letters.pictures import OFF
from pbem.letters.story import story
from pbem.pictures.scene import Scene
from pbem.play.seats import Seat
from pbem.play.sitting import Sitting
from pbem.store import clocks, games
from pbem.store.story import StoryBook
from pbem.store.tables import GameRow, SeatRow
from rules import Event, Power

NEAR_ME = "near me"
"""As a player calls the map of what is near."""


class LetterMaterial:
    """All that there is to tell of one game after a sitting."""

    def __init__(self, session: Session, game: GameRow, sitting: Sitting, before: int | None) -> None:
        """`before` is the number of the last event before the sitting, if it was just stored."""
        self.game = game
        self.sitting = sitting
        self._session = session
        self.seats = games.seat_rows(session, game)
        self.zone = clocks.pace_of(game).calendar.zone
        self.book = StoryBook(session, game, sitting, before)
        self.open_talks = clocks.open_talks(session, game)
        self._due = {
            power: local(due, self.zone) if due else None
            for power, (_, due) in clocks.asked_since(session, game).items()
        }
        fresh = (event for step in sitting.steps for event in step.events)
        self.impulses = learn(
            fresh, impulses_before(row.memory for row in self.seats), sitting.title.chapters
        )
        self._views: dict[str, Public] = {}

    @cached_property
    def score(self) -> Score:
        """Where everybody's points come from."""
        return self.sitting.title.score(self.sitting.engine.game)

    # ---- For one reader

    def voice(self, reader: Seat | SeatRow) -> Voice:
        """What speaks to a reader."""
        return self.sitting.title.voice(reader.language)

    def view(self, reader: Seat | SeatRow) -> Public:
        """The open position, in the reader's language; made once for a language."""
        if reader.language not in self._views:
            voice = self.voice(reader)
            over = self.sitting.engine.over
            windows = "" if over else windows_told(self.sitting, voice)
            view = self.sitting.title.public(self.sitting.engine.game, voice, windows=windows)
            if over:  # nobody lacks anything any more
                view = replace(view, powers=tuple(replace(line, lacks="") for line in view.powers))
            self._views[reader.language] = view_within_turn(view, voice, self.impulses)
        return self._views[reader.language]

    def title(self, voice: Voice) -> str:
        """The game's title and name, above a letter."""
        return voice.say("letter", "game", title_text=self.sitting.title.title, game_text=self.game.name)

    def behind_the_name(self, reader: Seat | SeatRow, subject: str) -> str:
        """A subject, behind the name of the game and where it stands."""
        view, voice = self.view(reader), self.voice(reader)
        return subjects.behind_the_name(self.game.name, view.turn, view.impulse, subject, voice)

    def local(self, moment: datetime) -> datetime:
        """A time as the players' clocks show it."""
        return local(moment, self.zone)

    # ---- What is asked, and who is waited for

    def asked(self, seat: Seat) -> list[Asked]:
        """The open questions of a seat."""
        waiting, game, title = self.sitting.waiting(), self.sitting.engine.game, self.sitting.title
        return [
            questions.asked(
                waiting[power],
                game,
                title,
                self.voice(seat),
                due=self._due.get(power),
                parser=self._parser(power),
            )
            for power in seat.powers
            if power in waiting
        ]

    def _parser(self, power: Power) -> Parser[Any] | None:
        try:
            return self.sitting.parser(power)
        except LookupError:  # no grammar: the letter can only say what silence will do
            return None

    def due_notes(self, row: SeatRow) -> list[Message]:
        """Until when a seat must answer, in sentences."""
        times = [self._due.get(power) for power in row.powers if power in self.sitting.waiting()]
        told = [note("new_due", due=time) for time in times if time]
        if self.open_talks is not None and any(power in self.open_talks.powers for power in row.powers):
            told.append(note("new_talks_end", until=self.local(self.open_talks.closes_at)))
        return told

    def waiting(self, voice: Voice, own: Sequence[str] = ()) -> str:
        """For whom or what the game waits, in words."""
        if self.open_talks is not None and self.sitting.talking:
            key = "waiting.plan" if self.open_talks.part == PLAN else "waiting.talks"
            return voice.say("letter", key, until=self.local(self.open_talks.closes_at))
        told = questions.waiting_for(self.sitting.waiting(), voice, own=own)
        if self.sitting.title.next_to_move(self.sitting.engine.game) in own:
            told = f"{told} {voice.say('letter', 'waiting.next')}".strip()
        return told

    def talks(self, seat: Seat) -> TalksView | None:
        """The negotiation window as a seat sees it; None if it is closed."""
        row = self.open_talks
        if row is None:
            return None
        until = self.local(row.closes_at)
        return talks_view(
            self.sitting, seat.powers, row.powers, row.ready, until, self.voice(seat), plan=row.part == PLAN
        )

    def held(self, seat: Seat) -> list[str]:
        """The lines that are held for a seat."""
        return [line for power in seat.powers for line in self.sitting.waiting_lines(power)]

    def scene_of_question(self, row: SeatRow) -> Scene | None:
        """What the first open question of a seat is about, with what happened since its last letter."""
        waiting = self.sitting.waiting()
        question = next((waiting[power] for power in row.powers if power in waiting), None)
        if question is None or row.pictures == OFF:
            return None
        events = [event for _, event in self.book.after(row.told)]
        return scene_of_question(self.sitting.title, question, self.sitting.engine.game, events)

    def scene_of_seat(self, row: SeatRow, *, whole: bool) -> Scene | None:
        """The whole board, or what is near the units of a seat, with what happened since its last letter."""
        if row.pictures == OFF:
            return None
        title, game = self.sitting.title, self.sitting.engine.game
        events = [event for _, event in self.book.after(row.told)]
        if whole or not row.powers:
            return whole_scene(title, game)
        return scene_called(title, NEAR_ME, game, row.powers[0], events)

    # ---- What was answered for a seat

    def preset_notes(self, seat: Seat, after: int) -> list[Message]:
        """What presets have answered for a seat since its last letter, which told of all up to an entry."""
        if after < 0:
            return []
        used = {
            number: order
            for power in seat.powers
            for order in self.sitting.standing.of(power)
            if order.is_preset
            for number in order.used
            if number > after
        }
        if not used:
            return []
        voice = self.voice(seat)
        told = [
            used[row.seq].answered(row.seq, row.words, voice)
            for row in games.orders_after(self._session, self.game, after)
            if row.seq in used
        ]
        return [note("presets_acted", text="; ".join(dict.fromkeys(told)))] if told else []

    # ---- What has happened

    def story(
        self, events: Iterable[Event], voice: Voice, *, opening: Event | None = None, flowing: bool = False
    ) -> list[Chapter]:
        """Events in chapters, told in the words of the game; without an opening, from the beginning on."""
        first = opening or voice.say("letter", "beginning")
        return story(events, self.sitting.title, voice, opening=first, flowing=flowing, before=self.impulses)

    def opening(self, told: int) -> Event | None:
        """What began the chapter in which a story goes on after event number `told`."""
        return self.book.last_among(self.sitting.title.chapters, upto=told) if told else None

    def events_of_turn(self, seat: Seat | None, turn: int) -> list[Event]:
        """What a seat, or an onlooker, saw of a turn."""
        return [event for _, event in self.book.of_turn(turn) if may_know(event, seat)]

    # ---- For a new player

    def introduction(self, seat: Seat, *, taken_over: bool) -> list[Section]:
        """What a new player must know of the game and, of one who took over, of the power."""
        seats, voice = [games.as_seat(row) for row in self.seats], self.voice(seat)
        pace, setup = clocks.pace_of(self.game), games.setup_of(self.game)
        row = next(row for row in self.seats if row.number == seat.number)
        told = introduction.introduction(
            self.sitting, seat, seats, pace, setup, self.game.reports, voice, suggests=row.suggestions
        )
        return [*told, *introduction.promises(self.sitting, seat.powers, voice)] if taken_over else told

    def past(self, seat: Seat) -> list[Chapter]:
        """The story of a seat's powers as they saw it."""
        last = self.sitting.title.turn(self.sitting.engine.game)
        turns = range(games.setup_turn(self.game), last + 1)
        seen = [(turn, self.events_of_turn(seat, turn)) for turn in turns]
        return introduction.story_so_far(seen, seat.powers, self.sitting, self.voice(seat))


def may_know(event: Event, seat: Seat | None) -> bool:
    """Whether a seat, or an onlooker, may be told of an event."""
    return event.visible_to(None) or (seat is not None and any(event.visible_to(p) for p in seat.powers))
