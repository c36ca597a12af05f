"""Orders of an impulse: which card and how (11), and one action after another (11.1)."""

from __future__ import annotations

from typing import Any

from pbem.orders.grammar import COLON, FOR, Parser, Reject, name, nothing, one_of, optional, phrase, seq, word
from pbem.orders.his.common import OTHER_USE, with_use
from pbem.orders.names import CARD, Names
from pbem.orders.registry import ACTIONS, action_grammar, grammar
from rules.his.actions import ACTIONS as ALL_ACTIONS
from rules.his.actions import Action, ChooseAction, Stop
from rules.his.impulse import Pass, Play, PlayEvent, PlayForCP, PlayShownCard, TakeImpulse
from rules.his.windows import CARDS

_PLAY = optional(word("play", "use"))
_CP = seq(FOR, optional(word("its", "all")), word("cp", "cps", "command points", "ops", "points"))
_AS_EVENT = seq(optional(word("as", "for")), optional(word("an", "the", "its")), word("event"), COLON)


# ---- Which card, and how


@grammar("impulse")
def take_impulse(question: TakeImpulse, game: Any, names: Names) -> Parser[Play]:
    """`play 92 for cp`, `event 66`, `play 42 as event: <use>`, `pass`; `play 92` where only one way fits."""
    hand = {str(card): None for card in game.hand(question.power)}
    return one_of(*card_plays(name(CARD, hand).to(int), game), word("pass", "i pass", value=Pass()))


def card_plays(card: Parser[int], game: Any) -> list[Parser[Play]]:
    """All ways to play a card in an impulse."""

    def _event(n: int) -> Parser[Play]:
        # Uses of other moments are read too, for the rules to say that this is not their moment.
        others = [use.id for use in game.data.cards[n].uses]
        return with_use(n, list(CARDS.events.get(n, {})) or [OTHER_USE], PlayEvent, others)

    event = card.then(lambda n: phrase(_AS_EVENT, _event(n)))
    return [
        seq(_PLAY, card, _CP).to(PlayForCP).help("play <card> for cp"),
        phrase(_PLAY, event).help("play <card> as event[: <use>]"),
        phrase(word("event"), COLON, card.then(_event)).help(""),
        seq(word("cp"), COLON, card).to(PlayForCP).help(""),
        # Without a word on how: whatever of these the rules allow, if it is only one.
        phrase(_PLAY, card.then(lambda n: one_of(nothing(PlayForCP(n)), _event(n)))).help(""),
    ]


@take_impulse.say
def say_play(question: Any, answer: Play, names: Names) -> str:
    if isinstance(answer, PlayForCP):
        return f"play {answer.card} for cp"
    if isinstance(answer, PlayEvent):
        several = len(CARDS.events.get(answer.card, {})) > 1
        return f"play {answer.card} as event" + (f": {answer.use.replace('_', ' ')}" if several else "")
    return "pass"


@grammar("shown_card")
def play_shown_card(question: PlayShownCard, game: Any, names: Names) -> Parser[Play]:
    """The same for a card that is shown already (21.3): its name may be left out."""

    def shown(card: int) -> int:
        if card != question.card:
            raise Reject(f"the card shown is {question.card}")
        return card

    card = one_of(name(CARD, (str(question.card),)).to(int).to(shown), nothing(question.card))
    return one_of(*card_plays(card, game))


play_shown_card.say(say_play)


# ---- One action after another


@grammar("action")
def choose_action(question: ChooseAction, game: Any, names: Names) -> Parser[Action]:
    """One of the actions of this power, or `end`.

    Actions that the power has not are read too, for the rules to say so.
    """
    own = [cls.__name__ for cls in question.kinds(game)]
    others = [known for known in ALL_ACTIONS if known not in own and known != "Stop"]
    forms = [ACTIONS[action](question, game, names) for action in own if action in ACTIONS]
    forms += [ACTIONS[action](question, game, names).help("") for action in others if action in ACTIONS]
    return one_of(*forms, ACTIONS["Stop"](question, game, names))


@choose_action.say
def _(question: ChooseAction, answer: Action, names: Names) -> str:
    entry = ACTIONS.get(type(answer).__name__)
    return entry.write(question, answer, names) if entry is not None and entry.write is not None else ""


@action_grammar(Stop)
def stop(question: ChooseAction, game: Any, names: Names) -> Parser[Action]:
    """`end`."""
    return word("end", "stop", "end impulse", "done", "no more", "finish", "pass", value=Stop())


@stop.say
def _(question: ChooseAction, answer: Stop, names: Names) -> str:
    return "end"
