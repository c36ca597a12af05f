"""Victory points and the ways to win (23), beyond what the rule cases show."""

from __future__ import annotations

import pytest

from rules import load_rules
from rules.core.errors import Illegal
from rules.core.log import Setup
from rules.core.sequence import GameWon
from rules.his.game import HisGame
from rules.his.powers import (
    ENGLAND,
    FRANCE,
    HAPSBURG,
    IMPULSE_ORDER,
    OTTOMAN,
    PAPACY,
    PROTESTANT,
    PROTESTANT_FAITH,
)
from rules.his.victory import (
    ACTION_PHASE,
    check_automatic_victory,
    dominating,
    leader,
    scores,
    victory_determination,
    victory_points,
)


def new(scenario: str = "1517", players: int = 6, **options: str) -> HisGame:
    setup = Setup("his", scenario, players, tuple(options.items()))
    return load_rules("his").new_game(setup, "victory")


def give_points(game: HisGame, **points: int) -> None:
    """Let each power have exactly these VP (others 0), by the Bonus VP box."""
    for power in IMPULSE_ORDER:
        game.bonus_vp[power] = {}
        game.bonus_vp[power] = {"test": points.get(power, 0) - victory_points(game, power)}


@pytest.mark.parametrize("scenario", ["1517", "1532", "tournament"])
def test_the_scenarios_start_with_their_printed_points(scenario: str) -> None:
    game = new(scenario)
    assert scores(game) == game.scenario.initial_vp


# ---- 23.2


def test_keys_in_unrest_give_no_points() -> None:
    game = new()
    before = victory_points(game, FRANCE)
    game.spaces["lyon"].unrest = True
    assert victory_points(game, FRANCE) == before - 2


def test_no_key_left_gives_no_base_points() -> None:
    game = new()
    for key in game.keys_of(ENGLAND):
        game.spaces[key].control = FRANCE
    assert victory_points(game, ENGLAND) == 0


def test_an_electorate_counts_for_the_protestant_by_faith_and_control() -> None:
    game = new("1532")
    before = victory_points(game, PROTESTANT)
    game.spaces["trier"].control = PROTESTANT  # still Catholic
    assert victory_points(game, PROTESTANT) == before
    game.spaces["mainz"].control = HAPSBURG
    assert victory_points(game, PROTESTANT) == before - 2


def test_an_electorate_in_unrest_counts_for_nobody() -> None:
    game = new("1532")
    hapsburg, protestant = victory_points(game, HAPSBURG), victory_points(game, PROTESTANT)
    game.spaces["cologne"].unrest = True
    assert victory_points(game, HAPSBURG) == hapsburg - 1
    game.spaces["mainz"].unrest = True
    # Two for the electorate, and one Protestant space less on the track may cost another.
    assert victory_points(game, PROTESTANT) <= protestant - 2


def test_electorates_give_the_hapsburgs_nothing_before_the_league() -> None:
    game = new("1517")
    assert sum(game.controller(space) == HAPSBURG for space in game.electorates()) == 6
    before = victory_points(game, HAPSBURG)
    game.faith.league = True
    assert victory_points(game, HAPSBURG) == before + 6


def test_two_english_home_spaces_make_a_point_and_calais_is_one_of_them() -> None:
    game = new()
    before = victory_points(game, ENGLAND)
    game.spaces["calais"].religion = PROTESTANT_FAITH
    assert victory_points(game, ENGLAND) == before
    game.spaces["york"].religion = PROTESTANT_FAITH
    assert victory_points(game, ENGLAND) == before + 1
    game.spaces["york"].unrest = True  # unrest: neither Protestant nor a key for the track
    assert victory_points(game, ENGLAND) == before - 2


def test_scottish_spaces_are_not_english_home_spaces() -> None:
    game = new()
    before = victory_points(game, ENGLAND)
    game.spaces["edinburgh"].religion = game.spaces["glasgow"].religion = PROTESTANT_FAITH
    assert victory_points(game, ENGLAND) == before


def test_papacy_and_protestant_share_the_track() -> None:
    game = new()
    assert victory_points(game, PAPACY) == 19
    for space in ("munster", "erfurt", "kassel", "leipzig"):
        game.spaces[space].religion = PROTESTANT_FAITH
    track = game.data.tables.protestant_spaces_track
    assert victory_points(game, PAPACY) == 4 + track.papacy[4]
    assert victory_points(game, PROTESTANT) == track.protestant[4]
    game.spaces["munster"].unrest = True
    assert victory_points(game, PROTESTANT) == track.protestant[3]


# ---- 23.1


def keys_for_military_victory(game: HisGame) -> None:
    keys = [space.id for space in game.board.spaces.values() if space.is_key]
    needed = game.power_data(ENGLAND).auto_win
    assert needed is not None
    for key in [*game.keys_of(ENGLAND), *(key for key in keys if game.controller(key) != ENGLAND)][:needed]:
        game.spaces[key].control = ENGLAND


def test_military_victory_in_the_action_phase_only() -> None:
    game = new()
    keys_for_military_victory(game)
    game.phase = "diplomacy"
    check_automatic_victory(game)
    game.phase = ACTION_PHASE
    with pytest.raises(GameWon):
        check_automatic_victory(game)
    assert (game.winner, game.victory) == (ENGLAND, "military")


