"""The suggestion beside each question, and `ok`, which takes exactly that line."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from pbem.games import game_of
from pbem.language import parse_line
from pbem.post.service import GamePlan, Player
from pbem.store import games
from pbem.store.database import open_database
from pbem.store.tables import OutgoingRow
from pbem.store.unit_of_work import UnitOfWork
from tests.pbem.office import GAME, Office

SUGGESTED = re.compile(r"Suggested \(answer just: ok\): (?:the same, )?(.+?)\n  \(", re.DOTALL)
SILENCE = re.compile(r"Without an answer: (.+?)(?:\s+\(|\n\s*\n)", re.DOTALL)


@pytest.fixture(scope="module")
def action_phase(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database in which somebody is asked for an impulse."""
    path = tmp_path_factory.mktemp("office") / "office.sqlite3"
    open_database(path).dispose()
    office = Office(path)
    office.begin()
    while office.engine().game.phase != "action":
        office.play_silently(1)
    office.database.dispose()
    return path


@pytest.fixture
def office(action_phase: Path, tmp_path: Path) -> Office:
    found = Office(Path(shutil.copy(action_phase, tmp_path)))
    found.written = 1_000  # other names than those of the letters that are there
    return found


def line_in(text: str, pattern: re.Pattern[str]) -> str:
    found = pattern.search(text)
    return " ".join(found.group(1).split()) if found else ""


def question(office: Office) -> tuple[str, OutgoingRow]:
    (power,) = office.asked()
    return power, office.outbox(power)[-1]


def test_each_question_has_a_suggestion_and_silence_stays_what_it_was(office: Office) -> None:
    power, letter = question(office)
    suggested = line_in(letter.text, SUGGESTED)
    assert suggested
    assert suggested != line_in(letter.text, SILENCE)
    assert suggested in letter.html
    engine = office.engine()
    asked = engine.question(power)
    advice = game_of("his").suggest(engine.game, power, asked)
    assert parse_line(suggested, asked, engine.game, game_of("his").names) == advice.answer
    assert office.silent_line(power) == line_in(letter.text, SILENCE)


def test_ok_takes_the_line_that_was_shown(office: Office) -> None:
    power, letter = question(office)
    suggested = line_in(letter.text, SUGGESTED)
    before = office.engine().seq
    receipt = office.write(power, "ok", In_Reply_To=letter.message_id)
    assert office.engine().seq > before
    done = receipt.text.partition("DONE -")[2].partition("YOUR DECISION")[0]
    assert suggested in " ".join(done.split())


def test_default_takes_what_silence_would_do(office: Office) -> None:
    power, letter = question(office)
    receipt = office.write(power, "default", In_Reply_To=letter.message_id)
    assert line_in(letter.text, SILENCE) in receipt.text


def test_ok_beside_an_order_is_a_pleasantry(office: Office) -> None:
    """Nothing is done that somebody may not have meant: the order counts, not the suggestion."""
    power, letter = question(office)
    card = re.search(r"play (\d+) for cp", letter.text.replace(line_in(letter.text, SUGGESTED), ""))
    assert card is not None
    receipt = office.write(power, "ok", f"play {card.group(1)} for cp", In_Reply_To=letter.message_id)
    done = receipt.text.partition("DONE -")[2].partition("YOUR DECISION")[0]
    assert line_in(letter.text, SUGGESTED) not in done


def test_ok_beside_orders_for_later_takes_the_suggestion(office: Office) -> None:
    power, letter = question(office)
    receipt = office.write(
        power, "ok", "", "winter: usual", "next impulse: pass", In_Reply_To=letter.message_id
    )
    done = receipt.text.partition("DONE -")[2].partition("YOUR DECISION")[0]
    assert line_in(letter.text, SUGGESTED) in " ".join(done.split())
    assert "winter:\n    usual" in receipt.text
    assert "next impulse:" in receipt.text


def test_ok_to_a_question_that_is_over_takes_nothing(office: Office) -> None:
    power, letter = question(office)
    first = office.write(power, line_in(letter.text, SUGGESTED), In_Reply_To=letter.message_id)
    before = office.engine().seq
    assert power in office.asked()
    office.write(power, "ok", In_Reply_To=letter.message_id)
    assert office.engine().seq == before
    office.write(power, "ok", In_Reply_To=first.message_id)
    assert office.engine().seq > before


