"""Orders for movement, field battle and siege (13-15)."""

from __future__ import annotations

from typing import Any

from pbem.language.forces import Wish, formation, unit_kind, units
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
from pbem.language.names import PLACE, SPACE, Names
from pbem.language.pieces import AT_END, containing, either, refuse
from pbem.language.written import written
from pbem.war.orders.book import action_grammar, grammar, topic_grammar
from rules.core.actions import ChooseAction
from rules.core.flow import Power
from rules.core.questions import Choose, Decide
from rules.war.avoid_battle import Avoidance, AvoidBattle
from rules.war.casualties import ChooseLosses
from rules.war.forces import Formation, UnitCount
from rules.war.ids import LeaderId, SpaceId
from rules.war.interception import Intercept, Interception
from rules.war.land_actions import AssaultFortification, MoveFormation
from rules.war.movement import MoveOn
from rules.war.relief import GoInside, JoinRelief, PartOfArmy
from rules.war.state import WarGame

_NO = (
    "decline",
    "no",
    "none",
    "pass",
    "nothing",
    "let them pass",
    "stay",
    "skip",
    "no thanks",
    "do not",
    "dont",
)
_NO_INTERCEPTION = ("no interception", "no intercept", "do not intercept", "dont intercept")
_STAND = (
    "stand", "fight", "stand and fight", "stay and fight", "fight on", "do not avoid", "dont avoid",
    "do not avoid battle", "accept battle", "battle",
)  # fmt: skip
_EVERYBODY = nothing(Wish(everything=True))
TO = word("to", ">", "into", "towards", "toward")
_FROM = word("from", "out of")


def generals(game: WarGame, power: Power) -> list[LeaderId]:
    """The army leaders that a power commands on the map."""
    return [
        leader
        for leader, figure in game.leaders.items()
        if figure.place and not game.is_naval_leader(leader) and game.leader_commander(leader) == power
    ]


def army(game: WarGame, power: Power) -> Parser[Wish]:
    """Army leaders and land units."""
    return formation(generals(game, power))


def resolve(wish: Wish, game: WarGame, power: Power, space: SpaceId) -> Formation:
    """The formation meant; `all` means no naval leader in the same port."""
    leaders, some = wish.resolve(game, power, space)
    if wish.everything and not wish.leaders:
        leaders = tuple(leader for leader in leaders if not game.is_naval_leader(leader))
    return Formation(leaders, some)


def resolve_part(wish: Wish, game: WarGame, power: Power, space: SpaceId, whole: Formation) -> Formation:
    """The part of a stack meant; `all` is the whole stack, not all that stands in the space."""
    if wish.everything:
        return Formation(*wish.of_everything(whole.leaders, whole.units, power))
    return resolve(wish, game, power, space)


# ---- Actions


@action_grammar(MoveFormation, written("move {formation:force}: {origin:space} > {to:space}"))
def move(question: ChooseAction, game: Any, names: Names) -> Parser[MoveFormation]:
    """`move suleiman, 6 regulars: buda > pressburg`, `move all: buda > pressburg`.

    From where may be left out if only one place can be meant: `move suleiman and all to pressburg`.
    """

    def moves(wish: Wish, route: tuple[SpaceId | None, SpaceId]) -> list[MoveFormation]:
        origin, to = route
        places = [origin] if origin else wish.places(game, question.power)
        return [MoveFormation(place, to, resolve(wish, game, question.power, place)) for place in places]

    def towards(to: SpaceId, wish: Wish, origin: SpaceId | None) -> list[MoveFormation]:
        return moves(wish, (origin, to))

    def without_a_verb(wish: Wish, route: tuple[SpaceId | None, SpaceId]) -> list[MoveFormation]:
        if route[0] is None and not wish.leaders and not wish.everything:
            raise Reject("units.from_where")  # `2 mercs to paris` may be new ones
        return moves(wish, route)

    force, space = army(game, question.power), phrase(THE, name(SPACE))
    lead = word("move", "march", "advance", "go", "send")
    attack = word("attack", "invade", "besiege", "siege", "lay siege to", "march on", "march against")
    route = seq(FROM, space, ARROW, space)
    whither = phrase(TO, space).to(lambda to: (None, to))
    whence = optional(phrase(_FROM, space))
    by_route = seq(optional(_FROM), space, TO, space, FOR).to(lambda origin, to: (origin, to))
    forms = [
        seq(lead, force, one_of(route, whither)).to(moves).help("move <leaders, units>: <from> > <to>"),
        seq(containing("to", ">", "into", "all", "everything"), force, one_of(route, whither))
        .to(without_a_verb)
        .help(""),
        seq(containing("to", ">"), optional(lead), by_route, force)
        .to(lambda route, wish: moves(wish, route))
        .help(""),
        seq(attack, space, whence, FOR, force, nothing(None)).to(_attack(towards)).help(""),
        seq(attack, space, FOR, force, whence).to(towards).help(""),
    ]
    return one_of(*(form.then(either).help(form.usage) for form in forms), *_no_moves(lead, space))


