"""Scenes of a game: the facts of a picture, taken from a position and from what happened since a moment.

Only what everybody sees goes into one: positions by `Game.map_view`, events that everybody may know.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from pbem.games.game import Game
from pbem.pictures.frame import beyond, within
from pbem.pictures.map import site_of
from pbem.pictures.scene import Scene, Standing, Theatre
from rules import Event, Power, Question


def scene_of_question(
    title: Game, question: Question[Any], game: Any, events: Iterable[Event] = ()
) -> Scene | None:
    """The theatre of a decision, for whoever decides; None for a game without a map."""
    seen = _public(events)
    theatre = title.theatre(question, game, _places(title, seen))
    return _scene(title, game, theatre, seen, question.power)


WHOLE = ("", "all", "everything", "whole", "whole map", "whole board", "board", "europe")
"""What a player calls the whole map."""


def scene_called(
    title: Game, words: str, game: Any, reader: Power = "", events: Iterable[Event] = ()
) -> Scene | None:
    """What a player asks for with `map`, `map vienna`, `map near me`; None for words that name nothing."""
    seen = _public(events)
    if words.strip().removeprefix("of ").removeprefix("the ") in WHOLE:
        return whole_scene(title, game, seen, reader=reader)
    theatre = title.theatre_called(words, game, reader, _places(title, seen))
    return None if theatre is None else _scene(title, game, theatre, seen, reader)


def whole_scene(title: Game, game: Any, events: Iterable[Event] = (), *, reader: Power = "") -> Scene | None:
    """The whole map with the table of powers, as at the end of a turn."""
    return _scene(title, game, Theatre(), _public(events), reader)


def _scene(title: Game, game: Any, theatre: Theatre, events: Sequence[Event], reader: Power) -> Scene | None:
    voice = title.voice()
    atlas = title.atlas(voice)
    if atlas is None:
        return None
    places = within(atlas.board, theatre.frame)
    outside = beyond(atlas.board, theatre.frame, places)
    standings: tuple[Standing, ...] = ()
    if theatre.frame is None:
        view = title.map_view(game, voice)
        standings, seen = tuple(Standing(row.id, row.numbers) for row in view.powers), view.places
    else:
        seen = title.places_seen(game, voice, [*places, *outside])
    moves, marks = title.happened(events)
    return Scene(
        title=title.name,
        frame=theatre.frame,
        reader=reader,
        foes=title.foes(game, reader) if reader else (),
        focus=tuple(place for place in theatre.focus if place in places),
        targets=tuple(place for place in theatre.targets if place in places),
        sites=tuple(site_of(id, seen[id]) for id in places if id in seen),
        beyond=tuple((id, control) for id in outside if (control := seen[id].control) is not None),
        moves=tuple(move for move in moves if move.origin in places or move.to in places),
        marks=tuple(mark for mark in marks if mark.place in places),
        turn=title.turn(game) if theatre.frame is None else 0,
        standings=standings,
    )


def _public(events: Iterable[Event]) -> list[Event]:
    return [event for event in events if event.visible_to(None)]


def _places(title: Game, events: Sequence[Event]) -> list[str]:
    """Where on the map something happened; wars abroad are not on it."""
    atlas = title.atlas(title.voice())
    if atlas is None:
        return []
    moves, marks = title.happened(events)
    found = dict.fromkeys([*(move.to for move in moves), *(mark.place for mark in marks)])
    return [place for place in found if place in atlas.board.spaces or place in atlas.board.zones]
