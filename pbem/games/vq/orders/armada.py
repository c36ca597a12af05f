"""Orders for the Spanish Armada and for Don John (10, 23.2)."""

from __future__ import annotations

from typing import Any

from pbem.games.vq.orders.book import action_grammar
from pbem.language.forces import Wish, formation, unit_kind, unit_word
from pbem.language.grammar import (
    FOR,
    FROM,
    IN,
    THE,
    Parser,
    name,
    number,
    one_of,
    optional,
    phrase,
    seq,
    word,
)
from pbem.language.names import LEADER, SPACE, UNIT_WORDS, Names
from pbem.language.written import written
from pbem.war.orders.land import army, resolve
from rules.core.actions import ChooseAction
from rules.vq.game import DON_JOHN, VqGame
from rules.vq.powers import SPAIN
from rules.vq.war.armada import (
    KINDS,
    BoardArmadaAtSea,
    EmbarkLeader,
    EmbarkTroops,
    LandFromArmada,
    RaiseMercenaryAboard,
    RaiseRegularAboard,
    StrengthenArmada,
    SwitchDonJohn,
    troops_aboard,
)
from rules.war.displacement import army_leaders
from rules.war.forces import Formation
from rules.war.ids import LeaderId, SpaceId

_ARMADA = word("armada", "the armada")
_ABOARD = seq(
    optional(word("on", "onto", "aboard", "for", "in", "to")), optional(word("aboard", "on board")), _ARMADA
)


@action_grammar(StrengthenArmada, written("strengthen armada"))
def strengthen(question: ChooseAction, game: Any, names: Names) -> Parser[StrengthenArmada]:
    """`strengthen armada`."""
    lead = word("strengthen", "upgrade", "build", "reinforce")
    return seq(lead, _ARMADA).to(lambda *_: StrengthenArmada()).help("strengthen armada")


def _raised(action: Any) -> Parser[Any]:
    unit = word(action.unit, *UNIT_WORDS[action.unit])
    lead = seq(word("build", "raise", "recruit", "hire", "buy"), optional(word("a", "an", "one", "1")))
    return (
        seq(lead, unit, _ABOARD).to(lambda *_: action()).help(f"build {unit_word(action.unit, 1)} on armada")
    )


@action_grammar(RaiseRegularAboard, written("build {unit:unit} on armada"))
def raise_regular(question: ChooseAction, game: Any, names: Names) -> Parser[RaiseRegularAboard]:
    """`build regular on armada`."""
    return _raised(RaiseRegularAboard)


@action_grammar(RaiseMercenaryAboard, written("build {unit:unit} on armada"))
def raise_mercenary(question: ChooseAction, game: Any, names: Names) -> Parser[RaiseMercenaryAboard]:
    """`build mercenary on armada`."""
    return _raised(RaiseMercenaryAboard)


# ---- In port, without CP

_EMBARK, _DISEMBARK = word("embark", "load", "board"), word("disembark", "unload", "ashore", "debark")


@action_grammar(EmbarkTroops)
def embark(question: ChooseAction, game: Any, names: Names) -> Parser[EmbarkTroops]:
    """`embark 2 regulars`, `disembark 1 mercenary`."""
    some = seq(number(1), unit_kind(KINDS), optional(_ABOARD, None), optional(word("from armada")))
    return one_of(
        phrase(_EMBARK, some)
        .to(lambda troops: EmbarkTroops(troops[1], troops[0]))
        .help("embark <number> regulars|mercenaries"),
        phrase(_DISEMBARK, some)
        .to(lambda troops: EmbarkTroops(troops[1], -troops[0]))
        .help("disembark <number> regulars|mercenaries"),
    )


@embark.say
def _(question: ChooseAction, answer: EmbarkTroops, names: Names) -> str:
    verb = "embark" if answer.count > 0 else "disembark"
    return f"{verb} {abs(answer.count)} {unit_word(answer.unit, abs(answer.count))}"


@action_grammar(EmbarkLeader, written("embark {leader:leader}"))
def embark_leader(question: ChooseAction, game: Any, names: Names) -> Parser[EmbarkLeader]:
    """`embark parma`; once more, and he goes ashore."""
    lead = one_of(_EMBARK, _DISEMBARK)
    return seq(lead, name(LEADER, _near_armada(game))).to(EmbarkLeader).help("embark <leader>")


def _near_armada(game: VqGame) -> list[LeaderId]:
    place = game.armada_at()
    ashore = army_leaders(game, place, SPAIN) if place is not None and place in game.spaces else []
    return [*game.lasting.aboard.leaders, *ashore]


# ---- At sea


@action_grammar(LandFromArmada, written("land {formation:force} in {to:space}"))
def land(question: ChooseAction, game: Any, names: Names) -> Parser[LandFromArmada]:
    """`land parma, 6 regulars in dover`, `land all in dover`."""

    def build(wish: Wish, to: SpaceId) -> LandFromArmada:
        whole = troops_aboard(game)
        if wish.everything:
            return LandFromArmada(to, Formation(*wish.of_everything(whole.leaders, whole.units, SPAIN)))
        units = tuple((SPAIN, unit.kind or KINDS[0], unit.count or 0) for unit in wish.units)
        return LandFromArmada(to, Formation(wish.leaders, units))

    force = formation(game.lasting.aboard.leaders, KINDS)
    lead = word("land", "disembark", "put ashore")
    return seq(lead, force, IN, THE, name(SPACE)).to(build).help("land <leaders, units> in <port>")


@action_grammar(BoardArmadaAtSea, written("embark {formation:force} from {port:space}"))
def board_at_sea(question: ChooseAction, game: Any, names: Names) -> Parser[BoardArmadaAtSea]:
    """`embark parma, 4 regulars from dunkirk`: the Armada lies off the port."""

    def build(wish: Wish, port: SpaceId) -> BoardArmadaAtSea:
        return BoardArmadaAtSea(port, resolve(wish, game, question.power, port))

    force = army(game, question.power)
    return (
        seq(_EMBARK, force, FROM, FOR, THE, name(SPACE)).to(build).help("embark <leaders, units> from <port>")
    )


@action_grammar(SwitchDonJohn, written("switch Don John"))
def switch_don_john(question: ChooseAction, game: Any, names: Names) -> Parser[SwitchDonJohn]:
    """`switch don john`: from army to fleet, or back."""
    lead = word("switch", "turn", "flip", "change")
    who = one_of(word("juan", "don juan"), name(LEADER, [DON_JOHN]))
    return seq(lead, who).to(lambda *_: SwitchDonJohn()).help("switch Don John")
