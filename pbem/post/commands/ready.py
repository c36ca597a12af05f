"""`ready`: nothing more to say in the talks; `not ready`."""

from __future__ import annotations

import re

from pbem.games.moments import TALKS
from pbem.language.declined import Declined
from pbem.language.voice import note
from pbem.post.commands.word import Found, Moment, Said, Word, spoken
from pbem.store import clocks
from pbem.work.letter_work import Answer, LetterWork


def ready(work: LetterWork, said: Said) -> Answer | None:
    talks, row = work.talks, clocks.open_talks(work.session, work.game)
    own = [power for power in work.row.powers if talks is not None and power in talks.powers]
    if talks is None or row is None or not own:
        raise Declined("request.no_talks")
    row.ready = [*row.ready, *(power for power in own if power not in row.ready)]
    work.session.add(row)
    work.session.flush()
    if not work.everybody_is_ready():
        return work.answer(
            "ready.title", work.paragraph(_told(work, said) if talks.is_plan else "ready.told")
        )
    work.close_talks(talks, note("plan_closed" if talks.is_plan else "talks_closed_ready"))
    return None  # a note to everybody says so


def _told(work: LetterWork, said: Said) -> str:
    """What the writer of a plan hears; whoever only waits has written none, or some of one."""
    kept = work.sitting.preorders
    written = any(order.moment != TALKS for power in work.row.powers for order in kept.of(power))
    if not written:
        return "plan.none"
    return "plan.rest" if said.line and _WAITS(said.line, Moment(planning=True)) else "plan.told"


def not_ready(work: LetterWork, said: Said) -> Answer:
    talks, row = work.talks, clocks.open_talks(work.session, work.game)
    if talks is None or row is None or not any(power in talks.powers for power in work.row.powers):
        raise Declined("request.no_talks")
    row.ready = [power for power in row.ready if power not in work.row.powers]
    work.session.add(row)
    return work.answer("ready.not_title", work.paragraph("ready.not"))


_FROM_ME = r"(?:from|on|for|of) (?:me|us|my side|our side|my end|here|my part)|over here"
_TIME = r"(?: (?:this (?:turn|time|round)|today))?"
_THAT_IS_ALL = (
    r"(?:that(?:'s| is) (?:all|it)|nothing (?:more|else|further)|no more)(?: to (?:say|add))?"
    rf"(?: (?:{_FROM_ME}))?(?: (?:this turn|for now))?"
)
_I_AM = "(?:(?:and |so )?(?:i am|i'm|im|we are|we're) )?"
_READY = spoken(rf"(?:{_THAT_IS_ALL}[,.;:!]? )?{_I_AM}ready|no deals", alone=True)
_PLAINLY = re.compile(rf"(?:{_THAT_IS_ALL}[,.;:!]? {_I_AM})?ready", re.IGNORECASE)
_REST = r"(?:the rest|everything else|all else|the other parts)"
_WAITS = spoken(
    rf"(?:(?:i(?:'ll| will)?|we(?:'ll| will)?) )?wait(?: (?:for|with) {_REST})?"
    r"|no plan(?: (?:from|for) (?:me|us))?(?: this turn)?"
    rf"|(?:just )?ask me (?:as usual|for {_REST}(?: as usual)?|in the usual order)"
    rf"|{_REST}(?: as usual| in the usual order)",
    alone=True,
    only_if=lambda rest, moment: moment.planning,
)
_NOTHING = spoken("none|pass", alone=True, only_if=lambda rest, moment: moment.talking)

# ---- In one's own words, read of a sentence (`pbem.post.commands.parley`)

