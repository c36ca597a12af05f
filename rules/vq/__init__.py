"""Virgin Queen: the sequence of play, the powers, faith, cards and victory."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cached_property
from typing import TypeVar

from rules.core import codec
from rules.core.engine import StateRules
from rules.core.log import Setup
from rules.core.options import FIRST_RULES, rules_version
from rules.vq import cards
from rules.vq.data import VqData
from rules.vq.diplomacy import actions as influence_actions
from rules.vq.dynasty import patronage
from rules.vq.espionage import actions as espionage_actions
from rules.vq.faith import actions as faith_actions
from rules.vq.game import VqGame, attach
from rules.vq.sequence.play import play
from rules.vq.sequence.setup import ELSEWHERE, new_game
from rules.vq.war import armada, build_actions, land_actions, naval_actions

# Importing these fills the registries of cards and of the actions that CP buy.
REGISTERED = (
    cards,
    build_actions,
    land_actions,
    naval_actions,
    armada,
    faith_actions,
    espionage_actions,
    influence_actions,
    patronage,
)

Person = TypeVar("Person")


class VqRules(StateRules[VqGame]):
    """The game as the engine sees it; made once, with the data read from the scenario files."""

    name = "vq"
    state = VqGame
    play = staticmethod(play)

    def __init__(self, data: VqData, first: Callable[[], VqData] | None = None) -> None:
        self.data = data
        self._first = first or (lambda: data)

    @cached_property
    def first_data(self) -> VqData:
        """What the first games are played with: read only where there is one."""
        return self._first()

    def data_of(self, version: int) -> VqData:
        return self.first_data if version == FIRST_RULES else self.data

    def new_game(self, setup: Setup, seed: str) -> VqGame:
        return new_game(self.data_of(rules_version(setup.options)), setup, seed)

    def load(self, data: codec.Json) -> VqGame:
        game = super().load(data)
        data_now = self.data_of(game.rules_version)
        attach(game, data_now, ELSEWHERE)
        # Stored positions are sorted by name; who is asked about first goes by the order of the data.
        game.world.captains = _in_order(game.world.captains, data_now.captains)
        game.leaders = _in_order(game.leaders, [*data_now.leaders, *data_now.captains])
        game.nobles = _in_order(game.nobles, data_now.nobles)
        return game


def _in_order(people: dict[str, Person], names: Iterable[str]) -> dict[str, Person]:
    return {name: people[name] for name in names if name in people} | people


__all__ = ["VqGame", "VqRules"]
