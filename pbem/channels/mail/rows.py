"""The rows of a letter as its reader sees them: each with its depth of quotation, and whether it is struck
out or cannot be seen.  From plain text and from HTML alike.

One pass without recursion over at most 64 KB of HTML, and never more rows than somebody would write.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import lru_cache
from typing import NamedTuple

from selectolax.lexbor import LexborHTMLParser, LexborNode

from pbem.channels.mail.heads import INITIALS
from pbem.channels.mail.html_text import (
    BLOCKS,
    LONGEST,
    SPACES,
    UNSEEN_TAGS,
    old_letter,
    without_machinery,
)
from pbem.channels.mail.reply import lines_of

MOST_ROWS = 3_000
DEEPEST = 20
MOST_RULES = 200
LONGEST_LOOK = 400
"""How elements look of which more is said is not kept."""
LONGEST_SHEET = 4_000
"""Nor what longer sheets of styles say."""

QUOTE_MARKS = re.compile(r"^ {0,3}(?:(?:[>＞¦│┃▏▎»›]|\|(?!.*\|\s*$)) {0,2})+")
"""What stands before a quoted line: several signs, one for each level."""
TILDES = re.compile(r"~~(?=\S).{1,300}?(?<=\S)~~")
BETWEEN_SIGNS = re.compile(r"^([-~])(?=[^\W\d_])[^-~]{3,200}(?<=\w)\1$")
STROKE = "\u0336"
"""Written over the letter before it: a line of strokes is crossed out."""

STRUCK_TAGS = frozenset("s del strike".split())
HEADINGS = frozenset("h1 h2 h3 h4".split())
CELLS = frozenset(("td", "th"))
LOOKS = STRUCK_TAGS | HEADINGS | {"blockquote", "pre"}
"""Elements whose text looks different."""

HIDING = re.compile(
    r"display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse)|mso-hide\s*:\s*all"
    r"|(?<![\w-])(?:font-size|font|opacity)\s*:\s*0(?![.\d]*[1-9])"
    r"|(?<![\w-])font-size\s*:\s*(?:[012](?:\.\d+)?\s*(?:px|pt)|0?\.[0-3]\d*\s*r?em)"
    r"|(?:left|top|right|bottom|text-indent|margin-left|margin-top)\s*:\s*-\d{3,}"
    r"|clip\s*:\s*rect\(|clip-path\s*:\s*(?:inset\((?:100|50)%|circle\(0|polygon\(0)"
    r"|transform\s*:[^;]{0,40}scale[xy]?\(\s*0(?![.\d]*[1-9])|filter\s*:\s*opacity\(\s*0\s*%?\s*\)"
    r"|(?<![\w-])color\s*:\s*transparent|text-fill-color\s*:\s*transparent",
    re.IGNORECASE,
)
TINY_BOX = re.compile(r"(?<![\w-])(?:max-)?(?:height|width)\s*:\s*[012](?:\.\d+)?(?![\d.%])", re.IGNORECASE)
OVERFLOW = re.compile(r"overflow(?:-[xy])?\s*:\s*(?:hidden|clip)", re.IGNORECASE)
PRE = re.compile(r"white-space\s*:\s*(?:pre|break-spaces)", re.IGNORECASE)
STRIKING = re.compile(r"text-decoration(?:-line)?\s*:[^;]{0,60}line-through", re.IGNORECASE)
COLOUR = re.compile(r"(?<![\w-])color\s*:\s*([^;!]{3,40})", re.IGNORECASE)
BACKGROUND = re.compile(r"(?<![\w-])background(?:-color)?\s*:\s*([^;!]{3,60})", re.IGNORECASE)
RGB = re.compile(r"rgba?\(\s*(\d{1,3})[\s,]+(\d{1,3})[\s,]+(\d{1,3})(?:[\s,/]+(0(?:\.0+)?)(?![\d.]))?")
HEX = re.compile(r"#([0-9a-f]{6}|[0-9a-f]{3})\b")
RULE = re.compile(r"([^{}]{1,400})\{([^{}]{0,2000})\}")
SIMPLE = re.compile(r"[\w*-]{0,60}(?:[.#][\w-]{1,80}){0,4}$")
"""The last part of a selector: an element by its name, its classes and its id."""
NAMED = {"white": (255, 255, 255), "black": (0, 0, 0), "transparent": None}
WHITE = (255, 255, 255)
BREAKING = " \t\r\n\f"
"""Spaces that pages do not keep; with one that they do keep, programs write an empty line."""
SAME = 12
"""Colours that differ by no more than this in each part cannot be told apart."""

Colour = tuple[int, int, int]


class Row(NamedTuple):
    """A line of a letter as it is shown."""

    text: str
    depth: int = 0
    """Levels of quotation."""
    hidden: bool = False
    struck: bool = False
    """All of it, or a part."""
    heading: bool = False
    cells: tuple[int, ...] = ()
    """Where the cells of a table's row begin, but for the first."""
    partly: bool = False
    """Struck out, but for a part."""
    old: bool = False
    """A mail program has written that an old letter begins here."""


