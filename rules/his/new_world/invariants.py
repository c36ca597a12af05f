"""What must be true of voyages, colonies and conquests in every position (20)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from rules.his.game import HisGame
from rules.his.new_world.voyages import COLONY, NEW_WORLD_POWERS, POTOSI, colony_markers


def new_world_problems(game: HisGame) -> Iterator[str]:
    """Everything wrong with the New World."""
    yield from _voyage_problems(game)
    yield from _colony_problems(game)
    yield from _prize_problems(game)


def _voyage_problems(game: HisGame) -> Iterator[str]:
    world = game.new_world
    sent = Counter(
        (voyage.power, voyage.kind) for voyage in (*world.crossing, *world.called_off) if voyage.counts
    )
    yield from (
        f"{power} has sent {count} voyages of {kind}" for (power, kind), count in sent.items() if count > 1
    )
    for power in NEW_WORLD_POWERS:
        pool = world.explorers[power]
        if len(dict.fromkeys(pool)) != len(pool):
            yield f"an explorer of {power} is there twice: {pool}"
        if any(game.data.explorers[name].power != power for name in pool):
            yield f"{power} has an explorer of somebody else: {pool}"
        for name, count in Counter(world.conquistadors[power]).items():
            data = game.data.conquistadors[name]
            if data.power != power or count > data.count:
                yield f"{power} has {count} of {name}"


def _colony_problems(game: HisGame) -> Iterator[str]:
    world = game.new_world
    sailing = {voyage.figure: voyage.power for voyage in world.crossing if voyage.kind == COLONY}
    for power in NEW_WORLD_POWERS:
        colonies = [*world.colonies[power], *(name for name, owner in sailing.items() if owner == power)]
        if len(dict.fromkeys(colonies)) != len(colonies):
            yield f"a colony of {power} is there twice: {colonies}"
        if any(name not in (*colony_markers(game, power), POTOSI) for name in colonies):
            yield f"{power} has a colony that it cannot have: {colonies}"
        if len(colonies) > game.data.tables.new_world.colony_limit[power]:
            yield f"{power} has too many colonies: {colonies}"


def _prize_problems(game: HisGame) -> Iterator[str]:
    world, table = game.new_world, game.data.tables.new_world
    for prize in (*table.discoveries, *table.conquests):
        for power, box in game.bonus_vp.items():
            due = prize.vp if world.claimed.get(prize.id) == power else 0
            if box.get(prize.id, 0) != due:
                yield f"{power} has {box.get(prize.id, 0)} VP for {prize.id}, not {due}"
    for conquest, power in world.conquests.items():
        if world.claimed.get(conquest) != power:
            yield f"{conquest} pays {power}, who has not conquered it"
