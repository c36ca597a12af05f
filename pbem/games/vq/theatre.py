"""The theatres of Virgin Queen: its regions of faith are the four areas."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pbem.games.vq.orders.kinds import AREA, OCEAN, SETTLEMENT
from pbem.games.vq.world import FRAME, SETTLEMENTS, is_overseas
from pbem.language import Names
from pbem.language.words import key
from pbem.pictures.scene import Theatre
from pbem.war.theatre import Stage
from rules import Power, Question
from rules.vq.diplomacy.war_segment import DeclareAndPay, possible_targets
from rules.vq.faith.conversions import ConvertSpaces
from rules.vq.powers import AREA_FRANCE, AREA_NETHERLANDS, PROTESTANT

WORLD = ("world", "the world", "overseas", "new world", "welt")


class Areas(Stage):
    """Faith is fought for in four areas (2.3)."""

    table = AREA
    believer = PROTESTANT
    usual = (AREA_FRANCE, AREA_NETHERLANDS)

    def region(self, space: Any) -> str:
        area: str = space.area or ""
        return area

    def tried(self, question: Question[Any], game: Any) -> Sequence[str]:
        if not isinstance(question, ConvertSpaces):
            return ()
        return question.targets(game, (), despite_guards=True)

    def regions(self, question: Question[Any], game: Any) -> tuple[str, ...]:
        area = getattr(question, "area", "")
        return (area,) if area else super().regions(question, game)

    def theatre(self, question: Question[Any], game: Any, moved: Sequence[str]) -> Theatre:
        """What is about captains, oceans and settlements is about the World."""
        if is_overseas(question):
            targets = tuple(option for option in getattr(question, "options", ()) if option in SETTLEMENTS)
            return Theatre(FRAME, targets=targets)
        return super().theatre(question, game, moved)

    def rivals(self, question: Question[Any], game: Any) -> Sequence[Power]:
        """Whoever war may be declared on."""
        return possible_targets(game, question.power) if isinstance(question, DeclareAndPay) else ()

    def called(
        self, words: str, game: Any, names: Names, reader: Power, moved: Sequence[str]
    ) -> Theatre | None:
        """`world`, or an ocean zone or a settlement on it."""
        wanted = key(words).removeprefix("the ")
        if wanted in WORLD or (found := names.find(OCEAN, wanted)) or names.find(SETTLEMENT, wanted):
            place = "" if wanted in WORLD else found or names.find(SETTLEMENT, wanted)
            return Theatre(FRAME, (place,) if place else ())
        return super().called(words, game, names, reader, moved)


STAGE = Areas()
