"""Orders that only the two-player game has: acting with a power without a player."""

from __future__ import annotations

from typing import Any

from pbem.games.his.orders.book import action_grammar
from pbem.language.grammar import THE, Parser, name, optional, phrase, word
from pbem.language.names import MAJOR, Names
from pbem.language.written import written
from rules.his.actions import ChooseAction
from rules.his.duel import INVADERS
from rules.his.two_players.command import Command

_LEAD = word("command", "act with", "act for", "act as", "play", "use", "lead", "with", "for", "as")


@action_grammar(Command, written("command {power:major}"))
def command(question: ChooseAction, game: Any, names: Names) -> Parser[Command]:
    """`command france`: what follows are its actions, until `end`."""
    able = game.commanded(question.power)
    power = name(MAJOR, able or INVADERS, usage="<power>")
    order = phrase(_LEAD, THE, power, optional(word("now", "first"))).to(Command)
    return order.help("command <power>" if able else "")  # whom to command must be there to be told of
