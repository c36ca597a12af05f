"""Here I Stand, as the moderator knows it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any, ClassVar

from pbem.games.cases import CaseLanguage
from pbem.games.conditions import Touched
from pbem.games.game import Ruling, Seating
from pbem.games.his import advice, board, odds, score, telling, tracks, views
from pbem.games.his import orders as orders  # fills the book of grammars
from pbem.games.his.chronicle import own_move
from pbem.games.his.free_words import his_words
from pbem.games.his.map import Onlooker, look_in
from pbem.games.his.names import his_names_with_editions
from pbem.games.his.presets import PRESETS
from pbem.games.his.talks import HisDeals
from pbem.games.his.theatre import STAGE
from pbem.games.his.touched import own_touches
from pbem.games.moments import IMPULSE, PEACE, WARS
from pbem.games.suggestion import Level, Suggestion, Talk
from pbem.language import Names
from pbem.language.free_words import FreeWords
from pbem.language.vocabulary import vocabulary
from pbem.language.voice import Voice
from pbem.pictures.look import Look
from pbem.war.choice_notes import FEW
from pbem.war.near import leaving_told
from pbem.war.title import MOMENTS, WarTitle
from rules import Event, Power, Question, Setup, load_rules
from rules.his import HisRules
from rules.his.data import CardData, HisData
from rules.his.diplomacy.peace import question_of_suing
from rules.his.diplomacy.war_segment import DeclareWars
from rules.his.faith.events import SpaceConverted
from rules.his.invariants import problems
from rules.his.options import CHOICES, RULING_SHEET, option_problems
from rules.his.powers import IMPULSE_ORDER
from rules.his.sequence.play import PHASES
from rules.his.windows import Window
from rules.war.windows import WarWindow


class HereIStand(WarTitle):
    """Here I Stand (500th Anniversary edition), for 2 to 6 players."""

    name = "his"
    title = "Here I Stand"
    powers = IMPULSE_ORDER
    example = ("play 31 for cp", "move 4 regulars: Buda > Pressburg", "control Pressburg", "end")
    phases = tuple(PHASES)
    stage = STAGE
    conversion = SpaceConverted
    choices = CHOICES
    presets = PRESETS
    deals = HisDeals()
    own_fights = (Window.DEBATERS_CHOSEN,)
    moments: ClassVar[Mapping[str, str]] = {
        **MOMENTS,
        "show_card": IMPULSE,
        "declare_wars": WARS,
        "sue_for_peace": PEACE,
    }

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

    # What has no need of the title itself.
    problems = staticmethod(problems)
    public = staticmethod(views.public_view)
    hands = staticmethod(views.hands)
    tracks = staticmethod(tracks.tracks)
    advice = staticmethod(advice.advice)
    score_changes = staticmethod(score.changes)
    score = staticmethod(score.score)
    goes_on = staticmethod(telling.goes_on)
    is_implied = staticmethod(telling.is_implied)
    marks = staticmethod(board.marks)
    own_move = staticmethod(own_move)
    onlooker = Onlooker

    # ---- The rules

    @cached_property
    def rules(self) -> HisRules:
        return load_rules("his")

    @property
    def data(self) -> HisData:
        return self.rules.data

    @cached_property
    def example_position(self) -> bytes:
        return Path(__file__).with_name("position-1.json").read_bytes()

    # ---- Beginning

    def seatings(self, scenario: str) -> Sequence[Seating]:
        """For two players there is a scenario of its own, in which the others have no player."""
        seats = self.data.scenarios[scenario].seats
        return [seats] if seats else super().seatings(scenario)

    def powers_in(self, scenario: str) -> tuple[Power, ...]:
        return self.data.scenarios[scenario].powers(self.powers)

    def setup(self, scenario: str, seats: Seating, options: Iterable[tuple[str, str]]) -> Setup:
        """The scenario for two has its own seats."""
        return super().setup(scenario, self.data.scenarios[scenario].seats or seats, options)

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

    def printed_names(self) -> Names:
        return his_names_with_editions(self.data)

    def new_free_words(self, language: str) -> FreeWords:
        return his_words(self.names, vocabulary(*self.word_parts, language=language))

    def next_to_move(self, game: Any) -> Power:
        """Not one that loses its impulse (#38)."""
        next_power = super().next_to_move(game)
        return "" if next_power in game.skips else next_power

    # ---- What a bot would do

    def suggest(
        self, game: Any, power: Power, question: Question[Any], level: Level = Level.USUAL
    ) -> Suggestion:
        from pbem.games.his.bot.player import suggest  # read where somebody asks for it only

        return suggest(game, power, question, level)

    def talk(
        self,
        game: Any,
        power: Power,
        offers: Sequence[Any],
        partners: Sequence[Power],
        spoken: Collection[Power],
    ) -> Talk:
        from pbem.games.his.bot.talk import talk

        return talk(game, power, offers, partners, spoken)

    def ahead(self, game: Any, power: Power) -> list[str]:
        from pbem.games.his.bot.ahead import next_impulse

        return next_impulse(game, power, self.names)

    def foreseen(self, moment: str, game: Any, power: Power) -> Question[Any] | None:
        if moment == WARS:
            return DeclareWars(power)
        return question_of_suing(game, power) if moment == PEACE else None

    # ---- What players read

    def more_about(self, question: Question[Any], legal: Sequence[Any], game: Any, voice: Voice) -> str:
        """Each of a few cards has its title beside it."""
        return self.titles(question, voice, beyond=FEW) + leaving_told(question, game, voice)

    def odds(self, words: str, power: Power, game: Any, voice: Voice) -> list[str]:
        return odds.answer(words, power, game, self.names, voice)

    def all_cards(self) -> dict[int, CardData]:
        """The main deck, and the Diplomacy cards of the two-player game."""
        return self.data.cards | self.data.diplomacy_cards

    def card_text(self, number: int, voice: Voice) -> str:
        from pbem.games.his.cards_doc import card_text

        return card_text(self.all_cards()[number], voice)

    def card_sources(self, number: int) -> list[str]:
        from pbem.games.his.cards_doc import card_sources

        return card_sources(self.all_cards()[number])

    def look(self, voice: Voice) -> Look:
        return look_in(voice, self.title)

    def own_touches(self, power: Power, event: Event, game: Any) -> Sequence[Touched]:
        return tuple(own_touches(power, event, game))


GAME = HereIStand()
