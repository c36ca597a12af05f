"""Orders of the court: influence on other powers, and patronage (22, 24.5)."""

from __future__ import annotations

from typing import Any

from pbem.games.vq.orders.book import action_grammar
from pbem.games.vq.orders.faith import CP
from pbem.language.grammar import IN, THE, Parser, name, optional, seq, word
from pbem.language.names import POWER, Names
from pbem.language.written import written
from rules.core.actions import ChooseAction
from rules.vq.diplomacy.actions import BuyInfluence
from rules.vq.dynasty.patronage import SponsorArtist, SponsorScientist


@action_grammar(BuyInfluence, written("influence {minor:power}"))
def buy_influence(question: ChooseAction, game: Any, names: Names) -> Parser[BuyInfluence]:
    """`influence scotland`, `buy influence in scotland`."""
    lead = word("influence", "buy influence", "gain influence")
    among = tuple(game.data.influence)
    return seq(lead, IN, THE, name(POWER, among)).to(BuyInfluence).help("influence <power>")


_LEAD = seq(word("sponsor", "patronize", "patronage of"), optional(word("a", "an")))


@action_grammar(SponsorArtist, written("sponsor artist for {cp}"))
def sponsor_artist(question: ChooseAction, game: Any, names: Names) -> Parser[SponsorArtist]:
    """`sponsor artist for 3`: who it is, the lot decides."""
    return (
        seq(_LEAD, word("artist"), CP)
        .to(lambda *parts: SponsorArtist(parts[-1]))
        .help("sponsor artist for <CP>")
    )


@action_grammar(SponsorScientist, written("sponsor scientist for {cp}"))
def sponsor_scientist(question: ChooseAction, game: Any, names: Names) -> Parser[SponsorScientist]:
    """`sponsor scientist for 3`: who it is, the lot decides."""
    lead = word("scientist", "scholar")
    return (
        seq(_LEAD, lead, CP).to(lambda *parts: SponsorScientist(parts[-1])).help("sponsor scientist for <CP>")
    )
