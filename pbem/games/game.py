"""The seam between the moderator and a title: everything that it must know of a game, in one object.

A title is a folder of `pbem.games` that says `GAME = ...`, an instance of a subclass of `Game`; adding the
folder adds the game.  What a title does not have (talks, a map, windows) it leaves as it is here.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any, ClassVar

from pbem.errors import ModeratorProblem
from pbem.games.advice import Advice, Near, Score
from pbem.games.cases import CaseLanguage
from pbem.games.conditions import Touched
from pbem.games.deals import Deals
from pbem.games.facts import Facts
from pbem.games.languages import InLanguages
from pbem.games.moments import IMPULSE, PEACE, SPRING, WARS
from pbem.games.packs import Pack, PackReport
from pbem.games.presets import Preset
from pbem.games.suggestion import Level, Suggestion, Talk, because
from pbem.games.views import CardLine, Hand, Public
from pbem.language.completeness import offered
from pbem.language.names import CARD, MAJOR
from pbem.language.voice import Voice, question_key
from pbem.pictures.look import Look
from pbem.pictures.map import MapView, PlaceView
from pbem.pictures.scene import Mark, Move, Theatre
from rules import Event, Power, Question, Setup
from rules.core.board import Board
from rules.core.engine import Rules
from rules.core.events import DiceRolled
from rules.core.flow import IMPULSE as IMPULSE_PACE
from rules.core.records import Record

ACTION = "action"
"""The kind of question that goes on with an impulse."""
Part = tuple[str, list[str]]
"""A title, and its lines."""
Seating = tuple[tuple[Power, ...], ...]
"""Which powers each player has."""


class Scenario(Record):
    """A way to begin."""

    name: str
    first_turn: int
    last_turn: int


class Option(Record):
    """Another reading of the rules that a group may choose; without a value it takes a number.

    What it changes is told by a `Voice`.
    """

    name: str
    value: str


class Ruling(Record):
    """A doubtful point of the rules on which a group can decide before it begins.

    `Voice.word("ruling.<name>")` tells the usual reading, `Voice.option` the other one.
    """

    rule: str
    """The paragraph, or `#31` for a card."""
    option: Option


class Atlas(Record):
    """A title's map: how it looks, and what a line in the chart of scores marks."""

    board: Board
    look: Look
    goal: int
    """VP that win at once or are near to it."""


