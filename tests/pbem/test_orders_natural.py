"""Orders as people write them: what is meant is read, what is doubtful is asked back, nothing is guessed."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from pbem.errors import Ambiguous, Illegal, Unreadable
from pbem.language import expand, parse_line, say
from pbem.language.refusals import why
from pbem.language.several import is_action
from pbem.language.words import unmarked, without_comment
from pbem.play.sitting import Sitting
from pbem.war.orders.impulse import is_end
from tests.pbem.a_table import NAMES, VOICE, letter, table

OTTOMAN = """
    scenario tournament
    war ottoman hapsburg
    units buda: ottoman 6 regulars, 2 cavalry, suleiman
    units istanbul: ottoman 4 regulars, 1 cavalry, ibrahim, 2 squadrons
    units belgrade: ottoman 2 regulars
    units algiers: ottoman 2 corsairs, 2 regulars, barbarossa
    units barbary_coast: none
    control algiers, buda, belgrade, mohacs, szegedin: ottoman
    set pirates = true
    impulse ottoman 6 cp
"""
FRANCE = """
    scenario tournament
    units paris: france 5 regulars, 2 mercenaries, francis, montmorency
    units marseille: france 2 squadrons, 2 regulars
    units gulf_of_lyon: france 1 squadron
    impulse france 6 cp
"""
ENGLAND = """
    scenario tournament
    units london: england 3 regulars, henry viii, 1 squadron
    units north_sea: england 1 squadron
    impulse england 6 cp
