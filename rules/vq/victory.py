"""Victory points and the ways to win (25)."""

from __future__ import annotations

from collections.abc import Iterable

from rules.core.events import Event
from rules.core.flow import Power, ask
from rules.core.questions import Decide
from rules.core.rows import row_for
from rules.core.sequence import win
from rules.core.story import VictoryPointsCounted
from rules.vq.game import VqGame
from rules.vq.kinds import Bonus, Faith
from rules.vq.powers import (
    AREA_FRANCE,
    AREA_SCOTLAND,
    EMPIRE,
    ENGLAND,
    FRANCE,
    IMPULSE_ORDER,
    PROTESTANT,
    PROTESTANT_FAITH,
    SPAIN,
)
from rules.war import points as war_points
from rules.war.ids import Nation, SpaceId

ACTION_PHASE = "action"
PARIS = "paris"
PARIS_OPTION, COUNTS = "paris_faith", "counts"
"""Paris is worth points only to a holder of its faith (23.4)."""
CENTRAL_EUROPE = ("prague", "vienna", "buda")
PARIS_LORDS = {SPAIN: "duke_of_guise", PROTESTANT: "henry_navarre"}
"""Whose leader in Paris makes it worth more (25.3)."""


class BonusPoints(Event):
    """A marker into the Bonus VP box, for the reason named."""

    power: Power
    why: Bonus
    points: int


class PreferenceRevealed(Event):
    """The Empire shows which faith it hoped for (23.5)."""

    power: Power
    preference: Faith


# ---- 25.2 Victory points


def victory_points(game: VqGame, power: Power) -> int:
    """All VP of a power: base, special and bonus (25.2); one without a player has none (3.2)."""
    if power in game.unplayed():
        return 0
    return base_vp(game, power) + special_vp(game, power) + sum(game.bonus_vp.get(power, {}).values())


def scores(game: VqGame) -> dict[Power, int]:
    return {power: victory_points(game, power) for power in IMPULSE_ORDER}


def quiet_keys(game: VqGame, power: Power) -> list[SpaceId]:
    """Keys controlled that are not in unrest (12.4)."""
    return [key for key in game.keys_of(power) if not game.spaces[key].unrest]


def protestant_rows(game: VqGame) -> tuple[int, int]:
    """Quiet keys of the Protestant: in the Dutch row, and in the other (23.6)."""
    held = quiet_keys(game, PROTESTANT)
    dutch = sum(key in game.data.protestant_rows.dutch_keys for key in held)
    return dutch, len(held) - dutch


def base_vp(game: VqGame, power: Power) -> int:
    """By keys; the Protestant by its two rows (23.6, 25.2)."""
    if power == PROTESTANT:
        dutch, others = protestant_rows(game)
        rows = game.data.protestant_rows
        return dutch * rows.dutch_vp_each + others * rows.other_vp_each
    track = game.power_data(power).key_vp
    return track[min(len(quiet_keys(game, power)), len(track) - 1)]


def special_vp(game: VqGame, power: Power) -> int:
    """By Protestant spaces; France by its Valois; the Empire when it has shown its preference (25.2)."""
    row = row_for(game.data.protestant_spaces, game.protestant_spaces())
    if power == SPAIN:
        return row.spain
    if power == ENGLAND:
        return row.england
    if power == PROTESTANT:
        return row.protestant
    if power == FRANCE:
        return len(game.lasting.valois_married)
    if power == EMPIRE and game.lasting.preference_open:
        return preference_vp(game)
    return 0


def preference_vp(game: VqGame) -> int:
    """What the Empire's preference is worth now (23.5)."""
    row = row_for(game.data.protestant_spaces, game.protestant_spaces())
    worth = {
        "protestant": row.empire_protestant,
        "catholic": row.empire_catholic,
        "balanced": row.empire_balanced,
    }
    return worth.get(game.lasting.preference, 0)


def add_bonus_vp(game: VqGame, power: Power, reason: str, points: int) -> None:
    """Put a marker into the Bonus VP box of the power card; several of one kind add up (4)."""
    if points:
        box = game.bonus_vp.setdefault(power, {})
        box[reason] = box.get(reason, 0) + points
        game.emit(BonusPoints(power, reason, points))


def points_if(
    game: VqGame, spaces: Iterable[SpaceId], *, control: Nation = "", religion: str = ""
) -> dict[Power, int]:
    """By how much the VP of each power would change with the control or the faith of some spaces."""
    return war_points.points_if(game, scores, spaces, control=control, religion=religion)


# ---- 25.1 Automatic victories


def check_automatic_victory(game: VqGame) -> None:
    """Military and religious victory end the game at once, in the Action Phase only (25.1)."""
    if game.phase != ACTION_PHASE:
        return
    faithful = religious_winner(game)
    for power in game.played():
        if has_enough_keys(game, power):
            win(game, power, "military")
        if power == faithful:
            win(game, power, "religious")


