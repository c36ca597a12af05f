"""Orders for Spring Deployment (10) and for returning home in winter (19.3)."""

from __future__ import annotations

from typing import Any

from pbem.orders.forces import Wish, formation, say_force
from pbem.orders.grammar import (
    ARROW,
    COLON,
    COMMA,
    FROM,
    THE,
    Parser,
    many,
    name,
    one_of,
    optional,
    phrase,
    seq,
    word,
)
from pbem.orders.names import PLACE, SPACE, Names
from pbem.orders.registry import grammar
from rules.core.flow import Power
from rules.his.spring import DeployInSpring, Deployment
from rules.war.forces import Formation
from rules.war.state import LAND_KINDS, NAVAL_KINDS, LeaderId, Place, SpaceId, WarGame
from rules.war.winter import GoHome
from rules.war.winter_plan import Homeward

_NOBODY = ("nobody", "none", "no", "pass", "decline", "stay", "no deployment", "nothing")


def leaders_of(game: WarGame, power: Power) -> list[LeaderId]:
    """The leaders that a power commands on the map."""
    return [
        leader
        for leader, figure in game.leaders.items()
        if figure.place and game.leader_commander(leader) == power
    ]


# ---- Spring Deployment (10)


@grammar("spring")
def deploy(question: DeployInSpring, game: Any, names: Names) -> Parser[Deployment | None]:
    """`deploy montmorency, 5 regulars: paris > milan`, `nobody`."""

    def build(wish: Wish, origin: SpaceId, destination: SpaceId) -> Deployment:
        leaders, units = wish.resolve(game, question.power, origin)
        if wish.everything:
            leaders = tuple(who for who in leaders if not game.is_naval_leader(who))
        return Deployment(origin, Formation(leaders, units), destination)

    def from_capital(wish: Wish, destination: SpaceId) -> Deployment:
        return build(wish, game.capitals(question.power)[0], destination)

    lead = optional(word("deploy", "spring deploy", "spring deployment", "move"))
    force = formation(leaders_of(game, question.power))
    forms = [
        word(*_NOBODY, value=None).help("nobody"),
        seq(lead, COLON, force, FROM, THE, name(SPACE), ARROW, THE, name(SPACE))
        .to(build)
        .help("deploy <leaders, units>: <capital> > <space>"),
    ]
    if len(game.capitals(question.power)) == 1:
        forms.append(seq(lead, force, word("to", ">"), THE, name(SPACE)).to(from_capital).help(""))
    return one_of(*forms)


@deploy.say
def _(question: DeployInSpring, answer: Deployment | None, names: Names) -> str:
    if answer is None:
        return "nobody"
    force = say_force(answer.formation.leaders, answer.formation.units, question.power, names)
    return f"deploy {force}: {names.say(SPACE, answer.origin)} > {names.say(SPACE, answer.destination)}"


# ---- Winter (19.3)


@grammar("winter")
def go_home(question: GoHome, game: Any, names: Names) -> Parser[tuple[Homeward, ...]]:
    """`return 1 regular: milan > paris; montmorency: milan > paris`, or `usual`."""

    def part(wish: Wish, place: Place, destination: SpaceId) -> Homeward:
        leaders, units = wish.resolve(game, question.power, place, (*LAND_KINDS, *NAVAL_KINDS))
        return Homeward(place, destination, units, leaders)

    force = formation(leaders_of(game, question.power), None)
    journey = seq(force, FROM, THE, name(PLACE), ARROW, THE, name(SPACE)).to(part)
    journeys = many(journey.help("<leaders, units>: <from> > <to>"), COMMA)
    lead = optional(word("return", "go home", "winter", "send home"))
    usual = word("usual", "the usual", "as usual", "default", "all as usual", "none", "no", "pass", value=())
    return one_of(usual.help("usual"), phrase(lead, COLON, journeys))


@go_home.say
def _(question: GoHome, answer: tuple[Homeward, ...], names: Names) -> str:
    parts = [
        f"{say_force(part.leaders, part.units, question.power, names)}: "
        f"{names.say(PLACE, part.place)} > {names.say(SPACE, part.destination)}"
        for part in answer
    ]
    return f"return {'; '.join(parts)}" if parts else "usual"
