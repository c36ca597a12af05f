"""Standing orders: answers that a power gives before it is asked.

A standing order says which questions it answers, within which limits, how, and for how long.  When one of
its questions comes, the first order that fits answers it; the decision is then an ordinary answer in the log,
with the source "standing".  What is looked at is public, or known to the power itself.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from pbem.errors import OrderProblem
from pbem.games import Game
from pbem.games.facts import ASSAULT, FIELD_BATTLE, NAVAL_COMBAT, Facts
from pbem.games.presets import ASK
from pbem.language.voice import Voice, question_key
from pbem.language.widths import with_wide_marks
from pbem.play.standing.limits import About, Against, AgainstLeader, In, Limit, To, Within, WithLeader
from pbem.play.standing.replies import ANYWHERE, ByPreset, Impossible, InWords, PlayCards, Reply
from pbem.play.standing.subjects import IMPULSE
from rules import Power, Question
from rules.core import codec
from rules.core.cards import CardNumber

FIGHTS = (FIELD_BATTLE, ASSAULT, NAVAL_COMBAT)
WHOSE = (Against, AgainstLeader, WithLeader, In, To, Within)
"""Limits that say which fights are meant."""
FIRST_PRESET = 91
"""Presets have numbers of their own, so that a player's first order is the first."""
MOST_PLACES = 20
"""More answers of one order than its player's next letter tells."""


@dataclass(frozen=True, slots=True)
class StandingOrder:
    """An order that answers questions before they are asked; `number` is its own for its power."""

    power: Power
    number: int
    words: str
    """The line as the player wrote it."""
    subject: str
    """What it is about, by its name in catalogs; orders of older versions have it in words."""
    keys: tuple[str, ...]
    """The names of the questions that it answers (`pbem.language.voice.question_key`)."""
    reply: Reply
    limits: tuple[Limit, ...] = ()
    first_turn: int = 0
    last_turn: int | None = None
    times: int | None = None
    """How often it may be used."""
    used: tuple[int, ...] = ()
    """The log entries that it has given."""
    then: tuple[str, ...] = ()
    """Orders that follow when it is used: the choices of the card that it plays."""
    letter: int | None = None
    """The letter in which it was given."""
    at: tuple[tuple[int, str], ...] = ()
    """Where the latest of the entries that it has given were: in which space or sea."""

    @property
    def is_preset(self) -> bool:
        """Whether it is there from the start, and not its player's own."""
        return isinstance(self.reply, ByPreset)

    @property
    def used_up(self) -> bool:
        return self.times is not None and len(self.used) >= self.times

    def fits(self, facts: Facts, game: Any) -> bool:
        """Whether it is about this question, now."""
        return (
            facts.key in self.keys
            and facts.power == self.power
            and self.first_turn <= facts.turn <= (self.last_turn or facts.turn)
            and not self.used_up
            and all(limit.holds(facts, game) for limit in self.limits)
            and (not self.is_for_own_fights or takes_part(facts))
        )

    @property
    def is_for_own_fights(self) -> bool:
        """Whether it plays a card, and names nobody and no place: then it means no fight of others."""
        return isinstance(self.reply, PlayCards) and not any(isinstance(one, WHOSE) for one in self.limits)

    def heading(self, voice: Voice) -> str:
        """What it is about, in a word: `Losses`."""
        return re.split("[:：]", self.told(voice), maxsplit=1)[0]

    def answered(self, seq: int, words: str, voice: Voice) -> str:
        """What it has answered in a log entry, and where: `Losses (Paris): lose 2 mercenaries`."""
        where = f" ({voice.name(ANYWHERE, place)})" if (place := dict(self.at).get(seq)) else ""
        return with_wide_marks(f"{self.heading(voice)}{where}: {voice.order(words)}")

    def told(self, voice: Voice) -> str:
        """The order in words, as the receipt repeats it."""
        parts = [self.reply.words(voice), *(limit.words(voice) for limit in self.limits)]
        if self.is_for_own_fights and any(
            isinstance(one, About) and one.doing in FIGHTS for one in self.limits
        ):
            parts.append(voice.word("standing.own_fights"))
        parts += [voice.word("standing.then", order=voice.order(order)) for order in self.then]
        if self.is_preset:
            return self.reply.words(voice)
        text = voice.word("standing.order", subject=self.subject, text=", ".join(parts))
        return "; ".join([text, *self._expiry(voice)])

    def _expiry(self, voice: Voice) -> Iterator[str]:
        if self.first_turn and self.last_turn == self.first_turn:
            yield voice.word("standing.in_turn", turn=self.first_turn)
        elif self.first_turn:
            yield voice.word("standing.from_turn", turn=self.first_turn)
        if self.last_turn and self.last_turn != self.first_turn:
            yield voice.word("standing.to_turn", turn=self.last_turn)
        if self.times is not None:
            left = self.times - len(self.used)
            yield voice.word("standing.once" if left == 1 else "standing.times", count=left)


def takes_part(facts: Facts) -> bool:
    """Whether a question is about no fight of others: a power fights there, or rolls the dice itself."""
    return facts.doing not in FIGHTS or bool(facts.own) or facts.power in facts.others


@dataclass(frozen=True, slots=True)
class Retired:
    """A standing order that can no longer be carried out, and why."""

    order: StandingOrder
    cards: tuple[CardNumber, ...]
    """They are no longer in the hand of their power."""

    def why(self, voice: Voice) -> str:
        return voice.word("standing.cards_gone", cards=self.cards, count=len(self.cards))


@dataclass(frozen=True, slots=True)
class Given:
    """The answer that a standing order gives."""

    order: StandingOrder
    answer: Any


