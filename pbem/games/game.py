"""The seam between the moderator and a title: everything that it must know of a game, in one object.

A title is a folder of `pbem.games` that says `GAME = ...`, an instance of a subclass of `Game`; adding the
folder adds the game.  What a title does not have (talks, a map, windows) it leaves as it is here.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, ClassVar

from pbem.errors import ModeratorProblem
from pbem.games.suggestion import Suggestion, Level, because
from pbem.games.cases import CaseLanguage
from pbem.games.deals import Deals
from pbem.games.facts import Facts
from pbem.games.views import CardLine, Hand, Public
from pbem.language import Names
from pbem.language.catalog import ENGLISH, FOLDER, SHARED, Catalog, catalog_of, languages_in
from pbem.language.names import CARD, MAJOR
from pbem.language.order_words import OrderWords
from pbem.language.voice import Voice, question_key
from pbem.pictures.map import Look, MapView
from rules import Event, Power, Question, Setup
from rules.core.board import Board
from rules.core.engine import Rules

Part = tuple[str, list[str]]
"""A title, and its lines."""
Seating = tuple[tuple[Power, ...], ...]
"""Which powers each player has."""


@dataclass(frozen=True, slots=True)
class Scenario:
    """A way to begin."""

    name: str
    first_turn: int
    last_turn: int


@dataclass(frozen=True, slots=True)
class Option:
    """Another reading of the rules that a group may choose; without a value it takes a number.

    What it changes is told by a `Voice`.
    """

    name: str
    value: str


@dataclass(frozen=True, slots=True)
class Atlas:
    """A title's map: how it looks, and what a line in the chart of scores marks."""

    board: Board
    look: Look
    goal: int
    """VP that win at once or are near to it."""


