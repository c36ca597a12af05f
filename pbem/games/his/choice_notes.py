"""Beside plain choices, what they are: who stands in a space, what a power holds, what a card is worth.

Open facts and the hand of whoever is asked.  Of very many spaces only those with most units have a note.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from pbem.games.his.action_notes import Flips, debate_told
from pbem.language import names as kinds
from pbem.language.voice import Voice, question_key
from pbem.war import odds_words as told
from pbem.war.forces_told import forces_told, leader_told
from rules.his.faith.debate_odds import debate_odds
from rules.his.game import HisGame
from rules.his.powers import CATHOLIC, PROTESTANT, PROTESTANT_FAITH
from rules.his.victory import scores
from rules.war.forces import land_powers_at

FEW = 12
"""So many choices have a note each."""
CONVERSIONS = ("debate_conversion", "trent_conversion", "diet_conversion")


def of_choice(question: Any, legal: Sequence[Any], game: HisGame, voice: Voice) -> dict[int, str]:
    """Notes on single things among the answers, by what these are."""
    tell = TELL.get(question.about)
    if tell is None:
        return {}
    if question_key(question) in CONVERSIONS:
        return of_conversion(question, legal, game, voice)
    singles = {at: thing for at, answer in enumerate(legal) if (thing := _single(answer))}
    if len(singles) > FEW:
        if question.about not in ("space", "key"):
            return {}
        largest = sorted(singles, key=lambda at: -_units_in(game, singles[at]))[: FEW // 2]
        singles = {at: thing for at, thing in singles.items() if at in largest and _units_in(game, thing)}
    return {at: text for at, thing in singles.items() if (text := tell(game, thing, voice))}


def _single(answer: Any) -> str:
    """The thing that an answer names, if it names one."""
    if isinstance(answer, str):
        return answer
    return answer[0] if isinstance(answer, tuple) and len(answer) == 1 else ""


def of_conversion(question: Any, legal: Sequence[Any], game: HisGame, voice: Voice) -> dict[int, str]:
    """What a conversion does to points; of very many spaces only those that are special have a note."""
    many = len(legal) > FEW
    flips = Flips(game, PROTESTANT_FAITH if question.power == PROTESTANT else CATHOLIC)
    return {
        at: text
        for at, answer in enumerate(legal)
        if (space := _single(answer))
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
            found[at] = told.joined(*(card_told(game, card, voice) for card in cards))
    return found


def of_debate_call(question: Any, legal: Sequence[Any], game: HisGame, voice: Voice) -> dict[int, str]:
    """Whether to call a debate in a zone: its chances."""
    text = debate_told(debate_odds(game, question.power, question.subject), voice)
    return {at: text for at, answer in enumerate(legal) if answer is True}


def of_ransom(question: Any, legal: Sequence[Any], game: HisGame, voice: Voice) -> dict[int, str]:
    """Whom one gets back, and what it costs (9.4)."""
    price = voice.word("note.ransom_card", count=len(game.hand(question.power)))
    text = told.joined(_leader(game, question.subject, voice), price)
    return {at: text for at, answer in enumerate(legal) if answer is True}


def card_told(game: HisGame, card: int, voice: Voice) -> str:
    return voice.word(
        "note.card", title_text=voice.name(kinds.CARD, str(card), "title"), cp=game.card(card).cp
    )


# ---- What one thing is


def _space(game: HisGame, space: str, voice: Voice) -> str:
    if space not in game.spaces:
        return ""
    armies = ", ".join(
        f"{voice.name(kinds.POWER, power, 'bare')} {strength}"
        for power in land_powers_at(game, space)
        if (strength := game.land_strength(space, power))
    )
    return ", ".join(part for part in (_kind_of_space(game, space, voice), armies) if part)


def _kind_of_space(game: HisGame, space: str, voice: Voice) -> str:
    if space in game.electorates():
        return voice.word("note.electorate")
    if game.board.spaces[space].is_key:
        return voice.word("note.key")
    return voice.word("note.fortified") if game.fortified(space) else ""


def _units_in(game: HisGame, space: str) -> int:
    if space not in game.spaces:
        return 0
    return sum(game.land_strength(space, power) for power in land_powers_at(game, space))


def _power(game: HisGame, power: str, voice: Voice) -> str:
    if power not in game.players:
        return forces_told(game, power, voice) if power in game.minors else ""
    return voice.word("note.power", vp=scores(game)[power], cards=len(game.hand(power)))


def _card(game: HisGame, card: str, voice: Voice) -> str:
    return card_told(game, int(card), voice) if card.isdecimal() else ""


def _debater(game: HisGame, debater: str, voice: Voice) -> str:
    """Whose he is, and his value: some questions name debaters of both sides."""
    found = game.data.debaters.get(debater)
    return voice.word("note.debater", power=found.side, number=found.value) if found else ""


def _leader(game: HisGame, leader: str, voice: Voice) -> str:
    found = game.data.leaders.get(leader)
    if found is None:
        return ""
    return leader_told(game, leader, found, voice)


TELL: dict[str, Callable[[HisGame, str, Voice], str]] = {
    "space": _space,
    "key": _space,
    "power": _power,
    "card": _card,
    "debater": _debater,
    "leader": _leader,
}
"""By what the choices are."""
