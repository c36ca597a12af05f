"""From an open question to what its player reads: what may be ordered, who is waited for, what is near."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from itertools import islice
from typing import Any

from pbem.errors import OrderProblem
from pbem.games import Game
from pbem.language import Names, parse_line, say, usage
from pbem.language.grammar import Parser
from pbem.language.voice import POWER, Voice, question_key
from pbem.letters.choices import Choice, in_short, possible
from pbem.letters.content import Asked, Order, PrivateLetter
from pbem.play.windows import is_window
from rules import Power, Question

MOST_LEGAL = 400
MOST_LISTED = 15
"""A longer list is shortened: some examples, and all in short."""
MOST_EXAMPLES = 12
MOST_NOTED = 10
SIMPLE = ("choose", "decide", "number")
"""Questions whose orders are bare names: many of them can be listed, and need no explanation then."""
MOST_NAMES = 60
SEVERAL = ("choose_some", "declare_wars")
"""Questions that are answered with several things: of a long list the single ones are shown."""
COMPLETE = (*SIMPLE, "impulse", "confirm_deals")
"""Questions of which all that can be ordered is listed: their forms need not be told then."""
SHORTENED = ("action", "spring", "attempt")
"""Questions whose orders are told in short, by their forms."""
LEAST_OF_A_KIND = 2

IMPULSE, ACTION = "impulse", "action"
"""The question that begins an impulse, and those within it."""


def asked(
    question: Question[Any],
    game: Any,
    title: Game,
    voice: Voice,
    *,
    due: datetime | None,
    parser: Parser[Any] | None = None,
) -> Asked:
    """A question with what may be ordered now, from the grammar that will read the answer."""
    names = title.names
    legal = list(islice(question.legal(game), MOST_LEGAL))
    said: dict[str, Any] = {}
    for answer in legal:
        said.setdefault(say(question, answer, names), answer)
    every = [order for order in said if order]
    if question.kind == IMPULSE:
        every.sort(key=_card_number)
    advice = title.advice(question, legal, game, voice)
    notes = {say(question, legal[at], names): note for at, note in advice.notes.items()}
    orders = every if question.kind in SIMPLE and len(every) <= MOST_NAMES else selection(every)
    more = len(every) - len(orders)
    if question.kind in SEVERAL and len(every) > MOST_LISTED:
        orders = [order for order in every if ", " not in order] or orders
        more = 0  # the others are several of these in one order, as the form says
    forms = _forms(question, game, names, parser)
    choices: tuple[Choice, ...] = ()
    if len(orders) < len(every) and question.kind in SHORTENED:
        choices = in_short(every, forms, _costs(said, game, question.power), question.power)
        orders = worth_a_line(every, notes)
        choices = tuple(choice for choice in choices if choice.order not in orders)
    elif question.kind == ACTION:
        orders = sorted(orders, key=lambda order: " " not in order)  # `end` comes last
        forms = possible(forms, every)
    explained = bool(choices) or (question.kind in COMPLETE and len(orders) == len(every))
    return Asked(
        power=question.power,
        kind=question_key(question),
        prompt=voice.question(question) + title.more_about(question, legal, game, voice),
        orders=tuple(Order(order, notes.get(order, "")) for order in orders),
        more=more,
        every=tuple(every),
        choices=choices,
        cut=len(legal) == MOST_LEGAL,
        forms=() if explained else _worth_telling(forms, orders, question, game, names, parser),
        due=due,
        silence=say(question, question.default(game), names),
        silence_note=advice.silence,
        missing=advice.missing,
        short=voice.in_short(question),
    )


def worth_a_line(orders: Sequence[str], notes: Mapping[str, str]) -> list[str]:
    """Orders with something to know of, and one of each other verb; all of them are told in short below."""
    known = frozenset(orders)
    noted = [order for order in notes if order in known][:MOST_NOTED]
    verbs = [order.partition(" ")[0] for order in noted]
    others: dict[str, str] = {}
    for order in orders:
        others.setdefault(order.partition(" ")[0], order)
    rest = [order for verb, order in others.items() if verb not in verbs]
    return [*noted, *sorted(rest, key=lambda order: " " not in order)]  # `end` comes last


def _card_number(order: str) -> int:
    """The number of the card that is played; a pass comes last."""
    return next((int(word) for word in order.split() if word.isdecimal()), 1_000)


def _costs(said: Mapping[str, Any], game: Any, power: Power) -> dict[str, int]:
    """What each order costs in command points, where it costs any."""
    return {
        order: cost
        for order, answer in said.items()
        if hasattr(answer, "cost") and (cost := answer.cost(game, power))
    }


def _forms(question: Question[Any], game: Any, names: Names, parser: Parser[Any] | None) -> tuple[str, ...]:
    try:
        forms = usage(question, game, names, parser)
    except LookupError:  # no grammar: the letter can only say what silence will do
        return ()
    return tuple(form for form in dict.fromkeys(forms) if form)


def _worth_telling(
    forms: Sequence[str],
    shown: Sequence[str],
    question: Question[Any],
    game: Any,
    names: Names,
    parser: Parser[Any] | None,
) -> tuple[str, ...]:
    """Forms with blanks; one without is worth a line if it is allowed and the letter does not show it."""

    def says_more(form: str) -> bool:
        try:
            return say(question, parse_line(form, question, game, names, parser), names) not in shown
        except OrderProblem:
            return False

    return tuple(form for form in forms if "<" in form or says_more(form))


def selection(orders: Sequence[str]) -> list[str]:
    """Not too many orders, some of each verb, spread over what there is, in their own order."""
    if len(orders) <= MOST_LISTED:
        return list(orders)
    by_verb: dict[str, list[int]] = {}
    for at, order in enumerate(orders):
        by_verb.setdefault(order.partition(" ")[0], []).append(at)
    share = max(LEAST_OF_A_KIND, MOST_EXAMPLES // len(by_verb))
    chosen: list[int] = []
    for places in by_verb.values():
        step = max(1.0, len(places) / share)
        chosen += [places[int(n * step)] for n in range(min(share, len(places)))]
    return [orders[at] for at in sorted(chosen)]


def waiting_for(waiting: Mapping[Power, Question[Any]], voice: Voice, *, own: Sequence[Power] = ()) -> str:
    """Who is waited for, in words; of windows never who, for they are asked whatever they hold."""
    if not waiting:
        return ""
    if any(is_window(question) for question in waiting.values()):
        return voice.say("letter", "waiting.responses")
    if any(power in own for power in waiting):
        return voice.say("letter", "waiting.you")
    return voice.say("letter", "waiting.powers", powers=list(waiting))


def near_you(powers: Sequence[Power], game: Any, title: Game, voice: Voice) -> list[str]:
    """What is near the units of a seat's powers; each line says whose, if there are several."""
    near = [found for power in powers if (found := title.near(game, power)) is not None]
    return [
        f"{voice.name(POWER, one.power, 'bare')} · {line}" if len(near) > 1 else line
        for one in near
        for line in title.near_told(one, game, voice)
    ]


def surround(letter: PrivateLetter, powers: Sequence[Power], game: Any, title: Game, voice: Voice) -> None:
    """Tell a seat that must decide, or talks, what is near its units, and how many cards everybody has."""
    if not letter.asked and not letter.talks:
        return
    letter.near = near_you(powers, game, title, voice)
    if any(one.kind == IMPULSE for one in letter.asked):
        counts = ", ".join(f"{line.name} {line.cards}" for line in letter.view.powers)
        letter.counts = voice.say("letter", "powers.counts", text=counts)
