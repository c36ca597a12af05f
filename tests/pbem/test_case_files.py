"""The case runner: what it accepts, and that it fails where it must."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any, ClassVar

import pytest
from typer.testing import CliRunner

from pbem.cases.attempts import run_case
from pbem.cases.expect import LOOKS
from pbem.cases.outcome import Outcome
from pbem.cases.position import BEFORE, VERBS
from pbem.cases.read import SCRIPT_WORDS, read_text
from pbem.cli import app
from pbem.games import Game, add_game, game_of
from pbem.games.game import Scenario
from pbem.games.his.cases import LANGUAGE
from pbem.games.views import Public
from pbem.language import Names
from pbem.language.voice import Voice
from rules.core.cards import Use
from rules.core.reasons import Reason
from rules.his import HisGame
from rules.his.windows import CARDS, Window
from rules.war.land_events import AssaultAnnounced
from rules.war.windows import WarWindow
from tests.pbem.small_game import POWERS, SmallRules

PATH = Path("some.case")
ROOT = Path(__file__).resolve().parents[2]


def run(body: str) -> Outcome:
    """Run one case with this body."""
    found, problems = read_text(f"removed 8\ncase 11a A title\n{body}", PATH)
    assert not problems, problems[0].message
    return run_case(found[0])


def passes(body: str) -> None:
    outcome = run(body)
    assert outcome.passed, outcome.problem


def fails(body: str, problem: str, line: int) -> None:
    outcome = run(body)
    assert problem in outcome.problem
    assert outcome.line == line


# ---- Positions


def test_position_lines() -> None:
    passes(
        """
        turn 3
        clear map
        clear relations
        units buda, pressburg: ottoman 2 regulars, 1 cavalry
        units vienna: ottoman 9r; hapsburg 2r 2m, ferdinand
        units black sea: ottoman 2 squadrons
        leader suleiman: buda
        leader charles v: captive of france
        leader brandon: returns 4
        leader barbarossa: removed
        control buda, pressburg: ottoman
        religion wittenberg: protestant
        unrest graz
        fortress graz
        university paris
        siege vienna: ottoman
        war ottoman hapsburg
        alliance france, england
        ally venice papacy
        ruler papacy: clement vii
        debaters luther, eck
        committed bucer
        reformers luther
        hand france: 4 31, akinji raiders
        deck + 14
        discards 32
        bonus france war_winner 2
        set faith.st_peters_cp = 3
        impulse ottoman 4 cp
        expect turn 3
        expect units buda: ottoman 2 regulars, 1 cavalry, suleiman
        expect units vienna: ottoman 9 regulars; hapsburg 2 regulars, 2 mercenaries, ferdinand
        expect in vienna: hapsburg 2 mercenaries
        expect not in vienna: hapsburg 3 mercenaries
        expect no units paris
        expect leader charles v: captive of france
        expect leader brandon: returns 4
        expect leader barbarossa: removed
        expect control buda, pressburg: ottoman
        expect control corfu: papacy
        expect religion wittenberg: protestant
        expect unrest graz
        expect no unrest paris
        expect fortress graz
        expect university paris
        expect siege vienna: ottoman
        expect no siege paris
        expect war ottoman hapsburg
        expect no war france papacy
        expect alliance france england
        expect peace france papacy
        expect ally venice papacy
        expect no ally genoa
        expect ruler papacy: clement vii
        expect debater luther, eck: available
        expect debater bucer: committed
        expect debater carlstadt: absent
        expect reformer luther: on map
        expect reformer zwingli: absent
        expect hand france: 4 31 66
        expect hand france has 31
        expect hand france lacks 14
        expect hand france 3 cards
        expect hand ottoman: 1
        expect deck has 14
        expect discards: 32
        expect vp france 14
        expect cp 4
        expect field faith.st_peters_cp = 3
        expect phase action
        expect no winner
        expect asked ottoman action
        expect not asked france
        """
    )


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("units budda: ottoman 2 regulars", "did you mean Buda"),
        ("units buda ottoman 2 regulars", "expected: units"),
        ("units buda: ottoman 99 regulars", "impossible"),
        ("frobnicate 3", "begins no line of a case"),
        ("turn three", "a number expected"),
        ("phase lunch", "there is no phase"),
        ("game chess", "there is no game chess"),
        ("scenario 1492", "there is no scenario"),
        ("players 2", "not for 2 players, but 3, 4, 5, 6"),
        ("phase action\nhand protestant: 7 8", "card 8 is in a hand"),
        ("option nonsense yes", "there is no option"),
        ("option gout no", 'can only be "others_go_on"'),
        ("hand france: 31 999", "there is no card 999"),
        ("set faith.nothing.here = 3", "there is no field"),
        ("set faith.league = {", "no JSON"),
        ("set faith.leage = true", "no position of this game"),
        ("leader henry: london", "may be Henry II or Henry VIII"),
        ("windows shut", "windows ask"),
    ],
)
def test_bad_position_lines(line: str, problem: str) -> None:
    outcome = run(line)
    assert problem in outcome.problem
    assert outcome.line in (2, 3)


def test_the_theses_are_not_in_a_hand_after_their_phase() -> None:
    """Card 8 was played before the first deal: silence never has to play it."""
    found, _ = read_text("case 11a A title\nimpulse papacy\ndefaults until ottoman impulse", PATH)
    assert run_case(found[0]).passed


def test_several_besiegers() -> None:
    passes(
        """
        clear map
        clear relations
        war ottoman hapsburg
        war france hapsburg
        alliance ottoman france
        units vienna: ottoman 3 regulars; france 3 regulars; hapsburg 2 regulars
        siege vienna: ottoman, france now
        expect siege vienna: ottoman, france
        """
    )


def test_a_foreign_war_has_its_marker() -> None:
    passes('foreign war 92: ottoman enemy 1 limit 3\nexpect field minus_cards.ottoman = ["foreign_war_92"]')


def test_a_case_of_one_phase_does_not_reach_the_next_turn() -> None:
    fails("phase winter only\ndefaults until turn 2", "what the case plays ended before turn 2", 4)


def test_the_story_has_no_brackets_of_templates() -> None:
    tell = game_of("his").voice().event
    assert tell(AssaultAnnounced("france", "metz", {"regulars": 2}, ("francis_i",))).endswith("Francis I.")
    assert "[" not in tell(AssaultAnnounced("france", "metz", {"regulars": 2}, ()))


def test_the_documentation_names_every_question() -> None:
    """What `expect asked` can look for: kinds, topics and windows."""
    described = (ROOT / "docs/cases.md").read_text().partition("## Names of questions")[2]
    listed = set(re.findall(r"`(\w+)`", described))
    known = {str(window) for window in (*Window, *WarWindow)}
    for path in sorted((ROOT / "mail_templates/messages").glob("*/en/questions*.toml")):
        known |= tomllib.loads(path.read_text())["question"].keys()
    assert listed == known


# ---- Titles


class Small(Game):
    """A title that adds nothing to the language of cases."""

    name = "small"
    powers = POWERS
    rules = SmallRules()
    scenarios: ClassVar = {"plain": Scenario("plain", 1, 1)}
    data_digest = "small"

    def public(self, game: Any, voice: Voice, *, windows: str = "") -> Public:
        raise AssertionError("nobody looks at it")

    def __init__(self, messages: Path) -> None:
        self._messages = messages

    @property
    def messages(self) -> tuple[Path, ...]:
        return (self._messages,)

    @property
    def names(self) -> Names:
        return game_of("his").names

    def turn(self, game: Any) -> int:
        return int(game.impulse)


def test_a_case_names_its_title(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("pbem.games._GAMES", {})
    (tmp_path / "en").mkdir()
    (tmp_path / "en" / "events.toml").write_text('[event]\nMarched = "{power} marches {steps} steps."\n')
    add_game(Small(tmp_path))
    text = """
        game small
        set units.france = 3
        case 13.1 France attacks, and is blocked
        set impulse = 1
        > france: attack
        expect asked ottoman small_block
        > ottoman: yes
        > france: 2
        expect field units.france = 1
        > france: march
        refused 13.1
        case 13.2 Dice, the story and the turn
        dice 4
        > ottoman: march
        expect event "marches 4 steps"
        expect turn 0
        case 13.3 The lines of another title begin nothing
        units paris: france 4 regulars
        case 13.4 Nor are its expectations known
        expect phase action
        """
    outcomes = [run_case(case) for case in read_text(text, PATH)[0]]
    assert [outcome.problem for outcome in outcomes] == [
        "",
        "",
        '"units" begins no line of a case',
        'nobody knows how to expect "phase"',
    ]


# ---- Strictness

PLAY = "impulse ottoman\nhand ottoman: 1 31\n"


def test_an_order_must_be_asked_for() -> None:
    fails(PLAY + "> france: pass", "nothing is asked of france; asked: ottoman impulse", 5)


def test_an_order_must_be_readable_and_legal() -> None:
    fails(PLAY + "> ottoman: frobnicate", "unreadable: not understood", 5)
    fails(PLAY + "> ottoman: pass", "illegal: you may not pass before your home card", 5)


def test_refusals() -> None:
    passes(PLAY + "> ottoman: pass\nrefused")
    passes(PLAY + "> ottoman: pass\nrefused 11")
    passes(PLAY + '> ottoman: pass\nrefused 11 "home card"')
    passes(PLAY + "> ottoman: frobnicate\nunreadable")
    fails(PLAY + "> ottoman: pass\nrefused 12", "expected refused 12; found you may not pass", 6)
    fails(PLAY + "> ottoman: pass\nrefused 1", "expected refused 1", 6)
    fails(PLAY + '> ottoman: pass\nrefused 11 "mandatory"', "home card", 6)
    fails(PLAY + "> ottoman: play 1 for cp\nrefused 11", "but the order was accepted", 6)
    fails(PLAY + "> ottoman: frobnicate\nrefused", "found unreadable", 6)


def test_can_and_cannot() -> None:
    passes(
        PLAY + "can ottoman: play 1 for cp\ncannot ottoman: pass\ncannot ottoman: pass [11]\n"
        "expect hand ottoman: 1 31"
    )
    fails(PLAY + "cannot ottoman: play 1 for cp", "should not be allowed", 5)
    fails(PLAY + "can ottoman: pass", "should be allowed", 5)
    fails(PLAY + "cannot ottoman: pass [12]", "expected refused 12", 5)


def test_dice_too_many_and_too_few() -> None:
    treatise = (
        "impulse protestant 2 cp\nreformers luther\nreligion wittenberg: protestant\n"
        "> protestant: treatise german\n"
    )
    fails(PLAY + "dice 3\n> ottoman: play 1 for cp", "dice 3 were not rolled", 6)
    fails(treatise + "> protestant: target leipzig", "more dice needed", 7)
    fails(treatise + "dice 1 1\n> protestant: target leipzig", "more dice needed (2 given)", 8)
    fails(PLAY + "> ottoman: play 1 for cp\ndice 4", "have no order after them", 6)
    fails(PLAY + "dice 7\n> ottoman: play 1 for cp", "7 is no die", 5)


def test_draws() -> None:
    deal = "phase card draw only\nturn 2\n"
    fails(deal + "expect turn 2", "draw needed", 2)
    passes(deal + "draws any\nexpect hand ottoman 4 cards")
    deck = deal + "deck: 31 32 33\ndiscards none\n"
    passes(deck + "draw 33 31 32\nexpect hand ottoman: 1 31 32 33")
    fails(deck + "draw 33 31 34\nexpect hand ottoman: 1 31 32 33", "cannot be drawn", 2)
    fails(deck + "draw 33 31 32 35\nexpect hand ottoman: 1 31 32 33", "35 was not drawn", 8)


def test_expectations_say_what_was_found() -> None:
    fails(PLAY + "expect control paris: england", "expected control paris: england; found france in paris", 5)
    fails(PLAY + "expect units paris: england 2r", "found france", 5)
    fails(PLAY + "expect asked france impulse", "found ottoman impulse", 5)
    fails(PLAY + "expect vp france 3", "found 12", 5)
    fails(PLAY + "expect hand ottoman lacks 31", "found hand [1, 31]", 5)
    fails(PLAY + "expect field faith.league = true", "found False", 5)
    fails(PLAY + "expect winner france", "found None", 5)
    fails(PLAY + "expect miracles", "nobody knows how to expect", 5)
    fails(PLAY + '> ottoman: play 1 for cp\nexpect no event "plays"', "found these events", 6)


def test_silence() -> None:
    passes(PLAY + "default ottoman\nexpect hand ottoman: 1\nexpect asked ottoman action")
    passes(PLAY + "defaults until hapsburg impulse\nexpect asked hapsburg impulse")


def test_orders_after_the_position() -> None:
    _, problems = read_text("case 11a T\nimpulse ottoman\n> ottoman: play 1 for cp\nturn 3", PATH)
    assert "after the first order" in problems[0].message
    assert problems[0].line == 4


# ---- Windows


@pytest.fixture
def two_responses(monkeypatch: pytest.MonkeyPatch) -> None:
    """Cards 31 and 32 answer the window after each action, whatever the real ones do; each rolls a die."""

    async def roll(game: HisGame, power: str, moment: object) -> None:
        game.roll(power, 1, Reason("assault"))

    uses: list[Use[HisGame]] = [
        Use(31, "event", ("after_action",), roll, lambda *_: True),
        Use(32, "leader", ("after_action",), roll, lambda *_: True),
    ]
    monkeypatch.setattr(CARDS, "by_window", {"after_action": uses})


BUY = """impulse france 2 cp
hand england: 3 31
hand papacy: 5 32
hand ottoman: 1
> france: buy mercenary in paris
"""


@pytest.mark.usefixtures("two_responses")
class TestWindows:
    def test_they_pass_by_themselves(self) -> None:
        passes(BUY + "> france: buy mercenary in paris\nexpect asked papacy impulse")
        passes(BUY + "expect asked france action\nexpect hand england has 31")

    def test_an_order_that_plays_a_card_answers_them(self) -> None:
        passes(BUY + 'dice 6\n> england: play 31\nexpect discards has 31\nexpect event "England rolls 6"')
        passes(BUY + "dice 6\n> england: foul weather\n> france: end\nexpect asked papacy impulse")

    def test_two_powers_answer_the_same_window(self) -> None:
        passes(BUY + "> england: play 31\ndice 5 6\n> papacy: play 32\nexpect discards: 31 32")
        fails(BUY + "dice 5 6\n> england: play 31", "dice 6 were not rolled", 9)

    def test_dice_stay_until_the_last_answer(self) -> None:
        passes(BUY + "dice 5 6\n> england: play 31\n> papacy: play 32\nexpect discards: 31 32")

    def test_a_window_can_be_seen(self) -> None:
        passes(
            BUY + "expect asked england after_action\nexpect asked papacy respond\ndice 1\n> england: play 31"
        )
        passes(BUY + "expect not asked england assault_cards\nexpect asked france action")
        fails(BUY + "expect not asked england after_action", "found", 8)

    def test_a_card_that_may_not_be_played_there_is_refused(self) -> None:
        passes(BUY + "> england: play 3\nrefused 6.1\n> france: end")
        fails(BUY + "> england: play 3", "nothing is asked of england", 8)

    def test_they_must_be_answered_where_the_case_wants_it(self) -> None:
        fails("windows ask\n" + BUY + "> france: end", "expected pass, play or a card", 9)
        asked = "> england: pass\n> papacy: no\n> ottoman: decline\n> hapsburg: pass\n> protestant: pass\n"
        passes("windows ask\n" + BUY + asked + "> france: pass\n> france: end")


# ---- Files


@pytest.mark.parametrize(
    ("text", "line", "problem"),
    [
        ("", 1, "no case in this file"),
        ("case", 1, "a case begins with"),
        ("case x1 title", 1, "no number of a case"),
        ("case 11a", 1, "a case begins with"),
        ("> france: pass\ncase 11a t", 1, "before the first case"),
        ("case 11a t\nrefused", 2, "must follow an order"),
        ("case 11a t\ncase 11a u", 2, "told already in line 1"),
    ],
)
def test_malformed_files(text: str, line: int, problem: str) -> None:
    _, problems = read_text(text, PATH)
    assert problem in problems[0].message
    assert problems[0].line == line


def test_numbers() -> None:
    text = "case 13.2a t\ncase #31b u\nalso 13.4 #32\ncase 1.3 v\ncase 13.21 w\ncase 21.6-league-b x"
    found, problems = read_text(text, PATH)
    assert not problems
    numbers = {case.number: case for case in found}
    assert [n for n, case in numbers.items() if case.about("13.2")] == ["13.2a"]
    assert [n for n, case in numbers.items() if case.about("13")] == ["13.2a", "#31b", "13.21"]
    assert [n for n, case in numbers.items() if case.about("#31")] == ["#31b"]
    assert [n for n, case in numbers.items() if case.about("#32")] == ["#31b"]
    assert numbers["21.6-league-b"].section == "21.6"


def test_the_command(tmp_path: Path) -> None:
    folder = tmp_path / "somewhere"
    folder.mkdir()
    (folder / "a.case").write_text(
        "removed 8\ncase 11a Works\nimpulse ottoman\n> ottoman: pass\nrefused 11\n"
        "case #31a Fails\nimpulse ottoman\n> ottoman: pass\n"
    )
    (folder / "b.case").write_text("case nothing\n")
    runner = CliRunner()
    result = runner.invoke(app, ["cases", str(folder)])
    lines = result.stdout.splitlines()
    assert result.exit_code == 1
    assert lines[-1] == "1 passed, 2 failed"
    assert any(line.startswith("ok    11a") for line in lines)
    assert f"{folder / 'a.case'}:8: illegal" in result.stdout
    assert f"{folder / 'b.case'}:1:" in result.stdout
    result = runner.invoke(app, ["cases", str(folder / "a.case"), "--section", "11"])
    assert result.exit_code == 0
    assert result.stdout.splitlines()[-1] == "1 passed, 0 failed"
    result = runner.invoke(app, ["cases", str(folder / "a.case"), "--card", "31", "--verbose"])
    assert result.exit_code == 1
    assert "Impulse 2: Ottoman." in result.stdout
    result = runner.invoke(app, ["cases", str(folder / "missing.case")])
    assert result.exit_code == 1


def test_every_word_is_documented() -> None:
    """docs/cases.md tells every line of the format."""
    text = (ROOT / "docs" / "cases.md").read_text(encoding="utf-8")
    expectations = text.partition("## Expectations")[2]
    missing = [
        word
        for word in (*VERBS, *LANGUAGE.verbs, *BEFORE, *SCRIPT_WORDS)
        if f"`{word}" not in text and f" {word}" not in text
    ]
    missing += [
        f"expect {word}"
        for word in (*LOOKS, *LANGUAGE.looks)
        if not re.search(rf"\b{word}s?\b", expectations)
    ]
    assert not missing
