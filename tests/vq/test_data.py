"""The data of Virgin Queen: what the rulebook counts, and problems that are all told at once."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from pbem.games import game_of
from rules.core.data import DataError, scenarios_folder
from rules.core.log import Setup
from rules.core.options import today
from rules.vq.data import SCENARIOS, load
from rules.vq.powers import ENGLAND, IMPULSE_ORDER
from rules.vq.victory import scores
from rules.vq.windows import CARDS
from tests.vq.driver import data, position, rules

FOLDER = scenarios_folder() / "vq"


def test_counts_of_the_rulebook() -> None:
    found = data()
    assert len(found.cards) == 112
    assert sum(len(card.uses) for card in found.cards.values()) == 121
    assert sum(card.enters in ("turn", "league") for card in found.cards.values()) == 39
    assert sum(found.counters.treasures.values()) == 30
    assert found.majors == IMPULSE_ORDER
    assert {entry.power: entry.counters for entry in found.counters.ships} == {
        "ottoman": 9,
        "spain": 7,
        "england": 6,
        "france": 4,
        "holy_roman_empire": 1,
        "dutch": 2,
        "huguenot": 2,
        "papacy": 1,
        "portugal": 2,
        "venice": 4,
    }


def test_every_use_of_a_card_is_a_function() -> None:
    for n, card in data().cards.items():
        uses = CARDS.uses(n)
        assert sorted(use.use for use in uses) == sorted(use.id for use in card.uses), n
        for use in uses:
            assert (use.effect.__doc__ or "").startswith(f"{n} {card.title}")


def test_problems_are_told_at_once(tmp_path: Path) -> None:
    shutil.copytree(FOLDER, tmp_path / "vq")
    cards = tmp_path / "vq" / "cards.toml"
    cards.write_text(cards.read_text(encoding="utf-8").replace("n = 112\n", "n = 111\n"), encoding="utf-8")
    seats = tmp_path / "vq" / "map.toml"
    seats.write_text(
        seats.read_text(encoding="utf-8").replace('waterway = "flushing"', 'waterway = "brielle"'),
        encoding="utf-8",
    )
    with pytest.raises(DataError) as found:
        load(tmp_path / "vq")
    told = "\n".join(found.value.problems)
    assert "duplicated card: 111" in told
    assert "no waterway of flushing leads to antwerp" in told


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_a_scenario_is_set_up(scenario: str) -> None:
    from rules.vq.invariants import problems
    from rules.vq.victory import scores

    game = position(scenario)
    assert problems(game) == []
    assert scores(game) == game.scenario.initial_vp


def test_the_first_games_keep_their_numbers() -> None:
    """A game that names no version was begun with the first numbers: digest and points stay as they were."""
    first = Setup("vq", "tournament")
    digest = "a9864e55aa3bcac7bf44c61e9b491b8bec1a22e75c6c49bf1dc09d30946f499a"
    assert game_of("vq").digest_for(first) == digest
    assert game_of("vq").digest_for(Setup("vq", "tournament", 6, today())) == rules().data.digest != digest
    game = rules().new_game(first, "first")
    assert scores(game)[ENGLAND] == game.scenario.initial_vp[ENGLAND] == 13
    assert rules().load(rules().dump(game)).data.digest == digest
