"""Orders written before their moment, by mail: stored, told, carried out, and nobody else knows of them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from pbem.games import game_of
from tests.pbem.office import Office
from tests.pbem.test_preorders import BLOCK, OTTOMAN
from tests.pbem.test_standing_mail import begin_at, plain

ONLOOKERS = ("ottoman", "england", "france", "papacy", "protestant", "observer1")


@pytest.fixture
def game(office: Office, monkeypatch: pytest.MonkeyPatch) -> Office:
    begin_at(office, OTTOMAN, monkeypatch, observers=1, reports="impulse")
    return office


def test_they_are_stored_and_carried_out(game: Office) -> None:
    receipt = plain(game.write("hapsburg", *BLOCK).text)
    assert "FOR LATER" in receipt
    assert "when your next impulse comes" in receipt
    listed = plain(game.write("hapsburg", "orders").text)
    assert "play 46 for cp" in listed
    assert "drop next impulse" in listed
    game.write("ottoman", "end")
    assert game.asked() == ["england"]
    told = plain(game.outbox("hapsburg")[-1].text)
    assert "What you had written for your next impulse was carried out: play 46 for cp" in told
    (first, *_) = [row for row in game.orders() if row.entry["power"] == "hapsburg" and row.letter_id]
    assert first.words == "play 46 for cp"


def test_lines_in_free_words_are_told_once(game: Office) -> None:
    """As what was written for the moment, not as lines that had been held besides."""
    game.write("hapsburg", "next impulse: play 46 for cp, hire two mercenaries in Vienna and then stop")
    game.write("ottoman", "end")
    told = plain(game.outbox("hapsburg")[-1].text)
    assert "What you had written for your next impulse was carried out: play 46 for cp" in told
    assert "had been held" not in told
    report = next(plain(row.text) for row in game.outbox("hapsburg")[::-1] if row.kind == "report")
    assert "Hapsburg gets 2 mercenaries in Vienna." in report


def test_a_stop_is_told_with_its_reason_and_the_question(game: Office) -> None:
    game.write("hapsburg", "standing: defence as usual", *BLOCK)
    game.write("ottoman", "move all: mohacs > graz", "end")
    assert game.asked() == ["hapsburg"]
    told = plain(game.outbox("hapsburg")[-1].text)
    assert "was not carried out: an army of Ottoman stands in Graz, beside Vienna" in told
    assert "play 46 for cp; build regular in vienna; end" in told


def test_conditions_of_a_block_are_no_reservations(game: Office) -> None:
    """They were taken for doubts about the orders above them, and stopped the letter."""
    told = plain(game.write("hapsburg", *BLOCK, "unless England declares war on me").text)
    assert "NOT DONE" not in told
    assert "or England has declared war on you" in told
    told = plain(game.write("hapsburg", *BLOCK, "but only if England agrees").text)
    assert "none of the letter's orders was carried out" in told
    assert "but only" not in told.partition("not read:")[2]


def test_taking_back_and_replacing_are_receipted(game: Office) -> None:
    game.write("hapsburg", *BLOCK, "winter: usual")
    replaced = plain(game.write("hapsburg", "next impulse: play 2 for cp").text)
    assert "build regular in vienna" in replaced
    assert "winter: usual" in plain(game.write("hapsburg", "drop winter").text)
    assert "winter" not in plain(game.write("hapsburg", "orders").text).partition("NEWS")[0].lower()


def test_held_lines_of_older_versions_go_on(game: Office) -> None:
    """Without a heading a line is tried on whatever is asked next, as it always was."""
    game.write("hapsburg", "play 46 for cp", "build regular in vienna", "end")
    game.write("ottoman", "end")
    assert game.asked() == ["england"]


@pytest.mark.parametrize("windows", ["standing", "rewind", "ask"])
def test_nobody_else_sees_what_was_written(
    windows: str, new_office: Callable[..., Office], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Until its moment comes, every byte that others get is the same, and comes at the same time."""
    one = watched(new_office(), windows, monkeypatch, BLOCK)
    other = watched(new_office(), windows, monkeypatch, ("winter: usual", "spring:", "usual", "wars: none"))
    assert one == other
    assert sum(map(len, one["mails"].values())) >= 10


