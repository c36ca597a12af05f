"""In talks: which offers to take, and what to offer whom, each with a word to the other power."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from pbem.games.his.bot.deals import MOST_PROPOSALS, acceptable, packages, seen_as, worth_of_deal
from pbem.games.his.bot.mind import Mind
from pbem.games.his.bot.view import view_for
from pbem.games.his.bot.weights import usual_weights
from pbem.games.suggestion import Level, Talk, because
from pbem.language.voice import Message
from rules import Power
from rules.his.diplomacy.alliances import FormAlliance
from rules.his.diplomacy.deal_items import EndWar
from rules.his.game import HisGame
from rules.his.powers import IMPULSE_ORDER
from rules.war.deals import Deal, possible


def talk(
    game: HisGame, power: Power, offers: Sequence[Deal], partners: Sequence[Power], spoken: Collection[Power]
) -> Talk:
    """An answer to each offer, and offers to those with whom nothing was spoken of yet, the best first."""
    view = view_for(game, power)
    mind = Mind(view, power, usual_weights(), Level.USUAL)
    answers = [possible(view, deal) and acceptable(mind, deal) for deal in offers]
    press: list[tuple[Power, Message]] = [
        (deal.other(power), because("talk_agreed" if yes else "talk_refused"))
        for deal, yes in zip(offers, answers, strict=True)
    ]
    found = [
        (worth_of_deal(mind, deal, power), deal)
        for partner in partners
        if partner not in spoken and partner != power and (deal := best_deal(mind, partner)) is not None
    ]
    found.sort(key=lambda one: -one[0])
    proposals = [deal for _worth, deal in found[:MOST_PROPOSALS]]
    press += [(deal.other(power), because(_why(deal))) for deal in proposals]
    return Talk(tuple(answers), tuple(proposals), tuple(press))


def _why(deal: Deal) -> str:
    """What a deal is good for, as the other is told."""
    kinds = {type(item) for item in deal.items}
    return "talk_peace" if EndWar in kinds else "talk_alliance" if FormAlliance in kinds else "talk_offer"


def best_deal(mind: Mind, partner: Power) -> Deal | None:
    """The deal with a power that is worth most to us of those that both sides can want."""
    first, second = sorted((mind.power, partner), key=IMPULSE_ORDER.index)
    deals = [Deal(first, second, items) for items in packages(mind, partner)]
    good = [
        deal
        for deal in deals
        if possible(mind.game, deal) and acceptable(mind, deal) and acceptable(seen_as(mind, partner), deal)
    ]
    return max(good, key=lambda deal: worth_of_deal(mind, deal, mind.power), default=None)
