"""Which letters a sitting causes, written and put into the outbox.

Works inside the transaction that stores the sitting, so that a letter says exactly what was stored.  A seat
gets at most one private letter for one incoming letter: its receipt holds its next question too.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import datetime

from sqlmodel import Session

from pbem.channels.mail.write import NO_THREAD, Thread, headers_for, message_id
from pbem.config import MailSettings
from pbem.language.refusals import why_kept
from pbem.letters import content as build
from pbem.letters import render
from pbem.letters.content import PHASE_BEGAN
from pbem.letters.notices import (
    DraftLine,
    Notice,
    Quoted,
    TalksView,
    draft_line,
    local,
    note,
    notice_letter,
    retired_notes,
    windows_told,
)
from pbem.play import late_responses as rewind
from pbem.play.seats import Seat
from pbem.play.sitting import Sitting
from pbem.play.talks import Clerk
from pbem.store import clocks, games
from pbem.store.seeds import seed_of
from pbem.store.story import StoryBook
from pbem.store.tables import GameRow, SeatRow
from pbem.work import outgoing as letters
from rules import Event

BEGINNING = "The beginning"


class Correspondence:
    """Writes the letters of one game after a sitting."""

    def __init__(
        self,
        session: Session,
        settings: MailSettings,
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
        self.voice = sitting.title.voice()
        windows = windows_told(sitting, self.names)
        self.view = sitting.title.public(sitting.engine.game, self.voice, windows=windows)
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

    @property
    def title(self) -> str:
        return f"{self.sitting.title.title}, game {self.game.name}"

    # ---- All that a sitting causes

    def reports_and_questions(
        self, *, but_for: SeatRow | None = None, notes: Mapping[int, Sequence[str]] | None = None
    ) -> None:
        """Public reports, questions to those who are newly asked, notes by seat number."""
        self.reports()
        talks_begin = self.talks_begin()
        asked = self._asked_now()
        for row in self._seats:
            if but_for is not None and row.id == but_for.id:
                continue
            own_notes = (notes or {}).get(row.number, ())
            if any(power in row.powers for power in talks_begin):
                self.private(row, "talks", notes=[*own_notes, *self.talks_note()])
            elif any(power in row.powers for power in asked):
                self.private(row, "question", notes=own_notes)
            elif (
                own_notes
                or self.deal_notes(row.powers)
                or retired_notes(self.sitting, row.powers, self.voice)
                or any(dropped.power in row.powers for dropped in self.sitting.dropped)
            ):
                self.private(row, "notice", notes=own_notes)

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

    def talks_note(self) -> list[str]:
        """What a letter says when the talks begin."""
        return [note("talks_opened", until=self.say(self._talks.closes_at))] if self._talks else []

    def say(self, moment: datetime) -> str:
        """A time as the players' clocks show it."""
        return render.day(local(moment, self._zone))

    def notice(
        self,
        row: SeatRow,
        kind: str,
        title: str,
        paragraphs: Sequence[str],
        *,
        press: Sequence[Quoted] = (),
        orders: Sequence[str] = (),
    ) -> None:
        """A short letter to one seat, without news and questions."""
        letter = Notice(self.title, self.view.where, row.name, title, paragraphs, press, orders)
        text, html = notice_letter("notice", letter)
        self._queue(row, kind, f"[{self.game.name}] {title}", text, html, NO_THREAD, None, None)

    def to_all(self, title: str, paragraphs: Sequence[str], *, but_for: Collection[int] = ()) -> None:
        """The same short letter to every seat; `but_for` are seat numbers."""
        for row in self._seats:
            if row.number not in but_for:
                self.notice(row, "notice", title, paragraphs)

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
                    self._report([event for _, event in events[begin:at]])
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
        notes: Sequence[str] = (),
        receipt: build.Receipt | None = None,
        told: Collection[int] = (),
        thread: Thread = NO_THREAD,
        letter_id: int | None = None,
        with_hand: bool = True,
        with_powers: bool = True,
    ) -> None:
        """A letter to one seat, with everything new that it may know.

        `told` are the events of the sitting that the receipt tells, counted from 0.
        """
        engine = self.sitting.engine
        seat = games.as_seat(row)
        asked = self.asked(seat)
        opening = self._opening(row.told)
        letter = build.PrivateLetter(
            game=self.title,
            to=seat.name,
            view=self.view,
            hands=self.sitting.title.hands(engine.game, seat.powers, self.voice)
            if with_hand or asked
            else (),
            notes=[
                *notes,
                *self.deal_notes(seat.powers),
                *retired_notes(self.sitting, seat.powers, self.voice),
            ],
            receipt=receipt,
            handed_back=[
                build.handed_back(d, self.voice) for d in self.sitting.dropped if d.power in seat.powers
            ],
            news=self.story(self._news(row, seat, told), opening=opening),
            asked=asked,
            held=() if receipt and receipt.held else self.held(seat),
            waiting=self.waiting(seat.powers),
            show_powers=with_powers or bool(asked),
            talks=self.talks(seat),
        )
        text, html = render.private_letter(letter)
        opened = [self.sitting.opened[p] for p in seat.powers if p in self.sitting.waiting()]
        asks = max(opened, default=None)
        self._queue(row, kind, self._subject(kind, letter), text, html, thread, letter_id, asks)

    # ---- What letters are made of

    def asked(self, seat: Seat) -> list[build.Asked]:
        """The open questions of a seat."""
        waiting, game = self.sitting.waiting(), self.sitting.engine.game
        return [
            build.asked(waiting[power], game, self.sitting.title, self.voice, due=self._due.get(power))
            for power in seat.powers
            if power in waiting
        ]

    def due_notes(self, row: SeatRow) -> list[str]:
        """Until when a seat must answer, in sentences."""
        times = [self._due.get(power) for power in row.powers if power in self.sitting.waiting()]
        told = [note("new_due", due=render.day(time)) for time in times if time]
        if self._talks is not None and any(power in self._talks.powers for power in row.powers):
            told.append(note("new_talks_end", until=self.say(self._talks.closes_at)))
        return told

    def waiting(self, own: Sequence[str] = ()) -> str:
        """For whom or what the game waits, in words."""
        if self._talks is not None and self.sitting.talking:
            return f"The powers negotiate until {self.say(self._talks.closes_at)}."
        return build.waiting_for(self.sitting.waiting(), self.names, own=own)

    def talks(self, seat: Seat) -> TalksView | None:
        """The negotiation window as a seat sees it; None if it is closed."""
        row, clerk = self._talks, self.sitting.clerk
        if row is None or clerk is None or not self.sitting.talking:
            return None
        own = [power for power in seat.powers if power in row.powers]
        return TalksView(
            until=local(row.closes_at, self._zone),
            powers=tuple(build.printed_power(self.names, power) for power in row.powers),
            ready=len(row.ready),
            own_ready=bool(own) and all(power in row.ready for power in own),
            takes_part=bool(own),
            drafts=[line for power in own for line in self.drafts(power, clerk) if line.answer],
        )

    def drafts(self, power: str, clerk: Clerk) -> list[DraftLine]:
        """The deals of a power, this turn."""
        open_now = self.sitting.talking
        drafts = clerk.of(power)
        return [draft_line(one, power, self.sitting.title, self.voice, open_now=open_now) for one in drafts]

    def deal_notes(self, powers: Sequence[str]) -> list[str]:
        """What came to nothing of a seat's deals in this sitting."""
        clerk = self.sitting.clerk
        drafts = clerk.drafts if clerk else []
        told: list[str] = []
        for draft, power in ((draft, power) for draft in drafts for power in powers):
            if draft.fresh and draft.concerns(power):
                name = f"{build.printed_power(self.names, draft.other(power))} {draft.number}"
                why = why_kept(draft.why, self.voice)
                told.append(note("deal_failed" if draft.why else "lapsed", name=name, why=why))
        return told

    def held(self, seat: Seat) -> list[str]:
        """The lines that are held for a seat."""
        return [held.line for power in seat.powers for held in self.sitting.held.get(power, [])]

    def story(self, events: Iterable[Event], *, opening: str = "") -> list[build.Chapter]:
        """Events in chapters, told in the words of the game."""
        return build.story(events, self.sitting.title, self.voice, opening=opening)

    def events_of_turn(self, seat: Seat | None, turn: int) -> list[Event]:
        """What a seat, or an onlooker, saw of a turn."""
        return [event for _, event in self._story.of_turn(turn) if _may_know(event, seat)]

    # ---- Inside

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

    def _opening(self, told: int) -> str:
        """The title of the chapter in which a story goes on after event number `told`."""
        mark = self._story.last_among(self.sitting.title.chapters, upto=told) if told else None
        return self.voice.event(mark).rstrip(".") if mark else BEGINNING

    def _may_begin_a_report(self, event: Event) -> bool:
        """Whether an event marks a chapter at which a report may end; for turns, if it is another turn's."""
        marks = self.sitting.title.chapters if self.game.reports == "impulse" else (PHASE_BEGAN,)
        return type(event).__name__ in marks

    def _report(self, events: Sequence[Event], *, final: bool = False, so_far: bool = False) -> None:
        public = (event for event in events if event.visible_to(None))
        chapters = self.story(public, opening=self._opening(self.game.reported))
        if not chapters and not final:
            return
        turn = next((event.turn for event in reversed(events) if hasattr(event, "turn")), self.view.turn)
        title = f"Report of turn {turn}"
        if (self.game.reports != "turn" or so_far) and chapters:
            title = (
                chapters[0].title
                if chapters[0].title.startswith("Turn")
                else f"Turn {turn}, {chapters[0].title}"
            )
        report = build.PublicReport(
            game=self.title,
            title=f"{title}: the end" if final else title,
            view=self.view,
            chapters=chapters,
            waiting="" if final else self.waiting(),
            seed=seed_of(self._session, self.game) if final else "",
            commitment=self.game.commitment,
            final=final,
        )
        text, html = render.public_report(report)
        for row in self._seats:
            self._queue(
                row, "report", f"[{self.game.name}] {report.title}", text, html, NO_THREAD, None, None
            )

    def _subject(self, kind: str, letter: build.PrivateLetter) -> str:
        turn = f"[{self.game.name}] Turn {letter.view.turn}"
        if kind == "reminder":
            return f"{turn}: reminder"
        if letter.asked:
            return f"{turn}: {' and '.join(asked.power for asked in letter.asked)}, it is your turn"
        return f"{turn}: {SUBJECTS[kind]}"

    def _queue(
        self,
        row: SeatRow,
        kind: str,
        subject: str,
        text: str,
        html: str,
        thread: Thread,
        letter_id: int | None,
        asks: int | None,
    ) -> None:
        if not row.address:  # nobody has this seat
            return
        seat = games.as_seat(row)
        row.letters += 1
        self._session.add(row)
        letters.put_into_outbox(
            self._session,
            self._now,
            message_id=message_id(self.game.name, seat, row.letters, self._settings.host),
            game_id=self.game.id,
            seat_id=seat.id,
            answers_id=letter_id,
            kind=kind,
            seq=self.sitting.engine.seq,
            asked=asks,
            recipient=seat.address,
            subject=subject,
            headers=headers_for(self._settings, self.game.name, seat, row.letters, thread),
            text=text,
            html=html,
        )


SUBJECTS = {
    "start": "the game begins",
    "receipt": "your letter",
    "question": "your decision",
    "notice": "a notice",
    "talks": "negotiations are open",
    "reminder": "reminder",
    "welcome": "your seat",
}


def _may_know(event: Event, seat: Seat | None) -> bool:
    return event.visible_to(None) or (seat is not None and any(event.visible_to(p) for p in seat.powers))
