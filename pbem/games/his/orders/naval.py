"""Orders for the Naval Move and piracy (16.1, 16.4)."""

from __future__ import annotations

from typing import Any

from pbem.games.his.orders.book import action_grammar
from pbem.language.grammar import Parser
from pbem.language.names import Names
from pbem.language.written import written
from pbem.war.orders.naval import naval_orders, piracy_orders, say_routes, ships_and_admirals
from rules.his.actions import ChooseAction
from rules.his.war.naval_actions import InitiatePiracy
from rules.war.naval_movement import NavalOrders
from rules.war.sea_actions import NavalMove


@action_grammar(NavalMove)
def naval_move(question: ChooseAction, game: Any, names: Names) -> Parser[NavalMove]:
    """`naval move barbarossa, 2 squadrons: tunis > barbary coast; all: athens > aegean sea`.

    Also `sail barbarossa and all to barbary coast`.
    """
    return naval_orders(question, game, lambda convoys: NavalMove(*ships_and_admirals(convoys)))


@naval_move.say
def _(question: ChooseAction, answer: NavalMove, names: Names) -> str:
    routes = say_routes(NavalOrders(answer.ships, answer.leaders), question.power, names)
    return f"naval move {'; '.join(routes)}".strip()


@action_grammar(InitiatePiracy, written("piracy in {zone:sea} against {target:major}"))
def initiate_piracy(question: ChooseAction, game: Any, names: Names) -> Parser[InitiatePiracy]:
    """`piracy in ionian sea against hapsburgs`; one of them will do if nothing else can be meant."""
    zones = [zone for zone in game.board.zones if game.at(zone, question.power).corsairs]
    return piracy_orders(question, game, InitiatePiracy, zones)
