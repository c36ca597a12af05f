"""The limits of a standing order as players write them: `against france in vienna if outnumbered, once`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from pbem.games.conditions import Fact
from pbem.games.facts import ASSAULT, EVENT, FIELD_BATTLE, IMPULSE_OVER, NAVAL_COMBAT
from pbem.language.grammar import (
    COMMA,
    THE,
    Parser,
    Reject,
    many,
    name,
    number,
    one_of,
    optional,
    phrase,
    seq,
    word,
)
from pbem.language.names import CARD, LEADER, MAJOR, PLACE, POWER, SPACE
from pbem.play.standing import limits
from rules import Power
from rules.war.ids import LeaderId

MARKERS = frozenset(
    """
    against by versus vs in at within if when whenever while where unless until till through this next once
    twice thrice after during only except
    """.split()
)
"""Words that begin a limit; what stands before the first of them is the answer."""


@dataclass(frozen=True, slots=True)
class Turns:
    """From one turn to another."""

    first: int = 0
    last: int | None = None


@dataclass(frozen=True, slots=True)
class Times:
    """So often and no more."""

    count: int


OR: Parser[None] = one_of(word("or"), COMMA)
_DOINGS = one_of(
    word("a naval move", "naval move", "naval moves", "fleet move", value="naval_move"),
    word("a naval transport", "naval transport", "transport", "transports", value="transport"),
    word("a move", "move", "moves", "march", "marches", value="move"),
    word("an assault", "assault", "assaults", value=ASSAULT),
    word("piracy", "pirates", value="piracy"),
    word("the journey", "journey", value="journey"),
    word("an event", "event", "events", value=EVENT),
)
_FIGHTS = one_of(
    word("field battle", "field battles", "battle", "battles", value=FIELD_BATTLE),
    word("assault", "assaults", value=ASSAULT),
    word("naval combat", "naval combats", "naval battle", "sea battle", value=NAVAL_COMBAT),
)
_UNITS = optional(word("units", "unit", "land units", "ships", "squadrons", "men"))
_VERBS = word(
    "moves", "move", "attacks", "attack", "enters", "enter", "comes", "come", "marches", "march", "sails",
    "goes", "go", "is moving", "is attacking", "responds", "acts", "is the enemy", "is the attacker",
    "is there",
)  # fmt: skip


def _list(kind: str) -> Parser[tuple[str, ...]]:
    return many(phrase(optional(THE), name(kind)), OR, most=12)


def clauses(
    turn: int, is_own: Callable[[LeaderId], bool], facts: Sequence[Parser[Fact]] = ()
) -> Parser[tuple[Any, ...]]:
    """All limits of an order: a flat tuple of `Limit`, `Turns` and `Times`.

    `facts` are the title's own about the position: `if Buda is mine`.
    """
    given = [fact.to(_one(limits.Given)) for fact in facts]
    clause = one_of(
        *_persons(),
        *_places(),
        *_moments(),
        *_turns(turn),
        *_counts(),
        phrase(_IF, one_of(*_predicates(is_own), *given)),
        phrase(_UNLESS, one_of(*_predicates(is_own), *given)).to(_negated),
    )
    joined = many(clause, optional(one_of(COMMA, word("but"))), least=0, most=12)
    return joined.to(lambda found: tuple(piece for pieces in found for piece in pieces))


_IF = word("only if", "only when", "only where", "if", "whenever", "when", "while", "where")
_UNLESS = word("unless", "except if", "except when", "if not", "but not if")
_AGAINST = word("against", "by", "versus", "vs")


def _one(build: Callable[..., Any]) -> Callable[..., tuple[Any, ...]]:
    return lambda *values: (build(*values),)


def _negated(pieces: tuple[Any, ...]) -> tuple[Any, ...]:
    if len(pieces) != 1:
        raise Reject("standing.unless_one")
    return (limits.Unless(pieces[0]),)


def _persons() -> list[Parser[Any]]:
    return [
        phrase(_AGAINST, _list(POWER)).to(_one(limits.Against)).help("against <power>"),
        phrase(_AGAINST, _list(LEADER)).to(_one(limits.AgainstLeader)).help("against <leader>"),
        phrase(word("with", "led by"), _list(LEADER)).to(_one(limits.WithLeader)).help("with <leader>"),
    ]


def _places() -> list[Parser[Any]]:
    within = seq(
        word("within"), number(1, 9), optional(word("spaces", "space")), word("of", "from"), name(SPACE)
    )
    return [
        phrase(word("in", "at"), _list(PLACE)).to(_one(limits.In)).help("in <space>"),
        phrase(word("to", "into"), _list(PLACE)).to(_one(limits.To)).help("to <space>"),
        within.to(_one(limits.Within)).help("within <number> of <space>"),
    ]


def _moments() -> list[Parser[Any]]:
    """What windows are about: an action, a fight, a card, an impulse that is over."""

    def over(powers: tuple[Power, ...]) -> tuple[Any, ...]:
        return (limits.About(IMPULSE_OVER), limits.Against(powers))

    def cards(numbers: tuple[str | int, ...]) -> tuple[Any, ...]:
        return (limits.AgainstCard(tuple(int(number) for number in numbers)),)

    impulse = optional(word("impulse", "impulses"))
    return [
        phrase(_AGAINST, THE, optional(word("any")), _DOINGS).to(_one(limits.About)).help("against a move"),
        phrase(word("of"), _list(POWER)).to(_one(limits.Against)).help(""),
        phrase(word("in", "during"), THE, optional(word("any")), _FIGHTS)
        .to(_one(limits.About))
        .help("in a battle"),
        phrase(_AGAINST, word("card", "cards", "event"), many(name(CARD), OR)).to(cards).help(""),
        phrase(_AGAINST, many(number(1, 116, "<card>"), OR)).to(cards).help("against <card>"),
        phrase(word("after"), THE, _list(MAJOR), impulse).to(over).help("after <power>"),
    ]


def _turns(turn: int) -> list[Parser[Any]]:
    a_turn = phrase(optional(word("the end of")), optional(word("turn")), number(1, 9))
    return [
        phrase(word("until", "till", "through", "up to"), a_turn)
        .to(lambda n: (Turns(0, n),))
        .help("until turn <n>"),
        word("this turn only", "this turn", value=(Turns(turn, turn),)),
        word("until the end of this turn", "until the end of the turn", value=(Turns(turn, turn),)),
        word("next turn only", "next turn", value=(Turns(turn + 1, turn + 1),)),
        phrase(word("in turn", "on turn"), number(1, 9)).to(lambda n: (Turns(n, n),)).help(""),
        phrase(word("from turn", "after turn"), number(1, 9)).to(lambda n: (Turns(n),)).help(""),
    ]


def _counts() -> list[Parser[Any]]:
    return [
        word("only once", "once only", "once", "one time", value=(Times(1),)),
        word("twice", value=(Times(2),)),
        word("thrice", value=(Times(3),)),
        phrase(number(1, 99), word("times")).to(lambda n: (Times(n),)).help("<n> times"),
    ]


# ---- After if, when, unless


def _predicates(is_own: Callable[[LeaderId], bool]) -> list[Parser[Any]]:
    def led(leaders: tuple[LeaderId, ...]) -> tuple[Any, ...]:
        return (limits.WithLeader(leaders) if all(map(is_own, leaders)) else limits.AgainstLeader(leaders),)

    def moves(powers: tuple[Power, ...], places: tuple[str, ...] | None) -> tuple[Any, ...]:
        return (limits.Against(powers), *([limits.To(places)] if places else []))

    def leader_moves(leaders: tuple[LeaderId, ...], places: tuple[str, ...] | None) -> tuple[Any, ...]:
        return (*led(leaders), *([limits.To(places)] if places else []))

    somewhere = optional(phrase(optional(word("to", "into", "in", "at")), _list(PLACE)))
    war = word("at war with", "we are at war with", "i am at war with")
    return [
        *_numbers(),
        phrase(war, _list(POWER)).to(_one(limits.AtWar)).help("if at war with <power>"),
        seq(_list(POWER), _VERBS, somewhere).to(moves).help("if <power> moves to <space>"),
        seq(_list(LEADER), _VERBS, somewhere).to(leader_moves).help(""),
        phrase(optional(word("the enemy is", "it is", "led by", "they are led by")), _list(POWER))
        .to(_one(limits.Against))
        .help(""),
        phrase(optional(word("the enemy is", "led by", "they are led by", "we are led by")), _list(LEADER))
        .to(led)
        .help("if <leader> is there"),
    ]


def _numbers() -> list[Parser[Any]]:
    we = optional(word("we are", "i am", "we", "i"))
    odds = optional(word("the odds are", "odds are", "the odds", "odds"))
    ratio = seq(number(1, 20), word(":", "to"), number(1, 20))
    side = one_of(
        word("we have", "i have", value=True), word("they have", "the enemy has", "he has", value=False)
    )
    better = optional(word("or better", "or more"))
    return [
        word(
            "we outnumber them",
            "i outnumber them",
            "outnumbering them",
            "outnumbering",
            "outnumber them",
            value=(limits.Odds(1, 1, strictly=True),),
        ),
        phrase(we, word("not outnumbered", value=(limits.Odds(1, 1),))).help("if not outnumbered"),
        phrase(we, word("outnumbered", value=(limits.Odds(1, 1, below=True),))).help("if outnumbered"),
        word("they outnumber us", "they outnumber me", value=(limits.Odds(1, 1, below=True),)),
        seq(odds, optional(word("at least")), ratio, better).to(_odds()).help("if odds at least <n>:<n>"),
        seq(odds, word("better than", "more than", "over"), ratio).to(_odds(strictly=True)),
        seq(odds, word("worse than", "less than", "below"), ratio).to(_odds(below=True)),
        seq(odds, word("at most"), ratio).to(_odds(strictly=True, below=True)),
        seq(side, word("at least"), number(1, 99), _UNITS).to(
            lambda own, n: (limits.Strength(own, least=n),)
        ),
        seq(side, word("at most", "no more than"), number(0, 99), _UNITS).to(
            lambda own, n: (limits.Strength(own, most=n),)
        ),
    ]


def _odds(*, strictly: bool = False, below: bool = False) -> Callable[[tuple[int, int]], tuple[Any, ...]]:
    return lambda ratio: (limits.Odds(ratio[0], ratio[1], strictly, below),)
