"""`when talks open:` by mail: kept, listed, replaced, taken back, said when talks begin; else secret."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from pbem.store import clocks, games
from pbem.store.tables import OutgoingRow
from pbem.store.unit_of_work import UnitOfWork
from rules.his.powers import IMPULSE_ORDER
from tests.pbem.office import GAME, Office
from tests.pbem.test_standing_mail import begin_at, plain

# Nobody has a card: when the Ottoman ends the impulse, everybody passes, and the turn is over.
LAST_IMPULSE = """
    scenario tournament
    units istanbul: ottoman 6 regulars, 2 cavalry, suleiman
    units vienna: hapsburg 4 regulars, ferdinand
    units mohacs: ottoman 4 regulars
    control mohacs: ottoman
    control buda: ottoman
    control graz: hapsburg
    war ottoman hapsburg
    impulse ottoman 5 cp
"""
WRITER = "hapsburg"
LETTER = (
    "when talks open:",
    "press to england: Let us end this war unless you have better plans.",
    "propose to england: alliance",
    "ready",
)


@pytest.fixture
def game(new_office: Callable[..., Office], monkeypatch: pytest.MonkeyPatch) -> Office:
    office = new_office(talks=48)
    begin_at(office, LAST_IMPULSE, monkeypatch, observers=1, quick=True)
    return office


def until_the_talks(office: Office, by: str = "end") -> None:
    """The turn goes on by silence until the powers talk."""
    office.write("ottoman", by, message_id="<last@x>")
    for number in range(40):
        if talks_row(office) is not None:
            return
        (power, *_) = office.asked()
        office.write(power, office.silent_line(power), message_id=f"<on{number}@x>")
    raise AssertionError(f"no talks: {office.engine().where()}")


def talks_row(office: Office) -> Any:
    with UnitOfWork(office.database) as work:
        return clocks.open_talks(work.session, games.find_game(work.session, GAME))


def subjects(office: Office, power: str) -> list[str]:
    return [row.subject for row in office.outbox(power)]


def test_it_is_kept_listed_and_said_when_the_talks_begin(game: Office) -> None:
    receipt = plain(game.write(WRITER, *LETTER).text)
    assert "FOR LATER" in receipt
    assert "when the next talks come" in receipt
    listed = plain(game.write(WRITER, "orders").text)
    assert all(line in listed for line in LETTER)
    assert "drop when talks open" in listed
    until_the_talks(game)
    to_england = [plain(row.text) for row in game.outbox("england")]
    assert any("Let us end this war unless you have better plans." in text for text in to_england)
    assert any("agree Hapsburg 1" in text for text in to_england)
    told = plain(game.outbox(WRITER)[-1].text)
    assert "What you had written for the next talks was carried out: press to england: Let us" in told
    assert "propose to england: alliance; ready" in told
    assert talks_row(game).ready == [WRITER]
    assert "when talks open" not in plain(game.write(WRITER, "orders").text)


def test_the_offer_can_be_agreed(game: Office) -> None:
    game.write(WRITER, "when talks open: propose to england: alliance")
    until_the_talks(game)
    assert "AGREED" in plain(game.write("england", "agree").text)


def test_replaced_and_taken_back(game: Office) -> None:
    game.write(WRITER, *LETTER)
    replaced = plain(game.write(WRITER, "when talks open: ready").text)
    assert "when talks open: propose to england: alliance" in replaced.partition("FOR LATER")[0]
    assert "when talks open: ready" in plain(game.write(WRITER, "drop when talks open").text)
    assert "nothing written" in plain(game.write(WRITER, "drop when talks open").text)
    until_the_talks(game)
    assert talks_row(game).ready == []
    assert not [row for row in game.outbox("england") if "proposes" in row.text]


def test_what_touches_the_writer_stops_it(game: Office) -> None:
    game.write(WRITER, *LETTER)
    game.write("ottoman", "move all: mohacs > graz")
    until_the_talks(game)
    told = " ".join(plain(row.text) for row in game.outbox(WRITER))
    assert "What you had written for the next talks was not carried out: an army of Ottoman stands" in told
    assert not [row for row in game.outbox("england") if "Let us end this war" in row.text]


def test_no_matter_what(game: Office) -> None:
    game.write(WRITER, *LETTER, "no matter what")
    game.write("ottoman", "move all: mohacs > graz")
    until_the_talks(game)
    assert [row for row in game.outbox("england") if "Let us end this war" in row.text]


def test_press_of_several_paragraphs_is_kept_whole(game: Office) -> None:
    game.write(
        WRITER,
        "when talks open:",
        "press to england: The first paragraph.",
        "Still the first.",
        "",
        "The second, if you read so far: unless you do not.",
        "",
        "next impulse:",
        "pass",
    )
    listed = plain(game.write(WRITER, "orders").text)
    assert "next impulse: pass" in listed
    until_the_talks(game)
    (text,) = [row.text for row in game.outbox("england") if "first paragraph" in row.text]
    assert "Still the first." in text
    assert "The second, if you read so far: unless you do not." in text
    assert "next impulse" not in text


def test_whoever_is_written_to_is_not_ready(game: Office) -> None:
    game.write("england", "when talks open: ready")
    game.write(WRITER, *LETTER)
    until_the_talks(game)
    assert talks_row(game).ready == [WRITER]
    assert any(
        "You were ready; because of this letter you no longer are" in plain(row.text)
        for row in game.outbox("england")
    )


def test_when_everybody_is_ready_the_talks_are_over(game: Office) -> None:
    for power in IMPULSE_ORDER:
        game.write(power, "when talks open: ready")
    until_the_talks(game)
    assert talks_row(game).part != 9
    game.moderator.tick()
    row = talks_row(game)
    assert row is None or row.part == 9  # the plan of the turn


def test_what_cannot_be_said_is_refused_or_told_later(game: Office) -> None:
    refused = plain(game.write(WRITER, "when talks open: play 31 for cp").text)
    assert "Only press, proposals" in refused
    refused = plain(game.write(WRITER, "when talks open: press to narnia: hello").text)
    assert "NOT DONE" in refused
    assert "narnia" in refused
    warned = plain(game.write(WRITER, "when talks open: propose to ottoman: alliance").text)
    assert "as things stand it would not be possible" in warned
    until_the_talks(game)
    told = " ".join(plain(row.text) for row in game.outbox(WRITER))
    assert "could not be carried out: propose to ottoman: alliance" in told


def test_talks_that_are_open_are_meant_at_once(game: Office) -> None:
    until_the_talks(game)
    game.write(WRITER, *LETTER)
    assert any("Let us end this war" in row.text for row in game.outbox("england"))
    assert talks_row(game).ready == [WRITER]


def test_after_the_talks_it_is_for_those_of_the_next_turn(game: Office) -> None:
    until_the_talks(game)
    for power in IMPULSE_ORDER:
        game.write(power, "ready")
    game.moderator.tick()
    receipt = plain(game.write(WRITER, "when talks open: ready").text)
    assert "FOR LATER" in receipt
    assert "Your plan is kept" not in receipt
    with UnitOfWork(game.database) as work:
        sitting = games.load_sitting(work.session, games.find_game(work.session, GAME))
    assert [order.until for order in sitting.preorders.of(WRITER)] == [sitting.engine.game.turn + 1]


def test_a_heading_below_press_is_not_press(game: Office) -> None:
    """What is planned for later was once sent to everybody, as the end of the press above it."""
    game.write(WRITER, "press to all: Peace be with you.", "", "next impulse:", "play 46 for cp")
    told = [row.text for row in game.outbox("england") if "Peace be with you" in row.text]
    assert told
    assert all("play 46" not in text for text in told)
    assert "play 46 for cp" in game.write(WRITER, "orders").text


def test_nobody_else_sees_what_is_kept(
    new_office: Callable[..., Office], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Other lines, no lines, private words when the talks begin: for onlookers the same bytes and times."""
    onlookers = ("ottoman", "france", "papacy", "protestant", "observer1")
    looks: list[Any] = []
    for lines in (LETTER[:3], ("winter: usual",), ("when talks open:", "press to england: Beware.")):
        office = new_office(talks=48)
        begin_at(office, LAST_IMPULSE, monkeypatch, observers=1, quick=True)
        tokens = [office.seat(seat).token for seat in onlookers]
        office.later(1)
        office.write(WRITER, *lines, message_id="<kept@x>")
        office.later(1)
        for power in ("france", "observer1"):
            office.write(power, "status", "orders", message_id=f"<{power}@x>")
        until_the_talks(office)
        office.write("france", "status", "deals", message_id="<then@x>")
        looks.append({power: [_seen(row, tokens) for row in office.outbox(power)] for power in onlookers})
    assert looks[0] == looks[1] == looks[2]
    assert all(len(mails) >= 2 for mails in looks[0].values())


def _seen(row: OutgoingRow, tokens: list[str]) -> tuple[Any, ...]:
    text = f"{row.subject}\n{row.text}\n{row.html}"
    for token in tokens:
        text = text.replace(token, "token")
    return text, row.created_at


def test_deeds_below_an_answer_to_press_are_done(game: Office) -> None:
    """`agree hapsburg 1` was once sent to the writer of the press, with the secret proposal below it."""
    until_the_talks(game)
    game.write(WRITER, "propose to england: alliance", "press to england: This serves both of us.")
    answered = game.outbox("england")[-1]
    assert "This serves both of us" in answered.text
    before = len(game.outbox(WRITER))
    told = game.write(
        "england",
        "agree hapsburg 1",
        "propose to france: alliance",
        "",
        "I am glad of it.",
        In_Reply_To=answered.message_id,
    )
    assert "AGREED" in told.text
    assert any("proposes a deal" in plain(row.text) for row in game.outbox("france"))
    got = [row.text for row in game.outbox(WRITER)[before:]]
    assert any("I am glad of it." in text for text in got)
    assert not any("propose to france" in text for text in got)
