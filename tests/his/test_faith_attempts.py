"""Strings of attempts as events grant them (18.3, 18.4)."""

from __future__ import annotations

from rules.his.faith.actions import burn_english_books, spaces_of_zone
from rules.his.faith.attempts import (
    AttemptTarget,
    flip_space,
    make_attempts,
    open_targets,
)
from rules.his.faith.odds import LANGUAGE_ZONES, Grant, best_target
from rules.his.powers import CATHOLIC, OTHER_FAITH, PROTESTANT_FAITH
from tests.his.faith_tools import dice_of, drive, luther_in_wittenberg, position, turn


def test_calvins_institutes_plus_one_in_the_french_zone_only() -> None:
    game = luther_in_wittenberg()
    turn(game, PROTESTANT_FAITH, "geneva")
    # Lyon: a five counts as six; Basel, in the German zone: a six is a six, and a tie is lost
    game.dice.given_dice += [5, 6, 6, 1, 1, 1]
    string = make_attempts(game, "protestant", 2, Grant(PROTESTANT_FAITH, ("french",), "card_46", modifier=1))
    drive(string, [("lyon", ""), ("basel", "")], game=game)
    assert dice_of(game) == [("protestant", 1), ("protestant", 1), ("papacy", 4)]
    assert game.spaces["lyon"].religion == PROTESTANT_FAITH
    assert game.spaces["basel"].religion == CATHOLIC


def test_all_zones_are_target_zones_but_not_the_lands_outside() -> None:
    game = luther_in_wittenberg()
    turn(game, PROTESTANT_FAITH, "hamburg")
    game.dice.given_dice += [6, 6, 6, 6, 6]
    string = make_attempts(game, "protestant", 2, Grant(PROTESTANT_FAITH, LANGUAGE_ZONES, "card_90"))
    drive(string, [("norwich", ""), ("amsterdam", "")], game=game)
    assert game.spaces["norwich"].religion == PROTESTANT_FAITH  # unopposed
    assert game.spaces["amsterdam"].religion == CATHOLIC  # a tie outside all zones


def test_book_of_common_prayer_takes_english_home_spaces_and_calais() -> None:
    game = luther_in_wittenberg()
    turn(game, PROTESTANT_FAITH, "london", "boulogne", "berwick", "hamburg")
    only = tuple(game.home_spaces("england"))
    grant = Grant(PROTESTANT_FAITH, ("english",), "card_62", only=only)
    found = open_targets(game, grant)
    assert "calais" in found
    assert "edinburgh" not in found
    assert "bremen" not in found
    game.dice.given_dice += [6, 6, 1, 1, 1]
    string = make_attempts(game, "protestant", 1, Grant(PROTESTANT_FAITH, ("english",), "card_62", only=only))
    drive(string, [("calais", "")], game=game)
    assert game.spaces["calais"].religion == CATHOLIC  # Calais lies outside the English zone


def test_events_for_the_papacy() -> None:
    game = position("1532")
    game.units.clear()
    game.rulers["papacy"] = "paul_iii"
    game.dice.given_dice += [6, 1]
    drive(
        make_attempts(game, "papacy", 1, Grant(CATHOLIC, LANGUAGE_ZONES, "card_11")),
        [("basel", "")],
        game=game,
    )
    assert dice_of(game) == [("papacy", 2)]
    assert game.spaces["basel"].religion == CATHOLIC


def test_mary_burns_books_in_the_english_zone_only() -> None:
    game = position("1532")
    game.units.clear()
    game.rulers["england"] = "mary_i"
    turn(game, PROTESTANT_FAITH, "london", "calais")
    for name, debater in game.faith.debaters.items():
        debater.committed = name != "cajetan"
    game.dice.given_dice += [1, 1, 1, 1, 1, 2]
    # Cajetan is offered first; London is then the only space, so nobody is asked for it
    drive(burn_english_books(game), ["cajetan"], game=game)
    assert dice_of(game) == [("papacy", 5), ("protestant", 1)]
    assert game.impulse.counter_targets == ["london"]
    assert game.faith.debaters["cajetan"].committed


def test_nothing_left_to_try_ends_the_string() -> None:
    game = position()
    drive(make_attempts(game, "papacy", 3, Grant(CATHOLIC, LANGUAGE_ZONES, "card_11")))
    assert dice_of(game) == []


def test_silence_takes_the_best_target_with_the_bonus_that_holds() -> None:
    game = luther_in_wittenberg()
    turn(game, PROTESTANT_FAITH, "worms")
    grant = Grant(PROTESTANT_FAITH, ("german",), "treatise")
    question = AttemptTarget("protestant", grant, 1, 2, "bucer")
    assert question.default(game) == (best_target(game, grant, open_targets(game, grant), "bucer"), "")
    assert question.default(game)[0] == "augsburg"
    assert AttemptTarget("protestant", grant, 1, 2).default(game)[0] != "augsburg"


def test_questions_list_debaters_beside_the_spaces_they_reach() -> None:
    game = luther_in_wittenberg()
    turn(game, PROTESTANT_FAITH, "worms")
    grant = Grant(PROTESTANT_FAITH, ("german",), "treatise")
    answers = list(AttemptTarget("protestant", grant, 1, 2).legal(game))
    assert ("strasburg", "bucer") in answers
    assert ("magdeburg", "") in answers
    assert ("magdeburg", "bucer") not in answers
    for answer in answers:
        AttemptTarget("protestant", grant, 1, 2).check(game, answer)


def test_flip_space_leaves_ottoman_homes_alone() -> None:
    game = position()
    flip_space(game, "istanbul", PROTESTANT_FAITH)
    assert game.spaces["istanbul"].religion == OTHER_FAITH
    assert not game.events


def test_the_english_zone_has_fourteen_spaces() -> None:
    assert len(spaces_of_zone(position(), "english")) == 14
