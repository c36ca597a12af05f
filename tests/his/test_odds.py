"""Chances of debates, voyages, heirs and chateaux: every fall of the dice of the real procedures is tried."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from rules.core.flow import Question
from rules.his.dynasty.chateaux import build_chateau
from rules.his.dynasty.odds import chateau_odds, heir_odds
from rules.his.dynasty.tudors import next_box, roll_for_heir
from rules.his.faith import debate
from rules.his.faith import events as told
from rules.his.faith.attempts import attempt
from rules.his.faith.debate import call_debate
from rules.his.faith.debate_odds import (
    UNCOMMITTED,
    DebateOdds,
    debate_odds,
    pools_open,
    round_odds,
    second_round_odds,
)
from rules.his.faith.odds import Grant, odds
from rules.his.game import HisGame
from rules.his.new_world import events as sailed
from rules.his.new_world.odds import conquest_odds, exploration_odds, riches_odds
from rules.his.new_world.phase import (
    choose_explorer,
    conquer,
    explore,
)
from rules.his.new_world.riches import roll_for_riches
from rules.his.powers import CATHOLIC, ENGLAND, FRANCE, HAPSBURG, PAPACY, PROTESTANT, PROTESTANT_FAITH
from rules.his.state import Voyage
from tests.chance_tree import BEST, SUM, every_way, to_the_end
from tests.his.faith_tools import luther_in_wittenberg, position, turn


def counted(found: dict[Any, Fraction], what: Any, chance: Fraction) -> None:
    found[what] = found.get(what, Fraction(0)) + chance


# ---- 18.5 Debates


def gone(game: HisGame) -> set[str]:
    return {name for name, debater in game.faith.debaters.items() if debater.gone}


def converted(game: HisGame, faith: str) -> int:
    return sum(isinstance(event, told.SpaceConverted) and event.faith == faith for event in game.events)


def debating() -> HisGame:
    """Three debaters on each side, one of each committed, and spaces enough to flip."""
    game = luther_in_wittenberg("1517")
    turn(game, PROTESTANT_FAITH, *game.board.within("wittenberg", 2))
    keep = ("eck", "aleander", "campeggio", "luther", "bucer", "carlstadt")
    for name, debater in game.faith.debaters.items():
        if name in keep:
            debater.entered = True
        debater.gone = name not in keep
    game.faith.debaters["eck"].committed = game.faith.debaters["bucer"].committed = True
    return game


@pytest.mark.parametrize("caller", [PAPACY, PROTESTANT])
@pytest.mark.parametrize("pool", ["committed", "uncommitted"])
def test_18_5_debates(caller: str, pool: str) -> None:
    game = debating()
    enemy = PROTESTANT if caller == PAPACY else PAPACY
    own_faith, other_faith = (
        (CATHOLIC, PROTESTANT_FAITH) if caller == PAPACY else (PROTESTANT_FAITH, CATHOLIC)
    )
    before = gone(game)
    sides = {name: data.side for name, data in game.data.debaters.items()}

    def answer(question: Question[Any]) -> Any:
        return pool if getattr(question, "topic", "") == "debate_pool" else None

    wins = loses = own_gone = enemy_gone = Fraction(0)
    gained: dict[int, Fraction] = {}
    lost: dict[int, Fraction] = {}
    for chance, copy, _ in every_way(
        game, lambda copy: to_the_end(copy, call_debate(copy, caller, "german"), answer)
    ):
        winner = next((event.power for event in copy.events if isinstance(event, told.DebateWon)), None)
        spoilt = any(isinstance(event, told.DebateSpoilt) for event in copy.events)
        new = gone(copy) - before
        own_gone += chance * any(sides[name] == caller for name in new)
        enemy_gone += chance * any(sides[name] == enemy for name in new)
        if winner == caller and not spoilt:
            wins += chance
            counted(gained, converted(copy, own_faith), chance)
        elif winner == enemy and not spoilt:
            loses += chance
            counted(lost, converted(copy, other_faith), chance)
    found = debate_odds(game, caller, "german", pool)
    assert (found.wins, found.loses) == (wins, loses)
    assert found.wins + found.loses + found.nothing == 1
    assert (found.own_gone, found.enemy_gone) == (own_gone, enemy_gone)
    assert found.gained == gained
    assert found.lost == lost


@pytest.mark.parametrize("caller", [PAPACY, PROTESTANT])
def test_18_5_luther_steps_into_a_debate(caller: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The chances that stand beside card 7 are those of a debate in which Luther steps in."""
    game = debating()
    found: list[tuple[Fraction, DebateOdds]] = []

    async def luther(copy: HisGame, power: str, window: str, moment: debate.DebateRound) -> None:
        if moment.number == 1 and debate.luther_may_step_in(copy, moment):
            found.append((Fraction(1), round_odds(copy, moment, luther=True)))
            debate.substitute_luther(copy, moment)
        elif moment.number == 1:
            found.append((Fraction(0), round_odds(copy, moment)))

    monkeypatch.setattr(debate, "offer", luther)
    by_odds: dict[int, list[Fraction]] = {}
    for chance, copy, _ in every_way(
        game, lambda copy: to_the_end(copy, call_debate(copy, caller, "german"), lambda question: None)
    ):
        odds = found[-1][1]
        won = any(isinstance(event, told.DebateWon) and event.power == caller for event in copy.events)
        spoilt = any(isinstance(event, told.DebateSpoilt) for event in copy.events)
        sums = by_odds.setdefault(
            hash((odds.attack, odds.defence, odds.wins)), [odds.wins, *[Fraction(0)] * 2]
        )
        sums[1] += chance
        sums[2] += chance * (won and not spoilt)
    assert any(stepped for stepped, _ in found)
    for wins, weight, happened in by_odds.values():
        assert wins == happened / weight


