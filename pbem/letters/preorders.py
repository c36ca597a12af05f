"""What letters say of orders that were written before their moment: kept, carried out, stopped."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.games.conditions import TOUCHES
from pbem.games.moments import IMPULSE
from pbem.language.voice import Message, Voice, note
from pbem.letters import render
from pbem.play.moments import HEADINGS
from pbem.play.preorders import PreOrder, Terms, terms_of
from pbem.play.sitting import Sitting
from rules import Power


def preorder_notes(sitting: Sitting, powers: Sequence[Power], voice: Voice) -> list[Message]:
    """What was carried out for a player without another letter, and what was not, and why."""
    told = [
        note(
            "preorder_fired",
            text=voice.word(f"moment.{fired.moment}"),
            lines_text="; ".join(fired.lines),
        )
        for fired in sitting.preorders.fired
        if fired.power in powers
    ]
    return told + [
        note(
            "preorder_stopped",
            text=voice.word(f"moment.{stopped.moment}"),
            why_text=voice.listed(why.words(voice) for why in stopped.why),
            lines_text="; ".join(stopped.lines),
        )
        for stopped in sitting.preorders.stopped
        if stopped.power in powers
    ]


def kept_orders(sitting: Sitting, powers: Sequence[Power], voice: Voice, letter: int | None = None) -> str:
    """What is kept for later moments, when it is carried out and what stops it.

    With the number of a letter, only of what it has brought, whose lines are shown above.
    """
    parts: list[str] = []
    for power in powers:
        own = [order for order in sitting.preorders.of(power) if letter in (None, order.letter)]
        for moment in dict.fromkeys(order.moment for order in own):
            block = sitting.preorders.of(power, moment)
            shown = block if letter is None else ()
            terms = terms_of((order.line for order in block), sitting.names)
            parts += [_block(terms, shown, moment, power if len(powers) > 1 else None, voice)]
    return "\n\n".join(parts)


def _block(terms: Terms, shown: Sequence[PreOrder], moment: str, power: Power | None, voice: Voice) -> str:
    why = _stops(terms, voice)
    key = "preorder.fires" if why else "preorder.fires_anyway"
    heading = HEADINGS[moment]
    lines = [f"  {heading}" if power is None else f"  {voice.name('power', power)}, {heading}"]
    lines += [render.wrap(order.line, 4, 4) for order in shown]
    told = voice.word(f"moment.{moment}")
    lines.append(render.paragraph(voice, key, text=told, why_text=why, count=2 if moment == "wars" else 1))
    lines.append(render.paragraph(voice, "preorder.take_back", text=heading.rstrip(":")))
    return "\n".join(lines)


def _stops(terms: Terms, voice: Voice) -> str:
    """What stops some orders, in words."""
    left = [kind for kind in TOUCHES if kind not in terms.even_if]
    told = [] if not left else [voice.word(f"preorder.{'any_touch' if not terms.even_if else 'but_for'}")]
    told += [voice.word("preorder.unless", text=fact.words(voice)) for fact in terms.unless]
    told += [voice.word("preorder.only_if", text=fact.words(voice)) for fact in terms.only_if]
    return voice.listed(told, "or")


def invitation(sitting: Sitting, powers: Sequence[Power], voice: Voice) -> str:
    """Lines to copy for whoever has ended an impulse and has written nothing for the next; else nothing."""
    waiting = sitting.waiting()
    over = [power for power in dict.fromkeys(sitting.ended) if power in powers and power not in waiting]
    if sitting.engine.over or not any(not sitting.preorders.of(power, IMPULSE) for power in over):
        return ""
    lines = [render.paragraph(voice, "preorder.invite"), ""]
    lines += [f"    {line}" for line in voice.say("letter", "preorder.example").split(" / ")]
    return "\n".join(lines)
