"""`note: ...`, `notes`, `forget note 2`: what a player wants to remember.  Nobody else is ever told of it.

Notes belong to whoever made them, not to the seat: a substitute or a delegate does not see them.
"""

from __future__ import annotations

import re

from pbem.language.declined import Declined
from pbem.language.plain import plain
from pbem.letters import render
from pbem.post.commands.word import Found, Moment, Said, When, Word, asking
from pbem.work.letter_work import Answer, LetterWork

MOST = 60
LONGEST = 500
_NOTE = re.compile(
    r"^(?:(?:my|private|a)\s+)?(?:note|notiz)(?:\s+to\s+(?:my)?self)?\s*[:：]\s*(?P<text>\S.*)$",
    re.IGNORECASE,
)
_FORGET = re.compile(
    r"^(?:forget|delete|remove|drop|vergiss|l\u00f6sche)\s+(?:my\s+)?(?:note|notiz)\s+#?(?P<number>\d{1,4})[.!]?$",
    re.IGNORECASE,
)


def make(work: LetterWork, said: Said) -> Answer:
    own = _own(work)
    if len(own) >= MOST:
        raise Declined("request.too_many_notes", most=MOST)
    work.row.notes = [*work.row.notes, [work.row.address, plain(said.text)[:LONGEST]]]
    work.session.add(work.row)
    return work.answer("notes.title", work.paragraph("notes.made", number=len(own) + 1))


def show(work: LetterWork, said: Said) -> Answer:
    told = [render.soft_wrap(f"{number}. {text}", 2, 3) for number, text in enumerate(_own(work), 1)]
    return work.answer("notes.title", *(told or [work.paragraph("notes.none")]))


def forget(work: LetterWork, said: Said) -> Answer:
    own, number = _own(work), int(said.text)
    if not 1 <= number <= len(own):
        raise Declined("request.no_such_note", number=number)
    others = [note for note in work.row.notes if note[0] != work.row.address]
    kept = [[work.row.address, text] for at, text in enumerate(own, 1) if at != number]
    work.row.notes = [*others, *kept]
    work.session.add(work.row)
    return work.answer("notes.title", work.paragraph("notes.forgotten", text=own[number - 1]))


def _own(work: LetterWork) -> list[str]:
    return [text for address, text in work.row.notes if address == work.row.address]


def is_note(line: str) -> bool:
    """Whether a line keeps a note, the text of which stays as it was written."""
    return _NOTE.match(line.strip()) is not None


def _read_note(line: str, moment: Moment) -> Found | None:
    found = _NOTE.match(line.strip())
    return Found(found["text"]) if found else None


def _read_forget(line: str, moment: Moment) -> Found | None:
    found = _FORGET.match(line.strip())
    return Found(found["number"]) if found else None


NOTE = Word("note", _read_note, make, may_ask=True)
NOTES = Word("notes", asking("notes|notizen"), show, When.AFTER_ORDERS)
FORGET_NOTE = Word("forget", _read_forget, forget)
