"""Cards of faith: confessions, councils, persecutions (18.5)."""

from __future__ import annotations

from rules.core.card_play import draw_cards
from rules.core.flow import Power
from rules.core.questions import choose_one
from rules.core.reasons import Reason
from rules.vq.cards.choices import NOBODY, always, calm, choose_or_not, convert_in, open_areas, stir_up
from rules.vq.diplomacy.minors import add_influence, resolve_status
from rules.vq.dynasty.leaders import default_leader_waits, leave_game
from rules.vq.dynasty.rulers import CAPTURED, IN_SCOTLAND
from rules.vq.espionage.actions import place_jesuit
from rules.vq.faith.conversions import SIX_FIRST, Fervour
from rules.vq.faith.rebellion import rebel, rebellion_targets
from rules.vq.faith.support import UNION_OF_ARRAS
from rules.vq.game import VqGame
from rules.vq.powers import (
    AREA_ENGLAND,
    AREA_FRANCE,
    AREA_NETHERLANDS,
    AREA_SCOTLAND,
    AREAS,
    CATHOLIC,
    FRANCE,
    HUGUENOT,
    PAPACY,
    PROTESTANT,
    PROTESTANT_FAITH,
    SCOTLAND,
    SPAIN,
    WALLOONS,
)
from rules.vq.windows import CARDS
from rules.war.placement import place_units

CONTINENT = (AREA_FRANCE, AREA_NETHERLANDS, AREA_SCOTLAND)
COLIGNY, COLIGNY_DIES_ON = "coligny", 4
CALMED = 3


def protestants_in(*areas: str):  # type: ignore[no-untyped-def]
    """For Protestant conversions: somewhere a space may flip (18.1)."""

    def some_space_may_flip(game: VqGame, power: Power) -> bool:
        return bool(open_areas(game, PROTESTANT_FAITH, areas))

    return some_space_may_flip


def catholics_in(*areas: str):  # type: ignore[no-untyped-def]
    """For Catholic conversions: somewhere a space may flip (18.1)."""

    def some_space_may_flip(game: VqGame, power: Power) -> bool:
        return bool(open_areas(game, CATHOLIC, areas))

    return some_space_may_flip


@CARDS.event(12, "event", playable=protestants_in(*CONTINENT))
async def calvinist_missionary_zeal(game: VqGame, power: Power) -> None:
    """12 Calvinist Missionary Zeal."""
    await convert_in(game, PROTESTANT, PROTESTANT_FAITH, CONTINENT, 7, SIX_FIRST)


@CARDS.event(46, "event", playable=protestants_in(AREA_NETHERLANDS))
async def belgic_confession(game: VqGame, power: Power) -> None:
    """46 Belgic Confession."""
    await convert_in(
        game, power, PROTESTANT_FAITH, (AREA_NETHERLANDS,), 7, Fervour(first_six=True, three_as_four=True)
    )


@CARDS.event(47, "event", playable=protestants_in(AREA_FRANCE))
async def huguenot_fast(game: VqGame, power: Power) -> None:
    """47 Huguenot Fast."""
    await convert_in(game, power, PROTESTANT_FAITH, (AREA_FRANCE,), 8, SIX_FIRST)


@CARDS.event(48, "event", playable=catholics_in(*AREAS))
async def index_of_forbidden_books(game: VqGame, power: Power) -> None:
    """48 Index of Forbidden Books."""
    await convert_in(game, power, CATHOLIC, AREAS, 6, SIX_FIRST)


@CARDS.event(57, "event", playable=protestants_in(AREA_SCOTLAND))
async def john_knox(game: VqGame, power: Power) -> None:
    """57 John Knox."""
    await convert_in(game, power, PROTESTANT_FAITH, (AREA_SCOTLAND,), 5)


@CARDS.event(67, "event", playable=always)
async def colloquy_of_poissy(game: VqGame, power: Power) -> None:
    """67 Colloquy of Poissy: first France converts, then the Protestant."""
    await convert_in(game, FRANCE, CATHOLIC, (AREA_FRANCE,), 4)
    await convert_in(game, PROTESTANT, PROTESTANT_FAITH, (AREA_FRANCE,), 4)


@CARDS.event(68, "event", playable=always)
async def massacre_of_vassy(game: VqGame, power: Power) -> None:
    """68 Massacre of Vassy: a rebellion as for 2 CP, or else conversions."""
    space = await choose_or_not(
        PROTESTANT, "rebellion_space", "space", rebellion_targets(game, AREA_FRANCE), "18.4"
    )
    if space != NOBODY:
        await rebel(game, space, 2)
    else:
        await convert_in(game, PROTESTANT, PROTESTANT_FAITH, (AREA_FRANCE,), 3)


@CARDS.event(85, "event", playable=always)
async def council_of_trent(game: VqGame, power: Power) -> None:
    """85 Council of Trent: the papal ally converts, if there is one."""
    await resolve_status(game, PAPACY)
    await convert_in(game, game.minor_allies.get(PAPACY, power), CATHOLIC, AREAS, 3)


@CARDS.event(86, "event", playable=catholics_in(AREA_NETHERLANDS))
async def council_of_blood(game: VqGame, power: Power) -> None:
    """86 Council of Blood."""
    await convert_in(game, power, CATHOLIC, (AREA_NETHERLANDS,), 7, SIX_FIRST)


