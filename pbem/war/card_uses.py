"""When a response or combat card can be played, and the lines that play it.

It is as printed on the card: nothing here looks at a position.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pbem.language.voice import Voice
from rules import Power
from rules.core.cards import CardNumber, Registry
from rules.core.records import Record
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
}
"""The limits that standing orders have for a window."""
TOLD: dict[str, str] = {
    "in field battle": "field_battle",
    "in assault": "assault",
    "in naval combat": "naval_combat",
    "against a move of {power}": "move",
    "against {power}": "power",
    "against an event": "event",
    "after {power}": "after",
    "this turn": "turn",
}
"""Which sentence of the catalogs tells a limit."""
AFTER: dict[str, str] = {
    WarWindow.FIELD_BATTLE_CARDS: "move ...",
    WarWindow.ASSAULT_CARDS: "assault ...",
    WarWindow.ASSAULT_ROLLED: "assault ...",
    WarWindow.NAVAL_COMBAT_CARDS: "naval move ...",
}
"""Orders after which a card may stand in one's own letter."""
RARELY = (WarWindow.AFTER_ACTION, WarWindow.BEFORE_BATTLE)
"""Told only where a card has no other window."""


class OutOfTurn(Record):
    """The cards of a title that can be played out of turn, and how standing orders limit its windows."""

    cards: Registry[Any]
    limits: Mapping[str, str]
    powers: tuple[Power, ...] = ()
    """All whose names may stand in that of a use."""
    others: tuple[str, str] = ("France", "England")
    """Against whom a line is shown to play a card; the second to the first."""

    def told(self, card: CardNumber, power: Power, voice: Voice) -> str:
        """When a card can be played out of turn, and the lines for it; empty if it cannot."""
        windows = self.windows_of(card)
        if not windows:
            return ""
        when = voice.listed(list(dict.fromkeys(voice.word(f"window.{window}") for window in windows)), "or")
        lines = [
            voice.word("card.after", card_text=str(card), order=voice.order(AFTER[w]))
            for w in windows
            if w in AFTER
        ]
        lines.append(f"`{self._standing_told(card, windows[0], power, voice)}`")
        return voice.word("card.out_of_turn", text=when, lines_text=", ".join(dict.fromkeys(lines)))

    def windows_of(self, card: CardNumber) -> list[str]:
        """The windows in which a card can be played, the usual ones first."""
        by_window = self.cards.by_window
        found = [window for window, uses in by_window.items() if any(use.card == card for use in uses)]
        usual = [window for window in found if window not in RARELY]
        return usual or found

    def _standing_told(self, card: CardNumber, window: str, power: Power, voice: Voice) -> str:
        """The same in the words of the reader; a use is named in English, as orders read it."""
        line, limit = self.standing_line(card, window, power), self._limit(window)
        if not limit or line != f"standing: play {card} {limit.format(power=self._other(power))}":
            return line
        return voice.word(
            f"card.standing.{TOLD[limit]}", card_text=str(card), power=self._other(power).lower()
        )

    def _limit(self, window: str) -> str:
        return (STANDING | dict(self.limits))[window]

    def _other(self, power: Power) -> str:
        return self.others[power == self.others[0].lower()]

    def standing_line(self, card: CardNumber, window: str, power: Power) -> str:
        """A standing order that plays a card in a window, against some other power."""
        several = [use.use for use in self.cards.by_window[window] if use.card == card]
        # A use that is named after another power is not for this one: `hapsburg_bonus`.
        foreign = tuple(other for other in self.powers if other != power)
        own = [use for use in several if not use.startswith(foreign)] or several
        how = f" as {own[0].replace('_', ' ')}" if len(several) > 1 else ""
        limit = self._limit(window).format(power=self._other(power))
        return f"standing: play {card}{how} {limit}".rstrip()
