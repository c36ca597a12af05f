"""Here I Stand, as the moderator knows it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, ClassVar

from pbem.games.advice import Advice, Near, Score
from pbem.games.cases import CaseLanguage
from pbem.games.conditions import Touched
from pbem.games.deals import Deals
from pbem.games.facts import Facts
from pbem.games.game import Atlas, Game, Option, Part, Ruling, Scenario, Seating
from pbem.games.his import advice, board, near, odds, score, telling, tracks, views
from pbem.games.his import orders as orders  # fills the book of grammars
from pbem.games.his.chronicle import marks_in, moves_in
from pbem.games.his.facts import facts_of
from pbem.games.his.free_words import his_words
from pbem.games.his.map import Onlooker, board_in, look_in
from pbem.games.his.names import names_with_other_languages
from pbem.games.his.orders.impulse import is_end
from pbem.games.his.presets import PRESETS
from pbem.games.his.scopes import in_scope
from pbem.games.his.talks import HisDeals
from pbem.games.his.theatre import focus_of, frame_for, targets_of, theatre_called
from pbem.games.his.touched import touched
from pbem.games.moments import IMPULSE, PEACE, SPRING, TALKS, WARS, WINTER
from pbem.games.presets import Preset
from pbem.games.suggestion import Level, Suggestion
from pbem.games.views import CardLine, Hand, Public
from pbem.language import Names
from pbem.language.free_words import FreeWords
from pbem.language.names import CARD, POWER
from pbem.language.voice import Voice, question_key
from pbem.pictures.map import MapView
from pbem.pictures.scene import Mark, Move, Theatre
from rules import Event, Power, Question, Setup, load_rules
from rules.his import HisRules
from rules.his.data import CardData, HisData
from rules.his.diplomacy.war_segment import DeclareWars
from rules.his.invariants import problems
from rules.his.options import CHOICES, RULING_SHEET, option_problems, seated, today
from rules.his.powers import IMPULSE_ORDER
from rules.his.sequence.play import PHASES
from rules.his.victory import ACTION_PHASE
from rules.his.windows import Window
from rules.war.land_events import FormationMoved, LeadersMoved, MoveAnnounced
from rules.war.windows import WarWindow

NEAR_VICTORY = 25
MOMENTS = {
    "impulse": IMPULSE,
    "show_card": IMPULSE,
    "spring": SPRING,
    "declare_wars": WARS,
    "sue_for_peace": PEACE,
    "winter": WINTER,
}
"""The questions with which a moment begins."""
PHASE_OF = {SPRING: "spring", WARS: "diplomacy", PEACE: "diplomacy", WINTER: "winter", TALKS: "diplomacy"}


class HereIStand(Game):
    """Here I Stand (500th Anniversary edition), for 2 to 6 players."""

    name = "his"
    title = "Here I Stand"
    powers = IMPULSE_ORDER
    example = ("play 31 for cp", "move 4 regulars: Buda > Pressburg", "control Pressburg", "end")
    chapters = ("PhaseBegan", "ImpulseBegan")

    passed_by_going_on: ClassVar[tuple[str, ...]] = (WarWindow.AFTER_ACTION, Window.DEPLOYMENT)
    always_waited_for: ClassVar[tuple[str, ...]] = (
        # Combat cards and Luther are declared before the dice.
        WarWindow.BEFORE_BATTLE,
        WarWindow.FIELD_BATTLE_CARDS,
        WarWindow.ASSAULT_CARDS,
        WarWindow.NAVAL_COMBAT_CARDS,
        Window.DEBATERS_CHOSEN,
        # An event's outcome is held back until nobody cancels it (sequence of play 0.2).
        Window.EVENT_DECLARED,
        # The game never goes back behind deals and peace.
        Window.SUING_FOR_PEACE,
    )

    # ---- The rules

    @cached_property
    def rules(self) -> HisRules:
        return load_rules(self.name)

    @property
    def data(self) -> HisData:
        return self.rules.data

    @cached_property
    def data_digest(self) -> str:
        return self.data.digest

    def problems(self, game: Any) -> list[str]:
        return problems(game)

    # ---- Beginning

    @cached_property
    def scenarios(self) -> Mapping[str, Scenario]:
        return {
            name: Scenario(name, scenario.turns[0], scenario.turns[-1])
            for name, scenario in self.data.scenarios.items()
        }

    def seatings(self, scenario: str) -> Sequence[Seating]:
        """For two players there is a scenario of its own, in which the others have no player."""
        if seats := self.data.scenarios[scenario].seats:
            return [seats]
        return [seating.seats for seating in self.data.seats.seatings]

    def powers_in(self, scenario: str) -> tuple[Power, ...]:
        return self.data.scenarios[scenario].powers(self.powers)

    def setup(self, scenario: str, seats: Seating, options: Iterable[tuple[str, str]]) -> Setup:
        """By the readings of today; a seating of the players' own is an option (3.1)."""
        if fixed := self.data.scenarios[scenario].seats:
            return super().setup(scenario, fixed, today(options))
        own = [seated(seats)] if self.other_seating(scenario, seats) else []
        return super().setup(scenario, seats, [*today(options), *own])

    @property
    def options(self) -> Sequence[Option]:
        return [Option(choice.name, choice.value) for choice in CHOICES]

    @cached_property
    def ruling_sheet(self) -> Sequence[Ruling]:
        options = {option.name: option for option in self.options}
        return [Ruling(rule, options[name]) for rule, name in RULING_SHEET]

    def option_problems(self, setup: Setup) -> Iterator[str]:
        return option_problems(setup.options, self.data.scenarios.get(setup.scenario))

    # ---- Rule cases

    @property
    def cases(self) -> CaseLanguage:
        from pbem.games.his.cases import LANGUAGE  # read where cases are run only

        return LANGUAGE

    # ---- What players write

    @cached_property
    def names(self) -> Names:
        return names_with_other_languages(self.data, [self.catalog(one) for one in self.languages])

    @cached_property
    def free_words(self) -> FreeWords:
        return his_words(self.names)

    def ends_impulse(self, line: str) -> bool:
        return is_end(line)

    def next_to_move(self, game: Any) -> Power:
        """The next power in impulse order (11); not one that loses its impulse (#38)."""
        next_power: Power = game.turn_power
        return next_power if game.impulse.power and next_power not in game.skips else ""

    def facts(self, question: Question[Any], game: Any) -> Facts:
        return facts_of(question, game)

    @property
    def presets(self) -> Sequence[Preset]:
        return PRESETS

    def in_scope(self, kind: str, about: str, question: Question[Any], game: Any) -> bool:
        return in_scope(kind, about, question, game)

    def moment_of(self, question: Question[Any], game: Any) -> str:
        return MOMENTS.get(question_key(question), "")

    def turn_of_moment(self, moment: str, game: Any) -> int:
        """This turn, unless the phase of the moment is over (7)."""
        order, turn = list(PHASES), self.turn(game)
        if game.phase not in order:
            return turn
        return turn + (order.index(game.phase) > order.index(PHASE_OF.get(moment, ACTION_PHASE)))

    def touched(self, power: Power, events: Sequence[Event], game: Any) -> list[Touched]:
        return touched(power, events, game)

    @cached_property
    def deals(self) -> Deals:
        return HisDeals()

    # ---- What a bot would do

    def suggest(
        self, game: Any, power: Power, question: Question[Any], level: Level = Level.USUAL
    ) -> Suggestion:
        from pbem.games.his.bot.player import suggest  # read where somebody asks for it only

        return suggest(game, power, question, level)

    # ---- What players read

    def public(self, game: Any, voice: Voice, *, windows: str = "") -> Public:
        return views.public_view(game, voice, windows=windows)

    def hands(self, game: Any, powers: Sequence[Power], voice: Voice) -> tuple[Hand, ...]:
        return views.hands(game, powers, voice)

    def cards_in_hand(self, game: Any, powers: Sequence[Power]) -> set[tuple[Power, int]]:
        return {(power, card) for power in powers for card in views.cards_of(game, power)}

    def board(self, game: Any, voice: Voice) -> list[Part]:
        return [*views.forces(game, voice).items(), *board.marks(game, voice)]

    def tracks(self, game: Any, voice: Voice) -> list[Part]:
        return tracks.tracks(game, voice)

    def more_about(self, question: Question[Any], legal: Sequence[Any], game: Any, voice: Voice) -> str:
        return self._titles(question, voice) + self._prices(question, legal, game, voice)

    def _titles(self, question: Question[Any], voice: Voice) -> str:
        """What a question is about where its orders are only numbers: titles of cards, terms of deals."""
        if deals := self.deals.confirms(question):
            terms = [
                voice.word(
                    "asked.deal",
                    number=n,
                    power=deal.proposer,
                    text=self.deals.tell(deal, question.power, voice),
                )
                for n, deal in enumerate(deals, 1)
            ]
            return f" ({'; '.join(terms)})"
        options = getattr(question, "options", ()) if getattr(question, "about", "") == "card" else ()
        titles = [
            f"#{option} {voice.name(CARD, option, 'title')}"
            for option in options
            if option in self.names.table(CARD).printed
        ]
        return f" ({', '.join(titles)})" if titles else ""

    def _prices(self, question: Question[Any], legal: Sequence[Any], game: Any, voice: Voice) -> str:
        """What each declaration of war would cost (9.6)."""
        if not isinstance(question, DeclareWars):
            return ""
        prices = [
            f"{voice.name(POWER, one[0], 'bare')} {question.cost(game, one)}"
            for one in legal
            if len(one) == 1
        ]
        return f" {voice.word('asked.prices', text=', '.join(prices))}" if prices else ""

    def advice(self, question: Question[Any], legal: Sequence[Any], game: Any, voice: Voice) -> Advice:
        return advice.advice(question, legal, game, voice)

    def odds(self, words: str, power: Power, game: Any, voice: Voice) -> list[str]:
        return odds.answer(words, power, game, self.names, voice)

    def near(self, game: Any, power: Power) -> Near:
        return near.near(game, power)

    def near_told(self, near_by: Near, game: Any, voice: Voice) -> list[str]:
        return near.lines(near_by, game, voice)

    def score(self, game: Any) -> Score:
        return score.score(game)

    def score_changes(self, before: Score, after: Score, voice: Voice) -> list[str]:
        return score.changes(before, after, voice)

    def announces_only(self, event: Event, after: Event | None) -> bool:
        """A move that nobody answers is told when it is made."""
        if not isinstance(event, MoveAnnounced) or not isinstance(after, FormationMoved | LeadersMoved):
            return False
        return (event.origin, event.to) == (after.origin, after.to)

    def goes_on(self, event: Event, before: Event) -> bool:
        return telling.goes_on(event, before)

    def is_implied(self, event: Event, before: Event) -> bool:
        return telling.is_implied(event, before)

    @cached_property
    def cards(self) -> Mapping[int, CardLine]:
        voice = self.voice()
        return {number: views.card_line(card, voice) for number, card in sorted(self._all_cards.items())}

    @property
    def _all_cards(self) -> dict[int, CardData]:
        """The main deck, and the Diplomacy cards of the two-player game."""
        return self.data.cards | self.data.diplomacy_cards

    def card_text(self, number: int, voice: Voice) -> str:
        from pbem.games.his.cards_doc import card_text

        return card_text(self._all_cards[number], voice)

    def card_sources(self, number: int) -> list[str]:
        from pbem.games.his.cards_doc import card_sources

        return card_sources(self._all_cards[number])

    def atlas(self, voice: Voice) -> Atlas:
        if voice.language not in self._atlases:
            board = board_in(voice, self.data.board)
            self._atlases[voice.language] = Atlas(board, look_in(voice, self.title), NEAR_VICTORY)
        return self._atlases[voice.language]

    @cached_property
    def _atlases(self) -> dict[str, Atlas]:
        return {}

    def map_view(self, game: Any, voice: Voice) -> MapView:
        return self._onlookers.setdefault(voice.language, Onlooker(voice)).see(game)

    def theatre(self, question: Question[Any], game: Any, moved: Sequence[str]) -> Theatre:
        return Theatre(frame_for(question, game, moved), focus_of(question, game), targets_of(question, game))

    def theatre_called(self, words: str, game: Any, reader: Power, moved: Sequence[str]) -> Theatre | None:
        return theatre_called(words, game, self.names, reader, moved)

    def happened(self, events: Sequence[Event]) -> tuple[tuple[Move, ...], tuple[Mark, ...]]:
        return moves_in(events), marks_in(events)

    def foes(self, game: Any, power: Power) -> tuple[Power, ...]:
        """Major and minor powers at war with it, minor allies of its enemies included."""
        return tuple(other for other in (*game.majors, *game.minors) if game.at_war(power, other))

    @cached_property
    def _onlookers(self) -> dict[str, Onlooker]:
        return {}


GAME = HereIStand()
