"""Beside each choice of Virgin Queen: what it costs, its dice and chances, what it does to victory points."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from pbem.games.advice import Advice
from pbem.games.vq.action_notes import action_notes, patronage_told, war_told, wedding_told
from pbem.language.voice import Voice, question_key
from pbem.war import choice_notes as plain
from pbem.war import odds_words as told
from pbem.war.fight_notes import FIGHTS, Notes, every, sent_abroad, silence
from rules import Question
from rules.core.actions import ChooseAction
from rules.core.impulse import PlayEvent, PlayForCP, TakeImpulse
from rules.vq.diplomacy.war_segment import DeclareAndPay
from rules.vq.diplomacy.wars import war_cost
from rules.vq.dynasty.patronage import BEST_BOX, BONUS, SCIENCE, ScienceWon, best_marker
from rules.vq.dynasty.science import open_bonuses
from rules.vq.faith.conversions import ConvertSpaces
from rules.vq.game import VqGame
from rules.vq.new_world.piracy import VP
from rules.vq.odds import patronage_odds
from rules.vq.powers import OTTOMAN
from rules.vq.state import Betrothal
from rules.vq.victory import points_if, scores
from rules.vq.war.foreign_wars import ArmyAbroad, SendArmyAbroad

GRAND_VIZIER, SUEZ = 2, "suez"


def advice(question: Question[Any], legal: Sequence[Any], game: VqGame, voice: Voice) -> Advice:
    """What a letter tells beside the choices of a question."""
    note = BY_KIND.get(question_key(question)) or BY_KIND.get(question.kind)
    return Advice(
        note(question, legal, game, voice) if note is not None else {},
        silence=silence(question, game, voice),
    )


# ---- An impulse


def of_impulse(question: TakeImpulse, legal: Sequence[Any], game: VqGame, voice: Voice) -> Notes:
    explained: list[int] = []

    def tell(answer: Any) -> str:
        if isinstance(answer, PlayForCP):
            return told.joined(plain.card_told(game, answer.card, voice), bare_told(game, answer.card, voice))
        if not isinstance(answer, PlayEvent):
            return ""
        if answer.card == GRAND_VIZIER and answer.use == SUEZ:
            return suez_told(game, voice)
        if answer.card in explained:
            return ""
        explained.append(answer.card)
        return voice.summary(answer.card, game.card(answer.card).summary).rstrip(".。")

    return every(legal, tell)


def bare_told(game: VqGame, card: int, voice: Voice) -> str:
    """That a card has no function, in a data pack that is not complete."""
    return "" if game.card(card).uses else voice.word("card_without_function")


def suez_told(game: VqGame, voice: Voice) -> str:
    """23.1: one die, and how much it needs now."""
    from fractions import Fraction

    table = game.data.tables.suez
    need = table.need[min(game.lasting.suez, len(table.need) - 1)]
    chance = Fraction(7 - need, 6)
    gain = told.points({OTTOMAN: table.vp}, OTTOMAN, voice)
    return voice.word("note.suez", chance_text=told.percent(chance, voice), need=need, gain_text=gain)


def of_action(question: ChooseAction, legal: Sequence[Any], game: VqGame, voice: Voice) -> Notes:
    return action_notes(game, question.power, legal, voice)


# ---- Faith, wars, choices


def of_conversion(question: ConvertSpaces, legal: Sequence[Any], game: VqGame, voice: Voice) -> Notes:
    """What the spaces that flip do to points; those in unrest count for nobody."""

    def tell(flips: Any) -> str:
        quiet = [space for space in flips.flipped if space not in flips.unrest]
        gain = points_if(game, quiet, religion=question.faith)
        return told.points(gain, question.power, voice)

    return every(legal, tell)


def of_wars(question: DeclareAndPay, legal: Sequence[Any], game: VqGame, voice: Voice) -> Notes:
    """The price, and who stands there."""

    def tell(orders: Any) -> str:
        return told.joined(
            *(
                told.joined(
                    voice.word("note.cp", cp=war_cost(game, question.power, target)),
                    plain.forces_told(game, target, voice),
                )
                for target in orders.targets[:1]
            )
        )

    return every(legal, tell) if len(legal) <= plain.FEW * 2 else {}


def of_sponsorship(question: Any, legal: Sequence[Any], game: VqGame, voice: Voice) -> Notes:
    """Of artist or scientist, what the best box can bring, into which the card puts them (22)."""

    def tell(chosen: str) -> str:
        what, _, owner = chosen.partition(":")
        return patronage_told(patronage_odds(game, question.power, what, BEST_BOX, owner), voice)

    return every(legal, tell)


def of_science(question: Any, legal: Sequence[Any], game: VqGame, voice: Voice) -> Notes:
    """What the points are worth, and which sciences are open (22.2)."""
    won = game.moments[-1] if game.moments else None
    if not isinstance(won, ScienceWon):
        return {}

    def tell(reward: str) -> str:
        most = won.vp_with_bonus if reward == BONUS else won.vp
        vp, _kind = best_marker(game, (SCIENCE,), most)
        sciences = open_bonuses(game, question.power) if reward == BONUS else []
        return told.joined(
            ", ".join(voice.name("science", one) for one in sciences),
            told.points({question.power: vp}, question.power, voice) if vp else "",
        )

    return every(legal, tell)


def of_award(question: Any, legal: Sequence[Any], game: VqGame, voice: Voice) -> Notes:
    """A point of a captain's piracy goes to his power (16.5, 23.2)."""
    power = game.world.captains[question.captain].power
    return every(
        legal, lambda award: told.points({power: 1}, question.power, voice) if power and award == VP else ""
    )


