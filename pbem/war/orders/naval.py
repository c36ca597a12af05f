"""Orders for naval movement, combat, transport and piracy (16)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import islice, product
from typing import Any

from pbem.language.forces import Wish, formation, say_force, units
from pbem.language.grammar import (
    ARROW,
    COLON,
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
    one_of,
    optional,
    phrase,
    seq,
    word,
)
from pbem.language.names import MAJOR, PLACE, SEA, SPACE, Names
from pbem.language.pieces import AT_END, either, refuse
from pbem.language.written import written
from pbem.war.orders.book import action_grammar, grammar, topic_grammar
from rules.core.actions import ChooseAction
from rules.core.flow import Power
from rules.war.fleets import Fleet, Ships
from rules.war.forces import Formation
from rules.war.ids import LeaderId, Place, SpaceId
from rules.war.naval_interception import InterceptAtSea, Interception
from rules.war.naval_movement import AdmiralMove, Convoy, NavalOrders, ShipMove
from rules.war.naval_questions import ChooseThere, LoseShips
from rules.war.piracy import CARD, SQUADRON, VP
from rules.war.sea_actions import NavalTransport
from rules.war.state import WarGame

_NO = (
    "decline", "no", "none", "pass", "nothing", "stay", "no more", "let them pass", "no thanks",
    "no intercept", "do not intercept", "dont intercept",
)  # fmt: skip
_TO = word("to", ">", "into", "towards")
MOST_ROUTES = 60
"""Ways to read routes that do not say from where."""


def fleet(game: WarGame, power: Power) -> Parser[Wish]:
    """Ships and naval leaders: `doria, 2 squadrons, 1 genoese squadron`, `all`."""
    return formation(own_admirals(game, power), game.naval_kinds).help("<leaders, ships>")


def own_admirals(game: WarGame, power: Power) -> list[LeaderId]:
    """The naval leaders that a power commands on the map."""
    return [
        leader
        for leader, figure in game.leaders.items()
        if figure.place and game.is_naval_leader(leader) and game.leader_commander(leader) == power
    ]


def resolve(wish: Wish, game: WarGame, power: Power, place: Place) -> Fleet:
    """The ships and naval leaders meant; `all` means no army leader in the same port."""
    leaders, ships = wish.resolve(game, power, place, game.naval_kinds)
    if wish.everything and not wish.leaders:
        leaders = tuple(leader for leader in leaders if game.is_naval_leader(leader))
    return Fleet(ships, leaders)


# ---- Naval Move


def naval_orders(
    question: ChooseAction, game: WarGame, build: Callable[[tuple[Any, ...]], Any], *others: Parser[list[Any]]
) -> Parser[Any]:
    """`naval move 2 galleys: tunis > barbary coast; ...`; `build` makes an action of convoys and `others`.

    Each part may be read in several ways: it may leave out from where its ships sail.
    """

    def convoys(wish: Wish, route: tuple[Place | None, Place]) -> list[Convoy]:
        origin, to = route
        places = [origin] if origin else wish.places(game, question.power, game.naval_kinds)
        return [Convoy(place, to, resolve(wish, game, question.power, place)) for place in places]

    def moves(routes: tuple[list[Any], ...]) -> list[Any]:
        return [build(parts) for parts in islice(product(*routes), MOST_ROUTES)]

    ships, place, sea = fleet(game, question.power), phrase(THE, name(PLACE)), phrase(THE, name(SEA))
    whither = phrase(_TO, place).to(lambda to: (None, to))
    route = one_of(seq(ships, one_of(seq(FROM, place, ARROW, place), whither)).to(convoys), *others)
    lead = word("naval move", "sail", "fleet move", "naval", "fleets")
    again = optional(word("sail", "move", "naval move"))
    routes = many(phrase(again, COLON, route.help("<leaders, ships>: <from> > <to>")), COMMA)
    # By land nobody goes to sea: with a sea zone in it, `move` too can only mean ships.
    by_sea = one_of(
        seq(FROM, place, ARROW, sea), seq(FROM, sea, ARROW, place), phrase(_TO, sea).to(lambda to: (None, to))
    )
    moved = seq(word("move", "send"), ships, by_sea).to(lambda *route: (convoys(*route),))
    return one_of(
        phrase(lead, COLON, one_of(routes, nothing(()))).to(moves).then(either).help(_NAVAL_FORM),
        moved.to(moves).then(either).help(""),
        refuse(seq(lead, COLON, optional(word("from")), place, _TO, place), "naval.which_ships"),
    )


_NAVAL_FORM = "naval move <leaders, ships>: <from> > <to>; ..."


def ships_and_admirals(convoys: Iterable[Convoy]) -> tuple[tuple[ShipMove, ...], tuple[AdmiralMove, ...]]:
    """What convoys are made of."""
    sailing = tuple(convoys)
    return (
        tuple(ShipMove(c.origin, *ships, c.to) for c in sailing for ships in c.fleet.ships),
        tuple(AdmiralMove(leader, c.origin, c.to) for c in sailing for leader in c.fleet.leaders),
    )


def say_routes(orders: NavalOrders, power: Power, names: Names) -> list[str]:
    """Convoys as an order writes them."""
    return [
        f"{say_force(convoy.fleet.leaders, convoy.fleet.ships, power, names)}: "
        f"{names.say(PLACE, convoy.origin)} > {names.say(PLACE, convoy.to)}"
        for convoy in orders.convoys()
    ]


# ---- Interception


@grammar("naval_intercept")
def intercept_at_sea(question: InterceptAtSea, game: Any, names: Names) -> Parser[Interception | None]:
    """`intercept in barbary coast with doria, 2 squadrons from tyrrhenian sea`, `decline`."""
    everything = nothing(Wish(everything=True))
    zones = list(dict.fromkeys(zone for zone, _origin in question.chances))
    origins = list(dict.fromkeys(origin for _zone, origin in question.chances))

    def build(zone: Place | None, wish: Wish, origin: Place) -> Interception:
        fitting = [where for where, place in question.chances if place == origin]
        if zone is None and len(dict.fromkeys(fitting)) > 1:
            raise Reject("naval.which_zone")
        where = zone or (fitting[0] if fitting else zones[0])
        return Interception(where, origin, resolve(wish, game, question.power, origin))

    def turned(wish: Wish, origin: Place, zone: Place | None) -> Interception:
        return build(zone, wish, origin)

    lead = word("intercept", "naval intercept")
    zone = optional(phrase(IN, name(SEA, zones)))
    force = one_of(phrase(FOR, fleet(game, question.power)), everything)
    origin = phrase(FROM, THE, name(PLACE, origins))
    return one_of(
        word(*_NO, value=None),
        seq(lead, zone, force, origin).to(build).help("intercept in <sea zone> with <ships> from <place>"),
        seq(lead, force, origin, zone).to(turned).help(""),
    )


@intercept_at_sea.say
def _(question: InterceptAtSea, answer: Interception | None, names: Names) -> str:
    if answer is None:
        return "decline"
    force = say_force(answer.fleet.leaders, answer.fleet.ships, question.power, names)
    zone, origin = names.say(SEA, answer.zone), names.say(PLACE, answer.origin)
    return f"intercept in {zone} with {force} from {origin}"


# ---- Losses


@grammar("lose_ships", written("lose {:units}"))
def lose_ships(question: LoseShips, game: Any, names: Names) -> Parser[tuple[Ships, ...]]:
    """`lose 1 genoese squadron, 1 squadron`."""
    order = [(nation, kind) for nation, kind, _count in question.offered]

    def build(wish: Wish) -> tuple[Ships, ...]:
        _leaders, ships = wish.resolve(game, question.power, question.place, game.naval_kinds)
        known = [some for some in ships if some[:2] in order]
        unknown = [some for some in ships if some[:2] not in order]
        return (*sorted(known, key=lambda some: order.index(some[:2])), *unknown)

    return phrase(optional(word("lose", "sink", "remove", "eliminate")), THE, units(game.naval_kinds)).to(
        build
    )


# ---- Transport


@action_grammar(NavalTransport, written("transport {formation:force}: {port:space} > {zone:sea}"))
def transport(question: ChooseAction, game: Any, names: Names) -> Parser[NavalTransport]:
    """`transport francis, 4 regulars: marseille > gulf of lyon`."""

    def transports(wish: Wish, route: tuple[SpaceId | None, Place]) -> list[NavalTransport]:
        origin, zone = route
        ports = [origin] if origin else wish.places(game, question.power)
        return [NavalTransport(port, zone, _troops(wish, port)) for port in ports]

    def _troops(wish: Wish, port: SpaceId) -> Formation:
        leaders, troops = wish.resolve(game, question.power, port)
        return Formation(tuple(who for who in leaders if not game.is_naval_leader(who)), troops)

    own = [who for who, figure in game.leaders.items() if figure.place and _commands(game, question, who)]
    force, space, sea = formation(own), phrase(THE, name(SPACE)), phrase(THE, name(SEA))
    lead = word("transport", "ship", "embark", "naval transport")
    whither = phrase(_TO, sea).to(lambda zone: (None, zone))
    return one_of(
        seq(lead, force, one_of(seq(FROM, space, ARROW, sea), whither))
        .to(transports)
        .then(either)
        .help("transport <leaders, units>: <port> > <sea zone>"),
        refuse(seq(lead, force, optional(phrase(FROM, space)), _TO, space), "naval.transport_to_sea"),
    )


def _commands(game: WarGame, question: ChooseAction, leader: LeaderId) -> bool:
    return game.leader_commander(leader) == question.power


# ---- Piracy


@topic_grammar("piracy_hit")
def piracy_hit(question: ChooseThere, game: Any, names: Names) -> Parser[str]:
    """`vp`, `card` or `squadron`, also where the rules do not allow it now."""
    lead = optional(word("give", "give up", "lose", "award"))
    return phrase(
        lead,
        THE,
        one_of(
            word("vp", "victory point", "1 vp", value=VP),
            word("card", "cards", "random card", "card draw", "1 card", value=CARD),
            word("squadron", "squadrons", "ship", "ships", "naval squadron", "1 squadron", value=SQUADRON),
        ),
    ).help("vp|card|squadron")


def piracy_orders(
    question: ChooseAction, game: WarGame, pirate: Callable[[Place, Power], Any], zones: list[Place]
) -> Parser[Any]:
    """`piracy in ionian sea against hapsburgs`; one of them will do if nothing else can be meant.

    `zones` are where the power has pirates.
    """
    others = [power for power in game.majors if power != question.power]

    def anywhere(targets: list[Power]) -> list[Any]:
        if not zones:
            raise Reject("naval.no_corsairs")
        return [pirate(zone, target) for zone in zones for target in targets]

    lead, against = PIRACY, AGAINST
    return one_of(
        seq(lead, IN, name(SEA), COLON, against, THE, name(MAJOR))
        .to(pirate)
        .help("piracy in <sea zone> against <power>"),
        seq(lead, against, THE, name(MAJOR), IN, name(SEA))
        .to(lambda target, zone: pirate(zone, target))
        .help(""),
        phrase(lead, against, THE, name(MAJOR), AT_END).to(lambda who: anywhere([who])).then(either).help(""),
        phrase(lead, IN, name(SEA), AT_END)
        .to(lambda zone: [pirate(zone, target) for target in others])
        .then(either)
        .help(""),
        phrase(lead, AT_END, nothing(others)).to(anywhere).then(either).help(""),
    )


PIRACY = word("piracy", "initiate piracy", "pirate", "raid")
AGAINST = optional(word("against", "on", "target", "targeting", "versus", "vs"))
