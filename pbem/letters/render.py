"""Letters and reports as text at 72 columns and as HTML, from `mail_templates/`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import cache, partial
from pathlib import Path

import css_inline
import jinja2

import pbem
from pbem.games.views import PowerLine
from pbem.language.catalog import ENGLISH
from pbem.language.voice import Voice
from pbem.language.widths import is_wide, padded, pieces, takes_no_space, width
from pbem.letters.choices import Choice
from pbem.letters.content import Asked, Chapter, Order, PrivateLetter, PublicReport

TEMPLATES = Path(pbem.__file__).resolve().parents[1] / "mail_templates"
HELP = TEMPLATES / "help"
WIDTH = 72
SHORT = 32
"""Orders that are no longer than this have their notes in one column."""
COMMENT = "// "
"""What follows it in an order is not read."""
SOFT = "\u2028"
"""Ends a line of an answer only because it has no more columns."""
HANGING = 4
"""By how much the lines of a paragraph after its first are set in at most."""
ENDS = ".:!?。：！？"


def private_letter(letter: PrivateLetter, voice: Voice) -> tuple[str, str]:
    """Text and HTML of a letter to one seat."""
    asked = tuple(in_own_words(one, voice) for one in letter.asked)
    return both("letter", voice, letter=replace(letter, asked=asked))


def in_own_words(asked: Asked, voice: Voice) -> Asked:
    """A question with its orders to copy as the reader's language writes them."""
    told = voice.order
    return replace(
        asked,
        orders=tuple(replace(order, text=told(order.text)) for order in asked.orders),
        choices=tuple(
            replace(choice, order=told(choice.order), short=told(choice.short), verb=told(choice.verb))
            for choice in asked.choices
        ),
        forms=tuple(map(told, asked.forms)),
        no_longer=tuple(map(told, asked.no_longer)),
        silence=told(asked.silence),
        suggested=told(asked.suggested),
    )


def public_report(report: PublicReport, voice: Voice) -> tuple[str, str]:
    """Text and HTML of a report to everybody who reads a language."""
    return both("report", voice, report=report)


def story_text(chapters: Sequence[Chapter]) -> str:
    """Chapters as text, as they stand in letters."""
    return tidy(_environment().get_template("_story.txt.j2").render(chapters=chapters)).rstrip("\n")


def help_page(topic: str, language: str) -> str | None:
    """What is known about a topic, in English where a language has no page on it; None if nothing is."""
    name = "_".join(re.findall(r"[a-z0-9]+", topic.lower()))
    for folder in (language, ENGLISH) if name else ():
        path = HELP / folder / f"{name}.txt"
        if path.exists():
            return with_soft_breaks(path.read_text(encoding="utf-8").rstrip())
    return None


def help_topics() -> list[str]:
    return sorted(path.stem.replace("_", " ") for path in (HELP / ENGLISH).glob("*.txt"))


def both(template: str, voice: Voice, **values: object) -> tuple[str, str]:
    """A letter as text and as HTML, from the two templates of this name, in the words of a voice."""
    words = {
        "say": partial(voice.say, "letter"),
        "order": voice.order,
        "orders_of": lambda orders: ", ".join(map(voice.order, orders)),
        "sentence": partial(sentence, voice),
        "choice_line": partial(choice_line, voice),
        "language": voice.language,
    }
    text = _environment().get_template(f"{template}.txt.j2").render(values, **words)
    page = _environment().get_template(f"{template}.html.j2").render(values, **words)
    return tidy(text), _adapted(_inliner().inline(page))


def page(template: str, **values: object) -> str:
    """A page that is no letter: read in a browser, with its styles and scripts as they are."""
    return _environment().get_template(f"{template}.html.j2").render(values)


def tidy(text: str) -> str:
    """No spaces at line ends, never more than one empty line."""
    lines: list[str] = []
    for line in text.splitlines():
        line = line.rstrip()
        if line or (lines and lines[-1]):
            lines.append(line)
    return "\n".join(lines).rstrip("\n") + "\n"


def _adapted(page: str) -> str:
    """A page with the few rules that cannot stand in elements, for dark screens and narrow ones.

    Behind a full stop of Chinese, which is as wide as a character, no space stands.
    """
    page = page.replace("。 ", "。")
    return page.replace("</head>", f"{_adaptions()}</head>", 1)


@cache
def _adaptions() -> str:
    return f"<style>{' '.join((TEMPLATES / 'adapted.css').read_text(encoding='utf-8').split())}</style>"


@cache
def _inliner() -> css_inline.CSSInliner:
    return css_inline.CSSInliner(load_remote_stylesheets=False)


