"""Which events of war are told together in one line: what was rolled for, the dice, and what came of them."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Any, cast

from rules import Event
from rules.core.events import DiceRolled
from rules.core.records import Record
from rules.war import land_events as land
from rules.war import naval_events as sea
from rules.war import treaty_events as treaty
from rules.war.construction import UnitsBuilt
from rules.war.control import ControlChanged, SiegeLifted
from rules.war.ids import SpaceId

RESULTS: tuple[type[Event], ...] = (
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
)
"""What dice decide."""
ROLLED_FOR: tuple[type[Event], ...] = (
    DiceRolled,
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
TERMS: tuple[type[Event], ...] = (
    treaty.PeaceTerm,
    treaty.AllianceTerm,
    treaty.LoanTerm,
    treaty.LeaderLoanTerm,
    treaty.ReturnTerm,
    treaty.CessionTerm,
    treaty.CardsTerm,
    treaty.MercenariesTerm,
)
"""What is announced in a deal."""
AFTER_A_FIGHT = (*LOSSES, land.BattleEnded, sea.NavalCombatEnded, DiceRolled)


class Together(Record):
    """What is told in one line, with what only one title has."""

    results: tuple[type[Event], ...] = ()
    rolled_for: tuple[type[Event], ...] = ()
    after: tuple[type[Event], ...] = (DiceRolled,)
    """After what results are told."""
    terms: tuple[type[Event], ...] = ()
    """What else a deal may hold."""

    def goes_on(self, event: Event, before: Event) -> bool:
        """Whether an event is told in one line with the one before it."""
        if isinstance(event, DiceRolled):
            return isinstance(before, (*ROLLED_FOR, *self.rolled_for))
        if isinstance(event, (*RESULTS, *self.results)):
            return isinstance(before, self.after)
        if isinstance(event, LOSSES):
            return isinstance(before, AFTER_A_FIGHT)
        if isinstance(event, (*TERMS, *self.terms)):
            return isinstance(before, (treaty.DealAnnounced, *TERMS, *self.terms))
        return isinstance(event, land.LeadersMoved) and isinstance(before, land.FormationMoved)


def as_one(event: Event, before: Event) -> Event | None:
    """Two events that follow each other, as a person would tell them: two regulars; Agram and Buda."""
    match before, event:
        case UnitsBuilt(), UnitsBuilt():
            if (event.nation, event.space) == (before.nation, before.space):
                return replace(event, units=dict(Counter(before.units) + Counter(event.units)))
        case ControlChanged(), ControlChanged():
            if (event.power, event.reason) == (before.power, before.reason):
                spaces: Any = before.space
                earlier = spaces if isinstance(spaces, tuple) else (spaces,)
                return replace(event, space=cast(SpaceId, (*earlier, event.space)))
    return None


def is_implied(event: Event, before: Event) -> bool:
    """Whether the event before says it already: what has fallen is besieged no longer."""
    return (
        isinstance(event, SiegeLifted) and isinstance(before, ControlChanged) and event.space == before.space
    )


def announces_only(event: Event, after: Event | None) -> bool:
    """A move that nobody answers is told when it is made."""
    if not isinstance(event, land.MoveAnnounced):
        return False
    if not isinstance(after, land.FormationMoved | land.LeadersMoved):
        return False
    return (event.origin, event.to) == (after.origin, after.to)
