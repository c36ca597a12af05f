"""Letters and reports as text at 72 columns and as HTML, from `mail_templates/`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from datetime import datetime
from functools import cache
from pathlib import Path

import css_inline
import jinja2

import pbem
from pbem.channels.mail.reply import WRITE_ABOVE
from pbem.letters.content import Chapter, PrivateLetter, PublicReport

TEMPLATES = Path(pbem.__file__).resolve().parents[1] / "mail_templates"
WIDTH = 72


def private_letter(letter: PrivateLetter) -> tuple[str, str]:
    """Text and HTML of a letter to one seat."""
    return both("letter", letter=letter)


def public_report(report: PublicReport) -> tuple[str, str]:
    """Text and HTML of a report to everybody."""
    return both("report", report=report)


def story_text(chapters: Sequence[Chapter]) -> str:
    """Chapters as text, as they stand in letters."""
    return tidy(_environment().get_template("_story.txt.j2").render(chapters=chapters)).rstrip("\n")


def help_page(topic: str) -> str | None:
    """What is known about a topic; None if nothing is."""
    name = "_".join(re.findall(r"[a-z0-9]+", topic.lower()))
    path = TEMPLATES / "help" / f"{name}.txt"
    return path.read_text(encoding="utf-8").rstrip() if name and path.exists() else None


def help_topics() -> list[str]:
    return sorted(path.stem.replace("_", " ") for path in (TEMPLATES / "help").glob("*.txt"))


def both(template: str, **values: object) -> tuple[str, str]:
    """A letter as text and as HTML, from the two templates of this name."""
    text = _environment().get_template(f"{template}.txt.j2").render(values)
    page = _environment().get_template(f"{template}.html.j2").render(values)
    return tidy(text), _inliner().inline(page)


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
    )
    environment.filters.update(
        wrap=wrap, day=day, rule_line=rule_line, heading=heading, columns=columns, sentence=sentence
    )
    environment.globals.update(WRITE_ABOVE=WRITE_ABOVE, WIDTH=WIDTH)
    return environment


# ---- Filters


def wrap(text: str, indent: int = 0, hang: int = 0) -> str:
    """A paragraph at 72 columns; lines after the first are set in by `hang` more."""
    # By hand: `textwrap` takes longer than everything else in a letter together.
    lines: list[str] = []
    line = ""
    margin, room = " " * indent, WIDTH - indent
    for word in str(text).split():
        if line and len(line) + 1 + len(word) > room:
            lines.append(margin + line)
            line, margin, room = word, " " * (indent + hang), WIDTH - indent - hang
        else:
            line = f"{line} {word}" if line else word
    return "\n".join([*lines, margin + line] if line else lines)


def day(moment: datetime | None) -> str:
    """`Friday 20 November 2026, 18:00 UTC`, or with the name of the players' own zone."""
    if moment is None:
        return ""
    zone = getattr(moment.tzinfo, "key", "UTC")
    return f"{moment:%A} {moment.day} {moment:%B %Y, %H:%M} {'UTC' if zone == 'UTC' else f'({zone})'}"


def rule_line(character: str = "-") -> str:
    return character * WIDTH


def heading(text: str) -> str:
    """A section's title, in capitals, with a line to the right margin."""
    title = str(text).upper()
    return f"{title} {'-' * max(3, WIDTH - len(title) - 1)}"


def columns(items: Iterable[str], indent: int = 4, gap: int = 3) -> str:
    """Short items side by side, read from the top down; long ones each on a line of its own.

    An item that is longer than a line is broken after a comma, where whoever copies it may break it too.
    """
    words = list(items)
    if not words:
        return ""
    if any(len(word) > WIDTH - indent for word in words):
        return "\n".join(_broken(word, indent) for word in words)
    width = max(len(word) for word in words) + gap
    per_line = max(1, (WIDTH - indent + gap) // width)
    rows = -(-len(words) // per_line)
    lines = [
        " " * indent + "".join(word.ljust(width) for word in words[row::rows]).rstrip() for row in range(rows)
    ]
    return "\n".join(lines)


def _broken(order: str, indent: int) -> str:
    lines = [" " * indent]
    for part in order.split(", "):
        more = part if lines[-1].isspace() else f" {part}"
        if len(lines[-1]) + len(more) >= WIDTH and not lines[-1].isspace():
            lines.append(" " * (indent + 4))
            more = part
        lines[-1] += f"{more},"
    return "\n".join(lines).removesuffix(",")


def sentence(text: str, rule: str = "") -> str:
    """A reason as a sentence, with the rule that it rests on."""
    text = text.strip()
    text = text if text.endswith("...") else text.rstrip(".")
    return f"{text[:1].upper()}{text[1:]}{f' [rule {rule}]' if rule else ''}."
