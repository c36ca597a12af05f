"""The conditions that a line may have: `if won: ...`, `if vienna is taken: ...`, `if 2 cp left: ...`."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from pbem.games.conditions import Situation, Test, happened, last
from pbem.games.his.orders.facts import facts
from pbem.language.grammar import Parser, name, number, optional, phrase, seq, word
from pbem.language.names import SPACE
from rules import Event
from rules.core.card_play import CardPlayed
from rules.his.faith.events import AttemptFailed, AttemptSucceeded, DebateTied, DebateWon
from rules.war.control import ControlChanged
from rules.war.ids import SpaceId
from rules.war.land_events import (
    AssaultFailed,
    AssaultStopped,
    AssaultSucceeded,
    BattleAvoided,
    BattleAvoidedFreely,
    BattleBegan,
    BattleEnded,
    InterceptionSucceeded,
    MoveStopped,
    SiegeLaid,
    Withdrew,
)
from rules.war.naval_events import NavalCombatBegan, NavalCombatEnded, NavalInterceptionTried
from rules.war.state import WarGame


def _won(situation: Situation) -> bool | None:
    """Whether the last fight or debate of the power was won."""
    return _fought(situation, won=True)


def _lost(situation: Situation) -> bool | None:
    return _fought(situation, won=False)


_FIGHTS = (BattleEnded, NavalCombatEnded, AssaultSucceeded, AssaultFailed, DebateWon, DebateTied)


def _fought(situation: Situation, *, won: bool) -> bool | None:
    for event in reversed(situation.events):
        if isinstance(event, _FIGHTS) and (winner := _winner(event, situation)) is not None:
            return winner == won
    return False if situation.finished else None


def _winner(event: Event, situation: Situation) -> bool | None:
    """Whether the power has won; None if it took no part, or nobody has won."""
    power = situation.power
    if isinstance(event, BattleEnded):
        return _mine(event.winner, situation) or (False if _mine(event.loser, situation) else None)
    if isinstance(event, NavalCombatEnded):
        return event.winner == power if power in (event.attacker, event.defender) else None
    if isinstance(event, AssaultSucceeded | AssaultFailed):
        return isinstance(event, AssaultSucceeded) if event.power == power else None
    if isinstance(event, DebateWon):
        return event.power == power
    return None


def _mine(nations: Iterable[str], situation: Situation) -> bool:
    game = situation.game
    return any(
        nation == situation.power or (isinstance(game, WarGame) and game.commander(nation) == situation.power)
        for nation in nations
    )


def _intercepted(situation: Situation) -> bool | None:
    for event in situation.events:
        if isinstance(event, InterceptionSucceeded) and event.power != situation.power:
            return True
        if isinstance(event, NavalInterceptionTried) and event.success and event.power != situation.power:
            return True
    return False if situation.finished else None


def _responded(situation: Situation) -> bool | None:
    """Whether somebody else has played a card, or the action did not take place."""
    for event in situation.events:
        if isinstance(event, CardPlayed) and event.power != situation.power:
            return True
        if isinstance(event, MoveStopped | AssaultStopped) and event.power == situation.power:
            return True
    return False if situation.finished else None


def _succeeded(situation: Situation) -> bool | None:
    """Whether the last attempt or assault came off."""
    event = last(situation, (AttemptSucceeded, AttemptFailed, AssaultSucceeded, AssaultFailed))
    if event is None:
        return False if situation.finished else None
    return isinstance(event, AttemptSucceeded | AssaultSucceeded)


def _failed(situation: Situation) -> bool | None:
    event = last(situation, (AttemptSucceeded, AttemptFailed, AssaultSucceeded, AssaultFailed))
    if event is None:
        return False if situation.finished else None
    return isinstance(event, AttemptFailed | AssaultFailed)


def _taken(situation: Situation) -> bool | None:
    for event in situation.events:
        if isinstance(event, ControlChanged) and event.power == situation.power:
            return True
    return False if situation.finished else None


def _besieges(space: SpaceId) -> Test:
    return lambda situation: situation.power in situation.game.spaces[space].sieges


def _cp_left(least: int) -> Test:
    return lambda situation: situation.game.cp_left(situation.power) >= least


# ---- How conditions are written


def conditions() -> list[Parser[Test]]:
    """All conditions, each as it is written."""
    return [*_fights(), *_moves(), *_positions(), *facts()]


def _fights() -> list[Parser[Any]]:
    battle = optional(word("the battle is", "the battle was", "battle is", "the battle", "battle", "have"))
    return [
        phrase(battle, word("won", "win", "victory", "victorious", value=_won)).help("won"),
        phrase(battle, word("lost", "lose", "defeat", "defeated", "beaten", value=_lost)).help("lost"),
        word("battle", "there is a battle", "a battle", "they fight", "fight",
             value=happened(BattleBegan, NavalCombatBegan)),
        word("success", "successful", "succeeded", "it succeeds", "attempt succeeds", "the attempt succeeds",
             "attempt succeeded", "it works", value=_succeeded),
        word("failure", "failed", "it fails", "attempt fails", "the attempt fails", "attempt failed",
             value=_failed),
    ]  # fmt: skip


def _moves() -> list[Parser[Any]]:
    return [
        word("intercepted", "are intercepted", "am intercepted", "interception", value=_intercepted),
        word("avoided", "they avoid battle", "they avoid", "battle avoided",
             value=happened(BattleAvoided, BattleAvoidedFreely)),
        word("withdrawn", "they withdraw", "they withdrew", "withdrew", value=happened(Withdrew)),
        word("siege", "siege laid", "a siege", "besieged", "siege is laid", "lay siege",
             value=happened(SiegeLaid)),
        word("stopped", "response", "anybody responds", "somebody responds", "foul weather", "gout",
             value=_responded),
        word("taken", "space taken", "captured", "take it", value=_taken),
    ]  # fmt: skip


def _positions() -> list[Parser[Any]]:
    """Conditions on the open position: they can always be decided."""
    space = name(SPACE)
    siege = word("is besieged", "besieged", "is under siege", "under siege")
    points = word("cp left", "cp", "points left")
    return [
        seq(space, siege).to(_besieges).help("<space> besieged"),
        phrase(word("besiege"), space).to(_besieges).help(""),
        phrase(optional(word("at least")), number(1, 20), points).to(_cp_left).help("<number> cp left"),
    ]
