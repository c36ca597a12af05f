"""The numbers of naval war that a game keeps in its data files, as the rules of war read them."""

from __future__ import annotations

from typing import Protocol


class CheckTable(Protocol):
    """Two dice and a sum to reach."""

    @property
    def need(self) -> int: ...


class NavalCombatTable(Protocol):
    """Dice of ships, and hits that sink them (16.2)."""

    @property
    def squadron_dice(self) -> int: ...

    @property
    def corsair_dice(self) -> int: ...

    @property
    def port_defender_dice(self) -> int: ...

    @property
    def hits_per_squadron(self) -> int: ...

    @property
    def hits_per_corsair(self) -> int: ...


class PiracyTable(Protocol):
    """Dice against pirates and of pirates, and how often they sail (16.4)."""

    @property
    def per_turn(self) -> int: ...

    @property
    def per_zone(self) -> int: ...

    @property
    def squadron_in_zone(self) -> int: ...

    @property
    def squadron_adjacent(self) -> int: ...

    @property
    def fortress_adjacent(self) -> int: ...

    @property
    def pirate_dice_small(self) -> int: ...

    @property
    def pirate_dice(self) -> int: ...


class NavalTables(Protocol):
    """All of them."""

    @property
    def hit(self) -> int: ...

    @property
    def transport_limit(self) -> int: ...

    @property
    def naval_intercept(self) -> CheckTable: ...

    @property
    def naval_avoid(self) -> CheckTable: ...

    @property
    def naval_combat(self) -> NavalCombatTable: ...

    @property
    def piracy(self) -> PiracyTable: ...
