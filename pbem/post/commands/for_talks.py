"""`when talks open:`: press, proposals and `ready` that are said as soon as the talks begin."""

from __future__ import annotations

from pbem.errors import Illegal, Unreadable
from pbem.games.moments import TALKS
from pbem.language.refusals import why_by_rule
from pbem.language.voice import note
from pbem.play.fates import Fate
from pbem.play.held_lines import check_room
from pbem.play.lines import is_question
from pbem.play.preorders import PreOrder, terms_of
from pbem.play.press import check_length
from pbem.play.talks import read_proposal
from pbem.post.commands.deals import PROPOSE as PROPOSED
from pbem.post.commands.press import PRESS as PRESSED
from pbem.post.commands.ready import READY as IS_READY
from pbem.post.commands.word import Moment, Said, Word
from pbem.work.letter_work import LetterWork
from pbem.work.talking import PRESS, PROPOSE, READY
from rules import Power

TALKING = Moment(talking=True)


def said_in_talks(line: str) -> bool:
    """Whether a line says something to the other powers, or that there is nothing to say."""
    return any(word.read(line, TALKING) for word in (PRESSED, PROPOSED, IS_READY))


def keep(work: LetterWork, said: Said) -> None:
    """Keep a line for the next talks; what an earlier letter said for them is replaced."""
    power, clerk, sitting = work.speaker(said.power, "when talks open"), work.clerk, work.sitting
    kept = sitting.preorders
    check_room(said.text if not said.text.startswith(PRESS) else "", len(kept.of(power)))
    terms = terms_of([said.text], work.names)
    lines = [_as_kept(work, power, line) for line in terms.orders]
    for line in lines:
        _beware(work, power, line)
    if any(order.letter != work.letter_id for order in kept.of(power, TALKS)):
        kept.forget(power, TALKS)
    game, title = sitting.engine.game, sitting.title
    until = title.turn_of_moment(TALKS, game)
    if any(turn == until for turn, _ in clerk.opened):
        until += 1  # this turn's are over
    line = lines[0] + said.text[len(terms.orders[0]) :] if lines else said.text
    kept.keep(power, PreOrder(line, TALKS, sitting.engine.seq, until, work.letter_id))


def _as_kept(work: LetterWork, power: Power, line: str) -> str:
    """A line in the form in which it is kept.

    :raises OrderProblem: it says nothing that can be said in talks.
    """
    if line.startswith(PRESS):
        to, _, text = line.removeprefix(PRESS).partition(":")
        check_length(work.talking.press_of(power, to, text))
        return line
    if is_question(line):
        raise Unreadable("line.question", line)
    if found := PROPOSED.read(line, TALKING):
        return f"{PROPOSE}{found.text}"
    if IS_READY.read(line, TALKING):
        return READY
    raise Unreadable("preorder.talks", line)


def _beware(work: LetterWork, power: Power, line: str) -> None:
    """Tell what stands against a proposal as things are now.

    :raises OrderProblem: nobody understands it.
    """
    if not line.startswith(PROPOSE):
        return
    title = work.sitting.title
    partners = [other for other in title.powers if other != power]
    try:
        read_proposal(line, power, partners, work.sitting.engine.game, work.names, work.clerk.deals)
    except Illegal as problem:
        why_text = why_by_rule(problem, work.own_voice)
        work.note_for(work.row, note("talks_not_yet", text=line, why_text=why_text))


FOR_TALKS = Word(
    "when_talks_open", lambda line, moment: None, keep, fate=Fate.PLANNED, listed=(), may_ask=True
)
"""Found by the words of its moment, and not by a word of its own."""
