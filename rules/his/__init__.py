"""Here I Stand (500th Anniversary edition): the sequence of play, the powers, faith, cards and victory."""

from __future__ import annotations

from typing import Any

from rules.core import codec
from rules.core.engine import StateRules
from rules.core.flow import Power, Question
from rules.core.log import Setup
from rules.his import cards
from rules.his.data import HisData
from rules.his.faith import actions as faith_actions
from rules.his.game import HisGame
from rules.his.new_world import actions as new_world_actions
from rules.his.sequence.play import play
from rules.his.sequence.setup import attach, new_game
from rules.his.two_players import alliances, command, fates, intrigues, invasions
from rules.his.war import build_actions, naval_actions

# Importing these fills the registries of cards and of the actions that CP buy.
REGISTERED = (
    *(cards, alliances, fates, intrigues, invasions),
    *(faith_actions, new_world_actions, build_actions, naval_actions, command),
)


class HisRules(StateRules[HisGame]):
    """The game as the engine sees it; made once, with the data read from the scenario files."""

    name = "his"
    state = HisGame
    play = staticmethod(play)

    def __init__(self, data: HisData) -> None:
        self.data = data

    def new_game(self, setup: Setup, seed: str) -> HisGame:
        return new_game(self.data, setup, seed)

    def who_answers(self, game: HisGame, question: Question[Any]) -> Power:
        """In the two-player game a player answers for the powers that he commands."""
        return game.player_of(question.power)

    def load(self, data: codec.Json) -> HisGame:
        game = super().load(data)
        attach(game, self.data)
        return game


__all__ = ["HisGame", "HisRules"]
