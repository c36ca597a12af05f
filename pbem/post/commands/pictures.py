"""`pictures off`: whether the seat's letters show the board as a picture, and for which screens."""

from __future__ import annotations

from pbem.letters.pictures import DARK, OFF, ON, SWITCH
from pbem.post.commands.word import Found, Moment, Said, When, Word, spoken
from pbem.work.letter_work import Answer, LetterWork

_SPOKEN = spoken("pictures?|bilder")
_MEANT = {"": "", "an": ON, "aus": OFF, "dunkel": DARK, "hell": ON, "light": ON, "no": OFF, "yes": ON}


def pictures(work: LetterWork, said: Said) -> Answer:
    """It comes first: the answer itself has a picture or none."""
    if said.text:
        work.row.pictures = said.text
        work.session.add(work.row)
    return work.answer("pictures.title", work.paragraph(f"pictures.{work.row.pictures}"))


def _read(line: str, moment: Moment) -> Found | None:
    found = _SPOKEN(line, moment)
    wished = found.text.lstrip(": ").lower() if found else ""
    meant = wished if wished in SWITCH else _MEANT.get(wished)
    return Found(meant, found.power) if found and meant is not None else None


PICTURES = Word("pictures", _read, pictures, When.FIRST)