_BEFORE = (
    r"(?:(?:and|so|then|well|ok|okay|yes|yep|yeah|right|alright|otherwise|apart from that|other than that|"
    r"for my part|as for me|hence|therefore|thus|anyway)[, ]+)*"
)
_BEING = r"(?:(?:i am|i'm|im|we are|we're|count me as|consider me|mark me as|put me down as) )?"
_QUITE = r"(?:(?:all|now|also|absolutely|totally|completely|quite|already) )?"
_OTHERS = (
    r"(?:you|you all|you guys|the others|the rest(?: of you)?|everybody(?: else)?|everyone(?: else)?|all)"
)
_AFTER = (
    rf"(?:,? (?:otherwise|too|as well|here|now|then|{_FROM_ME}|this turn|"
    r"(?:to|for) (?:go|roll|start|begin|proceed|move on|continue|play|get going)|"
    r"(?:for|to start) (?:the )?(?:turn|action phase|next phase|impulses|first impulse)|"
    rf"when(?:ever)? {_OTHERS} (?:are|is)))*"
)
_THE_TALKS = r"(?:the |my |all |this |these )?(?:talks?|talking|negotiations?|negotiating|diplomacy|deals)"
_TALKING = rf"(?:talking|negotiating|(?:with|on|in|as to) {_THE_TALKS})"
_LETS = (
    r"(?:let's|lets|let us) "
    r"(?:go|start|begin|roll|move on|proceed|continue|get going|get started|get on with it)"
)
_DEALS = r"(?:deals|offers|proposals|business|diplomacy|negotiations)"
_SAYS_READY = re.compile(
    rf"{_BEFORE}(?:"
    rf"{_BEING}{_QUITE}(?:ready|rdy|good to go|all set|set to go|set){_AFTER}"
    rf"|(?:{_BEING}{_QUITE}|i have |i've )(?:done|finished|through) {_TALKING}{_AFTER}"
    rf"|{_LETS}(?: (?:now|then|already))?"
    rf"|{_THAT_IS_ALL},? (?:so )?{_LETS}"
    rf"|no (?:more |further )?{_DEALS}(?: {_FROM_ME})?{_TIME}"
    rf"|(?:i(?:'d| would) like to |please |we can |i )?(?:end|close) {_THE_TALKS}(?: now)?"
    rf"|i pass (?:on|in) {_THE_TALKS}{_TIME})",
    re.IGNORECASE,
)
_HAS_SAID_ALL = re.compile(
    rf"{_BEFORE}(?:(?:i have|i've|i've got|there is|there's) )?(?:"
    rf"(?:nothing|no) (?:more|else|further)(?: to (?:say|add|discuss|negotiate|talk about))?(?: {_FROM_ME})?"
    rf"|nothing to (?:say|add|discuss|negotiate)(?: {_FROM_ME})?"
    rf"|nothing (?:{_FROM_ME})"
    rf"|that(?:'s| is) (?:all|it) (?:{_FROM_ME})){_TIME}",
    re.IGNORECASE,
)
_SAYS_NOT_READY = re.compile(
    r"(?:(?:and|so|sorry|no|well|wait|actually)[, ]+)*(?:i am|i'm|im|we are|we're)?\s*"
    rf"(?:not (?:quite |really |all )?(?:ready|set|(?:done|finished|through)(?: {_TALKING})?)"
    r"|unready|still (?:talking|negotiating))"
    rf"(?: (?:yet|after all|anymore|any more|any longer|now|{_FROM_ME}))*(?:,? sorry)?"
    r"|(?:please )?(?:wait|hold on|hang on) for me(?:,? please)?",
    re.IGNORECASE,
)
_ADDS_NOTHING = re.compile(
    r"(?:(?:i|we) )?(?:have |got |'ve got )?nothing to (?:offer|trade|propose|ask)(?: anybody| anyone| you)?"
    rf"(?: (?:{_FROM_ME}))?{_TIME}|no offers? (?:from|for) me{_TIME}"
    r"|take it or leave it|sorry for (?:being late|the delay|the wait|my late answer)"
    r"|thanks? (?:you )?(?:all |everybody |everyone )?for (?:the|your|all the|all your) \w+(?: \w+){0,4}",
    re.IGNORECASE,
)
_OF_READINESS = re.compile(
    r"\b(?:ready|rdy|good to go|done|finished|i pass|skip me|nothing to \w+|nothing (?:for|from) me"
    rf"|no (?:more )?{_DEALS}|(?:end|close) {_THE_TALKS})\b",
    re.IGNORECASE,
)


def is_ready(line: str) -> bool:
    """Whether words say that there is nothing more to say in the talks."""
    plain = _plain(line)
    return _SAYS_READY.fullmatch(plain) is not None or _HAS_SAID_ALL.fullmatch(plain) is not None


def has_said_all(line: str) -> bool:
    """Whether words may mean only the letter, if they stand below what it says to others."""
    return _HAS_SAID_ALL.fullmatch(_plain(line)) is not None


def is_not_ready(line: str) -> bool:
    return _SAYS_NOT_READY.fullmatch(_plain(line)) is not None


def adds_nothing(line: str) -> bool:
    """Whether words in the talks neither offer, ask nor end anything."""
    return _ADDS_NOTHING.fullmatch(_plain(line)) is not None


def mentions_readiness(line: str) -> bool:
    return _OF_READINESS.search(line) is not None


def _plain(line: str) -> str:
    return " ".join(line.replace("’", "'").strip(" .,;!").split())


def _read(line: str, moment: Moment) -> Found | None:
    return _READY(line, moment) or _NOTHING(line, moment) or _WAITS(line, moment)


def plainly_ready(line: str) -> bool:
    """Whether a line can only be this word, whatever it answers; `I'm ready` may be an answer to somebody."""
    return _PLAINLY.fullmatch(line.strip(" .!")) is not None


READY = Word("ready", _read, ready)
NOT_READY = Word(
    "not_ready", spoken("(?:(?:i am|i'm|im|we are|we're) )?(?:not ready|unready)"), not_ready, listed=()
)
