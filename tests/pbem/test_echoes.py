"""Answering machines that do not say that they are one."""

from __future__ import annotations

from pbem.store.echoes import MOST
from tests.pbem.office import Office

AWAY = "I am on holiday until Monday and cannot read your letter."


def test_the_same_words_in_vain_are_answered_a_few_times_only(game: Office) -> None:
    (power,) = game.asked()
    for _ in range(MOST):
        assert game.receive(game.letter(power, AWAY)).status == "done"
    letters = len(game.outbox())
    row = game.receive(game.letter(power, AWAY))
    assert (row.status, row.verdict) == ("held", "echo")
    assert len(game.outbox()) == letters
    game.write(power, game.silent_line(power))  # the player is still heard
    assert len(game.orders()) == 1


def test_an_hour_later_they_are_answered_again(game: Office) -> None:
    (power,) = game.asked()
    for _ in range(MOST):
        game.receive(game.letter(power, AWAY))
    game.later(1.1)
    assert game.receive(game.letter(power, AWAY)).status == "done"


def test_what_is_not_in_vain_is_no_echo(game: Office) -> None:
    (power,) = game.asked()
    for _ in range(MOST + 2):
        assert game.receive(game.letter(power, "status")).status == "done"
