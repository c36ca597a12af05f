"""What command points would buy in Virgin Queen, in a line beside each order: dice, chance, victory points.

Open facts alone.  Of several formations for one goal only the first, the largest, has a note.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from fractions import Fraction

from pbem.language.voice import Voice
from pbem.war import odds_words as told
from pbem.war.action_notes import Note, fleet_fights, goal_in_war, notes_on, war_notes
from pbem.war.fight_notes import abroad_told
from rules import Power
from rules.core.actions import Action
from rules.vq.diplomacy.actions import BuyInfluence
from rules.vq.dynasty.patronage import ARTIST, SCHOLAR, SponsorArtist, SponsorScientist
from rules.vq.espionage.actions import Assassinate, GatherIntelligence, RaiseEnglishCatholics
from rules.vq.faith.actions import Preach, Rebel, SuppressHeresy
from rules.vq.game import VqGame
from rules.vq.odds import (
    ConversionOdds,
    PatronageOdds,
    PlotOdds,
    RebellionOdds,
    assassination_odds,
    colony_odds,
    conversion_odds,
    english_rebellion_odds,
    intelligence_odds,
    navigation_odds,
    ocean_piracy_odds,
    patronage_odds,
    rebellion_odds,
    wedding_odds,
)
from rules.vq.powers import PROTESTANT
from rules.vq.state import Betrothal, WarAbroad
from rules.vq.victory import points_if
from rules.vq.war.build_actions import FightAbroad
from rules.vq.war.foreign_wars import NAMES
from rules.vq.war.land_actions import TakeControl
from rules.vq.war.naval_actions import OutfitExpedition, PirateAtSea, PirateOverseas, SailEverywhere
from rules.war.odds import PiracyOdds, piracy_odds
from rules.war.war_abroad import battle_abroad

LOOKS, STEALS = ("two_cards", "hand"), ("discard", "take")
KILLS_LEADER, KILLS = ("kills_leader", "kills"), ("kills",)
RIOTS, WINS = ("conversions", "rebellion", "victory"), ("victory",)
ELIZABETH = "elizabeth_i"


def action_notes(game: VqGame, power: Power, legal: Sequence[Action], voice: Voice) -> dict[int, str]:
    """Notes by the number of the action, for those of which there is something to tell."""
    return notes_on(game, power, legal, voice, NOTES, goal_of)


def goal_of(action: Action) -> Hashable:
    """What two orders have in common of which only one needs a note."""
    if isinstance(action, SailEverywhere) and action.ships:
        return SailEverywhere, tuple(sorted({(ships.origin, ships.to) for ships in action.ships}))
    return goal_in_war(action)


# ---- War


def of_sailing(game: VqGame, power: Power, action: SailEverywhere, voice: Voice) -> str:
    """Combats in Europe; Navigation rolls overseas."""
    parts = [fleet_fights(game, power, action.ships, action.leaders, voice)]
    for move in action.captains:
        origin = game.world.captains[move.captain].zone
        if origin is not None and (chances := navigation_odds(game, move.captain, origin, move.to)):
            parts.append(navigation_told(chances, voice))
    return told.joined(*parts)


def navigation_told(chances: dict[str, Fraction], voice: Voice) -> str:
    """The results of a Navigation roll."""
    return voice.word("note.navigation", **{f"{what}_text": _part(chances, voice, what) for what in VOYAGE})


VOYAGE = ("passed", "damaged", "eliminated")


def _part(chances: dict[str, Fraction], voice: Voice, *results: str) -> str:
    return told.percent(sum((chances.get(result, Fraction(0)) for result in results), Fraction(0)), voice)


def of_piracy(game: VqGame, power: Power, action: PirateAtSea, voice: Voice) -> str:
    return piracy_told(piracy_odds(game, power, action.zone, action.target), voice)


def piracy_told(chances: PiracyOdds, voice: Voice) -> str:
    return told.raid("note.raid", chances, told.mean(chances.corsairs_lost, voice), voice)


def of_ocean_piracy(game: VqGame, power: Power, action: PirateOverseas, voice: Voice) -> str:
    return ocean_piracy_told(game, action.captain, action.target, voice)


def ocean_piracy_told(game: VqGame, captain: str, target: Power, voice: Voice) -> str:
    chances = ocean_piracy_odds(game, captain, target)
    return told.raid("note.ocean_raid", chances, told.percent(chances.lost, voice), voice)


def of_control(game: VqGame, power: Power, action: TakeControl, voice: Voice) -> str:
    """Only where points change."""
    return told.points(points_if(game, [action.space], control=power), power, voice)


def of_foreign_war(game: VqGame, power: Power, action: FightAbroad, voice: Voice) -> str:
    return war_told(game, action.war, voice)


def war_told(game: VqGame, card: int, voice: Voice, war: WarAbroad | None = None) -> str:
    """A foreign war as it stands, or as it would stand."""
    there = war or game.foreign_wars[card]
    return abroad_told(game, battle_abroad(NAMES[card], there), {there.power: there.vp}, voice)


def of_expedition(game: VqGame, power: Power, action: OutfitExpedition, voice: Voice) -> str:
    """The captain's ratings, and what a colony brings each turn."""
    captain = game.data.captains[action.captain]
    ratings = voice.word("note.captain", number=captain.piracy, other_number=captain.navigation)
    if not action.colony:
        return ratings
    return told.joined(ratings, colony_told(colony_odds(game, power), voice))


