"""Talks and the ledger of deals: what powers agree on before it is announced (9.1).

While the negotiation window is open nobody is asked anything.  Powers propose deals to each other; a draft is
known to its two powers only.  When the talks are over, what was agreed is announced and confirmed in impulse
order without a letter.  A power may order otherwise: a held `announce none` or `confirm none` comes first.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from pbem.errors import Illegal, OrderProblem, Unreadable
from pbem.games.deals import Deal, Deals, Talks
from pbem.language import Names
from pbem.language.free_words import FreeWords
from pbem.language.meanings import Reading
from pbem.language.names import MAJOR
from pbem.language.parse import may_mean, parser_of, readings, say
from pbem.language.refusals import kept
from rules import Engine, Power, Question
from rules.core import errors as rules_errors

OFFERED, AGREED, REFUSED, WITHDRAWN = "offered", "agreed", "refused", "withdrawn"
LAPSED, ANNOUNCED, DONE, FAILED = "lapsed", "announced", "done", "failed"
LIVING = (OFFERED, AGREED)
MOST_DRAFTS = 20
"""So many may be open between two powers."""


@dataclass(slots=True)
class Draft:
    """A deal between two powers on its way; `first` comes first in impulse order and will announce it."""

    turn: int
    first: Power
    second: Power
    number: int
    by: Power
    deal: Deal
    status: str = OFFERED
    why: str = ""
    """Why it came to nothing: a refusal as `pbem.language.refusals` keeps it."""
    id: int | None = None
    letter: int | None = None
    fresh: bool = False
    """It came to its end just now, and its powers should be told."""

    def concerns(self, power: Power) -> bool:
        return power in (self.first, self.second)

    def other(self, power: Power) -> Power:
        return self.second if power == self.first else self.first

    def end(self, status: str, why: str = "") -> None:
        self.status, self.why = status, why
        self.fresh = status in (LAPSED, FAILED)


@dataclass(slots=True)
class Clerk:
    """Keeps the ledger, and answers the questions for deals from it when the talks are over."""

    deals: Deals
    drafts: list[Draft] = field(default_factory=list)
    closed: set[tuple[int, int]] = field(default_factory=set)
    """Turn and part of the talks that are over."""
    opened: dict[tuple[int, int], int] = field(default_factory=dict)
    """For talks that were stored, the log entry after which they began."""
    plans: bool = False
    """Whether everybody writes a plan of the turn when the talks are over."""

    # ---- The window

    def talks(self, engine: Engine[Any]) -> Talks | None:
        """The talks that are open, or None."""
        all_talks = [*self.deals.talks(engine)]
        if self.plans and (plan := self.deals.plan(engine)) is not None:
            all_talks.append(plan)
        return next((talks for talks in all_talks if (talks.turn, talks.part) not in self.closed), None)

    def keeps_waiting(self, engine: Engine[Any]) -> bool:
        """Whether nobody is asked, because the powers still talk."""
        return self.talks(engine) is not None

    def close(self, talks: Talks) -> list[Draft]:
        """End the talks; the drafts that lapse because they were not agreed in time."""
        self.closed.add((talks.turn, talks.part))
        if talks.is_plan:
            return []
        lapsed = [
            draft
            for draft in self.drafts
            if draft.status == OFFERED and talks.together(draft.first, draft.second)
        ]
        for draft in lapsed:
            draft.end(LAPSED)
        return lapsed

    def go_back(self, to: int) -> None:
        """The game goes back to log entry `to`: later talks never were, and those that began there go on."""
        for key, seq in list(self.opened.items()):
            if seq < to:
                continue
            self.closed.discard(key)
            if seq > to:
                del self.opened[key]
            for draft in self.drafts:
                if draft.turn == key[0]:
                    draft.status, draft.why = set_back_status(draft.status, reopened=seq == to)
                    draft.fresh = False

    # ---- The ledger

    def of(self, power: Power) -> list[Draft]:
        """What a power knows of."""
        return [draft for draft in self.drafts if draft.concerns(power)]

    def propose(self, deal: Deal, by: Power, turn: int, letter: int | None = None) -> Draft:
        """Enter a deal that was checked."""
        same = [
            draft for draft in self.drafts if (draft.first, draft.second) == (deal.proposer, deal.partner)
        ]
        if sum(draft.status in LIVING for draft in same) >= MOST_DRAFTS:
            raise Unreadable("deal.too_many", count=MOST_DRAFTS)
        number = 1 + max((draft.number for draft in same), default=0)
        draft = Draft(turn, deal.proposer, deal.partner, number, by, deal, letter=letter)
        self.drafts.append(draft)
        return draft

    def find(
        self, power: Power, words: str, names: Names, *, statuses: Sequence[str], offered_to_me: bool = False
    ) -> Draft:
        """The draft that a power means: `2`, `france`, `france 2`; nothing if there is only one."""
        wanted = " ".join(words.lower().split())
        fitting = [draft for draft in self.of(power) if draft.status in statuses]
        if offered_to_me:
            fitting = [draft for draft in fitting if draft.by != power]
        partner, number = _partner_and_number(wanted, names)
        if partner is None and number is None and wanted:
            raise Unreadable("deal.which", words, text=words)
        chosen = [
            draft
            for draft in fitting
            if (partner is None or draft.other(power) == partner)
            and (number is None or draft.number == number)
        ]
        if len(chosen) == 1:
            return chosen[0]
        if not chosen:
            raise Unreadable("deal.none_such", words)
        raise may_mean([f"{names.say(MAJOR, draft.other(power))} {draft.number}" for draft in chosen], words)

    # ---- Answers to the rules

    def answers(self, game: Any, waiting: Mapping[Power, Question[Any]]) -> dict[Power, Any]:
        """What the ledger says to the questions that are open now."""
        found: dict[Power, Any] = {}
        for power, question in waiting.items():
            if self.deals.announces(question) is not None:
                found[power] = self._announcement(game, question)
            elif (deals := self.deals.confirms(question)) is not None and self._knows_all(deals):
                found[power] = self._confirmation(game, question, deals)
        return found

    def note(self, question: Question[Any], answer: Any) -> None:
        """Take down what an answer, whoever gave it, means for the drafts."""
        if self.deals.announces(question) is not None:
            for draft in self._agreed(question):
                if self.deals.said_by(question.power, draft.deal) in answer:
                    draft.end(ANNOUNCED)
                else:
                    draft.end(FAILED, draft.why or "deal.not_announced")
        else:
            for number, deal in enumerate(self.deals.confirms(question) or (), 1):
                announced = self._announced(deal)
                if announced is not None and number in answer:
                    announced.end(DONE)
                elif announced is not None:
                    announced.end(FAILED, announced.why or "deal.not_confirmed")

    def _agreed(self, question: Question[Any]) -> list[Draft]:
        """What its power may announce; it need not be the first of the two (turn 1: England always does)."""
        partners, power = self.deals.announces(question) or (), question.power
        return [
            draft
            for draft in self.drafts
            if draft.status == AGREED and draft.concerns(power) and draft.other(power) in partners
        ]

    def _announcement(self, game: Any, question: Question[Any]) -> tuple[Deal, ...]:
        """What was agreed, as far as it goes together, in the order in which it was proposed."""
        deals: tuple[Deal, ...] = ()
        for draft in self._agreed(question):
            deal = self.deals.said_by(question.power, draft.deal)
            try:
                question.check(game, (*deals, deal))
            except rules_errors.Illegal as problem:
                draft.why = kept(problem)
            else:
                deals = (*deals, deal)
        return deals

    def _announced(self, deal: Deal) -> Draft | None:
        same = self.deals.in_order(deal)
        return next((d for d in self.drafts if d.status == ANNOUNCED and d.deal == same), None)

    def _knows_all(self, deals: Sequence[Deal]) -> bool:
        """A deal that was announced without being in the ledger is for its partner to decide."""
        return all(self._announced(deal) is not None for deal in deals)

    def _confirmation(self, game: Any, question: Question[Any], deals: Sequence[Deal]) -> tuple[int, ...]:
        numbers: tuple[int, ...] = ()
        for number, deal in enumerate(deals, 1):
            draft = self._announced(deal)
            try:
                question.check(game, (*numbers, number))
            except rules_errors.Illegal as problem:
                if draft is not None:
                    draft.why = kept(problem)
            else:
                numbers = (*numbers, number)
        return numbers


REOPENED = {ANNOUNCED: AGREED, DONE: AGREED, FAILED: AGREED, LAPSED: OFFERED}
SET_BACK = "deal.set_back"


def set_back_status(status: str, *, reopened: bool) -> tuple[str, str]:
    """The status of a draft, and why, when the game goes back into its talks, or behind them."""
    return (REOPENED.get(status, status), "") if reopened else (WITHDRAWN, SET_BACK)


# ---- Reading proposals


def freely_proposed(
    line: str, power: Power, partners: Sequence[Power], game: Any, words: FreeWords, rules: Deals
) -> list[Reading]:
    """What a line in free words may propose: `I'd like to offer the Emperor an alliance`."""
    found = words.readings(line, rules.announcement(power, partners), game)
    return [one for one in found if one.lines[0].startswith("propose ")]


def read_proposal(
    line: str, power: Power, partners: Sequence[Power], game: Any, names: Names, rules: Deals
) -> list[Deal]:
    """The deals that a line proposes, each checked by the rules as things stand; the earlier power first.

    :raises OrderProblem: it cannot be understood, or may not be agreed.
    """
    question = rules.announcement(power, partners)
    problems: list[rules_errors.Illegal] = []
    allowed: list[tuple[Any, list[Deal]]] = []
    for reading in readings(line, parser_of(question, game, names), names):
        deals = [rules.in_order(deal) for deal in reading]
        try:
            for deal in deals:
                rules.announcement(deal.proposer, (deal.partner,)).check(game, (deal,))
        except rules_errors.Illegal as problem:
            problems.append(problem)
        else:
            allowed.append((reading, deals))
    if not allowed:
        raise Illegal(problems[0], line)
    if len(allowed) > 1:
        raise may_mean([say(question, reading, names) for reading, _ in allowed], line)
    ((_, deals),) = allowed
    if any(deal.partner not in partners and deal.proposer not in partners for deal in deals):
        raise Unreadable("deal.not_with", line)
    return deals


def conflict(game: Any, clerk: Clerk, deal: Deal, reader: Power) -> OrderProblem | None:
    """Why a deal does not go together with what its announcer has agreed already; None if it does.

    Only drafts that the reader knows of count: what the announcer has agreed with others is a secret.
    """
    agreed = [d for d in clerk.of(reader) if d.status == AGREED and d.first == deal.proposer]
    deals = (*(draft.deal for draft in agreed), deal)
    partners = tuple(dict.fromkeys(deal.partner for deal in deals))
    try:
        clerk.deals.announcement(deal.proposer, partners).check(game, deals)
    except rules_errors.Illegal as problem:
        return Illegal(problem)
    return None


def collect_proposals(lines: Sequence[str]) -> list[str]:
    """Proposals that follow each other, made into one announcement (9.1); their other lines are empty."""
    collected = list(lines)
    first: int | None = None
    for at, line in enumerate(lines):
        found = _PROPOSAL.match(line)
        before = _PROPOSAL.match(lines[first]) if first is not None else None
        if not line.strip():
            continue
        if found is None:
            first = None
        elif first is None or before is None or _speaker(before) != _speaker(found):
            first = at
        else:
            collected[first] = f"{collected[first].rstrip('; ,.')}; {found['rest']}"
            collected[at] = ""
    return collected


_PROPOSAL = re.compile(
    r"\s*(?:(?P<power>[^\W\d_]{2,20})\s?:\s*)?(?:propose|announce|offer)\s+(?:to\s+)?(?P<rest>[^:]{1,40}:.*)",
    re.IGNORECASE,
)


def _speaker(proposal: re.Match[str]) -> str:
    return (proposal["power"] or "").lower()


def _partner_and_number(words: str, names: Names) -> tuple[Power | None, int | None]:
    parts = [part for part in words.replace("#", " ").split() if part not in ("deal", "with", "to", "the")]
    number = next((int(part) for part in parts if part.isdecimal() and len(part) < 4), None)
    rest = " ".join(part for part in parts if not part.isdecimal())
    return (names.find(MAJOR, rest) if rest else None), number
