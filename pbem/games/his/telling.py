"""Which events are told together in one line: what was rolled for, the dice, and what came of them."""

from __future__ import annotations

from rules import Event
from rules.core.events import DiceRolled
from rules.his.dynasty.events import ChateauBuilt, PregnancyResult
from rules.his.faith import events as faith
from rules.his.new_world.events import RichesCounted, VoyageRolled
from rules.war import land_events as land
from rules.war import naval_events as sea

RESULTS = (
    faith.AttemptSucceeded,
    faith.AttemptFailed,
    faith.DebateWon,
    faith.DebateTied,
    land.InterceptionSucceeded,
    land.InterceptionFailed,
    land.BattleAvoided,
    land.BattleNotAvoided,
    land.BattleEnded,
    land.AssaultSucceeded,
    land.AssaultFailed,
    sea.NavalCombatEnded,
    sea.NavalInterceptionTried,
    sea.NavalAvoidanceTried,
    RichesCounted,
    VoyageRolled,
    ChateauBuilt,
    PregnancyResult,
)
"""What dice decide."""
ROLLED_FOR = (
    DiceRolled,
    faith.AttemptMade,
    faith.DebatersMet,
    land.BattleBegan,
    land.AssaultBegan,
    land.MoveAnnounced,
    land.FormationMoved,
    land.LeadersMoved,
    sea.NavalCombatBegan,
    sea.PiracyInitiated,
)
"""What says why dice are rolled; after anything else they say it themselves."""
LOSSES = (land.UnitsLost, sea.SquadronsLost, sea.CorsairsLost, land.Retreated)
AFTER_A_FIGHT = (*LOSSES, land.BattleEnded, sea.NavalCombatEnded, DiceRolled)
FLIPS_AFTER = (faith.AttemptSucceeded, faith.DebateWon, faith.SpaceConverted)


def is_implied(event: Event, before: Event) -> bool:
    """Whether the event before says it already: an attempt that succeeds turns the space."""
    return isinstance(event, faith.SpaceConverted) and isinstance(before, faith.AttemptSucceeded)


def goes_on(event: Event, before: Event) -> bool:
    """Whether an event is told in one line with the one before it."""
    if isinstance(event, DiceRolled):
        return isinstance(before, ROLLED_FOR)
    if isinstance(event, RESULTS):
        return isinstance(before, DiceRolled | faith.DebaterCommitted)
    if isinstance(event, LOSSES):
        return isinstance(before, AFTER_A_FIGHT)
    if isinstance(event, faith.SpaceConverted):
        return isinstance(before, FLIPS_AFTER)
    if isinstance(event, faith.DebaterCommitted):
        return isinstance(before, DiceRolled | faith.DebaterCommitted | faith.BonusUsed)
    return isinstance(event, land.LeadersMoved) and isinstance(before, land.FormationMoved)