@dataclass(slots=True)
class StandingOrders:
    """All standing orders of a game, and which powers have declared their windows open."""

    orders: list[StandingOrder] = field(default_factory=list)
    open_windows: list[str] = field(default_factory=list)
    """In which windows powers want to be asked, as `pbem.play.scopes` keeps it."""
    retired: list[Retired] = field(default_factory=list)
    """Those that were given up in this sitting."""

    def of(self, power: Power) -> list[StandingOrder]:
        return [order for order in self.orders if order.power == power]

    def copy_for(self, powers: Sequence[Power]) -> StandingOrders:
        """What these powers know of: their own orders, and everybody's windows."""
        own = [order for order in self.orders if order.power in powers]
        return StandingOrders(own, list(self.open_windows))

    # ---- Giving and taking back

    def next_number(self, power: Power) -> int:
        own = (order.number for order in self.of(power) if not order.is_preset)
        return max(own, default=0) + 1

    def begin_presets(self, title: Game, powers: Iterable[Power] | None = None) -> None:
        """Answer for powers in plain cases from now on, as the title does it for each of them."""
        for power in title.powers if powers is None else powers:
            self.end_presets(power)
            for number, preset in enumerate(title.presets, FIRST_PRESET):
                if power in preset.powers:
                    reply = ByPreset(preset.name)
                    self.add(StandingOrder(power, number, "presets on", preset.name, preset.keys, reply))

    def pass_this_turn(self, power: Power, title: Game, game: Any, letter: int | None) -> None:
        """Pass for a power up to the end of the turn, wherever that is allowed."""
        turn = title.turn(game)
        number, reply = self.next_number(power), InWords(("pass",))
        about = IMPULSE.keys
        order = StandingOrder(power, number, "pass this turn", IMPULSE.name, about, reply, (), turn, turn)
        self.add(replace(order, letter=letter))

    def end_presets(self, power: Power) -> list[StandingOrder]:
        """Ask the power itself from now on."""
        return self.cancel(power, [order.number for order in self.of(power) if order.is_preset])

    def add(self, order: StandingOrder) -> None:
        self.orders.append(order)

    def cancel(self, power: Power, numbers: Iterable[int] | None) -> list[StandingOrder]:
        """Forget some of a power's orders, or all of them."""
        wanted = None if numbers is None else list(numbers)
        gone = [order for order in self.of(power) if wanted is None or order.number in wanted]
        self.orders = [order for order in self.orders if order not in gone]
        return gone

    def declare(self, power: Power, *, is_open: bool, scope: str = "") -> None:
        """A power says openly whether it wants to be asked in response windows: all, or those of a scope."""
        old = [own for own in self.open_windows if own.partition(":")[0] == power]
        gone = [own for own in old if own in (scope, power)] if scope else old
        self.open_windows = [other for other in self.open_windows if other not in gone]
        if is_open:
            self.open_windows.append(scope or power)

    # ---- Answering

    def answer(
        self, question: Question[Any], game: Any, title: Game, *, by_presets: bool = True
    ) -> Given | None:
        """What the first fitting order says to a question; one that is impossible here is passed over."""
        key = question_key(question)
        own = [
            order
            for order in self.of(question.power)
            if key in order.keys and (by_presets or not order.is_preset)
        ]
        if not own:
            return None
        facts = title.facts(question, game)
        for order in sorted(
            own, key=lambda order: order.is_preset
        ):  # whatever its player has said comes first
            if order.fits(facts, game):
                try:
                    return Given(order, _reply(order, question, game, title))
                except OrderProblem:
                    continue
        return None

    def mark_used(self, order: StandingOrder, seq: int, place: str) -> None:
        """Remember the log entry that an order gave, and where that was."""
        number = self.orders.index(order)
        at = (*order.at, (seq, place))[-MOST_PLACES:] if place else order.at
        self.orders[number] = replace(order, used=(*order.used, seq), at=at)

    def go_back(self, to: int) -> None:
        """The game was set back: what was used since then counts as unused."""
        self.orders = [
            replace(
                order,
                used=tuple(seq for seq in order.used if seq <= to),
                at=tuple(one for one in order.at if one[0] <= to),
            )
            for order in self.orders
        ]

    def review(self, game: Any, *, final: int | None = None) -> None:
        """Give up orders that are over, and those that can no longer be carried out.

        Where the game may be set back, one that is used up stays while it was used after entry `final`.
        """
        kept: list[StandingOrder] = []
        for order in self.orders:
            if order.last_turn is not None and getattr(game, "turn", 0) > order.last_turn:
                continue
            if order.used_up and (final is None or max(order.used) <= final):
                continue
            gone = _missing_cards(order, game)
            if not gone:
                kept.append(order)
            elif not order.used:
                self.retired.append(Retired(order, gone))
        self.orders = kept


def _reply(order: StandingOrder, question: Question[Any], game: Any, title: Game) -> Any:
    """:raises OrderProblem: it has no answer to this question."""
    if not isinstance(order.reply, ByPreset):
        return order.reply.give(question, game, title.names)
    preset = next((preset for preset in title.presets if preset.name == order.reply.name), None)
    answer = ASK if preset is None else preset.decide(question, game)
    if answer is ASK:
        raise Impossible()
    return answer


def _missing_cards(order: StandingOrder, game: Any) -> tuple[CardNumber, ...]:
    """The cards of an order if none of them is there any more; a home card always comes back."""
    if not isinstance(order.reply, PlayCards):
        return ()
    hand = game.hand(order.power)
    cards = order.reply.cards
    if any(card in hand or game.card(card).kind == "home" for card in cards):
        return ()
    return cards


# ---- As they are stored


def dump(order: StandingOrder) -> Any:
    return codec.dump(order, StandingOrder)


def load(data: Any) -> StandingOrder:
    order: StandingOrder = codec.load(data, StandingOrder)
    return order
