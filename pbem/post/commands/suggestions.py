"""`suggestions off`: whether the seat's letters suggest an answer, which `ok` takes."""

from __future__ import annotations

from pbem.post.commands.word import Found, Moment, Said, When, Word, spoken
from pbem.work.letter_work import Answer, LetterWork

_SPOKEN = spoken("suggestions|vorschläge")
_MEANT = {"on": "on", "off": "off", "an": "on", "aus": "off", "no": "off", "yes": "on", "": ""}


def suggestions(work: LetterWork, said: Said) -> Answer:
    """It comes first: the answer itself has a suggestion or none."""
    if said.text:
        work.row.suggestions = said.text == "on"
        work.session.add(work.row)
    state = "on" if work.row.suggestions else "off"
    return work.answer("suggestions.title", work.paragraph(f"suggestions.{state}"))


def _read(line: str, moment: Moment) -> Found | None:
    found = _SPOKEN(line, moment)
    meant = _MEANT.get(found.text.lstrip(": ").lower()) if found else None
    return Found(meant, found.power) if found and meant is not None else None


SUGGESTIONS = Word("suggestions", _read, suggestions, When.FIRST)
