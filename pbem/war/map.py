"""A war game on the map: what everybody sees of a position, put into words and pieces."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import fields, replace
from functools import lru_cache
from typing import Any

from pbem.games.views import Public
from pbem.language import names as kinds
from pbem.language.voice import Voice
from pbem.pictures.look import Livery, Look, Ring
from pbem.pictures.map import Gauge, MapView, PlaceView, PowerRow, Roll, Stack
from pbem.pictures.scene import Figure
from rules.core.board import Board
from rules.war.ids import owner
from rules.war.state import Units

UNREST, PIRACY = "!", "P"

REMEMBERED = 10_000
KINDS = tuple(field.name for field in fields(Units))

GREY, WHITE, BLACK = "#8d95a0", "#ffffff", "#111111"
RINGS = {"catholic": ("#ffffff", ""), "protestant": ("#5b2a86", "1.6 2.4"), "other": ("#1d1d1f", "")}
"""Faiths: colour and beads."""


def look_of(
    voice: Voice,
    title: str,
    nations: Mapping[str, tuple[str, str, str]],
    land: tuple[tuple[tuple[int, int], ...], ...],
    badges: Mapping[str, str],
    units: Collection[str],
) -> Look:
    """What the map looks like, for readers of a language.

    `nations` have letters, a colour, and the colour in which the letters are written.
    """
    return Look(
        title=title,
        nations={
            id: Livery(code, voice.name(kinds.POWER, id, "bare"), fill, ink)
            for id, (code, fill, ink) in nations.items()
        },
        rings={id: Ring(voice.name("ring", id), *drawn) for id, drawn in RINGS.items()},
        land=land,
        badges={UNREST: voice.word("map.unrest"), **badges, PIRACY: voice.word("map.piracy")},
        nobody=Livery("–", voice.word("map.out_of_play"), "#d9d4c7", BLACK),
        words=lambda word: voice.word(f"picture.{word}"),
        leader=lambda id: voice.name(kinds.LEADER, id),
        units={kind: voice.name(kinds.UNIT, kind, "other") for kind in units},
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


class Onlooker(ABC):
    """Looks at positions, again and again: what was put into words once is remembered."""

    nations: tuple[str, ...]
    """Whose pieces there are, in the order in which they are shown."""

    def __init__(self, voice: Voice) -> None:
        self._voice = voice
        self._stack = lru_cache(REMEMBERED)(self._new_stack)
        self._space = lru_cache(REMEMBERED)(self._new_space)

    @abstractmethod
    def public(self, game: Any) -> Public:
        """What an onlooker sees beside the map."""

    @abstractmethod
    def parts(self, game: Any) -> list[tuple[str, list[str]]]:
        """What lies on the board, and no map shows."""

    def badges(self, game: Any, space: str) -> list[tuple[str, str]]:
        """Marks on a space besides unrest, each with its meaning."""
        return []

    @abstractmethod
    def faith(self, game: Any, space: str) -> str:
        """The faith of a space, as its ring shows it."""

    @abstractmethod
    def pirates(self, game: Any) -> Collection[str]:
        """Sea zones with piracy in this turn."""

    def more_places(self, game: Any) -> Iterable[tuple[str, PlaceView]]:
        """Places beside the map of Europe."""
        return ()

    def gauges(self, game: Any) -> tuple[Gauge, ...]:
        """Tracks beside the map with a marker that moves."""
        return ()

    def rolls(self, game: Any) -> tuple[Roll, ...]:
        """People beside the map who can be used."""
        return ()

    def see(self, game: Any) -> MapView:
        view = self.public(game)
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
            parts=tuple((title, tuple(lines)) for title, lines in self.parts(game)),
            places=self._in_europe(game, (*game.spaces, *game.board.zones)) | dict(self.more_places(game)),
            gauges=self.gauges(game),
            rolls=self.rolls(game),
        )

    def places(self, game: Any, wanted: Sequence[str]) -> dict[str, PlaceView]:
        """Some places, on the map of Europe or beyond it."""
        here = [place for place in wanted if place in game.spaces or place in game.board.zones]
        found = self._in_europe(game, here)
        if len(here) < len(wanted):
            found |= {id: view for id, view in self.more_places(game) if id in wanted}
        return found

    def _in_europe(self, game: Any, wanted: Iterable[str]) -> dict[str, PlaceView]:
        leaders: dict[str, list[str]] = {}
        # Sorted: a game that was stored has its things in another order than one that was just played.
        for leader, figure in sorted(game.leaders.items()):
            if figure.place:
                leaders.setdefault(figure.place, []).append(leader)
        piracy = self.pirates(game)
        return {
            place: self._land(game, place, leaders.get(place, []))
            if place in game.spaces
            else self._sea(game, place, leaders.get(place, []), pirates=place in piracy)
            for place in wanted
        }

    def _land(self, game: Any, space: str, leaders: list[str]) -> PlaceView:
        state = game.spaces[space]
        badges = [(UNREST, self._voice.word("map.unrest"))] if state.unrest else []
        badges += self.badges(game, space)
        return self._space(
            self._voice.name(kinds.SPACE, space),
            state.control,
            self.faith(game, space),
            state.fortress,
            tuple(sorted(state.sieges)),
            tuple(badges),
            self._stacks(game, space, leaders),
        )

    def _sea(self, game: Any, zone: str, leaders: list[str], *, pirates: bool) -> PlaceView:
        sea, told = self._voice.name(kinds.SEA, zone), self._voice.word("map.pirates")
        return PlaceView(
            badges=((PIRACY, told),) if pirates else (),
            stacks=self._stacks(game, zone, leaders),
            words=f"{sea}: {told}" if pirates else sea,
        )

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
        return tuple(sorted(found, key=lambda stack: (self.nations.index(owner(stack.nation)), stack.nation)))

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
