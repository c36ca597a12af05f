"""`status`: where the game stands, and what the charts beside the map show."""

from __future__ import annotations

from pbem.letters import render
from pbem.post.commands.word import Said, When, Word, asking, either, in_words
from pbem.work.letter_work import Answer, LetterWork


def status(work: LetterWork, said: Said) -> Answer:
    voice, material = work.own_voice, work.letters.material
    where, waiting = material.view(work.seat).where, material.waiting(voice, work.row.powers)
    lines = [work.paragraph("status.told", where_text=where, waiting_text=waiting)]
    for title, told in work.sitting.title.tracks(work.sitting.engine.game, voice):
        lines += ["", f"  {title}", *(render.soft_wrap(line, 4, 4) for line in told)]
    return work.answer("status.title", *lines)


_WHERE = (
    r"(?:whose|who's|who is) (?:turn|impulse|go|up|next)(?: is it)?(?: now)?"
    r"|who (?:are we|is the game) waiting for"
    r"|(?:is|are) (?:everybody|everyone|anybody|all)(?: else)? ready(?: yet)?"
    r"|who(?:'s| is)(?: not)? ready(?: yet)?|what(?:'s| is) the (?:status|score|state of the game)"
    r"|where (?:do|are) we(?: stand)?|(?:when is|what(?:'s| is)) (?:my|the|our) deadline"
    r"|how (?:long|much time) (?:do|have) (?:i|we)(?: got| have)?(?: left)?"
    r"|how many cards (?:do|does|has) .{2,40}(?:have|hold|got)"
)
STATUS = Word("status", either(asking("status"), in_words(_WHERE)), status, When.AFTER_ORDERS)
