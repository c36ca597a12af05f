"""Here I Stand, as the moderator knows it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, ClassVar

from pbem.games.suggestion import Suggestion, Level
from pbem.games.cases import CaseLanguage
from pbem.games.deals import Deals
from pbem.games.facts import Facts
from pbem.games.game import Atlas, Game, Option, Part, Scenario, Seating
from pbem.games.his import board, tracks, views
from pbem.games.his import orders as orders  # fills the book of grammars
from pbem.games.his.facts import facts_of
from pbem.games.his.map import Onlooker, board_in, look_in
from pbem.games.his.names import names_with_other_languages
from pbem.games.his.orders.impulse import is_end
from pbem.games.his.talks import HisDeals
from pbem.games.views import CardLine, Hand, Public
from pbem.language import Names
from pbem.language.names import CARD, POWER
from pbem.language.voice import Voice
from pbem.pictures.map import MapView
from rules import Event, Power, Question, Setup, load_rules
from rules.his import HisRules
from rules.his.data import HisData
from rules.his.diplomacy.war_segment import DeclareWars
from rules.his.invariants import problems
from rules.his.options import CHOICES, option_problems, seated, today
from rules.his.powers import IMPULSE_ORDER
from rules.his.windows import Window
from rules.war.land_events import FormationMoved, LeadersMoved, MoveAnnounced
from rules.war.windows import WarWindow

NEAR_VICTORY = 25


class HereIStand(Game):
    """Here I Stand (500th Anniversary edition), for 3 to 6 players."""

    name = "his"
    title = "Here I Stand"
    powers = IMPULSE_ORDER
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
        return [seating.seats for seating in self.data.seats.seatings]

    def setup(self, scenario: str, seats: Seating, options: Iterable[tuple[str, str]]) -> Setup:
        """By the readings of today; a seating of the players' own is an option (3.1)."""
        own = [seated(seats)] if self.other_seating(scenario, seats) else []
        return super().setup(scenario, seats, [*today(options), *own])

    @property
    def options(self) -> Sequence[Option]:
        return [Option(choice.name, choice.value) for choice in CHOICES]

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

    def ends_impulse(self, line: str) -> bool:
        return is_end(line)

    def facts(self, question: Question[Any], game: Any) -> Facts:
        return facts_of(question, game)

    @cached_property
    def deals(self) -> Deals:
        return HisDeals()

    # ---- What a bot would do

    def suggest(self, game: Any, power: Power, question: Question[Any], level: Level = Level.USUAL) -> Suggestion:
        from pbem.games.his.bot.player import suggest  # read where somebody asks for it only

        return suggest(game, power, question, level)

    # ---- What players read

    def public(self, game: Any, voice: Voice, *, windows: str = "") -> Public:
        return views.public_view(game, voice, windows=windows)

    def hands(self, game: Any, powers: Sequence[Power], voice: Voice) -> tuple[Hand, ...]:
        return views.hands(game, powers, voice)

    def cards_in_hand(self, game: Any, powers: Sequence[Power]) -> set[tuple[Power, int]]:
        return {(power, card) for power in powers for card in game.hand(power)}

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

    def announces_only(self, event: Event, after: Event | None) -> bool:
        """A move that nobody answers is told when it is made."""
        if not isinstance(event, MoveAnnounced) or not isinstance(after, FormationMoved | LeadersMoved):
            return False
        return (event.origin, event.to) == (after.origin, after.to)

    @cached_property
    def cards(self) -> Mapping[int, CardLine]:
        voice = self.voice()
        return {number: views.card_line(card, voice) for number, card in sorted(self.data.cards.items())}

    def card_text(self, number: int, voice: Voice) -> str:
        from pbem.games.his.cards_doc import card_text

        return card_text(self.data.cards[number], voice)

    def card_sources(self, number: int) -> list[str]:
        from pbem.games.his.cards_doc import card_sources

        return card_sources(self.data.cards[number])

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

    @cached_property
    def _onlookers(self) -> dict[str, Onlooker]:
        return {}


GAME = HereIStand()
