"""HTML as Markdown: our own letters as posts, and posts of which a forum does not give the source.

Tables are aligned and stand in a code block: not every forum has tables, and those that have break them on
narrow screens.  Orders to copy stand in a code block too, as players are asked to write them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from selectolax.lexbor import LexborHTMLParser, LexborNode

FENCE = "```"
SPECIAL = re.compile(r"([\\*_\[\]]|`(?=``)|(?<=``)`)")
AT_THE_START = re.compile(r"^(\s*\d{0,9})(#{1,6}|>|(?<!\d)[-+]|(?<=\d)[.)])(?=\s|$|#)")
CARD = re.compile(r"^#(?=\d)")
BLOCKS = frozenset(
    {"p", "div", "h1", "h2", "h3", "h4", "ul", "ol", "table", "pre", "blockquote", "aside", "hr"}
)
LEFT_OUT = frozenset({"head", "style", "script", "img", "title"})
HEADINGS = {"h1": "##", "h2": "###", "h3": "####", "h4": "####"}
LIST_ITEM = "- "
DEEPEST = 60
"""Elements inside each other; what lies deeper is taken as one text."""


def markdown_of(page: str) -> str:
    """A page, or a part of one, as Markdown."""
    tree = LexborHTMLParser(page)
    body = tree.body
    return "\n\n".join(block for block in _blocks(body, 0) if block.strip()) if body is not None else ""


def escaped(text: str) -> str:
    """A text in which nothing is taken for markup."""
    text = SPECIAL.sub(r"\\\1", text)
    return CARD.sub(r"\\#", AT_THE_START.sub(r"\1\\\2", text))


def fenced(lines: Sequence[str]) -> str:
    """Lines in a code block; they cannot end it."""
    fence = FENCE
    while any(line.lstrip().startswith(fence) for line in lines):
        fence += "`"
    return "\n".join([fence, *lines, fence])


# ---- Blocks


def _blocks(node: LexborNode, depth: int) -> Iterator[str]:
    """What stands in an element, block by block; loose text between blocks is a paragraph."""
    loose: list[str] = []
    for child in node.iter(include_text=True):
        if child.tag not in BLOCKS and child.tag not in LEFT_OUT:
            loose.append(_inline(child, depth))
            continue
        yield _paragraph(loose)
        loose = []
        if child.tag not in LEFT_OUT:
            yield from _block(child, depth + 1)
    yield _paragraph(loose)


def _block(node: LexborNode, depth: int) -> Iterator[str]:
    classes = (node.attributes.get("class") or "").split()
    tag = node.tag or ""
    if "mark" in classes or "board" in classes or "quote-heading" in classes:
        return  # what only a letter needs, or says who is quoted
    if depth > DEEPEST:
        yield escaped(node.text(separator=" ", strip=True))
    elif tag in HEADINGS:
        yield f"{HEADINGS[tag]} {_inline_of(node, depth)}"
    elif tag == "pre":
        yield fenced(node.text().strip("\n").split("\n"))
    elif tag == "blockquote":
        inner = "\n\n".join(block for block in _blocks(node, depth) if block)
        yield "\n".join(f"> {line}".rstrip() for line in inner.split("\n"))
    elif tag in ("ul", "ol"):
        items = [child for child in node.iter() if child.tag == "li"]
        yield "\n".join(f"{LIST_ITEM}{_indented(_inline_of(item, depth))}" for item in items)
    elif tag == "hr":
        yield "---"
    elif tag == "table":
        yield from _table(node, depth)
    elif "orders" in classes:
        yield fenced(_plain_lines(node))
    elif tag == "p":
        yield _paragraph([_inline_of(node, depth)])
    else:
        yield from _blocks(node, depth)


def _table(node: LexborNode, depth: int) -> Iterator[str]:
    if node.attributes.get("role") == "presentation":  # it only holds the page together
        for cell in _cells_of_layout(node):
            yield from _blocks(cell, depth)
        return
    rows = [[child for child in row.iter() if child.tag in ("td", "th")] for row in node.css("tr")]
    if any(cell.tag == "th" for row in rows for cell in row):
        yield fenced(_aligned([[" ".join(cell.text().split()) for cell in row] for row in rows]))
        return
    items = [" ".join(part for cell in row if (part := _inline_of(cell, depth))) for row in rows]
    yield "\n".join(f"{LIST_ITEM}{_indented(item)}" for item in items if item)


def _cells_of_layout(table: LexborNode) -> Iterator[LexborNode]:
    """The cells of a table itself, not of tables inside it."""
    for part in table.iter():
        for row in [part] if part.tag == "tr" else [one for one in part.iter() if one.tag == "tr"]:
            yield from (cell for cell in row.iter() if cell.tag in ("td", "th"))


def _aligned(rows: Sequence[Sequence[str]]) -> list[str]:
    """Columns side by side; numbers to the right."""
    width = max((len(row) for row in rows), default=0)
    cells = [[*row, *[""] * (width - len(row))] for row in rows]
    widths = [max(len(row[at]) for row in cells) for at in range(width)]
    numbers = [all(row[at].lstrip("-").isdecimal() for row in cells[1:] if row[at]) for at in range(width)]
    return [
        "  ".join(
            cell.rjust(wide) if number else cell.ljust(wide)
            for cell, wide, number in zip(row, widths, numbers, strict=True)
        ).rstrip()
        for row in cells
    ]


def _paragraph(parts: Sequence[str]) -> str:
    """Lines that were broken on purpose stay broken."""
    lines = [" ".join(line.split()) for line in "".join(parts).split("\n")]
    return "\n".join(line for line in lines if line)


def _indented(text: str) -> str:
    return text.replace("\n", "\n  ")


# ---- Inside a block


def _inline_of(node: LexborNode, depth: int) -> str:
    return _paragraph([_inline(child, depth + 1) for child in node.iter(include_text=True)])


def _inline(node: LexborNode, depth: int) -> str:
    tag = node.tag or ""
    if tag == "-text":
        return escaped(re.sub(r"\s+", " ", node.text_content or ""))
    if tag == "br":
        return "\n"
    if tag in LEFT_OUT or tag.startswith(("-", "!")):
        return ""
    if depth > DEEPEST:
        return escaped(node.text(separator=" ", strip=True))
    if tag == "code":
        return f"`{' '.join(node.text().split())}`"
    inner = "".join(_inline(child, depth + 1) for child in node.iter(include_text=True))
    if tag in BLOCKS:
        return f"\n{inner}\n"
    mark = {"b": "**", "strong": "**", "i": "*", "em": "*", "del": "~~", "s": "~~", "strike": "~~"}.get(
        tag, ""
    )
    return f"{mark}{inner.strip()}{mark}" if mark and inner.strip() else inner


def _plain_lines(node: LexborNode) -> list[str]:
    """The lines of a block as they are read, without markup."""
    parts: list[str] = []

    def collect(inside: LexborNode) -> None:
        for child in inside.iter(include_text=True):
            if child.tag == "-text":
                parts.append(re.sub(r"\s+", " ", child.text_content or ""))
            elif child.tag == "br":
                parts.append("\n")
            else:
                collect(child)

    collect(node)
    return [line for part in "".join(parts).split("\n") if (line := " ".join(part.split()))]


# ---- Texts without HTML


def text_as_markdown(text: str) -> str:
    """A plain letter: paragraphs flow, lines that are set in stand as they are, in a code block."""
    blocks: list[str] = []
    for paragraph in re.split(r"\n\s*\n", text.strip("\n")):
        lines = paragraph.split("\n")
        if all(line.startswith("    ") for line in lines):
            blocks.append(fenced([line.strip() for line in lines]))
        else:
            blocks.append(escaped(" ".join(line.strip() for line in lines)))
    return "\n\n".join(blocks)
