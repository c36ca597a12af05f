"""Orders of faith: preaching, the suppression of heresy, rebellion, and what the dice convert (18)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, TypeAlias

from pbem.games.vq.orders.book import action_grammar, grammar
from pbem.games.vq.orders.kinds import AREA
from pbem.language.grammar import (
    COLON,
    COMMA,
    FOR,
    IN,
    THE,
    Parser,
    many,
    name,
    number,
    one_of,
    optional,
    phrase,
    seq,
    word,
)
from pbem.language.names import SPACE, Names
from pbem.language.pieces import AT_END, either
from pbem.language.written import written
from rules.core.actions import ChooseAction
from rules.core.errors import allows
from rules.vq.faith.actions import Preach, Rebel, SuppressHeresy
from rules.vq.faith.conversions import ConvertSpaces, Flips
from rules.vq.game import VqGame
from rules.war.ids import SpaceId

CP = phrase(FOR, number(1, 6), optional(word("cp", "cps", "points")))
"""How many CP an action is worth that may cost more or less."""


# ---- Actions


def in_an_area(lead: Parser[Any], action: Any, question: ChooseAction, game: VqGame) -> Parser[Any]:
    """An action in an area, which need not be named if there is only one."""
    return one_of(
        seq(lead, IN, THE, name(AREA)).to(action),
        seq(lead, AT_END).to(lambda: list(action.options(game, question.power))).then(either).help(""),
    )


@action_grammar(Preach, written("preach in {area:area}"))
def preach(question: ChooseAction, game: Any, names: Names) -> Parser[Preach]:
    """`preach in france`."""
    return in_an_area(word("preach", "preaching", "sermon"), Preach, question, game)


@action_grammar(SuppressHeresy, written("suppress heresy in {area:area}"))
def suppress(question: ChooseAction, game: Any, names: Names) -> Parser[SuppressHeresy]:
    """`suppress heresy in the netherlands`."""
    lead = word("suppress heresy", "suppress", "suppression", "suppress heretics")
    return in_an_area(lead, SuppressHeresy, question, game)


@action_grammar(Rebel, written("rebel in {space:space} for {cp}"))
def rebel(question: ChooseAction, game: Any, names: Names) -> Parser[Rebel]:
    """`rebel in lyon for 3`: more CP, more hope."""
    lead = word("rebel", "rebellion", "start rebellion", "rise", "revolt")
    return seq(lead, IN, THE, name(SPACE), CP).to(Rebel).help("rebel in <space> for <CP>")


# ---- Conversions (18.5)

Spaces: TypeAlias = tuple[SpaceId, ...]


@grammar("convert")
def convert(question: ConvertSpaces, game: Any, names: Names) -> Parser[Flips]:
    """`sixes rouen; minor lyon, dijon; saved orleans; calm 1; unrest dijon`, `usual`.

    Sixes that are used at once come first, then fours and fives, then sixes that were saved.  Unrest that a
    one has brought goes to one of these spaces; what is not said is done as silence would do it.
    """
    spaces = many(phrase(THE, name(SPACE)), COMMA)
    first = word("sixes", "six", "major", "6", "6s", "first", "now")
    small = word("then", "minor", "fours", "fours and fives", "fives", "4 5", "others", "flip", "convert")
    saved = word("saved", "saved sixes", "saved six", "last", "save")
    end = optional(COMMA)
    unrest = optional(phrase(end, word("unrest", "unrest in", "unrest on"), COLON, spaces), None)
    calm = optional(
        phrase(
            end, word("calm", "cancel", "lower"), number(0, question.markers or 1), optional(word("unrest"))
        ),
        0,
    )

    def build(now: Spaces, minor: Spaces, late: Spaces, calmed: int, troubled: Spaces | None) -> Flips:
        if troubled is None:
            troubled = question.usual_unrest(game, (*now, *minor, *late), calmed)
        return Flips(now, minor, late, calmed, troubled)

    def by_die(flipped: Spaces, calmed: int, troubled: Spaces | None) -> list[Flips]:
        ways = [build(*ways, calmed, troubled) for ways in _by_die(flipped, question.major - calmed)]
        # The plainest way that the rules allow.
        allowed = [way for way in ways if allows(question.check, game, way)]
        return allowed[:1] or ways[:1]

    part = seq(
        optional(phrase(first, COLON, spaces), ()),
        optional(phrase(end, small, COLON, spaces), ()),
        optional(phrase(end, saved, COLON, spaces), ()),
        calm,
        unrest,
    )
    plain = seq(optional(word("convert", "flip", "take")), COLON, spaces, calm, unrest)
    usual = word("usual", "the usual", "as usual", "default", "ok", "best", value=True)
    return one_of(
        usual.to(lambda _: question.default(game)).help("usual"),
        plain.to(by_die).then(either).help("<space>, ...[; unrest <space>]"),
        part.to(build).help(
            "sixes <space>, ...; minor <space>, ...; saved <space>, ...; calm <number>; unrest <space>"
        ),
    )


def _by_die(flipped: Spaces, sixes: int) -> Iterator[tuple[Spaces, Spaces, Spaces]]:
    """Spaces without a word on the dice: for sixes, the others, saved sixes; the plainest way first."""
    for at_once in range(min(sixes, len(flipped)), -1, -1):
        for later in range(min(sixes, len(flipped)) - at_once + 1):
            end = len(flipped) - later
            yield flipped[:at_once], flipped[at_once:end], flipped[end:]


@convert.say
def _(question: ConvertSpaces, answer: Flips, names: Names) -> str:
    def listed(spaces: Spaces) -> str:
        return ", ".join(names.say(SPACE, space) for space in spaces)

    parts = [
        f"{lead} {listed(spaces)}"
        for lead, spaces in (("sixes", answer.now), ("minor", answer.minor), ("saved", answer.saved))
        if spaces
    ]
    parts += [f"calm {answer.calmed}"] if answer.calmed else []
    parts += [f"unrest {listed(answer.unrest)}"] if answer.unrest else []
    return "; ".join(parts)
