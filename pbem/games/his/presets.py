"""What is answered for a power from the start in this game alone: mercenaries and pirates."""

from __future__ import annotations

from typing import Any

from pbem.games.facts import Facts
from pbem.war.presets import Decision, preset, presets_of_war, usual
from rules.core.card_play import least_card
from rules.core.questions import Choose
from rules.his.game import HisGame
from rules.his.powers import ENGLAND, FRANCE, HAPSBURG, IMPULSE_ORDER, OTTOMAN, PAPACY

FEW_MERCENARIES = 2
"""So many are not worth a card."""
LARGE_FLEET = 3
"""So many squadrons near a pirate can do without one."""
AT_SEA = (OTTOMAN, HAPSBURG, ENGLAND, FRANCE, PAPACY)
"""Powers that have squadrons."""


def pay_mercenaries(question: Choose, game: HisGame, facts: Facts) -> Any:
    """A few mercenaries may go; for more the least card is given."""
    if game.count_on_map(facts.power, "mercenaries") <= FEW_MERCENARIES:
        return question.options[0]
    least = least_card(game, facts.power)
    return str(least) if least is not None and str(least) in question.options else question.options[0]


def piracy_hit(question: Choose, game: HisGame, facts: Facts) -> Any:
    """A squadron of a large fleet, else a point for the pirate; a card only if nothing else is left."""
    fleet = sum(
        game.at(place, nation).squadrons
        for nation in game.nations_of(facts.power)
        for place, _ in game.places_of(nation)
    )
    order = ("squadron", "vp") if fleet >= LARGE_FLEET else ("vp", "squadron")
    return next((award for award in order if award in question.options), question.default(game))


MERCENARIES: dict[str, Decision] = {"pay_mercenaries": pay_mercenaries, "unpaid": usual}
PIRACY: dict[str, Decision] = {"piracy_hit": piracy_hit, "piracy_squadron": usual}

PRESETS = (
    *presets_of_war(IMPULSE_ORDER),
    preset("mercenaries", MERCENARIES, IMPULSE_ORDER),
    preset("piracy", PIRACY, AT_SEA[1:]),
)