def watched(
    office: Office, windows: str, patch: pytest.MonkeyPatch, lines: tuple[str, ...]
) -> dict[str, Any]:
    """What everybody but the writer gets while the game goes on."""
    begin_at(office, OTTOMAN, patch, windows=windows, observers=1, reports="impulse")
    tokens = {seat: office.seat(seat).token for seat in ONLOOKERS}
    office.later(1)
    office.write("hapsburg", *lines, message_id="<kept@x>")
    office.later(1)
    for power in ("england", "observer1"):
        office.write(power, "status", "orders", "map", message_id=f"<{power}@x>")
    office.write("ottoman", "preview", "end", message_id="<p@x>")
    office.write("ottoman", "build regular in istanbul", message_id="<o@x>")

    def same(text: str) -> str:
        for token in tokens.values():
            text = text.replace(token, "token")
        return text

    return {
        "mails": {seat: [same(row.text) for row in office.outbox(seat)] for seat in ONLOOKERS},
        "times": {seat: [row.created_at for row in office.outbox(seat)] for seat in ONLOOKERS},
        "waiting": [(q.power, q.kind, q.asked_at, q.due_at, q.status) for q in office.questions()],
    }


def test_pass_this_turn_says_that_it_holds_for_the_turn(
    office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It was told as a single pass, with an invitation to write the next one."""
    begin_at(office, OTTOMAN.replace("2 46", "46"), monkeypatch, quick=True)
    office.write("ottoman", "end")
    told = plain(office.write("hapsburg", "pass this turn").text)
    assert "STANDING ORDERS" in told
    assert "pass; in turn 4 only" in told
    assert "If you write your next impulse now" not in told


def test_ok_to_the_invitation_keeps_its_lines(office: Office, monkeypatch: pytest.MonkeyPatch) -> None:
    begin_at(office, OTTOMAN, monkeypatch, quick=True)
    lines = ["play 45 for cp", "build regular in Istanbul", "end"]
    monkeypatch.setattr(type(game_of("his")), "ahead", lambda title, game, power: lines)
    over = office.write("ottoman", "end")
    titled = " ".join(lines).replace("for cp", "for cp // Calvin Expelled")
    assert f"(answer just: ok): next impulse: {titled}" in plain(over.text)
    kept = plain(office.write("ottoman", "ok", In_Reply_To=over.message_id).text)
    assert f"next impulse: {' '.join(lines)}" in kept.partition("FOR LATER")[2]
    assert "NOT DONE" not in kept


def test_ok_to_an_invitation_that_is_over_keeps_nothing(
    office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    begin_at(office, OTTOMAN, monkeypatch, quick=True)
    over = office.write("ottoman", "end")
    while "ottoman" not in office.asked() or office.engine().question("ottoman").kind != "impulse":
        office.play_silently(1)
    before = office.engine().seq
    told = plain(office.write("ottoman", "ok", In_Reply_To=over.message_id).text)
    assert office.engine().seq == before
    assert "FOR LATER" not in told


def test_nothing_is_kept_of_a_block_of_which_a_line_is_refused(game: Office) -> None:
    """Its orders were kept without the condition that was not understood, and carried out."""
    game.write("hapsburg", "next impulse: pass")
    refused = plain(
        game.write("hapsburg", *BLOCK, "even if anything goes, unless the Pope sneezes", "winter: usual").text
    )
    assert "HANDED BACK" in refused
    assert "next impulse: build regular in vienna" in refused.partition("HANDED BACK")[2]
    kept = plain(game.write("hapsburg", "orders").text)
    assert "play 46" not in kept
    assert "next impulse: pass" in kept.replace("\n    ", " ")
    assert "winter" not in kept


def test_what_is_still_held_was_not_carried_out(game: Office) -> None:
    """Where another power decides in the middle of a block, only what was done is told as done."""
    game.write("hapsburg", "next impulse:", "play 46 for cp", "move ferdinand and all: vienna > graz", "end")
    game.write("ottoman", "end")
    assert game.asked() == ["ottoman"]  # whether it intercepts
    told = plain(game.outbox("hapsburg")[-1].text)
    assert "carried out: play 46 for cp; move ferdinand and all: vienna > graz. " in told
    assert told.partition("HELD FOR YOU")[2].partition("takes them back.")[2].strip().startswith("end")
