"""When a response or combat card can be played, and the lines that play it.

It is as printed on the card: nothing here looks at a position.
"""

from __future__ import annotations

from pbem.language.voice import Voice
from rules import Power
from rules.core.cards import CardNumber
from rules.his.windows import CARDS, Window
from rules.war.windows import WarWindow

STANDING: dict[str, str] = {
    WarWindow.FIELD_BATTLE_CARDS: "in field battle",
    WarWindow.FIELD_BATTLE_ROLLED: "in field battle",
    WarWindow.BEFORE_BATTLE: "in field battle",
    WarWindow.ASSAULT_CARDS: "in assault",
    WarWindow.ASSAULT_ROLLED: "in assault",
    WarWindow.NAVAL_COMBAT_CARDS: "in naval combat",
    WarWindow.NAVAL_COMBAT_ROLLED: "in naval combat",
    WarWindow.NAVAL_ROLL: "in naval combat",
    WarWindow.ACTION_ANNOUNCED: "against a move of {power}",
    WarWindow.AFTER_ACTION: "against {power}",
    Window.EVENT_DECLARED: "against an event",
    Window.BETWEEN_IMPULSES: "after {power}",
    Window.DEBATERS_CHOSEN: "",
    Window.SPRING: "this turn",
    Window.DEPLOYMENT: "this turn",
    Window.SUING_FOR_PEACE: "this turn",
}
"""The limits that standing orders have for a window."""
AFTER: dict[str, str] = {
    WarWindow.FIELD_BATTLE_CARDS: "move ...",
    WarWindow.ASSAULT_CARDS: "assault ...",
    WarWindow.ASSAULT_ROLLED: "assault ...",
    WarWindow.NAVAL_COMBAT_CARDS: "naval move ...",
}
"""Orders after which a card may stand in one's own letter."""
RARELY = (WarWindow.AFTER_ACTION, WarWindow.BEFORE_BATTLE)
"""Told only where a card has no other window."""


def out_of_turn(card: CardNumber, power: Power, voice: Voice) -> str:
    """When a card can be played out of turn, and the lines for it; empty if it cannot."""
    windows = windows_of(card)
    if not windows:
        return ""
    when = voice.listed(list(dict.fromkeys(voice.word(f"window.{window}") for window in windows)), "or")
    lines = [voice.word("card.after", card_text=str(card), order=AFTER[w]) for w in windows if w in AFTER]
    lines.append(f"`{standing_line(card, windows[0], power)}`")
    return voice.word("card.out_of_turn", text=when, lines_text=", ".join(dict.fromkeys(lines)))


def windows_of(card: CardNumber) -> list[str]:
    """The windows in which a card can be played, the usual ones first."""
    found = [window for window, those in CARDS.by_window.items() if any(use.card == card for use in those)]
    usual = [window for window in found if window not in RARELY]
    return usual or found


def standing_line(card: CardNumber, window: str, power: Power) -> str:
    """A standing order that plays a card in a window, against some other power."""
    other = "France" if power != "france" else "England"
    several = [use.use for use in CARDS.by_window[window] if use.card == card]
    how = f" as {several[0].replace('_', ' ')}" if len(several) > 1 else ""
    limit = STANDING[window].format(power=other)
    return f"standing: play {card}{how} {limit}".rstrip()
