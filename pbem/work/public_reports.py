"""Reports to everybody, of what has come to its end: a turn, a phase or an impulse, as the game wishes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from sqlmodel import Session

from pbem.games.scenes import whole_scene
from pbem.language.voice import Voice
from pbem.letters import render, subjects
from pbem.letters.content import PublicReport
from pbem.letters.pictures import OFF, Kept, kept_for, picture_of
from pbem.letters.preorders import example_ahead
from pbem.letters.story import PHASE_BEGAN
from pbem.pictures.scene import Scene
from pbem.play.late_responses import stands_at_a_stop
from pbem.store.pace_table import pace_table
from pbem.store.seeds import seed_of
from pbem.store.tables import SeatRow
from pbem.work.delivery import Delivery
from pbem.work.letter_material import LetterMaterial
from pbem.work.outgoing import Draft
from pbem.work.pace_lines import pace_lines
from rules import Event


class PublicReports:
    """Writes the reports that a sitting causes."""

    def __init__(self, session: Session, material: LetterMaterial, delivery: Delivery, now: datetime) -> None:
        self._session = session
        self._material = material
        self._delivery = delivery
        self._now = now
        self._game = material.game
        self._sitting = material.sitting

    def send(self) -> None:
        """Report what is over and was not reported yet."""
        fresh = (event for step in self._sitting.steps for event in step.events)
        over, at_a_stop = self._sitting.engine.over, stands_at_a_stop(self._sitting)
        if not over and not at_a_stop and not any(self._may_begin_a_report(event) for event in fresh):
            return
        events = self._material.book.after(self._game.reported)
        begin, turn = 0, None
        for at, (_, event) in enumerate(events):
            if at > begin and self._may_begin_a_report(event):
                another_turn = turn is not None and getattr(event, "turn", turn) != turn
                if another_turn or self._game.reports != "turn":
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
            self._game.reported = events[begin - 1][0]
            self._session.add(self._game)

    def _may_begin_a_report(self, event: Event) -> bool:
        """Whether an event marks a chapter at which a report may end; for turns, if it is another turn's."""
        marks = self._sitting.title.chapters if self._game.reports == "impulse" else (PHASE_BEGAN,)
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
        readers = [row for row in self._material.seats if row.address]
        written: dict[tuple[str, str], Draft] = {}
        titles: dict[str, str] = {}
        scene: Scene | None = None
        if (final or ends_turn) and any(row.pictures != OFF for row in self._material.seats):
            scene = whole_scene(self._sitting.title, self._sitting.engine.game, events)
        for row in readers:
            alike = (row.language, row.pictures)
            if alike not in written:
                voice = self._material.voice(row)
                picture = kept_for(row.pictures, scene, voice)
                report = self._report_for(row, events, picture, final=final, so_far=so_far)
                if not report.chapters and not final:
                    return
                texts = render.public_report(report, voice)
                subject = subjects.behind_the_name(self._game.name, report.turn, 0, report.subject, voice)
                written[alike] = Draft("report", subject, *texts, picture=picture)
                titles[row.language] = report.title
            if final:
                self._delivery.post(row, written[alike])
            else:
                self._delivery.post_or_collect(row, written[alike], titles[row.language])

    def _report_for(
        self, reader: SeatRow, events: Sequence[Event], picture: Kept | None, *, final: bool, so_far: bool
    ) -> PublicReport:
        material, by_turn = self._material, self._game.reports == "turn"
        voice, view = material.voice(reader), material.view(reader)
        public = (event for event in events if event.visible_to(None))
        chapters = material.story(public, voice, opening=material.opening(self._game.reported))
        turn = next((event.turn for event in reversed(events) if hasattr(event, "turn")), view.turn)
        by_chapter = chapters[:1] if not by_turn or so_far else []
        title = subjects.report_title(voice, turn, by_chapter)
        if [chapter.title for chapter in chapters] == [title]:  # it stands above the report already
            chapters = [replace(chapters[0], title="")]
        return PublicReport(
            game=material.title(voice),
            title=voice.say("letter", "report.final", text=title) if final else title,
            view=view,
            chapters=chapters,
            waiting="" if final else material.waiting(voice),
            seed=seed_of(self._session, self._game) if final else "",
            commitment=self._game.commitment,
            final=final,
            ahead=self._ahead(voice) if self._game.quick and not final else (),
            pace=() if so_far or not by_turn else self._pace(voice, final=final),
            subject=subjects.report_subject(voice, turn, by_chapter, final=final),
            turn=turn,
            picture=picture_of(picture, voice) if picture else None,
        )

    def _ahead(self, voice: Voice) -> list[str]:
        """An invitation to write the next orders before they are asked for; the same for everybody."""
        return [voice.say("letter", "preorder.invite_all"), *example_ahead(voice)]

    def _pace(self, voice: Voice, *, final: bool) -> list[str]:
        """How fast the game goes, once a turn is over; of a game that is over nothing is expected."""
        table = pace_table(self._session, self._game, self._now)
        table = replace(table, ends=None) if final else table
        return pace_lines(table, voice, self._material.zone) if table.turns else []
