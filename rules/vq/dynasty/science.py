"""Science bonuses: each exists once, and must be of use to who takes it (22.2)."""

from __future__ import annotations

from rules.core.events import Event
from rules.core.flow import Power
from rules.vq.game import VqGame
from rules.vq.kinds import ScienceBonus

FIRST_CHOICE = ("telescope", "ravelin", "observatory")
"""What silence takes first."""


class ScienceBonusTaken(Event):
    power: Power
    bonus: ScienceBonus


def open_bonuses(game: VqGame, power: Power) -> list[ScienceBonus]:
    """Bonuses that nobody has and that are of use to a power; what silence takes first."""
    found = [
        bonus.id
        for bonus in game.data.tables.science_bonuses
        if bonus.id not in game.patronage.bonuses and (not bonus.of_use_to or power in bonus.of_use_to)
    ]
    if game.lasting.suez_open and "excavation" in found:
        found.remove("excavation")
    return sorted(found, key=lambda id: (FIRST_CHOICE.index(id) if id in FIRST_CHOICE else 9, id))


def claim_bonus(game: VqGame, power: Power, bonus: ScienceBonus) -> None:
    game.patronage.bonuses[bonus] = power
    game.emit(ScienceBonusTaken(power, bonus))