class Game(InLanguages):
    """One title."""

    title: str
    """As people call it: `Here I Stand`."""
    powers: ClassVar[tuple[Power, ...]]
    """Whom players can play, in the order in which they have their turns."""
    chapters: ClassVar[tuple[str, ...]] = ()
    """Events that begin a chapter of the story: a phase, an impulse."""

    example: ClassVar[tuple[str, ...]] = ()
    """A whole turn as a player may write it, for the first letter."""

    # ---- The rules

    @property
    @abstractmethod
    def rules(self) -> Rules[Any]:
        """The rules with their data, read once."""

    @property
    @abstractmethod
    def data_digest(self) -> str:
        """A fingerprint of the data that the rules play by; a game goes on with its own only."""

    def digest_for(self, setup: Setup) -> str:
        """That of the data of one game: older games may have older ones."""
        return self.data_digest

    @cached_property
    def example_position(self) -> bytes:
        """A position as it is stored: what others are packed with.  It must never change."""
        return b""

    def problems(self, game: Any) -> list[str]:
        """What is wrong with a position: it can come from a bug only, and is never stored."""
        return []

    def turn(self, game: Any) -> int:
        """The turn that a position is in."""
        turn: int = game.turn
        return turn

    # ---- Data packs

    takes_packs: ClassVar[bool] = False
    pack: Pack | None = None
    """The data pack that it is played with, if it is not the data that come with the program."""

    def with_pack(self, pack: Pack) -> Game:
        """The same title with other data."""
        raise ModeratorProblem(f"{self.title} is played with its own data only")

    def check_pack(self, folder: Path) -> PackReport:
        """What is wrong with a data pack, and what it lacks."""
        raise ModeratorProblem(f"{self.title} is played with its own data only")

    def keep_pack(self, name: str, report: PackReport, *, private: bool) -> Pack:
        """Take in a pack that was checked."""
        raise ModeratorProblem(f"{self.title} is played with its own data only")

    # ---- Languages

    @cached_property
    def languages(self) -> list[str]:
        """Those in which players can have it: complete ones, English first."""
        return list(offered(self.messages, tuple(self.cards)))

    # ---- Beginning

    @property
    @abstractmethod
    def scenarios(self) -> Mapping[str, Scenario]:
        """The ways to begin, by name; the first is the usual one."""

    def first_turn(self, setup: Setup) -> int:
        """The turn with which a game begins: its scenario's, or that of a position that was typed."""
        typed = dict(setup.position).get("turn")
        return int(typed) if typed else self.scenarios[setup.scenario].first_turn

    def seatings(self, scenario: str) -> Sequence[Seating]:
        """How powers are best shared out, for each number of players who can play."""
        return [tuple((power,) for power in self.powers)]

    def seats_of(self, setup: Setup) -> Seating:
        """How the powers are shared out in a game."""
        return next(seats for seats in self.seatings(setup.scenario) if len(seats) == setup.players)

    def controlled(self, game: Any) -> Mapping[Power, Power]:
        """Powers without a seat of their own -> the power whose player decides for them now."""
        return {}

    def usual_scenario(self, players: int) -> str:
        """The first scenario that so many can play; the first of all if none can."""
        able = [name for name in self.scenarios if players in map(len, self.seatings(name))]
        return next(iter([*able, *self.scenarios]))

    def powers_in(self, scenario: str) -> tuple[Power, ...]:
        """The powers that have a player in a scenario, in their order; by default all."""
        return self.powers

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

    @property
    def ruling_sheet(self) -> Sequence[Ruling]:
        """The readings that matter most, the weightiest first: what to agree on before the deal."""
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

    def power_named(self, words: str) -> Power:
        """The power that somebody names.

        :raises ModeratorProblem: there is none of this name.
        """
        power = self.names.find(MAJOR, words)
        if power is None:
            powers = ", ".join(self.voice().power_name(known) for known in self.powers)
            raise ModeratorProblem(f'there is no power "{words}"; there is {powers}')
        return power

    def card_named(self, words: str) -> int:
        """The number of the card that somebody names.

        :raises ModeratorProblem: there is none of this name.
        """
        number = self.names.find(CARD, words.removeprefix("#")) if self.cards else None
        if number is None:
            raise ModeratorProblem(f'there is no card "{words}"')
        return int(number)

    def ends_impulse(self, line: str) -> bool:
        """Whether a line says nothing but that an impulse is over."""
        return False

    def facts(self, question: Question[Any], game: Any) -> Facts:
        """What conditions of standing orders may ask of a question: public facts alone."""
        return Facts(question.power, question_key(question), self.turn(game))

    # ---- Orders before their moment

    def moment_of(self, question: Question[Any], game: Any) -> str:
        """The moment of the turn (`pbem.games.moments`) that a question begins; empty if none."""
        return IMPULSE if question.pace == IMPULSE_PACE and question.kind != ACTION else ""

    def turn_of_moment(self, moment: str, game: Any) -> int:
        """The turn in which a moment comes next."""
        return self.turn(game) + 1

    def touched(self, power: Power, events: Sequence[Event], game: Any) -> list[Touched]:
        """What of these public events has touched a power, so that it may want to think again."""
        return []

    @property
    def presets(self) -> Sequence[Preset]:
        """What is answered for the powers from the start, until their players take it back."""
        return ()

    # ---- Windows and deals

    planned: ClassVar[tuple[str, ...]] = (PEACE, WARS, SPRING, IMPULSE)
    """The moments for which a plan of the turn is written, in the order of the rules."""
    passed_by_going_on: ClassVar[tuple[str, ...]] = ()
    """Response windows that a power passes by going on with its own impulse."""
    always_waited_for: ClassVar[tuple[str, ...]] = ()
    """Response windows that are waited for even where others pass provisionally."""

    def in_scope(self, kind: str, about: str, question: Question[Any], game: Any) -> bool:
        """Whether a window is one of some kind (`pbem.games.facts`), by public facts alone.

        Those of own fights, those in which a card could be played whoever holds it, those of a power's acts.
        """
        return False

    @cached_property
    def deals(self) -> Deals | None:
        """How deals are made; None in a game without talks."""
        return None

    def terms(self, deal: Any, reader: Power, voice: Voice) -> str:
        """The terms of a deal, as one of its powers reads them."""
        assert self.deals is not None, "a deal in a game without deals"
        return self.deals.tell(deal, reader, voice)

    def next_to_move(self, game: Any) -> Power:
        """Who has the next turn while another power has its own; empty where that is not known."""
        return ""

    # ---- What a bot would do

    def suggest(
        self, game: Any, power: Power, question: Question[Any], level: Level = Level.USUAL
    ) -> Suggestion:
        """What a power should answer to its question, and why, on what it may know and no more.

        A title without a bot of its own takes what silence means.
        """
        return Suggestion(question.default(game), because("silence"))

    def talk(
        self,
        game: Any,
        power: Power,
        offers: Sequence[Any],
        partners: Sequence[Power],
        spoken: Collection[Power],
    ) -> Talk:
        """What a bot says to the deals that it is offered, and what it offers whom.

        `spoken` are powers with whom something was proposed already.  Without a bot nothing is agreed on.
        """
        return Talk(tuple(False for _ in offers))

    def ahead(self, game: Any, power: Power) -> list[str]:
        """The lines that a bot would write for the next impulse of a power; none without a bot."""
        return []

    def ahead_in_spring(self, game: Any, power: Power) -> tuple[str, Any]:
        """The line that a bot would write for the spring of a power, and the position after it.

        The line is empty without a bot, or a spring.
        """
        return "", game

    def foreseen(self, moment: str, game: Any, power: Power) -> Question[Any] | None:
        """What a power will be asked at a moment to come, as things stand; None if nobody can tell."""
        return None

    # ---- What players read

    def notice(self, voice: Voice) -> str:
        """What whoever meets the game must be told of it first; empty if nothing."""
        return ""

    @abstractmethod
    def public(self, game: Any, voice: Voice, *, windows: str = "") -> Public:
        """What an onlooker at the table sees."""

    def hands(self, game: Any, powers: Sequence[Power], voice: Voice) -> tuple[Hand, ...]:
        """The hands of a seat's own powers, and of no other."""
        return ()

    def board(self, game: Any, voice: Voice) -> list[Part]:
        """The open position in words: who stands where, and what lies on the board."""
        return []

    def tracks(self, game: Any, voice: Voice) -> list[Part]:
        """What lies beside the board: where points come from, and so on."""
        return []

    def more_about(self, question: Question[Any], legal: Sequence[Any], game: Any, voice: Voice) -> str:
        """What a question needs to be told besides its sentence: titles, terms, prices."""
        return ""

    def advice(self, question: Question[Any], legal: Sequence[Any], game: Any, voice: Voice) -> Advice:
        """What a decision needs: notes beside the legal answers, why others are missing, what silence does.

        From open facts and the hand of whoever is asked.
        """
        return Advice()

    def odds(self, words: str, power: Power, game: Any, voice: Voice) -> list[str]:
        """The answer to `odds <words>`, as lines; none in a game without odds."""
        return []

    def near(self, game: Any, power: Power) -> Near | None:
        """What is near the units of a power; None in a game without a map."""
        return None

    def near_told(self, near_by: Near, game: Any, voice: Voice) -> list[str]:
        """The same in words."""
        return []

    def score(self, game: Any) -> Score:
        """Victory points by power and source."""
        return {}

    def score_changes(self, before: Score, after: Score, voice: Voice) -> list[str]:
        """Which points came and went between two moments, and why, a line for each power."""
        return []

    def announces_only(self, event: Event, after: Event | None) -> bool:
        """Whether an event only announces what the next one tells."""
        return False

    def as_one(self, event: Event, before: Event) -> Event | None:
        """An event that tells two which follow each other; None if they are told one by one."""
        return None

    def goes_on(self, event: Event, before: Event) -> bool:
        """Whether an event is told in one line with the one before it: dice, and what came of them."""
        return isinstance(event, DiceRolled)

    def is_implied(self, event: Event, before: Event) -> bool:
        """Whether a story that must be short can leave an event out: the one before says it."""
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
        raise AssertionError(f"{self.title} is not drawn")

    def places_seen(self, game: Any, voice: Voice, places: Sequence[str]) -> Mapping[str, PlaceView]:
        """The same of a few places, without all the rest."""
        seen = self.map_view(game, voice).places
        return {place: seen[place] for place in places if place in seen}

    # ---- Pictures (`pbem.games.scenes` makes them of these)

    def theatre(self, question: Question[Any], game: Any, moved: Sequence[str]) -> Theatre:
        """The part of the board that a question is about; `moved` are places where something happened."""
        return Theatre()

    def theatre_called(self, words: str, game: Any, reader: Power, moved: Sequence[str]) -> Theatre | None:
        """What a player means who asks for a map of `vienna`, `near me`, `german zone`; None if nothing."""
        return None

    def happened(self, events: Sequence[Event]) -> tuple[tuple[Move, ...], tuple[Mark, ...]]:
        """Who moved, and where something happened, as far as everybody knows it."""
        return (), ()

    def foes(self, game: Any, power: Power) -> tuple[Power, ...]:
        """Whom a power is at war with."""
        return ()


__all__ = ["Atlas", "Game", "Option", "Part", "Ruling", "Scenario", "Seating"]
