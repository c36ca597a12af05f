"""What preachers, spies and courts could do: conversions, rebellions, plots, patronage, influence."""

from __future__ import annotations

from pbem.games.vq.bot.mind import Mind
from rules.vq.diplomacy.actions import BuyInfluence
from rules.vq.dynasty.patronage import ARTIST, SCHOLAR, SponsorArtist, SponsorScientist
from rules.vq.espionage.actions import (
    Assassinate,
    GatherIntelligence,
    InsertInformant,
    RaiseEnglishCatholics,
    SendJesuit,
)
from rules.vq.faith.actions import Preach, Rebel, SuppressHeresy
from rules.vq.faith.support import convertible
from rules.vq.odds import (
    assassination_odds,
    english_rebellion_odds,
    intelligence_odds,
    patronage_odds,
    rebellion_odds,
)
from rules.vq.powers import (
    LORD_OF,
    PROTESTANT,
    PROTESTANT_FAITH,
)

ELIZABETH = "elizabeth_i"
FLIPS_PER_DIE, UNREST = 0.5, 0.45
"""What a die of a conversion does in the mean; the exact chances would cost too much time at every action."""


def of_conversion(mind: Mind, action: Preach | SuppressHeresy) -> float:
    faith = action.faith(mind.power)
    open_ = convertible(mind.game, faith, action.area, (), despite_guards=False)
    dice = action.attempts(mind.game, mind.power)
    flips = min(dice * FLIPS_PER_DIE, len(open_) + 1.0) - UNREST if open_ else 0.0
    return mind.faith_worth(action.area, 1 if faith == PROTESTANT_FAITH else -1) * flips


def of_rebellion(mind: Mind, action: Rebel) -> float:
    game = mind.game
    area = game.printed(action.space).area or ""
    odds = rebellion_odds(game, action.space, action.cp)
    key = game.board.spaces[action.space].is_key
    taken = mind.worth_of_taking(action.space) + mind.weights["regular"] * (action.cp // 2)
    followers = [
        near
        for near in game.board.neighbours(action.space)
        if game.religion(near) == PROTESTANT_FAITH and game.controller(near) == LORD_OF.get(area)
    ]
    taken += sum(sorted((mind.worth_of_taking(near) for near in followers), reverse=True)[: action.cp - 1])
    at_war = game.at_war(PROTESTANT, LORD_OF[area])
    price = 0.0 if at_war else mind.weights["war"]
    holdable = 1.0 if key or mind.threat(action.space, 1) < 4 else 0.6
    return float(odds.chance) * taken * holdable - price


# ---- Espionage


def of_intelligence(mind: Mind, spy: GatherIntelligence) -> float:
    odds = intelligence_odds(mind.game, mind.power, spy.target)
    rival = 1.0 if spy.target == mind.leader else 0.6
    seen = float(odds.chance("two_cards", "hand")) * mind.weights["secret"]
    return rival * (seen + float(odds.chance("discard", "take")) * mind.weights["stolen"])


def of_informant(mind: Mind, spy: InsertInformant) -> float:
    return mind.weights["informant"] if not spy.moved_from and mind.turns_left else 0.0


def of_jesuit(mind: Mind, send: SendJesuit) -> float:
    return mind.weights["jesuit"] * (1.2 if send.space == "london" else 1.0)


def of_assassination(mind: Mind, plot: Assassinate) -> float:
    odds = assassination_odds(mind.game, mind.power, plot.victim, plot.cp)
    killed = (
        float(odds.chance("kills"))
        if plot.victim == ELIZABETH
        else float(odds.chance("kills_leader", "kills"))
    )
    return killed * (1.0 + mind.weights["murder"] * (3 if plot.victim == ELIZABETH else 1))


def of_english_rebellion(mind: Mind, plot: RaiseEnglishCatholics) -> float:
    odds = english_rebellion_odds(mind.game, plot.cp)
    riots = float(odds.chance("rebellion")) * mind.weights["riot"]
    return (
        float(odds.chance("victory")) * mind.weights["victory"]
        + riots
        + float(odds.chance("conversions")) * 0.4
    )


# ---- Courts


def of_artist(mind: Mind, sponsor: SponsorArtist) -> float:
    return float(patronage_odds(mind.game, mind.power, ARTIST, sponsor.cp).mean)


def of_scientist(mind: Mind, sponsor: SponsorScientist) -> float:
    odds = patronage_odds(mind.game, mind.power, SCHOLAR, sponsor.cp)
    return float(odds.mean) + float(odds.bonus) * mind.weights["treasure"]


def of_influence(mind: Mind, buy: BuyInfluence) -> float:
    """Most for the step that takes the lead, or a lead that is in danger."""
    game = mind.game
    levels = game.influence.steps.get(buy.minor, {})
    own = levels.get(mind.power, 0)
    most = max((level for other, level in levels.items() if other != mind.power), default=0)
    may_win = mind.power in game.data.influence[buy.minor].activate
    ours = game.minor_allies.get(buy.minor) == mind.power
    keys = sum(game.board.spaces[s].is_key for s in game.spaces if game.home_power(s) == buy.minor)
    worth = mind.key_worth(mind.power, -keys) if ours and keys else 0.5 * keys
    stake = mind.weights["influence"] * (1 + worth) * (1.0 if may_win else 0.3)
    if ours and own > most + 1:
        return mind.weights["influence_more"] * 0.5
    lead = own + 1 - most
    if lead > 2:
        return mind.weights["influence_more"] * 0.5
    dear = 1 + max(0, own - 2) * 0.5  # a race that goes on and on is worth less with each step
    return (stake if -1 <= lead <= 2 else stake * 0.3) / dear
