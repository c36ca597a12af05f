"""Cards: where they are, and what each can do, registered by number and use.

Legality is asked far more often than an effect runs, so playability is a plain predicate beside the
effect.  Event uses are played in the player's own impulse; the other uses answer a *window*, a named
moment at which the rules let cards be played, and are handed the moment they answer.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from typing import Annotated, Any, Generic, Protocol, TypeAlias, TypeVar

from rules.core.dice import Dice
from rules.core.errors import ThrownElsewhere
from rules.core.events import DiceRolled, Event
from rules.core.flow import Power
from rules.core.kinds import Kind
from rules.core.reasons import Reason
from rules.core.records import Record

G = TypeVar("G")

CardNumber: TypeAlias = Annotated[int, Kind("card")]
CardUse: TypeAlias = Annotated[str, Kind("use")]
"""For command points, or which of the events of a card."""


class CardPlay(Record):
    """A card and which of its uses."""

    card: CardNumber
    use: str


class Use(Record, Generic[G]):
    """One way to use a card.  Uses without windows are events of the own impulse."""

    card: CardNumber
    use: str
    windows: tuple[str, ...]
    effect: Callable[..., Awaitable[None]]
    playable: Callable[..., Any]
    aim: Callable[..., Awaitable[str]] | None = None


@dataclass(slots=True)
class Registry(Generic[G]):
    """All uses of all cards of one game, in the order of the modules that define them."""

    events: dict[CardNumber, dict[str, Use[G]]] = field(default_factory=dict)
    by_window: dict[str, list[Use[G]]] = field(default_factory=dict)

    def event(
        self,
        card: CardNumber,
        use: str,
        *,
        playable: Callable[[G, Power], Any],
        aim: Callable[[G, Power], Awaitable[str]] | None = None,
    ) -> Callable[[Callable[[G, Power], Awaitable[None]]], Callable[[G, Power], Awaitable[None]]]:
        """Register an effect played as the event of the own impulse.

        `aim` asks whom it is for, where others must know that before they can respond.
        """

        def register(effect: Callable[[G, Power], Awaitable[None]]) -> Callable[[G, Power], Awaitable[None]]:
            uses = self.events.setdefault(card, {})
            assert use not in uses, f"card {card} use {use} is registered twice"
            uses[use] = Use(card, use, (), effect, playable, aim)
            return effect

        return register

    def response(
        self, card: CardNumber, use: str, *windows: str, playable: Callable[[G, Power, Any], Any]
    ) -> Callable[[Callable[[G, Power, Any], Awaitable[None]]], Callable[[G, Power, Any], Awaitable[None]]]:
        """Register an effect played in one or more windows; it is handed the moment."""

        def register(
            effect: Callable[[G, Power, Any], Awaitable[None]],
        ) -> Callable[[G, Power, Any], Awaitable[None]]:
            entry: Use[G] = Use(card, use, windows, effect, playable)
            for window in windows:
                self.by_window.setdefault(window, []).append(entry)
            return effect

        return register

    def only(self, wanted: Callable[[Use[G]], bool]) -> Registry[G]:
        """A registry of some of these uses."""
        events = {
            card: {use: entry for use, entry in uses.items() if wanted(entry)}
            for card, uses in self.events.items()
        }
        by_window = {window: list(filter(wanted, entries)) for window, entries in self.by_window.items()}
        return Registry({card: uses for card, uses in events.items() if uses}, by_window)

    def uses(self, card: CardNumber) -> list[Use[G]]:
        """Every registered use of a card."""
        found = list(self.events.get(card, {}).values())
        for entries in self.by_window.values():
            found += [entry for entry in entries if entry.card == card and entry not in found]
        return found


class Printed(Protocol):
    """What every game knows of a card from its data."""

    @property
    def n(self) -> CardNumber: ...

    @property
    def title(self) -> str: ...

    @property
    def cp(self) -> int: ...

    @property
    def kind(self) -> str: ...

    @property
    def home(self) -> Power | None: ...

    @property
    def removed(self) -> str: ...


@dataclass(slots=True)
class Cards:
    """Where each card is: in exactly one of these places.

    The deck has no order: a card is drawn from it at random when it is dealt (see `rules.core.dice`).
    """

    hands: dict[Power, list[CardNumber]]
    deck: list[CardNumber] = field(default_factory=list)
    discards: list[CardNumber] = field(default_factory=list)
    removed: list[CardNumber] = field(default_factory=list)
    unborn: list[CardNumber] = field(default_factory=list)
    """Not in the deck yet: they enter on a later turn or on a condition."""
    laid: list[CardNumber] = field(default_factory=list)
    """Home cards used this turn, lying on the power card."""
    in_play: list[CardNumber] = field(default_factory=list)
    """Cards being resolved now, and those that stay beside the map."""
    used_as_event: dict[Power, list[CardNumber]] = field(default_factory=dict)
    """What each power played as event, response or combat card this turn."""


@dataclass(slots=True, kw_only=True)
class CardGame:
    """The part of a state that every card-driven game has: dice, cards, and what is being reported."""

    @property
    def registry(self) -> Registry[Any]:
        """Every use of a card that is a function."""
        raise NotImplementedError

    events: list[Event] = field(default_factory=list, compare=False, repr=False, metadata={"transient": True})
    moments: list[Any] = field(default_factory=list, compare=False, repr=False, metadata={"transient": True})
    """What the windows open now are about, innermost last; rebuilt with the procedures, never stored."""

    dice: Dice
    cards: Cards

    # ---- reporting and rolling

    def emit(self, event: Event) -> None:
        self.events.append(event)

    def dice_fall_elsewhere(self) -> bool:
        """Whether the players throw the dice themselves, and enter them."""
        return False

    def roll(self, power: Power, count: int, reason: Reason, hit_on: int | None = None) -> tuple[int, ...]:
        """Roll dice for a power and report them; with `hit_on`, the report counts the hits.

        Those of a game whose dice fall elsewhere must have been given.
        """
        if self.dice_fall_elsewhere() and len(self.dice.given_dice) < count:
            raise ThrownElsewhere("dice", count - len(self.dice.given_dice), reason)
        first = self.dice.used
        dice = self.dice.roll(count, reason)
        hits = None if hit_on is None else sum(die >= hit_on for die in dice)
        self.events.append(DiceRolled(power, reason, dice, first, hits))
        return dice

    # ---- cards

    def card(self, number: CardNumber) -> Printed:
        """A card's printed facts."""
        raise NotImplementedError

    def hand(self, power: Power) -> list[CardNumber]:
        return self.cards.hands[power]

    def drawable(self, power: Power) -> list[CardNumber]:
        """Cards that a random draw may take: never a home card."""
        return [card for card in self.cards.hands.get(power, ()) if self.card(card).kind != "home"]

    def could_be_held(self, card: CardNumber) -> bool:
        """Whether, for all that is public, somebody may hold the card."""
        return card in self.cards.deck or any(card in hand for hand in self.cards.hands.values())

    def used_as_event(self, card: CardNumber) -> bool:
        """Whether anybody has played the card as an event this turn: once is all."""
        return any(card in used for used in self.cards.used_as_event.values())

    def held_back(self) -> list[CardNumber]:
        """Cards that came to a hand too late to be played yet; which they are, only their owner knows."""
        return []

    def hold_back(self, card: CardNumber) -> None:
        """A card that was just drawn is not played before a future impulse (16.4)."""
        self.held_back().append(card)

    def may_respond(self, power: Power, use: Use[Any]) -> bool:
        """Whether a power is allowed this use out of turn, before the use's own conditions."""
        return not self.used_as_event(use.card)

    def who_may_respond(self, powers: Sequence[Power], moment: Any) -> Sequence[Power]:
        """Those of the powers that a window is opened for; not all, where a player acts for several."""
        return powers

    async def settle(self) -> None:
        """Called when a card, an action or a phase has done its work: put right what cannot stay so."""

    def stays_on_table(self, card: CardNumber) -> bool:
        """Whether a card that was resolved stays beside the map."""
        return False
