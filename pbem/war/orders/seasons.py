"""Orders for Spring Deployment (10) and for returning home in winter (19.3)."""

from __future__ import annotations

from itertools import islice, product
from typing import Any

from pbem.language.forces import Wish, formation, say_force
from pbem.language.grammar import (
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
from pbem.language.names import PLACE, SPACE, Names
from pbem.language.pieces import either
from pbem.language.reading import Reject
from pbem.language.written import written
from pbem.war.orders.book import grammar
from rules.core.flow import Power
from rules.war.forces import Formation
from rules.war.ids import LAND_KINDS, LeaderId, Place, SpaceId
from rules.war.spring import DeployInSpring, Deployment
from rules.war.state import WarGame
from rules.war.winter import GoHome
from rules.war.winter_plan import Homeward

_NOBODY = (
    "nobody", "none", "no", "pass", "decline", "stay", "no deployment", "nothing", "skip", "no thanks",
    "no spring deployment", "no move",
)  # fmt: skip
MOST_JOURNEYS = 60
"""Ways to read journeys that do not say from where."""


def leaders_of(game: WarGame, power: Power) -> list[LeaderId]:
    """The leaders that a power commands on the map."""
    return [
        leader
        for leader, figure in game.leaders.items()
        if figure.place and game.leader_commander(leader) == power
    ]


# ---- Spring Deployment (10)


@grammar("spring", written("deploy {formation:force}: {origin:space} > {destination:space}", "nobody"))
def deploy(question: DeployInSpring, game: Any, names: Names) -> Parser[Deployment | None]:
    """`deploy montmorency, 5 regulars: paris > milan`, `nobody`."""

    def deployments(wish: Wish, route: tuple[SpaceId | None, SpaceId]) -> list[Deployment]:
        origin, destination = route
        capitals = list(game.capitals(question.power))
        if origin or not capitals or wish.leaders:
            capitals = [origin] if origin else wish.places(game, question.power)
        return [build(wish, capital, destination) for capital in capitals]

    def build(wish: Wish, origin: SpaceId, destination: SpaceId) -> Deployment:
        leaders, units = wish.resolve(game, question.power, origin)
        if wish.everything:
            leaders = tuple(who for who in leaders if not game.is_naval_leader(who))
        return Deployment(origin, Formation(leaders, units), destination)

    verb = word("deploy", "spring deploy", "spring deployment", "move", "send", "spring")
    lead = optional(seq(verb, COLON, optional(word("deploy", "move"))))
    force, space = formation(leaders_of(game, question.power)), phrase(THE, name(SPACE))
    whither = phrase(word("to", ">", "into"), space).to(lambda to: (None, to))
    return one_of(
        phrase(optional(seq(verb, COLON)), word(*_NOBODY, value=None)).help("nobody"),
        seq(lead, COLON, force, one_of(seq(FROM, space, ARROW, space), whither))
        .to(deployments)
        .then(either)
        .help("deploy <leaders, units>: <capital> > <space>"),
    )


# ---- Winter (19.3)


@grammar("winter")
def go_home(question: GoHome, game: Any, names: Names) -> Parser[tuple[Homeward, ...]]:
    """`return 1 regular: milan > paris; montmorency: milan > paris`, or `usual`."""

    kinds = (*LAND_KINDS, *game.naval_kinds)

    def parts(wish: Wish, route: tuple[Place | None, SpaceId]) -> list[Homeward]:
        origin, destination = route
        places = [origin] if origin else wish.places(game, question.power, kinds)
        return [part(wish, place, destination) for place in places]

    def part(wish: Wish, place: Place, destination: SpaceId) -> Homeward:
        leaders, units = wish.resolve(game, question.power, place, kinds)
        if not leaders and not units:  # `0 regulars`: nobody would go, and all others the usual way
            raise Reject("winter.nobody")
        return Homeward(place, destination, units, leaders)

    force = formation(leaders_of(game, question.power), None)
    whither = phrase(word("to", ">", "into"), THE, name(SPACE)).to(lambda to: (None, to))
    journey = seq(force, one_of(seq(FROM, THE, name(PLACE), ARROW, THE, name(SPACE)), whither)).to(parts)
    journeys = many(journey.help("<leaders, units>: <from> > <to>"), COMMA)
    lead = optional(word("return", "go home", "winter", "send home", "send", "move"))
    return one_of(
        word(*_USUAL, value=()).help("usual"),
        phrase(lead, COLON, journeys)
        .to(lambda chosen: list(islice(product(*chosen), MOST_JOURNEYS)))
        .then(either)
        .help("return <leaders, units>: <from> > <to>; ..."),
    )


_USUAL = (
    "usual", "the usual", "as usual", "default", "all as usual", "winter as usual", "none", "no", "pass",
    "ok", "done", "skip", "all home", "everybody home",
)  # fmt: skip


@go_home.say
def _(question: GoHome, answer: tuple[Homeward, ...], names: Names) -> str:
    parts = [
        f"{say_force(part.leaders, part.units, question.power, names)}: "
        f"{names.say(PLACE, part.place)} > {names.say(SPACE, part.destination)}"
        for part in answer
    ]
    return f"return {'; '.join(parts)}" if parts else "usual"
