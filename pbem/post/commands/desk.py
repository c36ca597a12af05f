"""What a player's letter asks of the moderator besides orders, done inside the transaction of the letter.

Talks, deals and press are here; time and seats in `time`.  What others are told of it is put off
until the game is stored, so that their letters say how it stands then.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import TypeAlias

from sqlmodel import Session, select

from pbem.config import Settings
from pbem.errors import Ambiguous, Illegal, OrderProblem, Unreadable
from pbem.language.catalog import LANGUAGES, language_named, own_name
from pbem.language.declined import Declined
from pbem.language.names import MAJOR
from pbem.language.plain import plain_text
from pbem.language.refusals import why, why_by_rule
from pbem.language.voice import Message, Voice, note, subject
from pbem.letters import render
from pbem.letters.notices import Quoted, deal_name, draft_line, drafts_text
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
            "language": self._language,
        }
        self._carried = 0

    # ---- Words

    @property
    def own_voice(self) -> Voice:
        """What speaks to the player whose letter this is."""
        return self.sitting.title.voice(self.row.language)

    def answer(self, title: str, *paragraphs: str) -> Answer:
        """An answer under a title of the table `letter`."""
        return self.own_voice.say("letter", title), "\n".join(paragraphs)

    def paragraph(self, key: str, indent: int = 2, hang: int = 0, **fields: object) -> str:
        """A phrase of the table `letter` as a paragraph of an answer."""
        return render.paragraph(self.own_voice, key, indent, hang, **fields)

    def told(self, words: Message) -> str:
        """A message as a paragraph of an answer."""
        return render.wrap(self.own_voice.tell(words), 2)

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
            raise Declined("request.no_window")
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
            words = note("caretaker_over", player=row.name, powers=row.powers)
            self.tell_all("caretaker", words, but_for=[row.number])
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
        return [self.answer("receipt.preview", *(f"    {request.line}" for request in requests))]

    def _take_one(self, request: Request) -> Answer:
        try:
            self.budget.check(request.line)
            return self.handlers[request.word](request)
        except OrderProblem as problem:
            reason = _explained(problem, self.own_voice)
        except Declined as problem:
            reason = render.wrap(render.sentence(self.own_voice, problem.told(self.own_voice)), 2)
        return self.answer("receipt.not_done", render.wrap(request.line, 4, 4), reason)

    def use(self, what: str, most: int, *, amount: int = 1) -> None:
        """Count what makes others receive letters; the moderator is told when it is too much for a day.

        :raises Declined: it is.
        """
        called = self.voice.say("problem", f"quota.{what}")
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
        raise Declined("request.too_many", most=most, text=Message("problem", f"quota.{what}"))

    # ---- Who speaks

    def power_of(self, request: Request) -> Power:
        """Which of the seat's powers speaks: the one named, or the only one that can."""
        own = list(self.row.powers)
        if not own:
            raise Declined("request.only_players")
        if request.power:
            named = self.names.find(MAJOR, request.power, own)
            if named not in own:
                raise Declined("request.not_yours", text=request.power)
            return named
        talks = self.talks
        talking = [power for power in own if talks is not None and power in talks.powers]
        speaking = talking or own
        if len(speaking) > 1:
            raise Declined("request.which_power", power=speaking[0], text=request.word)
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
            raise Declined("request.press_in_a_letter", most=MOST_IN_A_LETTER)
        check_press(press, self.talks)
        self.use("press", self.settings.quotas.press)
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
        unready = self.wake(receivers)
        self.posts.append(lambda writer: self._carry(writer, press, unready))
        told = [self.paragraph("press.sent" if receivers else "press.sent_to_all", powers=receivers)]
        if vacant := [power for power in receivers if self.seat_of(power).status == "vacant"]:
            told.append(self.paragraph("press.nobody_there", powers=vacant))
        return self.answer("press.title", *told)

    def _carry(self, writer: Correspondence, press: Press, unready: Sequence[Power]) -> None:
        about = subject("press", power=press.sender)
        above = "press_to_all" if press.public else "press_from"
        whom = {"power": press.sender, "powers": press.receivers}
        quoted = Quoted(Message("letter", above, whom), press.text)
        answer = Message("letter", "press.answer", {"power": press.sender})
        for row in self.rows():
            mine = [power for power in row.powers if power in press.receivers]
            if row.id == self.row.id or (press.receivers and not mine):
                continue
            notes = [note("not_ready_any_more")] if any(power in unready for power in mine) else []
            orders = [] if press.public or not row.powers else [answer]
            writer.notice(row, "press", about, notes, press=[quoted], orders=orders)

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
        return self.answer("group.title", self.paragraph("group.made", text=name, powers=members))

    # ---- Deals

    def _propose(self, request: Request) -> Answer:
        power, talks = self.power_of(request), self.talks
        if talks is None or power not in talks.powers:
            raise Declined("request.no_talks")
        partners = [other for other in talks.powers if other != power]
        deals = read_proposal(
            f"propose {request.text}", power, partners, self.sitting.engine.game, self.names, self.clerk.deals
        )
        told: list[str] = []
        self.use("proposals", self.settings.quotas.proposals, amount=len(deals))
        for deal in deals:
            draft = self.clerk.propose(deal, power, talks.turn, self.letter_id)
            told.append(
                self.paragraph(
                    "proposed.entered",
                    2,
                    2,
                    deal_text=deal_name(draft, power, self.own_voice),
                    terms_text=self._terms(draft, power, self.own_voice),
                    power=draft.other(power),
                )
            )
            if clash := conflict(self.sitting.engine.game, self.clerk, deal, power):
                told.append(self.paragraph("proposed.beware", 4, text=why_by_rule(clash, self.own_voice)))
            unready = self.wake([draft.other(power)])
            self.posts.append(self._proposal_letter(draft, unready))
        return self.answer("proposed.title", *(told or [self.paragraph("deal.none")]))

    def _proposal_letter(self, draft: Draft, unready: Sequence[Power]) -> Post:
        def post(writer: Correspondence) -> None:
            partner = draft.other(draft.by)
            reader = self.seat_of(partner)
            voice = writer.voice(reader)
            name, terms = deal_name(draft, partner, voice), self._terms(draft, partner, voice)
            words = [note("proposed", power=draft.by, number=draft.number, terms_text=terms)]
            if partner in unready:
                words.append(note("not_ready_any_more"))
            anew = Message("letter", "proposed.answer", {"power": draft.by})
            orders: list[Message | str] = [f"agree {name}", f"refuse {name}", anew]
            writer.notice(reader, "deal", subject("proposal", power=draft.by), words, orders=orders)

        return post

    def _agree(self, request: Request) -> Answer:
        if self._is_a_vote(request):
            return self.time.vote(agrees=True)
        power = self.power_of(request)
        draft = self.clerk.find(power, request.text, self.names, statuses=[OFFERED], offered_to_me=True)
        clash = conflict(self.sitting.engine.game, self.clerk, draft.deal, power)
        draft.end(AGREED)
        self._tell_partner(draft, power, "agreed")
        name = deal_name(draft, power, self.own_voice)
        told = [
            self.paragraph("agreed.told", text=name, terms_text=self._terms(draft, power, self.own_voice))
        ]
        if clash is not None:
            told.append(self.paragraph("agreed.beware", text=why_by_rule(clash, self.own_voice)))
        return self.answer("agreed.title", *told)

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
            raise Declined("request.deal_or_time")
        return True

    def _ledger(self, power: Power) -> list[Draft]:
        return self.sitting.clerk.of(power) if self.sitting.clerk else []

    def _refuse(self, request: Request) -> Answer:
        if self._is_a_vote(request):
            return self.time.vote(agrees=False)
        power = self.power_of(request)
        draft = self.clerk.find(power, request.text, self.names, statuses=[OFFERED], offered_to_me=True)
        draft.end(REFUSED)
        self._tell_partner(draft, power, "refused")
        name = deal_name(draft, power, self.own_voice)
        return self.answer("refuse.title", self.paragraph("refuse.told", text=name))

    def _withdraw(self, request: Request) -> Answer:
        power = self.power_of(request)
        draft = self.clerk.find(power, request.text, self.names, statuses=LIVING)
        if draft.by != power and draft.status == OFFERED:
            return self._refuse(request)
        draft.end(WITHDRAWN)
        self._tell_partner(draft, power, "withdrawn")
        name = deal_name(draft, power, self.own_voice)
        return self.answer("withdrawn.title", self.paragraph("withdrawn.told", text=name))

    def _tell_partner(self, draft: Draft, power: Power, done: str) -> None:
        def post(writer: Correspondence) -> None:
            partner = draft.other(power)
            reader = self.seat_of(partner)
            terms = self._terms(draft, partner, writer.voice(reader))
            words = note(done, power=power, number=draft.number, terms_text=terms)
            writer.notice(reader, "deal", subject(done, power=power), [words])

        self.posts.append(post)

    def _deals(self, request: Request) -> Answer:
        if not self.row.powers:
            raise Declined("request.only_players")
        clerk = self.sitting.clerk
        now = clerk.drafts if clerk else []
        turn = getattr(self.sitting.engine.game, "turn", 0)
        drafts = [draft for draft in all_drafts(self.session, self.game) if draft.turn != turn] + now
        open_now, voice = self.talks is not None, self.own_voice
        lines = [
            draft_line(draft, power, self.sitting.title, voice, open_now=open_now and draft.turn == turn)
            for power in self.row.powers
            for draft in drafts
            if draft.concerns(power)
        ]
        return self.answer("deal.title", drafts_text(lines, voice))

    # ---- Ready

    def _ready(self, request: Request) -> Answer:
        talks, row = self.talks, clocks.open_talks(self.session, self.game)
        own = [power for power in self.row.powers if talks is not None and power in talks.powers]
        if talks is None or row is None or not own:
            raise Declined("request.no_talks")
        row.ready = [*row.ready, *(power for power in own if power not in row.ready)]
        self.session.add(row)
        self.session.flush()
        if not self.everybody_is_ready():
            return self.answer("ready.title", self.paragraph("ready.told"))
        self.close_talks(talks, note("talks_closed_ready"))
        return self.answer("ready.title", self.told(note("talks_closed_ready")))

    def _not_ready(self, request: Request) -> Answer:
        row = clocks.open_talks(self.session, self.game)
        if self.talks is None or row is None or not any(power in row.ready for power in self.row.powers):
            raise Declined("request.not_ready")
        row.ready = [power for power in row.ready if power not in self.row.powers]
        self.session.add(row)
        return self.answer("ready.not_title", self.paragraph("ready.not"))

    def wake(self, powers: Sequence[Power]) -> list[Power]:
        """Whoever is written to is no longer ready: there may be more to say; who that is."""
        row: TalksRow | None = clocks.open_talks(self.session, self.game)
        woken = [power for power in powers if row is not None and power in row.ready]
        if row is not None and woken:
            row.ready = [power for power in row.ready if power not in woken]
            self.session.add(row)
        return woken

    # ---- Language

    def _language(self, request: Request) -> Answer:
        """The seat has its new language before anything of its letter is answered (`wished_language`)."""
        others = [own_name(language) for language in LANGUAGES]
        if not request.text:
            example = next(own_name(one) for one in LANGUAGES if one != self.row.language).lower()
            known = self.paragraph("language.known", text=", ".join(others), example_text=example)
            return self.answer("language.title", known)
        if not language_named(request.text):
            raise Declined("request.language", text=request.text, languages_text=others)
        return self.answer("language.title", self.paragraph("language.now"))

    def _terms(self, draft: Draft, reader: Power, voice: Voice) -> str:
        return self.sitting.title.terms(draft.deal, reader, voice)


def _explained(problem: OrderProblem, voice: Voice) -> str:
    rule = problem.rule if isinstance(problem, Illegal) else ""
    lines = [render.wrap(render.sentence(voice, why(problem, voice), rule), 2)]
    if isinstance(problem, Unreadable) and problem.proposals:
        lines.append(render.paragraph(voice, "did_you_mean", text=voice.listed(problem.proposals, "or")))
    elif isinstance(problem, Ambiguous):
        lines.append(render.paragraph(voice, "one_of_them"))
    return "\n".join(lines)
