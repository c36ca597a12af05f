"""A second answer to a question that its writer has answered already: nothing is done before he says how.

`instead` takes the first answer back, if nobody has learned anything from what came of it; `later` keeps the
new orders until the seat is asked again.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from pbem.errors import OrderProblem
from pbem.language.declined import Declined
from pbem.language.parse import parse_line
from pbem.language.voice import Message
from pbem.letters import render
from pbem.moderator.rewind import engine_before, revealed_since, take_back
from pbem.play.about import AboutSecondThoughts
from pbem.play.lines import BY_MAIL, Line
from pbem.play.whose_line import without_name
from pbem.post.commands.word import Said, Word, spoken
from pbem.store import games
from pbem.work import outgoing
from pbem.work.letter_work import Answer, LetterWork
from rules import Answered, Power


def second_thoughts(work: LetterWork, lines: Sequence[Line]) -> AboutSecondThoughts | None:
    """What the seat must be asked about a letter, if it answers what the seat has answered already.

    Lines that could not be the answer to that question go on with what followed from the first one.
    """
    asked = work.answered.asked
    if asked is None or _is_open(work, asked) or not own_answers(work, asked):
        return None
    engine = engine_before(work, asked)
    waiting = engine.waiting()
    own = [power for power in work.row.powers if power in waiting]
    for power in own:
        line = without_name(power, lines[0].text, work.names)
        try:
            parse_line(line, waiting[power], engine.game, work.names)
        except (OrderProblem, LookupError):
            continue
        return AboutSecondThoughts(work.letter_id, asked, tuple(line.text for line in lines))
    return None


def _is_open(work: LetterWork, asked: int) -> bool:
    sitting = work.sitting
    return any(sitting.opened[power] == asked for power in work.row.powers if power in sitting.waiting())


def own_answers(work: LetterWork, asked: int) -> list[tuple[Power, str]]:
    """What the seat itself has ordered after an entry of the log, in words."""
    return [
        (order.entry["power"], order.words)
        for order in games.orders_after(work.session, work.game, asked)
        if order.entry.get("source") == BY_MAIL and order.entry.get("power") in work.row.powers
    ]


def why_it_stands(work: LetterWork, asked: int) -> Message | None:
    """Why the orders after an entry of the log cannot be taken back by their player; None if they can."""
    if overtaken := outgoing.overtaken(work.session, work.game, work.seat, asked):
        return overtaken
    for entry in games.load_log(work.session, work.game, after=asked):
        # The others may have passed in windows: that tells nobody anything.
        if not isinstance(entry, Answered) or (entry.power not in work.row.powers and entry.answer):
            return outgoing.late("settled")
    if engine_before(work, asked).game.dice.used != work.sitting.engine.game.dice.used:
        return Message("letter", "second.dice")
    return Message("letter", "second.secrets") if revealed_since(work, asked).private else None


def ask_which(work: LetterWork, about: AboutSecondThoughts) -> Answer:
    """`instead` or `later`, with what each would do."""
    first = [render.soft_wrap(words, 4, 2) for _, words in own_answers(work, about.asked)]
    if why := why_it_stands(work, about.asked):
        instead = work.paragraph("second.no_instead", why_text=why)
    else:
        instead = work.paragraph("second.instead")
    is_asked = any(power in work.sitting.waiting() for power in work.row.powers)
    return work.answer(
        "second.title",
        work.paragraph("second.first"),
        *first,
        "",
        work.paragraph("second.second"),
        *(render.soft_wrap(line, 4, 2) for line in about.lines),
        "",
        work.paragraph("second.how"),
        instead,
        work.paragraph("second.later_now" if is_asked else "second.later"),
    )


# ---- The two words


def instead(work: LetterWork, said: Said) -> Answer:
    """Take the first orders back, and play the second ones."""
    about = _about(work)
    if outgoing.was_taken(work.session, about.letter):
        return work.answer("second.instead_title", work.paragraph("second.done_already"))
    if why := why_it_stands(work, about.asked):
        return work.answer("second.instead_title", work.paragraph("second.stands", why_text=why))
    take_back(work, about.asked, work.row.powers)
    _take(work, about, said)
    return work.answer("second.instead_title", work.paragraph("second.taken_back"))


def later(work: LetterWork, said: Said) -> Answer:
    """Keep the second orders until they fit."""
    about = _about(work)
    if outgoing.was_taken(work.session, about.letter):
        return work.answer("second.later_title", work.paragraph("second.done_already"))
    _take(work, about, said)
    return work.answer("second.later_title", work.paragraph("second.kept"))


def _about(work: LetterWork) -> AboutSecondThoughts:
    """:raises Declined: the letter answers another one."""
    if not isinstance(work.answered.about, AboutSecondThoughts):
        raise Declined("request.no_second")
    return work.answered.about


def _take(work: LetterWork, about: AboutSecondThoughts, said: Said) -> None:
    lines = [Line(said.numbers[0], text) for text in about.lines]
    work.sitting.take_lines(work.row.powers, lines, about.letter, work.budget)


def _word(name: str, do: Callable[[LetterWork, Said], Answer]) -> Word:
    return Word(name, spoken(name, alone=True), do, listed=())


INSTEAD = _word("instead", instead)
LATER = _word("later", later)
