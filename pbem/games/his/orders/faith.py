"""Orders of the religious struggle (18)."""

from __future__ import annotations

from typing import Any

from pbem.games.his.orders.book import action_grammar, grammar, topic_grammar
from pbem.language.grammar import (
    FOR,
    IN,
    THE,
    Parser,
    name,
    nothing,
    number,
    one_of,
    optional,
    phrase,
    seq,
    word,
)
from pbem.language.names import CARD, DEBATER, LANGUAGE, SPACE, Names
from pbem.language.pieces import AT_END, either, refuse
from pbem.language.written import written
from rules.core.questions import Choose, Decide
from rules.his.actions import ChooseAction
from rules.his.faith.actions import (
    BuildStPeters,
    BurnBooks,
    CallDebate,
    FoundUniversity,
    PublishTreatise,
    Translate,
)
from rules.his.faith.attempts import NO_ATTEMPT, AttemptTarget, open_targets
from rules.his.faith.scripture import FULL_BIBLE, NEW_TESTAMENT, steps_left
from rules.his.faith.st_peters import cp_until_finished
from rules.his.game import HisGame
from rules.his.sequence.theses_and_diet import DietCard

_WITH = word("with", "and", "using", "commit", "committing", "bonus", ",", "by", "and commit", "helped by")
_ZONE = optional(word("zone", "language zone", "speaking"))
ON = word("on", "for", "to", "towards", "in")
ZONES = ("german", "english", "french", "italian", "spanish")


def _debater(game: HisGame) -> Parser[str]:
    """`with bucer`, or nobody."""
    return optional(phrase(_WITH, THE, name(DEBATER, game.faith.debaters)).help("with <debater>"), "")


def _zone() -> Parser[str]:
    """`german`, `in the german zone`."""
    return phrase(IN, THE, name(LANGUAGE, usage="<zone>"), _ZONE)


def _in_a_zone(lead: Parser[Any], build: Any, game: HisGame) -> Parser[Any]:
    """An action in a language zone; without a zone, wherever it can be taken, if that is one zone only."""
    return one_of(
        seq(lead, _zone(), _debater(game)).to(build),
        seq(lead, _debater(game), AT_END)
        .to(lambda who: [build(zone, who) for zone in ZONES])
        .then(either)
        .help(""),
    )


def _said(debater: str, names: Names) -> str:
    return f" with {names.say(DEBATER, debater)}" if debater else ""


# ---- Attempts


@grammar("attempt")
def attempt(question: AttemptTarget, game: HisGame, names: Names) -> Parser[tuple[str, str]]:
    """`target magdeburg with bucer`, `magdeburg`; `no more` where attempts may be left out."""
    lead = optional(
        word("target", "try", "attempt", "attempt on", "convert", "reform", "choose", "space"),
    )
    space = name(SPACE, open_targets(game, question.grant))
    target = seq(lead, THE, space, _debater(game)).to(lambda where, who: (where, who))
    target = target.help("target <space> [with <debater>]")
    if not question.grant.optional:
        return target
    return one_of(target, word("no more", "none", "stop", "end", "decline", "no", "pass", value=NO_ATTEMPT))


@attempt.say
def _(question: AttemptTarget, answer: tuple[str, str], names: Names) -> str:
    space, debater = answer
    return f"target {names.say(SPACE, space)}{_said(debater, names)}" if space else "no more"


# ---- The Diet of Worms


@grammar("diet_card", written("lay {}"))
def diet_card(question: DietCard, game: HisGame, names: Names) -> Parser[int]:
    """`lay 12`, `12`."""
    hand = {str(card): None for card in game.hand(question.power)}
    lead = optional(word("lay", "play", "commit", "choose", "card", "use"))
    return phrase(lead, name(CARD, hand)).to(int)


# ---- Treatises and books


@action_grammar(PublishTreatise, written("treatise {zone}[ with {debater:debater}]"))
def treatise(question: ChooseAction, game: HisGame, names: Names) -> Parser[PublishTreatise]:
    """`treatise german with carlstadt`; England need not name its zone."""
    lead = word("treatise", "publish treatise", "publish a treatise", "publish")
    if question.power == "england":
        zone = one_of(_zone(), nothing("english"))
        return seq(lead, zone, _debater(game)).to(PublishTreatise)
    return _in_a_zone(lead, PublishTreatise, game)


@action_grammar(BurnBooks, written("burn books {zone}[ with {debater:debater}]"))
def burn_books(question: ChooseAction, game: HisGame, names: Names) -> Parser[BurnBooks]:
    """`burn books german with tetzel`."""
    return _in_a_zone(word("burn books", "burn", "books"), BurnBooks, game)


# ---- Scripture


