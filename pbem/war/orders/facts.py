"""Facts that an order can be bound to: `unless the Ottoman enters Vienna`, `if at war with France`.

The same words serve lines that begin with `if`, orders written before their moment, and standing orders.
Those about the position can always be asked; those about events look at what has happened since the line was
written.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pbem.games.conditions import Fact, Not, Situation
from pbem.language.grammar import Parser, name, one_of, optional, phrase, seq, word
from pbem.language.names import CARD, MAJOR, POWER, SPACE
from pbem.language.voice import Voice
from rules.core.card_play import CardPlayed
from rules.core.cards import CardNumber
from rules.core.flow import Power
from rules.core.story import Passed
from rules.war.control import ControlChanged
from rules.war.ids import SpaceId
from rules.war.land_events import (
    AssaultBegan,
    BattleAvoided,
    BattleAvoidedFreely,
    BattleBegan,
    FormationMoved,
    InterceptionSucceeded,
    Retreated,
    SiegeLaid,
)
from rules.war.naval_events import NavalInterceptionTried, SquadronsSailed
from rules.war.relations import WarBrokeOut, WarDeclared
from rules.war.spring import DeployedInSpring
from rules.war.winter import ReturnedHome

ME = ""
"""In place of a power: whoever has written the line."""


def _who(power: Power, situation: Situation) -> Power:
    return power or situation.power


def _others(power: Power, situation: Situation) -> list[Power]:
    """A power, or all but the writer."""
    return [power] if power else [other for other in situation.game.majors if other != situation.power]


def _stand(space: SpaceId, powers: list[Power], situation: Situation) -> bool:
    return any(situation.game.land_strength(space, power) for power in powers)


class AreAtWar(Fact):
    """Two powers are at war with each other; the first may be the writer."""

    one: Power
    other: Power

    def __call__(self, situation: Situation) -> bool:
        return bool(situation.game.at_war(_who(self.one, situation), _who(self.other, situation)))

    def words(self, voice: Voice) -> str:
        key = "fact.at_war" if self.one else "fact.you_at_war"
        return voice.word(key, power=self.one or None, other_power=self.other)


class AreAllied(Fact):
    """Two powers are allied."""

    one: Power
    other: Power

    def __call__(self, situation: Situation) -> bool:
        return bool(situation.game.allied(_who(self.one, situation), self.other))

    def words(self, voice: Voice) -> str:
        key = "fact.allied" if self.one else "fact.you_allied"
        return voice.word(key, power=self.one or None, other_power=self.other)


class Holds(Fact):
    """A power controls a space."""

    power: Power
    space: SpaceId

    def __call__(self, situation: Situation) -> bool:
        return bool(situation.game.controller(self.space) == _who(self.power, situation))

    def words(self, voice: Voice) -> str:
        key = "fact.holds" if self.power else "fact.you_hold"
        return voice.word(key, power=self.power or None, space=self.space)


class InUnrest(Fact):
    space: SpaceId

    def __call__(self, situation: Situation) -> bool:
        return bool(situation.game.spaces[self.space].unrest)

    def words(self, voice: Voice) -> str:
        return voice.word("fact.unrest", space=self.space)


class UnderSiege(Fact):
    """Somebody besieges a space."""

    space: SpaceId

    def __call__(self, situation: Situation) -> bool:
        return bool(situation.game.under_siege(self.space))

    def words(self, voice: Voice) -> str:
        return voice.word("fact.siege", space=self.space)


class Entered(Fact):
    """A power (or anybody else) has come to a space.

    Where nobody knows since when, an army that stands there has come, too; but who has stood there when the
    line was written does not come any more.
    """

    power: Power
    space: SpaceId

    def __call__(self, situation: Situation) -> bool:
        others = _others(self.power, situation)
        if situation.since is None and _stand(self.space, others, situation):
            return True
        return any(self._came(event, others) for event in situation.known)

    def _came(self, event: Any, others: list[Power]) -> bool:
        if isinstance(
            event, FormationMoved | SquadronsSailed | Retreated | BattleAvoided | BattleAvoidedFreely
        ):
            return event.to == self.space and event.power in others
        if isinstance(event, DeployedInSpring | ReturnedHome):
            return event.destination == self.space and event.power in others
        if isinstance(event, SiegeLaid | AssaultBegan | ControlChanged | InterceptionSucceeded):
            return event.space == self.space and event.power in others
        if isinstance(event, BattleBegan):
            return event.space == self.space and event.attacker in others
        return False

    def words(self, voice: Voice) -> str:
        key = "fact.enters" if self.power else "fact.anybody_enters"
        return voice.word(key, power=self.power or None, space=self.space)


class StandsIn(Fact):
    """A power (or anybody else) has land units in a space."""

    power: Power
    space: SpaceId

    def __call__(self, situation: Situation) -> bool:
        return _stand(self.space, _others(self.power, situation), situation)

    def words(self, voice: Voice) -> str:
        key = "fact.stands" if self.power else "fact.anybody_stands"
        return voice.word(key, power=self.power or None, space=self.space)


class Intercepted(Fact):
    """Somebody has intercepted."""

    def __call__(self, situation: Situation) -> bool:
        return any(
            isinstance(event, InterceptionSucceeded)
            or (isinstance(event, NavalInterceptionTried) and event.success)
            for event in situation.known
            if getattr(event, "power", ME) != situation.power
        )

    def words(self, voice: Voice) -> str:
        return voice.word("fact.intercepted")


class DeclaredWar(Fact):
    """A power (or anybody) has declared war on another (or on the writer)."""

    power: Power
    target: Power

    def __call__(self, situation: Situation) -> bool:
        target = _who(self.target, situation)
        for event in situation.known:
            if isinstance(event, WarDeclared) and event.target == target:
                found = event.declarer
            elif isinstance(event, WarBrokeOut) and target in (event.one, event.other):
                found = event.other if event.one == target else event.one
            else:
                continue
            if self.power in (ME, found):
                return True
        return False

    def words(self, voice: Voice) -> str:
        if self.target:
            key = "fact.declares" if self.power else "fact.anybody_declares"
        else:
            key = "fact.declares_on_you" if self.power else "fact.anybody_declares_on_you"
        return voice.word(key, power=self.power or None, other_power=self.target or None)


class PlayedCard(Fact):
    """A power (or anybody else) has played a certain card."""

    power: Power
    card: CardNumber

    def __call__(self, situation: Situation) -> bool:
        return any(
            isinstance(event, CardPlayed) and event.card == self.card and self.power in (ME, event.power)
            for event in situation.known
        )

    def words(self, voice: Voice) -> str:
        key = "fact.plays" if self.power else "fact.anybody_plays"
        return voice.word(key, power=self.power or None, card=self.card)


class HasPassed(Fact):
    """A power has passed."""

    power: Power

    def __call__(self, situation: Situation) -> bool:
        return any(isinstance(event, Passed) and event.power == self.power for event in situation.known)

    def words(self, voice: Voice) -> str:
        return voice.word("fact.passed", power=self.power)


# ---- How they are written

_THE = optional(word("the", "my", "our"))
NOBODY = word("nobody", "no one", "none")
_ANYBODY = word("anybody", "anyone", "somebody", "someone", "any power", value=ME)


def _power() -> Parser[Power]:
    return phrase(_THE, name(MAJOR))


def anybody() -> Parser[Power]:
    return one_of(_power(), _ANYBODY)


def _space() -> Parser[SpaceId]:
    return phrase(_THE, name(SPACE))


def of_position() -> list[Parser[Any]]:
    """Facts about the open position: standing orders may ask for them too."""
    with_ = word("with", "against")
    me = word("me", "us", value=ME)
    nation = phrase(_THE, name(POWER))
    own = optional(word("we are", "i am", "im", "are", "am", "still"))
    are = optional(word("is", "are", "still"))
    war = word("at war", "in war", "enemies")
    allied = word("allied", "in alliance", "an ally", "friends")
    hold = word("holds", "controls", "has", "owns", "still holds", "keeps")
    have = word("control", "hold", "still hold", "have taken", "took", "have")
    mine = word(
        "is mine", "is ours", "is still mine", "is still ours", "mine", "ours", "is taken", "taken", "falls",
        "has fallen", "captured", "is captured",
    )  # fmt: skip
    siege = word("is besieged", "is under siege", "under siege", "is still besieged")
    return [
        seq(own, war, with_, nation).to(lambda other: AreAtWar(ME, other)).help("at war with <power>"),
        seq(_power(), are, war, with_, me).to(lambda other, _: AreAtWar(ME, other)).help(""),
        seq(_power(), are, war, with_, _power()).to(AreAtWar).help("<power> at war with <power>"),
        seq(_power(), word("and"), _power(), are, war).to(AreAtWar).help(""),
        seq(own, word("at peace"), with_, _power())
        .to(_not(lambda other: AreAtWar(ME, other)))
        .help("at peace with <power>"),
        seq(own, allied, with_, _power()).to(lambda other: AreAllied(ME, other)).help("allied with <power>"),
        seq(_power(), are, allied, with_, me).to(lambda other, _: AreAllied(ME, other)).help(""),
        seq(_power(), are, allied, with_, _power()).to(AreAllied).help(""),
        seq(_space(), mine).to(lambda space: Holds(ME, space)).help("<space> is mine"),
        seq(optional(word("i", "we")), have, _space()).to(lambda space: Holds(ME, space)).help(""),
        seq(_power(), hold, _space()).to(Holds).help("<power> holds <space>"),
        seq(_space(), word("is"), _power()).to(lambda space, power: Holds(power, space)).help(""),
        seq(_space(), word("is in unrest", "in unrest", "rebels")).to(InUnrest).help("<space> is in unrest"),
        seq(_space(), siege).to(UnderSiege).help("<space> is besieged"),
    ]


def of_events() -> list[Parser[Any]]:
    """Facts about what has happened since the line was written."""
    enters = word(
        "enters", "enter", "has entered", "comes to", "moves to", "moves into", "reaches", "attacks",
        "besieges", "marches into", "marches on", "takes", "goes to", "attack", "take", "besiege", "reach",
        "come to", "move to", "go to",
    )  # fmt: skip
    stands = word("is in", "stands in", "is at", "has units in", "has an army in", "is still in")
    intercepts = word("intercepts", "has intercepted", "intercepted", "intercept", "have intercepted")
    declares = word(
        "declares war on", "has declared war on", "attacks", "declared war on", "declare war on", "attack"
    )
    me = word("me", "us", value=ME)
    plays = word("plays", "has played", "played", "play")
    card = optional(word("card", "#"))
    return [
        seq(anybody(), enters, _space()).to(Entered).help("<power> enters <space>"),
        seq(NOBODY, enters, _space()).to(lambda space: Not(Entered(ME, space))).help(""),
        seq(anybody(), stands, _space()).to(StandsIn).help("<power> stands in <space>"),
        seq(NOBODY, stands, _space()).to(lambda space: Not(StandsIn(ME, space))).help(""),
        seq(_ANYBODY, intercepts).to(lambda _: Intercepted()).help("somebody intercepts"),
        seq(NOBODY, intercepts).to(lambda *_: Not(Intercepted())).help("nobody has intercepted"),
        seq(anybody(), declares, one_of(me, _power())).to(DeclaredWar).help("<power> declares war on me"),
        seq(NOBODY, declares, one_of(me, _power())).to(lambda target: Not(DeclaredWar(ME, target))).help(""),
        seq(anybody(), plays, card, name(CARD)).to(_played).help("<power> plays <card>"),
        seq(card, name(CARD), word("is played", "was played", "has been played"))
        .to(lambda number: PlayedCard(ME, int(number)))
        .help(""),
        seq(_power(), word("passes", "has passed", "have passed", "passed", "pass"))
        .to(HasPassed)
        .help("<power> passes"),
    ]


def _played(power: Power, card: str) -> Fact:
    return PlayedCard(power, int(card))


def _not(build: Callable[..., Fact]) -> Callable[..., Fact]:
    return lambda *parts: Not(build(*parts))