class Game:
    """One title."""

    name: ClassVar[str]
    """In settings, logs and folders: `his`."""
    title: ClassVar[str]
    """As people call it: `Here I Stand`."""
    powers: ClassVar[tuple[Power, ...]]
    """Whom players can play, in the order in which they have their turns."""
    chapters: ClassVar[tuple[str, ...]] = ()
    """Events that begin a chapter of the story: a phase, an impulse."""

    # ---- The rules

    @cached_property
    def rules(self) -> Rules[Any]:
        """The rules with their data, read once."""
        raise NotImplementedError

    @cached_property
    def data_digest(self) -> str:
        """A fingerprint of the data that the rules play by; a game goes on with its own only."""
        raise NotImplementedError

    def problems(self, game: Any) -> list[str]:
        """What is wrong with a position: it can come from a bug only, and is never stored."""
        return []

    def turn(self, game: Any) -> int:
        """The turn that a position is in."""
        turn: int = game.turn
        return turn

    # ---- Languages

    @property
    def messages(self) -> tuple[Path, ...]:
        """Folders with its sentences, by language; later ones lie over earlier ones."""
        return tuple(FOLDER / part for part in (*SHARED, self.name))

    def voice(self, language: str = ENGLISH) -> Voice:
        """What tells of the game in a language.

        >>> from pbem.games import game_of
        >>> voice = game_of("his").voice()
        >>> voice.name("power", "hapsburg"), voice.name("card", 31), voice.name("sea", "ionian_sea", "in")
        ('Hapsburg', 'Foul Weather (#31)', 'in the Ionian Sea')
        >>> voice.listed(voice.units({"regulars": 1, "cavalry": 2}))
        '1 regular and 2 cavalry'
        """
        if language not in self._voices:
            self._voices[language] = Voice(self.names, self.catalog(language), self.catalog(ENGLISH))
        return self._voices[language]

    def catalog(self, language: str) -> Catalog:
        """What it says in a language."""
        return catalog_of(self.messages, language)

    @property
    def languages(self) -> list[str]:
        """Those in which it can be told, English first."""
        return languages_in(self.messages[-1])

    @cached_property
    def _voices(self) -> dict[str, Voice]:
        return {}

    # ---- Beginning

    @cached_property
    def scenarios(self) -> Mapping[str, Scenario]:
        """The ways to begin, by name; the first is the usual one."""
        raise NotImplementedError

    def seatings(self, scenario: str) -> Sequence[Seating]:
        """How powers are best shared out, for each number of players who can play."""
        return [tuple((power,) for power in self.powers)]

    def other_seating(self, scenario: str, seats: Seating) -> Seating | None:
        """The seating that is recommended for so many players, if theirs is another one."""
        for seating in self.seatings(scenario):
            if len(seating) == len(seats) and set(map(frozenset, seating)) != set(map(frozenset, seats)):
                return seating
        return None

    def setup(self, scenario: str, seats: Seating, options: Iterable[tuple[str, str]]) -> Setup:
        """What the rules must know of a new game; a title may add options that nobody chooses."""
        return Setup(self.name, scenario, len(seats), tuple(options))

    @property
    def options(self) -> Sequence[Option]:
        """Readings of the rules that can be chosen."""
        return ()

    def option_problems(self, setup: Setup) -> Iterator[str]:
        """What is wrong with the options chosen, in sentences."""
        known = ", ".join(option.name for option in self.options)
        for name, _value in setup.options:
            yield f'there is no option "{name}"' + (f"; there is {known}" if known else "")

    # ---- Rule cases

    @property
    def cases(self) -> CaseLanguage:
        """How rule cases speak of its positions."""
        return CaseLanguage()

    # ---- What players write

    @cached_property
    def names(self) -> Names:
        """The names of all things, with the grammars of the orders."""
        raise NotImplementedError

    def power_named(self, words: str) -> Power:
        """The power that somebody names.

        :raises ModeratorProblem: there is none of this name.
        """
        power = self.names.find(MAJOR, words)
        if power is None:
            raise ModeratorProblem(f'there is no power "{words}"')
        return power

    def card_named(self, words: str) -> int:
        """The number of the card that somebody names.

        :raises ModeratorProblem: there is none of this name.
        """
        number = self.names.find(CARD, words.removeprefix("#")) if self.cards else None
        if number is None:
            raise ModeratorProblem(f'there is no card "{words}"')
        return int(number)

    def in_english(self, line: str) -> str:
        """A line of a player with its order words in English, whatever language they are in."""
        return self._order_words.in_english(line)

    @cached_property
    def _order_words(self) -> OrderWords:
        phrases = {
            phrase: english
            for language in self.languages
            for phrase, english in self.catalog(language).tables.get("order", {}).items()
        }
        return OrderWords(phrases, (name for table in self.names.tables.values() for name in table.spelled))

    def ends_impulse(self, line: str) -> bool:
        """Whether a line says nothing but that an impulse is over."""
        return False

    def facts(self, question: Question[Any], game: Any) -> Facts:
        """What conditions of standing orders may ask of a question: public facts alone."""
        return Facts(question.power, question_key(question), self.turn(game))

    passed_by_going_on: ClassVar[tuple[str, ...]] = ()
    """Response windows that a power passes by going on with its own impulse."""
    always_waited_for: ClassVar[tuple[str, ...]] = ()
    """Response windows that are waited for even where others pass provisionally."""

    @cached_property
    def deals(self) -> Deals | None:
        """How deals are made; None in a game without talks."""
        return None

    def terms(self, deal: Any, reader: Power, voice: Voice) -> str:
        """The terms of a deal, as one of its powers reads them."""
        assert self.deals is not None, "a deal in a game without deals"
        return self.deals.tell(deal, reader, voice)

    # ---- What a bot would do

    def suggest(self, game: Any, power: Power, question: Question[Any], level: Level = Level.USUAL) -> Suggestion:
        """What a power should answer to its question, and why, on what it may know and no more.

        A title without a bot of its own takes what silence means.
        """
        return Suggestion(question.default(game), because("silence"))

    # ---- What players read

    def public(self, game: Any, voice: Voice, *, windows: str = "") -> Public:
        """What an onlooker at the table sees."""
        raise NotImplementedError

    def hands(self, game: Any, powers: Sequence[Power], voice: Voice) -> tuple[Hand, ...]:
        """The hands of a seat's own powers, and of no other."""
        return ()

    def cards_in_hand(self, game: Any, powers: Sequence[Power]) -> set[tuple[Power, int]]:
        """Which cards some powers hold."""
        return set()

    def board(self, game: Any, voice: Voice) -> list[Part]:
        """The open position in words: who stands where, and what lies on the board."""
        return []

    def tracks(self, game: Any, voice: Voice) -> list[Part]:
        """What lies beside the board: where points come from, and so on."""
        return []

    def more_about(self, question: Question[Any], legal: Sequence[Any], game: Any, voice: Voice) -> str:
        """What a question needs to be told besides its sentence: titles, terms, prices."""
        return ""

    def announces_only(self, event: Event, after: Event | None) -> bool:
        """Whether an event only announces what the next one tells."""
        return False

    @cached_property
    def cards(self) -> Mapping[int, CardLine]:
        """All cards by number; none in a game without cards."""
        return {}

    def card_text(self, number: int, voice: Voice) -> str:
        """A card in a few lines, for players."""
        return voice.summary(number, self.cards[number].summary)

    def card_sources(self, number: int) -> list[str]:
        """Where a card is in the code and in the rule cases, for engineers."""
        return []

    def atlas(self, voice: Voice) -> Atlas | None:
        """The map; None for a game that is not drawn."""
        return None

    def map_view(self, game: Any, voice: Voice) -> MapView:
        """What everybody sees of a position on the map."""
        raise NotImplementedError


__all__ = ["Atlas", "Game", "Option", "Part", "Scenario", "Seating"]
