"""Here I Stand on the map: what everybody sees of a position, and what its powers and faiths look like.

The colours keep apart for eyes that see red and green, or blue and yellow, alike; every colour has its
letters and every ring its pattern besides.
"""

from __future__ import annotations

from dataclasses import fields
from functools import lru_cache
from typing import Any

from pbem.games.his.board import marks
from pbem.games.his.land import LAND
from pbem.games.his.views import public_view
from pbem.language import names as kinds
from pbem.language.voice import Voice
from pbem.pictures.map import Livery, Look, MapView, PlaceView, PowerRow, Ring, Stack
from rules.his.powers import CATHOLIC, OTHER_FAITH, PROTESTANT_FAITH
from rules.war.ids import INDEPENDENT, owner
from rules.war.state import Units

UNREST, UNIVERSITY, REFORMER, PIRACY = "!", "J", "R", "P"
DRAWN = (
    "Control away from home",
    "Under siege",
    "Unrest",
    "New fortresses",
    "Universities",
    "Protestant spaces",
)
"""Parts of `pbem.games.his.board` that the map itself shows."""
FAITHS = {CATHOLIC: "Catholic", PROTESTANT_FAITH: "Protestant", OTHER_FAITH: "other faith"}

REMEMBERED = 10_000
KINDS = tuple(field.name for field in fields(Units))

LOOK = Look(
    title="Here I Stand",
    nations={
        "ottoman": Livery("O", "Ottoman", "#4dbf6f", "#111111"),
        "hapsburg": Livery("H", "Hapsburg", "#f0c93e", "#111111"),
        "england": Livery("E", "England", "#cc3a02", "#ffffff"),
        "france": Livery("F", "France", "#144f78", "#ffffff"),
        "papacy": Livery("Pa", "Papacy", "#c750d4", "#111111"),
        "protestant": Livery("Pr", "Protestant", "#654334", "#ffffff"),
        "genoa": Livery("G", "Genoa", "#8d95a0", "#111111"),
        "hungary": Livery("Hu", "Hungary-Bohemia", "#8d95a0", "#111111"),
        "scotland": Livery("S", "Scotland", "#8d95a0", "#111111"),
        "venice": Livery("V", "Venice", "#8d95a0", "#111111"),
        INDEPENDENT: Livery("i", "independent", "#ffffff", "#111111"),
        "knights_of_st_john": Livery("K", "Knights of St. John", "#ffffff", "#111111"),
    },
    rings={
        CATHOLIC: Ring("Catholic", "#ffffff"),
        PROTESTANT_FAITH: Ring("Protestant", "#5b2a86", beads="1.6 2.4"),
        OTHER_FAITH: Ring("other faith", "#1d1d1f"),
    },
    land=LAND,
    badges={UNREST: "unrest", UNIVERSITY: "Jesuit university", REFORMER: "reformer", PIRACY: "piracy"},
    nobody=Livery("–", "out of play", "#d9d4c7", "#111111"),
)

ORDER = tuple(LOOK.nations)


