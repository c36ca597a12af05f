"""How wide a text is on a screen of fixed columns, and where it may be broken.

A Chinese character takes two columns, and a line of Chinese may end after any of them.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator

_WIDE = re.compile(
    "[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]"
)
_NOT_FIRST = "，。、；：！？）》」』】”’…,.;:!?)]"
"""What never begins a line."""
_NOT_LAST = "（《「『【“‘(["
"""What never ends one."""


def is_wide(text: str) -> bool:
    """Whether anything in a text takes two columns.

    >>> is_wide("Vienna"), is_wide("Düsseldorf"), is_wide("维也纳")
    (False, False, True)
    """
    return not text.isascii() and _WIDE.search(text) is not None


def width(text: str) -> int:
    """The columns of a text.

    >>> width("Vienna"), width("维也纳")
    (6, 6)
    """
    if not is_wide(text):
        return len(text)
    return sum(2 if unicodedata.east_asian_width(letter) in "WF" else 1 for letter in text)


_NARROW = r"\x00-\u02ff"
_MARK = re.compile(rf"(?<=[^{_NARROW}])([,;:]) (?=\S)|(?<=\S)([,;:]) (?=[^{_NARROW}])")
_NUMBER = re.compile(r"(?<=[和或])(?=\d)")
_WIDE_MARKS = {",": "、", ";": "；", ":": "："}
_BRACKETED = re.compile(r" ?\(([^()]*)\)")


def with_wide_marks(text: str) -> str:
    """Chinese with the marks of Chinese behind its characters; what a program joins with commas is a list.

    >>> with_wide_marks("布达 4, 林茨; 1 个骑兵和2 个舰队"), with_wide_marks("Graz, Wien")
    ('布达 4、林茨；1 个骑兵和 2 个舰队', 'Graz, Wien')
    """
    if not is_wide(text):
        return text
    return _NUMBER.sub(" ", _MARK.sub(lambda mark: _WIDE_MARKS[mark[1] or mark[2]], text))


def with_wide_brackets(text: str) -> str:
    """Chinese with its own marks, also around what is bracketed.

    >>> with_wide_brackets("新教空地 +1 (22 > 25)"), with_wide_brackets("keys (Graz)")
    ('新教空地 +1（22 > 25）', 'keys (Graz)')
    """
    return _BRACKETED.sub(r"（\1）", with_wide_marks(text)) if is_wide(text) else text


def takes_no_space(before: str, after: str) -> bool:
    """Whether no space stands between two pieces, because a mark of Chinese parts them already."""
    return before[-1:] in "。，；：！？）》”" or after[:1] in "（《“"


def padded(text: str, columns: int) -> str:
    """A text with spaces up to a column."""
    return text + " " * (columns - width(text))


def pieces(word: str) -> Iterator[str]:
    """A word in the pieces between which a line may end: of Chinese each character, with its marks.

    >>> list(pieces("在维也纳，4"))
    ['在', '维', '也', '纳，', '4']
    """
    if not is_wide(word):
        yield word
        return
    piece = ""
    for letter in word:
        stays = (
            not piece
            or letter in _NOT_FIRST
            or piece[-1] in _NOT_LAST
            or not (is_wide(letter) or is_wide(piece[-1]))
        )
        if not stays:
            yield piece
            piece = ""
        piece += letter
    yield piece
