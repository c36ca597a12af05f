"""`language german`: in which language a seat's letters are written."""

from __future__ import annotations

from pbem.language.catalog import language_named, own_name
from pbem.language.declined import Declined
from pbem.post.commands.word import Found, Moment, Said, When, Word, spoken
from pbem.work.letter_work import Answer, LetterWork

_SPOKEN = spoken("language")


def language(work: LetterWork, said: Said) -> Answer:
    """It comes first: the letter itself is answered in the new language."""
    known = work.sitting.title.languages
    others = [own_name(one) for one in known]
    if not said.text:
        example = next(own_name(one) for one in known if one != work.row.language).lower()
        told = work.paragraph("language.known", text=", ".join(others), example_text=example)
        return work.answer("language.title", told)
    wished = language_named(said.text)
    if wished not in known:
        raise Declined("request.language", text=said.text, languages_text=others)
    work.row.language = wished
    work.session.add(work.row)
    return work.answer("language.title", work.paragraph("language.now"))


def _read(line: str, moment: Moment) -> Found | None:
    found = _SPOKEN(line, moment)
    wished = found.text.lstrip(": ") if found else ""
    return Found(wished, found.power) if found and len(wished.split()) <= 1 else None


LANGUAGE = Word("language", _read, language, When.FIRST)
