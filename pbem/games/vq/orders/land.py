"""Orders for control and unrest (12), an assault by Siege Technique, the Spanish Road, armies sent abroad."""

from __future__ import annotations

from typing import Any

from pbem.games.vq.orders.book import action_grammar, grammar
from pbem.language.forces import Wish, leader
from pbem.language.grammar import (
    COMMA,
    FOR,
    FROM,
    IN,
    THE,
    Parser,
    name,
    nothing,
    one_of,
    optional,
    phrase,
    seq,
    word,
)
from pbem.language.names import LEADER, SPACE, Names
from pbem.language.written import written
from pbem.war.orders.construction import CALM, TAKE, contingents, say_contingents
from pbem.war.orders.land import army, resolve, resolve_part
from rules.core.actions import ChooseAction
from rules.vq.cards.home import TakeTheRoad
from rules.vq.war.foreign_wars import ArmyAbroad, Contingent, SendArmyAbroad
from rules.vq.war.land_actions import CalmSpace, StormWithTechnique, TakeControl
from rules.war.forces import Formation
from rules.war.ids import SpaceId

_EVERYBODY = nothing(Wish(everything=True))


# ---- Control and unrest (12)


@action_grammar(TakeControl, written("control {space:space}"))
def take_control(question: ChooseAction, game: Any, names: Names) -> Parser[TakeControl]:
    """`control agram`."""
    return seq(TAKE, THE, name(SPACE)).to(TakeControl).help("control <space>")


@action_grammar(CalmSpace, written("remove unrest in {space:space}"))
def calm(question: ChooseAction, game: Any, names: Names) -> Parser[CalmSpace]:
    """`remove unrest in ghent`."""
    return seq(CALM, IN, FROM, THE, name(SPACE)).to(CalmSpace).help("remove unrest in <space>")


# ---- Siege Technique (#30, 16.7)


@action_grammar(
    StormWithTechnique, written("assault {space:space} by siege technique with {formation:force}")
)
def storm(question: ChooseAction, game: Any, names: Names) -> Parser[StormWithTechnique]:
    """`assault antwerp by siege technique with alva, 6 regulars`: the card comes with the order."""

    def build(space: SpaceId, wish: Wish) -> StormWithTechnique:
        return StormWithTechnique(space, resolve(wish, game, question.power, space))

    lead = word("assault", "storm", "attack")
    card = word("by siege technique", "with siege technique", "by card 30", "with card 30", "by 30")
    force = one_of(phrase(FOR, army(game, question.power)), _EVERYBODY)
    order = seq(lead, THE, name(SPACE), card, force).to(build)
    return order.help("assault <space> by siege technique with <leaders, units>")


# ---- The Spanish Road (#3)


@grammar("road_formation", written("send {:force}"))
def road_formation(question: TakeTheRoad, game: Any, names: Names) -> Parser[Formation]:
    """`send alva, 8 regulars`, `send all`."""

    def build(wish: Wish) -> Formation:
        return resolve_part(wish, game, question.power, question.space, question.army)

    lead = optional(word("send", "move", "march", "take"))
    return phrase(lead, FOR, army(game, question.power)).to(build).help("send <leaders, units>")


# ---- Foreign wars (23.7)


@grammar("army_abroad")
def army_abroad(question: SendArmyAbroad, game: Any, names: Names) -> Parser[ArmyAbroad]:
    """`send 2 cavalry from istanbul, 1 regular from edirne, lala mustafa`."""

    def build(parts: tuple[tuple[Contingent, ...], ...], general: str) -> ArmyAbroad:
        return ArmyAbroad(tuple(one for some in parts for one in some), general)

    parts = contingents(question.power, game, Contingent)
    general = optional(phrase(optional(COMMA), FOR, leader()), "")
    return (
        seq(optional(word("send")), parts, general)
        .to(build)
        .help("send <units> from <space>, ... [<leader>]")
    )


@army_abroad.say
def _(question: SendArmyAbroad, answer: ArmyAbroad, names: Names) -> str:
    parts = say_contingents(question.power, answer.units, names)
    parts += [names.say(LEADER, answer.leader)] if answer.leader else []
    return f"send {', '.join(parts)}"
