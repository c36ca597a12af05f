"""Readings of the rules that a group can choose for its game (docs/rulings-vq.md)."""

from __future__ import annotations

from rules.core.options import DICE_ELSEWHERE, FIRST_RULES, RULES_OPTION, Choice
from rules.vq.cards.home import EXCAVATION_OPTION, ONCE
from rules.vq.diplomacy.deal_items import GIFTS_OPTION, TOGETHER
from rules.vq.faith.rebellion import ALL_WAITING, BEYOND_TARGET, LEADERS_OPTION, REACH_OPTION
from rules.vq.game import BARRED, SPRING_OPTION
from rules.vq.new_world.captains import CAPTAINS_OPTION, FREE
from rules.vq.new_world.piracy import PRIZE_OPTION, SPANISH_ROW
from rules.vq.position import ADDS, MARY_OPTION
from rules.vq.sequence.impulse import SEVERAL, TREASURES_OPTION
from rules.vq.sequence.weddings import BOTH, OWN_WEDDING_OPTION
from rules.vq.ships import ATLANTIC_ONLY, PORTS_ONLY, RACE_BUILT_OPTION, RETREAT_OPTION
from rules.vq.victory import COUNTS, PARIS_OPTION

RULING_SHEET = (
    ("11", Choice(TREASURES_OPTION, SEVERAL)),
    ("18.5", Choice(REACH_OPTION, BEYOND_TARGET)),
    ("18.5", Choice(LEADERS_OPTION, ALL_WAITING)),
    ("9.5", Choice(MARY_OPTION, ADDS)),
    ("16.2", Choice(RETREAT_OPTION, PORTS_ONLY)),
    ("16.2", Choice(RACE_BUILT_OPTION, ATLANTIC_ONLY)),
    ("10", Choice(SPRING_OPTION, BARRED)),
    ("25.3", Choice(PARIS_OPTION, COUNTS)),
    ("23.1", Choice(EXCAVATION_OPTION, ONCE)),
    ("21.1", Choice(OWN_WEDDING_OPTION, BOTH)),
    ("9.1", Choice(GIFTS_OPTION, TOGETHER)),
    ("16.5", Choice(PRIZE_OPTION, SPANISH_ROW)),
    ("5.2", Choice(CAPTAINS_OPTION, FREE)),
)
"""The readings on which groups may differ, the weightiest first: rule, and the option that turns it."""

CHOICES = (
    DICE_ELSEWHERE,
    Choice(RULES_OPTION, str(FIRST_RULES)),
    *(choice for _rule, choice in RULING_SHEET),
)