def _attack(towards: Any) -> Any:
    return lambda to, origin, wish, _: towards(to, wish, origin)


def _no_moves(lead: Parser[Any], space: Parser[str]) -> list[Parser[Any]]:
    """What is close to a move, and what to write instead."""
    siege = word("besiege", "siege", "lay siege", "lay siege to", "start siege", "begin siege")
    return [
        refuse(seq(lead, optional(_FROM), space, TO, space), "move.who"),
        refuse(siege, "move.siege"),
    ]


@action_grammar(AssaultFortification, written("assault {space:space} with {formation:force}"))
def assault(question: ChooseAction, game: Any, names: Names) -> Parser[AssaultFortification]:
    """`assault vienna with suleiman, 8 regulars`, `assault vienna` with everybody."""

    def build(space: SpaceId, wish: Wish) -> AssaultFortification:
        return AssaultFortification(space, resolve(wish, game, question.power, space))

    def anywhere(wish: Wish) -> list[AssaultFortification]:
        besieged = [space for space, marks in game.spaces.items() if question.power in marks.sieges]
        if not besieged:
            raise Reject("assault.no_siege")
        return [build(space, wish) for space in besieged]

    force = one_of(phrase(FOR, army(game, question.power)), _EVERYBODY)
    lead = word("assault", "storm", "attack")
    return one_of(
        seq(lead, THE, name(SPACE), force).to(build).help("assault <space> with <leaders, units>"),
        phrase(lead, force).to(anywhere).then(either).help(""),
    )


# ---- Interception and avoiding battle


@grammar("intercept", written("intercept with {formation:force} from {origin:space}", "decline"))
def intercept(question: Intercept, game: Any, names: Names) -> Parser[Interception | None]:
    """`intercept with charles, 8 regulars from graz`, `intercept from graz`, `decline`."""
    stacks = dict(question.stacks)

    def build(wish: Wish, origin: SpaceId | None) -> Interception:
        if origin is None and len(stacks) > 1:
            raise Reject("intercept.from_where")
        where = origin or next(iter(stacks))
        whole = stacks.get(where, Formation())
        return Interception(where, resolve_part(wish, game, question.power, where, whole))

    force = one_of(phrase(FOR, army(game, question.power)), _EVERYBODY)
    origin = phrase(FROM, THE, name(SPACE, stacks))
    lead = word("intercept", "yes", "yes intercept")
    return one_of(
        word(*_NO, *_NO_INTERCEPTION, value=None),
        seq(lead, force, optional(origin)).to(build).help("intercept with <leaders, units> from <space>"),
        seq(lead, origin, FOR, army(game, question.power))
        .to(lambda where, wish: build(wish, where))
        .help(""),
    )


@grammar("avoid_battle", written("avoid battle to {to:space} with {formation:force}", "stay"))
def avoid(question: AvoidBattle, game: Any, names: Names) -> Parser[Avoidance | None]:
    """`avoid to linz with ferdinand, 2 regulars`, `avoid battle to linz` with everybody, `stay`."""

    def build(to: SpaceId, wish: Wish) -> Avoidance:
        return Avoidance(to, resolve_part(wish, game, question.power, question.space, question.army))

    force = one_of(phrase(FOR, army(game, question.power)), _EVERYBODY)
    lead = word("avoid battle", "avoid", "slip away", "retreat", "fall back")
    to = phrase(IN, THE, name(SPACE))
    return one_of(
        word(*_NO, *_STAND, value=None),
        seq(lead, to, force).to(build).help("avoid battle to <space> with <leaders, units>"),
        seq(lead, FOR, army(game, question.power), to).to(lambda wish, where: build(where, wish)).help(""),
        # Without a place: where it can be done, if that is one space only.
        phrase(one_of(lead, word("yes")), AT_END, _EVERYBODY)
        .to(lambda wish: [build(where, wish) for where in question.spaces])
        .then(either)
        .help(""),
    )


