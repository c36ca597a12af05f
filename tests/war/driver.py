"""Drive a procedure by hand, without an engine."""

from __future__ import annotations

from typing import Any

from rules import Setup, load_rules
from rules.core.flow import Procedure
from rules.his.game import HisGame
from rules.his.powers import PROTESTANT


def bare_game(scenario: str = "1517") -> HisGame:
    """The map of a scenario without a unit, a leader or a relation, in the Action Phase."""
    game: HisGame = load_rules("his").new_game(Setup("his", scenario), "bare")
    game.units.clear()
    game.relations.clear()
    for minor in list(game.minor_allies):
        ally = game.minor_allies.pop(minor)
        for space in game.home_spaces(minor):
            if game.controller(space) == ally:
                game.spaces[space].control = minor
    for leader in game.leaders.values():
        leader.place = None
    game.phase = "action"
    game.cards.removed += game.cards.hands[PROTESTANT]  # the theses of the first phase
    game.cards.hands[PROTESTANT] = []
    return game


def run(game: HisGame, procedure: Procedure[Any], *answers: Any) -> list[str]:
    """Answer a procedure's questions one by one, each checked; gives the topics or kinds asked."""
    left, topics = list(answers), []
    try:
        asked = procedure.send(None)
        while True:
            assert isinstance(asked, tuple)
            given = []
            for question in asked:
                topics.append(f"{question.power} {getattr(question, 'topic', question.kind)}")
                answer = left.pop(0)
                question.check(game, answer)
                given.append(answer)
            asked = procedure.send(tuple(given))
    except StopIteration:
        assert not left, f"answers too many: {left}"
        return topics
