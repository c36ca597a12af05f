"""Where a token stands if the mailbox knows no plus addressing: in the subject and in our letters' names.

Whoever answers a letter gives both back.  The token is the same secret that stands in an address otherwise,
so it proves the same: no more, no less.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

TOKEN_FOLLOWS = "t."
IN_SUBJECT = re.compile(r"\s*\[#([a-z0-9]{8,64})\]", re.IGNORECASE)
IN_NAME = re.compile(rf"<[^<>\s@]*\.{re.escape(TOKEN_FOLLOWS)}([a-z0-9]{{8,64}})@([^<>\s@]+)>")


def mark_of(token: str) -> str:
    """A token as it stands in a subject."""
    return f"[#{token}]"


def without_marks(subject: str) -> str:
    """A subject without the tokens in it."""
    return IN_SUBJECT.sub("", subject)


def tokens_in(subject: str, answers: Iterable[str]) -> list[str]:
    """The tokens in a subject and in the names of the letters that are answered, nearest first."""
    named = [found[1] for name in answers if (found := IN_NAME.fullmatch(name))]
    return [*(token.lower() for token in IN_SUBJECT.findall(subject)), *named]


def tokens_anywhere(text: str) -> list[str]:
    """All tokens in a text, as they stand in a subject or in the name of a letter of ours."""
    return [token.lower() for token in IN_SUBJECT.findall(text)] + [
        found[1] for found in IN_NAME.finditer(text)
    ]


def hosts_in(answers: Iterable[str]) -> set[str]:
    """The hosts that have given such names to letters."""
    return {found[2].lower() for name in answers if (found := IN_NAME.fullmatch(name))}
