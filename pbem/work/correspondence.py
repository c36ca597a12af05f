"""Which letters a sitting causes, written and put into the outbox.

Works inside the transaction that stores the sitting, so that a letter says exactly what was stored.  A seat
gets at most one private letter for one incoming letter: its receipt holds its next question too.  What is to
be said comes here as messages; each reader gets them in the language of the seat.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime

from sqlmodel import Session

from pbem.channels.channel import NO_THREAD, Thread
from pbem.config import Settings
from pbem.games.deals import PLAN
from pbem.games.scenes import scene_of_question, whole_scene
from pbem.games.views import Public
from pbem.language.voice import Message, Voice, note
from pbem.letters import content as build
from pbem.letters import introduction, render, subjects
from pbem.letters.content import PHASE_BEGAN
from pbem.letters.impulses import learn, view_within_turn
from pbem.letters.memory import Memory, impulses_before, leave_out_known
from pbem.letters.notices import (
    Notice,
    Quoted,
    TalksView,
    deal_notes,
    forfeited,
    local,
    notice_letter,
    retired_notes,
    talks_view,
    turn_is_over,
    windows_told,
)
from pbem.letters.pictures import OFF, Kept, kept_for, picture_of
from pbem.letters.preorders import preorder_notes
from pbem.pictures.scene import Scene
from pbem.play import late_responses as rewind
from pbem.play.about import About
from pbem.play.seats import Seat
from pbem.play.sitting import Sitting
from pbem.store import clocks, games
from pbem.store.pace_table import pace_table
from pbem.store.seeds import seed_of
from pbem.store.story import StoryBook
from pbem.store.tables import GameRow, SeatRow
from pbem.work import digests
from pbem.work import outgoing as letters
from pbem.work.outgoing import Draft
from pbem.work.pace_lines import pace_lines
from rules import Event


class Correspondence:
    """Writes the letters of one game after a sitting."""

    def __init__(
        self,
        session: Session,
        settings: Settings,
        game: GameRow,
        sitting: Sitting,
        now: datetime,
        *,
        before: int | None = None,
    ) -> None:
        """`before` is the number of the last event before the sitting, if it was just stored."""
        self.game = game
        self.sitting = sitting
        self.names = sitting.names
        self._views: dict[str, Public] = {}
        self._session = session
        self._settings = settings
        self._now = now
        self._story = StoryBook(session, game, sitting, before)
        self._seats = games.seat_rows(session, game)
        self._zone = clocks.pace_of(game).calendar.zone
        self._due = {
            power: local(due, self._zone) if due else None
            for power, (_, due) in clocks.asked_since(session, game).items()
        }
        self._talks = clocks.open_talks(session, game)
        fresh = (event for step in sitting.steps for event in step.events)
        self._impulses = learn(
            fresh, impulses_before(row.memory for row in self._seats), sitting.title.chapters
        )

    # ---- For one reader

    def voice(self, reader: Seat | SeatRow) -> Voice:
        """What speaks to a reader."""
        return self.sitting.title.voice(reader.language)

    def view(self, reader: Seat | SeatRow) -> Public:
        """The open position, in the reader's language; made once for a language."""
        if reader.language not in self._views:
            voice = self.voice(reader)
            windows = windows_told(self.sitting, voice)
            view = self.sitting.title.public(self.sitting.engine.game, voice, windows=windows)
            self._views[reader.language] = view_within_turn(view, voice, self._impulses)
        return self._views[reader.language]

    def _title(self, voice: Voice) -> str:
        return voice.say("letter", "game", title_text=self.sitting.title.title, game_text=self.game.name)

    def _behind_the_name(self, reader: Seat | SeatRow, subject: str) -> str:
        view, voice = self.view(reader), self.voice(reader)
        return subjects.behind_the_name(self.game.name, view.turn, view.impulse, subject, voice)

    # ---- All that a sitting causes

    def reports_and_questions(
        self, *, but_for: SeatRow | None = None, notes: Mapping[int, Sequence[Message]] | None = None
    ) -> None:
        """Public reports, questions to those who are newly asked, notes by seat number."""
        self.reports()
        talks_begin = self.talks_begin()
        asked = self._asked_now()
        for row in self._seats:
            if but_for is not None and row.id == but_for.id:
                continue
            own_notes = [*(notes or {}).get(row.number, ()), *self.held_notes(row)]
            if any(power in row.powers for power in talks_begin):
                kind = "plan" if self._talks and self._talks.part == PLAN else "talks"
                self.private(row, kind, notes=[*own_notes, *self.talks_note()])
            elif any(power in row.powers for power in asked):
                self.private(row, "question", notes=own_notes)
            elif (
                own_notes
                or deal_notes(self.sitting, row.powers, self.voice(row))
                or retired_notes(self.sitting, row.powers, self.voice(row))
                or preorder_notes(self.sitting, row.powers, self.voice(row))
                or any(dropped.power in row.powers for dropped in self.sitting.dropped)
            ):
                self.private(row, "notice", notes=own_notes)

    def held_notes(self, row: SeatRow, letter: int | None = None) -> list[Message]:
        """The lines of a seat that were held and have run in this sitting, but for those of a letter."""
        ran = [
            step.words
            for step in self.sitting.steps
            if step.letter not in (None, letter) and step.number is None and step.power in row.powers
        ]
        return [note("held_ran", text=line) for line in ran]

    def _asked_now(self) -> list[str]:
        """Powers to which a question goes; nobody writes to a seat where nobody is."""
        asked = self.sitting.newly_asked()
        absent = clocks.absent_powers(self._session, self.game) if asked else []
        return [power for power in asked if power not in absent]

    def talks_begin(self) -> Sequence[str]:
        """The powers that begin to negotiate with this sitting; told once."""
        if self._talks is None or self._talks.told:
            return ()
        self._talks.told = True
        self._session.add(self._talks)
        return self._talks.powers

    def talks_note(self) -> list[Message]:
        """What a letter says when the talks begin."""
        if self._talks is None:
            return []
        key = "plan_opened" if self._talks.part == PLAN else "talks_opened"
        return [note(key, until=self.local(self._talks.closes_at))]

    def local(self, moment: datetime) -> datetime:
        """A time as the players' clocks show it."""
        return local(moment, self._zone)

    def notice(
        self,
        row: SeatRow,
        kind: str,
        subject: Message,
        paragraphs: Sequence[Message],
        *,
        press: Sequence[Quoted] = (),
        orders: Sequence[Message | str] = (),
        about: About | None = None,
        waits: bool = False,
    ) -> None:
        """A short letter to one seat, without news and questions; `waits`: a daily digest may hold it."""
        voice = self.voice(row)
        letter = Notice(
            game=self._title(voice),
            where=self.view(row).where,
            to=row.name,
            title=voice.tell(subject),
            paragraphs=[voice.tell(paragraph) for paragraph in paragraphs],
            press=[(voice.tell(quoted.title), quoted.text) for quoted in press],
            orders=[order if isinstance(order, str) else voice.tell(order) for order in orders],
        )
        text, html = notice_letter(letter, voice)
        title = self._behind_the_name(row, letter.title)
        if row.digest is not None and waits:
            item = digests.Item(letter.title, letter.where, digests.inner(text))
            digests.add(self._session, self._settings, self.game, row, item, self._now, self._zone)
        else:
            self._post(row, Draft(kind, title, text, html, about=about))

    def to_all(
        self, subject: Message, paragraphs: Sequence[Message], *, but_for: Collection[int] = ()
    ) -> None:
        """The same short letter to every seat; `but_for` are seat numbers."""
        for row in self._seats:
            if row.number not in but_for:
                self.notice(row, "notice", subject, paragraphs, waits=True)

    def reports(self) -> None:
        """Public reports of what has come to its end: a turn, a phase or an impulse, as the game wishes."""
        fresh = (event for step in self.sitting.steps for event in step.events)
        over, at_a_stop = self.sitting.engine.over, rewind.stands_at_a_stop(self.sitting)
        if not over and not at_a_stop and not any(self._may_begin_a_report(event) for event in fresh):
            return
        events = self._story.after(self.game.reported)
        begin, turn = 0, None
        for at, (_, event) in enumerate(events):
            if at > begin and self._may_begin_a_report(event):
                another_turn = turn is not None and getattr(event, "turn", turn) != turn
                if another_turn or self.game.reports != "turn":
                    self._report([event for _, event in events[begin:at]], ends_turn=another_turn)
                    begin = at
            turn = getattr(event, "turn", turn)
        if over and begin < len(events):
            self._report([event for _, event in events[begin:]], final=True)
            begin = len(events)
        elif at_a_stop and begin < len(events):
            # Whoever may respond late must know what has happened so far.
            self._report([event for _, event in events[begin:]], so_far=True)
            begin = len(events)
        if begin:
            self.game.reported = events[begin - 1][0]
            self._session.add(self.game)

    def private(
        self,
        row: SeatRow,
        kind: str,
        *,
        notes: Sequence[Message] = (),
        receipt: build.Receipt | None = None,
        told: Collection[int] = (),
        thread: Thread = NO_THREAD,
        letter_id: int | None = None,
        wanted: Collection[str] = (),
        about: About | None = None,
        scene: Scene | None = None,
        taken_over: bool = False,
    ) -> None:
        """A letter to one seat, with everything new that it may know.

        `told` are the events of the sitting that the receipt tells, counted from 0; `wanted` are the words
        for what shall be in it though the last letter said it; `scene` is a map that it asks for.
        `taken_over`: the seat has a new player, who must be told how the game is played and what it was.
        """
        engine = self.sitting.engine
        seat = games.as_seat(row)
        voice = self.voice(seat)
        asked = self.asked(seat)
        opening = self._opening(row.told)
        shown = scene or self._scene_of_question(row)
        began_in = self._opening(self._story.before)
        every_note = [
            *notes,
            *forfeited(self.sitting, seat.powers),
            *deal_notes(self.sitting, seat.powers, voice),
            *retired_notes(self.sitting, seat.powers, voice),
            *preorder_notes(self.sitting, seat.powers, voice),
        ]
        letter = build.PrivateLetter(
            game=self._title(voice),
            to=seat.name,
            view=self.view(seat),
            hands=self.sitting.title.hands(engine.game, seat.powers, voice),
            notes=[voice.tell(note) for note in every_note],
            receipt=receipt,
            handed_back=[build.handed_back(d, voice) for d in self.sitting.dropped if d.power in seat.powers],
            news=self.story(self._news(row, seat, told), voice, opening=opening, flowing=True),
            asked=asked,
            held=() if receipt and receipt.held else self.held(seat),
            waiting=self.waiting(voice, seat.powers),
            turn_over=not asked and turn_is_over(self.sitting, seat.powers, began_in),
            talks=self.talks(seat),
            introduction=self._introduction(seat, taken_over) if kind == "start" or taken_over else (),
            past=self._past(seat) if taken_over else (),
        )
        build.surround(letter, seat.powers, engine.game, self.sitting.title, voice)
        picture = kept_for(row.pictures, shown, voice)
        letter.picture = picture_of(picture, voice, letter.near) if picture else None
        memory, score = Memory.of(row.memory), self.sitting.title.score(engine.game)
        letter.score = self.sitting.title.score_changes(memory.score, score, voice) if memory.score else ()
        row.memory = leave_out_known(letter, memory, score, self._impulses, kind=kind, wanted=wanted).stored()
        text, html = render.private_letter(letter, voice)
        opened = [self.sitting.opened[p] for p in seat.powers if p in self.sitting.waiting()]
        asks = max(opened, default=None)
        subject = self._behind_the_name(row, subjects.subject_of(kind, letter, voice))
        draft = Draft(kind, subject, text, html, thread, letter_id, asked=asks, about=about, picture=picture)
        self._post(row, draft)
        if asked:  # whoever decides must know what waits
            digests.send_now(self._session, row, self._now)

    # ---- What letters are made of

    def asked(self, seat: Seat) -> list[build.Asked]:
        """The open questions of a seat."""
        waiting, game = self.sitting.waiting(), self.sitting.engine.game
        return [
            build.asked(waiting[power], game, self.sitting.title, self.voice(seat), due=self._due.get(power))
            for power in seat.powers
            if power in waiting
        ]

    def due_notes(self, row: SeatRow) -> list[Message]:
        """Until when a seat must answer, in sentences."""
        times = [self._due.get(power) for power in row.powers if power in self.sitting.waiting()]
        told = [note("new_due", due=time) for time in times if time]
        if self._talks is not None and any(power in self._talks.powers for power in row.powers):
            told.append(note("new_talks_end", until=self.local(self._talks.closes_at)))
        return told

    def waiting(self, voice: Voice, own: Sequence[str] = ()) -> str:
        """For whom or what the game waits, in words."""
        if self._talks is not None and self.sitting.talking:
            key = "waiting.plan" if self._talks.part == PLAN else "waiting.talks"
            return voice.say("letter", key, until=self.local(self._talks.closes_at))
        told = build.waiting_for(self.sitting.waiting(), voice, own=own)
        if self.sitting.title.next_to_move(self.sitting.engine.game) in own:
            told = f"{told} {voice.say('letter', 'waiting.next')}".strip()
        return told

    def _scene_of_question(self, row: SeatRow) -> Scene | None:
        """What the first open question of a seat is about, with what happened since its last letter."""
        waiting = self.sitting.waiting()
        question = next((waiting[power] for power in row.powers if power in waiting), None)
        if question is None or row.pictures == OFF:
            return None
        events = [event for _, event in self._story.after(row.told)]
        return scene_of_question(self.sitting.title, question, self.sitting.engine.game, events)

    def talks(self, seat: Seat) -> TalksView | None:
        """The negotiation window as a seat sees it; None if it is closed."""
        row = self._talks
        if row is None:
            return None
        until = self.local(row.closes_at)
        return talks_view(
            self.sitting, seat.powers, row.powers, row.ready, until, self.voice(seat), plan=row.part == PLAN
        )

    def held(self, seat: Seat) -> list[str]:
        """The lines that are held for a seat."""
        return [line for power in seat.powers for line in self.sitting.waiting_lines(power)]

    def story(
        self, events: Iterable[Event], voice: Voice, *, opening: Event | None = None, flowing: bool = False
    ) -> list[build.Chapter]:
        """Events in chapters, told in the words of the game; without an opening, from the beginning on."""
        first = opening or voice.say("letter", "beginning")
        return build.story(
            events, self.sitting.title, voice, opening=first, flowing=flowing, before=self._impulses
        )

    def events_of_turn(self, seat: Seat | None, turn: int) -> list[Event]:
        """What a seat, or an onlooker, saw of a turn."""
        return [event for _, event in self._story.of_turn(turn) if _may_know(event, seat)]

    # ---- Inside

    def _introduction(self, seat: Seat, taken_over: bool) -> list[introduction.Section]:
        """What a new player must know of the game and, of one who took over, of the power."""
        seats, voice = [games.as_seat(row) for row in self._seats], self.voice(seat)
        pace, setup = clocks.pace_of(self.game), games.setup_of(self.game)
        told = introduction.introduction(self.sitting, seats, pace, setup, self.game.reports, voice)
        return [*told, *introduction.promises(self.sitting, seat.powers, voice)] if taken_over else told

    def _past(self, seat: Seat) -> list[build.Chapter]:
        """The story of a seat's powers as they saw it."""
        last = self.sitting.title.turn(self.sitting.engine.game)
        turns = range(games.setup_turn(self.game), last + 1)
        seen = [(turn, self.events_of_turn(seat, turn)) for turn in turns]
        return introduction.story_so_far(seen, seat.powers, self.sitting, self.voice(seat))

    def _news(self, row: SeatRow, seat: Seat, told: Collection[int]) -> list[Event]:
        """What the seat may know and was not told yet, by its letters or by a public report."""
        events = self._story.after(row.told)
        if events:
            row.told = events[-1][0]
            self._session.add(row)
        return [
            event
            for number, event in events
            if _may_know(event, seat)
            and self._story.place_in_sitting(number) not in told
            and (event.audience is not None or number > self.game.reported)
        ]

    def _opening(self, told: int) -> Event | None:
        """What began the chapter in which a story goes on after event number `told`."""
        return self._story.last_among(self.sitting.title.chapters, upto=told) if told else None

    def _may_begin_a_report(self, event: Event) -> bool:
        """Whether an event marks a chapter at which a report may end; for turns, if it is another turn's."""
        marks = self.sitting.title.chapters if self.game.reports == "impulse" else (PHASE_BEGAN,)
        return type(event).__name__ in marks

    def _report(
        self,
        events: Sequence[Event],
        *,
        final: bool = False,
        so_far: bool = False,
        ends_turn: bool = False,
    ) -> None:
        """A report to everybody, written once for each language and way to have pictures."""
        written: dict[tuple[str, str], Draft] = {}
        titles: dict[str, str] = {}
        scene: Scene | None = None
        if (final or ends_turn) and any(row.pictures != OFF for row in self._seats):
            scene = whole_scene(self.sitting.title, self.sitting.engine.game, events)
        for row in self._seats:
            alike = (row.language, row.pictures)
            if row.address and alike not in written:
                picture = kept_for(row.pictures, scene, self.voice(row))
                report = self._report_for(row, events, picture, final=final, so_far=so_far)
                if not report.chapters and not final:
                    return
                texts = render.public_report(report, self.voice(row))
                told = (report.turn, 0, report.subject, self.voice(row))
                subject = subjects.behind_the_name(self.game.name, *told)
                written[alike] = Draft("report", subject, *texts, picture=picture)
                titles[row.language] = report.title
            if row.address and row.digest is not None and not final:
                item = digests.Item(titles[row.language], "", digests.inner(written[alike].text))
                digests.add(self._session, self._settings, self.game, row, item, self._now, self._zone)
            elif row.address:
                self._post(row, written[alike])

    def _report_for(
        self, reader: SeatRow, events: Sequence[Event], picture: Kept | None, *, final: bool, so_far: bool
    ) -> build.PublicReport:
        voice, view = self.voice(reader), self.view(reader)
        public = (event for event in events if event.visible_to(None))
        chapters = self.story(public, voice, opening=self._opening(self.game.reported))
        turn = next((event.turn for event in reversed(events) if hasattr(event, "turn")), view.turn)
        by_chapter = chapters[:1] if self.game.reports != "turn" or so_far else []
        title = subjects.report_title(voice, turn, by_chapter)
        return build.PublicReport(
            game=self._title(voice),
            title=voice.say("letter", "report.final", text=title) if final else title,
            view=view,
            chapters=chapters,
            waiting="" if final else self.waiting(voice),
            seed=seed_of(self._session, self.game) if final else "",
            commitment=self.game.commitment,
            final=final,
            pace=() if so_far or self.game.reports != "turn" else self._pace(voice),
            subject=subjects.report_subject(voice, turn, by_chapter, final=final),
            turn=turn,
            picture=picture_of(picture, voice) if picture else None,
        )

    def _pace(self, voice: Voice) -> list[str]:
        """How fast the game goes, once a turn is over."""
        table = pace_table(self._session, self.game, self._now)
        return pace_lines(table, voice, self._zone) if table.turns else []

    def _post(self, row: SeatRow, draft: Draft) -> None:
        draft = replace(draft, seq=self.sitting.engine.seq)
        letters.post(self._session, self._settings, self.game, row, draft, self._now)


def _may_know(event: Event, seat: Seat | None) -> bool:
    return event.visible_to(None) or (seat is not None and any(event.visible_to(p) for p in seat.powers))