@cache
def _environment() -> jinja2.Environment:
    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(TEMPLATES),
        autoescape=jinja2.select_autoescape(["html", "html.j2"]),
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        auto_reload=False,  # else each letter looks ten times whether somebody has just edited them
    )
    environment.filters.update(
        wrap=wrap,
        rule_line=rule_line,
        heading=heading,
        columns=columns,
        orders=orders,
        at_most=at_most,
        beside=beside,
        bracketed=bracketed,
        padded=padded,
        logical_lines=logical_lines,
        with_soft_breaks=with_soft_breaks,
    )
    environment.globals.update(power_table=power_table)
    return environment


# ---- Filters


def wrap(text: str, indent: int = 0, hang: int = 0, most: int = WIDTH) -> str:
    """A paragraph at 72 columns; lines after the first are set in by `hang` more."""
    # By hand: `textwrap` takes longer than everything else in a letter together.
    if is_wide(str(text)):
        return _wrap_wide(str(text), indent, hang, most)
    lines: list[str] = []
    line = ""
    margin, room = " " * indent, most - indent
    for word in str(text).split():
        if line and len(line) + 1 + len(word) > room:
            lines.append(margin + line)
            line, margin, room = word, " " * (indent + hang), most - indent - hang
        else:
            line = f"{line} {word}" if line else word
    return "\n".join([*lines, margin + line] if line else lines)


def _wrap_wide(text: str, indent: int, hang: int, most: int) -> str:
    """The same for a text with characters of two columns, which may be broken inside a word."""
    lines: list[str] = []
    line, taken = "", 0
    margin, room = " " * indent, most - indent
    for word in text.split():
        for at, piece in enumerate(pieces(word)):
            space = " " if line and at == 0 and not takes_no_space(line, piece) else ""
            if line and taken + len(space) + width(piece) > room:
                lines.append(margin + line)
                line, taken, margin, room = "", 0, " " * (indent + hang), most - indent - hang
                space = ""
            line += space + piece
            taken += len(space) + width(piece)
    return "\n".join([*lines, margin + line] if line else lines)


def soft_wrap(text: str, indent: int = 0, hang: int = 0) -> str:
    """A paragraph at 72 columns that knows where its breaks are, so that HTML can do without them."""
    return wrap(text, indent, hang).replace("\n", SOFT)


def with_soft_breaks(text: str) -> str:
    """A text that was set at 72 columns before; breaks that only these needed become soft.

    A line goes on in the next one if the next word had no room in it, and the next one does not begin
    anything: it is set in as deep as prose is, or deeper after a line that ends within a sentence.
    """
    found = ""
    before = ""
    for line in str(text).split("\n"):
        found += (SOFT if _goes_on(before, line) else "\n") + line if found or before else line
        before = line
    return found


def _goes_on(before: str, line: str) -> bool:
    words = line.split()
    if not before.strip() or not words or any("   " in one.strip() for one in (before, line)):
        return False
    deeper = _margin(line) - _margin(before)
    return (
        width(before) + 1 + width(words[0]) > WIDTH
        and 0 <= deeper <= HANGING
        and before[-1] not in ENDS
        and not words[0].startswith(("-", "*", "#"))
    )


def _margin(line: str) -> int:
    return len(line) - len(line.lstrip(" "))


def logical_lines(text: str) -> list[tuple[int, str]]:
    """A text for screens of any width: how far each line is set in, and all of it, however long."""
    found: list[tuple[int, str]] = []
    for line in str(text).split("\n"):
        first, *more = line.split(SOFT)
        told = first.strip()
        for part in more:
            part = part.strip()
            joint = "" if is_wide(told[-1:]) and is_wide(part[:1]) else " "
            told += f"{joint}{part}"
        found.append((_margin(first), told))
    return found


def rule_line(character: str = "-") -> str:
    return character * WIDTH


def heading(text: str) -> str:
    """A section's title, in capitals, with a line to the right margin."""
    title = str(text).upper()
    return f"{title} {'-' * max(3, WIDTH - width(title) - 1)}"