def text_rows(text: str) -> tuple[Row, ...]:
    """The rows of plain text, without their marks of quotation."""
    lines = lines_of(text)[:MOST_ROWS]
    rows = []
    for at, line in enumerate(lines):
        stripped = line.strip()
        if marks := QUOTE_MARKS.match(line):
            depth = min(len(marks.group().replace(" ", "")), DEEPEST)
            rows.append(Row(line[marks.end() :].strip(), depth))
        elif (initials := INITIALS.match(stripped)) and _beside(lines, at, initials.group()):
            rows.append(Row(stripped[initials.end() :].strip(), 1))
        else:
            rows.append(_struck_by_signs(Row(stripped)))
    return tuple(rows)


def _beside(lines: list[str], at: int, initials: str) -> bool:
    return any(lines[n].strip().startswith(initials) for n in (at - 1, at + 1) if 0 <= n < len(lines))


def _struck_by_signs(row: Row) -> Row:
    """Crossed out as people do where there are no styles."""
    text = row.text
    if text[:1] not in "-~" and "~~" not in text and STROKE not in text:  # as nearly every row
        return row
    if text.count(STROKE) * 3 > len(text) or BETWEEN_SIGNS.match(text):
        return row._replace(struck=True)
    if "~~" in text and (found := TILDES.search(text)):
        return row._replace(struck=True, partly=found.group() != text)
    return row


class _Look(NamedTuple):
    """How text looks at a place of the page."""

    depth: int = 0
    hidden: bool = False
    struck: bool = False
    heading: bool = False
    pre: bool = False
    colour: Colour | None = None
    ground: Colour | None = None


@dataclass(slots=True)
class _Page:
    """The rows so far, and the pieces of the one that is being read."""

    rows: list[Row] = field(default_factory=list)
    seen: list[str] = field(default_factory=list)
    unseen: list[tuple[str, int]] = field(default_factory=list)
    cells: list[int] = field(default_factory=list)
    look: _Look | None = None
    struck: int = 0
    plain: int = 0
    old: bool = False

    def add(self, text: str, look: _Look) -> None:
        if look.hidden:
            self.unseen.append((text, look.depth))
            return
        if text.strip():
            if self.look is None:
                self.look = look
            if look.struck:
                self.struck += 1
            else:
                self.plain += 1
        self.seen.append(text)

    def cell(self) -> None:
        if any(text.strip() for text in self.seen):
            self.seen.append("  ")
            self.cells.append(len("".join(self.seen).lstrip()))

    def end(self, depth: int, *, always: bool = False) -> None:
        """The row ends here; what could not be seen in it becomes a row of its own."""
        if not (self.seen or self.unseen or always):  # elements end inside each other
            return
        if unseen := " ".join("".join(text for text, _ in self.unseen).split()):
            self.rows.append(Row(unseen, self.unseen[0][1], hidden=True))
        seen = "".join(self.seen)
        for text in lines_of(seen) if always or seen.strip(" \n") else ():
            look = self.look or _Look(depth)
            row = Row(
                text.strip(),
                look.depth,
                struck=self.struck > 0,
                heading=look.heading,
                cells=tuple(self.cells),
                partly=self.struck > 0 and self.plain > 0,
                old=self.old and bool(text.strip()),
            )
            self.old &= not row.old
            self.rows.append(_unquoted(row))
        self.seen, self.unseen, self.cells = [], [], []
        self.look, self.struck, self.plain = None, 0, 0


def _unquoted(row: Row) -> Row:
    """Some programs write marks of quotation into HTML."""
    if row.text[:1] in ">＞" and (marks := QUOTE_MARKS.match(row.text)):
        depth = row.depth + len(marks.group().replace(" ", ""))
        return row._replace(text=row.text[marks.end() :].strip(), depth=min(depth, DEEPEST))
    return row if row.struck else _struck_by_signs(row)


