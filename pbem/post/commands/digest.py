"""`digest on`: what needs no answer comes once a day, in one letter."""

from __future__ import annotations

import re

from pbem.post.commands.word import Found, Moment, Said, Word, spoken
from pbem.work import digests
from pbem.work.letter_work import Answer, LetterWork

_SPOKEN = spoken("(?:daily )?digest|tages\u00fcbersicht")
_MEANT = {"on": "on", "off": "off", "an": "on", "aus": "off", "please": "on", "": ""}
_BY_DEED = re.compile(
    r"^(?:please\s+)?(?:(?P<off>stop|end|cancel|no(?: more)?|turn off)|start|begin|send(?: me)?|turn on)\s+"
    r"(?:(?:a|the|my)\s+)?(?:daily\s+)?digests?(?:\s+please)?[.!]?$",
    re.IGNORECASE,
)


def digest(work: LetterWork, said: Said) -> Answer:
    if said.text == "on" and work.row.digest is None:
        work.row.digest = {}
    elif said.text == "off":
        digests.send_now(work.session, work.row, work.now)
        work.row.digest = None
    work.session.add(work.row)
    state = "off" if work.row.digest is None else "on"
    return work.answer("digest.title", work.paragraph(f"digest.{state}"))


def _read(line: str, moment: Moment) -> Found | None:
    if by_deed := _BY_DEED.match(line.strip()):
        return Found("off" if by_deed["off"] else "on")
    found = _SPOKEN(line, moment)
    meant = _MEANT.get(found.text.lstrip(": ").lower()) if found else None
    return Found(meant, found.power) if found and meant is not None else None


DIGEST = Word("digest", _read, digest)
