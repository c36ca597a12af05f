"""What happened in a game, by name, and what could have: for `--counts` and for steered games.

Everything is derived from the events that the rules report, so it counts what players would see.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import cache

from rules import load_rules
from rules.core.card_play import CardPlayed
from rules.core.events import EVENTS, Event
from rules.core.story import VictoryDeclared
from rules.his.dynasty.events import PregnancyResult, RulerSucceeded, SuccessionSettled
from rules.his.dynasty.tudors import EDWARD_CARD, ELIZABETH_CARD, MARY_CARD, edward_healthy
from rules.his.game import HisGame
from rules.his.new_world.events import PrizeClaimed
from rules.his.powers import ENGLAND
from rules.his.sequence.theses_and_diet import THESES
from rules.his.sequence.winter import DueEventResolved
from rules.war.relations import WarDeclared

HEIRS = {EDWARD_CARD: "Edward's card", MARY_CARD: "Mary's card", ELIZABETH_CARD: "Elizabeth's card"}
SUCCESSIONS = (
    "Edward's card, healthy: henry_viii > edward_vi",
    "Edward's card, sickly: henry_viii > edward_vi",
    "Edward's card: nothing changes",
    "Mary's card for Edward's, healthy: henry_viii > edward_vi",
    "Mary's card for Edward's, sickly: henry_viii > edward_vi",
    "Mary's card: henry_viii > mary_i",
    "Mary's card: edward_vi > mary_i",
    "Mary's card: nothing changes",
    "Elizabeth's card: mary_i > elizabeth_i",
)
"""The branches of the English succession (21.3)."""
VICTORIES = ("military", "religious", "standard", "domination", "time limit")
SELDOM = ("Noted",)
"""Kinds of events that need not happen: older versions told corrections by `Noted`."""
PROCEDURES = {
    "BattleBegan": "field battles",
    "InterceptionSucceeded": "interceptions",
    "BattleAvoided": "battles avoided",
    "SiegeLaid": "sieges laid",
    "AssaultSucceeded": "assaults taken",
    "AssaultFailed": "assaults failed",
    "NavalCombatBegan": "naval combats",
    "ArmyEmbarked": "transports",
    "PiracyEnded": "piracy",
    "MinorActivated": "activations",
    "MinorDeactivated": "deactivations",
    "HungaryDefeated": "defeats of Hungary-Bohemia",
    "ForeignWarWon": "foreign wars won",
    "SuedForPeace": "suits for peace",
    "DebaterBurnt": "debaters burnt",
    "DebaterDisgraced": "debaters disgraced",
    "LeaderCaptured": "leaders captured",
}
"""The procedures of war and faith under names of their own, first in the list."""


class Tally:
    """Counts of one or more games."""

    def __init__(self) -> None:
        self.counts: Counter[str] = Counter()
        self.heir = 0
        """The card of an heir that is being played."""

    def note(self, event: Event, game: HisGame) -> None:
        """Count an event under its kind, and under what it says."""
        name = type(event).__name__
        self.counts[f"event {name}"] += 1
        for what in self._meaning(event, game):
            self.counts[what] += 1
        if name in PROCEDURES:
            self.counts[f"procedure {PROCEDURES[name]}"] += 1

    def _meaning(self, event: Event, game: HisGame) -> Iterable[str]:
        match event:
            case CardPlayed(card=card, how=how):
                self.heir = card if card in HEIRS and how != "cp" else 0
                yield f"card {card:>3} {how}"
            case DueEventResolved(card=card):
                self.heir = card if card in HEIRS else 0
                yield f"card {card:>3} due in winter"
            case VictoryDeclared(how=how):
                yield f"victory {how}"
            case PregnancyResult(line=line, wife=wife):
                yield f"pregnancy chart line {line}"
                yield f"marriage {wife}"
            case RulerSucceeded(power=power, before=before, ruler=ruler) if power == ENGLAND and self.heir:
                yield f"succession {self._branch(before, ruler, game)}"
            case RulerSucceeded(ruler=ruler):
                yield f"ruler {ruler}"
            case SuccessionSettled(power=power) if power == ENGLAND and self.heir:
                yield f"succession {HEIRS[self.heir]}: nothing changes"
            case PrizeClaimed(prize=prize):
                yield f"prize {prize}"
            case WarDeclared(target=target) if target in game.minors:
                yield "war declared on a minor power"
            case _:
                return

    def _branch(self, before: str, ruler: str, game: HisGame) -> str:
        card, health = HEIRS[self.heir], "healthy" if edward_healthy(game) else "sickly"
        if ruler == "edward_vi":
            card += "" if self.heir == EDWARD_CARD else " for Edward's"
            return f"{card}, {health}: {before} > {ruler}"
        return f"{card}: {before} > {ruler}"

    def game_over(self, game: HisGame) -> None:
        """Count what only the position at the end tells."""
        self.counts[f"winner {game.winner}"] += 1


@cache
def everything() -> tuple[str, ...]:
    """All that games can bring, under the names of a tally."""
    data = load_rules("his").data
    world = data.tables.new_world
    uses = [
        f"card {n:>3} {use.id}" for n, card in sorted(data.cards.items()) for use in card.uses if n != THESES
    ]
    kinds = [
        f"event {name}"
        for name, cls in sorted(EVENTS.items())
        if cls.__module__.startswith(("rules.core", "rules.war", "rules.his")) and name not in SELDOM
    ]
    return (
        *(f"procedure {name}" for name in PROCEDURES.values()),
        *uses,
        *(f"victory {how}" for how in VICTORIES),
        *(f"winner {power}" for power in data.impulse_order),
        *(f"marriage {box.id}" for box in data.marriage.marital_track if box.roll),
        *(f"pregnancy chart line {row.line}" for row in data.marriage.pregnancy_chart),
        *(f"succession {branch}" for branch in SUCCESSIONS),
        *(f"prize {prize.id}" for prize in (*world.discoveries, *world.conquests)),
        *kinds,
    )
