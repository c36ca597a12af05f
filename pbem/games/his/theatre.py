"""The theatres of Here I Stand: its regions of faith are the language zones."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from typing import Any

from pbem.language.names import LANGUAGE
from pbem.war.theatre import Stage
from rules import Power, Question
from rules.his.diplomacy.war_segment import DeclareWars, possible_targets
from rules.his.faith.attempts import AttemptTarget
from rules.his.powers import PROTESTANT

MOST_ANSWERS = 400


class LanguageZones(Stage):
    """Faith is fought for in language zones."""

    table = LANGUAGE
    believer = PROTESTANT
    usual = ("german",)

    def region(self, space: Any) -> str:
        zone: str = space.lang
        return zone

    def tried(self, question: Question[Any], game: Any) -> Sequence[str]:
        if not isinstance(question, AttemptTarget):
            return ()
        return [space for space, _debater in islice(question.legal(game), MOST_ANSWERS)]

    def regions(self, question: Question[Any], game: Any) -> tuple[str, ...]:
        """Of attempts, of a choice among them, of a debate."""
        if zones := tuple(getattr(question, "zones", ())):
            return zones
        if zones := super().regions(question, game):
            return zones
        moment = game.moments[-1] if game.moments else None
        zone = getattr(moment, "zone", "")
        return (zone,) if zone in {space.lang for space in game.board.spaces.values()} else ()

    def rivals(self, question: Question[Any], game: Any) -> Sequence[Power]:
        """Whoever war may be declared on."""
        return list(possible_targets(game, question.power)) if isinstance(question, DeclareWars) else ()


STAGE = LanguageZones()
