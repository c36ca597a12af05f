"""What players ask about time and their seats: more time, vacations, substitutes, leaving."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from pbem.calendar.absence import mailbox_of, read_vacation
from pbem.calendar.deadlines import FAILED, PASSED, UNDECIDED, hours_in, outcome_of
from pbem.language.declined import Declined
from pbem.language.names import MAJOR
from pbem.language.voice import note, subject
from pbem.post.commands.requests import Request
from pbem.store import clocks, seats
from pbem.store.desk_tables import VoteRow
from pbem.work.game_work import meanwhile
from pbem.work.moderator_notices import tell_moderator

if TYPE_CHECKING:
    from pbem.post.commands.desk import PlayerDesk
    from pbem.work.correspondence import Correspondence

Answer: TypeAlias = tuple[str, str]
VOTE_HOURS = 48
CALLED_OFF = ("off", "none", "cancel", "no", "cancelled")
FOR_GOOD = ("yes", "for good", "from the game")


class TimeDesk:
    """One player's wishes about time and seat."""

    def __init__(self, desk: PlayerDesk) -> None:
        self._desk = desk

    # ---- More time

    def extend(self, request: Request) -> Answer:
        desk = self._desk
        self._only_players()
        hours = hours_in(request.text or "24h")
        most = clocks.pace_of(desk.game).longest_extension
        if hours > most:
            raise Declined("time.most_hours", hours=most)
        if not self._something_is_due():
            raise Declined("time.nothing_due")
        if open_vote := clocks.open_vote(desk.session, desk.game):
            raise Declined("time.voting", hours=open_vote.hours)
        desk.use("votes", desk.settings.quotas.votes)
        assert desk.game.id is not None
        calendar = clocks.pace_of(desk.game).calendar
        vote = VoteRow(
            game_id=desk.game.id,
            hours=hours,
            asked_by=desk.row.number,
            agreed=[desk.row.number],
            at=desk.now,
            ends=calendar.after(desk.now, VOTE_HOURS),
        )
        desk.session.add(vote)
        desk.session.flush()
        if self._count(vote):
            return desk.answer("extension.title", desk.told(note("extension_passed", hours=hours)))
        desk.posts.append(lambda writer: self._ask_for_votes(writer, vote))
        return desk.answer("extension.title", desk.paragraph("extension.asked", hours=hours))

    def vote(self, *, agrees: bool) -> Answer:
        """`agree` or `refuse`, while a vote is open."""
        desk = self._desk
        self._only_players()
        vote = clocks.open_vote(desk.session, desk.game)
        if vote is None:
            raise Declined("time.no_vote")
        mine = desk.row.number
        vote.agreed = [number for number in vote.agreed if number != mine] + ([mine] if agrees else [])
        vote.refused = [number for number in vote.refused if number != mine] + ([] if agrees else [mine])
        desk.session.add(vote)
        desk.session.flush()
        if self._count(vote):
            words = "extension_passed" if vote.status == "passed" else "extension_failed"
            return desk.answer("extension.vote", desk.told(note(words, hours=vote.hours)))
        return desk.answer("extension.vote", desk.paragraph("extension.counted"))

    def _count(self, vote: VoteRow) -> bool:
        """Whether the vote is decided: more than half of the players agree, or no longer can."""
        desk = self._desk
        vote.status = outcome_of(vote.agreed, vote.refused, [row.number for row in desk.voters()])
        if vote.status == PASSED:
            desk.move_deadlines(vote.hours, "extension_passed")
        elif vote.status == FAILED:
            desk.tell_all("deadlines", note("extension_failed", hours=vote.hours), but_for=[desk.row.number])
        desk.session.add(vote)
        return vote.status != UNDECIDED

    def _ask_for_votes(self, writer: Correspondence, vote: VoteRow) -> None:
        desk = self._desk
        asker, about = desk.row, subject("more_hours", hours=vote.hours)
        words = note("extension_asked", player=asker.name, powers=asker.powers, hours=vote.hours)
        for row in desk.voters():
            if row.number != desk.row.number:
                orders = ["agree extension", "refuse extension"]
                writer.notice(row, "vote", about, [words], orders=orders)

    def _something_is_due(self) -> bool:
        desk = self._desk
        if desk.game.status != "running":
            return False
        return bool(desk.sitting.waiting()) or desk.sitting.talking

    # ---- Vacations

    def vacation(self, request: Request) -> Answer:
        desk = self._desk
        self._only_players()
        text = request.text.strip(" :")
        if not text:
            return desk.answer("vacation.title", *self._planned())
        if text.lower() in CALLED_OFF:
            return self._call_off()
        calendar = clocks.pace_of(desk.game).calendar
        vacation = read_vacation(text, calendar, desk.now)
        if running := seats.running_absence(desk.session, desk.row):
            raise Declined("time.away", ends=desk.local(running.ends))
        self._announce()
        absence = seats.plan_absence(desk.session, desk.row, vacation)
        words = desk.absence_words("vacation_planned", absence, desk.row)
        desk.tell_all("vacation", words, but_for=[desk.row.number])
        begins, ends = desk.local(absence.begins), desk.local(absence.ends)
        return desk.answer(
            "vacation.title",
            desk.paragraph("vacation.planned", begins=begins, ends=ends),
            desk.told(meanwhile(absence)),
            desk.paragraph("vacation.off"),
        )

    def back(self, request: Request) -> Answer:
        desk = self._desk
        self._only_players()
        absence = seats.running_absence(desk.session, desk.row)
        if absence is None:
            raise Declined("time.not_away")
        if absence.address:
            raise Declined("time.delegate")
        seats.end_absence(desk.session, absence)
        desk.wait_again_for(desk.row)
        words = note("vacation_over", player=desk.row.name, powers=desk.row.powers)
        desk.tell_all("vacation", words, but_for=[desk.row.number])
        return desk.answer("vacation.back", desk.told(note("vacation_yours_over")))

    def _planned(self) -> list[str]:
        desk = self._desk
        lines = [
            desk.paragraph(
                "vacation.one",
                begins=desk.local(absence.begins),
                ends=desk.local(absence.ends),
                meanwhile_note=meanwhile(absence),
            )
            for absence in seats.absences_of(desk.session, desk.row)
        ]
        return [*(lines or [desk.paragraph("vacation.none")]), desk.paragraph("vacation.usage")]

    def _call_off(self) -> Answer:
        desk = self._desk
        planned = seats.absences_of(desk.session, desk.row, ("planned",))
        if not planned:
            raise Declined("time.no_vacation")
        for absence in planned:
            absence.status = "over"
            desk.session.add(absence)
            words = desk.absence_words("vacation_off", absence, desk.row)
            desk.tell_all("vacation", words, but_for=[desk.row.number])
        return desk.answer("vacation.title", desk.paragraph("vacation.called_off"))

    # ---- Seats

    def substitute(self, request: Request) -> Answer:
        desk = self._desk
        self._only_players()
        self._not_the_delegate()
        wanted = ""
        if request.text:
            name, address = mailbox_of(request.text)
            wanted = f"They propose {name} <{address}>.\n"
        self._announce()
        words = desk.voice.tell(note("substitute_asked", player=desk.row.name, powers=desk.row.powers))
        text = (
            f"{words}\n{wanted}\nTo hand the seat over:\n\n"
            f'    substitute {desk.game.name} {desk.row.powers[0]} "Name <address>"\n'
        )
        tell_moderator(desk.session, desk.settings.mail, words, text, desk.now, game=desk.game)
        desk.offer_seat(desk.row)
        return desk.answer("seat.substitute", desk.paragraph("seat.sought"))

    def resign(self, request: Request) -> Answer:
        desk = self._desk
        self._only_players()
        self._not_the_delegate()
        if request.text.lower() not in FOR_GOOD:
            return desk.answer("seat.resign", desk.paragraph("seat.sure"))
        bot = clocks.pace_of(desk.game).caretaker_after > 0
        who, key = desk.row.name, "seat_resigned_to_bot" if bot else "seat_resigned"
        words = note(key, player=who, powers=desk.row.powers)
        text, mail = desk.voice.tell(words), desk.settings.mail
        tell_moderator(desk.session, mail, f"{who} has resigned", text, desk.now, game=desk.game)
        desk.offer_seat(desk.row)
        desk.tell_all("resignation", words, but_for=[desk.row.number])
        desk.at_last.append(self._vacate)
        return desk.answer("seat.resigned", desk.paragraph("seat.farewell"))

    def _vacate(self) -> None:
        desk = self._desk
        receipt = seats.last_letter(desk.session, desk.row)
        seats.vacate(desk.session, desk.game, desk.row)
        seats.send_after_all(desk.session, receipt)
        seats.offer(desk.session, desk.row, desk.now)
        seats.nobody_waits_for(desk.session, desk.row, desk.now)

    def take_seat(self, request: Request) -> Answer:
        """An observer takes over a seat that was offered."""
        desk = self._desk
        power = desk.names.find(MAJOR, request.text)
        row = next((row for row in seats.offered(desk.session, desk.game) if power in row.powers), None)
        if row is None:
            raise Declined("time.not_free")
        name, address, language = desk.row.name, desk.row.address, desk.row.language
        desk.at_last.append(self._leave)
        desk.hand_over(row, name, address)
        row.language = language
        return desk.answer("seat.yours", desk.paragraph("seat.taken", powers=row.powers))

    def unsubscribe(self, request: Request) -> Answer:
        desk = self._desk
        if desk.row.powers:
            raise Declined("time.resign")
        desk.at_last.append(self._leave)
        return desk.answer("seat.unsubscribed", desk.paragraph("seat.no_more"))

    def _leave(self) -> None:
        desk = self._desk
        receipt = seats.last_letter(desk.session, desk.row)
        seats.leave(desk.session, desk.row)
        seats.send_after_all(desk.session, receipt)

    def _announce(self) -> None:
        self._desk.use("notices", self._desk.settings.quotas.notices)

    def _not_the_delegate(self) -> None:
        absence = seats.running_absence(self._desk.session, self._desk.row)
        if absence is not None and absence.address:
            raise Declined("time.for_the_player", player=absence.home_name)

    def _only_players(self) -> None:
        if not self._desk.row.powers:
            raise Declined("request.only_players")