"""
PAPACY = "scenario tournament\nimpulse papacy 5 cp"
PROTESTANT = "scenario tournament\nimpulse protestant 5 cp"
HAND = "scenario tournament\nhand ottoman: 1 31 66\nimpulse ottoman"


@cache
def at(position: str, *lines: tuple[str, str], dice: str = "") -> Sitting:
    sitting = table(position, dice=dice)
    for power, line in lines:
        letter(sitting, power, line)
        assert sitting.failed is None, sitting.failed
    return sitting


def read(line: str, sitting: Sitting) -> Any:
    """The order that a line is read as, by whoever is asked."""
    (question,) = sitting.waiting().values()
    return say(question, parse_line(line, question, sitting.engine.game, NAMES), NAMES)


MOVE = "move Suleiman, 6 regulars, 2 cavalry: Buda > Pressburg"


@pytest.mark.parametrize(
    "line",
    [
        "move suleiman and all to pressburg",
        "move suleiman and all from buda to pressburg",
        "move all from buda to pressburg",
        "move all buda to pressburg.",
        "move suleiman with 6 reg and 2 cav to pressburg;",
        "suleiman + 6 reg + 2 cav buda-pressburg",
        "suleiman, 6 reg, 2 cav: buda to pressburg",
        "Move Suleiman and his army to Pressburg",
        "move everything in buda to pressburg",
        "move everyone from Buda to Pressburg",
        "move the army from Buda to Pressburg",
        "move from Buda to Pressburg with Suleiman and all",
        "move from Buda to Pressburg: Suleiman, 6 regulars, 2 cavalry",
        "buda > pressburg: all",
        "move suleiman (6r, 2c) buda > pressburg",
        "move suleiman (with everything) to pressburg",
        "move suleiman and all to pressburg (to threaten Vienna)",
        "attack pressburg with suleiman and all",
        "attack pressburg from buda with suleiman and all",
        "march suleiman & all to pressburg",
        "suleiman and all to pressburg",
        "next, move suleiman and all to pressburg",
        "OK, then I will move suleiman and all to pressburg, please",
        "let's move suleiman and all to pressburg now",
    ],
)
def test_a_move(line: str) -> None:
    assert read(line, at(OTTOMAN)) == MOVE


@pytest.mark.parametrize(
    ("line", "order"),
    [
        ("move francis and 4 reg to dijon", "move Francis I, 4 regulars: Paris > Dijon"),
        ("francis 4r 2m paris-dijon", "move Francis I, 4 regulars, 2 mercenaries: Paris > Dijon"),
        (
            "move all but 1 merc from paris to dijon",
            "move Francis I, Montmorency, 5 regulars, 1 mercenary: Paris > Dijon",
        ),
        (
            "move francis and everything except 1 regular and 1 merc to dijon",
            "move Francis I, 4 regulars, 1 mercenary: Paris > Dijon",
        ),
        (
            "move all but montmorency from paris to dijon",
            "move Francis I, 5 regulars, 2 mercenaries: Paris > Dijon",
        ),
        ("sail 2 squadrons marseille-gulf of lyon", "naval move 2 squadrons: Marseille > Gulf of Lyon"),
        ("move fleet from marseille to gulf of lyon", "naval move 2 squadrons: Marseille > Gulf of Lyon"),
        ("move 2 squadrons to gulf of lyon", "naval move 2 squadrons: Marseille > Gulf of Lyon"),
        ("move fleet in gulf of lyon to marseille", "naval move 1 squadron: Gulf of Lyon > Marseille"),
        (
            "sail all: marseille > gulf of lyon and move 1 squadron: gulf of lyon > marseille",
            "naval move 2 squadrons: Marseille > Gulf of Lyon; 1 squadron: Gulf of Lyon > Marseille",
        ),
        ("transport 2 reg to gulf of lyon", "transport 2 regulars: Marseille > Gulf of Lyon"),
        ("buy merc paris", "build mercenary in Paris"),
        ("raise another regular in Rouen", "build regular in Rouen"),
        ("found colony", "colonize"),
        ("launch a voyage of conquest", "conquer"),
    ],
)
def test_france(line: str, order: str) -> None:
    assert read(line, at(FRANCE)) == order


@pytest.mark.parametrize(
    ("line", "order"),
    [
        (
            "sail barbarossa and all to barbary coast",
            "naval move Barbarossa, 2 corsairs: Algiers > Barbary Coast",
        ),
        (
            "move barbarossa and 2 corsairs to barbary coast",
            "naval move Barbarossa, 2 corsairs: Algiers > Barbary Coast",
        ),
        ("recruit a sipahi in istanbul", "build cavalry in Istanbul"),
        ("done", "end"),
        ("that's all", "end"),
        ("end of impulse.", "end"),
        ("I'm done", "end"),
        ("nothing else", "end"),
    ],
)
def test_ottoman(line: str, order: str) -> None:
    assert read(line, at(OTTOMAN)) == order


def test_piracy_needs_no_sea_zone_if_there_is_only_one() -> None:
    sitting = at(OTTOMAN.replace("barbary_coast: none", "barbary_coast: ottoman 2 corsairs"))
    order = "piracy in Barbary Coast against Hapsburg"
    assert read("piracy vs hapsburgs", sitting) == order
    assert read("raid spain in the barbary coast", sitting) == order
    assert read("piracy", sitting) == order
    with pytest.raises(Unreadable, match=r"naval\.no_corsairs"):
        read("piracy against spain", at(OTTOMAN))


@pytest.mark.parametrize(
    ("line", "order"),
    [
        ("burn books in germany", "burn books german"),
        ("spend 2 cp on st peter's", "st peters 2"),
        ("add 1 cp to St. Peter's", "st peters 1"),
        ("st peter's basilica for 3", "st peters 3"),
        ("call a debate in the German zone", "debate german"),
    ],
)
def test_papacy(line: str, order: str) -> None:
    assert read(line, at(PAPACY)) == order


@pytest.mark.parametrize(
    ("line", "order"),
    [
        ("publish treatise in england", "treatise english"),
        ("translate bible into german", "translate german full bible 1"),
        ("spend 2 cp on german translation", "translate german full bible 2"),
    ],
)
def test_protestant(line: str, order: str) -> None:
    assert read(line, at(PROTESTANT)) == order


@pytest.mark.parametrize(
    ("line", "order"),
    [
        ("play 66 for 3 cp", "play 66 for cp"),
        ("Play #66 for 3 CPs.", "play 66 for cp"),
        ("7. play 66 for cp", "play 66 for cp"),
        ("66 (cp)", "play 66 for cp"),
        ("66 - cp", "play 66 for cp"),
        ("play 31 (Foul Weather) for cp", "play 31 for cp"),
        ("play #31 Foul Weather for cp", "play 31 for cp"),
        ("play my home card for cp", "play 1 for cp"),
        ("play home card as event", "play 1 as event"),
        ("play event 1", "play 1 as event"),
    ],
)
def test_cards(line: str, order: str) -> None:
    assert read(unmarked(line), at(HAND)) == order


# ---- What is doubtful


@pytest.mark.parametrize(
    ("line", "position"),
    [
        ("move 2 regulars to mohacs", OTTOMAN),  # from Belgrade or from Buda
        ("build squadron", OTTOMAN),
        ("call debate", PROTESTANT),
        ("burn books", PAPACY),
        ("play janissaries", HAND),
    ],
)
def test_what_may_mean_several_things_lists_them(line: str, position: str) -> None:
    with pytest.raises(Ambiguous) as caught:
        read(line, at(position))
    assert len(caught.value.candidates) > 1
    for order in caught.value.candidates:
        assert read(order, at(position)) == order


@pytest.mark.parametrize(
    ("line", "position", "told"),
    [
        ("besiege vienna", OTTOMAN, "a siege begins when"),
        ("siege", OTTOMAN, "a siege begins when"),
        ("assault", OTTOMAN, "you besiege no space"),
        ("move buda to pressburg", OTTOMAN, "who moves"),
        ("move suleiman and ibrahim to mohacs", OTTOMAN, "not in one place"),
        ("naval move: istanbul > aegean", OTTOMAN, "which ships"),
        ("dow france", OTTOMAN, "Diplomacy Phase"),
        ("make peace with hapsburgs", OTTOMAN, "Diplomacy Phase"),
        ("play 31 for cp", OTTOMAN, "name an action, or end"),
        ("skip", OTTOMAN, 'write "end"'),
        ("no", OTTOMAN, 'write "end"'),
        ("move all but 9 regulars from paris to dijon", FRANCE, "not so many units"),
        ("transport 2 reg from marseille to genoa", FRANCE, "into a sea zone first"),
        ("build chateau", FRANCE, "Patron of the Arts"),
        ("explore with cabot", ENGLAND, "drawn when the voyage"),
        ("marry anne boleyn", ENGLAND, "Six Wives"),
        ("excommunicate luther", PAPACY, "Papal Bull"),
        ("debate in germany against luther", PAPACY, "drawn by lot"),
        ("reform wittenberg", PROTESTANT, "after a treatise"),
        ("move suleiman to edirne", HAND, "first play a card"),
        ("build regular in istanbul", HAND, "first play a card"),
        ("play 66 for 5 cp", HAND, "card 66 has 3 CP"),
        ("play 31 Akinji Raiders for cp", HAND, "card 31 is not card 66"),
    ],
)
def test_what_cannot_be_ordered_here_is_explained(line: str, position: str, told: str) -> None:
    with pytest.raises(Unreadable) as caught:
        read(line, at(position))
    assert told in why(caught.value, VOICE)


def test_a_leader_alone_is_not_his_army() -> None:
    with pytest.raises(Illegal, match=r"movement\.leaders_alone"):
        read("move suleiman to pressburg", at(OTTOMAN))


def test_henry_is_the_own_one() -> None:
    order = "transport Henry VIII, 3 regulars: London > North Sea"
    assert read("transport henry and 3 regulars to north sea", at(ENGLAND)) == order


# ---- Answers to others

ATTACK = """
    units paris: france 6 regulars, francis i
    units st_quentin: hapsburg 3 regulars, 2 mercenaries, charles v
    units brussels: hapsburg 4 regulars
    control st_quentin: hapsburg
    impulse france 5 cp
