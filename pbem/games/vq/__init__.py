"""Virgin Queen, as the moderator knows it: with data that are a reconstruction, and says so."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any, ClassVar

from pbem.errors import ModeratorProblem
from pbem.games.cases import CaseLanguage
from pbem.games.game import Option, Ruling
from pbem.games.moments import IMPULSE, SPRING, WARS
from pbem.games.packs import Pack, PackReport, keep
from pbem.games.suggestion import Level, Suggestion
from pbem.games.vq import advice, board, odds, score, telling, tracks, views
from pbem.games.vq import orders as orders  # fills the book of grammars
from pbem.games.vq.cards_text import card_text
from pbem.games.vq.free_words import vq_words
from pbem.games.vq.map import Onlooker, look_in
from pbem.games.vq.names import vq_names
from pbem.games.vq.orders.kinds import TREASURE
from pbem.games.vq.pack import RECONSTRUCTION, base_of, check_pack, notice_of
from pbem.games.vq.paragraphs import paragraph
from pbem.games.vq.presets import PRESETS
from pbem.games.vq.talks import VqDeals
from pbem.games.vq.theatre import STAGE
from pbem.games.vq.world import with_world
from pbem.language import Names
from pbem.language.free_words import FreeWords
from pbem.language.names import POWER
from pbem.language.vocabulary import vocabulary
from pbem.language.voice import Voice, question_key
from pbem.pictures.look import Look
from pbem.war.near import leaving_told
from pbem.war.title import MOMENTS, WarTitle
from rules import Power, Question, Setup, load_rules
from rules.core.board import Board
from rules.core.data import DataError
from rules.core.options import problems_with, rules_version
from rules.vq import VqRules
from rules.vq.data import VqData, load_pack
from rules.vq.diplomacy.war_segment import DeclareAndPay
from rules.vq.diplomacy.wars import war_cost
from rules.vq.faith.conversions import FaithChanged
from rules.vq.invariants import problems
from rules.vq.options import CHOICES, RULING_SHEET
from rules.vq.powers import IMPULSE_ORDER
from rules.vq.sequence.play import PHASES
from rules.vq.treasury import hand_of
from rules.vq.windows import Window
from rules.war.windows import WarWindow

CARGO = "fleet_cargo"
"""Which treasures sail: a choice by their places in the row (23.2)."""


class VirginQueen(WarTitle):
    """Virgin Queen (a reconstruction), for 2 to 6 players."""

    name = "vq"
    takes_packs = True
    title = "Virgin Queen"
    powers = IMPULSE_ORDER
    example = ("play 31 for cp", "move 4 regulars: Milan > Besançon", "influence Scotland", "end")
    phases = tuple(PHASES)
    stage = STAGE
    conversion = FaithChanged
    choices = CHOICES
    presets = PRESETS
    deals = VqDeals()
    moments: ClassVar[Mapping[str, str]] = {**MOMENTS, "declare_and_pay": WARS}

    planned = (WARS, SPRING, IMPULSE)
    passed_by_going_on: ClassVar[tuple[str, ...]] = (WarWindow.AFTER_ACTION,)
    always_waited_for: ClassVar[tuple[str, ...]] = (
        # Combat cards are declared before the dice.
        WarWindow.BEFORE_BATTLE,
        WarWindow.FIELD_BATTLE_CARDS,
        WarWindow.ASSAULT_CARDS,
        WarWindow.NAVAL_COMBAT_CARDS,
        # An event's outcome is held back until nobody cancels it (sequence of play 0.2).
        Window.EVENT_DECLARED,
        # The game never goes back behind deals.
        Window.NEGOTIATION,
    )

    # What has no need of the title itself.
    paragraph = staticmethod(paragraph)
    problems = staticmethod(problems)
    check_pack = staticmethod(check_pack)
    public = staticmethod(views.public_view)
    hands = staticmethod(views.hands)
    tracks = staticmethod(tracks.tracks)
    advice = staticmethod(advice.advice)
    score_changes = staticmethod(score.changes)
    score = staticmethod(score.score)
    goes_on = staticmethod(telling.goes_on)
    marks = staticmethod(board.marks)
    onlooker = Onlooker

    def __init__(self, pack: Pack | None = None) -> None:
        if pack is not None:
            self.pack, self.name, self.title = pack, pack.title, f"{self.title} ({pack.name})"

    # ---- The rules

    @cached_property
    def rules(self) -> VqRules:
        if self.pack is None:
            return load_rules("vq")
        try:
            return VqRules(load_pack(self.pack.folder, base_of(self.pack.folder)))
        except DataError as problem:
            raise ModeratorProblem(f"the data pack {self.pack.name} cannot be used: {problem}") from problem

    def with_pack(self, pack: Pack) -> VirginQueen:
        return VirginQueen(pack)

    def keep_pack(self, name: str, report: PackReport, *, private: bool) -> Pack:
        return keep(self.name, name, report, RECONSTRUCTION, private=private)

    @property
    def data(self) -> VqData:
        return self.rules.data

    def digest_for(self, setup: Setup) -> str:
        return self.rules.data_of(rules_version(setup.options)).digest

    @cached_property
    def example_position(self) -> bytes:
        return Path(__file__).with_name("position-1.json").read_bytes()

    # ---- Beginning

    @cached_property
    def ruling_sheet(self) -> Sequence[Ruling]:
        return [Ruling(rule, Option(choice.name, choice.value)) for rule, choice in RULING_SHEET]

    def option_problems(self, setup: Setup) -> Iterator[str]:
        return problems_with(setup.options, CHOICES)

    def controlled(self, game: Any) -> Mapping[Power, Power]:
        """Major powers that nobody plays, with who has won control of them (3.2)."""
        return dict(game.patrons)

    # ---- Rule cases

    @property
    def cases(self) -> CaseLanguage:
        from pbem.games.vq.cases import LANGUAGE  # read where cases are run only

        return LANGUAGE

    # ---- What players write

    def printed_names(self) -> Names:
        return vq_names(self.data)

    def new_free_words(self, language: str) -> FreeWords:
        return vq_words(self.names, vocabulary(*self.word_parts, language=language))

    # ---- What a bot would do

    def suggest(
        self, game: Any, power: Power, question: Question[Any], level: Level = Level.USUAL
    ) -> Suggestion:
        from pbem.games.vq.bot import suggest  # read where somebody asks for it only

        return suggest(game, power, question)

    def ahead(self, game: Any, power: Power) -> list[str]:
        from pbem.games.vq.bot.ahead import next_impulse

        return next_impulse(self.rules, game, power, self.names)

    def foreseen(self, moment: str, game: Any, power: Power) -> Question[Any] | None:
        return DeclareAndPay(power) if moment == WARS else None

    # ---- What players read

    def notice(self, voice: Voice) -> str:
        """That the data are no printed game's: whoever meets the game is told so."""
        return notice_of(self.pack, self.data, voice) if self.pack else voice.word("reconstruction")

    def odds(self, words: str, power: Power, game: Any, voice: Voice) -> list[str]:
        return odds.answer(words, power, game, self.names, voice)

    def more_about(self, question: Question[Any], legal: Sequence[Any], game: Any, voice: Voice) -> str:
        told = self.titles(question, voice) + leaving_told(question, game, voice)
        if question_key(question) == CARGO:  # only its own power knows the row (6.3)
            row = [f"{n}: {voice.name(TREASURE, one)}" for n, one in enumerate(game.treasures.spain, 1)]
            return f" ({', '.join(row)})"
        if not isinstance(question, DeclareAndPay):
            return told
        prices = [
            f"{voice.name(POWER, one.targets[0], 'bare')} {war_cost(game, question.power, one.targets[0])}"
            for one in legal
            if len(one.targets) == 1
        ]
        told += f" {voice.word('asked.prices', text=', '.join(prices))}" if prices else ""
        held = sorted(hand_of(game, question.power))
        return told + (f" {voice.word('asked.treasures', treasures=tuple(held))}" if held else "")

    def card_text(self, number: int, voice: Voice) -> str:
        return card_text(self.data.cards[number], voice)

    def drawn_board(self, voice: Voice) -> Board:
        return with_world(super().drawn_board(voice), self.data, voice)

    def look(self, voice: Voice) -> Look:
        return look_in(voice, self.title, self.data)


GAME = VirginQueen()
