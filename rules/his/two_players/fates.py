"""Diplomacy cards that strike: 203, 209, 217 and 218."""

from __future__ import annotations

from collections.abc import Iterable

from rules.core.card_play import discard, discard_random_card, may_be_chosen_for_discard
from rules.core.flow import Power, ask
from rules.core.questions import Choose, choose_one
from rules.core.reasons import Reason
from rules.his.duel import OPPONENT
from rules.his.faith.attempts import flip_space
from rules.his.game import HisGame
from rules.his.powers import (
    CATHOLIC,
    FRANCE,
    HAPSBURG,
    HUNGARY,
    OTTOMAN,
    PAPACY,
    PROTESTANT,
    PROTESTANT_FAITH,
)
from rules.his.two_players import events as told
from rules.his.two_players.deck import DIPLOMACY, EVENT, anything, duel_of
from rules.war.casualties import eliminate
from rules.war.ids import LAND_KINDS, NAVAL_KINDS, Nation, Place, SpaceId

RAIDERS, HIT = 4, 5
SQUADRON, CARD = "squadron", "card"
SQUADRONS = "squadrons"
PLAGUE_VICTIMS = 3
ITALIAN, SPANISH = "italian", "spanish"
BOTH_ZONES_FROM = 4
VIENNA, NEAR = "vienna", 2
VIENNA_LOSSES = 2
DEFENDERS_OF_VIENNA = (HAPSBURG, HUNGARY)


# ---- 203 Corsair Raid


@DIPLOMACY.event(203, EVENT, playable=anything)
async def corsair_raid(game: HisGame, power: Power) -> None:
    """203 Corsair Raid: four dice, and each hit costs the other player a card or a squadron."""
    victim = OPPONENT[power]
    dice = game.roll(power, RAIDERS, Reason("card", card=203), hit_on=HIT)
    hits = sum(die >= HIT for die in dice)
    game.emit(told.CorsairsRaided(victim, hits))
    for paid in range(hits):
        if not await pay_for_raid(game, victim):
            game.emit(told.RaidUnpaid(victim, hits - paid))
            return


async def pay_for_raid(game: HisGame, victim: Power) -> bool:
    """One hit, as the victim likes; False if he has nothing to give.  Silence gives a squadron."""
    fleets = raided_fleets(game, victim)
    cards = [card for card in sorted(game.hand(victim)) if may_be_chosen_for_discard(game, card)]
    if not fleets and not cards:
        return False
    if await choose_loss(game, victim, bool(fleets), bool(cards)) == SQUADRON:
        place, nation = await choose_fleet(victim, fleets)
        game.lose_ships(place, nation, squadrons=1)
        game.emit(told.PlagueStruck(nation, SQUADRONS, place))
        return True
    cards.sort(key=lambda card: (game.card(card).cp, card))
    options = tuple(str(card) for card in cards)
    chosen = await ask(Choose(victim, "raid_card", "card", options, options[0], "6.1"))
    discard(game, victim, int(chosen), Reason("card", card=203))
    return True


async def choose_loss(game: HisGame, victim: Power, ships: bool, cards: bool) -> str:
    """A squadron or a card.

    Whoever holds mandatory events alone is asked too: the other must not see that there is no choice.
    """
    choices = (SQUADRON,) * ships + (CARD,) * cards
    if not ships or not game.drawable(victim):
        return choices[0]
    return await ask(Choose(victim, "raid_loss", "option", choices, SQUADRON, "16.4"))


def raided_fleets(game: HisGame, victim: Power) -> list[tuple[Place, Nation]]:
    """Where squadrons can be lost: the Papacy's and its minor allies', or those of the invaders."""
    if victim == PAPACY:
        nations: tuple[Nation, ...] = tuple(game.nations_of(PAPACY))
    else:
        at_war = game.at_war(HAPSBURG, PAPACY)
        nations = (FRANCE, OTTOMAN, HAPSBURG) if at_war else (FRANCE, OTTOMAN)
    return [
        (place, nation) for nation in nations for place, units in game.places_of(nation) if units.squadrons
    ]


async def choose_fleet(power: Power, fleets: list[tuple[Place, Nation]]) -> tuple[Place, Nation]:
    """A place, and whose squadron it is if there are several."""
    places = list(dict.fromkeys(place for place, _nation in fleets))
    place = await choose_one(power, "raid_place", "place", places, "16.4")
    nations = [nation for where, nation in fleets if where == place]
    return place, await choose_one(power, "raid_nation", "power", nations, "16.4")


# ---- 209 Plague


def plague_places(game: HisGame, spared: Iterable[Place] = ()) -> list[Place]:
    """Places with more than one unit, land or naval, of whomever; the fullest first."""
    sizes = {
        place: sum(units.land + units.ships for units in here.values()) for place, here in game.units.items()
    }
    struck = [place for place, size in sizes.items() if size > 1 and place not in spared]
    return sorted(struck, key=lambda place: (-sizes[place], place))


