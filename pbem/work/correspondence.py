"""Which letters a sitting causes, written and put into the outbox.

Works inside the transaction that stores the sitting, so that a letter says exactly what was stored.  A seat
gets at most one private letter for one incoming letter: its receipt holds its next question too.  What is to
be said comes here as messages; each reader gets them in the language of the seat.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace

from pbem.channels.channel import NO_THREAD, Thread
from pbem.games.deals import PLAN
from pbem.language.voice import Message, Voice, note
from pbem.letters import questions, receipts, render, subjects
from pbem.letters.content import Asked, PrivateLetter, Receipt
from pbem.letters.memory import Memory, leave_out_known
from pbem.letters.notices import (
    Notice,
    Quoted,
    deal_notes,
    ended_by_others,
    forfeited,
    notice_letter,
    planned_moments,
    retired_notes,
    turn_is_over,
)
from pbem.letters.pictures import kept_for, picture_of
from pbem.letters.preorders import (
    Invitation,
    PlanAhead,
    invitation,
    kept_in_short,
    plan_ahead,
    preorder_notes,
)
from pbem.pictures.scene import Scene
from pbem.play.about import About, AboutAhead, AboutReading
from pbem.play.seats import Seat
from pbem.play.sitting import Sitting
from pbem.store import clocks, games
from pbem.store.bare import change
from pbem.store.tables import GameRow, SeatRow
from pbem.store.unit_of_work import Transaction
from pbem.work.delivery import Delivery
from pbem.work.letter_material import LetterMaterial, may_know
from pbem.work.outgoing import Draft
from pbem.work.public_reports import PublicReports
from pbem.work.suggested import with_suggestions
from rules import Event, Power

START = "start"


@dataclass(frozen=True, slots=True, kw_only=True)
class Occasion:
    """Why a letter to a seat is written, and what it holds for that."""

    receipt: Receipt | None = None
    told: Collection[int] = ()
    """The events of the sitting that the receipt tells, counted from 0."""
    thread: Thread = NO_THREAD
    letter_id: int | None = None
    """The letter that it answers."""
    wanted: Collection[str] = ()
    """The words for what shall be in it though the last letter said it."""
    about: About | None = None
    scene: Scene | None = None
    """A map that the seat asks for."""
    taken_over: bool = False
    """The seat has a new player, who must be told how the game is played and what it was."""
    waits: bool = False
    """A daily digest may hold it."""


USUAL = Occasion()


class Correspondence:
    """Writes the letters of one game after a sitting."""

    def __init__(
        self,
        tx: Transaction,
        game: GameRow,
        sitting: Sitting,
        *,
        before: int | None = None,
    ) -> None:
        """`before` is the number of the last event before the sitting, if it was just stored."""
        self.material = LetterMaterial(tx.session, game, sitting, before)
        self._session = tx.session
        self._game = game
        self._sitting = sitting
        self._delivery = Delivery(tx, game, sitting, self.material.zone)
        self._now = tx.now
        self._begun: Sequence[Power] = ()
        """Powers whose talks, or plan of the turn, have begun with this sitting."""

    # ---- All that a sitting causes

    def reports_and_questions(
        self, *, but_for: SeatRow | None = None, notes: Mapping[int, Sequence[Message]] | None = None
    ) -> None:
        """Public reports, questions to those who are newly asked, notes by seat number."""
        self.reports()
        talks_begin = self.talks_begin()
        asked = self._asked_now()
        for row in self.material.seats:
            if but_for is not None and row.id == but_for.id:
                continue
            own_notes = [*(notes or {}).get(row.number, ()), *self.held_notes(row)]
            if any(power in row.powers for power in talks_begin):
                talks = self.material.open_talks
                kind = "plan" if talks and talks.part == PLAN else "talks"
                self.private(row, kind, notes=[*own_notes, *self.talks_note()])
            elif any(power in row.powers for power in asked):
                self.private(row, "question", notes=own_notes)
            elif kind := self._kind_without_question(row, own_notes):
                invited = self._invitation(row)
                receipt = self._with_invitation(row, invited) if invited else None
                about = invited.about if invited else None
                why = Occasion(receipt=receipt, about=about, waits=True)
                self.private(row, kind, why, notes=own_notes)

    def _kind_without_question(self, row: SeatRow, own_notes: Sequence[Message]) -> str:
        """What a letter to a seat that is asked nothing would be; empty if there is none to write."""
        if any(block.power in row.powers for block in self._sitting.preorders.fired):
            return "fired"
        over = ended_by_others(self._sitting, row.powers)
        if over and (
            self._has_news(row) or self._invitation(row)
        ):  # a report of the impulse may have said it
            return "over"
        dropped = any(dropped.power in row.powers for dropped in self._sitting.dropped)
        return "notice" if own_notes or dropped or self._notes_of_the_sitting(row) else ""

    def _invitation(self, row: SeatRow) -> Invitation | None:
        """What whoever has ended an impulse without a letter could write for the next one."""
        if not self._game.quick or row.digest is not None:  # `ok` to a digest would answer nothing
            return None
        return invitation(self._sitting, row.powers, self.material.voice(row), suggests=row.suggestions)

    def _with_invitation(self, row: SeatRow, invited: Invitation) -> Receipt:
        title = self.material.voice(row).say("letter", "preorder.title")
        return Receipt(answers=[(title, invited.text)])

    def reports(self) -> None:
        """Public reports of what has come to its end."""
        PublicReports(self._session, self.material, self._delivery, self._now).send()

    def held_notes(self, row: SeatRow, letter: int | None = None) -> list[Message]:
        """The lines of a seat that were held and have run in this sitting, but for those of a letter."""
        # Of what was written for a moment that came in this sitting another note tells.
        fired = [(block.power, block.moment) for block in self._sitting.preorders.fired]
        ran = [
            step.words
            for step in self._sitting.steps
            if step.letter not in (None, letter)
            and step.number is None
            and step.power in row.powers
            and (step.power, step.moment) not in fired
        ]
        return [note("held_ran", count=len(ran), text="; ".join(ran))] if ran else []

    def _notes_of_the_sitting(self, reader: Seat | SeatRow) -> list[Message]:
        """What became of a reader's deals, standing orders and orders for later."""
        voice = self.material.voice(reader)
        return [
            *deal_notes(self._sitting, reader.powers, voice),
            *retired_notes(self._sitting, reader.powers, voice),
            *preorder_notes(self._sitting, reader.powers, voice),
        ]

    def _asked_now(self) -> list[Power]:
        """Powers to which a question goes; nobody writes to a seat where nobody is."""
        asked = self._sitting.newly_asked()
        absent = clocks.absent_powers(self._session, self._game) if asked else []
        return [power for power in asked if power not in absent]

    def talks_begin(self) -> Sequence[Power]:
        """The powers that begin to negotiate with this sitting; told once."""
        talks = self.material.open_talks
        if talks is None or talks.told:
            return ()
        talks.told = True
        self._session.add(talks)
        self._begun = talks.powers
        return talks.powers

    def talks_note(self) -> list[Message]:
        """What a letter says when the talks begin; a plan of the turn has a part of its own in it."""
        talks = self.material.open_talks
        if talks is None or talks.part == PLAN:
            return []
        return [note("talks_opened", until=self.material.local(talks.closes_at))]

    # ---- Short letters

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
        voice = self.material.voice(row)
        letter = Notice(
            game=self.material.title(voice),
            where=self.material.view(row).where,
            to=row.name,
            title=voice.tell(subject),
            paragraphs=[voice.tell(paragraph) for paragraph in paragraphs],
            press=[(voice.tell(quoted.title), quoted.text) for quoted in press],
            orders=[order if isinstance(order, str) else voice.tell(order) for order in orders],
        )
        text, html = notice_letter(letter, voice)
        draft = Draft(kind, self.material.behind_the_name(row, letter.title), text, html, about=about)
        if waits:
            self._delivery.post_or_collect(row, draft, letter.title, letter.where)
        else:
            self._delivery.post(row, draft)

    def to_all(
        self, subject: Message, paragraphs: Sequence[Message], *, but_for: Collection[int] = ()
    ) -> None:
        """The same short letter to every seat; `but_for` are seat numbers."""
        for row in self.material.seats:
            if row.number not in but_for:
                self.notice(row, "notice", subject, paragraphs, waits=True)

    # ---- Private letters

    def private(
        self, row: SeatRow, kind: str, why: Occasion = USUAL, *, notes: Sequence[Message] = ()
    ) -> None:
        """A letter to one seat, with everything new that it may know."""
        seat = games.as_seat(row)
        voice, memory = self.material.voice(seat), Memory.of(row.memory)
        asked = self._questions(row, why, memory, voice)
        scene = self._scene(row, kind, why)
        plan = self._plan_ahead(row, why, voice)
        about = plan.about if plan else why.about
        letter = self._letter(row, kind, why, asked, voice)
        receipts.copy_once(letter)
        if plan and letter.talks:
            letter.talks = replace(letter.talks, ahead=plan.lines)
        letter.notes = [voice.tell(one) for one in (*notes, *self._more_notes(seat, memory))]
        questions.surround(letter, seat.powers, self._sitting.engine.game, self._sitting.title, voice)
        picture = kept_for(row.pictures, scene, voice)
        letter.picture = picture_of(picture, voice, letter.near) if picture else None
        score = self.material.score
        if memory.score:
            letter.score = self._sitting.title.score_changes(memory.score, score, voice)
        said = leave_out_known(letter, memory, score, self.material.impulses, kind=kind, wanted=why.wanted)
        said.seq = self._sitting.engine.seq
        if isinstance(about, AboutAhead):
            said.ahead[about.power] = about.seq
        change(self._session, row, memory=said.stored())
        text, html = render.private_letter(letter, voice)
        heading = subjects.subject_of(kind, letter, voice)
        draft = Draft(
            kind,
            self.material.behind_the_name(row, heading),
            text,
            html,
            why.thread,
            why.letter_id,
            asked=self._asked_at(seat),
            about=about,
            picture=picture,
        )
        if why.waits:
            self._delivery.post_or_collect(row, draft, heading, letter.view.where)
        else:
            self._delivery.post(row, draft)
        if asked:
            self._delivery.send_collected(row)

    def _questions(self, row: SeatRow, why: Occasion, memory: Memory, voice: Voice) -> list[Asked]:
        """What the seat is asked, with what a bot would answer."""
        asked = self.material.asked(games.as_seat(row))
        told = with_suggestions(asked, row, memory, self._sitting, voice)
        if isinstance(why.about, AboutReading):  # in this letter `ok` says that it was understood
            return [replace(one, suggested="") if one.power == why.about.power else one for one in told]
        return told

    def _scene(self, row: SeatRow, kind: str, why: Occasion) -> Scene | None:
        """What the picture shows: what is asked, or all that a seat has where it begins something."""
        if scene := why.scene or self.material.scene_of_question(row):
            return scene
        from_the_start = kind == START or why.taken_over
        if from_the_start or self._begins(row):
            return self.material.scene_of_seat(row, whole=from_the_start)
        return None

    def _begins(self, row: SeatRow) -> bool:
        """Whether talks, or a plan of the turn, begin for the seat with this sitting."""
        return any(power in self._begun for power in row.powers)

    def _asked_at(self, seat: Seat) -> int | None:
        """The log entry after which the seat was asked last; None if it is asked nothing."""
        opened, waiting = self._sitting.opened, self._sitting.waiting()
        return max((opened[power] for power in seat.powers if power in waiting), default=None)

    def _more_notes(self, seat: Seat, memory: Memory) -> list[Message]:
        """What the sitting itself has to tell a seat."""
        return [
            *forfeited(self._sitting, seat.powers),
            *self.material.preset_notes(seat, memory.seq),
            *self._notes_of_the_sitting(seat),
        ]

    def _letter(
        self, row: SeatRow, kind: str, why: Occasion, asked: list[Asked], voice: Voice
    ) -> PrivateLetter:
        """Its parts, all that there are: what the reader knows already is left out later."""
        material, sitting, seat, receipt = self.material, self._sitting, games.as_seat(row), why.receipt
        opening = material.opening(row.told)
        kept_is_told = (receipt and receipt.kept) or "orders" in why.wanted
        is_new = kind == START or why.taken_over
        return PrivateLetter(
            game=material.title(voice),
            to=seat.name,
            view=material.view(seat),
            hands=sitting.title.hands(sitting.engine.game, seat.powers, voice),
            receipt=receipt,
            handed_back=[receipts.handed_back(d, voice) for d in sitting.dropped if d.power in seat.powers],
            news=material.story(self._news(row, why.told), voice, opening=opening, flowing=True),
            asked=asked,
            held=() if receipt and receipt.held else material.held(seat),
            kept="" if kept_is_told else kept_in_short(sitting, seat.powers, voice),
            waiting=material.waiting(voice, seat.powers),
            turn_over=not asked and turn_is_over(sitting, seat.powers),
            talks=material.talks(seat),
            introduction=material.introduction(seat, taken_over=why.taken_over) if is_new else (),
            past=material.past(seat) if why.taken_over else (),
        )

    def _plan_ahead(self, row: SeatRow, why: Occasion, voice: Voice) -> PlanAhead | None:
        """What a bot would write where a plan of the turn begins, unless `ok` takes something else."""
        talks = self.material.open_talks
        if talks is None or talks.part != PLAN or not self._begins(row) or not row.suggestions or why.about:
            return None
        powers = [power for power in talks.powers if power in row.powers]
        return plan_ahead(self._sitting, planned_moments(self._sitting), powers, voice)

    def _news(self, row: SeatRow, told: Collection[int]) -> list[Event]:
        """What the seat was not told yet, and is told now."""
        news = self._untold(row, told)
        if events := self.material.book.after(row.told):
            change(self._session, row, told=events[-1][0])
        return news

    def _has_news(self, row: SeatRow) -> bool:
        """Whether there is more to tell than that another chapter has begun."""
        chapters = self._sitting.title.chapters
        return any(type(event).__name__ not in chapters for event in self._untold(row))

    def _untold(self, row: SeatRow, told: Collection[int] = ()) -> list[Event]:
        """What a seat may know and was not told yet, by its letters or by a public report."""
        book, seat = self.material.book, games.as_seat(row)
        return [
            event
            for number, event in book.after(row.told)
            if may_know(event, seat)
            and book.place_in_sitting(number) not in told
            and (event.audience is not None or number > self._game.reported)
        ]