def of_choice(question: Any, legal: Sequence[Any], game: VqGame, voice: Voice) -> Notes:
    """Notes on single things among the answers, by what these are."""
    return plain.of_things(question, legal, game, voice, TELL)


def _space(game: VqGame, space: str, voice: Voice) -> str:
    if space not in game.spaces:
        return ""
    key = "note.key" if game.board.spaces[space].is_key else "note.fortified"
    return plain.space_told(game, space, voice.word(key) if game.fortified(space) else "", voice)


def _power(game: VqGame, power: str, voice: Voice) -> str:
    return plain.power_told(game, power, scores(game), voice)


def _card(game: VqGame, card: str, voice: Voice) -> str:
    return (
        plain.card_told(game, int(card), voice) if card.isdecimal() and int(card) in game.data.cards else ""
    )


def _captain(game: VqGame, captain: str, voice: Voice) -> str:
    found = game.data.captains.get(captain)
    if found is None:
        return ""
    return voice.word("note.captain", number=found.piracy, other_number=found.navigation)


def _noble(game: VqGame, noble: str, voice: Voice) -> str:
    found = game.nobles.get(noble)
    if found is None or found.suitability is None:
        return ""
    return voice.word("note.suitability", number=found.suitability)


def _couple(game: VqGame, couple: str, voice: Voice) -> str:
    """What their wedding may bring."""
    bride, _, groom = couple.partition("+")
    if bride not in game.nobles or groom not in game.nobles:
        return ""
    return wedding_told(game, Betrothal(bride, groom), voice)


TELL: dict[str, plain.Tell] = {
    "space": _space,
    "power": _power,
    "card": _card,
    "leader": plain.leader_told,
    "captain": _captain,
    "noble": _noble,
    "couple": _couple,
}
"""By what the choices are."""


def of_army_abroad(question: SendArmyAbroad, legal: Sequence[Any], game: VqGame, voice: Voice) -> Notes:
    """The first battle of those who would go."""
    war = game.foreign_wars[question.card]

    def tell(answer: ArmyAbroad) -> str:
        units = ((part.kind, part.count) for part in answer.units)
        return war_told(
            game, question.card, voice, sent_abroad(war, units, [answer.leader] if answer.leader else ())
        )

    return every(legal, tell)


BY_KIND: dict[str, Callable[..., Notes]] = {
    **FIGHTS,
    "impulse": of_impulse,
    "action": of_action,
    "army_abroad": of_army_abroad,
    "convert": of_conversion,
    "declare_and_pay": of_wars,
    "sponsored_pool": of_sponsorship,
    "science_reward": of_science,
    "ocean_award": of_award,
    "fleet_award": of_award,
    "choose": of_choice,
    "choose_some": of_choice,
}
"""By the topic or the kind of a question."""