def test_every_letter_about_a_question_suggests_the_same(office: Office) -> None:
    power, letter = question(office)
    again = office.write(power, "orders")
    assert line_in(again.text, SUGGESTED) == line_in(letter.text, SUGGESTED) != ""


def test_a_seat_can_switch_them_off(office: Office) -> None:
    power, letter = question(office)
    answer = office.write(power, "suggestions off")
    assert "SUGGESTIONS" in answer.text
    assert not line_in(answer.text, SUGGESTED)
    before = office.engine().seq
    office.write(power, "ok", In_Reply_To=answer.message_id)
    assert office.engine().seq == before
    assert line_in(office.write(power, "suggestions on").text, SUGGESTED) == line_in(letter.text, SUGGESTED)


def test_a_game_can_do_without(tmp_path: Path) -> None:
    path = tmp_path / "office.sqlite3"
    open_database(path).dispose()
    office = Office(path)
    office.begin(suggestions=False)
    assert not any(SUGGESTED.search(row.text) for row in office.outbox())
    with UnitOfWork(office.database) as work:
        assert not any(
            row.suggestions for row in games.seat_rows(work.session, games.find_game(work.session, GAME))
        )


def test_two_powers_of_a_seat(tmp_path: Path) -> None:
    """`ok` takes what the letter suggests for each of them; with a name in front for that one."""
    path = tmp_path / "office.sqlite3"
    open_database(path).dispose()
    office = Office(path)
    seats = [("ottoman", "france"), ("hapsburg", "england"), ("papacy",), ("protestant",)]
    players = tuple(Player(powers[0].title(), f"{powers[0]}@example.test", powers) for powers in seats)
    office.moderator.create_game(GamePlan(GAME, "1517", players), seed="pairs")
    office.moderator.start_game(GAME)
    for _ in range(60):
        power = office.asked()[0]
        if power in ("ottoman", "france") and office.engine().game.phase == "action":
            break
        office.write(
            power,
            f"{power}: {office.silent_line(power)}"
            if power not in ("papacy", "protestant")
            else office.silent_line(power),
        )
    letter = office.outbox("ottoman")[-1]
    before = office.engine().seq
    receipt = office.write("ottoman", f"{power}: ok", In_Reply_To=letter.message_id)
    assert office.engine().seq > before, receipt.text


def test_nothing_hidden_is_in_them(office: Office) -> None:
    """Twin games in which others hold other cards: the same suggestions, lines ahead and offers."""
    title, engine = game_of("his"), office.engine()
    game = engine.game
    (power,) = engine.waiting()
    asked = engine.question(power)
    others = [other for other in game.players if other != power]

    def told() -> list[object]:
        said = title.talk(game, power, (), others, ())
        return [title.suggest(game, power, asked), title.ahead(game, power), said]

    before = told()
    changed = 0
    for other in others:
        hand = game.cards.hands[other]
        plain = [card for card in hand if game.card(card).kind != "home"]
        fresh = [card for card in game.cards.deck if game.card(card).kind != "home"][: len(plain)]
        for old, new in zip(plain, fresh, strict=False):
            hand[hand.index(old)] = new
            game.cards.deck[game.cards.deck.index(new)] = old
            changed += 1
    assert changed > 5
    assert told() == before


# ---- What a line was understood to mean

FLOWERY = "Card 1 for its points, zeugmas permitting"


def refused(office: Office, *lines: str) -> tuple[str, OutgoingRow, OutgoingRow]:
    """Who was asked, the letter that asked, and the answer to lines of which not all is understood."""
    power, asking = question(office)
    answer = office.write(power, *lines, In_Reply_To=asking.message_id)
    assert "answer just: yes" in answer.text
    assert "    play 1 for cp" in answer.text
    assert "Suggested (answer just: ok)" not in answer.text  # `ok` is `yes` there
    return power, asking, answer


