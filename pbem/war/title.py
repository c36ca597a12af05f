"""What the moderator knows of every war game in the same way; a title fills in the rest."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from itertools import islice
from typing import Any, ClassVar

from pbem.games.conditions import Touched
from pbem.games.deals import Deals
from pbem.games.game import Atlas, Game, Option, Part, Scenario, Seating
from pbem.games.moments import IMPULSE, PEACE, SPRING, TALKS, WARS, WINTER
from pbem.games.views import CardLine
from pbem.language import Names, say
from pbem.language.foreign_names import add_names_of_letters
from pbem.language.names import CARD
from pbem.language.vocabulary import SHARED as SHARED_WORDS
from pbem.language.voice import Voice, question_key
from pbem.language.widths import with_wide_brackets
from pbem.pictures.look import Look
from pbem.pictures.map import MapView, PlaceView
from pbem.pictures.scene import Mark, Move, Theatre
from pbem.war import near, telling
from pbem.war.chronicle import marks_in, moves_in
from pbem.war.facts import facts_of
from pbem.war.map import Onlooker, board_in
from pbem.war.orders.impulse import is_end
from pbem.war.scopes import in_scope
from pbem.war.theatre import Stage
from pbem.war.touched import touched
from pbem.war.views import card_line, forces
from rules import Event, Power, Question, Setup
from rules.core.board import Board
from rules.core.options import Choice, today
from rules.core.seating import own_seating, seated
from rules.war.spring import DeployInSpring, carry_out

ACTION_PHASE = "action"
PHASE_OF = {SPRING: "spring", WARS: "diplomacy", PEACE: "diplomacy", WINTER: "winter", TALKS: "diplomacy"}
"""The phase of each moment; impulses are the rest."""


class WarTitle(Game):
    """A war game with impulses, a map of Europe, deals and cards."""

    chapters = ("PhaseBegan", "ImpulseBegan")
    near_victory: ClassVar[int] = 25
    moments: ClassVar[Mapping[str, str]]
    """The questions with which a moment begins."""
    phases: ClassVar[Sequence[str]]
    stage: ClassVar[Stage]
    conversion: ClassVar[type[Event]]
    """The event of a space that turns to another faith."""
    choices: ClassVar[Sequence[Choice]]
    """Readings of the rules that can be chosen."""
    own_fights: ClassVar[tuple[str, ...]] = ()
    """Windows of a fight that only this title has."""

    # What has no need of the title itself.
    ends_impulse = staticmethod(is_end)
    facts = staticmethod(facts_of)
    announces_only = staticmethod(telling.announces_only)
    as_one = staticmethod(telling.as_one)
    is_implied = staticmethod(telling.is_implied)
    near_told = staticmethod(near.lines)
    near = staticmethod(near.near)

    # ---- What a title fills in

    @property
    @abstractmethod
    def data(self) -> Any: ...

    @abstractmethod
    def printed_names(self) -> Names:
        """All names that an order may hold, but for those of letters in other languages."""

    @abstractmethod
    def onlooker(self, voice: Voice) -> Onlooker:
        """Who looks at the map for readers of a language."""

    @abstractmethod
    def look(self, voice: Voice) -> Look:
        """What the map looks like."""

    @abstractmethod
    def marks(self, game: Any, voice: Voice) -> list[Part]:
        """What lies on the board besides units and leaders."""

    def drawn_board(self, voice: Voice) -> Board:
        """The board with the names of a language on it, as pictures show it."""
        return board_in(voice, self.data.board)

    def all_cards(self) -> Mapping[int, Any]:
        """All cards by number."""
        cards: Mapping[int, Any] = self.data.cards
        return cards

    def own_move(self, event: Event) -> Move | None:
        """A move on the map that only this title has."""
        return None

    def own_touches(self, power: Power, event: Event, game: Any) -> Sequence[Touched]:
        """What touches a power in this title alone."""
        return ()

    # ---- The same for all

    @property
    def word_parts(self) -> tuple[str, ...]:
        return (SHARED_WORDS, "talk", "colour", "war", self.base_name)

    @cached_property
    def data_digest(self) -> str:
        digest: str = self.data.digest
        return digest

    @cached_property
    def scenarios(self) -> Mapping[str, Scenario]:
        return {
            name: Scenario(name, scenario.turns[0], scenario.turns[-1])
            for name, scenario in self.data.scenarios.items()
        }

    def seatings(self, scenario: str) -> Sequence[Seating]:
        return [seating.seats for seating in self.data.seats.seatings]

    def seats_of(self, setup: Setup) -> Seating:
        """The seating that is recommended, or the players' own one."""
        return own_seating(setup) or super().seats_of(setup)

    def setup(self, scenario: str, seats: Seating, options: Iterable[tuple[str, str]]) -> Setup:
        """By the readings of today; a seating of the players' own is an option."""
        own = [seated(seats)] if self.other_seating(scenario, seats) else []
        return super().setup(scenario, seats, [*today(options), *own])

    @property
    def options(self) -> Sequence[Option]:
        return [Option(choice.name, choice.value) for choice in self.choices]

    @cached_property
    def names(self) -> Names:
        names = self.printed_names()
        for language in self.read_languages:
            add_names_of_letters(names.tables, self.catalog(language))
        return names

    def ahead_in_spring(self, game: Any, power: Power) -> tuple[str, Any]:
        question = DeployInSpring(power)
        if next(islice(question.legal(game), 1, None), None) is None:
            return "", game  # nobody can go anywhere
        deployment = self.suggest(game, power, question).answer
        line = say(question, deployment, self.names)
        if deployment is None:
            return line, game
        after = self.rules.load(self.rules.dump(game))
        carry_out(after, power, deployment)
        return line, after

    def next_to_move(self, game: Any) -> Power:
        """The next power in impulse order (11)."""
        next_power: Power = game.turn_power
        return next_power if game.impulse.power else ""

    def in_scope(self, kind: str, about: str, question: Question[Any], game: Any) -> bool:
        return in_scope(kind, about, question, game, self.own_fights)

    def moment_of(self, question: Question[Any], game: Any) -> str:
        return self.moments.get(question_key(question), "")

    def turn_of_moment(self, moment: str, game: Any) -> int:
        """This turn, unless the phase of the moment is over (7)."""
        order, turn = list(self.phases), self.turn(game)
        if game.phase not in order:
            return turn
        return turn + (order.index(game.phase) > order.index(PHASE_OF.get(moment, ACTION_PHASE)))

    def touched(self, power: Power, events: Sequence[Event], game: Any) -> list[Touched]:
        return touched(power, events, game, self.own_touches)

    def confirmed_terms(self, question: Question[Any], voice: Voice) -> str:
        """The terms of the deals that a question asks to confirm; empty if it asks something else."""
        deals: Deals | None = self.deals
        if deals is None or not (asked := deals.confirms(question)):
            return ""
        terms = [
            voice.word(
                "asked.deal",
                number=n,
                power=deal.proposer,
                text=deals.tell(deal, question.power, voice),
            )
            for n, deal in enumerate(asked, 1)
        ]
        return with_wide_brackets(f" ({'; '.join(terms)})")

    def titles(self, question: Question[Any], voice: Voice, *, beyond: int = 0) -> str:
        """What a question is about where its orders are only numbers: terms of deals, and titles of cards
        where there are more than so many."""
        if terms := self.confirmed_terms(question, voice):
            return terms
        options = getattr(question, "options", ()) if getattr(question, "about", "") == "card" else ()
        if len(options) <= beyond:
            return ""
        titles = [
            f"#{option} {voice.name(CARD, option, 'title')}"
            for option in options
            if option in self.names.table(CARD).printed
        ]
        return with_wide_brackets(f" ({', '.join(titles)})") if titles else ""

    @cached_property
    def cards(self) -> Mapping[int, CardLine]:
        voice = self.voice()
        return {number: card_line(card, voice) for number, card in sorted(self.all_cards().items())}

    def atlas(self, voice: Voice) -> Atlas:
        if voice.language not in self._atlases:
            board = self.drawn_board(voice)
            self._atlases[voice.language] = Atlas(board, self.look(voice), self.near_victory)
        return self._atlases[voice.language]

    @cached_property
    def _atlases(self) -> dict[str, Atlas]:
        return {}

    def map_view(self, game: Any, voice: Voice) -> MapView:
        return self._onlooker(voice).see(game)

    def places_seen(self, game: Any, voice: Voice, places: Sequence[str]) -> Mapping[str, PlaceView]:
        return self._onlooker(voice).places(game, places)

    def _onlooker(self, voice: Voice) -> Onlooker:
        if voice.language not in self._onlookers:
            self._onlookers[voice.language] = self.onlooker(voice)
        return self._onlookers[voice.language]

    @cached_property
    def _onlookers(self) -> dict[str, Onlooker]:
        return {}

    def board(self, game: Any, voice: Voice) -> list[Part]:
        return [*forces(game, voice).items(), *self.marks(game, voice)]

    def theatre(self, question: Question[Any], game: Any, moved: Sequence[str]) -> Theatre:
        return self.stage.theatre(question, game, moved)

    def theatre_called(self, words: str, game: Any, reader: Power, moved: Sequence[str]) -> Theatre | None:
        return self.stage.called(words, game, self.names, reader, moved)

    def happened(self, events: Sequence[Event]) -> tuple[tuple[Move, ...], tuple[Mark, ...]]:
        return moves_in(events, self.own_move), marks_in(events, self.conversion)

    def foes(self, game: Any, power: Power) -> tuple[Power, ...]:
        """Major and minor powers at war with it, minor allies of its enemies included."""
        return tuple(other for other in (*game.majors, *game.minors) if game.at_war(power, other))


MOMENTS = {"impulse": IMPULSE, "spring": SPRING, "winter": WINTER}
"""The questions with which a moment begins in all war games."""