def columns(items: Iterable[str], indent: int = 4, gap: int = 3) -> str:
    """Short items side by side, read from the top down; long ones each on a line of its own.

    An item that is longer than a line is broken after a comma, where whoever copies it may break it too.
    """
    words = list(items)
    if not words:
        return ""
    if any(width(word) > WIDTH - indent for word in words):
        return "\n".join(_broken(word, indent) for word in words)
    column = max(width(word) for word in words) + gap
    per_line = max(1, (WIDTH - indent + gap) // column)
    rows = -(-len(words) // per_line)
    lines = [
        " " * indent + "".join(padded(word, column) for word in words[row::rows]).rstrip()
        for row in range(rows)
    ]
    return "\n".join(lines)


def orders(items: Sequence[Order], indent: int = 4) -> str:
    """Orders to copy: those with a note each on a line, the others side by side.

    A note stands behind `//`, where nothing is read: whoever copies it does no harm.
    """
    lines: list[str] = []
    margin = " " * indent
    column = max([width(item.text) for item in items if item.note and width(item.text) <= SHORT], default=0)
    for item in items:
        if not item.note:
            continue
        beside = f"{margin}{padded(item.text, column)}   {COMMENT}{item.note}"
        if width(beside) <= WIDTH:
            lines.append(beside)
            continue
        lines.append(_broken(item.text, indent))
        room = WIDTH - indent - len(COMMENT) - 2
        lines += [f"{margin}  {COMMENT}{line}" for line in wrap(item.note, most=room).split("\n")]
    if plain := columns((item.text for item in items if not item.note), indent):
        lines.append(plain)
    return "\n".join(lines)


def at_most(paragraphs: Sequence[str], lines: int, indent: int = 2) -> str:
    """Paragraphs as far as they have room; what has none is only counted."""
    told: list[str] = []
    for at, paragraph in enumerate(paragraphs):
        wrapped = wrap(paragraph, indent, 2).split("\n")
        if len(told) + len(wrapped) > lines - (at + 1 < len(paragraphs)):
            return "\n".join([*told, f"{' ' * indent}... (+{len(paragraphs) - at})"])
        told += wrapped
    return "\n".join(told)


def beside(rows: Sequence[tuple[str, str]]) -> list[str]:
    """Names with what belongs to each, in two columns."""
    column = max([14, *(width(name) for name, _ in rows)])
    return [f"{padded(name, column)} {text}" for name, text in rows]


def bracketed(text: str) -> str:
    """A remark in the brackets of its language."""
    return f"（{text}）" if is_wide(text) else f"({text})"


def choice_line(voice: Voice, choice: Choice) -> str:
    """A form of order with what can stand in it and what it costs; very long ones in short."""
    text = choice.short or choice.order
    if choice.hidden:
        text = voice.say("letter", "question.hidden", order=text, count=choice.hidden, word_text=choice.verb)
    return voice.say("letter", "question.cost", order=text, cost_text=choice.cost) if choice.cost else text


def _broken(order: str, indent: int) -> str:
    lines = [" " * indent]
    for part in order.split(", "):
        more = part if lines[-1].isspace() else f" {part}"
        if width(lines[-1]) + width(more) >= WIDTH and not lines[-1].isspace():
            lines.append(" " * (indent + 4))
            more = part
        lines[-1] += f"{more},"
    return "\n".join(lines).removesuffix(",")


def power_table(lines: Sequence[PowerLine], vp: str, cards: str, keys: str, ruler: str, lacks: str) -> str:
    """The table of powers, its columns as wide as their titles need."""
    first = max([10, *(width(line.name) for line in lines)])
    widths = [width(title) + 1 for title in (vp, cards, keys)]
    rulers = max([width(ruler), *(width(line.ruler) for line in lines)])
    rows = [
        ("", vp, cards, keys, ruler, lacks if any(line.lacks for line in lines) else ""),
        *(
            (line.name, str(line.vp), str(line.cards), str(line.keys), line.ruler, line.lacks)
            for line in lines
        ),
    ]
    told = ""
    for gap, slash in (("   ", " / "), ("  ", " / "), ("  ", "/")):  # closer together where it is too wide
        told = "\n".join(
            gap.join(
                (
                    f"  {padded(name, first)} {_right(numbers, widths)}",
                    padded(who, rulers),
                    last.replace(" / ", slash),
                )
            ).rstrip()
            for name, *numbers, who, last in rows
        )
        if max(map(width, told.splitlines())) <= WIDTH:
            break
    return told


def _right(cells: Sequence[str], widths: Sequence[int]) -> str:
    return " ".join(" " * (most - width(cell)) + cell for cell, most in zip(cells, widths, strict=True))


def sentence(voice: Voice, text: str, rule: str = "") -> str:
    """A reason as a sentence, with the rule that it rests on."""
    text = text.strip()
    text = text if text.endswith("...") else text.rstrip(".。")
    told = voice.say("letter", "by_rule", text=text, rule_text=rule) if rule else text
    return f"{told[:1].upper()}{told[1:]}{'。' if is_wide(told) else '.'}"


def paragraph(voice: Voice, key: str, indent: int = 2, hang: int = 0, **fields: object) -> str:
    """A phrase of the table `letter` as a paragraph of an answer."""
    return soft_wrap(voice.say("letter", key, **fields), indent, hang)
