"""What a decision needs: notes beside the choices, what is near, where the points come from.

All of it is made from open facts and the reader's own hand.  A title fills it in; letters, the word `odds`
and pictures show it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from fractions import Fraction

from rules import Power
from rules.core.records import Record
from rules.war.ids import LeaderId, Place


class Advice(Record):
    """What stands beside the choices of a question."""

    notes: Mapping[int, str] = field(default_factory=dict)
    """By the number of a legal answer: its cost, its dice and chance, what it does to victory points.

    Where a letter has no room for all, those that come first here are told.
    """
    missing: tuple[str, ...] = ()
    """Choices that one would expect, and why they are not there."""
    silence: str = ""
    """What silence would do, where its order does not say so."""


class Stack(Record):
    """What one power has in one place."""

    place: Place
    power: Power
    units: Mapping[str, int]
    leaders: tuple[LeaderId, ...] = ()
    command: int = 0
    """The most land units that its leaders lead together; 0 for ships."""
    besieged: bool = False
    besieging: bool = False


class Threat(Record):
    """An enemy who could attack something of one's own with one move, at which odds."""

    by: Stack
    on: Stack
    dice: tuple[int, int]
    """The enemy's and one's own."""
    wins: Fraction
    """The chance that the enemy wins."""


class Near(Record):
    """What is near the units of a power: the same facts for the text and for the picture."""

    power: Power
    stacks: tuple[Stack, ...] = ()
    """Its own: where leaders or enemies are first, then the largest."""
    others: Mapping[Place, tuple[Stack, ...]] = field(default_factory=dict)
    """By the place of an own stack: what of others stands next to it or with it."""
    threats: tuple[Threat, ...] = ()
    open_to: Mapping[Place, tuple[Power, ...]] = field(default_factory=dict)
    """Own keys and capitals without a unit, with the enemies next to them."""
    besieged: tuple[Place, ...] = ()
    unrest: tuple[Place, ...] = ()


class Points(Record):
    """Victory points of a power from one source."""

    source: str
    vp: int
    things: tuple[str, ...] = ()
    """What is counted, by ids: keys, electorates."""
    count: int = 0


Score = Mapping[Power, tuple[Points, ...]]
"""Victory points of all powers, by source."""