@pytest.mark.parametrize("yes", ["yes", "Yes, please.", "ok", "ja", "kyllä", "是"])
def test_yes_does_what_was_understood(office: Office, yes: str) -> None:
    power, _asking, answer = refused(office, FLOWERY)
    seq = office.engine().seq
    done = office.write(power, yes, In_Reply_To=answer.message_id)
    assert office.engine().seq == seq + 1
    assert "NOT DONE" not in done.text


def test_yes_goes_on_with_the_lines_after_it(office: Office) -> None:
    power, _asking, answer = refused(office, FLOWERY, "buy regular in Istanbul", "end")
    assert "lines after it are then done" in " ".join(answer.text.split())
    seq = office.engine().seq
    office.write(power, "yes", In_Reply_To=answer.message_id)
    assert office.engine().seq >= seq + 3


def test_what_fails_after_a_yes_is_told_line_by_line(office: Office) -> None:
    power, _asking, answer = refused(office, FLOWERY, "build regular in Rome", "end")
    done = office.write(power, "yes", In_Reply_To=answer.message_id)
    assert "build regular in Rome" in done.text
    assert re.search(r"not read:\s+end\b", done.text)


def test_ok_to_the_letter_before_takes_what_that_one_suggests(office: Office) -> None:
    power, asking, _answer = refused(office, FLOWERY)
    suggested = line_in(asking.text, SUGGESTED)
    done = office.write(power, "ok", In_Reply_To=asking.message_id)
    assert suggested in done.text


def test_yes_to_what_is_over_does_nothing(office: Office) -> None:
    power, asking, answer = refused(office, FLOWERY)
    office.write(power, "play 1 for cp", "end", In_Reply_To=asking.message_id)
    seq = office.engine().seq
    office.write(power, "yes", In_Reply_To=answer.message_id)
    assert office.engine().seq == seq


def test_no_does_nothing(office: Office) -> None:
    power, _asking, answer = refused(office, FLOWERY)
    seq = office.engine().seq
    office.write(power, "no", In_Reply_To=answer.message_id)
    office.write(power, "Yes, but not with that card", In_Reply_To=answer.message_id)
    assert office.engine().seq == seq


def test_yes_goes_on_after_a_line_that_is_no_order(office: Office) -> None:
    power, asking = question(office)
    lines = ("Gadzooks, what zeugmas Martha sings", "play 1 for cp", "end")
    answer = office.write(power, *lines, In_Reply_To=asking.message_id)
    assert "If it is no order, answer just: yes" in " ".join(answer.text.split())
    seq = office.engine().seq
    office.write(power, "yes", In_Reply_To=answer.message_id)
    assert office.engine().seq >= seq + 2


def test_yes_goes_on_with_what_is_for_later(office: Office) -> None:
    """The second line of a block for the next impulse was once carried out at once."""
    power, asking = question(office)
    lines = ("play 1 for cp", "Gadzooks, what zeugmas Martha sings")
    block = ("next impulse: pass", "impulse after that:", "build regular in Istanbul", "end")
    answer = office.write(power, *lines, *block, In_Reply_To=asking.message_id)
    seq = office.engine().seq
    kept = office.write(power, "yes", In_Reply_To=answer.message_id).text
    assert office.engine().seq == seq
    assert "impulse after that:\n    build regular in Istanbul\n    end" in kept


def test_yes_goes_on_with_an_ok_after_it(office: Office) -> None:
    """The `ok` was once left out, and what stood below for the next impulse was carried out at once."""
    power, asking = question(office)
    lines = ("Gadzooks, what zeugmas Martha sings", "", "ok", "")
    block = ("next impulse:", "play 1 for cp", "build regular in Istanbul", "end")
    answer = office.write(power, *lines, *block, In_Reply_To=asking.message_id)
    assert "    next impulse: play 1 for cp" in answer.text  # what was not read keeps its heading
    done = office.write(power, "yes", In_Reply_To=answer.message_id).text
    assert line_in(asking.text, SUGGESTED) in " ".join(done.partition("YOUR DECISION")[0].split())
    assert "next impulse:\n    play 1 for cp\n    build regular in Istanbul\n    end" in done
