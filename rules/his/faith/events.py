"""Facts about the struggle of the faiths: conversions, attempts, debates, scripture, St. Peter's (18)."""

from __future__ import annotations

from rules.core.cards import CardNumber
from rules.core.events import Event
from rules.core.flow import Power
from rules.core.kinds import Faith, Language
from rules.core.reasons import Reason
from rules.his.kinds import DebaterId, ReformerId, Work
from rules.war.ids import LeaderId, SpaceId

# ---- Spaces


class SpaceConverted(Event):
    space: SpaceId
    faith: Faith


class UniversityFounded(Event):
    space: SpaceId


# ---- Attempts (18.3, 18.4)


class AttemptsGranted(Event):
    """A power may make attempts; `kind` is Reformation or Counter Reformation."""

    power: Power
    kind: Reason
    count: int
    zones: tuple[Language, ...]
    source: str


class AttemptMade(Event):
    """The next space is tried; `number` of `count` attempts."""

    power: Power
    kind: Reason
    space: SpaceId
    number: int
    count: int


class AttemptSucceeded(Event):
    space: SpaceId
    score: Reason


class AttemptFailed(Event):
    space: SpaceId
    score: Reason


class AttemptsEnded(Event):
    """Attempts that were left over: nothing more can be tried, or the power wants no more."""

    power: Power
    left: int


# ---- Debaters (18.2)


class DebaterCommitted(Event):
    debater: DebaterId


class BonusUsed(Event):
    """A power commits a debater for his bonus."""

    power: Power
    debater: DebaterId


class DebaterBurnt(Event):
    debater: DebaterId
    vp: int


class DebaterDisgraced(Event):
    debater: DebaterId
    vp: int


class ReformerRemoved(Event):
    reformer: ReformerId


# ---- Debates (18.5)


class DebateCalled(Event):
    power: Power
    zone: Language


class DebaterBarred(Event):
    debater: DebaterId


class DebaterBarredOnce(Event):
    debater: DebaterId
    round: int


class DebaterDrawn(Event):
    """Who attacks, told before the caller names the pool that he attacks."""

    power: Power
    debater: DebaterId


class DebatersMet(Event):
    number: int
    attacker: DebaterId
    defender: DebaterId


class LutherSteppedIn(Event):
    debater: DebaterId


class DebateWon(Event):
    power: Power
    difference: int


class DebateTied(Event):
    number: int


class DebateSpoilt(Event):
    """Campeggio makes a lost debate count for nothing."""

    debater: DebaterId


# ---- The Diet of Worms (18.1)


class DietCardsShown(Event):
    power: Power
    card: CardNumber
    cp: int


class DietEnded(Event):
    """The hits of both faiths at the Diet."""

    protestant_hits: int
    catholic_hits: int


# ---- Scripture, St. Peter's (18.1)


class TranslationAdvanced(Event):
    language: Language
    work: Work
    steps: int
    needed: int


class TranslationCompleted(Event):
    language: Language
    work: Work


class StPetersBuilt(Event):
    cp: int
    vp: int


# ---- The Schmalkaldic League (21.6)


class LeagueFormed(Event):
    """The Protestant electorates have an army of their own (21.6)."""


class LeagueLeaderEntered(Event):
    leader: LeaderId
    space: SpaceId


class LeagueArmyLeft(Event):
    space: SpaceId
    destination: SpaceId
