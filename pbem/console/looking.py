"""A post as it is looked at before anything happens: what each line would do, and where it would stop."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from pbem.channels.written import Kind, Line
from pbem.language.refusals import why
from pbem.language.voice import Voice
from pbem.letters.receipts import read_as
from pbem.play.fates import Fate
from pbem.play.outside_dice import Needs
from pbem.play.preview import Preview
from pbem.post.perform import fates_of, perform
from pbem.post.sort import Sorted
from pbem.work.letter_work import LetterWork
from rules import Power
from rules.core.errors import RandomNeeded

NEVER_ACTS = {
    Kind.QUOTED: "quoted: it never acts",
    Kind.FOREIGN: "somebody else's words: they never act",
    Kind.STRUCK: "struck out: it never acts",
    Kind.HIDDEN: "hidden: it never acts",
    Kind.SIGNATURE: "signature",
    Kind.GREETING: "greeting",
    Kind.CLOSING: "closing",
    Kind.FURNITURE: "talk",
    Kind.APART: "beside the orders: not read",
}


BELOW_A_QUOTATION = "part of the quotation above it, unless a blank line stands between: it never acts"
WOULD_BE: dict[Fate | None, str] = {
    Fate.HELD: "kept until it is asked for",
    Fate.PLANNED: "kept for its moment",
    Fate.CHAT: "talk",
    Fate.FURNITURE: "talk",
    Fate.NOT_NEEDED: "not needed",
    Fate.REQUEST: "a request",
    Fate.PRESS: "said to the others",
    Fate.DEAL: "an offer",
}
WORD_DOES = {
    "propose": "an offer",
    "agree": "agrees to an offer",
    "refuse": "refuses an offer",
    "press": "said to the others",
    "ready": "ready: has nothing more to say in the talks",
    "not_ready": "not ready yet: the talks go on",
}
"""What words do that others hear of; the rest only ask for something."""


@dataclass(frozen=True, slots=True)
class Player:
    """Somebody at the table."""

    number: int
    name: str
    powers: tuple[Power, ...]
    words: str
    """`Dee (France)`."""


@dataclass(frozen=True, slots=True)
class LookedAt:
    """A line of a post, and what it would do."""

    text: str
    does: str
    told: tuple[str, ...] = ()
    """What everybody would be told of it."""
    wrong: bool = False


@dataclass(frozen=True, slots=True)
class Looked:
    """A post before it is carried out."""

    player: Player
    lines: tuple[LookedAt, ...]
    then: str
    """Where it stops: at dice, at a decision."""
    needs: Needs = field(default_factory=Needs)
    problem: str = ""
    """Why none of it could be done."""
    refused: tuple[tuple[str, str], ...] = ()
    """Titles and texts of what would be answered to words that cannot be done now."""

    @property
    def acts(self) -> bool:
        """Whether anything in it is for the moderator."""
        return any(line.does not in (*NEVER_ACTS.values(), BELOW_A_QUOTATION) for line in self.lines)


def looked_at(letter: LetterWork, lines: Sorted, seen: Preview, voice: Voice) -> tuple[LookedAt, ...]:
    """Each line of a post, and what it would do."""
    said = {number: one for one in lines.said for number in one.numbers}
    heads = {number: order for order, numbers in lines.covers.items() for number in numbers}
    found: list[LookedAt] = []
    for at, line in enumerate(letter.written.lines, 1):
        words = line.text
        if at in letter.declined:
            found.append(LookedAt(words, "would not be done", wrong=True))
        elif at in said:
            name = said[at].word.name
            found.append(LookedAt(words, WORD_DOES.get(name, f"a request: {name.replace('_', ' ')}")))
        elif at in heads and heads[at] != at:
            found.append(LookedAt(words, "belongs to the line above"))
        elif at in heads:
            found.append(_looked_at_order(words, at, seen, voice))
        else:
            found.append(LookedAt(words, _never_acts(letter.written.lines, at - 1)))
    return tuple(found)


def _never_acts(lines: Sequence[Line], at: int) -> str:
    """Why a line never acts; one right below a quotation may be the author's for all that."""
    line, above = lines[at], lines[at - 1] if at else None
    joined = (
        line.kind is Kind.FOREIGN
        and above is not None
        and (above.as_written or "").lstrip().startswith(">")
        and not (line.as_written or ">").lstrip().startswith(">")
    )
    return BELOW_A_QUOTATION if joined else NEVER_ACTS.get(line.kind, "talk")


def _looked_at_order(words: str, number: int, seen: Preview, voice: Voice) -> LookedAt:
    one = next((one for one in seen.lines if one.number == number), None)
    rolls = seen.random is not None and number == seen.rolls_at
    fate = seen.fates.get(number)
    if one is not None:
        told = tuple(text for event in one.events if (text := voice.event(event)))
        meaning = read_as(one.line, one.meaning)
        does = f"an order: {meaning}" if meaning else "an order"
        return LookedAt(words, f"{does}, then dice or cards" if rolls else does, told)
    if rolls:
        told = tuple(text for event in seen.lines[-1].events if (text := voice.event(event)))
        return LookedAt(words, "an order, and dice or cards", told)
    if seen.failed is not None and seen.failed.number == number:
        return LookedAt(words, f"cannot be done: {why(seen.failed.problem, voice)}", wrong=True)
    if fate is Fate.NOT_DONE:
        above = seen.failed is not None and seen.failed.number < number
        return LookedAt(
            words, "not read: a line above it fails" if above else "would not be done", wrong=True
        )
    return LookedAt(words, WOULD_BE.get(fate, "an order, when it comes to it"))


def stops(letter: LetterWork, seen: Preview, voice: Voice) -> str:
    """Why the post would go no further: dice, a decision."""
    if letter.talks is not None and letter.talks.is_plan:
        return "everybody writes the plan of the turn: it is kept, and carried out when all have written"
    if letter.sitting.talking:
        waits = Fate.HELD in seen.fates.values()
        return "the powers negotiate: orders are kept until the talks are over" if waits else ""
    if seen.secret:
        return "then comes something that only its player may see"
    if seen.random:
        return f"then dice or cards: {voice.reason(seen.random)}"
    if seen.asked is not None:
        return f"then {letter.row.name} is asked: {voice.question(seen.asked)}"
    if seen.decides:
        powers = voice.listed(voice.power_name(power) for power in seen.decides)
        return f"then {powers} must decide"
    return ""


def refused_words(letter: LetterWork, lines: Sorted, seen: Preview) -> tuple[tuple[str, str], ...]:
    """Do what a post says, in a transaction without a commit: what is refused.

    Its orders belong to that only in talks: then they are kept for later, and no preview tells of them.
    """
    talking = letter.sitting.talking
    if not lines.said and not talking:
        return ()
    try:
        performed = perform(letter, lines if talking else replace(lines, orders=[]))
    except RandomNeeded:  # they end the talks, and cards are dealt at a table
        return ()
    if talking:
        seen.fates, seen.failed = fates_of(letter, lines, performed), letter.sitting.failed
    title = letter.say("receipt.not_done")
    return tuple(answer for answer in performed.answers if answer[0] == title)
