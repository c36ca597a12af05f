"""Here I Stand on the map: what everybody sees of a position, and what its powers and faiths look like.

The colours keep apart for eyes that see red and green, or blue and yellow, alike; every colour has its
letters and every ring its pattern besides.
"""

from __future__ import annotations

from dataclasses import fields, replace
from functools import lru_cache
from typing import Any

from pbem.games.his.board import ON_THE_MAP, marks
from pbem.games.his.land import LAND
from pbem.games.his.views import public_view
from pbem.language import names as kinds
from pbem.language.voice import Voice
from pbem.pictures.look import Livery, Look, Ring
from pbem.pictures.map import MapView, PlaceView, PowerRow, Stack
from pbem.pictures.scene import Figure
from rules.core.board import Board
from rules.his.powers import CATHOLIC, OTHER_FAITH, PROTESTANT_FAITH
from rules.war.ids import INDEPENDENT, owner
from rules.war.state import Units

UNREST, UNIVERSITY, REFORMER, PIRACY = "!", "J", "R", "P"

REMEMBERED = 10_000
KINDS = tuple(field.name for field in fields(Units))

GREY, WHITE, BLACK = "#8d95a0", "#ffffff", "#111111"
NATIONS = {
    "ottoman": ("O", "#4dbf6f", BLACK),
    "hapsburg": ("H", "#f0c93e", BLACK),
    "england": ("E", "#cc3a02", WHITE),
    "france": ("F", "#144f78", WHITE),
    "papacy": ("Pa", "#c750d4", BLACK),
    "protestant": ("Pr", "#654334", WHITE),
    "genoa": ("G", GREY, BLACK),
    "hungary": ("Hu", GREY, BLACK),
    "scotland": ("S", GREY, BLACK),
    "venice": ("V", GREY, BLACK),
    INDEPENDENT: ("i", WHITE, BLACK),
    "knights_of_st_john": ("K", WHITE, BLACK),
}
"""Letters, colour, and the colour in which the letters are written."""
RINGS = {CATHOLIC: ("#ffffff", ""), PROTESTANT_FAITH: ("#5b2a86", "1.6 2.4"), OTHER_FAITH: ("#1d1d1f", "")}
"""Colour and beads."""
ORDER = tuple(NATIONS)


def look_in(voice: Voice, title: str) -> Look:
    """What the map looks like, for readers of a language."""
    return Look(
        title=title,
        nations={
            id: Livery(code, voice.name(kinds.POWER, id, "bare"), fill, ink)
            for id, (code, fill, ink) in NATIONS.items()
        },
        rings={id: Ring(voice.name("ring", id), *drawn) for id, drawn in RINGS.items()},
        land=LAND,
        badges={
            UNREST: voice.word("map.unrest"),
            UNIVERSITY: voice.word("map.university"),
            REFORMER: voice.word("map.reformer"),
            PIRACY: voice.word("map.piracy"),
        },
        nobody=Livery("–", voice.word("map.out_of_play"), "#d9d4c7", BLACK),
        words=lambda word: voice.word(f"picture.{word}"),
        leader=lambda id: voice.name(kinds.LEADER, id),
        units={kind: voice.name(kinds.UNIT, kind, "other") for kind in KINDS},
        columns=(voice.word("map.vp"), voice.word("map.cards"), voice.word("map.keys")),
    )


def board_in(voice: Voice, board: Board) -> Board:
    """The board with the names of a language on it."""
    return Board(
        [replace(space, name=voice.name(kinds.SPACE, id)) for id, space in board.spaces.items()],
        [replace(zone, name=voice.name(kinds.SEA, id)) for id, zone in board.zones.items()],
        board.connections,
    )


def _figure(game: Any, leader: str) -> Figure:
    """A leader with his printed ratings."""
    printed = game.printed_leader(leader)
    return Figure(leader, printed.battle, printed.command)


class Onlooker:
    """Looks at positions, again and again: what was put into words once is remembered."""

    def __init__(self, voice: Voice) -> None:
        self._voice = voice
        self._stack = lru_cache(REMEMBERED)(self._new_stack)
        self._space = lru_cache(REMEMBERED)(self._new_space)

    def see(self, game: Any) -> MapView:
        view = public_view(game, self._voice)
        say = self._voice.word
        relations = [say("map.won", text=view.winner, victory=game.victory)] if view.winner else []
        relations += [say("map.at_war", text="; ".join(view.wars))] if view.wars else []
        relations += [say("map.allied", text="; ".join(view.alliances))] if view.alliances else []
        return MapView(
            where=view.where,
            columns=(say("map.vp"), say("map.cards"), say("map.keys")),
            powers=tuple(
                PowerRow(line.id, line.name, (line.vp, line.cards, line.keys), line.ruler)
                for line in view.powers
            ),
            relations=tuple(relations),
            parts=tuple(
                (title, tuple(lines)) for title, lines in marks(game, self._voice, but_for=ON_THE_MAP)
            ),
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
        say = self._voice.word
        for space, state in game.spaces.items():
            badges = [(UNREST, say("map.unrest"))] if state.unrest else []
            badges += [(UNIVERSITY, say("map.university"))] if state.university else []
            badges += [(REFORMER, say("map.reformer_named", reformer=id)) for id in reformers.get(space, ())]
            found[space] = self._space(
                self._voice.name(kinds.SPACE, space),
                state.control,
                state.religion,
                state.fortress,
                tuple(sorted(state.sieges)),
                tuple(badges),
                self._stacks(game, space, leaders.get(space, [])),
            )
        for zone in game.board.zones:
            sea = self._voice.name(kinds.SEA, zone)
            pirates = ((PIRACY, say("map.pirates")),) if zone in game.piracy_zones else ()
            words = f"{sea}: {say('map.pirates')}" if pirates else sea
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
            words = [f"{name}: {self._voice.word('map.out_of_play')}"]
        else:
            holder = self._voice.name(kinds.POWER, control, "bare")
            words = [f"{name}: {holder}", self._voice.name("ring", faith)]
        words += [self._voice.word("map.new_fortress")] if fortress else []
        words += [meaning for _, meaning in badges]
        if sieges:
            words.append(self._voice.word("map.besieged", powers=sieges))
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
            figures = tuple(_figure(game, leader) for leader in led.get(nation, ()))
            found.append(self._stack(nation, game.commander(nation), counts, figures))
        return tuple(sorted(found, key=lambda stack: (ORDER.index(owner(stack.nation)), stack.nation)))

    def _new_stack(
        self, nation: str, commander: str, counts: tuple[int, ...], figures: tuple[Figure, ...]
    ) -> Stack:
        units = Units(*counts)
        here = tuple(self._voice.name(kinds.LEADER, figure.id) for figure in figures)
        what = self._voice.listed([*here, *self._voice.units(units)])
        whose = self._voice.name(kinds.POWER, nation, "bare")
        if commander not in (nation, nation.partition(">")[2]):
            whose = self._voice.word("map.under", text=whose, power=commander)
        by_kind = tuple((kind, count) for kind, count in zip(KINDS, counts, strict=True) if count)
        return Stack(nation, commander, by_kind, here, f"{whose}: {what}", figures)

    def _reformers(self, game: Any) -> dict[str, list[str]]:
        """Reformers on the map, by their spaces."""
        found: dict[str, list[str]] = {}
        for id, reformer in sorted(game.faith.reformers.items()):
            if reformer.on_map:
                found.setdefault(game.data.reformers[id].space, []).append(id)
        return found
