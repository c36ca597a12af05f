"""The questions that are only a list of choices: the bare name is an answer."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from pbem.language.grammar import (
    COMMA,
    THE,
    Parser,
    Reject,
    many,
    name,
    nothing,
    number,
    one_of,
    optional,
    phrase,
    seq,
    word,
)
from pbem.language.names import (
    CARD,
    CONQUISTADOR,
    DEBATER,
    EXPLORER,
    FAITH,
    LANGUAGE,
    LEADER,
    MAJOR,
    MINOR,
    NATION,
    OPTION,
    PLACE,
    POWER,
    REFORMER,
    RULER,
    SEA,
    SPACE,
    UNIT,
    Names,
)
from pbem.language.registry import Grammars
from rules.core.cards import CardPlay
from rules.core.questions import Choose, ChooseNumber, ChooseSome, Decide
from rules.core.windows import Respond

CHOICES = Grammars()
"""The grammars of these questions, for every title."""

ABOUT = {
    "space": SPACE, "port": SPACE, "key": SPACE, "electorate": SPACE, "city": SPACE,
    "sea": SEA, "zone": SEA, "sea_zone": SEA, "place": PLACE,
    "power": POWER, "major": MAJOR, "minor": MINOR, "nation": NATION,
    "leader": LEADER, "debater": DEBATER, "reformer": REFORMER, "ruler": RULER,
    "explorer": EXPLORER, "conquistador": CONQUISTADOR, "card": CARD,
    "language": LANGUAGE, "religion": FAITH, "faith": FAITH, "unit": UNIT, "units": UNIT,
}  # fmt: skip
"""What a question is about -> the table of names; everything else is called by the words of its id."""

NONE_OPTIONS = ("none", "decline", "no", "pass", "nobody", "nothing", "nowhere")
DECLINE = ("no", "none", "decline", "pass", "nothing", "nobody", "skip", "no thanks", "no thank you")
_LEAD = optional(
    word(
        "choose", "target", "take", "pick", "select", "name", "use", "place", "in", "at", "to", "discard",
        "give", "remove", "play", "flip", "convert", "return to", "go to", "attack",
    )
)  # fmt: skip


_IT = optional(word("it", "it as", "it for", "as", "the card", "card", "the card as"))


def kind_of(about: str, names: Names) -> str:
    """The table of what a question is about; a title may have tables of its own."""
    return ABOUT.get(about) or (about if about in names.tables else OPTION)


def held_card(game: Any, power: str) -> Parser[int]:
    """A card, best one in the power's hand: by number, by title, or both: `31`, `#31 Foul Weather`."""
    hand = {str(card): None for card in game.hand(power)}

    def both(card: str, title: str | None) -> int:
        if title not in (None, card):
            raise Reject("card.another", number=card, other_number=title)
        return int(card)

    return seq(name(CARD, hand), optional(name(CARD, hand))).to(both).help("<card>")


def _declining(options: tuple[str, ...]) -> list[str]:
    return [option for option in options if option in NONE_OPTIONS]


@CHOICES.kind("choose")
def choose(question: Choose, game: Any, names: Names) -> Parser[str]:
    """`vienna`, `choose vienna`; where declining is a choice, `no`, `pass` or `decline`."""
    kind = kind_of(question.about, names)
    thing = name(kind, question.options, usage=f"<{question.about.replace('_', ' ')}>")
    named = phrase(_LEAD, _IT, THE, thing) if kind == OPTION else phrase(_LEAD, THE, thing)
    if declining := _declining(question.options):
        return one_of(word(*dict.fromkeys((declining[0], *DECLINE)), value=declining[0]), named)
    return named


@choose.say
def _(question: Choose, answer: str, names: Names) -> str:
    said = names.say(kind_of(question.about, names), answer)
    # The bare name of a power in its own letter would be read as its signature.
    return f"choose {said}" if answer == question.power else said