def test_a_key_in_unrest_prevents_it() -> None:
    game = new()
    keys_for_military_victory(game)
    game.phase = ACTION_PHASE
    game.spaces["london"].unrest = True
    check_automatic_victory(game)
    assert game.winner is None


def test_religious_victory_with_fifty_quiet_spaces() -> None:
    game = new()
    game.phase = ACTION_PHASE
    spaces = [id for id, state in game.spaces.items() if state.religion == "catholic"][:50]
    for space in spaces:
        game.spaces[space].religion = PROTESTANT_FAITH
    game.spaces[spaces[0]].unrest = True
    check_automatic_victory(game)
    game.spaces[spaces[0]].unrest = False
    with pytest.raises(GameWon):
        check_automatic_victory(game)
    assert (game.winner, game.victory) == (PROTESTANT, "religious")


# ---- 23.3


def test_standard_victory_at_25() -> None:
    game = new()
    game.turn = 2
    give_points(game, france=25, england=24)
    with pytest.raises(GameWon):
        victory_determination(game)
    assert (game.winner, game.victory) == (FRANCE, "standard")


def test_24_points_are_not_enough() -> None:
    game = new()
    game.turn = 2
    give_points(game, france=24, england=20)
    victory_determination(game)
    assert game.winner is None
    assert game.vp_record[2][FRANCE] == 24


def test_a_tie_goes_back_turn_by_turn() -> None:
    game = new()
    game.turn = 4
    game.vp_record[3] = {**dict.fromkeys(IMPULSE_ORDER, 0), FRANCE: 15, PAPACY: 15}
    game.vp_record[2] = {**dict.fromkeys(IMPULSE_ORDER, 0), FRANCE: 9, PAPACY: 10}
    give_points(game, france=25, papacy=25, ottoman=24)
    with pytest.raises(GameWon):
        victory_determination(game)
    assert game.winner == PAPACY


def test_domination_needs_a_lead_of_5_over_everybody_from_turn_4() -> None:
    game = new()
    game.turn = 3
    give_points(game, ottoman=15, france=10)
    victory_determination(game)
    game.turn = 4
    give_points(game, ottoman=15, france=11)
    victory_determination(game)
    assert game.winner is None
    give_points(game, ottoman=15, france=10)
    with pytest.raises(GameWon):
        victory_determination(game)
    assert (game.winner, game.victory) == (OTTOMAN, "domination")


def test_the_tournament_needs_23_points_or_a_lead_of_4() -> None:
    game = new("tournament")
    give_points(game, ottoman=14, france=11)
    victory_determination(game)
    assert game.winner is None
    give_points(game, ottoman=15, france=11)
    with pytest.raises(GameWon):
        victory_determination(game)
    assert game.victory == "domination"
    game = new("tournament")
    give_points(game, ottoman=23, france=22)
    with pytest.raises(GameWon):
        victory_determination(game)
    assert game.victory == "standard"


def test_the_tournament_ends_with_turn_6() -> None:
    game = new("tournament")
    game.turn = 6
    give_points(game, ottoman=15, france=14)
    with pytest.raises(GameWon):
        victory_determination(game)
    assert (game.winner, game.victory) == (OTTOMAN, "time limit")


def test_time_limit_and_its_ties() -> None:
    game = new()
    game.turn = 9
    game.vp_record[8] = {**dict.fromkeys(IMPULSE_ORDER, 0), HAPSBURG: 3}
    give_points(game, ottoman=15, hapsburg=15)
    with pytest.raises(GameWon):
        victory_determination(game)
    assert (game.winner, game.victory) == (HAPSBURG, "time limit")


def test_players_may_agree_on_an_earlier_end() -> None:
    game = new(last_turn="5")
    game.turn = 5
    give_points(game, ottoman=15, france=14)
    with pytest.raises(GameWon):
        victory_determination(game)
    assert game.victory == "time limit"
    for limit in ("3", "10", "soon"):
        with pytest.raises(Illegal):
            new(last_turn=limit)


# ---- Two powers in one hand (scenario book)


def test_domination_by_average_of_two_powers() -> None:
    game = new(players=3)
    game.turn = 4
    # Ottoman and France 14, Hapsburgs and Papacy 9, England and Protestant 9: a lead of 5.
    give_points(game, ottoman=20, france=8, hapsburg=18, papacy=0, england=9, protestant=9)
    game.vp_record[4] = scores(game)
    assert dominating(game, 5) == OTTOMAN
    give_points(game, ottoman=20, france=7, hapsburg=18, papacy=0, england=9, protestant=9)
    game.vp_record[4] = scores(game)
    assert dominating(game, 5) is None


def test_a_player_with_one_power_counts_it_alone() -> None:
    game = new(players=5)
    game.turn = 4
    # England and the Protestant average 10; France leads them and everybody else by 5.
    give_points(game, france=15, england=20, protestant=0)
    game.vp_record[4] = scores(game)
    assert dominating(game, 5) == FRANCE


def test_the_highest_power_wins_a_standard_victory_whoever_holds_it() -> None:
    game = new(players=3)
    game.turn = 2
    give_points(game, england=25, ottoman=24, france=24)
    game.vp_record[2] = scores(game)
    assert leader(game) == ENGLAND
