"""Press: what players write to each other through the moderator.

Private press is carried only while the negotiation window is open, for only then may deals be made in private
(9.1); public press always.  The sender is known by the power's name, never by an address.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from pbem.errors import OrderProblem, Unreadable
from pbem.games.deals import Talks
from pbem.language import Names
from pbem.language.names import MAJOR
from pbem.language.parse import may_be
from pbem.language.words import key
from rules import Power

LONGEST = 8_000
"""Characters of one piece of press."""
MOST_IN_A_LETTER = 10

EVERYBODY = ("all", "everybody", "everyone", "all powers", "all players", "public", "the world")
GROUP_NAME = re.compile(r"[a-z][a-z0-9 ]{1,30}|[\u3400-\u9fff](?: [\u3400-\u9fff]){1,9}")
"""Latin letters, or Chinese characters, each of which is a word."""
_SEPARATOR = re.compile(r"\s*(?:,|;|&|\+|\band\b)\s*", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Press:
    """A piece of press; no receivers: it is for everybody."""

    sender: Power
    receivers: tuple[Power, ...]
    text: str

    @property
    def public(self) -> bool:
        return not self.receivers


def receivers_of(
    words: str,
    sender: Power,
    names: Names,
    groups: Mapping[str, Sequence[Power]],
    powers: Sequence[Power],
    called: Callable[[str], Sequence[Power]] = lambda word: (),
) -> tuple[Power, ...]:
    """To whom `france, papacy` or a group's name goes; nobody in particular: everybody.

    `called` knows what else people call a power.

    :raises OrderProblem: a word names no power and no group.
    """
    if key(words) in EVERYBODY:
        return ()
    found: list[Power] = []
    for word in filter(None, _SEPARATOR.split(words.strip())):
        found += _one(word, names, groups, powers, called)
    others = tuple(power for power in dict.fromkeys(found) if power != sender)
    if not others:
        raise Unreadable("press.only_you", words)
    return others


def _one(
    word: str,
    names: Names,
    groups: Mapping[str, Sequence[Power]],
    powers: Sequence[Power],
    called: Callable[[str], Sequence[Power]],
) -> Sequence[Power]:
    word = re.sub(r"^the\s+", "", word.strip(), flags=re.IGNORECASE)
    if key(word) in EVERYBODY:
        raise Unreadable("press.all_and_more", word)
    if members := groups.get(key(word)):
        return members
    power = names.find(MAJOR, word, powers)
    if power is not None and power in powers:
        return [power]
    if len(meant := [power for power in called(key(word)) if power in powers]) == 1:
        return meant
    _, unsure = names.fits(MAJOR, key(word).split(), powers)
    if unsure:
        raise may_be(word, [names.say(MAJOR, id) for id in unsure], word)
    near = names.near(MAJOR, key(word).split(), powers)
    raise Unreadable("press.nobody", word, proposals=near, text=word)


def check_press(press: Press, talks: Talks | None) -> None:
    """Raise if a piece of press cannot be carried now.

    :raises OrderProblem: with what the player can do about it.
    """
    check_length(press)
    if press.public:
        return
    if talks is None:
        raise NotNow()
    if any(not talks.together(press.sender, receiver) for receiver in press.receivers):
        raise Unreadable("press.not_together")


def check_length(press: Press) -> None:
    """:raises Unreadable: there is no text, or too much of it."""
    if not press.text.strip():
        raise Unreadable("press.no_text")
    if len(press.text) > LONGEST:
        raise Unreadable("press.too_long", limit=LONGEST, count=len(press.text))


class NotNow(OrderProblem):
    """Private press outside the negotiation window."""

    def __init__(self) -> None:
        super().__init__("press.not_now")


def read_group(
    text: str, owner: Power, names: Names, powers: Sequence[Power]
) -> tuple[str, tuple[Power, ...]]:
    """`league: france, papacy`: a group's name and its members, without the owner."""
    name, colon, members = text.partition(":")
    wanted = key(name)
    if not colon or not GROUP_NAME.fullmatch(wanted):
        raise Unreadable("group.form", text)
    if names.find(MAJOR, name) is not None or wanted in EVERYBODY:
        raise Unreadable("group.name_taken", text, text=name.strip())
    return wanted, receivers_of(members, owner, names, {}, powers)
