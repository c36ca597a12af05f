"""Facts about the struggle of the faiths: conversions, attempts, debates, scripture, St. Peter's (18)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from rules.core.cards import CardNumber
from rules.core.events import Event
from rules.core.flow import Power
from rules.war.state import SpaceId

# ---- Spaces


@dataclass(frozen=True, slots=True)
class SpaceConverted(Event):
    sentence: ClassVar[str] = "{space} turns {faith}."
    space: SpaceId
    faith: str


@dataclass(frozen=True, slots=True)
class UniversityFounded(Event):
    sentence: ClassVar[str] = "The Jesuits found a university in {space}."
    space: SpaceId


# ---- Attempts (18.3, 18.4)


@dataclass(frozen=True, slots=True)
class AttemptsGranted(Event):
    """A power may make attempts; `kind` is Reformation or Counter Reformation."""

    sentence: ClassVar[str] = "{power} has {count} {kind} {count|attempt|attempts} (target: {zones})."
    power: Power
    kind: str
    count: int
    zones: tuple[str, ...]
    source: str


@dataclass(frozen=True, slots=True)
class AttemptMade(Event):
    """The next space is tried; `number` of `count` attempts."""

    sentence: ClassVar[str] = "{kind} attempt {number} of {count}: {power} tries {space}."
    power: Power
    kind: str
    space: SpaceId
    number: int
    count: int


@dataclass(frozen=True, slots=True)
class AttemptSucceeded(Event):
    sentence: ClassVar[str] = "The attempt on {space} succeeds: {score}."
    space: SpaceId
    score: str


@dataclass(frozen=True, slots=True)
class AttemptFailed(Event):
    sentence: ClassVar[str] = "The attempt on {space} fails: {score}."
    space: SpaceId
    score: str


@dataclass(frozen=True, slots=True)
class AttemptsEnded(Event):
    """Attempts that were left over: nothing more can be tried, or the power wants no more."""

    sentence: ClassVar[str] = "{left} {left|attempt is|attempts are} not made."
    power: Power
    left: int


# ---- Debaters (18.2)


@dataclass(frozen=True, slots=True)
class DebaterCommitted(Event):
    sentence: ClassVar[str] = "{debater} is committed."
    debater: str


@dataclass(frozen=True, slots=True)
class BonusUsed(Event):
    """A power commits a debater for his bonus."""

    sentence: ClassVar[str] = "{power} uses the bonus of {debater}."
    power: Power
    debater: str


@dataclass(frozen=True, slots=True)
class DebaterBurnt(Event):
    sentence: ClassVar[str] = "{debater} is burnt at the stake: {vp} VP for the Papacy."
    debater: str
    vp: int


@dataclass(frozen=True, slots=True)
class DebaterDisgraced(Event):
    sentence: ClassVar[str] = "{debater} is disgraced: {vp} VP for the Protestant."
    debater: str
    vp: int


@dataclass(frozen=True, slots=True)
class ReformerRemoved(Event):
    sentence: ClassVar[str] = "The reformer {reformer} leaves the map for good."
    reformer: str


# ---- Debates (18.5)


@dataclass(frozen=True, slots=True)
class DebateCalled(Event):
    sentence: ClassVar[str] = "{power} calls a theological debate in the {zone} zone."
    power: Power
    zone: str


@dataclass(frozen=True, slots=True)
class DebaterBarred(Event):
    sentence: ClassVar[str] = "{debater} may not take part in this debate."
    debater: str


@dataclass(frozen=True, slots=True)
class DebaterBarredOnce(Event):
    sentence: ClassVar[str] = "{debater} may not take part in round {round} of this debate."
    debater: str
    round: int


@dataclass(frozen=True, slots=True)
class DebaterDrawn(Event):
    """Who attacks, told before the caller names the pool that he attacks."""

    sentence: ClassVar[str] = "{debater} will speak for {power}."
    power: Power
    debater: str


@dataclass(frozen=True, slots=True)
class DebatersMet(Event):
    sentence: ClassVar[str] = "Round {number}: {attacker} attacks {defender}."
    number: int
    attacker: str
    defender: str


@dataclass(frozen=True, slots=True)
class LutherSteppedIn(Event):
    sentence: ClassVar[str] = "Luther takes the place of {debater}."
    debater: str


@dataclass(frozen=True, slots=True)
class DebateWon(Event):
    sentence: ClassVar[str] = "{power} wins the debate by {difference} {difference|hit|hits}."
    power: Power
    difference: int


@dataclass(frozen=True, slots=True)
class DebateTied(Event):
    sentence: ClassVar[str] = "Round {number} ends undecided."
    number: int


@dataclass(frozen=True, slots=True)
class DebateSpoilt(Event):
    """Campeggio makes a lost debate count for nothing."""

    sentence: ClassVar[str] = "{debater} sees to it that the debate has no result."
    debater: str


# ---- The Diet of Worms (18.1)


@dataclass(frozen=True, slots=True)
class DietCardsShown(Event):
    sentence: ClassVar[str] = "At the Diet of Worms {power} plays {card} ({cp} CP)."
    power: Power
    card: CardNumber
    cp: int


@dataclass(frozen=True, slots=True)
class DietEnded(Event):
    """The hits of both faiths at the Diet."""

    sentence: ClassVar[str] = "Diet of Worms: {protestant_hits} Protestant, {catholic_hits} Catholic hits."
    protestant_hits: int
    catholic_hits: int


# ---- Scripture, St. Peter's (18.1)


@dataclass(frozen=True, slots=True)
class TranslationAdvanced(Event):
    sentence: ClassVar[str] = "The {language} {work} goes on: {steps} of {needed} steps."
    language: str
    work: str
    steps: int
    needed: int


@dataclass(frozen=True, slots=True)
class TranslationCompleted(Event):
    sentence: ClassVar[str] = "The {language} {work} is complete."
    language: str
    work: str


@dataclass(frozen=True, slots=True)
class StPetersBuilt(Event):
    sentence: ClassVar[str] = "{cp} CP for St. Peter's ({vp} VP so far)."
    cp: int
    vp: int


# ---- The Schmalkaldic League (21.6)


@dataclass(frozen=True, slots=True)
class LeagueFormed(Event):
    sentence: ClassVar[str] = "The Schmalkaldic League is formed."


@dataclass(frozen=True, slots=True)
class LeagueLeaderEntered(Event):
    sentence: ClassVar[str] = "{leader} takes command in {space}."
    leader: str
    space: SpaceId


@dataclass(frozen=True, slots=True)
class LeagueArmyLeft(Event):
    sentence: ClassVar[str] = "The Protestant units leave {space} for {destination}."
    space: SpaceId
    destination: SpaceId
