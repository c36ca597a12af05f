"""The New World Phase (20): colonies arrive, explorations and conquests are resolved."""

from __future__ import annotations

from rules.core.card_play import draw_cards
from rules.core.flow import Power
from rules.core.questions import choose_one
from rules.core.reasons import Reason
from rules.core.records import Record
from rules.core.rows import row_for
from rules.his.game import HisGame
from rules.his.new_world import events as told
from rules.his.new_world.voyages import CABOT_CARD, COLONY, CONQUEST, EXPLORATION
from rules.his.powers import HAPSBURG
from rules.his.state import Voyage
from rules.his.victory import add_bonus_vp

LOST, KILLED, NOTHING, DEEP = "lost", "killed", "nothing", "choice"
"""What the tables of voyages say besides prizes."""
STRAIT, CIRCUMNAVIGATION, AMAZON = "pacific_strait", "circumnavigation", "amazon"


async def new_world_phase(game: HisGame) -> None:
    """Colonies, then explorations, then conquests (20)."""
    arrive(game)
    await resolve_explorations(game)
    resolve_conquests(game)
    game.new_world.crossing.clear()
    game.new_world.called_off.clear()


# ---- 20.1 Colonies


def arrive(game: HisGame) -> None:
    """Colonies move from the Atlantic to their boxes beside the riches table."""
    world = game.new_world
    for voyage in [voyage for voyage in world.crossing if voyage.kind == COLONY]:
        assert voyage.figure is not None
        world.crossing.remove(voyage)
        world.colonies[voyage.power].append(voyage.figure)
        game.emit(told.ColonyFounded(voyage.power, voyage.figure))


# ---- 20.2 Voyages of exploration


class Expedition(Record):
    """A voyage with the figure who leads it."""

    voyage: Voyage
    figure: str
    value: int

    @property
    def power(self) -> Power:
        return self.voyage.power

    @property
    def modifier(self) -> int:
        """His own value, and Mercator's Map if it sent him."""
        return self.value + self.voyage.bonus

    @property
    def is_cabot(self) -> bool:
        return self.voyage.figure is not None


async def resolve_explorations(game: HisGame) -> None:
    """All explorers are revealed, then sail from best to worst; ties England, France, Hapsburgs."""
    order = game.data.tables.new_world.exploration_order
    voyages = [voyage for voyage in game.new_world.crossing if voyage.kind == EXPLORATION]
    # Of one power's two equal explorers the one of the pool goes before Cabot.
    voyages.sort(key=lambda voyage: (order.index(voyage.power), voyage.figure is not None))
    chosen = [choose_explorer(game, voyage) for voyage in voyages]
    expeditions = [expedition for expedition in chosen if expedition is not None]
    for expedition in sorted(expeditions, key=lambda expedition: -expedition.value):
        await explore(game, expedition)


def choose_explorer(game: HisGame, voyage: Voyage) -> Expedition | None:
    """An explorer from the power's pool, drawn at random; Cabot leads his own voyage."""
    figure = voyage.figure
    if figure is None:
        pool = game.new_world.explorers[voyage.power]
        if not pool:
            # The last one was lost to the Fountain of Youth, aimed at Cabot (#77).
            game.emit(told.VoyageCalledOff(voyage.power, voyage.kind))
            return None
        figure = game.dice.draw(sorted(pool), Reason("explorer_of", power=voyage.power))
        pool.remove(figure)
    value = game.data.explorers[figure].value
    game.emit(told.ExplorerRevealed(voyage.power, figure, value))
    return Expedition(voyage, figure, value)


async def explore(game: HisGame, expedition: Expedition) -> None:
    """Two dice and the modifiers on the exploration table (20.2)."""
    table = game.data.tables.new_world
    world, power, figure = game.new_world, expedition.power, expedition.figure
    total = sum(game.roll(power, 2, Reason("exploration", explorer=figure))) + expedition.modifier
    if not expedition.is_cabot and power not in world.charted:
        # After this roll the power has charts for the rest of the game; Cabot needs and makes none (#99).
        total += table.uncharted
        world.charted.append(power)
    game.emit(told.VoyageRolled(power, figure, EXPLORATION, total))
    result = found_exploring(game, total)
    if result == LOST:
        game.emit(told.LostAtSea(power, figure))
        end_cabot(game, expedition, died=True)
    elif result == NOTHING:
        come_back(game, expedition)
    elif result == DEEP:
        await go_deep(game, expedition)
    else:
        discover(game, expedition, result)


def found_exploring(game: HisGame, total: int) -> str:
    """What this total on the exploration table finds: lost, nothing, a choice, or a prize by its id."""
    result = row_for(game.data.tables.new_world.exploration, total).result
    if result in (LOST, NOTHING, DEEP):
        return result
    return first_unclaimed(game, numbered_discoveries(game), result) or NOTHING


def numbered_discoveries(game: HisGame) -> list[str]:
    """The three discoveries that have a number of their own in the table, by that number."""
    return [row.result for row in game.data.tables.new_world.exploration if is_prize(game, row.result)]


def is_prize(game: HisGame, result: str) -> bool:
    table = game.data.tables.new_world
    return any(result == prize.id for prize in (*table.discoveries, *table.conquests))


