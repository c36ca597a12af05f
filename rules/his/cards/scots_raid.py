"""Scots Raid: a French campaign in the north of Britain, in whosever impulse."""

from __future__ import annotations

from rules.core.card_play import remove_from_game
from rules.core.cards import CardNumber
from rules.core.events import Event
from rules.core.flow import Power, ask
from rules.core.questions import Choose, choose_one
from rules.core.reasons import Reason
from rules.his.actions import spend_cp, time_to_respond
from rules.his.dynasty.rulers import is_besieged
from rules.his.game import HisGame
from rules.his.powers import FRANCE, IMPULSE_ORDER, SCOTLAND
from rules.his.windows import CARDS
from rules.war.control import change_control, has_enemies
from rules.war.displacement import displace
from rules.war.ids import LeaderId, SpaceId

CARD: CardNumber = 97
STIRLING = "stirling"
BORDER = ("berwick", "carlisle", "york")
RAID_CP, CP_WITH_LEADER = 6, 3
RAID_ACTIONS = (
    "RaiseRegular",
    "BuyMercenary",
    "BuildSquadron",
    "MoveFormation",
    "ControlSpace",
    "AssaultFortification",
)
"""Building, moving, controlling and assaulting."""
NOBODY = "nobody"

REMOVAL_OPTION, STAYS = "scots_raid", "stays"
"""Option of a game: the card has no text of removal, so it stays, against the letter of 6.1."""


class LeaderCrossed(Event):
    leader: LeaderId
    origin: SpaceId
    space: SpaceId


def scotland_is_french(game: HisGame, power: Power) -> bool:
    return game.minor_allies.get(SCOTLAND) == FRANCE


@CARDS.event(CARD, "event", playable=scotland_is_french)
async def scots_raid(game: HisGame, power: Power) -> None:
    """97 Scots Raid: with Scotland its ally, France takes Stirling and has 6 CP on the border, or 3."""
    await take_stirling(game)
    cp = CP_WITH_LEADER if await send_leader(game) else RAID_CP
    await time_to_respond(game)
    await campaign_in_the_north(game, cp)
    if game.option(REMOVAL_OPTION, first=STAYS) != STAYS:
        remove_from_game(game, CARD)  # 6.1: it has occurred


async def take_stirling(game: HisGame) -> None:
    """Stirling turns French, and whoever else is there leaves (12.5)."""
    if game.controller(STIRLING) == FRANCE:
        return
    change_control(game, STIRLING, FRANCE, Reason("card", card=CARD))
    with game.campaign.while_unsettled(STIRLING):
        for power in IMPULSE_ORDER:
            if power != FRANCE:
                await displace(game, power, STIRLING)


async def send_leader(game: HisGame) -> bool:
    """France may send a leader to a Scottish home space, at the price of half of the CP."""
    spaces = landing_places(game)
    leaders = leaders_to_send(game)
    if not spaces or not leaders:
        return False
    question = Choose(FRANCE, "scots_raid_leader", "leader", (NOBODY, *leaders), NOBODY, "6.1")
    leader = await ask(question)
    if leader == NOBODY:
        return False
    origin = game.leaders[leader].place
    assert origin is not None
    space = await choose_one(FRANCE, "scots_raid_space", "space", spaces, "6.1")
    game.leaders[leader].place = space
    game.emit(LeaderCrossed(leader, origin, space))
    return True


def leaders_to_send(game: HisGame) -> list[LeaderId]:
    """French army leaders on the map whom no siege holds."""
    return [
        name
        for name, leader in game.leaders.items()
        if leader.power == FRANCE and leader.place in game.spaces and not is_besieged(game, name)
    ]


def landing_places(game: HisGame) -> list[SpaceId]:
    """Scottish home spaces that France holds and in which there are no enemies, keys first."""
    spaces = [
        space
        for space in game.home_spaces(SCOTLAND)
        if game.controller(space) == FRANCE and not has_enemies(game, FRANCE, space)
    ]
    return game.board.keys_first(spaces)


async def campaign_in_the_north(game: HisGame, cp: int) -> None:
    """France acts in the north only, and may assault what it has besieged a moment ago (15.1)."""
    active = game.impulse.power
    game.impulse.power = FRANCE
    game.campaign.theatre = [*game.home_spaces(SCOTLAND), *BORDER]
    game.campaign.storms_at_once = True
    await spend_cp(game, FRANCE, cp, only=RAID_ACTIONS, silent=("RaiseRegular",))
    game.campaign.storms_at_once = False
    game.campaign.theatre = []
    if active != FRANCE:
        # Foul Weather hampers the power that it answered (#31), not the one whose 2 CP follow.
        game.campaign.foul_weather = False
        game.campaign.moved_in_weather.clear()
    game.impulse.power = active