def test_18_5_bullinger_in_the_second_round() -> None:
    """Eck, who is committed, is left for the Papacy; Bullinger was not committed, Bucer and Carlstadt are."""
    game = debating()
    for name, debater in game.faith.debaters.items():
        debater.committed = name != "bullinger"
    game.faith.debaters["bullinger"].entered, game.faith.debaters["bullinger"].gone = True, False
    for name in ("aleander", "campeggio", "luther"):
        game.faith.debaters[name].gone = True
    second = debate.SecondRound(PAPACY, "german", debate.Aid((0, 1)))
    with_him = second_round_odds(game, second, bullinger=True)
    assert (with_him.attack, with_him.defence) == ((7, 7), (4, 4))  # 3 + 3 and a card's 1; 2 and 2
    game.faith.debaters["bullinger"].committed = True
    without = second_round_odds(game, second, bullinger=False)
    assert without.defence == (2, 3)  # Carlstadt, Bucer or Bullinger, all committed
    assert without.wins > with_him.wins


def test_the_usual_pool_is_the_first() -> None:
    game = debating()
    assert pools_open(game, PAPACY, "german") == ["committed", "uncommitted"]
    game.faith.debaters["bucer"].committed = False
    assert pools_open(game, PAPACY, "german") == [UNCOMMITTED]
    assert debate_odds(game, PAPACY, "german").pool == UNCOMMITTED


# ---- 18.3, 18.4 Attempts


@pytest.mark.parametrize("space", ["leipzig", "magdeburg", "prague"])
def test_18_3_attempts(space: str) -> None:
    game = luther_in_wittenberg()
    grant = Grant(PROTESTANT_FAITH, ("german",), "theses")
    found = sum(
        chance * (copy.spaces[space].religion == PROTESTANT_FAITH)
        for chance, copy, _ in every_way(
            game, lambda copy: attempt(copy, PROTESTANT, grant, space), count=BEST
        )
    )
    assert odds(game, grant, space) == found


# ---- 20 The New World