def first_unclaimed(game: HisGame, prizes: list[str], rolled: str) -> str | None:
    """The prize rolled, or the next one below the number rolled that nobody has claimed."""
    below = reversed(prizes[: prizes.index(rolled) + 1])
    return next((prize for prize in below if prize not in game.new_world.claimed), None)


def come_back(game: HisGame, expedition: Expedition) -> None:
    """Nothing was found: the explorer returns to the pool, but Cabot leaves it at one voyage (#99)."""
    game.emit(told.NothingFound(expedition.power, expedition.figure))
    if expedition.is_cabot:
        end_cabot(game, expedition, died=False)
    else:
        game.new_world.explorers[expedition.power].append(expedition.figure)


def discover(game: HisGame, expedition: Expedition, prize: str) -> None:
    """Claim a discovery; the explorer stays on it for the rest of the game."""
    claim(game, expedition.power, expedition.figure, prize)
    end_cabot(game, expedition, died=False)


def claim(game: HisGame, power: Power, figure: str, prize: str) -> None:
    """Take the marker of a discovery or conquest: its VP count from now on (20.2, 20.3)."""
    data = game.data.tables.new_world.prize(prize)
    game.new_world.claimed[prize] = power
    add_bonus_vp(game, power, prize, data.vp)
    game.emit(told.PrizeClaimed(power, figure, prize, data.vp))


async def go_deep(game: HisGame, expedition: Expedition) -> None:
    """NW-1, on 10 or more: the strait and around the world, the Amazon, or a discovery of 1 VP."""
    claimed = game.new_world.claimed
    options = [prize for prize in (AMAZON, *numbered_discoveries(game)) if prize not in claimed]
    if CIRCUMNAVIGATION not in claimed:
        # Nobody may try it again once somebody has succeeded.
        options.append(STRAIT)
    if not options:
        come_back(game, expedition)
        return
    choice = await choose_one(expedition.power, "deep_discovery", "option", options, "20.2")
    if choice == STRAIT:
        circumnavigate(game, expedition)
    else:
        discover(game, expedition, choice)


def circumnavigate(game: HisGame, expedition: Expedition) -> None:
    """Through the strait, claimed if it is free, and a roll on the circumnavigation table (20.2)."""
    power, figure = expedition.power, expedition.figure
    if STRAIT not in game.new_world.claimed:
        claim(game, power, figure, STRAIT)
    # The same modifiers, but by now there are charts.
    total = sum(game.roll(power, 2, Reason("around_the_world", explorer=figure))) + expedition.modifier
    game.emit(told.VoyageRolled(power, figure, CIRCUMNAVIGATION, total))
    row = row_for(game.data.tables.new_world.circumnavigation, total)
    if row.result != "success":
        game.emit(told.CircumnavigationFailed(power, figure))
        end_cabot(game, expedition, died=True)
        return
    discover(game, expedition, CIRCUMNAVIGATION)
    if row.cards:
        draw_cards(game, power, row.cards, Reason("circumnavigation"))


def end_cabot(game: HisGame, expedition: Expedition, *, died: bool) -> None:
    """Cabot's marker leaves the game; his card does only if he died, else it is discarded (#99)."""
    if not expedition.is_cabot:
        return
    game.emit(told.CabotRetired(expedition.power))
    cards = game.cards
    if CABOT_CARD in cards.in_play:
        cards.in_play.remove(CABOT_CARD)
        (cards.removed if died else cards.discards).append(CABOT_CARD)


# ---- 20.3 Voyages of conquest


def resolve_conquests(game: HisGame) -> None:
    """The Hapsburg voyage first, then the English, then the French."""
    order = game.data.tables.new_world.conquest_order
    voyages = [voyage for voyage in game.new_world.crossing if voyage.kind == CONQUEST]
    for voyage in sorted(voyages, key=lambda voyage: order.index(voyage.power)):
        conquer(game, voyage)


def conquer(game: HisGame, voyage: Voyage) -> None:
    """Two dice, the conquistador and Smallpox on the conquest table (20.3)."""
    world, power = game.new_world, voyage.power
    pool = world.conquistadors[power]
    figure = game.dice.draw(sorted(pool), Reason("conquistador")) if power == HAPSBURG else pool[0]
    pool.remove(figure)
    value = game.data.conquistadors[figure].value
    total = sum(game.roll(power, 2, Reason("conquest", conquistador=figure))) + value + voyage.bonus
    game.emit(told.VoyageRolled(power, figure, CONQUEST, total))
    result = found_conquering(game, total)
    if result == KILLED:
        game.emit(told.KilledByNatives(power, figure))
    elif result == NOTHING:
        game.emit(told.NothingFound(power, figure))
        pool.append(figure)
    else:
        claim(game, power, figure, result)
        world.conquests[result] = power


def found_conquering(game: HisGame, total: int) -> str:
    """What this total on the conquest table brings: killed, nothing, or a prize by its id."""
    rows = game.data.tables.new_world.conquest
    result = row_for(rows, total).result
    if result == KILLED:
        return KILLED
    if not is_prize(game, result):
        return NOTHING
    prizes = [row.result for row in rows if is_prize(game, row.result)]
    return first_unclaimed(game, prizes, result) or NOTHING
