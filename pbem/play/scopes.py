"""In which response windows a power wants to be asked: all, in its own fights, for a card, when one plays.

Everybody can see it.  A scope looks at public facts alone: whether its power is asked never depends on what
it holds, so `windows open for card 31` tells no more than that somebody has written so.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from pbem.errors import Unreadable
from pbem.games import Game
from pbem.games.facts import ALL_WINDOWS, CARD_WINDOWS, OWN_WINDOWS, POWER_WINDOWS
from pbem.language import Names
from pbem.language.names import CARD, MAJOR
from pbem.language.voice import Voice
from rules import Power
from rules.core.windows import Respond

_FOR = re.compile(
    r"^(?:(?P<own>(?:in|for|during) (?:my |our |own )+"
    r"(?:battles?|fights?|debates?|combats?|sieges?|assaults?|,|and| )+)"
    r"|(?:for|with) (?:the )?(?:card |#)?(?P<card>.+?)"
    r"|(?:when|whenever|if|against) (?:the )?(?P<power>.+?)"
    r" (?:plays?(?: an?| any)?(?: cards?| event)?|acts?|moves?|attacks?(?: me| us)?|has its impulse)"
    r"|(?:in|during) (?:the )?(?P<whose>.+?)(?:'s?|s')? (?:impulses?|turns?)|against (?:the )?(?P<foe>.+))$",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Scope:
    """Windows that are open for a power."""

    power: Power
    kind: str = ALL_WINDOWS
    about: str = ""
    """The number of a card, or another power."""

    @property
    def stored(self) -> str:
        """As the store keeps it; the name of the power alone has always meant all windows."""
        return ":".join(filter(None, (self.power, self.kind, self.about))) if self.kind else self.power

    @classmethod
    def read(cls, stored: str) -> Scope:
        """
        >>> Scope.read("france"), Scope.read("france:card:31").about
        (Scope(power='france', kind='', about=''), '31')
        """
        power, _, rest = stored.partition(":")
        kind, _, about = rest.partition(":")
        return cls(power, kind, about)

    def holds(self, question: Respond, game: Any, title: Game) -> bool:
        """Whether its power is asked in a window, for all that is public."""
        if question.power != self.power:
            return False
        return self.kind == ALL_WINDOWS or title.in_scope(self.kind, self.about, question, game)

    def words(self, voice: Voice) -> str:
        """`France when England plays`."""
        if self.kind == CARD_WINDOWS:
            return voice.say("letter", "windows.for_card", power=self.power, card=int(self.about))
        key = {ALL_WINDOWS: "windows.always", OWN_WINDOWS: "windows.own", POWER_WINDOWS: "windows.when"}
        return voice.say("letter", key[self.kind], power=self.power, other_power=self.about or None)


def is_open(scopes: Iterable[str], question: Respond, game: Any, title: Game) -> bool:
    """Whether a power has declared this window open."""
    return any(Scope.read(stored).holds(question, game, title) for stored in scopes)


def read_scope(words: str, power: Power, names: Names) -> Scope:
    """What stands after `windows open`.

    :raises Unreadable: it names no such windows.
    """
    plain = " ".join(words.strip(" .!").split())
    if not plain:
        return Scope(power)
    found = _FOR.match(plain)
    if found is None:
        raise Unreadable("windows.which", words)
    if found["own"]:
        return Scope(power, OWN_WINDOWS)
    about = found["power"] or found["whose"] or found["foe"]
    if about and (other := names.find(MAJOR, about)):
        return Scope(power, POWER_WINDOWS, other)
    if found["card"] and (card := names.find(CARD, found["card"].removeprefix("#"))):
        return Scope(power, CARD_WINDOWS, str(card))
    raise Unreadable("windows.which", words)


def told(scopes: Sequence[str], voice: Voice) -> list[str]:
    """Who is asked in which windows, in words."""
    return [Scope.read(stored).words(voice) for stored in sorted(scopes)]