def html_rows(source: str) -> tuple[Row, ...]:
    """The rows of an HTML page."""
    tree = LexborHTMLParser(without_machinery(source)[:LONGEST])
    root = tree.body or tree.root
    if root is None:
        return ()
    styles, old = _styles_of_the_page(tree), old_letter(tree)
    page = _Page()
    todo: list[tuple[LexborNode | None, _Look]] = [(root, _Look())]
    while todo and len(page.rows) < MOST_ROWS:
        node, look = todo.pop()
        if node is None:
            page.end(look.depth)
            continue
        tag = node.tag
        if tag == "-text":
            text = node.text(deep=False) or ""
            if look.pre:
                page.add(text, look)
            elif page.seen or look.hidden or text.strip(BREAKING):  # spaces before a row are not seen
                page.add(SPACES.sub(" ", text), look)
        elif tag == "br":
            page.end(look.depth, always=True)
        elif tag not in UNSEEN_TAGS and tag != "-comment":
            attributes = node.attributes
            by_page = styles.get(node.mem_id) if styles else None
            if attributes or by_page or tag in LOOKS:
                style = attributes.get("style") or ""
                if by_page:
                    style = f"{by_page};{style}"
                colour, ground = attributes.get("color"), attributes.get("bgcolor")
                told = sum(map(len, filter(None, (tag, style, colour, ground))))
                find = _known_look if told <= LONGEST_LOOK else _look
                look = find(tag, style, colour, ground, look, "hidden" in attributes)
            if tag in CELLS:
                page.cell()
            if tag in BLOCKS:
                page.end(look.depth)
                page.old |= node.mem_id == old
                todo.append((None, look))
            todo.extend((child, look) for child in reversed(list(node.iter(include_text=True))))
    page.end(0)
    return tuple(page.rows)


def _look(
    tag: str | None, style: str, own_colour: str | None, own_ground: str | None, look: _Look, hides: bool
) -> _Look:
    """How text looks inside an element, by its style and what its attributes say."""
    colour, ground = look.colour, look.ground
    if found := COLOUR.search(style):
        colour = _colour(found.group(1)) or colour
    elif own_colour:
        colour = _colour(own_colour) or colour
    if found := BACKGROUND.search(style):
        ground = _colour(found.group(1)) or ground
    elif own_ground:
        ground = _colour(own_ground) or ground
    hidden = look.hidden or hides or bool(style and _hides(style))
    if not hidden and colour is not None and (colour, ground) != (look.colour, look.ground):
        hidden = _alike(colour, ground or WHITE)
    return _Look(
        min(look.depth + (tag == "blockquote"), DEEPEST),
        hidden,
        look.struck or tag in STRUCK_TAGS or bool(style and STRIKING.search(style)),
        look.heading or tag in HEADINGS,
        look.pre or tag == "pre" or bool(style and PRE.search(style)),
        colour,
        ground,
    )


_known_look = lru_cache(maxsize=2048)(_look)  # programs write the same few styles again and again


def _hides(style: str) -> bool:
    # A box without height shows its text nevertheless, unless what flows over is cut off.
    return bool(HIDING.search(style) or (OVERFLOW.search(style) and TINY_BOX.search(style)))


def _colour(text: str) -> Colour | None:
    text = text.strip().lower()
    if text in NAMED:
        return NAMED[text]
    if found := HEX.search(text):
        digits = found.group(1)
        digits = digits if len(digits) == 6 else "".join(digit * 2 for digit in digits)
        return int(digits[:2], 16), int(digits[2:4], 16), int(digits[4:], 16)
    if found := RGB.search(text):
        if found.group(4):
            return None  # it can be seen through
        return int(found.group(1)), int(found.group(2)), int(found.group(3))
    return None


def _alike(one: Colour, other: Colour) -> bool:
    return all(abs(a - b) <= SAME for a, b in zip(one, other, strict=True))


def _styles_of_the_page(tree: LexborHTMLParser) -> dict[int, str]:
    """What the styles of the page say of its elements, as far as it hides or strikes out.

    Of a selector of several parts only the last is looked at: rather too much is hidden than too little.  But
    what such a one says of colours is left: it would hide what can be read.
    """
    found: dict[int, str] = {}
    for node in tree.css("style")[:20]:
        sheet = (node.text() or "")[:20_000]
        find = _known_rules if len(sheet) <= LONGEST_SHEET else _rules
        for last, style in find(sheet):
            for element in tree.css(last)[:MOST_RULES]:
                found[element.mem_id] = f"{found.get(element.mem_id, '')};{style}"
    return found


def _rules(sheet: str) -> tuple[tuple[str, str], ...]:
    """What a sheet of styles says that hides, strikes out or colours: of which elements, and what."""
    found: list[tuple[str, str]] = []
    for selectors, style in RULE.findall(sheet)[:MOST_RULES]:
        strikes = _hides(style) or STRIKING.search(style)
        if not strikes and not COLOUR.search(style) and not BACKGROUND.search(style):
            continue
        for selector in selectors.split(",")[:10]:
            *before, last = selector.split() or [""]
            if last and SIMPLE.match(last) and (strikes or not before):
                found.append((last, style))
    return tuple(found)


_known_rules = lru_cache(maxsize=64)(_rules)  # all our letters have the same sheet, and so have answers
