"""Spring Deployment (10): each power in impulse order takes all its steps before the next."""

from __future__ import annotations

from rules.core.events import Event
from rules.core.flow import Power, ask
from rules.core.questions import Choose
from rules.vq.dynasty.leaders import dismiss_default_leader, places_for_leader
from rules.vq.game import DON_JOHN, VqGame
from rules.vq.powers import EMPIRE, ENGLAND, OTTOMAN, PROTESTANT, SPAIN
from rules.vq.questions import ChooseForLeader
from rules.vq.ships import GALLEONS
from rules.war.displacement import ships_at
from rules.war.ids import LeaderId, SpaceId
from rules.war.land_events import LeaderEntered
from rules.war.spring import DeployInSpring, can_deploy, carry_out

ESCORTS_MOST = 2
STAY, RECALL = "none", "recall"
SULEIMAN = "suleiman"
VIRGIN_QUEEN, ELIZABETH = 6, "elizabeth_i"
PREFERENCES = ("balanced", "protestant", "catholic")
ARMY, NAVY = "army", "navy"


class EscortsChanged(Event):
    count: int
    """Galleons in the escort box now."""


class CaptainServes(Event):
    """A captain is a naval leader in Europe for this turn."""

    leader: LeaderId
    space: SpaceId


async def spring_phase(game: VqGame) -> None:
    """The six steps of each power (10)."""
    for power in game.majors:
        if power == SPAIN:
            await move_escorts(game)  # step 1
        if power == ENGLAND:
            await captains_serve(game)  # step 2
        if power == EMPIRE and game.turn == game.scenario.turns[0]:
            await write_preference(game)  # step 3
        late = await place_leaders(game, power)  # step 4
        await choose_home_card(game, power)  # step 5
        await deploy(game, power, late)  # step 6


# ---- Step 1: escorts of the treasure fleet


async def move_escorts(game: VqGame) -> None:
    """SPR-1: galleons from home ports into the escort box, or back; one direction in a turn."""
    direction = ""
    while True:
        ports = [space for space in game.home_spaces(SPAIN) if game.controller(space) == SPAIN]
        sending = [space for space in ports if game.at(space, SPAIN).galleons]
        if direction == RECALL or game.world.escorts >= ESCORTS_MOST:
            sending = []
        may_recall = game.world.escorts > 0 and direction != "send"
        back = [space for space in ports if may_moor(game, space)]
        options = (STAY, *sorted(sending), *((RECALL,) if may_recall and back else ()))
        if len(options) == 1:
            return
        chosen = await ask(Choose(SPAIN, "escorts", "space", options, STAY, "10"))
        if chosen == STAY:
            return
        if chosen == RECALL:
            direction = RECALL
            home = await ask(Choose(SPAIN, "escort_home", "space", tuple(sorted(back)), "", "10"))
            game.world.escorts -= 1
            game.add_units(home, SPAIN, galleons=1)
        else:
            direction = "send"
            game.remove_units(chosen, SPAIN, galleons=1)
            game.world.escorts += 1
        game.emit(EscortsChanged(game.world.escorts))


def may_moor(game: VqGame, space: SpaceId) -> bool:
    """Whether an escort may come back to a home port: any that ships can enter (10 step 1, 16.7)."""
    if game.as_at_first:
        return game.may_be_built(SPAIN, GALLEONS, space)
    return bool(game.board.zones_of(space))


# ---- Step 2: English captains in Europe


async def captains_serve(game: VqGame) -> None:
    """SPR-2: captains of battle rating 1 go aboard English ships in home ports for this turn."""
    for name, captain in game.world.captains.items():
        data = game.data.captains[name]
        if not captain.in_pool or ENGLAND not in data.powers or data.battle != 1:
            continue
        ports = sorted(
            space
            for space in game.home_spaces(ENGLAND)
            if game.controller(space) == ENGLAND and ships_at(game, space, ENGLAND)
        )
        if not ports:
            return
        port = await ask(
            ChooseForLeader(ENGLAND, "captain_serves", "space", (STAY, *ports), STAY, "10", name)
        )
        if port != STAY:
            captain.in_europe = True
            game.leaders[name].place = port
            game.emit(CaptainServes(name, port))


