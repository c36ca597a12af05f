"""Standing orders: given, listed, taken back; and whose windows are open."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from pbem.language.declined import Declined
from pbem.language.voice import Voice
from pbem.letters import render
from pbem.play.scopes import Scope, read_scope, told
from pbem.play.sitting import Sitting
from pbem.play.standing.orders import StandingOrder
from pbem.play.standing.reading import is_standing, read_standing
from pbem.play.windows import STANDING as BY_STANDING_ORDERS
from pbem.post.commands.word import PREFIX, Found, Moment, Reader, Said, Word
from pbem.work.letter_work import Answer, LetterWork
from rules import Power


def give(work: LetterWork, said: Said) -> Answer:
    """`standing: ...`"""
    powers = work.powers_named(said.power)
    if len(powers) > 1:
        names = [work.own_voice.power_name(power) for power in powers]
        raise Declined("request.which_powers", names_text=names)
    (power,) = powers
    orders = work.sitting.standing
    number = orders.next_number(power)
    order = read_standing(said.text, power, number, work.sitting.engine.game, work.names)
    orders.add(replace(order, letter=work.letter_id))
    return work.answer("standing.title", as_listed(order, work.own_voice))


def show(work: LetterWork, said: Said) -> Answer:
    """`standing`"""
    powers = work.powers_named(said.power)
    return work.answer("standing.title", listing(work.sitting, powers, work.own_voice))


def cancel(work: LetterWork, said: Said) -> Answer:
    """`cancel standing 2`"""
    numbers = [int(number) for number in re.findall(r"\d{1,4}", said.text)]
    if not numbers and said.text != "all":
        raise Declined("standing.which")
    gone: list[StandingOrder] = []
    for power in work.powers_named(said.power):
        gone += work.sitting.standing.cancel(power, numbers or None)
    if not gone:
        raise Declined("standing.none")
    lines = [as_listed(order, work.own_voice) for order in gone]
    return work.answer("standing.cancelled", work.paragraph("standing.gone"), *lines)


def windows(work: LetterWork, said: Said) -> Answer:
    """`windows open`, `windows closed`, `windows open for card 31`"""
    policy = work.sitting.policy.name
    if policy != BY_STANDING_ORDERS:
        raise Declined(f"standing.not_declared_{policy}")
    which, _, words = said.text.partition(" ")
    is_open = which.lower() == "open"
    powers, orders = work.powers_named(said.power), work.sitting.standing
    scopes = [read_scope(words, power, work.names) for power in powers]
    for scope in scopes:
        orders.declare(scope.power, is_open=is_open, scope=scope.stored if scope.kind else "")
    if words.strip():
        now = [scope for scope in orders.open_windows if Scope.read(scope).power in powers]
        what = "; ".join(told(now, work.own_voice)) or work.say("windows.none")
        return work.answer("windows.title", work.paragraph("windows.scopes", text=what))
    text = work.paragraph("windows.open" if is_open else "windows.closed", powers=powers)
    return work.answer("windows.title", text)


def presets(work: LetterWork, said: Said) -> Answer:
    """`presets off`, `presets on`"""
    powers, orders = work.powers_named(said.power), work.sitting.standing
    if said.text.lower() == "on":
        orders.begin_presets(work.sitting.title, powers)
        for power in powers:
            work.sitting.waited_for.pop(power, None)  # they answer what is asked already, too
        return work.answer("standing.title", listing(work.sitting, powers, work.own_voice))
    gone = [order for power in powers for order in orders.end_presets(power)]
    if not gone:
        raise Declined("standing.none")
    lines = [as_listed(order, work.own_voice) for order in gone]
    return work.answer("standing.cancelled", work.paragraph("standing.gone"), *lines)


# ---- In words


def as_listed(order: StandingOrder, voice: Voice) -> str:
    """`2. Interception: ...`, as receipts and lists show an order."""
    text = order.told(voice)
    return render.paragraph(voice, "standing.line", 2, 4, number=order.number, text=text)


def listing(sitting: Sitting, powers: Sequence[Power], voice: Voice) -> str:
    """The standing orders of some powers, and how to take them back."""
    lines: list[str] = []
    for power in powers:
        own = sitting.standing.of(power)
        if own and len(powers) > 1:
            lines.append(f"  {voice.power_name(power)}")
        lines += [as_listed(order, voice) for order in own]
    numbers = [order.number for power in powers for order in sitting.standing.of(power)]
    if not numbers:
        return render.paragraph(voice, "standing.none")
    return "\n".join([*lines, "", render.paragraph(voice, "standing.cancel", number=numbers[0])])


# ---- Reading


def _pattern(form: str) -> Reader:
    pattern = re.compile(form, re.IGNORECASE)

    def read(line: str, moment: Moment) -> Found | None:
        found = pattern.match(line)
        if found is None:
            return None
        groups = found.groupdict()
        rest = "all" if groups.get("all") else groups.get("rest") or ""
        verb = groups.get("verb") or groups.get("first") or ""
        rest = f"{verb} {rest.strip()}".strip()  # `open my windows for card 31`
        return Found(rest, groups.get("power") or "")

    return read


def _given(line: str, moment: Moment) -> Found | None:
    if is_standing(line):
        return Found(line)
    named, colon, order = line.partition(":")
    return Found(order.strip(), named) if colon and " " not in named and is_standing(order) else None


_LISTED = rf"^{PREFIX}(?:show\s+|list\s+|my\s+)*standing(?:\s+orders?)?\s*[.?]?$"
_CANCELLED = (
    rf"^{PREFIX}(?:cancel|drop|forget|remove)\s+(?:(?P<all>all)\s+)?(?:my\s+)?standing"
    r"(?:\s+orders?)?\s*(?P<rest>[\d\s,;#and]*|all)[.!]?$"
)
_DECLARED = (
    rf"^{PREFIX}(?:(?:my\s+)?windows?:?\s+(?:are\s+)?(?P<verb>open|closed?)|(?P<first>open|close)\s+(?:my\s+)?windows?)"
    r"(?P<rest>(?:\s.{0,80}?)?)[.!]?$"
)
_PRESETS = (
    rf"^{PREFIX}(?:my\s+)?presets?\s+(?:are\s+)?(?P<rest>on|off)[.!]?$|"
    r"^(?:no|cancel|drop)\s+(?:all\s+)?(?:my\s+)?presets?[.!]?$"
)
STANDING = (
    Word("presets", _pattern(_PRESETS), presets, even_below=False),
    Word("standing_list", _pattern(_LISTED), show, may_ask=True, even_below=False),
    Word("cancel_standing", _pattern(_CANCELLED), cancel, even_below=False),
    Word("windows", _pattern(_DECLARED), windows, even_below=False),
    Word("standing", _given, give, even_below=False),
)