"""
ATTACKS = ("france", "move francis and all to st quentin")


@pytest.mark.parametrize(
    ("line", "order"),
    [
        ("I intercept", "intercept with 4 regulars from Brussels"),
        ("yes please", "intercept with 4 regulars from Brussels"),
        ("intercept from brussels with 3 reg", "intercept with 3 regulars from Brussels"),
        ("no thanks", "decline"),
        ("I do not intercept", "decline"),
        ("don't intercept", "decline"),
        ("skip", "decline"),
    ],
)
def test_interception(line: str, order: str) -> None:
    assert read(line, at(ATTACK, ATTACKS)) == order


@pytest.mark.parametrize(
    ("line", "order"),
    [
        ("avoid battle", "avoid battle to Brussels with Charles V, 3 regulars, 2 mercenaries"),
        ("yes", "avoid battle to Brussels with Charles V, 3 regulars, 2 mercenaries"),
        ("retreat to brussels", "avoid battle to Brussels with Charles V, 3 regulars, 2 mercenaries"),
        ("stand and fight", "stay"),
        ("fight on", "stay"),
    ],
)
def test_avoiding_battle(line: str, order: str) -> None:
    assert read(line, at(ATTACK, ATTACKS, ("hapsburg", "no"))) == order


@pytest.mark.parametrize(
    ("line", "order"),
    [
        ("lose 2 mercs, 1 reg", "lose 1 regular, 2 mercenaries"),
        ("I lose 2 mercs and 1 regular", "lose 1 regular, 2 mercenaries"),
        ("mercs first, then regulars", "lose 1 regular, 2 mercenaries"),
        ("take losses from regulars", "lose 3 regulars"),
    ],
)
def test_losses(line: str, order: str) -> None:
    lines = (ATTACKS, ("hapsburg", "no"), ("hapsburg", "stand"))
    sitting = at(ATTACK, *lines, dice="5 5 5 1 1 1 1 1 1 1 1 1 1 1 1")
    assert read(line, sitting) == order


SPRING = """
    scenario tournament
    units valladolid: hapsburg 4 regulars, charles v
    units vienna: hapsburg 4 regulars, ferdinand
    phase spring
    hand ottoman: none
