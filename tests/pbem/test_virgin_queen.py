"""Virgin Queen as the moderator knows it: what letters show, what nobody may know, its bot, its mail."""

from __future__ import annotations

import asyncio
import random
import re
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from pbem.cli import app
from pbem.demo.demo import Demo, Plan
from pbem.games import game_names, game_of
from pbem.games.scenes import scene_called, scene_of_question
from pbem.games.vq.theatre import STAGE
from pbem.letters import questions
from pbem.moderator.overview import Overview
from pbem.play.sitting import Sitting
from pbem.play.windows import POLICIES
from rules import Engine, Setup
from rules.core.impulse import TakeImpulse
from rules.vq.diplomacy.war_segment import DeclareAndPay
from rules.vq.powers import IMPULSE_ORDER
from rules.vq.questions import ChooseForCaptain
from tests.pbem.a_table import letter

TITLE = game_of("vq")
LANGUAGES = ("en", "de")
ID = re.compile(r"\b[a-z]+_[a-z_]+\b")
"""Ids are never shown to players."""


def played(decisions: int, seed: str = "views", scenario: str = "campaign") -> Engine[Any]:
    """A game after so many decisions of bots."""
    engine = Engine.new(TITLE.rules, Setup("vq", scenario), seed)
    for _ in range(decisions):
        power, question = sorted(engine.waiting().items())[0]
        engine.submit(power, TITLE.suggest(engine.game, power, question).answer, source="bot")
        engine.drain()
    return engine


@pytest.fixture(scope="module")
def late() -> Engine[Any]:
    return played(700)


def told(game: Any, language: str) -> str:
    """All that everybody is told of a position."""
    voice = TITLE.voice(language)
    parts = [*TITLE.board(game, voice), *TITLE.tracks(game, voice)]
    lines = [line for title, those in parts for line in (title, *those)]
    return "\n".join([*lines, str(TITLE.public(game, voice)), str(TITLE.map_view(game, voice).relations)])


def test_it_is_a_title_and_says_what_it_is() -> None:
    assert "vq" in game_names()
    assert "reconstruction" in TITLE.notice(TITLE.voice("en"))
    assert "Rekonstruktion" in TITLE.notice(TITLE.voice("de"))
    assert not game_of("his").notice(game_of("his").voice())
    told = CliRunner().invoke(app, ["options", "vq"]).output
    assert "reconstruction" in told
    assert "treasures=several" in told


@pytest.mark.parametrize("language", LANGUAGES)
def test_everything_is_told_by_names(late: Engine[Any], language: str) -> None:
    text = told(late.game, language)
    shown = re.sub(r"id='\w+'", "", text)
    assert not ID.findall(shown)
    hands = TITLE.hands(late.game, IMPULSE_ORDER, TITLE.voice(language))
    assert not ID.findall(str([(hand.cards, hand.also) for hand in hands]))


def test_treasures_are_shown_to_their_owner_alone(late: Engine[Any]) -> None:
    game = late.game
    voice = TITLE.voice()
    open_to_all = told(game, "en").count("5 CP")  # such as the price of a war
    game.treasures.hands["france"] = ["cp_5"]
    (france,) = TITLE.hands(game, ["france"], voice)
    assert any("5 CP" in line for line in france.also)
    assert told(game, "en").count("5 CP") == open_to_all
    (spain,) = TITLE.hands(game, ["spain"], voice)
    assert any("row" in line for line in spain.also) == bool(game.treasures.spain)


def test_declarations_of_war_show_whom_one_would_meet() -> None:
    """In the picture, as the theatre of enemies to be; beside each order, with what they have."""
    game = played(0).game
    question = DeclareAndPay("spain")
    rivals = STAGE.rivals(question, game)
    assert "england" in rivals
    assert not STAGE.rivals(ChooseForCaptain("spain", "x", "settlement", (), "", "", "drake"), game)
    asked = STAGE.theatre(question, game, ()).frame
    assert asked == STAGE.near_me(game, "spain", (), rivals)
    assert asked != STAGE.near_me(game, "spain")
    game.hand("spain")[:] = [40, 41, 42]
    told = questions.asked(question, game, TITLE, TITLE.voice(), due=None)
    notes = {order.text.partition(" with")[0]: order.note for order in told.orders if order.note}
    assert notes
    assert all("land unit" in note and "CP" in note for note in notes.values())


def hidden_changed(game: Any) -> None:
    """What only others may know is another: hands, treasures, the deck, the Empire's preference."""
    rng = random.Random(1)
    hidden = [card for power in IMPULSE_ORDER for card in game.hand(power) if game.card(card).kind != "home"]
    pool = [*hidden, *game.cards.deck]
    rng.shuffle(pool)
    for power in IMPULSE_ORDER:
        hand = game.hand(power)
        home = [card for card in hand if game.card(card).kind == "home"]
        count = len(hand) - len(home)
        hand[:] = [*home, *(pool.pop() for _ in range(count))]
    game.cards.deck[:] = sorted(pool)
    coins = [coin for hand in game.treasures.hands.values() for coin in hand] + game.treasures.spain
    rng.shuffle(coins)
    for hand in (*game.treasures.hands.values(), game.treasures.spain):
        hand[:] = [coins.pop() for _ in hand]
    game.lasting.preference = "catholic" if game.lasting.preference != "catholic" else "balanced"


