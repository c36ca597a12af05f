"""Case files: from text to cases, by lines.  Knows the shape of the format, nothing of the game."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path

from pbem.errors import CaseMalformed

_NUMBER = re.compile(r"^(?P<section>#\d+|\d+(?:\.\d+)*)(?P<suffix>[a-z0-9./-]*)$")
_HEAD = re.compile(r"^case\s+(?P<number>\S+?)\s*(?::|\s)\s*(?P<title>\S.*)$", re.IGNORECASE)

SCRIPT_WORDS = (
    "expect", "dice", "draw", "default", "defaults", "refused", "unreadable", "ambiguous", "can", "cannot",
    "begin", "answer", "rewind", "correct",
)  # fmt: skip
AFTER_ORDER = ("refused", "unreadable", "ambiguous")
PLAYED = (">", "default", "defaults", "answer", "rewind", "correct", "begin")
"""Lines with which the game goes on: what stands before the first of them is how it began."""


@dataclass(frozen=True, slots=True)
class Line:
    """One line: its number in the file, its first word, and the rest."""

    number: int
    word: str
    text: str

    @property
    def is_order(self) -> bool:
        return self.word == ">"

    def __str__(self) -> str:
        return f"{self.word} {self.text}".strip()


LETTER, EXAMPLE, RULING = TAGS = ("letter", "example", "ruling")
"""Whence the expected result is: the words of the rules, an example in them, or our reading of a doubt."""


@dataclass(slots=True)
class Case:
    """One case: `section` is 13.2 or #31, `number` has the suffix that tells it from its neighbours."""

    path: Path
    line: int
    number: str
    section: str
    title: str
    also: list[str] = field(default_factory=list)
    position: list[Line] = field(default_factory=list)
    script: list[Line] = field(default_factory=list)
    tag: str = LETTER

    def about(self, section: str) -> bool:
        """Whether the case belongs to a section (13 has 13.2, not 1) or to a card (#31)."""
        return any(own == section or own.startswith(f"{section}.") for own in (self.section, *self.also))


def read_file(path: Path) -> tuple[list[Case], list[CaseMalformed]]:
    """The cases of a file, and what is wrong with it."""
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as problem:
        return [], [CaseMalformed(f"cannot be read: {problem}")]
    return read_text(text, path)


def read_text(text: str, path: Path) -> tuple[list[Case], list[CaseMalformed]]:
    """The cases of a text; lines before the first case begin the position of each."""
    cases: list[Case] = []
    problems: list[CaseMalformed] = []
    common: list[Line] = []
    seen: dict[str, int] = {}
    tag = LETTER
    nameless = False  # after a bad head, the lines of its case belong to nobody
    for number, raw in enumerate(text.splitlines(), start=1):
        stripped = raw.strip()
        if not stripped or stripped.startswith("# ") or stripped == "#":
            continue
        line = _line(number, stripped)
        try:
            if line.word == "case":
                nameless = True
                cases.append(_begin(path, number, stripped, common, tag))
                nameless = False
                if (first := seen.setdefault(cases[-1].number, number)) != number:
                    raise CaseMalformed(f"case {cases[-1].number} was told already in line {first}", number)
            elif nameless:
                continue
            elif line.word == "tag":
                tag = _tag(line) if not cases else tag
                if cases:
                    cases[-1].tag = _tag(line)
            elif not cases:
                if line.is_order or line.word in SCRIPT_WORDS:
                    raise CaseMalformed(f'"{line}" stands before the first case', number)
                common.append(line)
            else:
                _add(cases[-1], line)
        except CaseMalformed as problem:
            problems.append(problem)
    if not cases and not problems:
        problems.append(CaseMalformed("there is no case in this file", 1))
    return cases, problems


def _line(number: int, text: str) -> Line:
    if text.startswith(">"):
        return Line(number, ">", text[1:].strip())
    first, _, rest = text.partition(" ")
    return Line(number, first.rstrip(":").lower(), rest.strip())


def _tag(line: Line) -> str:
    if line.text.lower() not in TAGS:
        raise CaseMalformed(f"a case is tagged {', '.join(TAGS)}", line.number)
    return line.text.lower()


def _begin(path: Path, number: int, text: str, common: list[Line], tag: str) -> Case:
    head = _HEAD.match(text)
    if head is None:
        raise CaseMalformed("a case begins with: case <number> <title>", number)
    own = _NUMBER.match(head["number"].lower())
    if own is None:
        told = f'"{head["number"]}" is no number of a case: 13.2a or #31b is expected'
        raise CaseMalformed(f'{told}; a log may have any, such as "case 1 Saturday"', number)
    return Case(path, number, head["number"], own["section"], head["title"], position=list(common), tag=tag)


def _add(case: Case, line: Line) -> None:
    if line.word == "also":
        case.also += line.text.replace(",", " ").split()
    elif line.is_order or line.word in SCRIPT_WORDS:
        if line.word in AFTER_ORDER and not (case.script and case.script[-1].is_order):
            raise CaseMalformed(f'"{line.word}" must follow an order', line.number)
        case.script.append(line)
    elif any(step.word in PLAYED for step in case.script):
        raise CaseMalformed(
            f'"{line}" is not known, or sets up the position after the first order', line.number
        )
    else:
        case.position.append(line)
