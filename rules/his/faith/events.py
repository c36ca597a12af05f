"""Facts about the struggle of the faiths: conversions, attempts, debates, scripture, St. Peter's (18)."""

from __future__ import annotations

from dataclasses import dataclass

from rules.core.cards import CardNumber
from rules.core.events import Event
from rules.core.flow import Power
from rules.core.kinds import Faith, Language
from rules.core.reasons import Reason
from rules.his.kinds import DebaterId, ReformerId, Work
from rules.war.ids import LeaderId, SpaceId

# ---- Spaces


@dataclass(frozen=True, slots=True)
class SpaceConverted(Event):
    space: SpaceId
    faith: Faith


@dataclass(frozen=True, slots=True)
class UniversityFounded(Event):
    space: SpaceId


# ---- Attempts (18.3, 18.4)


@dataclass(frozen=True, slots=True)
class AttemptsGranted(Event):
    """A power may make attempts; `kind` is Reformation or Counter Reformation."""

    power: Power
    kind: Reason
    count: int
    zones: tuple[Language, ...]
    source: str


@dataclass(frozen=True, slots=True)
class AttemptMade(Event):
    """The next space is tried; `number` of `count` attempts."""

    power: Power
    kind: Reason
    space: SpaceId
    number: int
    count: int


@dataclass(frozen=True, slots=True)
class AttemptSucceeded(Event):
    space: SpaceId
    score: Reason


@dataclass(frozen=True, slots=True)
class AttemptFailed(Event):
    space: SpaceId
    score: Reason


@dataclass(frozen=True, slots=True)
class AttemptsEnded(Event):
    """Attempts that were left over: nothing more can be tried, or the power wants no more."""

    power: Power
    left: int


# ---- Debaters (18.2)


@dataclass(frozen=True, slots=True)
class DebaterCommitted(Event):
    debater: DebaterId


@dataclass(frozen=True, slots=True)
class BonusUsed(Event):
    """A power commits a debater for his bonus."""

    power: Power
    debater: DebaterId


@dataclass(frozen=True, slots=True)
class DebaterBurnt(Event):
    debater: DebaterId
    vp: int


@dataclass(frozen=True, slots=True)
class DebaterDisgraced(Event):
    debater: DebaterId
    vp: int


@dataclass(frozen=True, slots=True)
class ReformerRemoved(Event):
    reformer: ReformerId


# ---- Debates (18.5)


@dataclass(frozen=True, slots=True)
class DebateCalled(Event):
    power: Power
    zone: Language


@dataclass(frozen=True, slots=True)
class DebaterBarred(Event):
    debater: DebaterId


@dataclass(frozen=True, slots=True)
class DebaterBarredOnce(Event):
    debater: DebaterId
    round: int


@dataclass(frozen=True, slots=True)
class DebaterDrawn(Event):
    """Who attacks, told before the caller names the pool that he attacks."""

    power: Power
    debater: DebaterId


@dataclass(frozen=True, slots=True)
class DebatersMet(Event):
    number: int
    attacker: DebaterId
    defender: DebaterId


@dataclass(frozen=True, slots=True)
class LutherSteppedIn(Event):
    debater: DebaterId


@dataclass(frozen=True, slots=True)
class DebateWon(Event):
    power: Power
    difference: int


@dataclass(frozen=True, slots=True)
class DebateTied(Event):
    number: int


@dataclass(frozen=True, slots=True)
class DebateSpoilt(Event):
    """Campeggio makes a lost debate count for nothing."""

    debater: DebaterId


# ---- The Diet of Worms (18.1)


@dataclass(frozen=True, slots=True)
class DietCardsShown(Event):
    power: Power
    card: CardNumber
    cp: int


@dataclass(frozen=True, slots=True)
class DietEnded(Event):
    """The hits of both faiths at the Diet."""

    protestant_hits: int
    catholic_hits: int


# ---- Scripture, St. Peter's (18.1)


@dataclass(frozen=True, slots=True)
class TranslationAdvanced(Event):
    language: Language
    work: Work
    steps: int
    needed: int


@dataclass(frozen=True, slots=True)
class TranslationCompleted(Event):
    language: Language
    work: Work


@dataclass(frozen=True, slots=True)
class StPetersBuilt(Event):
    cp: int
    vp: int


# ---- The Schmalkaldic League (21.6)


@dataclass(frozen=True, slots=True)
class LeagueFormed(Event):
    """The Protestant electorates have an army of their own (21.6)."""


@dataclass(frozen=True, slots=True)
class LeagueLeaderEntered(Event):
    leader: LeaderId
    space: SpaceId


@dataclass(frozen=True, slots=True)
class LeagueArmyLeft(Event):
    space: SpaceId
    destination: SpaceId
