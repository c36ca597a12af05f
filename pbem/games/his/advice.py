"""Beside each choice of a question: what it costs, its dice and chances, what it does to victory points.

Also what one would expect and cannot choose, with the rule, and what silence would do.  All of it comes from
open facts and the hand of whoever is asked.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

from pbem.games.advice import Advice
from pbem.games.his import missing
from pbem.games.his.action_notes import Flips, action_notes, attempt_told, debate_told, war_told
from pbem.games.his.choice_notes import of_cards, of_choice, of_debate_call, of_diet_card, of_ransom
from pbem.games.his.treaty_notes import of_deals, of_declarations, of_intervention, of_regaining, of_suing
from pbem.language import names as kinds
from pbem.language.voice import Voice, question_key
from pbem.war import fight_notes
from pbem.war import odds_words as told
from pbem.war.choice_notes import card_told
from pbem.war.fight_notes import FIGHTS, Notes, every, sent_abroad, silence
from pbem.war.score import signed
from rules import Power, Question
from rules.core.impulse import PlayEvent, PlayForCP, TakeImpulse
from rules.his.actions import ChooseAction
from rules.his.dynasty.odds import chateau_odds, heir_odds
from rules.his.faith.attempts import AttemptTarget
from rules.his.faith.debate import ENEMY, DebateRound, PoolToName, SecondRound, available
from rules.his.faith.debate_odds import COMMITTED, debate_odds, round_odds, second_round_odds
from rules.his.faith.odds import odds
from rules.his.game import HisGame
from rules.his.powers import OTTOMAN
from rules.his.sequence.impulse import MANDATORY_CP
from rules.his.victory import HEIR, vp_sources
from rules.his.war.foreign_wars import Expedition, SendExpedition
from rules.his.windows import CARDS
from rules.war.piracy import CARD, VP

CHATEAU_CARD, MARRIAGE_CARD, MARRIAGE = 4, 3, "marriage"


def advice(question: Question[Any], legal: Sequence[Any], game: HisGame, voice: Voice) -> Advice:
    """What a letter tells beside the choices of a question."""
    note = BY_KIND.get(question_key(question)) or BY_KIND.get(question.kind)
    return Advice(
        note(question, legal, game, voice) if note is not None else {},
        tuple(missing.choices(question, legal, game, voice)),
        silence(question, game, voice),
    )


# ---- An impulse


def of_impulse(question: TakeImpulse, legal: Sequence[Any], game: HisGame, voice: Voice) -> Notes:
    explained: list[int] = []

    def tell(answer: Any) -> str:
        if isinstance(answer, PlayForCP):
            return card_told(game, answer.card, voice)
        if isinstance(answer, PlayEvent):
            if chances := event_told(game, answer, voice):
                return chances
            if answer.card not in explained:
                explained.append(answer.card)
                text = voice.summary(answer.card, game.card(answer.card).summary).rstrip(".。")
                return mandatory_told(game, question.power, answer, text, voice)
        return ""

    return every(legal, tell)


def event_told(game: HisGame, play: PlayEvent, voice: Voice) -> str:
    """The chances of an event that rolls for victory points or cards."""
    if play.card == CHATEAU_CARD:
        return chateau_told(game, voice)
    if play.card == MARRIAGE_CARD and play.use == MARRIAGE:
        return heirs_told(game, voice)
    return ""


def mandatory_told(game: HisGame, power: Power, play: PlayEvent, effect: str, voice: Voice) -> str:
    """6.1: a mandatory event whose conditions are not met has no effect; its player gets 2 CP in any case."""
    if game.card(play.card).kind != "mandatory":
        return effect
    if CARDS.events[play.card][play.use].playable(game, power):
        return voice.word("note.mandatory", text=effect, cp=MANDATORY_CP)
    return voice.word("note.mandatory_idle", cp=MANDATORY_CP)


def chateau_told(game: HisGame, voice: Voice) -> str:
    """21.4: the chance of a VP, and of cards."""
    found = chateau_odds(game)
    vp = sum((chance for (points, _, _), chance in found.items() if points), Fraction(0))
    cards = sum((draw * chance for (_, draw, _), chance in found.items()), Fraction(0))
    return voice.word("note.chateau", chance_text=told.percent(vp, voice), mean_text=told.mean(cards, voice))


def heirs_told(game: HisGame, voice: Voice) -> str:
    """21.3: the chances of an heir, where the next step is a wedding."""
    found = heir_odds(game)
    if not found:
        return voice.word("note.no_wedding")
    edward = sum((chance for line, chance in found.items() if line in (5, 6)), Fraction(0))
    elizabeth = found.get(4, Fraction(0))
    now = next((source.vp for source in vp_sources(game, "england") if source.name == HEIR), 0)
    best = game.data.tables.heir_vp.edward - now
    return voice.word(
        "note.heir",
        edward_text=told.percent(edward, voice),
        elizabeth_text=told.percent(elizabeth, voice),
        sign_text=signed(best),
    )


def of_action(question: ChooseAction, legal: Sequence[Any], game: HisGame, voice: Voice) -> Notes:
    return action_notes(game, question.power, legal, voice)


def of_expedition(question: SendExpedition, legal: Sequence[Any], game: HisGame, voice: Voice) -> Notes:
    """The first battle of those who would go."""
    war = game.foreign_wars[question.card]

    def tell(answer: Expedition) -> str:
        units = ((part.kind, part.count) for part in answer.units)
        return war_told(game, question.card, voice, sent_abroad(war, units, answer.leaders))

    return every(legal, tell)


def of_piracy_hit(question: Any, legal: Sequence[Any], game: HisGame, voice: Voice) -> Notes:
    """A VP for the pirate, a random card of the hand, or a squadron (16.4)."""

    def tell(award: str) -> str:
        if award == VP:
            return told.points({OTTOMAN: 1}, question.power, voice)
        return voice.word("note.random_card", count=len(game.hand(question.power))) if award == CARD else ""

    return every(legal, tell)


# ---- Faith, and the New World


def of_attempt(question: AttemptTarget, legal: Sequence[Any], game: HisGame, voice: Voice) -> Notes:
    """The likeliest first: a letter has no room for all of them."""
    grant, flips = question.grant, Flips(game, question.grant.faith)

    def tell(answer: tuple[str, str]) -> str:
        space, debater = answer
        if not space:
            return ""
        helper = debater or question.bonus
        return attempt_told(game, question.power, grant, space, helper, voice, flips=flips, named=False)

    def chance(answer: tuple[str, str]) -> Fraction:
        space, debater = answer
        return odds(game, grant, space, debater or question.bonus) if space else Fraction(0)

    notes = every(legal, tell)
    return {at: notes[at] for at in sorted(notes, key=lambda at: -chance(legal[at]))}


def of_debate_zone(question: Any, legal: Sequence[Any], game: HisGame, voice: Voice) -> Notes:
    return every(legal, lambda zone: debate_told(debate_odds(game, question.power, zone), voice))


def of_debate_pool(question: Any, legal: Sequence[Any], game: HisGame, voice: Voice) -> Notes:
    """Who attacks is known by now."""
    call = game.moments[-1] if game.moments else None
    if not isinstance(call, PoolToName):
        return {}

    def tell(pool: str) -> str:
        found = available(
            game, ENEMY[call.caller], call.zone, call.aid.barred_in(1), committed=pool == COMMITTED
        )
        names = ", ".join(voice.name(kinds.DEBATER, name) for name in found)
        odds = debate_odds(game, call.caller, call.zone, pool, aid=call.aid, attacker=call.attacker)
        return told.joined(names, debate_told(odds, voice))

    return every(legal, tell)


def of_response(question: Any, legal: Sequence[Any], game: HisGame, voice: Voice) -> Notes:
    """A card for a debate whose debaters are chosen, with the chances; other windows as in any war game."""
    notes = fight_notes.of_response(question, legal, game, voice)
    moment = game.moments[-1] if game.moments else None
    if not isinstance(moment, DebateRound) or question.power not in moment.debaters:
        return notes

    def tell(at: int, answer: Any) -> str:
        odds = debate_told(round_odds(game, moment, luther=bool(answer)), voice, question.power)
        return told.joined(voice.word("note.then" if answer else "note.now", text=odds), notes.get(at, ""))

    return {at: tell(at, answer) for at, answer in enumerate(legal)}


def of_bullinger(question: Any, legal: Sequence[Any], game: HisGame, voice: Voice) -> Notes:
    """The second round with him, and with whoever is drawn."""
    second = game.moments[-1] if game.moments else None
    if not isinstance(second, SecondRound):
        return {}
    return every(
        legal,
        lambda steps_in: debate_told(
            second_round_odds(game, second, bullinger=steps_in), voice, question.power
        ),
    )


def of_deep_discovery(question: Any, legal: Sequence[Any], game: HisGame, voice: Voice) -> Notes:
    prizes = {prize.id: prize.vp for prize in game.data.tables.new_world.discoveries}
    return every(legal, lambda prize: told.points({question.power: prizes[prize]}, question.power, voice))


BY_KIND: dict[str, Callable[..., Notes]] = {
    **FIGHTS,
    "impulse": of_impulse,
    "shown_card": of_impulse,
    "action": of_action,
    "expedition": of_expedition,
    "piracy_hit": of_piracy_hit,
    "attempt": of_attempt,
    "debate_zone": of_debate_zone,
    "debate_pool": of_debate_pool,
    "respond": of_response,
    "bullinger": of_bullinger,
    "deep_discovery": of_deep_discovery,
    "declare_wars": of_declarations,
    "intervene": of_intervention,
    "confirm_deals": of_deals,
    "sue_for_peace": of_suing,
    "regain": of_regaining,
    "pay_for_wars": of_cards,
    "diet_card": of_diet_card,
    "excommunication_debate": of_debate_call,
    "ransom": of_ransom,
    "choose": of_choice,
    "choose_some": of_choice,
}
"""By the topic or the kind of a question."""
