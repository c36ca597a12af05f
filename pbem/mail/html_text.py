"""The text of an HTML body, line by line, with quotes marked as in plain mail.

One pass without recursion over at most 64 KB: deep or broken HTML costs a fraction of a second.
"""

from __future__ import annotations

import re

from selectolax.lexbor import LexborHTMLParser, LexborNode

LONGEST = 64_000
DEEPEST_QUOTE = 20

BLOCKS = frozenset(
    """
    address article aside blockquote center dd div dl dt fieldset footer form h1 h2 h3 h4 h5 h6 header hr li
    main nav ol p pre section table tr ul
    """.split()
)
INVISIBLE = "head,style,script,title,template,noscript,noframes,[hidden],s,del,strike"
"""What nobody sees, or what the writer has struck out."""
HIDING = re.compile(
    r"display\s*:\s*none|visibility\s*:\s*hidden|mso-hide\s*:\s*all"
    r"|(?:font-size|opacity|max-height)\s*:\s*0(?![.\d]*[1-9])",
    re.IGNORECASE,
)
SPACES = re.compile(r"[ \t\r\n\f]+")


def html_to_text(source: str) -> str:
    """The lines that a reader would see; each level of quotation becomes `> `."""
    tree = LexborHTMLParser(source[:LONGEST])
    _drop_invisible(tree)
    root = tree.body or tree.root
    if root is None:
        return ""
    lines = [""]
    depth = 0
    todo: list[tuple[bool, LexborNode]] = [(True, root)]
    while todo:
        entering, node = todo.pop()
        tag = node.tag
        if not entering:
            depth -= tag == "blockquote"
            if lines[-1]:
                lines.append("")
        elif tag == "-text":
            _add_text(lines, node, depth)
        elif tag == "br":
            lines.append("")
        else:
            if tag in ("td", "th") and lines[-1]:
                lines[-1] += "  "
            if tag in BLOCKS:
                if lines[-1]:
                    lines.append("")
                depth += tag == "blockquote"
                todo.append((False, node))
            todo.extend((True, child) for child in reversed(list(node.iter(include_text=True))))
    return "\n".join(line.rstrip() for line in lines)


def _drop_invisible(tree: LexborHTMLParser) -> None:
    # What the writer does not see is not the writer's order.
    for node in tree.css(INVISIBLE):
        node.decompose()
    for node in tree.css("[style]"):
        if HIDING.search(node.attributes.get("style") or ""):
            node.decompose()


def _add_text(lines: list[str], node: LexborNode, depth: int) -> None:
    text = node.text(deep=False) or ""
    if node.parent is not None and node.parent.tag == "pre":
        first, *rest = text.split("\n")
        quote = "> " * min(depth, DEEPEST_QUOTE)
        lines[-1] += (quote if not lines[-1] else "") + first
        lines.extend(quote + line for line in rest)
        return
    text = SPACES.sub(" ", text)
    if not lines[-1]:
        text = text.lstrip(" ")
        text = "> " * min(depth, DEEPEST_QUOTE) + text if text else ""
    lines[-1] += text