"""


@pytest.mark.parametrize(
    ("line", "order"),
    [
        ("spring deploy charles with 4 reg to seville", "deploy Charles V, 4 regulars: Valladolid > Seville"),
        ("spring: deploy ferdinand and 2 reg to linz", "deploy Ferdinand, 2 regulars: Vienna > Linz"),
        ("skip", "nobody"),
        ("no deployment", "nobody"),
    ],
)
def test_spring(line: str, order: str) -> None:
    sitting = at(SPRING, ("ottoman", "nobody"))
    assert read(line, sitting) == order


TO_PROPOSE = """\
scenario tournament
war ottoman hapsburg
hand ottoman: 1 31
hand hapsburg: 2 66
hand france: 4 92
hand england: 3 36
phase diplomacy"""


@pytest.mark.parametrize(
    ("line", "order"),
    [
        ("alliance with france", "propose France: alliance"),
        ("ally with france", "propose France: alliance"),
        ("offer france an alliance", "propose France: alliance"),
        ("offer hapsburgs peace", "propose Hapsburg: peace"),
        ("make peace with the hapsburgs", "propose Hapsburg: peace"),
        ("propose england: we give 1 card, they give 1 card", ""),
    ],
)
def test_deals(line: str, order: str) -> None:
    sitting = at(TO_PROPOSE)
    if order:
        assert read(line, sitting) == order
    else:
        with pytest.raises(Illegal, match=r"deal\.one_way"):
            read(line, sitting)


@pytest.mark.parametrize(
    "line", ["propose to hapsburgs: peace in exchange for 1 card", "propose france: alliance for 1 card"]
)
def test_nobody_says_whose_card_it_is(line: str) -> None:
    """Either side could give it: nothing is proposed on a guess."""
    with pytest.raises(Unreadable):
        read(line, at(TO_PROPOSE))


# ---- Lines


@pytest.mark.parametrize(
    ("line", "orders"),
    [
        ("1. play 66 for cp", ["play 66 for cp"]),
        ("play 66 for cp and move suleiman to edirne", ["play 66 for cp", "move suleiman to edirne"]),
        ("play 66 for cp: control metz; end", ["play 66 for cp", "control metz", "end"]),
        (
            "move suleiman and all to buda, then control buda",
            ["move suleiman and all to buda", "control buda"],
        ),
        ("buy 2 mercs in paris, 1 regular in rouen", ["buy mercs in paris"] * 2 + ["buy regular in rouen"]),
        (
            "build 2 regulars in istanbul and 1 in edirne",
            ["build regulars in istanbul"] * 2 + ["build regulars in edirne"],
        ),
        (
            "build a regular in london and a merc in york",
            ["build a regular in london", "build a merc in york"],
        ),
        # One order each: nothing of these is parted.
        ("stand and fight", ["stand and fight"]),
        ("lose 1 merc and 2 regulars", ["lose 1 merc and 2 regulars"]),
        ("suleiman + 6 reg + 2 cav buda-pest", ["suleiman + 6 reg + 2 cav buda-pest"]),
        ("build 2 in vienna, 2 in linz", ["build 2 in vienna, 2 in linz"]),
        ("next, move suleiman to edirne", ["next, move suleiman to edirne"]),
        ("sail all: a > b and move 1 squadron: c > d", ["sail all: a > b and move 1 squadron: c > d"]),
        (
            "if won: control metz, else: build regular in rouen",
            ["if won: control metz, else: build regular in rouen"],
        ),
        ("standing: play 31 against France and pass", ["standing: play 31 against France and pass"]),
    ],
)
def test_lines_of_several_orders(line: str, orders: list[str]) -> None:
    assert expand(line) == orders


@pytest.mark.parametrize(
    ("line", "rest"),
    [
        ("1. end", "end"), ("2) end", "end"), ("(3) end", "end"), ("b) end", "end"), ("- end", "end"),
        ("* end", "end"), ("• end", "end"), ("— #31", "#31"),
        ("3.", "3."), ("2 in vienna", "2 in vienna"), ("-- ", "-- "), ("31", "31"),
        ("** later **", "** later **"),
    ],
)  # fmt: skip
def test_marks_of_lists(line: str, rest: str) -> None:
    assert unmarked(line) == rest


@pytest.mark.parametrize(
    ("line", "rest"),
    [
        ("control Nice (next turn)", "control Nice (next turn)"),
        (
            "control Nice (moving the Marseille regulars in first)",
            "control Nice (moving the Marseille regulars in first)",
        ),
        ("declare war on Papacy (when he is weak)", "declare war on Papacy (when he is weak)"),
        ("end (I hope this works)", "end"),
        ("move all: a > b (a feint).", "move all: a > b"),
        # These might change what is ordered.
        ("move all: a > b (but 1 regular)", "move all: a > b (but 1 regular)"),
        ("move suleiman (with all)", "move suleiman (with all)"),
        ("build regular in paris (2 times)", "build regular in paris (2 times)"),
        ("66 (event)", "66 (event)"),
    ],
)
def test_asides(line: str, rest: str) -> None:
    assert without_comment(line) == rest


def test_ends_and_actions() -> None:
    assert all(map(is_end, ["end", "End.", "done!", "that's all", "pass", "ok, end please"]))
    assert not any(map(is_end, ["end press", "play 31", "no", "build regular in paris"]))
    assert all(map(is_action, ["build regular in paris", "1. move all: a > b", "then naval move all: a > b"]))
    assert not any(map(is_action, ["play 31 for cp", "pass", "end", "paris", "yes"]))
