"""Orders that combat, response and military cards ask for."""

from __future__ import annotations

from typing import Any

from pbem.games.his.orders.book import action_grammar, grammar, topic_grammar
from pbem.language.forces import Wish
from pbem.language.grammar import (
    COMMA,
    FOR,
    FROM,
    IN,
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
from pbem.language.names import NATION, SPACE, Names
from pbem.language.written import written
from pbem.war.orders.land import army, resolve
from rules.core.questions import Choose
from rules.his.actions import ChooseAction
from rules.his.cards.cities import AssaultFormation
from rules.his.cards.mercenaries import Disbanded, DisbandMercenaries, stacks_of_mercenaries
from rules.his.cards.response import MINUS, PLUS
from rules.his.cards.roxelana import CallSuleimanHome, FreeAssault
from rules.war.forces import Formation
from rules.war.ids import Nation, SpaceId

_EVERYBODY = nothing(Wish(everything=True))
_MERCENARIES = optional(word("mercenaries", "mercenary", "mercs", "merc", "m"))


# ---- Mercenaries


@grammar("disband_mercenaries")
def disband_mercenaries(question: DisbandMercenaries, game: Any, names: Names) -> Parser[Disbanded]:
    """`1 from milan, 1 from paris`; `2 hapsburg mercenaries from vienna`."""
    stacks = stacks_of_mercenaries(game)

    def build(count: int, nation: Nation | None, space: SpaceId) -> tuple[SpaceId, Nation, int]:
        owners = [whose for where, whose in stacks if where == space]
        if nation is None and len(owners) > 1:
            raise Reject("mercenaries.whose")
        return space, nation or (owners[0] if owners else question.power), count

    lead = optional(word("eliminate", "remove", "kill", "disband"))
    part = seq(
        number(1, question.count), optional(name(NATION), None), _MERCENARIES, FROM, IN, THE, name(SPACE)
    )
    return phrase(lead, many(part.to(build), optional(COMMA))).help("<number> [<power>] from <space>, ...")


@disband_mercenaries.say
def _(question: DisbandMercenaries, answer: Disbanded, names: Names) -> str:
    return ", ".join(
        f"{count} {names.say(NATION, nation)} from {names.say(SPACE, space)}"
        for space, nation, count in answer
    )


# ---- Assaults


@grammar("assault_formation", written("assault with {:force}"))
def assault_formation(question: AssaultFormation, game: Any, names: Names) -> Parser[Formation]:
    """`assault with suleiman, 8 regulars`, `assault with all`."""

    def build(wish: Wish) -> Formation:
        return resolve(wish, game, question.power, question.space)

    lead = optional(word("assault", "storm", "attack"))
    return phrase(lead, FOR, army(game, question.power)).to(build).help("assault with <leaders, units>")


@action_grammar(FreeAssault, written("free assault {space:space} with {formation:force}"))
def free_assault(question: ChooseAction, game: Any, names: Names) -> Parser[FreeAssault]:
    """`free assault vienna with suleiman, 8 regulars`, `free assault vienna` with everybody."""

    def build(space: SpaceId, wish: Wish) -> FreeAssault:
        return FreeAssault(space, resolve(wish, game, question.power, space))

    force = one_of(phrase(FOR, army(game, question.power)), _EVERYBODY)
    lead = word("free assault", "assault free", "storm free", "free storm")
    order = seq(lead, IN, THE, name(SPACE), force).to(build)
    return order.help("free assault <space> with <leaders, units>")


@action_grammar(CallSuleimanHome, written("call suleiman home"))
def call_suleiman_home(question: ChooseAction, game: Any, names: Names) -> Parser[CallSuleimanHome]:
    """`call suleiman home`."""
    order = word(
        "call suleiman home", "send suleiman home", "suleiman home", "suleiman to istanbul", value=True
    )
    return order.to(lambda _: CallSuleimanHome()).help("call suleiman home")


# ---- Dice


@topic_grammar("rowers_shift")
def rowers_shift(question: Choose, game: Any, names: Names) -> Parser[str]:
    """`plus 2`, `+2`, `up`; `minus 2`, `down`."""
    return one_of(
        word("plus", "up", "add", "+2", "+ 2", "+", value=PLUS),
        word("minus", "down", "subtract", "minus two", value=MINUS),
    )
