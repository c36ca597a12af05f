"""Moments for which orders can be written before they come: `next impulse:`, `spring:`, `winter:`.

Such words stand above a block of lines, or in front of a line.  Above a block they count to the next heading
or to an empty line; in front of a line for that line, but `next impulse: play 31 for cp` begins a block, for
an impulse has many lines.  `mark_blocks` puts the words in front of every line, so that whoever sorts a
letter can sort line by line.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from pbem.games.moments import IMPULSE, PEACE, SPRING, TALKS, WARS, WINTER
from pbem.language.words import is_no_order, unmarked

AFTER_THAT = "impulse_after"
"""The impulse after the next one; when that has come it is the next."""

HEADINGS = {
    PEACE: "for peace:",
    WARS: "for wars:",
    SPRING: "in spring:",
    IMPULSE: "next impulse:",
    AFTER_THAT: "impulse after that:",
    WINTER: "in winter:",
    TALKS: "when talks open:",
}
"""How a moment stands in front of a line; none of them looks like the name of a power."""
IN_A_WORD = {
    PEACE: "peace",
    WARS: "wars",
    SPRING: "spring",
    IMPULSE: "next impulse",
    AFTER_THAT: "impulse after that",
    WINTER: "winter",
    TALKS: "when talks open",
}
"""The phrase of each that other languages have a word for."""
NOW = "now"
NO_POWERS = ("standing", "always", "never", "whenever", "press", "propose", "preview", "if", "unless")
"""Words before a moment with which another kind of line begins."""

_LEAD = r"(?:and |then )?(?:(?:in|on|for|at) )?(?:my |the )?"
_MY_TURN = (
    r"(?:(?:when|once|as soon as)|next time) (?:it(?:['’]s| is) my (?:turn|impulse|go)"
    r"|my (?:turn|impulse|go) comes|i(?:['’]m| am) up|i (?:play|act)|it comes to me)(?: again| next)?"
)
_WORDS = (
    (
        AFTER_THAT,
        r"(?:impulse|one|card) after (?:that|the next(?: one| impulse)?|next)|second (?:impulse|one)",
    ),
    (IMPULSE, rf"(?:next|first|coming) (?:impulse|card)(?: of (?:the|this|next) turn)?|{_MY_TURN}"),
    (SPRING, r"(?:next )?spring(?: deployment)?"),
    (WARS, r"wars?|war phase|declarations? of war"),
    (PEACE, r"peace|peace (?:phase|segment)|suing for peace"),
    (WINTER, r"(?:this |next )?winter(?: quarters)?"),
    (TALKS, r"when (?:the )?(?:talks|negotiations?) (?:open|begin|start)s?|(?:next )?talks"),
    (NOW, r"now|this impulse|my impulse|today"),
)
_HEADING = re.compile(
    r"^\s*(?:(?P<power>[^\W\d_]{2,20})\s?:?\s+)??"
    + _LEAD
    + "(?:"
    + "|".join(f"(?P<{name}>{words})" for name, words in _WORDS)
    + r")\s*(?P<mark>:|,(?=\s*\S))\s*(?P<rest>.*)$",
    re.IGNORECASE,
)
_BINDS = re.compile(
    r"^(?:should\b[^:]*,\s*(?:forget|drop|cancel|ignore|skip|scrap|stop)\b|(?:but |and )?(?:unless"
    r"|even (?:if|when)|(?:only |except |not )?if|as long as|provided|no matter what|"
    r"whatever happens|in any case)\b)[^:]*$",
    re.IGNORECASE,
)
"""A line that orders nothing and stands below the order that it binds."""
_ON_TERMS = re.compile(
    r"(?P<terms>(?:but )?(?:unless|even if|only if|as long as|no matter what"
    r"|provided)\b[^:]{0,80}):\s*(?P<rest>\S.*)",
    re.IGNORECASE,
)
"""`next impulse, unless I am attacked before: ...`"""
_SPOKEN = re.compile(
    r"\s*(?:and |then )?(?:"
    r"(?:in|for|during|at) (?:the |my |this )?"
    rf"(?:(?P<{SPRING}>spring(?: deployment)?)|(?P<{WINTER}>winter(?: quarters)?))"
    rf"|(?P<{IMPULSE}>(?:on|in|for|at|during) (?:my|the) (?:next|first|coming) (?:impulse|card)|{_MY_TURN}"
    r"|when i(?:['’]m| am) asked (?:for|about) (?:my|the) (?:next|first) (?:impulse|card)))"
    r"(?:,\s*|\s+)(?P<rest>\S.*)$",
    re.IGNORECASE,
)
_WAITS_FOR = re.compile(
    r"\s*(?P<until>(?:as soon as|when(?:ever)?|once|after|before|until|tomorrow|later|tonight|on monday|"
    r"(?:(?:in|on|for|at) )?(?:my |the )?next (?:turn|round))\b[^:,]{0,80})[:,]\s*(?P<rest>\S.*)$",
    re.IGNORECASE,
)
_TAKE_BACK = re.compile(
    r"^\s*(?:please,?\s+)?"
    r"(?:drop|cancel|forget|take back|no|withdraw|scrap|delete|discard|ignore|disregard)\s+"
    r"(?:(?:my|the|all|all my)\s+)?"
    r"(?:(?:orders?|plans?|lines?"
    r"|(?:what|everything|all)(?: that)? i (?:wrote|said|ordered|planned|sent))\s+)?"
    + _LEAD
    + "(?:"
    + "|".join(f"(?P<{name}>{words})" for name, words in _WORDS if name != NOW)
    + r")(?:\s+orders?)?(?:,?\s+(?:please|thanks))?[\s.!]*$",
    re.IGNORECASE,
)


_PLAN = re.compile(
    r"(?:(?:hi|hello|thanks|thank you|ok|okay)\b[^:]{0,20}[.,!]\s*)?(?:here(?:'s| is|’s) )?(?:my |our |the )?"
    r"(?:turn )?plan(?: (?:for|of) (?:the |this )?(?:turn|round)(?: \d{1,2})?)?\s*(?:is|are)?\s*[:：.]?",
    re.IGNORECASE,
)
_DECLINES = re.compile(
    r"(?:(?:i|we) (?:declare|make|plan|want|start) )?no (?:more "
    r"|new )?(?:(?P<wars>(?:war )?declarations?(?: of war)?|wars?)"
    r"|(?P<peace>peace(?: offers?)?|suing for peace)|(?P<spring>spring(?: deployment)?))"
    r"(?:,? (?:for|from) (?:me|us)|,? this turn|,? please|,? thanks)*[\s.!]*",
    re.IGNORECASE,
)


def heads_plan(line: str) -> bool:
    """Whether a line stands above a plan of the turn and says nothing else: `My plan for the turn:`."""
    return _PLAN.fullmatch(line.strip()) is not None


def below_plan(line: str) -> str:
    """A line of a plan without the heading in front of it: `My plan: no wars`."""
    head, colon, rest = line.partition(":")
    return rest.strip() if colon and rest.strip() and heads_plan(head) else line


def declined_in(line: str) -> str:
    """The moment in which nothing is to be done, by a line of a plan; empty for any other line.

    >>> declined_in("No wars for me."), declined_in("no declarations"), declined_in("no")
    ('wars', 'wars', '')
    """
    found = _DECLINES.fullmatch(line.strip())
    return next(name for name in (WARS, PEACE, SPRING) if found[name]) if found else ""


def moment_in(line: str) -> tuple[str, str, str] | None:
    """The moment that a line is for, the word before it (a power, or nothing), and the rest of the line.

    >>> moment_in("Next impulse: play 31 for cp")
    ('impulse', '', 'play 31 for cp')
    >>> moment_in("ottoman winter: usual")
    ('winter', 'ottoman', 'usual')
    """
    found = _HEADING.match(line)
    if found is None or (found["power"] or "").lower() in NO_POWERS:
        return None
    moment = _name(found)
    if found["mark"] == "," and moment not in (IMPULSE, AFTER_THAT):
        return None  # `peace, alliance` may be anything
    rest = found["rest"].strip()
    if bound := _ON_TERMS.match(rest):
        rest = f"{bound['rest']}, {bound['terms']}"
    return moment, found["power"] or "", rest


def spoken_moment(line: str) -> tuple[str, str, str] | None:
    """The same of an order that names its season, or one's turn, without a colon.

    In a letter to somebody such words are prose.

    >>> spoken_moment("in winter everyone back to Paris")
    ('winter', '', 'everyone back to Paris')
    """
    found = _SPOKEN.match(line)
    if found is None:
        return None
    moment = next(name for name in (SPRING, WINTER, IMPULSE) if found[name])
    return moment, "", found["rest"].strip()


def waits_for(line: str) -> tuple[str, str] | None:
    """What a line waits for that is no moment of ours, and its order; None for any other line.

    >>> waits_for("as soon as the Pope has passed: play 31 for cp")
    ('as soon as the Pope has passed', 'play 31 for cp')
    """
    found = _WAITS_FOR.match(line)
    return (found["until"].strip(), found["rest"].strip()) if found else None


def taken_back(line: str) -> str:
    """The moment whose orders a line takes back; empty if it does not.

    >>> taken_back("drop my next impulse"), taken_back("cancel spring"), taken_back("no")
    ('impulse', 'spring', '')
    """
    found = _TAKE_BACK.match(line)
    return _name(found) if found else ""


def _name(found: re.Match[str]) -> str:
    return next(name for name, _ in _WORDS if found[name] is not None)


def for_talks(line: str) -> tuple[str, str] | None:
    """The power before a line for the next talks (or nothing), and the line itself; None for any other line.

    >>> for_talks("when talks open: ready"), for_talks("next impulse: pass")
    (('', 'ready'), None)
    """
    found = moment_in(line)
    return (found[1], found[2]) if found is not None and found[0] == TALKS else None


def marked(moment: str, line: str, power: str = "") -> str:
    """A line with the words of its moment in front of it.

    >>> marked("impulse", "pass", "england")
    'england: next impulse: pass'
    """
    return f"{f'{power}: ' if power else ''}{HEADINGS[moment]} {line}"


def mark_blocks(
    lines: Sequence[str],
    is_other: Callable[[str], bool] = lambda line: False,
    *,
    ends: Callable[[str], bool] = lambda line: False,
    said_in_talks: Callable[[str], bool] = lambda line: False,
    planning: bool = False,
) -> list[str]:
    """The lines of a letter, as many as there were, each with the words of its moment in front of it.

    Headings become empty; `is_other` says which lines are no orders, and stay as they are; `ends` with which
    of them a block is over; `said_in_talks` which belong to a block for the talks though they are no orders.
    While a plan is asked, `no wars` is the order for its moment, and not what takes that back.
    """
    told: list[str] = []
    block, power, begun = NOW, "", False
    above: tuple[str, str] | None = None
    """Of what the line before is, if that is for one moment alone."""
    for line in lines:
        plain = unmarked(line)
        if planning and (moment := declined_in(plain)):
            plain = marked(moment, "none")
        found = moment_in(plain)
        for_talks = found[0] == TALKS if found else block == TALKS and said_in_talks(line)
        if not plain.strip() or (ends(line) and not for_talks):
            if begun or plain.strip():
                block, above = NOW, None
            told.append(line)
        elif found is None and above is not None and _BINDS.match(plain):
            told.append(marked(above[0], plain, above[1]))
        elif found is None or (is_other(line) and not for_talks):
            own = found is None and block != NOW and not is_no_order(plain) and not is_other(line)
            own, above = own or for_talks, None
            begun = begun or own
            told.append(marked(block, plain, power) if own else line)
        else:
            moment, whose, rest = found
            block, power, begun = moment, whose, False
            if rest and (moment not in (IMPULSE, AFTER_THAT) or not _begins_an_impulse(rest)):
                block = NOW
            begun = bool(rest)
            above = (moment, whose) if rest and block == NOW != moment else None
            told.append((marked(moment, rest, whose) if moment != NOW else rest) if rest else "")
    return told


def _begins_an_impulse(order: str) -> bool:
    """Whether more lines of the same impulse can follow: after `pass` there is nothing to say."""
    return re.match(r"(?:i )?pass(?:es)?\b", order, re.IGNORECASE) is None
