"""What a player's letter asks of the moderator besides orders, done inside the transaction of the letter.

Talks, deals and press are here; time and seats in `time`.  What others are told of it is put off
until the game is stored, so that their letters say how it stands then.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import TypeAlias

from sqlmodel import Session, select

from pbem.calendar.calendar import BadCalendar
from pbem.config import Settings
from pbem.errors import Ambiguous, Illegal, ModeratorProblem, OrderProblem, Unreadable
from pbem.language.names import MAJOR
from pbem.language.plain import plain_text
from pbem.language.refusals import why, why_by_rule
from pbem.language.voice import Voice
from pbem.letters import render
from pbem.letters.content import printed_power
from pbem.letters.notices import Quoted, draft_line, drafts_text, note
from pbem.play.budget import Budget
from pbem.play.press import MOST_IN_A_LETTER, Press, check_press, read_group, receivers_of
from pbem.play.sitting import Sitting
from pbem.play.talks import (
    AGREED,
    LIVING,
    OFFERED,
    REFUSED,
    WITHDRAWN,
    Clerk,
    Draft,
    collect_proposals,
    conflict,
    read_proposal,
)
from pbem.post.commands.requests import EXTENSION, Moment, Request, may_be_a_vote, sort_requests
from pbem.post.commands.time import TimeDesk
from pbem.store import clocks, seats, tally
from pbem.store.desk_tables import GroupRow, PressRow, TalksRow
from pbem.store.tables import GameRow, SeatRow
from pbem.store.talks import all_drafts
from pbem.work.correspondence import Correspondence
from pbem.work.game_work import GameWork, Post
from pbem.work.moderator_notices import tell_moderator
from rules import Power

Answer: TypeAlias = tuple[str, str]
"""A title and a text, for the receipt."""
NOT_PLAYING = "Only players can do this."


class PlayerDesk(GameWork):
    """Takes the requests of one letter."""

    def __init__(
        self,
        session: Session,
        settings: Settings,
        game: GameRow,
        sitting: Sitting,
        row: SeatRow,
        now: datetime,
        letter_id: int,
        budget: Budget | None = None,
    ) -> None:
        super().__init__(session, settings, game, sitting, now)
        self.budget = budget or Budget()
        self.row = row
        self.letter_id = letter_id
        self.at_last: list[Callable[[], None]] = []
        """Done when the receipt is written: then the seat may lose its address."""
        self.time = TimeDesk(self)
        self.handlers: dict[str, Callable[[Request], Answer]] = {
            "press": self._press,
            "group": self._group,
            "propose": self._propose,
            "agree": self._agree,
            "refuse": self._refuse,
            "withdraw": self._withdraw,
            "deals": self._deals,
            "ready": self._ready,
            "not ready": self._not_ready,
            "extend": self.time.extend,
            "vacation": self.time.vacation,
            "back": self.time.back,
            "substitute": self.time.substitute,
            "resign": self.time.resign,
            "take": self.time.take_seat,
            "unsubscribe": self.time.unsubscribe,
        }
        self._carried = 0

    # ---- What is going on

    def moment(self, lines: Sequence[str]) -> Moment:
        """How the words of a letter are meant now."""
        talks = self.talks
        votes = bool(self.row.powers) and any(may_be_a_vote(line) for line in lines)
        return Moment(
            talking=talks is not None and any(power in talks.powers for power in self.row.powers),
            voting=votes and clocks.open_vote(self.session, self.game) is not None,
            asked=votes and any(power in self.sitting.waiting() for power in self.row.powers),
            observer=not self.row.powers,
        )

    @property
    def clerk(self) -> Clerk:
        if self.sitting.clerk is None:
            raise Unreadable("this game has no negotiation window: deals are announced when you are asked")
        return self.sitting.clerk

    def sort(self, lines: Sequence[str], subject: str) -> tuple[list[Request], list[str]]:
        """The requests of a letter, and its other lines in their places."""
        requests, rest = sort_requests(lines, self.moment(lines))
        if not self.row.powers and subject.strip().lower() == "unsubscribe" and not requests:
            requests = [Request("unsubscribe", "", "", 1, "unsubscribe")]  # as mail programs do it
        return requests, rest if self.talks is not None else collect_proposals(rest)

    def is_here(self) -> None:
        """The player has written: silence is forgotten, and a caretaker goes."""
        row = self.row
        if row.missed and seats.no_longer_offered(self.session, row, self.now):
            self.note_for(row, note("seat_kept"))
        row.missed = 0
        if row.status == "caretaker":
            row.status = "playing"
            self.note_for(row, note("caretaker_yours"))
            self.wait_again_for(row)
            words = note("caretaker_over", who=row.name, powers=self.power_words(row))
            self.tell_all("A caretaker", words, but_for=[row.number])
        self.session.add(row)

    def tell_others(self, writer: Correspondence) -> None:
        """When the receipt is written: what others are told, and then whatever takes the seat's address."""
        self.tell(writer)
        for finally_do in self.at_last:
            finally_do()

    def take(self, requests: Sequence[Request]) -> list[Answer]:
        """Do what is asked for, one after the other; an answer for each."""
        return [self._take_one(request) for request in requests]

    def not_now(self, requests: Sequence[Request]) -> list[Answer]:
        """In a preview nothing is done."""
        if not requests:
            return []
        lines = "\n".join(f"    {request.line}" for request in requests)
        return [("Not done in a preview", lines)]

    def _take_one(self, request: Request) -> Answer:
        try:
            self.budget.check(request.line)
            return self.handlers[request.word](request)
        except Illegal as problem:
            reason = render.wrap(render.sentence(why(problem, self.voice), problem.rule), 2)
        except OrderProblem as problem:
            reason = _explained(problem, self.voice)
        except (BadCalendar, ModeratorProblem) as problem:
            reason = render.wrap(render.sentence(str(problem)), 2)
        return "Not done", f"{render.wrap(request.line, 4, 4)}\n{reason}"

    def use(self, what: str, most: int, called: str, *, amount: int = 1) -> None:
        """Count what makes others receive letters; the moderator is told when it is too much for a day.

        :raises Unreadable: it is.
        """
        who = f"{self.game.name}, {self.power_words(self.row)}"
        if tally.may(self.session, who, what, most, self.now, amount=amount):
            return
        if tally.is_first_cut(self.session, who, what, self.now, amount=amount):
            text = (
                f"{self.seat_words(self.row)} has used up the {most} {called} of today. More are not carried "
                f"before midnight, UTC.\n"
            )
            subject = f"no more {called} by {self.row.name} today"
            tell_moderator(self.session, self.settings.mail, subject, text, self.now, game=self.game)
        raise Unreadable(f"{most} {called} a day are the most: write again tomorrow (after midnight, UTC)")

    # ---- Who speaks

    def power_of(self, request: Request) -> Power:
        """Which of the seat's powers speaks: the one named, or the only one that can."""
        own = list(self.row.powers)
        if not own:
            raise Unreadable(NOT_PLAYING)
        if request.power:
            named = self.names.find(MAJOR, request.power, own)
            if named not in own:
                raise Unreadable(f'"{request.power}" is not yours', request.line)
            return named
        talks = self.talks
        talking = [power for power in own if talks is not None and power in talks.powers]
        speaking = talking or own
        if len(speaking) > 1:
            raise Unreadable(
                f'say for which of your powers, as "{speaking[0]}: {request.word} ..."', request.line
            )
        return speaking[0]

    def seat_of(self, power: Power) -> SeatRow:
        return seats.seat_of_power(self.session, self.game, power)

    # ---- Press

    def _press(self, request: Request) -> Answer:
        sender = self.power_of(request)
        to, _, text = plain_text(request.text).partition(":")
        receivers = receivers_of(to, sender, self.names, self._groups(sender), self.sitting.title.powers)
        press = Press(sender, receivers, text)
        if self._carried >= MOST_IN_A_LETTER:
            raise Unreadable(f"a letter carries at most {MOST_IN_A_LETTER} pieces of press")
        check_press(press, self.talks)
        self.use("press", self.settings.quotas.press, "pieces of press")
        self._carried += 1
        assert self.game.id is not None
        self.session.add(
            PressRow(
                game_id=self.game.id,
                sender=sender,
                receivers=list(receivers),
                turn=getattr(self.sitting.engine.game, "turn", 0),
                text=text,
                at=self.now,
                letter_id=self.letter_id,
            )
        )
        self.session.flush()
        whom = self._say(receivers) if receivers else "everybody"
        unready = self.wake(receivers)
        self.posts.append(lambda writer: self._carry(writer, press, unready))
        told = f"Your press is on its way to {whom}."
        if vacant := [power for power in receivers if self.seat_of(power).status == "vacant"]:
            told += f" Nobody plays {self._say(vacant)} now."
        return "Press", render.wrap(told, 2)

    def _carry(self, writer: Correspondence, press: Press, unready: Sequence[Power]) -> None:
        title = f"Press from {printed_power(self.names, press.sender)}"
        whom = self._say(press.receivers) if press.receivers else "everybody"
        quoted = Quoted(f"{printed_power(self.names, press.sender)} to {whom}", press.text)
        answer = f"press to {self.names.say(MAJOR, press.sender).lower()}: <text>"
        for row in self.rows():
            mine = [power for power in row.powers if power in press.receivers]
            if row.id == self.row.id or (press.receivers and not mine):
                continue
            notes = [note("not_ready_any_more")] if any(power in unready for power in mine) else []
            orders = [] if press.public or not row.powers else [answer]
            writer.notice(row, "press", title, notes, press=[quoted], orders=orders)

    def _groups(self, owner: Power) -> dict[str, list[Power]]:
        rows = self.session.exec(
            select(GroupRow).where(GroupRow.game_id == self.game.id, GroupRow.owner == owner)
        )
        return {row.name: row.members for row in rows}

    def _group(self, request: Request) -> Answer:
        owner = self.power_of(request)
        name, members = read_group(request.text, owner, self.names, self.sitting.title.powers)
        found = self.session.exec(
            select(GroupRow).where(
                GroupRow.game_id == self.game.id, GroupRow.owner == owner, GroupRow.name == name
            )
        ).first()
        assert self.game.id is not None
        row = found or GroupRow(game_id=self.game.id, owner=owner, name=name, members=[])
        row.members = list(members)
        self.session.add(row)
        self.session.flush()
        return "Group", render.wrap(f'"press to {name}:" now goes to {self._say(members)}.', 2)

    # ---- Deals

    def _propose(self, request: Request) -> Answer:
        power, talks = self.power_of(request), self.talks
        if talks is None or power not in talks.powers:
            raise Unreadable("you do not negotiate now")
        partners = [other for other in talks.powers if other != power]
        deals = read_proposal(
            f"propose {request.text}", power, partners, self.sitting.engine.game, self.names, self.clerk.deals
        )
        told: list[str] = []
        self.use("proposals", self.settings.quotas.proposals, "proposals", amount=len(deals))
        for deal in deals:
            draft = self.clerk.propose(deal, power, talks.turn, self.letter_id)
            told.append(render.wrap(self._entered(draft, power), 2, 2))
            if clash := conflict(self.sitting.engine.game, self.clerk, deal, power):
                clash_told = why_by_rule(clash, self.voice)
                told.append(render.wrap(f"Beware: beside what is agreed already, {clash_told}.", 4))
            unready = self.wake([draft.other(power)])
            self.posts.append(self._proposal_letter(draft, unready))
        return "Proposed", "\n".join(told) or render.wrap("Nothing was proposed.", 2)

    def _entered(self, draft: Draft, power: Power) -> str:
        other = printed_power(self.names, draft.other(power))
        return f"{other} {draft.number}: {self._terms(draft, power)}. {other} is asked to agree."

    def _proposal_letter(self, draft: Draft, unready: Sequence[Power]) -> Post:
        def post(writer: Correspondence) -> None:
            partner = draft.other(draft.by)
            line = draft_line(draft, partner, self.sitting.title, self.voice, open_now=True)
            proposer = printed_power(self.names, draft.by)
            words = [f"A deal is proposed by {proposer}. {line.name}: {line.terms}."]
            if partner in unready:
                words.append(note("not_ready_any_more"))
            orders = [f"agree {line.name}", f"refuse {line.name}", f"propose to {proposer}: <agreement>, ..."]
            writer.notice(self.seat_of(partner), "deal", f"A proposal by {proposer}", words, orders=orders)

        return post

    def _agree(self, request: Request) -> Answer:
        if self._is_a_vote(request):
            return self.time.vote(agrees=True)
        power = self.power_of(request)
        draft = self.clerk.find(power, request.text, self.names, statuses=[OFFERED], offered_to_me=True)
        clash = conflict(self.sitting.engine.game, self.clerk, draft.deal, power)
        draft.end(AGREED)
        self._tell_partner(draft, power, "Agreed")
        text = f"{self._name(draft, power)} is agreed: {self._terms(draft, power)}. "
        text += "It is announced and confirmed when the negotiations are over."
        if clash is not None:
            clash_told = why_by_rule(clash, self.voice)
            text += f" Beware: it does not go together with what was agreed before: {clash_told}."
        return "Agreed", render.wrap(text, 2)

    def _is_a_vote(self, request: Request) -> bool:
        """Whether `agree` or `refuse` is about more time, and not about a deal."""
        if clocks.open_vote(self.session, self.game) is None:
            return False
        if request.text.lower() in EXTENSION:
            return True
        if request.text:
            return False
        deals = [d for p in self.row.powers for d in self._ledger(p) if d.status == OFFERED and d.by != p]
        if deals:
            raise Unreadable('a deal, or more time? write "agree extension", or the deal\'s power and number')
        return True

    def _ledger(self, power: Power) -> list[Draft]:
        return self.sitting.clerk.of(power) if self.sitting.clerk else []

    def _refuse(self, request: Request) -> Answer:
        if self._is_a_vote(request):
            return self.time.vote(agrees=False)
        power = self.power_of(request)
        draft = self.clerk.find(power, request.text, self.names, statuses=[OFFERED], offered_to_me=True)
        draft.end(REFUSED)
        self._tell_partner(draft, power, "Refused")
        return "Refused", render.wrap(f"{self._name(draft, power)} is refused.", 2)

    def _withdraw(self, request: Request) -> Answer:
        power = self.power_of(request)
        draft = self.clerk.find(power, request.text, self.names, statuses=LIVING)
        if draft.by != power and draft.status == OFFERED:
            return self._refuse(request)
        draft.end(WITHDRAWN)
        self._tell_partner(draft, power, "Withdrawn")
        return "Withdrawn", render.wrap(f"{self._name(draft, power)} is withdrawn.", 2)

    def _tell_partner(self, draft: Draft, power: Power, done: str) -> None:
        def post(writer: Correspondence) -> None:
            partner = draft.other(power)
            me = printed_power(self.names, power)
            terms = self._terms(draft, partner)
            words = [f"{done} by {me}: the deal {me} {draft.number} ({terms})."]
            writer.notice(self.seat_of(partner), "deal", f"{done} by {me}", words)

        self.posts.append(post)

    def _deals(self, request: Request) -> Answer:
        if not self.row.powers:
            raise Unreadable(NOT_PLAYING)
        clerk = self.sitting.clerk
        now = clerk.drafts if clerk else []
        turn = getattr(self.sitting.engine.game, "turn", 0)
        drafts = [draft for draft in all_drafts(self.session, self.game) if draft.turn != turn] + now
        open_now = self.talks is not None
        lines = [
            draft_line(draft, power, self.sitting.title, self.voice, open_now=open_now and draft.turn == turn)
            for power in self.row.powers
            for draft in drafts
            if draft.concerns(power)
        ]
        return "Deals", drafts_text(lines)

    # ---- Ready

    def _ready(self, request: Request) -> Answer:
        talks, row = self.talks, clocks.open_talks(self.session, self.game)
        own = [power for power in self.row.powers if talks is not None and power in talks.powers]
        if talks is None or row is None or not own:
            raise Unreadable("you do not negotiate now")
        row.ready = [*row.ready, *(power for power in own if power not in row.ready)]
        self.session.add(row)
        self.session.flush()
        if not self.everybody_is_ready():
            return "Ready", render.wrap("You are ready. The negotiations end when all are, or in time.", 2)
        self.close_talks(talks, note("talks_closed_ready"))
        return "Ready", render.wrap(note("talks_closed_ready"), 2)

    def _not_ready(self, request: Request) -> Answer:
        row = clocks.open_talks(self.session, self.game)
        if self.talks is None or row is None or not any(power in row.ready for power in self.row.powers):
            raise Unreadable("you were not ready")
        row.ready = [power for power in row.ready if power not in self.row.powers]
        self.session.add(row)
        return "Not ready", render.wrap("The others wait for you again.", 2)

    def wake(self, powers: Sequence[Power]) -> list[Power]:
        """Whoever is written to is no longer ready: there may be more to say; who that is."""
        row: TalksRow | None = clocks.open_talks(self.session, self.game)
        woken = [power for power in powers if row is not None and power in row.ready]
        if row is not None and woken:
            row.ready = [power for power in row.ready if power not in woken]
            self.session.add(row)
        return woken

    # ---- Words

    def _terms(self, draft: Draft, reader: Power) -> str:
        return self.sitting.title.terms(draft.deal, reader, self.voice)

    def _name(self, draft: Draft, power: Power) -> str:
        return f"{printed_power(self.names, draft.other(power))} {draft.number}"

    def _say(self, powers: Sequence[Power]) -> str:
        words = [printed_power(self.names, power) for power in powers]
        return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"


def _explained(problem: OrderProblem, voice: Voice) -> str:
    lines = [render.wrap(render.sentence(why(problem, voice)), 2)]
    if isinstance(problem, Unreadable) and problem.proposals:
        lines.append(render.wrap(f"Did you mean {' or '.join(problem.proposals)}?", 2))
    elif isinstance(problem, Ambiguous):
        lines.append(render.wrap("Write it so that it can mean only one of them.", 2))
    return "\n".join(lines)