@topic_grammar("withdraw")
def withdraw(question: Decide, game: Any, names: Names) -> Parser[bool]:
    """`withdraw` or `fight`."""
    return one_of(
        word("withdraw", "go inside", "withdraw into fortifications", value=True),
        word(
            *_STAND, "stay", "stay outside", "field battle", "do not withdraw", "dont withdraw", value=False
        ),
    )


@grammar("move_on", written("move on to {:space}", "retreat"))
def move_on(question: MoveOn, game: Any, names: Names) -> Parser[str]:
    """`move on to linz`, `retreat`."""
    back = word("retreat", "go back", "return", *_NO, value="")
    lead = optional(word("move on", "go on", "move", "continue"))
    return one_of(back, phrase(lead, IN, THE, name(SPACE, question.spaces)).help("move on to <space>"))


@topic_grammar("retreat")
def retreat(question: Choose, game: Any, names: Names) -> Parser[str]:
    """`retreat to linz`."""
    return phrase(word("retreat", "go", "fall back"), IN, THE, name(PLACE, question.options))


# ---- Battle


@grammar("losses", written("lose {:units}"))
def losses(question: ChooseLosses, game: Any, names: Names) -> Parser[tuple[UnitCount, ...]]:
    """`lose 1 cavalry, 4 regulars`."""

    def build(wish: Wish) -> tuple[UnitCount, ...]:
        _leaders, some = wish.resolve(game, question.power, question.place)
        return some

    def first(kinds: tuple[str, ...]) -> tuple[UnitCount, ...]:
        """As many as must be lost, of these kinds in their order; own units before others of a kind."""
        lost: dict[tuple[str, str], int] = {}
        left = question.count
        for kind in kinds:
            for nation, unit, count in question.units:
                if unit == kind and left:
                    lost[nation, unit] = min(count, left)
                    left -= lost[nation, unit]
        if left:
            raise Reject("losses.not_enough", count=question.count)
        return tuple((*unit[:2], lost[unit[:2]]) for unit in question.units if unit[:2] in lost)

    lead = optional(word("lose", "remove", "eliminate", "take", "losses", "take losses", "take losses from"))
    then = seq(optional(COMMA), optional(word("then")))
    the = optional(
        word("the", "my", "our")
    )  # `a regular and a mercenary` are two units, and no order of kinds
    kinds = many(phrase(the, unit_kind(), optional(word("first"))), then)
    return one_of(
        phrase(lead, COLON, THE, units()).to(build).help("lose <units>"),
        phrase(lead, kinds).to(first).help(""),
    )


def part_of_army(question: PartOfArmy, game: Any, verb: str, *others: str) -> Parser[Formation]:
    """`<verb> ferdinand, 4 regulars`, `<verb> all`, `nobody`."""

    def build(wish: Wish) -> Formation:
        return resolve_part(wish, game, question.power, question.space, question.army)

    lead = optional(word(verb, *others))
    return one_of(
        phrase(optional(word(verb)), word(*_NO, "nobody", value=Formation())),
        phrase(lead, FOR, army(game, question.power)).to(build).help(f"{verb} <leaders, units>"),
    )


@grammar("go_inside", written("inside {:force}", "nobody"))
def go_inside(question: GoInside, game: Any, names: Names) -> Parser[Formation]:
    """`inside ferdinand, 4 regulars`, `inside all`, `nobody`."""
    return part_of_army(question, game, "inside", "go inside", "withdraw", "go in")


@grammar("join_relief", written("join {:force}", "nobody"))
def join_relief(question: JoinRelief, game: Any, names: Names) -> Parser[Formation]:
    """`join all`, `join 2 regulars`, `nobody`."""
    return part_of_army(question, game, "join", "sortie", "come out", "fight")