# ---- Step 3: the Empire's secret preference


async def write_preference(game: VqGame) -> None:
    """SPR-3: with six players the Empire writes down which faith it hopes for; nobody is told (23.5)."""
    if len(game.seats()) == len(game.majors) and not game.lasting.preference:
        question = Choose(EMPIRE, "preference", "faith", PREFERENCES, PREFERENCES[0], "23.5")
        game.lasting.preference = await ask(question)


# ---- Step 4: leaders arrive


async def place_leaders(game: VqGame, power: Power) -> list[LeaderId]:
    """SPR-4: arriving leaders come to the map; answers who they are."""
    placed = []
    for leader in [who for who in game.arriving if game.commander(game.leaders[who].power) == power]:
        if leader == DON_JOHN:
            await choose_side(game)
        spaces = places_for_leader(game, leader)
        army = not game.is_naval_leader(leader)
        if power == PROTESTANT and army:
            options, silent = (STAY, *spaces), STAY
        else:
            options, silent = tuple(spaces), ""
        if not spaces:
            continue
        space = options[0]
        if len(options) > 1:
            space = await ask(
                ChooseForLeader(power, "leader_arrives", "space", options, silent, "10", leader)
            )
        if space != STAY:
            game.arriving.remove(leader)
            enter_leader(game, leader, space)
            placed.append(leader)
    return placed


def enter_leader(game: VqGame, leader: LeaderId, space: SpaceId) -> None:
    """A leader comes to the map; a Default Leader goes when a real one comes (5.1)."""
    game.leaders[leader].place = space
    game.emit(LeaderEntered(leader, space))
    data = game.leader_data(leader)
    if not data.naval and not data.default:
        dismiss_default_leader(game, data.power)


async def choose_side(game: VqGame) -> None:
    """Don John comes as an army or as a naval leader (10 step 4)."""
    ways = [
        side
        for side, afloat in ((ARMY, False), (NAVY, True))
        if places_for_leader(game, DON_JOHN, afloat=afloat)
    ]
    side = ways[0] if ways else ARMY
    if len(ways) > 1:
        side = await ask(Choose(SPAIN, "don_john", "option", tuple(ways), ARMY, "10"))
    game.lasting.don_john_afloat = side == NAVY


# ---- Step 5: home cards


async def choose_home_card(game: VqGame, power: Power) -> None:
    """SPR-5: of several home cards one stays in the hand, the others lie face down (6.1)."""
    held = sorted(card for card in game.hand(power) if game.card(card).kind == "home")
    barred = [card for card in held if card == VIRGIN_QUEEN and not game.ruler_lives(power)]
    for card in barred:
        game.hand(power).remove(card)
        game.aside.append(card)
        held.remove(card)
    if len(held) < 2 or (power == OTTOMAN and game.rulers[OTTOMAN] == SULEIMAN):
        return
    best = min(held, key=lambda card: (-game.card(card).cp, card))
    options = tuple(str(card) for card in held)
    answer = await ask(Choose(power, "home_card", "card", options, str(best), "6.1"))
    kept = int(answer)
    for card in held:
        if card != kept:
            game.hand(power).remove(card)
            game.aside.append(card)


# ---- Step 6: a formation leaves a capital


async def deploy(game: VqGame, power: Power, late: list[LeaderId]) -> None:
    """SPR-6: one formation out of one capital; leaders of step 4 did not begin the phase there (10)."""
    question = DeployInSpring(power, late=tuple(late))
    if game.capitals(power) and can_deploy(game, question):
        chosen = await ask(question)
        if chosen is not None:
            carry_out(game, power, chosen)
            await game.elsewhere.see_intrusions(game)
