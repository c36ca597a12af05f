"""Treasures (6.3): the pool, the rows, the hands, and what a random draw takes."""

from __future__ import annotations

from rules.core.card_play import discard_random_card, take_random_card
from rules.core.events import Event
from rules.core.flow import Power
from rules.core.reasons import Reason
from rules.vq.game import VqGame
from rules.vq.kinds import Treasure
from rules.vq.powers import SPAIN

PHILIPPINES = "philippines"
CP_PREFIX = "cp_"
DRAW_CARD, SCIENCE, VICTORY_POINT = "draw_card", "science_bonus", "victory_point"


class TreasuresChanged(Event):
    """How many treasures came to a hand, or left it; which they are, only their owner learns."""

    power: Power
    count: int
    reason: Reason


class TreasuresSeen(Event):
    power: Power
    treasures: tuple[Treasure, ...]


class TreasuresDiscarded(Event):
    """Laid aside face up."""

    power: Power
    treasures: tuple[Treasure, ...]
    reason: Reason


class SpanishRowFilled(Event):
    count: int


class SpanishRowSeen(Event):
    treasures: tuple[Treasure, ...]


class TreasureTaken(Event):
    giver: Power
    taker: Power
    reason: Reason


class TakenTreasureSeen(Event):
    giver: Power
    taker: Power
    treasure: Treasure


def hand_of(game: VqGame, power: Power) -> list[Treasure]:
    return game.treasures.hands.setdefault(power, [])


def worth(treasure: Treasure) -> int:
    """Its CP; others have none."""
    return int(treasure.removeprefix(CP_PREFIX)) if treasure.startswith(CP_PREFIX) else 0


def spendable(game: VqGame, power: Power) -> list[Treasure]:
    """Treasures of a hand but for those that were taken from others in this impulse (6.3, 16.4)."""
    left = list(hand_of(game, power))
    for treasure in game.impulse.held_treasures:
        if treasure in left:
            left.remove(treasure)
    return left


def draw(game: VqGame, reason: Reason) -> Treasure | None:
    """A random treasure out of the pool; spent ones come back when it is empty."""
    treasures = game.treasures
    if not treasures.pool:
        treasures.pool, treasures.spent = treasures.spent, []
    if not treasures.pool:
        return None
    drawn = game.dice.draw(sorted(treasures.pool), reason)
    treasures.pool.remove(drawn)
    return drawn


def draw_to_hand(game: VqGame, power: Power, count: int, reason: Reason) -> int:
    """Treasures from the pool to a hand; answers how many there were."""
    drawn = [found for _ in range(count) if (found := draw(game, reason)) is not None]
    receive(game, power, drawn, reason)
    return len(drawn)


def receive(game: VqGame, power: Power, treasures: list[Treasure], reason: Reason) -> None:
    """Treasures come to a hand."""
    if treasures:
        hand_of(game, power).extend(treasures)
        game.emit(TreasuresChanged(power, len(treasures), reason))
        game.emit(TreasuresSeen(power, tuple(sorted(treasures)), audience=(power,)))


def discard(game: VqGame, power: Power, treasures: list[Treasure], reason: Reason) -> None:
    """Treasures leave a hand, face up."""
    for treasure in treasures:
        hand_of(game, power).remove(treasure)
    lay_aside(game, power, treasures, reason)


def lay_aside(game: VqGame, power: Power, treasures: list[Treasure], reason: Reason) -> None:
    """Treasures that were in no hand any more lie face up until the next Card Phase."""
    if treasures:
        game.treasures.spent.extend(treasures)
        game.emit(TreasuresDiscarded(power, tuple(sorted(treasures)), reason))


# ---- 8.4 The rows


def spanish_row_size(game: VqGame) -> int:
    """Four boxes, and a fifth with the Philippines (6.3)."""
    rows = game.data.tables.treasure_rows
    far = game.world.owners.get(PHILIPPINES) == SPAIN
    return rows.spain + (rows.philippines if far else 0)


def fill_rows(game: VqGame) -> None:
    """Spent treasures go back into the pool; Spain fills its row, then the Portuguese one (6.3, 8.4)."""
    treasures = game.treasures
    treasures.pool += treasures.spent
    treasures.spent = []
    filled = add_to_spanish_row(game, spanish_row_size(game) - len(treasures.spain))
    if filled:
        game.emit(SpanishRowFilled(filled))
    while len(treasures.portugal) < game.data.tables.treasure_rows.portugal:
        found = draw(game, Reason("portuguese_row"))
        if found is None:
            break
        treasures.portugal.append(found)


def add_to_spanish_row(game: VqGame, count: int) -> int:
    """Treasures from the pool into the Spanish row, at which Spain may look at any time (6.3)."""
    drawn = [found for _ in range(count) if (found := draw(game, Reason("spanish_row"))) is not None]
    game.treasures.spain += drawn
    if drawn:
        game.emit(SpanishRowSeen(tuple(sorted(game.treasures.spain)), audience=(SPAIN,)))
    return len(drawn)


# ---- 6.3 What a random draw takes


def draws_treasure(game: VqGame, giver: Power) -> bool:
    """A treasure, unless the hand holds more cards than treasures; home cards do not count (6.3)."""
    treasures = hand_of(game, giver)
    return bool(treasures) and len(treasures) >= len(game.drawable(giver))


def take_at_random(game: VqGame, *, giver: Power, taker: Power, reason: Reason, later: bool = False) -> None:
    """A random card or treasure goes from one hand to another; `later`: not played before another impulse."""
    if not draws_treasure(game, giver):
        card = take_random_card(game, giver=giver, taker=taker, reason=reason)
        if card is not None and later:
            game.hold_back(card)
        return
    treasure = game.dice.draw(
        sorted(hand_of(game, giver)), Reason("draws_from", power=taker, other_power=giver)
    )
    hand_of(game, giver).remove(treasure)
    hand_of(game, taker).append(treasure)
    if later and taker == game.impulse.power and not game.as_at_first:
        game.impulse.held_treasures.append(treasure)
    game.emit(TreasureTaken(giver, taker, reason))
    game.emit(TakenTreasureSeen(giver, taker, treasure, audience=(giver, taker)))


def discard_at_random(game: VqGame, power: Power, reason: Reason) -> None:
    """A random card or treasure of a hand is discarded (6.3)."""
    if not draws_treasure(game, power):
        discard_random_card(game, power, reason)
        return
    treasure = game.dice.draw(sorted(hand_of(game, power)), Reason("discards_at_random", power=power))
    discard(game, power, [treasure], reason)
