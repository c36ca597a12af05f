"""What letters say of orders that were written before their moment: kept, carried out, stopped."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice

from pbem.games import Game
from pbem.games.conditions import TOUCHES, Not
from pbem.games.moments import IMPULSE, PEACE, SPRING, TALKS, WARS
from pbem.language import say
from pbem.language.names import CARD
from pbem.language.voice import Message, Voice, note
from pbem.language.widths import is_wide
from pbem.letters import questions, render
from pbem.play.about import AboutAhead
from pbem.play.moments import HEADINGS, IN_A_WORD
from pbem.play.moments import marked as marked_for
from pbem.play.preorders import PreOrder, Terms, terms_of
from pbem.play.short_answers import passes_out
from pbem.play.sitting import Sitting
from rules import Power

DROP = "drop"
"""The word that takes back what is kept for a moment."""
COLONS = ":："
_PLAYS = re.compile(r"play (\d+)\b")


def preorder_notes(sitting: Sitting, powers: Sequence[Power], voice: Voice) -> list[Message]:
    """What was carried out for a player without another letter, and what was not, and why."""
    told: list[Message] = []
    for fired in sitting.preorders.fired:
        dropped = [one for one in sitting.dropped if one.power == fired.power]
        back = [line for one in dropped for line in one.lines]
        over = [line for power, line in sitting.passed_over if power == fired.power]
        waits = [h.told for h in sitting.held.get(fired.power, ()) if h.moment == fired.moment]
        done = [line for line in fired.orders if line not in (*back, *over, *waits)]
        if fired.power in powers and done:
            text = voice.word(f"moment.{fired.moment}")
            rest = any(one.moment == fired.moment for one in dropped)
            key = "preorder_begun" if rest else "preorder_fired"
            told.append(note(key, text=text, lines_text="; ".join(map(voice.order, done))))
    if over := [line for power, line in sitting.passed_over if power in powers]:
        told.append(note("held_not_needed", lines_text="; ".join(map(voice.order, over))))
    return told + [
        note(
            "preorder_stopped",
            text=voice.word(f"moment.{stopped.moment}"),
            why_text=voice.listed(why.words(voice) for why in stopped.why),
            lines_text="; ".join(map(voice.order, stopped.lines)),
        )
        for stopped in sitting.preorders.stopped
        if stopped.power in powers
    ]


def kept_orders(sitting: Sitting, powers: Sequence[Power], voice: Voice, letter: int | None = None) -> str:
    """What is kept for later moments, when it is carried out and what stops it.

    With the number of a letter, only of what it has brought.
    """
    groups: dict[str, list[_Block]] = {}
    for power in powers:
        for moment in HEADINGS:
            block = sitting.preorders.of(power, moment)
            if any(letter in (None, order.letter) for order in block):
                why = _stops(terms_of((order.line for order in block), sitting.names), voice)
                named = voice.name("power", power) if len(powers) > 1 else ""
                groups.setdefault(why, []).append(_Block(moment, block, named))
    return "\n\n".join(_group(blocks, why, voice) for why, blocks in groups.items())


def kept_in_short(sitting: Sitting, powers: Sequence[Power], voice: Voice) -> str:
    """For which moments something is kept; empty if for none."""
    kept = [
        (moment, block)
        for power in powers
        for moment in HEADINGS
        if (block := sitting.preorders.of(power, moment))
    ]
    if not kept:
        return ""
    found = [
        voice.say(
            "letter", "preorder.kept_for", text=_heading(moment, voice).rstrip(COLONS), count=len(block)
        )
        for moment, block in kept
    ]
    return voice.say(
        "letter", "preorder.kept", text=voice.listed(found), order=_taking_back(kept[0][0], voice)
    )


def _taking_back(moment: str, voice: Voice) -> str:
    return f"{voice.order(DROP)} {_heading(moment, voice).rstrip(COLONS)}"


def marked(order: PreOrder, voice: Voice) -> str:
    """A line with the words of its moment, as it can be sent again."""
    return f"{_heading(order.moment, voice)} {voice.order(order.line)}"


@dataclass(frozen=True, slots=True)
class _Block:
    """What one power has written for one moment."""

    moment: str
    orders: Sequence[PreOrder]
    power: str

    def lines(self, voice: Voice) -> list[str]:
        heading = _heading(self.moment, voice)
        first = f"  {self.power}, {heading}" if self.power else f"  {heading}"
        return [first, *(render.soft_wrap(voice.order(order.line), 4, 4) for order in self.orders)]


def _heading(moment: str, voice: Voice) -> str:
    """What stands in front of a block: in the words of the reader, where the parser reads them."""
    told = voice.order(f"{IN_A_WORD[moment]}:")
    return f"{told[:-1]}：" if is_wide(told) else told


def _group(blocks: Sequence[_Block], why: str, voice: Voice) -> str:
    """Blocks that are stopped by the same, and below them when they are carried out and what that is."""
    lines = [line for block in blocks for line in block.lines(voice)]
    key = "fires" if why else "fires_anyway"
    if len(blocks) == 1:
        (moment,) = (block.moment for block in blocks)
        told, count = voice.word(f"moment.{moment}"), 2 if moment in (WARS, TALKS) else 1
        lines.append(render.paragraph(voice, f"preorder.{key}", text=told, why_text=why, count=count))
    else:
        lines.append(render.paragraph(voice, f"preorder.each_{key}", why_text=why))
    words = dict.fromkeys(_taking_back(block.moment, voice) for block in blocks)
    lines.append(render.paragraph(voice, "preorder.take_back", text=", ".join(words)))
    return "\n".join(lines)


def _stops(terms: Terms, voice: Voice) -> str:
    """What stops some orders, in words."""
    left = [kind for kind in TOUCHES if not terms.may_be(kind)]
    told = [] if not left else [voice.word(f"preorder.{'any_touch' if not terms.even_if else 'but_for'}")]
    told += [voice.word("preorder.unless", text=fact.words(voice)) for fact in terms.unless]
    told += [voice.word("preorder.unless", text=Not(fact).words(voice)) for fact in terms.only_if]
    return voice.listed(told, "or")


@dataclass(frozen=True, slots=True)
class Invitation:
    """To write the next impulse before it is asked for."""

    text: str
    about: AboutAhead | None = None
    """What `ok` takes; nothing where the lines are only an example."""


def invitation(
    sitting: Sitting, powers: Sequence[Power], voice: Voice, *, suggests: bool = False
) -> Invitation | None:
    """Lines to copy for whoever has ended an impulse and has written nothing for the next; else nothing.

    `suggests`: they are what the moderator would write, if the title has an opinion.
    """
    waiting = sitting.waiting()
    over = [
        power
        for power in dict.fromkeys(sitting.ended)
        if power in powers
        and power not in waiting
        and not sitting.held.get(power)
        and not any(passes_out(order.words) for order in sitting.standing.of(power))
        and not sitting.preorders.of(power, IMPULSE)
        and not _has_no_cards(sitting, power, voice)
    ]
    if sitting.engine.over or not over:
        return None
    # Where the letter asks something as well, `ok` takes what is suggested for that.
    suggests = suggests and not any(power in waiting for power in powers)
    heading, *example = example_ahead(voice)
    ahead = sitting.title.ahead(sitting.engine.game, over[0]) if suggests else []
    lines = [render.paragraph(voice, "preorder.invite_suggested" if ahead else "preorder.invite"), ""]
    named = f"{over[0]}: " if len(powers) > 1 else ""
    told = [_with_title(line, sitting.title, voice) for line in ahead] or example
    lines += [f"    {line}" for line in (f"{named}{heading}", *told)]
    about = AboutAhead(over[0], sitting.engine.seq, tuple(ahead)) if ahead else None
    return Invitation("\n".join(lines), about)


def _with_title(line: str, title: Game, voice: Voice) -> str:
    """An order to copy, with the title of the card that it plays: nobody knows all the numbers."""
    card = _PLAYS.match(line)
    titled = card is not None and int(card[1]) in title.cards
    return (
        f"{voice.order(line)}   // {voice.name(CARD, card[1], 'title')}"
        if card and titled
        else voice.order(line)
    )


def _has_no_cards(sitting: Sitting, power: Power, voice: Voice) -> bool:
    """Whether a power has nothing to play in an impulse of this turn."""
    hands = sitting.title.hands(sitting.engine.game, (power,), voice)
    return bool(hands) and not any(hand.cards for hand in hands)


def planned_lines(sitting: Sitting, moment: str, powers: Sequence[Power], voice: Voice) -> list[str]:
    """What can be written for a moment of the plan, with its cost; only its form where nobody can tell."""
    title, game = sitting.title, sitting.engine.game
    foreseen = {power: title.foreseen(moment, game, power) for power in powers}
    lines: list[str] = []
    for power, question in foreseen.items():
        if question is None:
            return [voice.say("letter", f"plan.{moment}")]
        asked = questions.asked(question, game, title, voice, due=None)
        named = f"{power}: " if len(powers) > 1 else ""
        noted = [
            f"{voice.order(order.text)}   // {order.note}"
            for order in asked.orders
            if order.note and ", " not in order.text.partition(" with ")[0]
        ]
        forms = [voice.order(form) for form in asked.forms if noted and "<" in form]
        lines += [f"{named}{_heading(moment, voice)} {told}" for told in (*noted, *forms)]
    return lines if foreseen else [voice.say("letter", f"plan.{moment}")]


@dataclass(frozen=True, slots=True)
class PlanAhead:
    """What the moderator would write into the plan of the turn."""

    lines: list[str]
    """To copy, in the words of the reader."""
    about: AboutAhead
    """What `ok` takes."""


def plan_ahead(
    sitting: Sitting, moments: Sequence[str], powers: Sequence[Power], voice: Voice
) -> PlanAhead | None:
    """What would be written for the first of some powers; nothing without an opinion."""
    title, game, power = sitting.title, sitting.engine.game, powers[0]
    named = f"{power}: " if len(powers) > 1 else ""
    alone = [
        (moment, say(question, title.suggest(game, power, question).answer, title.names))
        for moment in (PEACE, WARS)
        if moment in moments
        and (question := title.foreseen(moment, game, power)) is not None
        and next(islice(question.legal(game), 1, None), None) is not None
    ]
    spring, after = title.ahead_in_spring(game, power) if SPRING in moments else ("", game)
    impulse = title.ahead(after, power) if IMPULSE in moments else []
    if not (spring or impulse):
        return None
    alone += [(SPRING, spring)] if spring else []
    lines = [f"{named}{_heading(moment, voice)} {_with_title(line, title, voice)}" for moment, line in alone]
    if impulse:
        told = [_with_title(line, title, voice) for line in impulse]
        lines += [f"{named}{voice.say('letter', 'plan.heading')}", *told]
    taken = [*(marked_for(moment, line) for moment, line in alone), *impulse]
    return PlanAhead(lines, AboutAhead(power, sitting.engine.seq, tuple(taken)))


def example_ahead(voice: Voice) -> list[str]:
    """A block for the next impulse, its heading first."""
    return voice.say("letter", "preorder.example").split(" / ")
