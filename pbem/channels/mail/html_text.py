"""The text of an HTML body, line by line, with quotes marked as in plain mail.

One pass without recursion over at most 64 KB, after what only programs read was taken away: deep or broken
HTML costs a fraction of a second.
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
UNSEEN_TAGS = frozenset(
    "head style script title template noscript noframes textarea select object audio video canvas".split()
)
"""What nobody sees in a letter, or can write there."""
INVISIBLE = ",".join([*sorted(UNSEEN_TAGS), "[hidden]", "s", "del", "strike"])
"""That, and what the writer has struck out."""
HIDING = re.compile(
    r"display\s*:\s*none|visibility\s*:\s*hidden|mso-hide\s*:\s*all"
    r"|(?:font-size|opacity|max-height)\s*:\s*0(?![.\d]*[1-9])",
    re.IGNORECASE,
)
OLD_LETTERS = (
    "#divRplyFwdMsg,#zwchr,[data-marker=__HEADERS__],.OutlookMessageHeader,.yahoo_quoted,.gmail_quote"
)
"""Where mail programs put an old letter that is not inside a blockquote."""
OLD_LETTER = "-----Original Message-----"
RULER = "_" * 20
SPACES = re.compile(r"[ \t\r\n\f]+")


def html_to_text(source: str) -> str:
    """The lines that a reader would see; each level of quotation becomes `> `."""
    tree = LexborHTMLParser(without_machinery(source)[:LONGEST])
    root = tree.body or tree.root
    if root is None:
        return ""
    unseen, old = _invisible(tree), old_letter(tree)
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
        elif node.mem_id not in unseen:
            if node.mem_id == old and not depth:
                lines += [OLD_LETTER, ""]
            if tag in ("td", "th") and lines[-1]:
                lines[-1] += "  "
            if tag in BLOCKS:
                if lines[-1]:
                    lines.append("")
                if tag == "hr":
                    lines += ["> " * min(depth, DEEPEST_QUOTE) + RULER, ""]
                depth += tag == "blockquote"
                todo.append((False, node))
            todo.extend((True, child) for child in reversed(list(node.iter(include_text=True))))
    return "\n".join(line.rstrip() for line in lines)


def is_cut(source: str) -> bool:
    """Whether the end of an HTML body is not read."""
    return len(source) > LONGEST and len(without_machinery(source)) > LONGEST


def without_machinery(source: str) -> str:
    """HTML without comments and styles: some programs write tens of thousands of characters of them."""
    if len(source) <= LONGEST:
        return source
    for begin, end in (("<!--", "-->"), ("<style", "</style>")):
        source = _without(source, begin, end)
    return source


def _without(source: str, begin: str, end: str) -> str:
    folded = source.lower()
    if len(folded) != len(source):  # a letter that is longer in lower case
        return source
    kept: list[str] = []
    at = 0
    while (start := folded.find(begin, at)) >= 0:
        stop = folded.find(end, start)
        if stop < 0:
            break
        kept.append(source[at:start])
        at = stop + len(end)
    return "".join([*kept, source[at:]])


def _invisible(tree: LexborHTMLParser) -> set[int]:
    """What the writer does not see is not the writer's order."""
    unseen = {node.mem_id for node in tree.css(INVISIBLE)}
    unseen |= {
        node.mem_id for node in tree.css("[style]") if HIDING.search(node.attributes.get("style") or "")
    }
    return unseen


def old_letter(tree: LexborHTMLParser) -> int:
    """The element in which an old letter begins, if it is not quoted inside; 0 if there is none."""
    found = tree.css_first(OLD_LETTERS)
    if found is None or (found.css_first("blockquote") is not None and "gmail" in _classes(found)):
        return 0  # Gmail keeps answers between quotations inside it
    return int(found.mem_id)


def _classes(node: LexborNode) -> str:
    return node.attributes.get("class") or ""


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
