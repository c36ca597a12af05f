"""Beside declarations, interventions and deals: what they cost, whom one meets, what changes hands."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pbem.language import names as kinds
from pbem.language.voice import Voice
from pbem.war import odds_words as told
from pbem.war.choice_notes import forces_told
from pbem.war.score import signed
from rules import Power
from rules.his.diplomacy.deal_items import CedeSpace, EndWar, GiveCards
from rules.his.diplomacy.interventions import Intervene
from rules.his.diplomacy.peace import BY_VP, Regain, Regained, home_spaces_held
from rules.his.diplomacy.war_segment import DeclareWars
from rules.his.game import HisGame
from rules.his.powers import OTTOMAN
from rules.his.victory import points_if

Notes = dict[int, str]


def of_deals(question: Any, legal: Sequence[Any], game: HisGame, voice: Voice) -> Notes:
    """What a deal would do to the hands and to points; its terms stand in the question."""
    found: dict[int, str] = {}
    for at, numbers in enumerate(legal):
        if len(numbers) == 1 and (
            text := deal_told(game, question.power, question.deals[numbers[0] - 1], voice)
        ):
            found[at] = text
    return found


def deal_told(game: HisGame, power: Power, deal: Any, voice: Voice) -> str:
    """Cards that come and go, and victory points of spaces that change hands."""
    cards = sum(
        (-item.count if item.giver == power else item.count)
        for item in deal.items
        if isinstance(item, GiveCards)
    )
    points: dict[Power, int] = {}
    for item in deal.items:
        if isinstance(item, CedeSpace):
            for who, change in points_if(game, [item.space], control=deal.other(item.giver)).items():
                points[who] = points.get(who, 0) + change
    other = deal.other(power)
    ends = any(isinstance(item, EndWar) for item in deal.items)
    return told.joined(
        voice.word("note.ends_war", power=other) if ends else "",
        voice.word("note.cards_change", sign_text=signed(cards)) if cards else "",
        told.points({who: change for who, change in points.items() if change}, power, voice),
    )


def of_declarations(question: DeclareWars, legal: Sequence[Any], game: HisGame, voice: Voice) -> Notes:
    """What each costs (9.6), and how many land units and ships the new enemy has."""

    def tell(targets: tuple[Power, ...]) -> str:
        if not targets:
            return ""
        cost = voice.word("note.cp", cp=question.cost(game, targets))
        return told.joined(cost, forces_told(game, targets[0], voice)) if len(targets) == 1 else cost

    return {at: text for at, answer in enumerate(legal) if (text := tell(answer))}


def of_intervention(question: Intervene, legal: Sequence[Any], game: HisGame, voice: Voice) -> Notes:
    """What it costs, and whom one would have against oneself."""
    cost, forces = (
        voice.word("note.cp", cp=question.cost),
        forces_told(game, question.declarer, voice, named=True),
    )
    return {at: told.joined(cost, forces) for at, yes in enumerate(legal) if yes}


# ---- Peace (9.3)


def of_suing(question: Any, legal: Sequence[Any], game: HisGame, voice: Voice) -> Notes:
    """What it brings the winner, what goes back to him, and what could be bought back."""
    table = game.data.tables

    def tell(winner: Power) -> str:
        loser = question.power
        with_ottoman = OTTOMAN in (loser, winner)
        points = (
            table.war_winner_vp.sue_for_peace_ottoman if with_ottoman else table.war_winner_vp.sue_for_peace
        )
        lost = home_spaces_held(game, loser, winner)
        return told.joined(
            told.points({winner: points}, loser, voice),
            voice.word("note.you_remove", count=table.peace.units_lost),
            voice.word("note.buy_back", text=_named(lost, voice)) if lost else "",
            voice.word("note.give_back", text=_named(held, voice))
            if (held := home_spaces_held(game, winner, loser))
            else "",
        )

    return {at: tell(answer[0]) for at, answer in enumerate(legal) if len(answer) == 1}


def of_regaining(question: Regain, legal: Sequence[Any], game: HisGame, voice: Voice) -> Notes:
    """The price: a VP for the winner, or a random card of the hand; and what the things are worth."""

    def tell(answer: tuple[Regained, ...]) -> str:
        paid = sum(one.price == BY_VP for one in answer)
        cards = len(answer) - paid
        spaces = [thing for one in answer for thing in one.things if thing in game.spaces]
        gain = points_if(game, spaces, control=question.power) if spaces else {}
        change = {**gain, question.winner: gain.get(question.winner, 0) + paid}
        return told.joined(
            voice.word("note.cards_change", sign_text=signed(-cards)) if cards else "",
            told.points({who: vp for who, vp in change.items() if vp}, question.power, voice),
        )

    return {at: text for at, answer in enumerate(legal) if answer and (text := tell(answer))}


def _named(spaces: Sequence[str], voice: Voice) -> str:
    return voice.listed([voice.name(kinds.SPACE, space) for space in spaces])
