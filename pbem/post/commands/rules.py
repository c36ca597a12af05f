"""`rules 13.2`: how the program reads what the rulebook leaves open (`docs/rulings.md`)."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pbem
from pbem.language.voice import Voice
from pbem.letters import render
from pbem.letters.render import paragraph
from pbem.post.commands.word import Said, When, Word, asking
from pbem.work.letter_work import Answer, LetterWork

FILE = Path(pbem.__file__).resolve().parents[1] / "docs" / "rulings.md"
RULE = re.compile(r"(?<![#\d.])\d{1,2}(?:\.\d{1,2})?")


@dataclass(frozen=True, slots=True)
class Ruling:
    """A doubt, and how it is settled here."""

    about: tuple[str, ...]
    """Numbers of rules."""
    doubt: str
    reading: str


@cache
def rulings() -> tuple[Ruling, ...]:
    """The rulings by rule, in the order of the file; none where it is not installed."""
    try:
        text = FILE.read_text(encoding="utf-8")
    except FileNotFoundError:
        return ()
    part = text.partition("## By rule")[2].partition("## By card")[0]
    found: list[Ruling] = []
    for line in part.splitlines():
        cells = [cell.strip() for cell in line.strip().strip("|").split(" | ")]
        if line.startswith("|") and len(cells) >= 3 and cells[0][:1].isdigit():
            found.append(Ruling(tuple(RULE.findall(cells[0])), cells[1], cells[2]))
    return tuple(found)


def on_rule(number: str) -> list[Ruling]:
    """The rulings on a rule; of a chapter, `13`, those on all its parts."""
    chapter = "" if "." in number else f"{number}."
    return [
        ruling
        for ruling in rulings()
        if any(about == number or (chapter and about.startswith(chapter)) for about in ruling.about)
    ]


def rules(work: LetterWork, said: Said) -> Answer:
    return work.answer("rules.title", about_rule(said.text, work.own_voice))


def about_rule(words: str, voice: Voice) -> str:
    """The rulings on a rule; the rules themselves are in the rulebook."""
    number = RULE.fullmatch(words.strip(" .§"))
    if number is None:
        return paragraph(voice, "rules.book")
    found = on_rule(number.group())
    if not found:
        return paragraph(voice, "rules.nothing", text=number.group())
    lines = [paragraph(voice, "rules.readings", text=number.group())]
    for ruling in found:
        lines += ["", render.soft_wrap(_plain(ruling.doubt), 4, 2)]
        lines.append(render.soft_wrap(_plain(ruling.reading), 6, 2))
    return "\n".join(lines)


def _plain(text: str) -> str:
    return text.replace("`", '"').replace("*", "")


RULES = Word("rules", asking("rules?", topic=lambda text: True), rules, When.AFTER_ORDERS)
