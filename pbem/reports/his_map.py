"""Here I Stand on the map: what everybody sees of a position, and what its powers and faiths look like.

The colours keep apart for eyes that see red and green, or blue and yellow, alike; every colour has its
letters and every ring its pattern besides.
"""

from __future__ import annotations

from typing import Any

from pbem.orders import Names, names_of
from pbem.orders import names as kinds
from pbem.reports.board import marks
from pbem.reports.his_land import LAND
from pbem.reports.map import Livery, Look, MapView, PlaceView, PowerRow, Ring, Stack
from pbem.reports.sentences import Sentences, joined
from pbem.reports.views import public_view
from rules.war.state import CATHOLIC, INDEPENDENT, OTHER_FAITH, PROTESTANT_FAITH, owner

UNREST, UNIVERSITY, REFORMER, PIRACY = "!", "J", "R", "P"
DRAWN = (
    "Control away from home",
    "Under siege",
    "Unrest",
    "New fortresses",
    "Universities",
    "Protestant spaces",
)
"""Parts of `pbem.reports.board` that the map itself shows."""
FAITHS = {CATHOLIC: "Catholic", PROTESTANT_FAITH: "Protestant", OTHER_FAITH: "other faith"}

LOOK = Look(
    title="Here I Stand",
    nations={
        "ottoman": Livery("O", "Ottoman", "#009e73", "#ffffff"),
        "hapsburg": Livery("H", "Hapsburg", "#f0e442", "#111111"),
        "england": Livery("E", "England", "#d55e00", "#ffffff"),
        "france": Livery("F", "France", "#0072b2", "#ffffff"),
        "papacy": Livery("Pa", "Papacy", "#e3a8c8", "#111111"),
        "protestant": Livery("Pr", "Protestant", "#4a3222", "#ffffff"),
        "genoa": Livery("G", "Genoa", "#aeb4bd", "#111111"),
        "hungary": Livery("Hu", "Hungary-Bohemia", "#aeb4bd", "#111111"),
        "scotland": Livery("S", "Scotland", "#aeb4bd", "#111111"),
        "venice": Livery("V", "Venice", "#aeb4bd", "#111111"),
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


def map_view(game: Any, names: Names | None = None) -> MapView:
    """What everybody sees of a game: nothing here depends on what anybody holds in hand."""
    names = names or names_of()
    sentences = Sentences(names)
    view = public_view(game, names)
    relations = [f"At war: {'; '.join(view.wars)}"] if view.wars else []
    relations += [f"Allied: {'; '.join(view.alliances)}"] if view.alliances else []
    if view.winner:
        relations.insert(0, f"Won by {view.winner} ({view.victory} victory)")
    return MapView(
        where=view.where,
        columns=("VP", "cards", "keys"),
        powers=tuple(
            PowerRow(line.id, line.name, (line.vp, line.cards, line.keys), line.ruler) for line in view.powers
        ),
        relations=tuple(relations),
        parts=tuple(
            (title, tuple(lines)) for title, lines in marks(game, names, sentences) if title not in DRAWN
        ),
        places=_places(game, names, sentences),
    )


def _places(game: Any, names: Names, sentences: Sentences) -> dict[str, PlaceView]:
    reformers = _reformers(game, names)
    leaders: dict[str, list[str]] = {}
    for leader, figure in game.leaders.items():
        if figure.place:
            leaders.setdefault(figure.place, []).append(leader)
    found = {}
    for space in game.spaces:
        stacks = _stacks(game, space, leaders.get(space, []), sentences)
        found[space] = _space(game, space, stacks, reformers.get(space, []), sentences)
    for zone, sea in game.board.zones.items():
        pirates = ((PIRACY, "piracy this turn"),) if zone in game.piracy_zones else ()
        words = f"{sea.name}: piracy this turn" if pirates else sea.name
        stacks = _stacks(game, zone, leaders.get(zone, []), sentences)
        found[zone] = PlaceView(badges=pirates, stacks=stacks, words=words)
    return found


def _space(
    game: Any, space: str, stacks: tuple[Stack, ...], reformers: list[str], sentences: Sentences
) -> PlaceView:
    state, printed = game.spaces[space], game.board.spaces[space]
    badges = [(UNREST, "unrest")] if state.unrest else []
    badges += [(UNIVERSITY, "Jesuit university")] if state.university else []
    badges += [(REFORMER, f"{name}, reformer") for name in reformers]
    if state.control is None:
        words = [f"{printed.name}: out of play"]
    else:
        words = [f"{printed.name}: {sentences.power(state.control)}", FAITHS[state.religion]]
    words += ["new fortress"] if state.fortress else []
    words += [words_of for _, words_of in badges]
    if state.sieges:
        words.append(f"under siege by {joined([sentences.power(power) for power in state.sieges])}")
    return PlaceView(
        state.control,
        state.religion,
        state.fortress,
        tuple(state.sieges),
        tuple(badges),
        stacks,
        ", ".join(words),
    )


def _stacks(game: Any, place: str, leaders: list[str], sentences: Sentences) -> tuple[Stack, ...]:
    """The pieces in a place: a stack for each nation's units, leaders with those of their own."""
    if not leaders and place not in game.units:
        return ()
    led: dict[str, list[str]] = {}
    for leader in leaders:
        led.setdefault(game.leaders[leader].power, []).append(leader)
    found = []
    for nation in dict.fromkeys([*game.nations_at(place), *led]):
        units = game.at(place, nation)
        here = [sentences.thing(kinds.LEADER, leader) for leader in led.get(nation, [])]
        what = joined([*here, *sentences.units(units)])
        found.append(
            Stack(
                nation,
                game.commander(nation),
                units.land,
                units.ships,
                tuple(here),
                f"{sentences.power(nation)}: {what}",
            )
        )
    return tuple(
        sorted(found, key=lambda stack: (list(LOOK.nations).index(owner(stack.nation)), stack.nation))
    )


def _reformers(game: Any, names: Names) -> dict[str, list[str]]:
    """Reformers on the map, by their spaces."""
    printed = names.table(kinds.REFORMER).printed
    found: dict[str, list[str]] = {}
    for id, reformer in game.faith.reformers.items():
        if reformer.on_map:
            found.setdefault(game.data.reformers[id].space, []).append(printed.get(id, id))
    return found