@CHOICES.kind("choose_some")
def choose_some(question: ChooseSome, game: Any, names: Names) -> Parser[tuple[str, ...]]:
    """`vienna, graz and linz`; `none` where nothing need be chosen, `all` where all may be."""
    kind = kind_of(question.about, names)
    thing = name(kind, question.options, usage=f"<{question.about.replace('_', ' ')}>")
    forms: list[Parser[Any]] = [phrase(_LEAD, many(phrase(THE, thing), optional(COMMA)))]
    if question.least == 0 and not _declining(question.options):
        forms.insert(0, word(*DECLINE, value=()))
    if question.most >= len(question.options):
        forms.insert(0, word("all", "everything", value=question.options))
    return one_of(*forms)


@choose_some.say
def _(question: ChooseSome, answer: tuple[str, ...], names: Names) -> str:
    return ", ".join(names.say(kind_of(question.about, names), item) for item in answer) or "none"


@CHOICES.kind("decide")
def decide(question: Decide, game: Any, names: Names) -> Parser[bool]:
    """`yes` or `no`."""
    yes = word(
        "yes", "y", "ok", "okay", "accept", "agree", "do it", "sure", "true", "yes do it", "yes do", "yep",
        "yeah", "go ahead", "of course", "with pleasure",
        value=True,
    )  # fmt: skip
    no = word(
        "no", "n", "decline", "pass", "refuse", "reject", "not", "false", "none", "no thanks", "no thank you",
        "nope", "skip", "do not", "dont", "rather not",
        value=False,
    )  # fmt: skip
    return one_of(yes, no)


@decide.say
def _(question: Decide, answer: bool, names: Names) -> str:
    return "yes" if answer else "no"


@CHOICES.kind("number")
def choose_number(question: ChooseNumber, game: Any, names: Names) -> Parser[int]:
    """`3`, `spend 3`, `3 cp`; `none` and `all` for the ends."""
    lead = optional(word("spend", "take", "roll", "choose", "use", "pay", "keep", "draw", "give", "commit"))
    unit = optional(word("cp", "dice", "die", "cards", "card", "units", "unit", "vp", "points", "more"))
    forms = [phrase(lead, number(question.least, question.most), unit)]
    forms.append(phrase(lead, word("all", "most", "max", "maximum", value=question.most), unit))
    if question.least == 0:
        forms.append(word(*DECLINE, value=0))
    return one_of(*forms)


@choose_number.say
def _(question: ChooseNumber, answer: int, names: Names) -> str:
    return str(answer)


# ---- Responses


@CHOICES.kind("respond")
def respond(question: Respond, game: Any, names: Names) -> Parser[tuple[CardPlay, ...]]:
    """`play 31`, `31 and 24`, `play 1 as battle dice`; `pass`."""
    uses: dict[int, list[str]] = {}
    for use in game.registry.by_window.get(question.window, ()):
        uses.setdefault(use.card, []).append(use.use)
    lead = optional(word("play", "respond", "respond with", "response", "use", "answer"))
    held = held_card(game, question.power)
    card = held.then(lambda n: with_use(n, uses.get(n, [OTHER_USE]), CardPlay))
    plays = phrase(lead, many(card.help("<card>"), optional(COMMA)))
    return one_of(word("pass", *DECLINE, "no response", "no card", "no cards", value=()), plays)


OTHER_USE = "event"
"""What a card that has no use here is read as, for the rules to refuse."""


def with_use(
    card: int, uses: list[str], build: Callable[[int, str], Any], others: Iterable[str] = ()
) -> Parser[Any]:
    """A use of a card: named by its words, or left out, which may mean any of `uses`.

    `others` may be named too, for the rules to refuse.
    """
    named = name(OPTION, (*uses, *others), usage="<use>").to(lambda use: build(card, use))
    return one_of(
        phrase(optional(word("as", "for")), THE, named),
        *(nothing(build(card, use)) for use in uses),
    )


@respond.say
def _(question: Respond, answer: tuple[CardPlay, ...], names: Names) -> str:
    if not answer:
        return "pass"
    return "play " + ", ".join(f"{play.card} as {play.use.replace('_', ' ')}" for play in answer)
