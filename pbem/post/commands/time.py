"""What players ask about time and their seats: more time, vacations, substitutes, leaving."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from pbem.calendar.absence import mailbox_of, read_vacation
from pbem.calendar.deadlines import FAILED, PASSED, UNDECIDED, hours_in, outcome_of
from pbem.errors import Unreadable, WrongMoment
from pbem.language.names import MAJOR
from pbem.letters import render
from pbem.letters.notices import note
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
            raise Unreadable(f"players may vote at most {most} more hours at a time")
        if not self._something_is_due():
            raise Unreadable("nothing is due, so there is nothing to extend")
        if open_vote := clocks.open_vote(desk.session, desk.game):
            raise WrongMoment(f'there is a vote on {open_vote.hours} hours already: "agree" or "refuse"')
        desk.use("votes", desk.settings.quotas.votes, "votes on more time")
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
            return "More time", render.wrap(note("extension_passed", hours=hours), 2)
        desk.posts.append(lambda writer: self._ask_for_votes(writer, vote))
        return "More time", render.wrap(f"The others are asked whether they agree to {hours} more hours.", 2)

    def vote(self, *, agrees: bool) -> Answer:
        """`agree` or `refuse`, while a vote is open."""
        desk = self._desk
        self._only_players()
        vote = clocks.open_vote(desk.session, desk.game)
        if vote is None:
            raise WrongMoment("there is nothing to vote on")
        mine = desk.row.number
        vote.agreed = [number for number in vote.agreed if number != mine] + ([mine] if agrees else [])
        vote.refused = [number for number in vote.refused if number != mine] + ([] if agrees else [mine])
        desk.session.add(vote)
        desk.session.flush()
        if self._count(vote):
            words = "extension_passed" if vote.status == "passed" else "extension_failed"
            return "Vote", render.wrap(note(words, hours=vote.hours), 2)
        return "Vote", render.wrap("Your vote is counted.", 2)

    def _count(self, vote: VoteRow) -> bool:
        """Whether the vote is decided: more than half of the players agree, or no longer can."""
        desk = self._desk
        vote.status = outcome_of(vote.agreed, vote.refused, [row.number for row in desk.voters()])
        if vote.status == PASSED:
            desk.move_deadlines(vote.hours, "extension_passed")
        elif vote.status == FAILED:
            desk.tell_all("Deadlines", note("extension_failed", hours=vote.hours), but_for=[desk.row.number])
        desk.session.add(vote)
        return vote.status != UNDECIDED

    def _ask_for_votes(self, writer: Correspondence, vote: VoteRow) -> None:
        desk = self._desk
        words = note("extension_asked", who=desk.seat_words(desk.row), hours=vote.hours)
        for row in desk.voters():
            if row.number != desk.row.number:
                orders = ["agree extension", "refuse extension"]
                writer.notice(row, "vote", f"{vote.hours} more hours?", [words], orders=orders)

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
            return "Vacation", self._planned()
        if text.lower() in CALLED_OFF:
            return self._call_off()
        calendar = clocks.pace_of(desk.game).calendar
        vacation = read_vacation(text, calendar, desk.now)
        if running := seats.running_absence(desk.session, desk.row):
            raise WrongMoment(f'this seat is away until {calendar.say(running.ends)}: "back" ends that')
        self._announce()
        absence = seats.plan_absence(desk.session, desk.row, vacation)
        words = desk.absence_words("vacation_planned", absence, desk.row)
        desk.tell_all("A vacation", words, but_for=[desk.row.number])
        told = [
            f"You are away from {calendar.say(absence.begins)} until {calendar.say(absence.ends)}.",
            meanwhile(absence),
            '"vacation off" calls it off; "back" ends it when it has begun.',
        ]
        return "Vacation", "\n".join(render.wrap(line, 2) for line in told)

    def back(self, request: Request) -> Answer:
        desk = self._desk
        self._only_players()
        absence = seats.running_absence(desk.session, desk.row)
        if absence is None:
            raise WrongMoment("you are not away")
        if absence.address:
            raise WrongMoment("the player whose seat this is ends the vacation, not the delegate")
        seats.end_absence(desk.session, absence)
        desk.wait_again_for(desk.row)
        words = note("vacation_over", who=desk.row.name, powers=desk.power_words(desk.row))
        desk.tell_all("A vacation", words, but_for=[desk.row.number])
        return "Back", render.wrap(note("vacation_yours_over"), 2)

    def _planned(self) -> str:
        desk = self._desk
        calendar = clocks.pace_of(desk.game).calendar
        found = seats.absences_of(desk.session, desk.row)
        lines = [
            f"From {calendar.say(absence.begins)} until {calendar.say(absence.ends)}. {meanwhile(absence)}"
            for absence in found
        ]
        usage = "To plan one: vacation 2026-12-20 to 2027-01-02 [with anna@example.org]"
        return "\n".join(render.wrap(line, 2) for line in [*(lines or ["You have planned none."]), usage])

    def _call_off(self) -> Answer:
        desk = self._desk
        planned = seats.absences_of(desk.session, desk.row, ("planned",))
        if not planned:
            raise WrongMoment("you have planned no vacation")
        for absence in planned:
            absence.status = "over"
            desk.session.add(absence)
            words = desk.absence_words("vacation_off", absence, desk.row)
            desk.tell_all("A vacation", words, but_for=[desk.row.number])
        return "Vacation", render.wrap("Your plans are forgotten, and the others are told.", 2)

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
        powers = desk.power_words(desk.row)
        words = note("substitute_asked", who=desk.row.name, powers=powers)
        text = (
            f"{words}\n{wanted}\nTo hand the seat over:\n\n"
            f'    substitute {desk.game.name} {desk.row.powers[0]} "Name <address>"\n'
        )
        tell_moderator(desk.session, desk.settings.mail, words, text, desk.now, game=desk.game)
        desk.offer_seat(desk.row)
        told = "The moderator is told, and the observers are asked. Until somebody takes over, you play."
        return "Substitute", render.wrap(told, 2)

    def resign(self, request: Request) -> Answer:
        desk = self._desk
        self._only_players()
        self._not_the_delegate()
        if request.text.lower() not in FOR_GOOD:
            told = (
                "This ends the game for you and cannot be taken back. If you mean it, write: resign for good"
            )
            return "Resign", render.wrap(told, 2)
        who, powers = desk.row.name, desk.power_words(desk.row)
        bot = clocks.pace_of(desk.game).caretaker_after > 0
        then = "a caretaker plays for it" if bot else "silence answers for it"
        words = note("seat_resigned", who=who, powers=powers, meanwhile=then)
        tell_moderator(
            desk.session, desk.settings.mail, f"{who} has resigned", words, desk.now, game=desk.game
        )
        desk.offer_seat(desk.row)
        desk.tell_all("A resignation", words, but_for=[desk.row.number])
        desk.at_last.append(self._vacate)
        return "Resigned", render.wrap("You have left the game. Thank you for playing.", 2)

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
            raise WrongMoment("this seat is not free")
        name, address = desk.row.name, desk.row.address
        desk.at_last.append(self._leave)
        desk.hand_over(row, name, address)
        return "Your seat", render.wrap(
            f"{desk.power_words(row)} is yours. A letter tells how things stand.", 2
        )

    def unsubscribe(self, request: Request) -> Answer:
        desk = self._desk
        if desk.row.powers:
            raise Unreadable('players get letters as long as they play: "resign" leaves the game')
        desk.at_last.append(self._leave)
        return "Unsubscribed", render.wrap(note("unsubscribed"), 2)

    def _leave(self) -> None:
        desk = self._desk
        receipt = seats.last_letter(desk.session, desk.row)
        seats.leave(desk.session, desk.row)
        seats.send_after_all(desk.session, receipt)

    def _announce(self) -> None:
        self._desk.use("notices", self._desk.settings.quotas.notices, "announcements to everybody")

    def _not_the_delegate(self) -> None:
        absence = seats.running_absence(self._desk.session, self._desk.row)
        if absence is not None and absence.address:
            raise WrongMoment(f"this is for {absence.home_name} to decide, whose seat it is")

    def _only_players(self) -> None:
        if not self._desk.row.powers:
            raise Unreadable("only players can do this")