@CARDS.event(87, "event", playable=protestants_in(AREA_NETHERLANDS))
async def iconoclasm(game: VqGame, power: Power) -> None:
    """87 Iconoclasm."""
    await convert_in(
        game, power, PROTESTANT_FAITH, (AREA_NETHERLANDS,), 8, Fervour(five_as_six=True, unrest_per_one=True)
    )


@CARDS.event(88, "event", playable=catholics_in(*CONTINENT))
async def catechismus_romanus(game: VqGame, power: Power) -> None:
    """88 Catechismus Romanus."""
    await convert_in(game, power, CATHOLIC, CONTINENT, 6, SIX_FIRST)


@CARDS.event(95, "event", playable=always)
async def st_bartholomews_day(game: VqGame, power: Power) -> None:
    """95 St. Bartholomew's Day: conversions, perhaps Coligny's death, and a card for the Protestant."""
    await convert_in(game, power, CATHOLIC, (AREA_FRANCE,), 7)
    place = game.leaders[COLIGNY].place
    if place in game.spaces and game.printed(place).area == AREA_FRANCE:
        (die,) = game.roll(power, 1, Reason("coligny"))
        if die >= COLIGNY_DIES_ON:
            leave_game(game, COLIGNY)
            default_leader_waits(game, HUGUENOT)
    draw_cards(game, PROTESTANT, 1, Reason("event", card=95))


@CARDS.event(98, "event", playable=always)
async def puritans(game: VqGame, power: Power) -> None:
    """98 Puritans: unrest on up to two empty Protestant spaces, then conversions."""
    spaces = [space for space in game.in_area(AREA_ENGLAND) if game.religion(space) == PROTESTANT_FAITH]
    await stir_up(game, power, "puritans", spaces, 2)
    await convert_in(game, power, PROTESTANT_FAITH, (AREA_ENGLAND,), 4)


@CARDS.event(102, "event", playable=catholics_in(AREA_ENGLAND))
async def english_recusants(game: VqGame, power: Power) -> None:
    """102 English Recusants."""
    await convert_in(game, power, CATHOLIC, (AREA_ENGLAND,), 6, SIX_FIRST)


@CARDS.event(39, "event", playable=always)
async def grand_tour(game: VqGame, power: Power) -> None:
    """39 Grand Tour: up to three unrest markers of France go, then conversions."""
    restless = [space for space in game.in_area(AREA_FRANCE) if game.spaces[space].unrest]
    await calm(game, power, restless, CALMED)
    await convert_in(game, power, CATHOLIC, (AREA_FRANCE,), 4)


@CARDS.event(103, "event", playable=always)
async def union_of_arras(game: VqGame, power: Power) -> None:
    """103 Union of Arras: the south stays loyal this turn, and Walloons are raised."""
    game.this_turn.reminders.append(UNION_OF_ARRAS)
    spaces = [
        space
        for space in game.in_area(AREA_NETHERLANDS)
        if game.controller(space) == SPAIN
        and game.religion(space) == CATHOLIC
        and not game.spaces[space].unrest
        and not game.under_siege(space)
    ]
    await place_units(game, "walloons", SPAIN, "regulars", 3, spaces, nation=WALLOONS)


# ---- Jesuits and Mary


def free_for_jesuits(game: VqGame) -> list[str]:
    return [space for space in game.in_area(AREA_ENGLAND) if not game.spaces[space].jesuit]


@CARDS.event(104, "event", playable=always)
async def gods_secret_agents(game: VqGame, power: Power) -> None:
    """104 God's Secret Agents: Jesuits move and appear, then Spain converts."""
    for _ in range(3):
        here = [space for space in game.in_area(AREA_ENGLAND) if game.spaces[space].jesuit]
        origin = await choose_or_not(SPAIN, "jesuit_moves", "space", here, "19.2")
        if origin == NOBODY:
            break
        to = await choose_one(SPAIN, "jesuit_space", "space", free_for_jesuits(game), "19.2")
        game.spaces[origin].jesuit = False
        game.spies.jesuits += 1
        place_jesuit(game, to)
    while game.spies.jesuits and free_for_jesuits(game):
        to = await choose_or_not(SPAIN, "jesuit_space", "space", free_for_jesuits(game), "19.2")
        if to == NOBODY:
            break
        place_jesuit(game, to)
    await convert_in(game, SPAIN, CATHOLIC, (AREA_ENGLAND,), 3)


def mary_is_free(game: VqGame, power: Power) -> bool:
    return game.lasting.mary == IN_SCOTLAND and SCOTLAND not in game.influence.resolved


@CARDS.event(94, "in_scotland", playable=mary_is_free)
async def mary_queen_of_scots_in_scotland(game: VqGame, power: Power) -> None:
    """94 Mary Queen of Scots: French influence in Scotland while she is free."""
    add_influence(game, FRANCE, SCOTLAND, 3)


def mary_is_captive(game: VqGame, power: Power) -> bool:
    return game.lasting.mary == CAPTURED


@CARDS.event(94, "captured", playable=mary_is_captive)
async def mary_queen_of_scots_captured(game: VqGame, power: Power) -> None:
    """94 Mary Queen of Scots: a Jesuit and Catholic conversions while she is a captive."""
    if game.spies.jesuits and free_for_jesuits(game):
        place_jesuit(game, await choose_one(SPAIN, "jesuit_space", "space", free_for_jesuits(game), "19.2"))
    await convert_in(game, SPAIN, CATHOLIC, (AREA_ENGLAND,), 4)