def colony_told(chances: dict[str, Fraction], voice: Voice) -> str:
    return voice.word(
        "note.colony",
        chance_text=_part(chances, voice, "treasure", "virginia_dare"),
        lost_text=_part(chances, voice, "eliminated"),
    )


# ---- Faith


def of_conversion(game: VqGame, power: Power, action: Preach | SuppressHeresy, voice: Voice) -> str:
    attempts = action.attempts(game, power)
    return conversion_told(conversion_odds(game, power, action.faith(power), action.area, attempts), voice)


def conversion_told(chances: ConversionOdds, voice: Voice) -> str:
    """Dice, spaces in the mean, and unrest."""
    return voice.word(
        "note.conversion",
        count=chances.attempts,
        mean_text=told.mean(chances.mean, voice),
        chance_text=told.percent(chances.any, voice),
        unrest_text=told.percent(chances.unrest, voice),
    )


def of_rebellion(game: VqGame, power: Power, action: Rebel, voice: Voice) -> str:
    gain = told.points(points_if(game, [action.space], control=PROTESTANT), power, voice)
    text = rebellion_told(rebellion_odds(game, action.space, action.cp), voice)
    return told.joined(text, gain and voice.word("note.then_vp", text=gain))


def rebellion_told(chances: RebellionOdds, voice: Voice) -> str:
    if not chances.garrison:
        return voice.word("note.no_garrison")
    text = told.percent(chances.chance, voice)
    return voice.word("note.rebellion", count=chances.dice, other_count=chances.garrison, chance_text=text)


# ---- Espionage


def of_intelligence(game: VqGame, power: Power, action: GatherIntelligence, voice: Voice) -> str:
    return plot_told(intelligence_odds(game, power, action.target), voice, looks=LOOKS, steals=STEALS)


def of_assassination(game: VqGame, power: Power, action: Assassinate, voice: Voice) -> str:
    kills = KILLS if action.victim == ELIZABETH else KILLS_LEADER
    return plot_told(assassination_odds(game, power, action.victim, action.cp), voice, kills=kills)


def of_english_rebellion(game: VqGame, power: Power, action: RaiseEnglishCatholics, voice: Voice) -> str:
    return plot_told(english_rebellion_odds(game, action.cp), voice, riots=RIOTS, wins=WINS)


def plot_told(chances: PlotOdds, voice: Voice, **results: tuple[str, ...]) -> str:
    """Dice, and the chance of each kind of success."""
    dice = voice.word("note.plot", count=chances.attack, other_count=chances.defence)
    parts = [
        voice.word(f"note.plot_{what}", chance_text=told.percent(chances.chance(*which), voice))
        for what, which in results.items()
    ]
    return ", ".join([dice, *parts])


# ---- Courts


def of_artist(game: VqGame, power: Power, action: SponsorArtist, voice: Voice) -> str:
    return patronage_told(patronage_odds(game, power, ARTIST, action.cp), voice)


def of_scientist(game: VqGame, power: Power, action: SponsorScientist, voice: Voice) -> str:
    return patronage_told(patronage_odds(game, power, SCHOLAR, action.cp), voice)


def wedding_told(game: VqGame, couple: Betrothal, voice: Voice) -> str:
    """The results of a wedding, the likeliest first."""
    chances = sorted(wedding_odds(game, couple).items(), key=lambda item: -item[1])
    return ", ".join(
        f"{voice.name('result', what)} {told.percent(chance, voice)}" for what, chance in chances
    )


def patronage_told(chances: PatronageOdds, voice: Voice) -> str:
    bonus = told.percent(chances.bonus, voice) if chances.bonus else None
    return voice.word(
        "note.patronage",
        chance_text=told.percent(chances.any, voice),
        mean_text=told.mean(chances.mean, voice),
        bonus_text=bonus,
    )


def of_influence(game: VqGame, power: Power, action: BuyInfluence, voice: Voice) -> str:
    """One's own influence after it, and the most of another."""
    levels = game.influence.steps.get(action.minor, {})
    most = max((level for other, level in levels.items() if other != power), default=0)
    return voice.word("note.influence", number=levels.get(power, 0) + 1, other_number=most)


NOTES: dict[type[Action], Note] = {
    **war_notes(points_if),
    SailEverywhere: of_sailing,
    PirateAtSea: of_piracy,
    PirateOverseas: of_ocean_piracy,
    TakeControl: of_control,
    FightAbroad: of_foreign_war,
    OutfitExpedition: of_expedition,
    Preach: of_conversion,
    SuppressHeresy: of_conversion,
    Rebel: of_rebellion,
    GatherIntelligence: of_intelligence,
    Assassinate: of_assassination,
    RaiseEnglishCatholics: of_english_rebellion,
    SponsorArtist: of_artist,
    SponsorScientist: of_scientist,
    BuyInfluence: of_influence,
}
