"""Orders at sea and overseas: the Naval Move, expeditions, piracy (16, 17.4)."""

from __future__ import annotations

from typing import Any

from pbem.games.vq.orders.book import action_grammar
from pbem.games.vq.orders.kinds import CAPTAIN, OCEAN
from pbem.language.grammar import (
    ARROW,
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
from pbem.language.names import POWER, Names
from pbem.language.written import written
from pbem.war.orders.naval import AGAINST, PIRACY, naval_orders, piracy_orders, say_routes, ships_and_admirals
from rules.core.actions import ChooseAction
from rules.vq.new_world.captains import captains_of
from rules.vq.powers import PORTUGAL, SPAIN
from rules.vq.war.naval_actions import (
    CaptainMove,
    OutfitExpedition,
    PatrolMove,
    PirateAtSea,
    PirateOverseas,
    SailEverywhere,
    ashore,
)
from rules.war.displacement import ships_at
from rules.war.naval_movement import Convoy

_TO = word("to", ">", "into", "towards")


# ---- The Naval Move (16.1)


@action_grammar(SailEverywhere)
def sail(question: ChooseAction, game: Any, names: Names) -> Parser[SailEverywhere]:
    """`naval move 2 galleons: plymouth > english channel; drake > antilles`.

    Captains and patrols sail from where they are: `sail 2 patrols from antilles to spanish main`.
    """
    own = [*captains_of(game, question.power), *ashore(game, question.power)]
    whence = optional(phrase(FROM, THE, name(OCEAN)))
    # A captain is where he is: from where he sails may be said, and adds nothing.
    captain = (
        seq(name(CAPTAIN, own), one_of(seq(whence, ARROW), _TO), THE, name(OCEAN))
        .to(lambda who, *rest: [CaptainMove(who, rest[-1])])
        .help("<captain>: <ocean zone>")
    )
    patrols = word("patrols", "patrol")
    patrol = (
        seq(number(1), patrols, FROM, THE, name(OCEAN), ARROW, THE, name(OCEAN))
        .to(lambda count, origin, to: [PatrolMove(origin, count, to)])
        .help("<number> patrols: <ocean zone> > <ocean zone>")
    )

    def build(parts: tuple[Any, ...]) -> SailEverywhere:
        ships, leaders = ships_and_admirals(part for part in parts if isinstance(part, Convoy))
        captains = tuple(part for part in parts if isinstance(part, CaptainMove))
        return SailEverywhere(
            ships, leaders, captains, tuple(part for part in parts if isinstance(part, PatrolMove))
        )

    return naval_orders(question, game, build, captain, patrol)


@sail.say
def _(question: ChooseAction, answer: SailEverywhere, names: Names) -> str:
    routes = say_routes(answer.orders, question.power, names)
    routes += [
        f"{names.say(CAPTAIN, move.captain)} > {names.say(OCEAN, move.to)}" for move in answer.captains
    ]
    routes += [
        f"{move.count} patrols: {names.say(OCEAN, move.origin)} > {names.say(OCEAN, move.to)}"
        for move in answer.patrols
    ]
    return f"naval move {'; '.join(routes)}".strip()


# ---- Expeditions (17.4)


@action_grammar(OutfitExpedition)
def outfit(question: ChooseAction, game: Any, names: Names) -> Parser[OutfitExpedition]:
    """`outfit drake in north atlantic`, `outfit raleigh in north atlantic with colony`."""
    lead = word(
        "outfit", "outfit expedition", "expedition", "outfit an expedition", "send expedition", "equip"
    )
    who = phrase(optional(word("under", "with", "of")), name(CAPTAIN))
    colony = optional(word("with colony", "with a colony", "and colony", "colony", value=True), default=False)
    order = seq(lead, who, IN, THE, name(OCEAN), colony).to(OutfitExpedition)
    return order.help("outfit <captain> in <ocean zone> [with colony]")


@outfit.say
def _(question: ChooseAction, answer: OutfitExpedition, names: Names) -> str:
    colony = " with colony" if answer.colony else ""
    return f"outfit {names.say(CAPTAIN, answer.captain)} in {names.say(OCEAN, answer.zone)}{colony}"


# ---- Piracy (16.4, 16.5)


@action_grammar(PirateAtSea, written("piracy in {zone:sea} against {target:major}"))
def piracy(question: ChooseAction, game: Any, names: Names) -> Parser[PirateAtSea]:
    """`piracy in english channel against spain`; one of them will do if nothing else can be meant."""
    zones = [zone for zone in game.board.zones if ships_at(game, zone, question.power)]
    return piracy_orders(question, game, PirateAtSea, zones)


@action_grammar(PirateOverseas, written("piracy by {captain:captain} against {target:power}"))
def ocean_piracy(question: ChooseAction, game: Any, names: Names) -> Parser[PirateOverseas]:
    """`piracy by drake against spain`."""
    captain = phrase(word("by", "with"), name(CAPTAIN, captains_of(game, question.power)))
    order = seq(PIRACY, captain, AGAINST, THE, name(POWER, (SPAIN, PORTUGAL))).to(PirateOverseas)
    return order.help("piracy by <captain> against Spain|Portugal")
