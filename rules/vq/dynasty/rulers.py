"""Rulers come and die (3.3, 23.2 to 23.5), and Mary Stuart with them (23.3)."""

from __future__ import annotations

from rules.core.events import Event
from rules.core.flow import Power, ask
from rules.core.questions import Decide
from rules.vq.dynasty.leaders import default_leader_waits, leave_game
from rules.vq.dynasty.nobles import noble_dies
from rules.vq.game import VqGame
from rules.vq.kinds import RulerId
from rules.vq.powers import EMPIRE, ENGLAND, FRANCE
from rules.vq.victory import add_bonus_vp

ELIZABETH, MARY_STUART, HENRY_III = "elizabeth_i", "mary_stuart", "henry_iii"
CAPTURED, EXECUTED, DEAD, IN_SCOTLAND = "captured", "executed", "dead", "in_scotland"
PRAGUE = "prague"


class RulerCame(Event):
    ruler: RulerId
    power: Power


class RulerDied(Event):
    ruler: RulerId
    power: Power


class MaryCaptured(Event):
    """Mary Stuart is a captive in England."""


class MaryExecuted(Event):
    """England has Mary Stuart executed."""


def accede(game: VqGame, ruler: RulerId) -> None:
    """A new ruler comes to the throne (3.3); the Emperor Rudolf moves to Prague (23.5)."""
    power = game.data.rulers[ruler].power
    game.rulers[power] = ruler
    game.emit(RulerCame(ruler, power))
    if ruler in game.nobles and game.nobles[ruler].dead and not game.as_at_first:
        ruler_dies(game, ruler)  # he did not live to see it (23.4, 23.5)
    if power == EMPIRE and ruler == "rudolf_ii":
        game.lasting.empire_capital = PRAGUE


def ruler_dies(game: VqGame, ruler: RulerId) -> None:
    """A ruler dies by murder, plot or in childbed: the power goes on with less (23.2 to 23.5)."""
    if ruler in game.lasting.dead_rulers:
        return
    power = game.data.rulers[ruler].power
    game.lasting.dead_rulers.append(ruler)
    game.emit(RulerDied(ruler, power))
    if ruler in game.nobles:
        noble_dies(game, ruler)
    if ruler == HENRY_III and power == FRANCE and not game.leaders[HENRY_III].removed:
        leave_game(game, HENRY_III)
        default_leader_waits(game, FRANCE)
    if ruler == ELIZABETH:
        game.this_turn.elizabeth_died = True
        execute_mary(game)  # she must be, if she is captive (23.3)


# ---- 23.3 Mary Queen of Scots


def capture_mary(game: VqGame) -> None:
    """Mary falls into English hands (#18)."""
    if game.lasting.mary == IN_SCOTLAND:
        game.lasting.mary = CAPTURED
        game.emit(MaryCaptured())


def execute_mary(game: VqGame) -> None:
    """England has its captive executed, for a point (23.3)."""
    if game.lasting.mary != CAPTURED:
        return
    game.lasting.mary = EXECUTED
    noble_dies(game, MARY_STUART)
    game.emit(MaryExecuted())
    add_bonus_vp(game, ENGLAND, "mary_executed", game.data.tables.bonus_vp.mary_executed)


async def may_execute_mary(game: VqGame) -> None:
    """WIN-MARY: after a failed plot England may have its captive executed (23.3)."""
    if game.lasting.mary == CAPTURED and await ask(Decide(ENGLAND, "execute_mary", rule="23.3")):
        execute_mary(game)
