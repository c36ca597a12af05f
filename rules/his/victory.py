"""Victory points and the five ways to win (23)."""

from __future__ import annotations

from collections.abc import Iterable

from rules.core.flow import Power
from rules.core.records import Record
from rules.core.sequence import win
from rules.core.story import VictoryPointsCounted
from rules.his.game import HisGame
from rules.his.powers import ENGLAND, FRANCE, HAPSBURG, OTTOMAN, PAPACY, PROTESTANT, PROTESTANT_FAITH
from rules.war import points as war_points
from rules.war.ids import Nation, SpaceId

ACTION_PHASE = "action"


# ---- 23.2 Victory points


def victory_points(game: HisGame, power: Power) -> int:
    """All VP of a power: base, special and bonus (23.2)."""
    return base_vp(game, power) + special_vp(game, power) + sum(game.bonus_vp.get(power, {}).values())


def scores(game: HisGame) -> dict[Power, int]:
    """The VP of every power that has a player."""
    return {power: victory_points(game, power) for power in game.players}


def quiet_keys(game: HisGame, power: Power) -> int:
    """Keys controlled that are not in unrest (12.4)."""
    spaces, quiet = game.spaces, 0
    for key in game.board.keys:
        state = spaces[key]
        if state.control == power and not state.unrest:
            quiet += 1
    return quiet


def base_vp(game: HisGame, power: Power) -> int:
    """By keys; the Protestant 2 VP for each electorate of both its faith and its rule (4, 23.2)."""
    if power == PROTESTANT:
        return game.data.tables.electorate_vp * sum(
            _is_protestant_electorate(game, space) for space in game.electorates()
        )
    track = game.power_data(power).key_vp
    return track[min(quiet_keys(game, power), len(track) - 1)]


def _is_protestant_electorate(game: HisGame, space: SpaceId) -> bool:
    state = game.spaces[space]
    return state.control == PROTESTANT and state.religion == PROTESTANT_FAITH and not state.unrest


def special_vp(game: HisGame, power: Power) -> int:
    """What each power has of its own (23.2)."""
    if power == OTTOMAN:
        return game.piracy_vp
    if power == HAPSBURG:
        return electorates_vp(game)
    if power == ENGLAND:
        return heir_vp(game) + protestant_spaces(game, home=ENGLAND) // game.data.tables.english_spaces_per_vp
    if power == FRANCE:
        return game.chateaux_vp
    if power == PAPACY:
        return game.data.tables.protestant_spaces_track.papacy[_track_box(game)] + game.faith.st_peters_vp
    return game.data.tables.protestant_spaces_track.protestant[_track_box(game)]


def electorates_vp(game: HisGame) -> int:
    """1 VP for each quiet electorate under Hapsburg control, from the Schmalkaldic League on (23.2)."""
    return game.data.tables.hapsburg_electorate_vp * len(_quiet_electorates(game))


def _quiet_electorates(game: HisGame) -> tuple[SpaceId, ...]:
    if not game.faith.league:
        return ()
    spaces = ((space, game.spaces[space]) for space in game.electorates())
    return tuple(space for space, state in spaces if state.control == HAPSBURG and not state.unrest)


def heir_vp(game: HisGame) -> int:
    """5 VP for Edward, sickly or healthy; else 2 for Elizabeth (21.3)."""
    born = game.tudors.children
    if 5 in born or 6 in born:
        return game.data.tables.heir_vp.edward
    return game.data.tables.heir_vp.elizabeth if 4 in born else 0


def protestant_spaces(game: HisGame, *, home: Power | None = None) -> int:
    """Spaces of Protestant faith without unrest, anywhere or among a power's home spaces (12.4)."""
    found = [
        space
        for space, state in game.spaces.items()
        if state.religion == PROTESTANT_FAITH and not state.unrest
    ]
    return len(found) if home is None else sum(game.home_power(space) == home for space in found)


def _track_box(game: HisGame) -> int:
    return min(protestant_spaces(game), len(game.data.tables.protestant_spaces_track.papacy) - 1)


def add_bonus_vp(game: HisGame, power: Power, reason: str, points: int) -> None:
    """Put a marker into the Bonus VP box of the power card; several of one kind add up (4)."""
    box = game.bonus_vp.setdefault(power, {})
    box[reason] = box.get(reason, 0) + points
    if not box[reason]:
        del box[reason]


# ---- Where the points come from, and what would change them


KEYS, ELECTORATES, PIRACY, HEIR, HOME_FAITH = "keys", "electorates", "piracy", "heir", "home_faith"
CHATEAUX, FAITH, ST_PETERS = "chateaux", "faith", "st_peters"


class Source(Record):
    """VP of a power from one thing: its keys, its chateaux, a marker in its box of bonus VP."""

    name: str
    vp: int
    spaces: tuple[SpaceId, ...] = ()
    """What is counted, where the points are of spaces that can be named."""
    count: int = 0
    """How many are counted, where they are too many to name."""


