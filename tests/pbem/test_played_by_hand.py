"""What a player stumbled over in whole games by mail: as it was written, and what must come of it."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from pbem.errors import Unreadable
from pbem.games import game_of
from pbem.games.his.tracks import tracks
from pbem.language import expand, parse_line, parted, say
from pbem.letters import questions, receipts
from pbem.play.sitting import Sitting
from pbem.play.talks import read_proposal
from pbem.post.commands import word_in
from pbem.post.commands.rules import RULES, about_rule, on_rule, rulings
from pbem.post.commands.word import Moment
from rules.core.questions import Decide
from rules.his.actions import ChooseAction
from tests.pbem.a_table import NAMES, VOICE, letter, table
from tests.pbem.office import Office

OTTOMAN = """
    scenario tournament
    war ottoman hapsburg
    units buda: ottoman 6 regulars, 2 cavalry, suleiman, ibrahim
    control buda, pressburg: ottoman
    impulse ottoman 6 cp
"""
ENGLAND = """
    scenario tournament
    hand england: 3 37 97 100
    impulse england
"""
MARCH = """
    scenario tournament
    units lyon: france 4 regulars
    control geneva: independent
    impulse france 1 cp
"""


@cache
def at(position: str) -> Sitting:
    return table(position)


def read(line: str, position: str) -> str:
    sitting = at(position)
    (question,) = sitting.waiting().values()
    return say(question, parse_line(line, question, sitting.engine.game, NAMES), NAMES)


def flat(text: str) -> str:
    return " ".join(text.split())


# ---- Orders


@pytest.mark.parametrize(
    "line",
    [
        "move suleiman's army to pressburg",
        "march Suleiman’s troops to Pressburg",
        "move the army of Suleiman: Buda > Pressburg",
    ],
)
def test_a_leaders_army_is_all_units_with_him(line: str) -> None:
    assert read(line, OTTOMAN) == "move Suleiman, 6 regulars, 2 cavalry: Buda > Pressburg"


def test_nobody_elses_army() -> None:
    with pytest.raises(Unreadable):
        read("move nobodys army to pressburg", OTTOMAN)


@pytest.mark.parametrize(
    ("line", "orders"),
    [
        ("build regular in Rome and Florence", ["build regular in Rome", "build regular in Florence"]),
        (
            "buy a merc in Calais, London and York, then end",
            ["buy a merc in Calais", "buy a merc in London", "buy a merc in York", "end"],
        ),
        ("declare war on Scotland and pay with 37", ["declare war on Scotland", "pay with 37"]),
        # so many in all, or in each?
        ("buy 2 mercs in Rome and Florence", ["buy mercs in Rome and Florence"] * 2),
        ("build regular in Rome and that is all", ["build regular in Rome and that is all"]),
    ],
)
def test_several_places_and_payments_in_a_line(line: str, orders: list[str]) -> None:
    assert expand(line) == orders


@pytest.mark.parametrize(
    ("line", "parts"),
    [
        ("play 100 as event: Calais and London", ["play 100 as event", "Calais and London"]),
        ("play card 3 as event: war on Scotland", ["play card 3 as event: war", "Scotland"]),
        ("play 3 as event: war", ["play 3 as event: war"]),
        # a misspelt use is no answer to what another use would ask
        ("play 3 as event: marrige", ["play 3 as event: marrige"]),
        ("play 3 for cp", ["play 3 for cp"]),
    ],
)
def test_an_event_with_the_answer_to_what_it_asks(line: str, parts: list[str]) -> None:
    sitting = at(ENGLAND)
    assert parted(line, sitting.engine.question("england"), sitting.engine.game, NAMES) == parts


def test_shipbuilding_in_one_line() -> None:
    sitting = table(ENGLAND)
    letter(sitting, "england", "play Shipbuilding as event: Calais and London")
    assert sitting.failed is None
    placed = [step.meaning for step in sitting.steps if step.power == "england"]
    assert placed[:2] == ["play 100 as event", "1 in Calais, 1 in London"]


def test_conditions_after_the_last_command_point_are_not_held() -> None:
    sitting = table(MARCH)
    letter(sitting, "france", "move all: lyon > geneva", "if won: control geneva", "otherwise: end", "pass")
    assert sitting.skipped == [
        ("if won: control geneva", "skipped.over"),
        ("otherwise: end", "skipped.over"),
        ("pass", ""),
    ]
    assert not sitting.held.get("france")


def test_why_a_line_is_held_though_its_player_is_asked() -> None:
    sitting = table(ENGLAND)
    letter(sitting, "england", "play 100 as event", "build regular in York")
    assert "not understood" in receipts.why_held(sitting, ["england"], game_of("his").voice())
    assert receipts.why_held(sitting, ["france"], game_of("his").voice()) == ""


@pytest.mark.parametrize("words", ["yes, of course", "Yes of course!", "yes please"])
def test_a_glad_yes(words: str) -> None:
    question = Decide("england", "marry_again", True, "", "21.3")
    assert parse_line(words, question, at(ENGLAND).engine.game, NAMES) is True


# ---- Deals and votes


@pytest.mark.parametrize(
    ("line", "terms"),
    [
        (
            "propose papacy: papacy gives 1 card for 2 mercenaries",
            "Papacy gives 1 card, you give 2 mercenaries",
        ),
        ("propose papacy: they give 1 card for 2 mercenaries", "Papacy gives 1 card, you give 2 mercenaries"),
        ("propose papacy: 2 mercenaries for 1 card", "you give 2 mercenaries, Papacy gives 1 card"),
        ("propose papacy: we give 1 card for 2 mercs", "you give 1 card, Papacy gives 2 mercenaries"),
    ],
)
def test_who_gives_what_in_an_exchange(talking: Office, line: str, terms: str) -> None:
    others, game, deals = ["france", "papacy"], talking.engine().game, game_of("his").deals
    (deal,) = read_proposal(line, "england", others, game, NAMES, deals)
    assert game_of("his").terms(deal, "england", VOICE) == terms


def test_a_bare_yes_answers_the_game_and_not_a_vote() -> None:
    asked, idle = Moment(voting=True, asked=True), Moment(voting=True)
    assert word_in("yes", asked) is None
    assert word_in("no", asked) is None
    for line, moment in (
        ("agree", asked),
        ("yes extension", asked),
        ("yes", idle),
        ("agree extension", asked),
    ):
        found = word_in(line, moment)
        assert found is not None
        assert found[0].name == "agree"


def test_a_question_can_be_answered_while_a_vote_is_open(playing: Office) -> None:
    playing.write("france", "extend 12h")
    power = playing.asked()[0]
    answer = playing.write(power, "no")
    assert "Your vote is counted" not in answer.text


# ---- Letters


@pytest.mark.parametrize("power", ["ottoman", "hapsburg", "england", "france", "papacy", "protestant"])
def test_all_kinds_of_orders_are_told_in_short(playing: Office, power: str) -> None:
    """Treatises, debates and book burnings once were not among them."""
    game = playing.engine().game
    question: Any = ChooseAction(power, 5)
    every = {say(question, answer, NAMES) for answer in question.legal(game)} - {""}
    asked = questions.asked(question, game, game_of("his"), game_of("his").voice(), due=None)
    assert asked.choices
    told = {choice.order.split()[0] for choice in asked.choices}
    told |= {order.text.split()[0] for order in asked.orders}
    assert {order.split()[0] for order in every} <= told
    assert not any(" in in " in choice.order for choice in asked.choices)


def test_what_is_in_short_for_the_pope(playing: Office) -> None:
    asked = questions.asked(
        ChooseAction("papacy", 5), playing.engine().game, game_of("his"), game_of("his").voice(), due=None
    )
    orders = [choice.order for choice in asked.choices]
    assert "burn books english | french | german | italian | spanish [with <debater>]" in orders
    assert not asked.cut


def test_what_a_declaration_of_war_costs(game: Office) -> None:
    while not (found := [q for q in game.engine().waiting().values() if q.kind == "declare_wars"]):
        game.play_silently(1)
    asked = questions.asked(found[0], game.engine().game, game_of("his"), game_of("his").voice(), due=None)
    assert all("CP" in order.note for order in asked.orders if order.text != "none")
    assert all(order.text == "none" or ", " not in order.text for order in asked.orders)
    assert asked.more == 0


def test_status_tells_where_the_points_come_from(playing: Office) -> None:
    text = flat(playing.write("england", "status").text)
    assert "England 9: keys 9." in text
    assert "Asks for divorce from Catherine of Aragon" in text
    assert "German: New Testament 6 of 6" in text
    assert "23 VP win" in text


def test_the_charts_are_open_facts(playing: Office) -> None:
    """Whatever anybody holds, they are the same."""
    one, other = playing.engine().game, playing.engine().game
    for power in other.cards.hands:
        other.cards.hands[power] = []
    assert tracks(one, VOICE) == tracks(other, VOICE)


def test_help_on_a_verb_and_rulings_by_mail(playing: Office) -> None:
    text = flat(playing.write("papacy", "help transport", "rules 13.2", "rule 99.9").text)
    assert "transport francis, 4 regulars: marseille > gulf of lyon" in text
    assert flat(on_rule("13.2")[0].reading) in text
    assert "nothing is read in a way of its own" in text
    assert "move suleiman, 6 regulars: buda > pressburg" in game_of("his").names.grammars.examples("move")


def test_rulings_are_found_by_rule_and_chapter() -> None:
    assert len(rulings()) > 100
    assert set(on_rule("13.2")) < set(on_rule("13"))
    assert word_in("Rule 9.1?", Moment()) == word_in("rules 9.1", Moment()) == (RULES, "9.1", "")
    assert "in your rulebook" in about_rule("", game_of("his").voice())
