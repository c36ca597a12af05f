"""What is done in a foreign war: a unit raised onto its card, a battle, and the way home (21.7)."""

from __future__ import annotations

from collections.abc import Collection

from rules.core.cards import CardNumber
from rules.core.errors import Illegal
from rules.core.flow import Power
from rules.core.questions import choose_one
from rules.war.battle import FieldBattle, Side
from rules.war.displacement import send_to_turn_track
from rules.war.foreign_war import (
    Expeditionary,
    ForeignWar,
    ForeignWarReinforced,
    Rebels,
    UnitsCameHome,
    homes_for,
    strength,
)
from rules.war.ids import INDEPENDENT, LAND_KINDS
from rules.war.state import WarGame


def raise_onto_card(game: WarGame, card: CardNumber, war: ForeignWar, kind: str) -> None:
    """Put a new land unit onto the card (17.1, 21.7)."""
    setattr(war, kind, getattr(war, kind) + 1)
    game.emit(ForeignWarReinforced(war.power, card, kind, 1))


def check_battle(
    war: ForeignWar | None, power: Power, card: CardNumber, fought: Collection[CardNumber], rule: str
) -> None:
    """Raise `Illegal` unless a battle of a foreign war may be fought in this impulse (21.7)."""
    if war is None or war.power != power:
        raise Illegal("foreign_war.not_yours", rule, card=card)
    if not strength(war):
        raise Illegal("foreign_war.no_units", rule, card=card)
    if card in fought:
        raise Illegal("foreign_war.fought_already", rule, card=card)


def battle_abroad(name: str, war: ForeignWar) -> FieldBattle:
    """The two sides: no formation limit, no die for the defender, no retreat, nobody captured (21.7)."""
    return FieldBattle(
        name,
        Side(Expeditionary(name, (war.power,), war=war)),
        Side(Rebels(name, (INDEPENDENT,), war=war)),
        defender_die=False,
        captures=False,
    )


async def come_home(game: WarGame, war: ForeignWar, rule: str) -> None:
    """To the capital, or to another friendly home key while enemies are in the capital (21.7)."""
    homes = homes_for(game, war.power)
    if not homes:  # every home key is lost: the units disband, their leaders wait for a later turn (8.2)
        for leader in war.leaders:
            send_to_turn_track(game, leader)
        return
    home = await choose_one(war.power, "foreign_war_home", "space", homes, rule)
    counts = {kind: getattr(war, kind) for kind in LAND_KINDS if getattr(war, kind)}
    game.add_units(home, war.power, **counts)
    game.emit(UnitsCameHome(war.power, strength(war), home))
    for leader in war.leaders:
        game.leaders[leader].place = home
