"""Mailing lists: how a seat names one, and how a letter tells that it came through one.

`his@lists.example.org/his.lists.example.org` is a list in the address of a seat: where one posts, and the
name under which the list passes posts on (`List-Id`, RFC 2919).  Anybody can write such a header, so it says
where a post was made, and never who made it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from pbem.channels.mail import marks

if TYPE_CHECKING:
    from pbem.channels.mail.letter import MailLetter
    from pbem.config import MailSettings

CHANNEL = "list"
FORM = re.compile(r"([^\s@/<>]{1,64}@[^\s@/<>]{1,250})/([a-z0-9_-]{1,100}(?:\.[a-z0-9_-]{1,100}){1,20})")
IN_BRACKETS = re.compile(r"<\s*([^<>\s]{1,255})\s*>\s*$")
ADDRESS = re.compile(r"[^\s@<>,;:\"]{1,64}@[^\s@<>,;:\"]{1,250}")
SHOWN_IN = ("to", "cc", "reply-to", "subject", "in-reply-to", "references")
"""Headers that all readers of a list see as their writer has written them."""
RESENT = ("resent-from", "resent-sender", "resent-date", "resent-message-id")
REPLACES = ("supersedes", "replaces", "obsoletes")


def is_list_address(address: str) -> bool:
    """Whether an address of a seat is that of a list."""
    return "/" in address.rpartition("@")[2]


def is_well_formed(address: str) -> bool:
    return FORM.fullmatch(address.lower()) is not None


def posting_address(address: str) -> str:
    """Where letters to a seat's address go: of a list, without its name."""
    at, _, host = address.rpartition("@")
    return f"{at}@{host.partition('/')[0]}" if at else address


def list_id_of(address: str) -> str:
    """The List-Id in the address of a list's seat."""
    return address.rpartition("/")[2]


def list_id_in(letter: MailLetter) -> str:
    """The list through which a letter came; empty if none did, or if it is in doubt which."""
    found = [value for name, value in letter.headers if name == "list-id"]
    if len(found) != 1:
        return ""
    named = IN_BRACKETS.search(found[0])
    return (named[1] if named else found[0].strip()).lower()


def own_addresses(letter: MailLetter) -> set[str]:
    """The addresses of the list itself, as far as a letter that came through it tells."""
    place = list_id_in(letter)
    default = place.replace(".", "@", 1)
    return {default, *(found.lower() for found in ADDRESS.findall(_list_post(letter)))}


def _list_post(letter: MailLetter) -> str:
    return letter.header("list-post").lower().replace("mailto:", " ")


def author_behind(letter: MailLetter) -> str:
    """Who wrote a post that the list passes on under its own address: as it says itself, unproved."""
    lists_own = own_addresses(letter)
    named = (
        found.lower()
        for name in ("x-original-from", "reply-to", "cc")
        for found in ADDRESS.findall(letter.header(name))
    )
    return next((address for address in named if address not in lists_own), "")


def was_resent(letter: MailLetter) -> bool:
    """Whether somebody has sent a post of another day once more, or in place of one that was there.

    Some lists sign what they pass on in this way: that is nothing new.
    """
    if any(letter.header(name) for name in REPLACES):
        return True
    if not any(letter.header(name) for name in RESENT):
        return False
    by = {found.lower() for found in ADDRESS.findall(letter.header("resent-from"))}
    return not by or not by <= own_addresses(letter)


def tokens_shown(letter: MailLetter, settings: MailSettings) -> tuple[str, ...]:
    """The secrets of seats in all that the readers of a list can see: our addresses and names of letters."""
    return tuple(dict.fromkeys(_shown(letter, settings)))


def _shown(letter: MailLetter, settings: MailSettings) -> Iterator[str]:
    local, _, host = settings.address.partition("@")
    ours = re.compile(rf"(?<![\w.+-]){re.escape(local)}\+([a-z0-9]{{8,64}})@{re.escape(host)}", re.IGNORECASE)
    seen = [value for name, value in letter.headers if name in SHOWN_IN]
    seen += [row.text for row in (*letter.text, *letter.html)]
    for text in seen:
        yield from (token.lower() for token in ours.findall(text))
        if not settings.plus_addressing:
            yield from marks.tokens_anywhere(text)
