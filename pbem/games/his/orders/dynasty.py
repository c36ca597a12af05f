"""Orders for marriages, chateaux, the New World and the other matters of single powers (20, 21)."""

from __future__ import annotations

from typing import Any

from pbem.games.his.orders.book import action_grammar, topic_grammar
from pbem.language.grammar import THE, Parser, name, one_of, optional, phrase, seq, word
from pbem.language.names import CARD, Names
from pbem.language.pieces import refuse
from pbem.language.written import written
from rules.core.questions import Choose, Decide
from rules.his.actions import ChooseAction
from rules.his.new_world.actions import Colonize, Conquer, Explore

# ---- Actions of the New World (20)

_WITH = word("with", "under", "using", "by", ":")

_WORLD = optional(
    seq(optional(word("in", "to", "of")), THE, word("new world", "america", "americas", "atlantic"))
)


@action_grammar(Explore, written("explore"))
def explore(question: ChooseAction, game: Any, names: Names) -> Parser[Explore]:
    """`explore`."""
    verbs = word(
        "explore", "exploration", "voyage of exploration", "send an explorer", "send explorer",
        "launch exploration", "launch an exploration", "launch a voyage of exploration",
    )  # fmt: skip
    return one_of(
        seq(verbs, _WORLD).to(lambda *_: Explore()).help("explore"),
        refuse(seq(verbs, _WORLD, _WITH), "voyage.drawn", order="explore"),
    )


@action_grammar(Colonize, written("colonize"))
def colonize(question: ChooseAction, game: Any, names: Names) -> Parser[Colonize]:
    """`colonize`."""
    verbs = word(
        "colonize",
        "colonise",
        "colony",
        "found a colony",
        "found colony",
        "send colonists",
        "build a colony",
        "build colony",
    )
    return seq(verbs, _WORLD).to(lambda *_: Colonize()).help("colonize")


@action_grammar(Conquer, written("conquer"))
def conquer(question: ChooseAction, game: Any, names: Names) -> Parser[Conquer]:
    """`conquer`."""
    verbs = word(
        "conquer", "conquest", "voyage of conquest", "send a conquistador", "send conquistador",
        "launch conquest", "launch a conquest", "launch a voyage of conquest",
    )  # fmt: skip
    return one_of(
        seq(verbs, _WORLD).to(lambda *_: Conquer()).help("conquer"),
        refuse(seq(verbs, _WORLD, _WITH), "voyage.drawn", order="conquer"),
    )


# ---- Topics with words of their own


@topic_grammar("deep_discovery")
def deep_discovery(question: Choose, game: Any, names: Names) -> Parser[str]:
    """`circumnavigate`, `amazon river`, `st. lawrence river`, `mississippi river`."""
    lead = optional(word("claim", "discover", "take"))
    st_lawrence = word(
        "st lawrence river", "st lawrence", "saint lawrence", "saint lawrence river", value="st_lawrence"
    )
    return one_of(
        word("circumnavigate", "circumnavigation", "around the world", "strait", value="pacific_strait"),
        phrase(lead, THE, word("amazon river", "amazon", value="amazon")),
        phrase(lead, THE, st_lawrence),
        phrase(lead, THE, word("mississippi river", "mississippi", value="mississippi")),
        phrase(lead, THE, word("great lakes", value="great_lakes")),
    )


@topic_grammar("marry_again")
def marry_again(question: Decide, game: Any, names: Names) -> Parser[bool]:
    """`marry`, `advance the marital status`; `do not marry`."""
    return one_of(
        word("marry", "marry again", "advance", "advance marital status", "roll", value=True),
        word("do not marry", "stay married", "no marriage", value=False),
    )


@topic_grammar("show_card")
def show_card(question: Choose, game: Any, names: Names) -> Parser[str]:
    """`show 92`; `pass`."""
    return one_of(
        phrase(word("show", "reveal"), THE, name(CARD, question.options, usage="<card>")),
        word("pass", "i pass", value="pass"),
    )


@topic_grammar("excommunication_debate")
def excommunication_debate(question: Decide, game: Any, names: Names) -> Parser[bool]:
    """`debate`, `no debate`."""
    return one_of(word("debate", "call a debate", "call debate", value=True), word("no debate", value=False))


@topic_grammar("journey_with_alva")
def journey_with_alva(question: Decide, game: Any, names: Names) -> Parser[bool]:
    """`alva comes along`, `alva stays`."""
    return one_of(
        word("with alva", "alva comes", "alva comes along", "alva too", "take alva", value=True),
        word("without alva", "alva stays", "alone", value=False),
    )