def test_nothing_hidden_is_told_to_everybody(late: Engine[Any]) -> None:
    other = TITLE.rules.load(TITLE.rules.dump(late.game))
    before = told(other, "en")
    hidden_changed(other)
    assert told(other, "en") == before


def test_the_bot_looks_at_no_other_hand() -> None:
    """The hands of all others are other ones: it answers the same."""
    engine = played(260, "bot")
    for _ in range(40):
        power, question = sorted(engine.waiting().items())[0]
        answer = TITLE.suggest(engine.game, power, question).answer
        other = TITLE.rules.load(TITLE.rules.dump(engine.game))
        other.moments = engine.game.moments
        own, coins = list(other.hand(power)), list(other.treasures.hands.get(power, []))
        row, hope = list(other.treasures.spain), other.lasting.preference
        hidden_changed(other)
        taken = {card for who in IMPULSE_ORDER if who != power for card in other.hand(who)} & {*own}
        if not taken:
            other.hand(power)[:], other.treasures.hands[power] = own, coins
            other.treasures.spain[:], other.lasting.preference = row, hope
            assert TITLE.suggest(other, power, question).answer == answer
            if isinstance(question, TakeImpulse):
                assert TITLE.ahead(other, power) == TITLE.ahead(engine.game, power)
        engine.submit(power, answer, source="bot")
        engine.drain()


def test_what_it_would_write_ahead_is_carried_out() -> None:
    """The lines that letters suggest for the next impulse, and what spring would be, as they stand."""
    engine = Engine.new(TITLE.rules, Setup("vq", "campaign"), "a")
    lengths = set()
    assert TITLE.ahead_in_spring(engine.game, "spain")[0].startswith("deploy ")
    while len(lengths) < 4:
        power, question = next(iter(engine.waiting().items()))
        if isinstance(question, TakeImpulse):
            lines = TITLE.ahead(engine.game, power)
            lengths.add(len(lines))
            there = engine.fork()
            opened = dict.fromkeys(there.open, there.seq)
            sitting = letter(Sitting(there, TITLE, POLICIES["standing"], opened=opened), power, *lines)
            assert sitting.failed is None, (lines, sitting.failed)
        engine.submit(power, TITLE.suggest(engine.game, power, question).answer)


def test_its_bot_plays_a_whole_game() -> None:
    engine = Engine.new(TITLE.rules, Setup("vq", "tournament"), "whole")
    decisions = 0
    while engine.open and decisions < 6_000:
        power, question = sorted(engine.waiting().items())[0]
        found = TITLE.suggest(engine.game, power, question)
        assert TITLE.voice("de").tell(found.why)
        engine.submit(power, found.answer, source="bot")
        decisions += 1
    assert engine.game.winner
    assert not TITLE.problems(engine.game)


def test_it_is_played_by_mail(tmp_path: Path) -> None:
    """Bots read letters and answer them; what was played can be played again."""
    demo = Demo.new(tmp_path / "demo", Plan(seed=3, scenario="tournament", game="vq"))
    result = asyncio.run(demo.play(lambda progress: None, until=lambda progress: progress.letters >= 150))
    assert result.orders > 60
    letters = list((tmp_path / "demo" / "spain@example.test" / "cur").iterdir())
    assert any(b"reconstruction" in letter.read_bytes() for letter in letters)
    Overview(demo.database).verify("demo")
    demo.database.dispose()


def test_the_map_shows_jesuits_and_ships() -> None:
    engine = played(0)
    game = engine.game
    game.spaces["york"].jesuit = True
    view = TITLE.map_view(game, TITLE.voice("en"))
    assert ("J", "Jesuit") in view.places["york"].badges
    look = TITLE.atlas(TITLE.voice("en")).look
    assert look.units["race_built"] == "race-built galleons"


def test_the_world_is_a_picture_of_its_own() -> None:
    """`map world` shows captains where they sail; a question about a captain does too; Europe does not."""
    game = played(0).game
    drake = game.world.captains["drake"]
    drake.entered, drake.power, drake.zone = True, "england", "antilles"
    world = scene_called(TITLE, "world", game)
    assert world is not None
    (antilles,) = [site for site in world.sites if site.id == "antilles"]
    assert [figure.id for army in antilles.armies for figure in army.figures] == ["drake"]
    question = ChooseForCaptain("england", "colony_site", "settlement", ("roanoke", "none"), "", "", "drake")
    asked = scene_of_question(TITLE, question, game)
    assert asked is not None
    assert asked.frame == world.frame
    assert asked.targets == ("roanoke",)
    whole = scene_called(TITLE, "", game)
    assert whole is not None
    assert "antilles" not in whole.places
    assert {"london", "alexandria", "cyprus", "north_sea"} <= {*whole.places}
