"""Which events of this game are told together in one line."""

from __future__ import annotations

from pbem.war import telling
from pbem.war.telling import Together
from rules import Event
from rules.core.events import DiceRolled
from rules.his.diplomacy.events import DivorceTerm, ExcommunicationTerm
from rules.his.dynasty.events import ChateauBuilt, PregnancyResult
from rules.his.faith import events as faith
from rules.his.new_world.events import RichesCounted, VoyageRolled

TOGETHER = Together(
    results=(
        faith.AttemptSucceeded,
        faith.AttemptFailed,
        faith.DebateWon,
        faith.DebateTied,
        RichesCounted,
        VoyageRolled,
        ChateauBuilt,
        PregnancyResult,
    ),
    rolled_for=(faith.AttemptMade, faith.DebatersMet),
    after=(DiceRolled, faith.DebaterCommitted),
    terms=(DivorceTerm, ExcommunicationTerm),
)
FLIPS_AFTER = (faith.AttemptSucceeded, faith.DebateWon, faith.SpaceConverted)


def is_implied(event: Event, before: Event) -> bool:
    """Whether the event before says it already: an attempt that succeeds turns the space."""
    turned = isinstance(event, faith.SpaceConverted) and isinstance(before, faith.AttemptSucceeded)
    return turned or telling.is_implied(event, before)


def goes_on(event: Event, before: Event) -> bool:
    """Whether an event is told in one line with the one before it."""
    if isinstance(event, faith.SpaceConverted):
        return isinstance(before, FLIPS_AFTER)
    if isinstance(event, faith.DebaterCommitted):
        return isinstance(before, DiceRolled | faith.DebaterCommitted | faith.BonusUsed)
    return TOGETHER.goes_on(event, before)