class Onlooker:
    """Looks at positions, again and again: what was put into words once is remembered."""

    def __init__(self, voice: Voice) -> None:
        self._names = voice.names
        self._voice = voice
        self._stack = lru_cache(REMEMBERED)(self._new_stack)
        self._space = lru_cache(REMEMBERED)(self._new_space)

    def see(self, game: Any) -> MapView:
        view = public_view(game, self._voice)
        relations = [f"At war: {'; '.join(view.wars)}"] if view.wars else []
        relations += [f"Allied: {'; '.join(view.alliances)}"] if view.alliances else []
        if view.winner:
            relations.insert(0, f"Won by {view.winner} ({view.victory} victory)")
        parts = marks(game, self._names, self._voice)
        return MapView(
            where=view.where,
            columns=("VP", "cards", "keys"),
            powers=tuple(
                PowerRow(line.id, line.name, (line.vp, line.cards, line.keys), line.ruler)
                for line in view.powers
            ),
            relations=tuple(relations),
            parts=tuple((title, tuple(lines)) for title, lines in parts if title not in DRAWN),
            places=self._places(game),
        )

    def _places(self, game: Any) -> dict[str, PlaceView]:
        reformers = self._reformers(game)
        leaders: dict[str, list[str]] = {}
        # Sorted: a game that was stored has its things in another order than one that was just played.
        for leader, figure in sorted(game.leaders.items()):
            if figure.place:
                leaders.setdefault(figure.place, []).append(leader)
        found = {}
        for space, state in game.spaces.items():
            badges = [(UNREST, "unrest")] if state.unrest else []
            badges += [(UNIVERSITY, "Jesuit university")] if state.university else []
            badges += [(REFORMER, f"{name}, reformer") for name in reformers.get(space, ())]
            found[space] = self._space(
                game.board.spaces[space].name,
                state.control,
                state.religion,
                state.fortress,
                tuple(sorted(state.sieges)),
                tuple(badges),
                self._stacks(game, space, leaders.get(space, [])),
            )
        for zone, sea in game.board.zones.items():
            pirates = ((PIRACY, "piracy this turn"),) if zone in game.piracy_zones else ()
            words = f"{sea.name}: piracy this turn" if pirates else sea.name
            stacks = self._stacks(game, zone, leaders.get(zone, []))
            found[zone] = PlaceView(badges=pirates, stacks=stacks, words=words)
        return found

    def _new_space(
        self,
        name: str,
        control: str | None,
        faith: str,
        fortress: bool,
        sieges: tuple[str, ...],
        badges: tuple[tuple[str, str], ...],
        stacks: tuple[Stack, ...],
    ) -> PlaceView:
        if control is None:
            words = [f"{name}: out of play"]
        else:
            words = [f"{name}: {self._voice.name(kinds.POWER, control)}", FAITHS[faith]]
        words += ["new fortress"] if fortress else []
        words += [meaning for _, meaning in badges]
        if sieges:
            besiegers = [self._voice.name(kinds.POWER, power) for power in sieges]
            words.append(f"under siege by {self._voice.listed(besiegers)}")
        return PlaceView(control, faith, fortress, sieges, badges, stacks, ", ".join(words))

    def _stacks(self, game: Any, place: str, leaders: list[str]) -> tuple[Stack, ...]:
        """The pieces in a place: a stack for each nation, leaders with the units of their own."""
        if not leaders and place not in game.units:
            return ()
        led: dict[str, list[str]] = {}
        for leader in leaders:
            led.setdefault(game.leaders[leader].power, []).append(leader)
        found = []
        for nation in dict.fromkeys([*game.nations_at(place), *led]):
            units = game.at(place, nation)
            counts = tuple(getattr(units, kind) for kind in KINDS)
            found.append(self._stack(nation, game.commander(nation), counts, tuple(led.get(nation, ()))))
        return tuple(sorted(found, key=lambda stack: (ORDER.index(owner(stack.nation)), stack.nation)))

    def _new_stack(
        self, nation: str, commander: str, counts: tuple[int, ...], leaders: tuple[str, ...]
    ) -> Stack:
        units = Units(*counts)
        here = tuple(self._voice.name(kinds.LEADER, leader) for leader in leaders)
        what = self._voice.listed([*here, *self._voice.units(units)])
        whose = self._voice.name(kinds.POWER, nation)
        if commander not in (nation, nation.partition(">")[2]):
            whose += f" under {self._voice.name(kinds.POWER, commander)}"
        return Stack(nation, commander, units.land, units.ships, here, f"{whose}: {what}")

    def _reformers(self, game: Any) -> dict[str, list[str]]:
        """Reformers on the map, by their spaces."""
        printed = self._names.table(kinds.REFORMER).printed
        found: dict[str, list[str]] = {}
        for id, reformer in sorted(game.faith.reformers.items()):
            if reformer.on_map:
                found.setdefault(game.data.reformers[id].space, []).append(printed.get(id, id))
        return found