@pytest.fixture
def world() -> HisGame:
    game = position("1532")
    game.dice.external = False
    return game


@pytest.mark.parametrize("power", [ENGLAND, FRANCE, HAPSBURG])
@pytest.mark.parametrize("charted", [False, True])
def test_20_2_explorations(world: HisGame, power: str, charted: bool) -> None:
    world.new_world.charted = [power] if charted else []
    found: dict[str, Fraction] = {}

    def run(copy: HisGame) -> None:
        expedition = choose_explorer(copy, Voyage(power, "exploration"))
        assert expedition is not None
        to_the_end(copy, explore(copy, expedition))

    for chance, copy, _ in every_way(world, run, count=SUM):
        result = "choice" if any(isinstance(e, sailed.PrizeClaimed) for e in copy.events) else ""
        for event in copy.events:
            if isinstance(event, sailed.LostAtSea):
                result = "lost"
            elif isinstance(event, sailed.NothingFound):
                result = "nothing"
        counted(found, result, chance)
    told_so = exploration_odds(world, power)
    prizes = sum((c for what, c in told_so.items() if what not in ("lost", "nothing")), Fraction(0))
    assert found.get("lost", 0) == told_so.get("lost", 0)
    assert found.get("nothing", 0) == told_so.get("nothing", 0)
    assert found.get("choice", 0) == prizes


@pytest.mark.parametrize("power", [ENGLAND, FRANCE, HAPSBURG])
def test_20_3_conquests(world: HisGame, power: str) -> None:
    found: dict[str, Fraction] = {}
    for chance, copy, _ in every_way(world, lambda copy: conquer(copy, Voyage(power, "conquest")), count=SUM):
        result = "nothing"
        for event in copy.events:
            if isinstance(event, sailed.KilledByNatives):
                result = "killed"
            elif isinstance(event, sailed.PrizeClaimed):
                result = event.prize
        counted(found, result, chance)
    assert conquest_odds(world, power) == found


@pytest.mark.parametrize("source", ["st_augustine", "potosi"])
@pytest.mark.parametrize("marker", ["", "governor", "uprising", "plantations", "galleons"])
def test_20_4_riches(world: HisGame, source: str, marker: str) -> None:
    if marker in ("governor", "uprising"):
        setattr(world.new_world, marker, HAPSBURG)
    elif marker:
        getattr(world.new_world, marker).append(HAPSBURG)
    column = "potosi" if source == "potosi" else "colony"
    found: dict[str, Fraction] = {}
    for chance, _, result in every_way(
        world, lambda copy: roll_for_riches(copy, HAPSBURG, source, column, []), count=SUM
    ):
        counted(found, result, chance)
    assert riches_odds(world, HAPSBURG, source) == found


# ---- 21.3, 21.4


def test_21_3_heirs() -> None:
    game = position("1517")
    for status in ("ask_for_divorce", "anne_boleyn", "jane_seymour"):
        game.tudors.status = status
        game.tudors.children = {3: "anne_boleyn", 4: "anne_boleyn"} if status == "jane_seymour" else {}
        box = next_box(game)
        assert box is not None
        found: dict[int, Fraction] = {}
        for chance, copy, _ in every_way(game, lambda copy, box=box: roll_for_heir(copy, box)):  # type: ignore[misc]
            new = [line for line in copy.tudors.children if line not in game.tudors.children]
            counted(found, new[0], chance)
        assert heir_odds(game) == found


def test_21_4_chateaux() -> None:
    game = position("1532")
    found: dict[int, Fraction] = {}
    for chance, copy, _ in every_way(game, lambda copy: to_the_end(copy, build_chateau(copy)), draws=False):
        counted(found, copy.chateaux_vp - game.chateaux_vp, chance)
    told_so: dict[int, Fraction] = {}
    for (vp, _draw, _discard), chance in chateau_odds(game).items():
        counted(told_so, vp, chance)
    assert told_so == found
