"""Spring deployment with Spring Preparations: which restrictions fall (10, #102)."""

from __future__ import annotations

import pytest

from rules.core.errors import Illegal
from rules.his.game import HisGame
from rules.war.forces import Formation
from rules.war.spring import DeployInSpring, Deployment
from tests.war.driver import bare_game


@pytest.fixture
def game() -> HisGame:
    game = bare_game()
    game.add_units("paris", "france", regulars=8)
    game.leaders["francis_i"].place = "paris"
    return game


def deployment(count: int, destination: str) -> Deployment:
    return Deployment("paris", Formation(("francis_i",), (("france", "regulars", count),)), destination)


def allowed(game: HisGame, answer: Deployment, *, prepared: bool) -> bool:
    try:
        DeployInSpring("france", prepared).check(game, answer)
    except Illegal:
        return False
    return True


def test_passes_are_open(game: HisGame) -> None:
    game.spaces["turin"].control = "france"
    assert not allowed(game, deployment(4, "turin"), prepared=False)
    assert allowed(game, deployment(4, "turin"), prepared=True)


def test_any_number_may_cross_the_sea(game: HisGame) -> None:
    game.spaces["bastia"].control = "france"
    assert allowed(game, deployment(5, "bastia"), prepared=False)
    assert not allowed(game, deployment(8, "bastia"), prepared=False)
    assert allowed(game, deployment(8, "bastia"), prepared=True)


def test_fleets_in_the_ports_do_not_matter(game: HisGame) -> None:
    game.spaces["bastia"].control = "france"
    game.add_units("barcelona", "hapsburg", squadrons=2)
    assert not allowed(game, deployment(4, "bastia"), prepared=False)
    assert allowed(game, deployment(4, "bastia"), prepared=True)


def test_everything_else_holds(game: HisGame) -> None:
    game.spaces["bastia"].control = "france"
    game.spaces["cagliari"].control = "france"
    game.spaces["navarre"].control = "france"
    assert not allowed(game, deployment(4, "ravenna"), prepared=True), "not friendly"
    assert not allowed(game, deployment(4, "cagliari"), prepared=True), "two sea zones"
    assert allowed(game, deployment(4, "navarre"), prepared=True)
    game.spaces["bordeaux"].unrest = True
    assert not allowed(game, deployment(4, "navarre"), prepared=True), "unrest"
    game.add_units("paris", "france", regulars=1)
    assert not allowed(game, deployment(9, "lyon"), prepared=True), "more than Francis commands"
