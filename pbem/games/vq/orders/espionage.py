"""Orders of espionage: intelligence, informants, Jesuits, plots (19)."""

from __future__ import annotations

from typing import Any

from pbem.games.vq.orders.book import action_grammar
from pbem.games.vq.orders.faith import CP
from pbem.language.grammar import IN, THE, Parser, name, one_of, optional, phrase, seq, word
from pbem.language.names import LEADER, MAJOR, SPACE, Names
from pbem.language.written import written
from rules.core.actions import ChooseAction
from rules.vq.dynasty.rulers import ELIZABETH
from rules.vq.espionage.actions import (
    Assassinate,
    GatherIntelligence,
    InsertInformant,
    RaiseEnglishCatholics,
    SendJesuit,
)

_ON = optional(word("on", "against", "at", "in", "to", "with", "from"))


@action_grammar(GatherIntelligence, written("spy on {target:major}"))
def gather_intelligence(question: ChooseAction, game: Any, names: Names) -> Parser[GatherIntelligence]:
    """`spy on spain`."""
    lead = word("spy", "gather intelligence", "intelligence", "espionage", "gather")
    return seq(lead, _ON, THE, name(MAJOR)).to(GatherIntelligence).help("spy on <power>")


@action_grammar(InsertInformant, written("informant in {target:major}[ from {moved_from:major}]"))
def insert_informant(question: ChooseAction, game: Any, names: Names) -> Parser[InsertInformant]:
    """`informant in spain`, `informant in spain from france`."""
    lead = word("informant", "insert informant", "insert an informant", "place informant", "send informant")
    moved = optional(phrase(word("from", "moved from"), THE, name(MAJOR)), "")
    order = seq(lead, IN, THE, name(MAJOR), moved).to(InsertInformant)
    return order.help("informant in <power> [from <power>]")


@action_grammar(SendJesuit, written("jesuit to {space:space}"))
def send_jesuit(question: ChooseAction, game: Any, names: Names) -> Parser[SendJesuit]:
    """`jesuit to york`."""
    lead = word("jesuit", "send jesuit", "send a jesuit", "place jesuit")
    return seq(lead, IN, THE, name(SPACE)).to(SendJesuit).help("jesuit to <space>")


@action_grammar(Assassinate)
def assassinate(question: ChooseAction, game: Any, names: Names) -> Parser[Assassinate]:
    """`assassinate william of orange for 4`, `assassinate elizabeth for 3`."""
    lead = word("assassinate", "assassination of", "assassination", "kill", "plot against", "murder")
    queen = word("elizabeth", "elizabeth i", "the queen", "queen elizabeth", value=ELIZABETH)
    order = seq(lead, one_of(queen, name(LEADER)), CP).to(Assassinate)
    return order.help("assassinate <leader or Elizabeth> for <CP>")


@assassinate.say
def _(question: ChooseAction, answer: Assassinate, names: Names) -> str:
    victim = "Elizabeth" if answer.victim == ELIZABETH else names.say(LEADER, answer.victim)
    return f"assassinate {victim} for {answer.cp}"


@action_grammar(RaiseEnglishCatholics, written("english catholic rebellion for {cp}"))
def english_rebellion(question: ChooseAction, game: Any, names: Names) -> Parser[RaiseEnglishCatholics]:
    """`english catholic rebellion for 4`."""
    lead = word(
        "english catholic rebellion", "raise english catholics", "catholic rebellion", "english rebellion"
    )
    return seq(lead, CP).to(RaiseEnglishCatholics).help("english catholic rebellion for <CP>")
