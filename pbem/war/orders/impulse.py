"""Orders of an impulse: which card and how (11), and one action after another (11.1)."""

from __future__ import annotations

from typing import Any

from pbem.language.choices import OTHER_USE, held_card, with_use
from pbem.language.grammar import (
    COLON,
    THE,
    Parser,
    Reject,
    nothing,
    number,
    one_of,
    optional,
    phrase,
    seq,
    word,
)
from pbem.language.names import Names
from pbem.language.pieces import AT_END, or_else, refuse
from pbem.language.words import tokens, without_comment, without_politeness
from pbem.language.written import written
from pbem.war.orders.book import action_grammar, grammar
from rules.core.actions import Action, ChooseAction, Stop
from rules.core.impulse import Pass, Play, PlayEvent, PlayForCP, TakeImpulse

_PLAY = optional(word("play", "use"))
_FOR = optional(word("for", "as", ":", ",", ">", "with"))
_CP = seq(
    _FOR,
    optional(word("its", "all", "the")),
    optional(number(1, 6), 0),
    word("cp", "cps", "command points", "command point", "command", "ops", "op", "points"),
)
_AS_EVENT = seq(_FOR, optional(word("an", "the", "its")), word("event"), COLON)
VERBS = (
    "build", "raise", "buy", "recruit", "hire", "move", "march", "control", "assault", "storm", "sail",
    "naval move", "transport", "piracy", "remove unrest", "besiege", "end",
)  # fmt: skip
"""Words with which the actions begin that all war games have."""


# ---- Which card, and how


@grammar("impulse")
def take_impulse(question: TakeImpulse, game: Any, names: Names) -> Parser[Play]:
    """`play 92 for cp`, `event 66`, `play 42 as event: <use>`, `pass`; `play 92` where only one way fits."""
    cards = one_of(held_card(game, question.power), _home_card(game, question.power))
    return one_of(
        *card_plays(cards, game),
        word("pass", "skip", "no card", "pass this impulse", value=Pass()).help("pass"),
        refuse(word(*names.grammars.verbs), "impulse.card_first"),
    )


def _home_card(game: Any, power: str) -> Parser[int]:
    """`my home card`, for a power with one."""
    own = [card for card in game.hand(power) if game.card(card).kind == "home"]
    return phrase(THE, word("home card", value=own[0] if len(own) == 1 else 0)).to(_known).help("")


def _known(card: int) -> int:
    if not card:
        raise Reject("card.which")
    return card


def card_plays(card: Parser[int], game: Any) -> list[Parser[Play]]:
    """All ways to play a card in an impulse."""

    def _event(n: int) -> Parser[Play]:
        # Uses of other moments are read too, for the rules to say that this is not their moment.
        others = [use.id for use in game.card(n).uses]
        return with_use(n, list(game.registry.events.get(n, {})) or [OTHER_USE], PlayEvent, others)

    def for_cp(n: int, said: tuple[int, ...]) -> PlayForCP:
        if said[0] not in (0, game.card(n).cp):
            raise Reject("card.other_cp", number=n, cp=game.card(n).cp, said_cp=said[0])
        return PlayForCP(n)

    event = card.then(lambda n: phrase(_AS_EVENT, _event(n)))
    return [
        seq(_PLAY, card, _CP).to(for_cp).help("play <card> for cp"),
        phrase(_PLAY, event).help("play <card> as event[: <use>]"),
        phrase(_PLAY, word("event"), COLON, card.then(_event)).help(""),
        seq(word("cp"), COLON, card).to(PlayForCP).help(""),
        # Without a word on how: whatever of these the rules allow, if it is only one.
        phrase(_PLAY, card.then(lambda n: one_of(nothing(PlayForCP(n)), _event(n)))).help(""),
    ]


@take_impulse.say
def say_play(question: Any, answer: Play, names: Names) -> str:
    if isinstance(answer, PlayForCP):
        return f"play {answer.card} for cp"
    if isinstance(answer, PlayEvent):
        several = len(names.grammars.events.get(answer.card, {})) > 1
        return f"play {answer.card} as event" + (f": {answer.use.replace('_', ' ')}" if several else "")
    return "pass"


# ---- One action after another


@grammar("action")
def choose_action(question: ChooseAction, game: Any, names: Names) -> Parser[Action]:
    """One of the actions of this power, or `end`.

    Actions that the power has not are read too, for the rules to say so.
    """
    book = names.grammars.actions
    own = [cls.__name__ for cls in question.kinds(game)]
    others = [known for known in game.actions if known not in own and known != "Stop"]
    forms = [book[action](question, game, names) for action in own if action in book]

    def in_vain() -> Parser[Any]:
        known = [book[action](question, game, names).help("") for action in others if action in book]
        wrong = names.grammars.elsewhere.items()
        return one_of(*known, *(refuse(word(*words), code) for code, words in wrong))

    return or_else(one_of(*forms, book["Stop"](question, game, names)), in_vain)


ELSEWHERE = {
    "action.war": ("declare war", "dow", "declare", "war on"),
    "action.peace": ("make peace", "sue for peace", "peace", "propose", "ally", "alliance"),
    "action.card": ("play", "event", "respond"),
    "action.none": ("skip", "no", "none", "nothing", "yes", "ok", "okay"),
    "action.reaction": ("intercept", "avoid battle", "retreat", "withdraw"),
}
"""What players of all war games order at the wrong moment."""


@choose_action.say
def _(question: ChooseAction, answer: Action, names: Names) -> str:
    entry = names.grammars.actions.get(type(answer).__name__)
    return entry.write(question, answer, names) if entry is not None and entry.write is not None else ""


@action_grammar(Stop, written("end"))
def stop(question: ChooseAction, game: Any, names: Names) -> Parser[Action]:
    """`end`; `pass` belongs to the choice of a card, and must not give points away here."""
    ends = word(*(words for words in END if words != "pass"), value=Stop()).help("end")
    return one_of(ends, refuse(seq(word("pass"), AT_END), "impulse.pass_gives_up", cp=question.cp))


END = (
    "end", "stop", "end impulse", "done", "no more", "finish", "finished", "pass", "thats all", "that is all",
    "nothing else", "nothing more", "no more actions", "end turn", "end my turn", "end my impulse",
    "end the impulse", "end of impulse", "end of my impulse", "im done", "am done", "all done",
)  # fmt: skip


def is_end(line: str) -> bool:
    """Whether a line says nothing but that an impulse is over."""
    words = without_politeness([token for token in tokens(without_comment(line)) if not token.is_mark])
    return " ".join(token.text for token in words) in END
