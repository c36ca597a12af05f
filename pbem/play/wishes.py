"""What people say who sign up for a game: `join summer prefer ottoman, france; not papacy; with anna`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, fields
from functools import cached_property
from typing import Any

from pbem.games import Game
from pbem.language.catalog import language_named
from pbem.language.names import MAJOR
from pbem.language.plain import plain
from rules import Power

JOIN, LEAVE, YES, NO, ANY, AND, POLITE = "join", "leave", "yes", "no", "any", "and", "polite"
PREFER, AVOID, FRIENDS, LANGUAGE, NAME = "prefer", "not", "with", "language", "name"
CLAUSES = (PREFER, AVOID, FRIENDS, LANGUAGE, NAME)
ARTICLE = re.compile(r"^(?:the|der|die|das|den|az?)\s+", re.IGNORECASE)
LONGEST_NAME = 40
MOST_FRIENDS = 5
MOST_UNREAD = 6
LONGEST_UNREAD = 60
BLANK = " \t.,;:!…。，；：！\"'“”„«»`"


@dataclass(frozen=True, slots=True)
class Wishes:
    """What somebody who signs up would like; None: not said, so that what was said before holds."""

    prefer: tuple[Power, ...] | None = None
    """The dearest first."""
    avoid: tuple[Power, ...] | None = None
    friends: tuple[str, ...] | None = None
    """Names or addresses of people with whom to play."""
    language: str | None = None
    name: str | None = None

    def over(self, earlier: Wishes) -> Wishes:
        """These in place of earlier ones, as far as they say something.

        What is now wished for is no longer to be avoided, and the other way round.
        """
        whole = {
            one.name: getattr(earlier if getattr(self, one.name) is None else self, one.name)
            for one in fields(self)
        }
        for said, other in (("prefer", "avoid"), ("avoid", "prefer")):
            gone = getattr(self, said) or ()
            if getattr(self, other) is None and whole[other]:
                whole[other] = tuple(power for power in whole[other] if power not in gone)
        return Wishes(**whole)

    @property
    def given(self) -> dict[str, Any]:
        """What was said, as JSON can hold it."""
        told = {one.name: getattr(self, one.name) for one in fields(self)}
        return {
            key: list(value) if isinstance(value, tuple) else value
            for key, value in told.items()
            if value is not None
        }


def wishes_from(given: dict[str, Any]) -> Wishes:
    told: dict[str, Any] = {
        key: tuple(value) if isinstance(value, list) else value for key, value in given.items()
    }
    return Wishes(**told)


@dataclass(frozen=True, slots=True)
class SaidOfGame:
    """What a letter says of one game."""

    word: str = ""
    """`join`, `leave`, `yes`, `no`; empty: only wishes, or nothing."""
    game: str = ""
    wishes: Wishes = field(default_factory=Wishes)
    unread: tuple[str, ...] = ()
    """What was not understood, as it was written."""

    def __bool__(self) -> bool:
        return bool(self.word or self.wishes.given or self.unread)


class SignUpReader:
    """Reads sign-ups in all languages of a title."""

    def __init__(self, title: Game, scenario: str = "") -> None:
        self._title = title
        self._powers = title.powers_in(scenario) if scenario in title.scenarios else title.powers

    # ---- Words

    @cached_property
    def _words(self) -> dict[str, list[str]]:
        """The words of all languages by what they mean, the longest first."""
        found: dict[str, list[str]] = {}
        for key in (JOIN, LEAVE, YES, NO, ANY, AND, POLITE, *CLAUSES):
            said = [
                word.casefold()
                for language in self._title.languages
                for word in str(
                    self._title.catalog(language).get("letter", f"sign_up_words.{key}") or ""
                ).split("|")
            ]
            found[key] = sorted(dict.fromkeys([key, *filter(None, said)]), key=len, reverse=True)
        return found

    def _one_of(self, *keys: str) -> str:
        return "|".join(re.escape(word) for key in keys for word in self._words[key])

    @cached_property
    def _whole_line(self) -> re.Pattern[str]:
        name = r"[\"'“„«]?(?P<game>[a-z0-9][a-z0-9-]{0,30})[\"'”“»]?(?![\w@-])"
        said = rf"(?:(?P<join>{self._one_of(JOIN)})|(?P<leave>{self._one_of(LEAVE)}))"
        return re.compile(rf"^[\s\"'“„«`*_-]{{0,4}}{said}[\s:：]*{name}(?P<rest>.*)$", re.IGNORECASE)

    @cached_property
    def _clause(self) -> re.Pattern[str]:
        words = self._one_of(*CLAUSES)
        return re.compile(rf"(?:^|(?<=[\s;；,，.。]))({words})(?=[\s:：]|$|[㐀-鿿])", re.IGNORECASE)

    @cached_property
    def _between(self) -> re.Pattern[str]:
        return re.compile(rf"[,，、;；/>]|\s+(?:{self._one_of(AND)})\s+", re.IGNORECASE)

    @cached_property
    def _courtesy(self) -> re.Pattern[str]:
        """Words such as `please` and `sorry` at either end; Chinese has no blanks around them."""
        polite = self._one_of(POLITE)
        between = f"[{re.escape(BLANK)}]+"
        return re.compile(
            rf"^(?:(?:{polite})(?:{between}|$|(?=[㐀-鿿])))+|(?:(?:{between}|(?<=[㐀-鿿]))(?:{polite}))+$",
            re.IGNORECASE,
        )

    # ---- Reading

    def read(self, lines: Sequence[str]) -> SaidOfGame:
        """What the lines of a letter say; only lines that begin with a word of ours are read."""
        whole: dict[tuple[str, str], str] = {}
        short, texts = "", list[str]()
        for line in map(self._without_courtesy, map(plain, lines)):
            if found := self._whole_line.match(line):
                whole[JOIN if found["join"] else LEAVE, found["game"].lower()] = line
                texts.append(found["rest"].strip(BLANK))
            elif answer := self._short_answer(line):
                short = short or answer
            elif self._clause.match(line):
                texts.append(line)
        if len(whole) > 1:  # nobody knows which of them is meant
            return SaidOfGame(unread=tuple(line[:LONGEST_UNREAD] for line in whole.values())[:MOST_UNREAD])
        wishes, unread = self._wishes(texts)
        word, game = next(iter(whole), (short, ""))
        not_read = tuple(dict.fromkeys(one[:LONGEST_UNREAD] for one in unread))
        return SaidOfGame(word, game, wishes, not_read[:MOST_UNREAD])

    def wishes(self, text: str) -> tuple[Wishes, list[str]]:
        """Wishes alone, as they stand behind a name."""
        return self._wishes([text.strip(BLANK)])

    def _without_courtesy(self, text: str) -> str:
        """A text without politeness, which says nothing of a game; otherwise as it stands."""
        bare = text.strip(BLANK)
        said = self._courtesy.sub("", bare)
        return text if said == bare else said

    def _short_answer(self, line: str) -> str:
        said = line.strip(BLANK).casefold()
        if said in self._words[YES] or said in self._words[JOIN]:
            return YES
        return NO if said in self._words[NO] else ""

    def _wishes(self, texts: Sequence[str]) -> tuple[Wishes, list[str]]:
        unread: list[str] = []
        found: dict[str, list[str]] = {}
        for text in texts:
            before, *parts = self._clause.split(text)
            unread += filter(None, [self._without_courtesy(before).strip(BLANK)])
            for word, said in zip(parts[::2], parts[1::2], strict=True):
                key = next(key for key in CLAUSES if word.casefold() in self._words[key])
                items = [said] if key == NAME else map(self._without_courtesy, self._between.split(said))
                found.setdefault(key, []).extend(filter(None, (item.strip(BLANK) for item in items)))
        prefer, avoid = (self._powers_in(found.get(key), unread) for key in (PREFER, AVOID))
        for power in [power for power in prefer or () if power in (avoid or ())]:
            unread.append(f"{PREFER} {power}; {AVOID} {power}")
            prefer = tuple(one for one in prefer or () if one != power) or None
            avoid = tuple(one for one in avoid or () if one != power) or None
        friends = found.get(FRIENDS)
        if friends is not None:
            friends = [one for one in friends if one.casefold() not in self._words[ANY]][:MOST_FRIENDS]
        return (
            Wishes(
                prefer,
                avoid,
                None if friends is None else tuple(friend[:LONGEST_UNREAD] for friend in friends),
                self._language(found.get(LANGUAGE, ()), unread),
                next((plain(name)[:LONGEST_NAME] for name in found.get(NAME, ())), None),
            ),
            unread,
        )

    def _powers_in(self, items: Sequence[str] | None, unread: list[str]) -> tuple[Power, ...] | None:
        """Powers by their names; one that is not known, or does not play, is not guessed."""
        if items is None:
            return None
        powers: dict[Power, None] = {}
        known = False
        for item in items:
            power = self._title.names.find(MAJOR, item) or self._title.names.find(
                MAJOR, ARTICLE.sub("", item)
            )
            if item.casefold() in self._words[ANY]:
                known = True
            elif power in self._powers:
                powers[power] = None
            else:
                unread.append(item)
        return tuple(powers) if powers or known else None

    def _language(self, items: Sequence[str], unread: list[str]) -> str | None:
        for item in items:
            if (language := language_named(item)) in self._title.languages:
                return language
            unread.append(item)
        return None


def friends_among(wishes: Sequence[str], people: Sequence[tuple[str, str]]) -> Iterator[int]:
    """Which of some people, by name and address, somebody means; of two with one name, neither."""
    for wish in wishes:
        said = wish.casefold()
        by_address = [at for at, (_, address) in enumerate(people) if address == said]
        by_name = [at for at, (name, _) in enumerate(people) if name.casefold() == said]
        by_first = [at for at, (name, _) in enumerate(people) if name.casefold().split()[:1] == [said]]
        found = by_address or by_name or by_first
        if len(found) == 1:
            yield found[0]
