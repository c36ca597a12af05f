"""A text in blocks, and the ways to write it: plain, HTML, BBCode, Markdown.

What players and the game say is never read as markup.  A table that must survive any forum is aligned text in
a block of code; parts that can be folded away are folded where a way of writing can do it.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

from pbem.letters.render import heading, tidy, wrap


class Format(StrEnum):
    """A way of writing."""

    BBCODE = "bbcode"
    MARKDOWN = "markdown"
    HTML = "html"
    TEXT = "text"


@dataclass(frozen=True, slots=True)
class Heading:
    """The title of a part."""

    text: str


@dataclass(frozen=True, slots=True)
class Title:
    """The title of something in a part, such as an impulse."""

    text: str


@dataclass(frozen=True, slots=True)
class Paragraph:
    """Prose."""

    text: str


@dataclass(frozen=True, slots=True)
class Bullets:
    """One thing after another."""

    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Code:
    """Lines to copy, or lines whose columns matter."""

    text: str


@dataclass(frozen=True, slots=True)
class Table:
    """Rows under a head; numbers stand on the right."""

    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    numbers: tuple[int, ...] = ()
    """Which columns are numbers."""


@dataclass(frozen=True, slots=True)
class Image:
    """A picture that lies in a file beside the text."""

    file: str
    alt: str


@dataclass(frozen=True, slots=True)
class Folded:
    """A part that is opened by whoever wants to read it."""

    title: str
    blocks: tuple[Block, ...]


Block: TypeAlias = Heading | Title | Paragraph | Bullets | Code | Table | Image | Folded
Document: TypeAlias = Sequence[Block]


def write(blocks: Document, format: Format) -> str:
    """A document in one of the ways of writing."""
    return WRITERS[format](blocks)


def aligned(table: Table) -> str:
    """A table as lines of equal columns."""
    rows = [table.head, *table.rows]
    widths = [max(len(row[at]) for row in rows) for at in range(len(table.head))]
    lines = (
        "  ".join(
            cell.rjust(width) if at in table.numbers else cell.ljust(width)
            for at, (cell, width) in enumerate(zip(row, widths, strict=True))
        )
        for row in rows
    )
    return "\n".join(line.rstrip() for line in lines)


# ---- Plain


def as_text(blocks: Document) -> str:
    """Text at 72 columns."""
    return tidy("\n\n".join(map(_text, blocks)))


def _text(block: Block) -> str:
    match block:
        case Heading(text):
            return heading(text)
        case Title(text):
            return wrap(text, 2)
        case Paragraph(text):
            return wrap(text)
        case Bullets(lines):
            return "\n".join(wrap(line, 4, 2) for line in lines)
        case Code(text):
            return _set_in(text)
        case Table():
            return _set_in(aligned(block), 2)
        case Image(file, alt):
            return wrap(f"[{file}: {alt}]")
        case Folded(title, inner):
            return "\n\n".join([wrap(title), *map(_text, inner)])


def _set_in(text: str, by: int = 4) -> str:
    return "\n".join(f"{' ' * by}{line}".rstrip() for line in text.splitlines())


# ---- HTML


def as_html(blocks: Document) -> str:
    """Elements without a page around them, to be put into one."""
    return "\n".join(map(_html, blocks)) + "\n"


def _html(block: Block) -> str:
    match block:
        case Heading(text):
            return f"<h3>{html.escape(text)}</h3>"
        case Title(text):
            return f"<h4>{html.escape(text)}</h4>"
        case Paragraph(text):
            return f"<p>{html.escape(text)}</p>"
        case Bullets(lines):
            return f"<ul>{''.join(f'<li>{html.escape(line)}</li>' for line in lines)}</ul>"
        case Code(text):
            return f"<pre>{html.escape(text)}</pre>"
        case Table(head, rows, numbers):
            below = "".join(_row(row, "td", numbers) for row in rows)
            return f"<table>{_row(head, 'th', numbers)}{below}</table>"
        case Image(file, alt):
            return f'<p><img src="{html.escape(file)}" alt="{html.escape(alt)}"></p>'
        case Folded(title, inner):
            inside = "\n".join(map(_html, inner))
            return f"<details><summary>{html.escape(title)}</summary>\n{inside}\n</details>"


def _row(cells: Sequence[str], tag: str, numbers: Sequence[int]) -> str:
    right = ' align="right"'
    written = (
        f"<{tag}{right if at in numbers else ''}>{html.escape(cell)}</{tag}>" for at, cell in enumerate(cells)
    )
    return f"<tr>{''.join(written)}</tr>"


# ---- BBCode

_TAG = re.compile(r"\[(?=[a-z*/])", re.IGNORECASE)
_JOINER = "\N{WORD JOINER}"
"""It is not seen, and what stands behind it is no tag any more."""


def as_bbcode(blocks: Document) -> str:
    """For forums of the old kind."""
    return "\n\n".join(map(_bbcode, blocks)) + "\n"


def _bbcode(block: Block) -> str:
    match block:
        case Heading(text):
            return f"[size=120][b]{_no_tags(text)}[/b][/size]"
        case Title(text):
            return f"[b]{_no_tags(text)}[/b]"
        case Paragraph(text):
            return _no_tags(text)
        case Bullets(lines):
            return "\n".join(["[list]", *(f"[*]{_no_tags(line)}" for line in lines), "[/list]"])
        case Code(text):
            return f"[code]\n{_code_only(text)}\n[/code]"
        case Table():
            return f"[code]\n{_code_only(aligned(block))}\n[/code]"
        case Image(file, alt):
            return f"[i]{_no_tags(alt)}[/i] ({_no_tags(file)})"
        case Folded(title, inner):
            name = title.replace("[", "(").replace("]", ")")
            inside = "\n\n".join(map(_bbcode, inner))
            return f"[spoiler={name}]{inside}[/spoiler]"


def _no_tags(text: str) -> str:
    return _TAG.sub(f"[{_JOINER}", text)


def _code_only(text: str) -> str:
    """Only the end of the block could be read as a tag here."""
    return re.sub(r"\[/(?=code)", f"[{_JOINER}/", text, flags=re.IGNORECASE)


# ---- Markdown

_MARKS = re.compile(r"[\\`*_\[\]<>~|]")
_FIRST = re.compile(r"^(\s*)([#+>=-]|\d+[.)])")


def as_markdown(blocks: Document, *, fold: tuple[str, str] | None = None) -> str:
    """For forums of the new kind, and for code hosts.

    Markdown has nothing that folds; `fold` is what a forum has instead, with `{title}` in it if it names the
    part: `("[spoiler]", "[/spoiler]")`.
    """
    return "\n\n".join(_markdown(block, fold) for block in blocks) + "\n"


def _markdown(block: Block, fold: tuple[str, str] | None) -> str:
    match block:
        case Heading(text):
            return f"### {_no_marks(text)}"
        case Title(text):
            return f"**{_no_marks(text)}**"
        case Paragraph(text):
            return _no_marks(text)
        case Bullets(lines):
            return "\n".join(f"- {_no_marks(line)}" for line in lines)
        case Code(text):
            return _fenced(text)
        case Table():
            return _fenced(aligned(block))
        case Image(file, alt):
            return f"![{_no_marks(alt)}]({file})"
        case Folded(title, inner):
            inside = "\n\n".join(_markdown(one, fold) for one in inner)
            if fold is None:
                return f"**{_no_marks(title)}**\n\n{inside}"
            begin, end = (mark.replace("{title}", _no_marks(title)) for mark in fold)
            named = "" if "{title}" in fold[0] else f"**{_no_marks(title)}**\n\n"
            return f"{named}{begin}\n\n{inside}\n\n{end}"


def _no_marks(text: str) -> str:
    """Words that no mark turns into something else; a number at the beginning makes no list."""
    escaped = _MARKS.sub(r"\\\g<0>", " ".join(text.split()))
    found = _FIRST.match(escaped)
    if found is None:
        return escaped
    at = found.end() - 1
    return f"{escaped[:at]}\\{escaped[at:]}"


def _fenced(text: str) -> str:
    """A block of code; its fence is longer than any in it."""
    longest = max((len(run) for run in re.findall(r"`{3,}", text)), default=2)
    fence = "`" * (longest + 1)
    return f"{fence}\n{text}\n{fence}"


WRITERS = {
    Format.BBCODE: as_bbcode,
    Format.MARKDOWN: as_markdown,
    Format.HTML: as_html,
    Format.TEXT: as_text,
}


def bullets(lines: Iterable[str]) -> list[Block]:
    """Lines as bullets; nothing without any."""
    found = tuple(lines)
    return [Bullets(found)] if found else []
