"""The conditions that a line may have: `if won: ...`, `if vienna is taken: ...`, `if 2 cp left: ...`."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from pbem.games.conditions import Situation, Test, happened, last
from pbem.language.grammar import Parser, name, number, optional, phrase, seq, word
from pbem.language.names import SPACE
from rules import Event
from rules.core.card_play import CardPlayed
from rules.core.records import Record
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


class Trials(Record):
    """What else than a fight can be won or lost in a title, and what can come off or fail."""

    won: tuple[type[Event], ...] = ()
    """Events with a `power` that has won."""
    succeeded: tuple[type[Event], ...] = ()
    failed: tuple[type[Event], ...] = ()


FIGHTS_ONLY = Trials()


def _fought(trials: Trials, *, won: bool) -> Test:
    """Whether the last fight of the power was won, or lost."""

    def test(situation: Situation) -> bool | None:
        for event in reversed(situation.events):
            if (winner := _winner(event, situation, trials)) is not None:
                return winner == won
        return False if situation.finished else None

    return test


def _winner(event: Any, situation: Situation, trials: Trials) -> bool | None:
    """Whether the power has won; None if it took no part, or nobody has won."""
    power = situation.power
    if isinstance(event, BattleEnded):
        return _mine(event.winner, situation) or (False if _mine(event.loser, situation) else None)
    if isinstance(event, NavalCombatEnded):
        return event.winner == power if power in (event.attacker, event.defender) else None
    if isinstance(event, AssaultSucceeded | AssaultFailed):
        return isinstance(event, AssaultSucceeded) if event.power == power else None
    if isinstance(event, trials.won):
        return bool(getattr(event, "power", "") == power)
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


def _came_off(trials: Trials, *, well: bool) -> Test:
    """Whether the last attempt or assault came off, or failed."""
    good: tuple[type[Event], ...] = (AssaultSucceeded, *trials.succeeded)
    bad: tuple[type[Event], ...] = (AssaultFailed, *trials.failed)

    def test(situation: Situation) -> bool | None:
        event = last(situation, (*good, *bad))
        if event is None:
            return False if situation.finished else None
        return isinstance(event, good) == well

    return test


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


def conditions(trials: Trials = FIGHTS_ONLY) -> list[Parser[Test]]:
    """Conditions on what the line before has brought, each as it is written; facts are others."""
    return [*_fights(trials), *_moves(), *_positions()]


_WE = ("", "i", "we")
"""A pronoun before an order is politeness, and is gone when the words are read."""
_ENEMY = ("the enemy", "enemy", "the defender", "the defenders", "the garrison", "the other side")
_THEY = ("he", "they", "she", *_ENEMY)
"""Who avoids battle, or withdraws, is the other side; who wins or loses may be one's own leader as well."""
_WALLS = ("inside", "into the fortress", "into the fortifications", "behind the walls", "into the city")


def _said(subjects: Iterable[str], *verbs: str) -> list[str]:
    """Each verb after each subject: `he avoids battle`."""
    return [f"{who} {verb}".strip() for who in subjects for verb in verbs]


_WON = (
    "won", "win", "victory", "victorious",
    *_said(_WE, "win it", "win the battle", "win the fight", "are victorious", "prevail", "won the battle"),
    *_said(_ENEMY, "lose", "loses", "are beaten", "is beaten"),
)  # fmt: skip
_LOST = (
    "lost", "lose", "defeat", "defeated", "beaten",
    *_said(_WE, "lose it", "lose the battle", "lose the fight", "are beaten", "am beaten", "are defeated"),
    *_said(_ENEMY, "win", "wins"),
)  # fmt: skip
_SUCCESS = (
    "success", "successful", "succeeded", "it succeeds", "attempt succeeds", "the attempt succeeds",
    "attempt succeeded", "it works", "that works", "this works", "that succeeds", "it worked",
    "the assault succeeds", "the assault works",
)  # fmt: skip
_FAILURE = (
    "failure", "failed", "it fails", "attempt fails", "the attempt fails", "attempt failed", "that fails",
    "this fails", "it failed", "the assault fails",
)  # fmt: skip
_INTERCEPTED = (
    "intercepted", "are intercepted", "am intercepted", "interception",
    *_said((*_WE, "the army", "the move"), "are intercepted", "is intercepted", "get intercepted"),
    *_said(_THEY, "intercept", "intercepts", "intercept me", "intercepts me"),
    *_said(_THEY, "intercept us", "intercepts us"),
)  # fmt: skip
_AVOIDED = (
    "avoided", "battle avoided", "battle is avoided",
    *_said(_THEY, "avoid", "avoids", "avoid battle", "avoids battle", "avoid the battle"),
    *_said(_THEY, "avoids the battle", "avoid combat", "avoids combat"),
    *_said(_THEY, "run away", "runs away", "slip away", "slips away"),
)  # fmt: skip
_WITHDRAWN = (
    "withdrawn", "withdrew", *_said(_THEY, "withdraw", "withdraws", "withdrew"),
    *(f"{verb} {walls}" for walls in _WALLS for verb in _said(_THEY, "withdraw", "withdraws", "go", "goes")),
)  # fmt: skip


def _fights(trials: Trials) -> list[Parser[Any]]:
    won, lost = _fought(trials, won=True), _fought(trials, won=False)
    battle = optional(word("the battle is", "the battle was", "battle is", "the battle", "battle", "have"))
    return [
        phrase(battle, word(*_WON, value=won)).help("won"),
        phrase(battle, word(*_LOST, value=lost)).help("lost"),
        word("battle", "there is a battle", "a battle", "they fight", "fight",
             value=happened(BattleBegan, NavalCombatBegan)),
        word(*_SUCCESS, value=_came_off(trials, well=True)),
        word(*_FAILURE, value=_came_off(trials, well=False)),
    ]  # fmt: skip


def _moves() -> list[Parser[Any]]:
    return [
        word(*_INTERCEPTED, value=_intercepted),
        word(*_AVOIDED, value=happened(BattleAvoided, BattleAvoidedFreely)),
        word(*_WITHDRAWN, value=happened(Withdrew)),
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