def has_enough_keys(game: VqGame, power: Power) -> bool:
    """Keys in unrest do not count; nor do the great Dutch cities for the Protestant (25.1)."""
    if power == PROTESTANT:
        return protestant_rows(game)[1] >= game.data.protestant_rows.auto_win
    needed = game.power_data(power).auto_win
    return needed is not None and len(quiet_keys(game, power)) >= needed


def religious_winner(game: VqGame) -> Power | None:
    """Fifty Protestant spaces, or nine at most; then France wins if it has done its part (25.1)."""
    table, spaces = game.data.tables.victory, game.protestant_spaces()
    if spaces >= table.protestant_spaces:
        return PROTESTANT
    if spaces > table.catholic_spaces:
        return None
    french = game.protestant_spaces(AREA_FRANCE, AREA_SCOTLAND)
    return FRANCE if french <= table.french_spaces else SPAIN


# ---- 25.3 Victory Phase


async def victory_phase(game: VqGame) -> None:
    """Paris, Central Europe, the Empire's preference; count, record, and see who has won (25.3)."""
    award_paris(game)
    award_central_europe(game)
    await reveal_preference(game)
    points = scores(game)
    game.vp_record[game.turn] = points
    game.emit(VictoryPointsCounted(game.turn, points))
    if outcome := who_wins(game):
        win(game, *outcome)


def award_paris(game: VqGame) -> None:
    """A point for who holds a quiet Paris, two late in the game with the right man (23.4, 25.3)."""
    holder = game.controller(PARIS)
    if holder not in (FRANCE, SPAIN, PROTESTANT) or game.spaces[PARIS].unrest:
        return
    if game.option(PARIS_OPTION) == COUNTS and (holder == PROTESTANT) != (
        game.religion(PARIS) == PROTESTANT_FAITH
    ):
        return
    table = game.data.tables.bonus_vp
    first, last = table.paris_turns
    firm = first <= game.turn <= last and holds_paris_firmly(game, holder)
    add_bonus_vp(game, holder, "paris", table.paris_held if firm else table.paris)


def holds_paris_firmly(game: VqGame, power: Power) -> bool:
    """A living King of France; for the others their leader in the city (25.3)."""
    if power == FRANCE:
        return game.ruler_lives(FRANCE)
    return game.leaders[PARIS_LORDS[power]].place == PARIS


def award_central_europe(game: VqGame) -> None:
    """A point for the Empire that holds Prague, Vienna and Buda in peace (23.5)."""
    if game.has_player(EMPIRE) and all(
        game.controller(key) == EMPIRE and not game.spaces[key].unrest for key in CENTRAL_EUROPE
    ):
        add_bonus_vp(game, EMPIRE, "central_europe", game.data.tables.bonus_vp.central_europe)


async def reveal_preference(game: VqGame) -> None:
    """VIC-1: the Empire may show its preference, to win or to stop another's domination (23.5)."""
    lasting = game.lasting
    if not lasting.preference or lasting.preference_open:
        return
    if await ask(Decide(EMPIRE, "reveal_preference", silent=revealing_helps(game), rule="23.5")):
        lasting.preference_open = True
        game.emit(PreferenceRevealed(EMPIRE, lasting.preference))


def revealing_helps(game: VqGame) -> bool:
    """Whether the Empire wins by it, or keeps another from dominating."""
    before = outcome_with(game, scores(game))
    points = scores(game)
    points[EMPIRE] += preference_vp(game)
    after = outcome_with(game, points)
    wins = after is not None and after[0] == EMPIRE
    stops = before is not None and before[1] == "domination" and before[0] != EMPIRE and after is None
    return wins or stops


def who_wins(game: VqGame) -> tuple[Power, str] | None:
    """Who has won by the points of this turn, and how (25.3)."""
    return outcome_with(game, game.vp_record[game.turn])


def outcome_with(game: VqGame, points: dict[Power, int]) -> tuple[Power, str] | None:
    """Standard victory, domination, or the end of the last turn (25.3).

    A player with two powers counts the mean of both, rounded down (scenario book).
    """
    table = game.data.tables.victory
    totals = {seat: sum(points[power] for power in seat) // len(seat) for seat in game.seats()}
    if max(totals.values()) >= table.standard_vp:
        return best_of(game, points, totals), "standard"
    if game.turn >= table.domination_from_turn:
        for seat, total in totals.items():
            if all(total - other >= table.domination_lead for who, other in totals.items() if who != seat):
                return max(seat, key=lambda power: points[power]), "domination"
    if game.turn >= game.scenario.turns[1]:
        return best_of(game, points, totals), "time_limit"
    return None


def best_of(game: VqGame, points: dict[Power, int], totals: dict[tuple[Power, ...], int]) -> Power:
    """Most VP; a tie goes to who had more at the end of the turn before, and so on back (25.3)."""
    earlier = sorted((turn for turn in game.vp_record if turn < game.turn), reverse=True)

    def record(seat: tuple[Power, ...]) -> list[int]:
        past = [sum(game.vp_record[turn][power] for power in seat) // len(seat) for turn in earlier]
        return [totals[seat], *past]

    seat = max(totals, key=record)
    return max(seat, key=lambda power: points[power])
