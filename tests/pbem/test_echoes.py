"""Letters that say again what another has said: answering machines, and letters that are sent twice."""

from __future__ import annotations

from pbem.post.sent_twice import MOST
from tests.pbem.office import Office

AWAY = "I am on holiday until Monday and cannot read your letter."


def test_the_same_words_in_vain_are_answered_a_few_times_only(game: Office) -> None:
    (power,) = game.asked()
    for _ in range(MOST):
        assert game.receive(game.letter(power, AWAY)).status == "done"
    letters = game.letters_out()
    row = game.receive(game.letter(power, AWAY))
    assert (row.status, row.verdict) == ("held", "echo")
    assert game.letters_out() == letters
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


# ---- Sent twice


def test_the_same_orders_under_a_new_message_id_are_recognised(game: Office) -> None:
    (power,) = game.asked()
    asked = game.outbox(power)[-1].message_id
    line = game.silent_line(power)
    game.write(power, line, In_Reply_To=asked)
    orders = len(game.orders())
    again = game.write(power, line, In_Reply_To=asked)
    said = " ".join(again.text.split())
    assert "came from you in another letter on Monday 16 November 2026, 09:00 UTC" in said
    assert line in said
    assert len(game.orders()) == orders


def test_the_same_words_to_another_letter_are_new_orders(game: Office) -> None:
    (power,) = game.asked()
    line = game.silent_line(power)
    receipt = game.write(power, line, In_Reply_To=game.outbox(power)[-1].message_id)
    assert "another letter" not in game.write(power, line, In_Reply_To=receipt.message_id).text
    assert "another letter" not in game.write(power, line).text


def test_a_letter_in_vain_may_be_sent_again(game: Office) -> None:
    """Nothing was taken the first time."""
    (power,) = game.asked()
    asked = game.outbox(power)[-1].message_id
    game.write(power, "frobnicate", In_Reply_To=asked)
    assert "another letter" not in game.write(power, "frobnicate", In_Reply_To=asked).text
