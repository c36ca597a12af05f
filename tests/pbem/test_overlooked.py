"""Orders that a player wrote where nothing is read: they are not carried out, and the receipt says so."""

from __future__ import annotations

import pytest

from pbem.channels.mail.html_text import html_to_text
from tests.pbem.office import Office

HEAD = "From: Moderator <gm@example.test>\nSent: 16 November 2026 09:12\nTo: You\nSubject: the game\n\n"
TOLD = "stand inside my old letter"


def answered(game: Office, *, html: bool, extra: str = "", above: str = "status") -> str:
    """The receipt of a letter that holds our last one without marks of quotation."""
    (power,) = game.asked()
    ours = game.outbox(power)[-1]
    lines = (html_to_text(ours.html) if html else ours.text).split("\n")
    if extra:
        lines.insert(len(lines) // 2, extra)
    text = f"{above}\n\n{HEAD}" + "\n".join(lines)
    return game.write(power, text, In_Reply_To=ours.message_id).text


@pytest.mark.parametrize("html", [False, True])
def test_a_line_inside_our_letter_is_read(game: Office, html: bool) -> None:
    """We know our own letter, so what is not ours in it is the player's: this is no order now."""
    receipt = answered(game, html=html, extra="[Me] build corsair in Algiers")
    assert TOLD not in " ".join(receipt.split())
    assert "NOT DONE" in receipt
    assert "    [Me] build corsair in Algiers\n" in receipt
    assert game.orders() == []


@pytest.mark.parametrize("html", [False, True])
def test_our_own_letter_below_is_nothing_to_tell(game: Office, html: bool) -> None:
    assert TOLD not in " ".join(answered(game, html=html).split())


def test_the_mark_below_a_refused_line_is_ours_when_it_is_quoted(game: Office) -> None:
    """It has no words by which to know it, and was told as a line of the player's."""
    (power,) = game.asked()
    ours = game.outbox(power)[-1]
    lines = [f"> {line}" for line in ours.text.split("\n")]
    at = next(number for number, line in enumerate(lines) if line.startswith(">     "))
    lines.insert(at + 1, ">     ^")
    answer = game.write(power, "status", "", "You wrote:", *lines, In_Reply_To=ours.message_id)
    assert TOLD not in " ".join(answer.text.split())


def test_lines_of_some_other_letter_below_are_told(game: Office) -> None:
    """Nobody knows whose they are: they do not act, and the receipt shows them."""
    (power,) = game.asked()
    order = game.silent_line(power)
    receipt = game.write(power, f"status\n\n{HEAD}one\n{order}\nthree", In_Reply_To="<no@where>").text
    assert TOLD in " ".join(receipt.split())
    assert f"    one\n    {order}\n    three\n" in receipt
    assert game.orders() == []


def test_an_order_in_the_subject_is_not_read_and_that_is_said(game: Office) -> None:
    (power,) = game.asked()
    receipt = game.write(power, "", Subject=game.silent_line(power)).text
    assert "not the subject" in " ".join(receipt.split())
    assert game.orders() == []