@DIPLOMACY.event(209, EVENT, playable=anything)
async def plague(game: HisGame, power: Power) -> None:
    """209 Plague: three units die, each in another space; then the other player loses a random card."""
    struck: list[Place] = []
    for _ in range(PLAGUE_VICTIMS):
        places = plague_places(game, struck)
        if not places:
            break
        place = await choose_one(power, "plague_place", "place", places, "6.1")
        struck.append(place)
        await plague_strikes(game, power, place)
    discard_random_card(game, OPPONENT[power], Reason("card", card=209))


async def plague_strikes(game: HisGame, power: Power, place: Place) -> None:
    """One unit of a place: whose, and of which kind, the player says."""
    nation = await choose_one(power, "plague_nation", "nation", game.nations_at(place), "6.1")
    units = game.at(place, nation)
    kinds = [kind for kind in (*LAND_KINDS, *NAVAL_KINDS) if getattr(units, kind)]
    kind = await choose_one(power, "plague_unit", "unit", kinds, "6.1")
    if kind in NAVAL_KINDS:
        game.lose_ships(place, nation, **{kind: 1})
    else:
        await eliminate(game, game.commander(nation), place, ((nation, kind, 1),))
    game.emit(told.PlagueStruck(nation, kind, place))


# ---- 217 Secret Protestant Circle


def catholic_spaces(game: HisGame, zone: str) -> list[SpaceId]:
    """Catholic spaces of a language zone, keys first; they need not be open to an attempt."""
    spaces = [
        space
        for space, printed in game.board.spaces.items()
        if printed.lang == zone and game.spaces[space].religion == CATHOLIC
    ]
    return game.board.keys_first(spaces)


@DIPLOMACY.event(217, EVENT, playable=anything)
async def secret_protestant_circle(game: HisGame, power: Power) -> None:
    """217 Secret Protestant Circle: a space of Italy turns, and on 4 to 6 one of Spain as well."""
    (die,) = game.roll(power, 1, Reason("card", card=217))
    for zone in (ITALIAN, SPANISH) if die >= BOTH_ZONES_FROM else (ITALIAN,):
        if spaces := catholic_spaces(game, zone):
            space = await choose_one(PROTESTANT, "secret_circle", "space", spaces, "18.3")
            flip_space(game, space, PROTESTANT_FAITH)


# ---- 218 Siege of Vienna


def near_vienna(game: HisGame) -> list[SpaceId]:
    """Vienna and the spaces at most two connections from it, the nearest first."""
    reached = [VIENNA]
    ring = [VIENNA]
    for _ in range(NEAR):
        ring = [near for space in ring for near in game.board.neighbours(space) if near not in reached]
        ring = list(dict.fromkeys(ring))
        reached += ring
    return reached


def remember_turn_start(game: HisGame) -> None:
    """Which land units of the two powers begin the turn near Vienna."""
    duel = duel_of(game)
    duel.held_fast.clear()
    duel.near_vienna = {
        space: {nation: land for nation in DEFENDERS_OF_VIENNA if (land := land_of(game, space, nation))}
        for space in near_vienna(game)
        if any(game.at(space, nation).land for nation in DEFENDERS_OF_VIENNA)
    }


def land_of(game: HisGame, space: SpaceId, nation: Nation) -> dict[str, int]:
    units = game.at(space, nation)
    return {kind: getattr(units, kind) for kind in LAND_KINDS if getattr(units, kind)}


def defended_spaces(game: HisGame) -> list[SpaceId]:
    """Spaces near Vienna with land units of the two powers."""
    return [
        space for space in near_vienna(game) if any(game.at(space, who).land for who in DEFENDERS_OF_VIENNA)
    ]


@DIPLOMACY.event(218, EVENT, playable=anything)
async def siege_of_vienna(game: HisGame, power: Power) -> None:
    """218 Siege of Vienna: two units near Vienna die, and those that began the turn there do not move."""
    for _ in range(VIENNA_LOSSES):
        spaces = defended_spaces(game)
        if not spaces:
            break
        space = await choose_one(power, "vienna_space", "space", spaces, "6.1")
        nations = [nation for nation in DEFENDERS_OF_VIENNA if game.at(space, nation).land]
        nation = await choose_one(power, "vienna_nation", "nation", nations, "6.1")
        kind = await choose_one(power, "vienna_unit", "unit", list(land_of(game, space, nation)), "6.1")
        await eliminate(game, game.commander(nation), space, ((nation, kind, 1),))
    duel = duel_of(game)
    duel.held_fast = {
        space: {nation: dict(kinds) for nation, kinds in here.items()}
        for space, here in duel.near_vienna.items()
    }
    game.emit(told.ViennaBesieged())
