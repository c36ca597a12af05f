"""Beside plain choices, what they are: who stands in a space, what a power holds, what a card is worth.

Open facts and the hand of whoever is asked.  Of very many spaces only those with most units have a note.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from pbem.games.his.action_notes import Flips, debate_told
from pbem.language import names as kinds
from pbem.language.voice import Voice, question_key
from pbem.war import choice_notes as plain
from pbem.war import odds_words as told
from rules.core.chances import FACES
from rules.his.faith.debate_odds import debate_odds
from rules.his.game import HisGame
from rules.his.powers import CATHOLIC, PROTESTANT, PROTESTANT_FAITH
from rules.his.sequence.theses_and_diet import HIT
from rules.his.victory import scores
from rules.war.forces import MERCENARIES

UNPAID = "unpaid_mercenaries"
CONVERSIONS = ("debate_conversion", "trent_conversion", "diet_conversion")


def of_choice(question: Any, legal: Sequence[Any], game: HisGame, voice: Voice) -> dict[int, str]:
    """Notes on single things among the answers, by what these are."""
    if question_key(question) in CONVERSIONS:
        return of_conversion(question, legal, game, voice)
    if question_key(question) == UNPAID:
        return of_mercenaries(legal, game, voice)
    return plain.of_things(question, legal, game, voice, TELL, largest_of=("space", "key"))


def of_mercenaries(legal: Sequence[Any], game: HisGame, voice: Voice) -> dict[int, str]:
    """Whose mercenaries stand in each space."""
    return {
        at: ", ".join(
            voice.word("picture.army", power=nation, text=voice.listed(voice.units({MERCENARIES: count})))
            for nation in sorted(game.units.get(space, ()))
            if (count := game.at(space, nation).mercenaries)
        )
        for at, answer in enumerate(legal)
        if (space := plain.single(answer)) in game.spaces
    }


def of_conversion(question: Any, legal: Sequence[Any], game: HisGame, voice: Voice) -> dict[int, str]:
    """What a conversion does to points; of very many spaces only those that are special have a note."""
    many = len(legal) > plain.FEW
    flips = Flips(game, PROTESTANT_FAITH if question.power == PROTESTANT else CATHOLIC)
    return {
        at: text
        for at, answer in enumerate(legal)
        if (space := plain.single(answer))
        and not (many and not _kind_of_space(game, space, voice))
        and (
            text := told.joined(
                _kind_of_space(game, space, voice),
                told.points(flips.points(space), question.power, voice),
            )
        )
    }


def of_cards(question: Any, legal: Sequence[Any], game: HisGame, voice: Voice) -> dict[int, str]:
    """Cards that are given or paid, alone or together."""
    found: dict[int, str] = {}
    for at, answer in enumerate(legal):
        cards = answer if isinstance(answer, tuple) else (answer,)
        if cards and all(isinstance(card, int) for card in cards):
            found[at] = told.joined(*(plain.card_told(game, card, voice) for card in cards))
    return found


def of_diet_card(question: Any, legal: Sequence[Any], game: HisGame, voice: Voice) -> dict[int, str]:
    """Its dice at the Diet of Worms, and how many of them hit in the mean (18.1)."""
    more = game.data.tables.diet_of_worms.protestant_extra_dice if question.power == PROTESTANT else 0
    found: dict[int, str] = {}
    for at, card in enumerate(legal):
        dice = game.card(card).cp + more
        found[at] = voice.word(
            "note.diet",
            title_text=voice.name(kinds.CARD, str(card), "title"),
            cp=game.card(card).cp,
            count=dice,
            mean_text=told.mean(Fraction(dice * (FACES + 1 - HIT), FACES), voice),
        )
    return found


def of_debate_call(question: Any, legal: Sequence[Any], game: HisGame, voice: Voice) -> dict[int, str]:
    """Whether to call a debate in a zone: its chances."""
    text = debate_told(debate_odds(game, question.power, question.subject), voice)
    return {at: text for at, answer in enumerate(legal) if answer is True}


def of_ransom(question: Any, legal: Sequence[Any], game: HisGame, voice: Voice) -> dict[int, str]:
    """Whom one gets back, and what it costs (9.4)."""
    price = voice.word("note.ransom_card", count=len(game.hand(question.power)))
    text = told.joined(plain.leader_told(game, question.subject, voice), price)
    return {at: text for at, answer in enumerate(legal) if answer is True}


# ---- What one thing is


def _space(game: HisGame, space: str, voice: Voice) -> str:
    return (
        plain.space_told(game, space, _kind_of_space(game, space, voice), voice)
        if space in game.spaces
        else ""
    )


def _kind_of_space(game: HisGame, space: str, voice: Voice) -> str:
    if space in game.electorates():
        return voice.word("note.electorate")
    if game.board.spaces[space].is_key:
        return voice.word("note.key")
    return voice.word("note.fortified") if game.fortified(space) else ""


def _power(game: HisGame, power: str, voice: Voice) -> str:
    return plain.power_told(game, power, scores(game), voice)


def _card(game: HisGame, card: str, voice: Voice) -> str:
    return plain.card_told(game, int(card), voice) if card.isdecimal() else ""


def _debater(game: HisGame, debater: str, voice: Voice) -> str:
    """Whose he is, and his value: some questions name debaters of both sides."""
    found = game.data.debaters.get(debater)
    return voice.word("note.debater", power=found.side, number=found.value) if found else ""


TELL: dict[str, plain.Tell] = {
    "space": _space,
    "key": _space,
    "power": _power,
    "card": _card,
    "debater": _debater,
    "leader": plain.leader_told,
}
"""By what the choices are."""