@action_grammar(Translate, written("translate {language} {work} {steps}[ with {debater:debater}]"))
def translate(question: ChooseAction, game: HisGame, names: Names) -> Parser[Translate]:
    """`translate german new testament 3 with luther`; without a work, the one that is due."""
    work = one_of(
        word("new testament", "testament", "nt", value=NEW_TESTAMENT),
        word("full bible", "bible", "fb", "full", value=FULL_BIBLE),
        nothing(""),
    )
    steps = seq(FOR, number(1, question.cp), optional(word("cp", "steps", "step", "cps", "spaces"))).to(int)
    lead = word("translate", "translate scripture", "scripture", "translation")
    language = phrase(IN, THE, name(LANGUAGE))

    def build(where: str, what: str, count: int, who: str) -> Translate:
        return Translate(where, what or _work_due(game, where), count, who)

    spend = phrase(word("spend"), number(1, question.cp), optional(word("cp", "cps", "points")), ON)
    translating = optional(word("translating", "translation of", "the translation of", "translate"))
    return one_of(
        seq(lead, language, work, optional(steps, 1), _debater(game)).to(build),
        seq(lead, THE, work, language, optional(steps, 1), _debater(game))
        .to(lambda what, where, count, who: build(where, what, count, who))
        .help(""),
        seq(spend, translating, language, work, optional(word("translation")), _debater(game))
        .to(lambda count, where, what, who: build(where, what, count, who))
        .help(""),
        seq(lead, steps, language, work, _debater(game))
        .to(lambda count, where, what, who: build(where, what, count, who))
        .help(""),
        seq(lead, language, steps, work, _debater(game))
        .to(lambda where, count, what, who: build(where, what, count, who))
        .help(""),
    )


def _work_due(game: HisGame, language: str) -> str:
    known = language in game.data.tables.translation.languages
    return FULL_BIBLE if known and not steps_left(game, language, NEW_TESTAMENT) else NEW_TESTAMENT


# ---- Debates


@action_grammar(CallDebate, written("debate {zone}"))
def debate(question: ChooseAction, game: HisGame, names: Names) -> Parser[CallDebate]:
    """`debate german`, `call a debate in the german zone`."""
    lead = word(
        "debate", "call debate", "call a debate", "call theological debate", "theological debate", "call"
    )
    return one_of(
        seq(lead, _zone()).to(CallDebate),
        seq(lead, AT_END).to(lambda: [CallDebate(zone) for zone in ZONES]).then(either).help(""),
        refuse(
            seq(lead, optional(_zone()), word("with", "against", "using", "between", "vs")), "debate.drawn"
        ),
    )


@topic_grammar("debate_pool")
def debate_pool(question: Choose, game: HisGame, names: Names) -> Parser[str]:
    """`attack the committed debaters`."""
    lead = word("attack", "debate", "target", "draw")
    pool = one_of(
        word("committed", value="committed"),
        word("uncommitted", "not committed", "fresh", value="uncommitted"),
    )
    return phrase(lead, THE, pool, optional(word("debaters", "debater", "pool", "ones"))).help(
        "attack <pool>"
    )


@topic_grammar("bullinger")
def bullinger(question: Decide, game: HisGame, names: Names) -> Parser[bool]:
    """`bullinger`, `insert bullinger`."""
    lead = optional(word("insert", "use", "commit", "send"))
    return phrase(lead, word("bullinger", value=True))


# ---- St. Peter's, universities


@action_grammar(BuildStPeters, written("st peters {cp}"))
def st_peters(question: ChooseAction, game: HisGame, names: Names) -> Parser[BuildStPeters]:
    """`st peters 3`; without a number, the one point that is left."""
    lead = word(
        "st peters", "build st peters", "saint peters", "build saint peters", "basilica",
        "build basilica", "construct st peters",
    )  # fmt: skip
    amount = phrase(FOR, number(1, question.cp), optional(word("cp", "cps", "points")))
    # Without a number, all that is left might be meant, or one: nobody's points are spent on a guess.
    wanted = [BuildStPeters(cp) for cp in range(1, max(1, min(question.cp, cp_until_finished(game))) + 1)]
    spend = phrase(word("spend", "add", "give"), number(1, question.cp), optional(word("cp", "cps")), ON)
    basilica = optional(word("basilica", "cathedral"))
    return one_of(
        seq(lead, basilica, amount).to(BuildStPeters).help("st peters <number>"),
        seq(lead, basilica, AT_END).to(lambda: wanted).then(either).help(""),
        seq(spend, THE, lead, basilica).to(BuildStPeters).help(""),
    )


@action_grammar(FoundUniversity, written("university {space:space}[ with {debater:debater}]"))
def university(question: ChooseAction, game: HisGame, names: Names) -> Parser[FoundUniversity]:
    """`university trier with loyola`."""
    lead = word(
        "university", "found university", "found a university", "found jesuit university",
        "found a jesuit university", "jesuit university", "found",
    )  # fmt: skip
    return seq(lead, IN, name(SPACE), _debater(game)).to(FoundUniversity)