def vp_sources(game: HisGame, power: Power) -> list[Source]:
    """All VP of a power by where they come from; together they are its `victory_points` (23.2)."""
    found = [_base_source(game, power), *_special_sources(game, power)]
    markers = [Source(name, vp) for name, vp in game.bonus_vp.get(power, {}).items()]
    return [*found, *markers]


def _base_source(game: HisGame, power: Power) -> Source:
    if power == PROTESTANT:
        held = (space for space in game.electorates() if _is_protestant_electorate(game, space))
        return Source(ELECTORATES, base_vp(game, power), tuple(held))
    keys = (key for key in game.keys_of(power) if not game.spaces[key].unrest)
    return Source(KEYS, base_vp(game, power), tuple(keys))


def _special_sources(game: HisGame, power: Power) -> list[Source]:
    spaces, tables = protestant_spaces(game), game.data.tables
    if power == OTTOMAN:
        return [Source(PIRACY, game.piracy_vp)]
    if power == HAPSBURG:
        return [Source(ELECTORATES, electorates_vp(game), _quiet_electorates(game))]
    if power == ENGLAND:
        at_home = protestant_spaces(game, home=ENGLAND)
        return [
            Source(HEIR, heir_vp(game)),
            Source(HOME_FAITH, at_home // tables.english_spaces_per_vp, count=at_home),
        ]
    if power == FRANCE:
        return [Source(CHATEAUX, game.chateaux_vp)]
    track = tables.protestant_spaces_track
    if power == PAPACY:
        built = Source(ST_PETERS, game.faith.st_peters_vp)
        return [Source(FAITH, track.papacy[_track_box(game)], count=spaces), built]
    return [Source(FAITH, track.protestant[_track_box(game)], count=spaces)]


def points_if(
    game: HisGame, spaces: Iterable[SpaceId], *, control: Nation = "", religion: str = ""
) -> dict[Power, int]:
    """By how much the VP of each power would change with the control or the faith of some spaces.

    Only what does change is in it.
    """
    return war_points.points_if(game, scores, spaces, control=control, religion=religion)


# ---- 23.1 Automatic victories


class Lacking(Record):
    """What a power still lacks for a victory; None where this way is not open to it (23.1, 23.3)."""

    power: Power
    vp: int
    keys: int | None
    spaces: int | None = None
    """Of the Protestant faith, for the religious victory."""


def lacking(game: HisGame, power: Power) -> Lacking:
    """VP for the standard victory, keys for the military, spaces for the religious one."""
    vp = game.scenario.options.standard_vp - victory_points(game, power)
    needed = game.power_data(power).auto_win
    keys = None if needed is None else max(0, needed - quiet_keys(game, power))
    spaces = None
    if power == PROTESTANT:
        spaces = max(0, game.data.tables.victory.religious_spaces - protestant_spaces(game))
    return Lacking(power, max(0, vp), keys, spaces)


def check_automatic_victory(game: HisGame) -> None:
    """Military and religious victory end the game at once, in the Action Phase only (23.1)."""
    if game.phase != ACTION_PHASE:
        return
    for power in game.players:
        # Keys in unrest do not count: their markers cover boxes of the power card (12.4).
        needed = game.power_data(power).auto_win
        if needed is not None and quiet_keys(game, power) >= needed:
            win(game, power, "military")
    if protestant_spaces(game) >= game.data.tables.victory.religious_spaces:
        win(game, PROTESTANT, "religious")


# ---- 23.3 Victory Determination Phase


def victory_determination(game: HisGame) -> None:
    """Count, record, and see whether somebody has won (23.3)."""
    points = scores(game)
    game.vp_record[game.turn] = points
    game.emit(VictoryPointsCounted(game.turn, points))
    limits = game.scenario.options
    best = max(points.values())
    if best >= limits.standard_vp:
        win(game, leader(game), "standard")
    if game.turn >= limits.domination_from_turn and (winner := dominating(game, limits.domination_lead)):
        win(game, winner, "domination")
    if game.turn >= game.last_turn():
        win(game, leader(game), "time limit")


def leader(game: HisGame) -> Power:
    """The power with most VP; a tie goes to who had more at the end of the latest earlier turn (23.3)."""
    turns = sorted(game.vp_record, reverse=True)
    return max(game.players, key=lambda power: [game.vp_record[turn][power] for turn in turns])


def dominating(game: HisGame, lead: int) -> Power | None:
    """Who leads every other power by enough (23.3).

    A player with two powers counts their average, against every other player (scenario book); the power
    with more VP wins for him.
    """
    points = game.vp_record[game.turn]
    totals = {seat: sum(points[power] for power in seat) / len(seat) for seat in game.seats()}
    for seat, total in totals.items():
        if all(total - other >= lead for player, other in totals.items() if player != seat):
            return max(seat, key=lambda power: points[power])
    return None
