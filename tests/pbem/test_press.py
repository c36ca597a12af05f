"""Press: who may write to whom, when, and what of it others see."""

from __future__ import annotations

import pytest

from pbem.channels.mail.reply import own_words
from pbem.channels.written import all_own
from pbem.post.commands import word_in
from pbem.post.commands.word import Moment
from pbem.post.meaning import Meaning
from pbem.post.pieces import pieces_of
from pbem.post.sort import Sorter
from pbem.store.talk_tables import PressRow
from tests.pbem.office import Office
from tests.pbem.timed import letters_since, rows


def test_private_press_reaches_its_receivers_and_nobody_else(talking: Office) -> None:
    before = talking.letters_out()
    answer = talking.write("hapsburg", "press to france, papacy: Let us sail against the Turk.")
    assert "on its way to France and Papacy" in answer.text
    carried = [row for row in letters_since(talking, before) if row.kind == "press"]
    assert sorted(row.recipient for row in carried) == ["france@example.test", "papacy@example.test"]
    for row in carried:
        assert "Let us sail against the Turk." in row.text
        assert "HAPSBURG TO FRANCE AND PAPACY" in row.text.upper()
        assert "hapsburg@example.test" not in row.text + row.html + str(row.label)
    assert not any("sail against" in row.text for row in letters_since(talking, before, "ottoman"))
    (kept,) = rows(talking, PressRow)
    assert (kept.sender, kept.receivers, kept.turn) == ("hapsburg", ["france", "papacy"], 4)


def test_public_press_reaches_everybody_also_observers(playing: Office) -> None:
    before = playing.letters_out()
    playing.write("france", "press to all: The Valois wish everybody peace.")
    carried = [row for row in letters_since(playing, before) if row.kind == "press"]
    assert len(carried) == 6
    assert not any(row.recipient.startswith("france") for row in carried)


def test_private_press_is_carried_only_while_negotiations_are_open(playing: Office) -> None:
    before = playing.letters_out()
    answer = playing.write("hapsburg", "press to france: psst")
    assert "only while negotiations are open" in " ".join(answer.text.split())
    assert [row for row in letters_since(playing, before) if row.kind == "press"] == []
    assert rows(playing, PressRow) == []


def test_words_to_a_power_are_press_also_when_nobody_talks(playing: Office) -> None:
    """They are no order, so neither a question mark nor an order in them says anything."""
    told = " ".join(playing.write("france", "To the Pope: shall we share Italy?").text.split())
    assert "only while negotiations are open" in told
    assert "question mark" not in told
    assert "declares" not in playing.write("france", "to england: declare war on papacy").text
    playing.write("france", "To all: good luck, and may the best king win!")
    assert "may the best king win" in playing.last_to("england").text


def test_several_lines_stand_between_press_and_end_press(talking: Office) -> None:
    answer = talking.write(
        "papacy",
        "press to england:",
        "Dear Henry,",
        "",
        "The answer is no.",
        "> You asked for a divorce",
        "Kind regards,",
        "Clement",
        "end press",
        "deals",
    )
    letter = next(row for row in talking.outbox("england") if row.kind == "press")
    for words in ("Dear Henry,", "The answer is no.", "You asked for a divorce", "Kind regards,", "Clement"):
        assert words in letter.text
    assert "Nothing was proposed" in answer.text  # the line after the press was read


def test_press_is_never_read_as_orders(talking: Office) -> None:
    talking.write("france", "press to england:", "propose to england: alliance", "ready", "end press")
    assert "agree" not in talking.write("england", "deals").text.split("DEALS")[1].split("---")[0]


@pytest.mark.parametrize(
    ("lines", "told"),
    [
        (["press to atlantis: hello"], "no power and no group"),
        (["press to p: hello"], "no power and no group"),
        (["press to france: "], "There is no text"),
        (["press to hapsburg: hello me"], "for nobody but you"),
        (["press to france, all: hello"], "cannot name anybody else"),
        (["press to france: " + "x" * 8001], "at most 8000"),
        ([f"press to france: {n}" for n in range(11)], "at most 10 pieces"),
    ],
)
def test_press_that_cannot_be_carried(talking: Office, lines: list[str], told: str) -> None:
    assert told in " ".join(talking.write("hapsburg", *lines).text.split())


def test_groups(talking: Office) -> None:
    answer = talking.write("hapsburg", "group League: France and Papacy", "press to league: Unite!")
    assert "now goes to France and Papacy" in answer.text
    assert [row for row in talking.outbox("papacy") if row.kind == "press"]
    assert "has a meaning already" in talking.write("hapsburg", "group france: papacy").text
    assert "no group" in talking.write("france", "press to league: hello").text  # it is the owner's alone


def test_nobody_floods_the_others(talking: Office) -> None:
    for _ in range(6):
        talking.write("hapsburg", *[f"press to france: {n}" for n in range(10)])
    assert "a day are the most" in talking.write("hapsburg", "press to france: more").text
    talking.later(25)
    assert "on its way" in talking.write("hapsburg", "press to france: more").text


def test_observers_write_no_press(talking: Office) -> None:
    assert "Only players" in talking.write("observer1", "press to all: boo").text


# ---- Reading


def test_a_press_block_is_kept_as_it_stands() -> None:
    text = "pass\npress to france:\nHi\n\n> you wrote\nThanks\nend press\nThanks\nEd\n> old\n"
    words = own_words(text)
    assert words.lines == ("pass", "press to france:", "Hi", "", "> you wrote", "Thanks", "end press", "Ed")
    assert words.certain == 7


def test_a_block_does_not_reach_below_our_own_letter() -> None:
    text = "press to france: hello\n---- write above this line ----\nsecret\nend press\n"
    assert own_words(text).lines == ("press to france: hello",)


def test_long_press_is_not_cut() -> None:
    line = "press to all: " + "word " * 500
    assert own_words(line).lines == (line.strip(),)


@pytest.mark.parametrize("word", ["agree 1", "withdraw", "propose france: peace", "none", "pass", "yes"])
def test_words_that_are_orders_are_requests_only_in_their_time(word: str) -> None:
    assert word_in(word, Moment()) is None


def test_lines_keep_their_numbers() -> None:
    lines = Sorter(Meaning(Moment(), lambda line: True)).sort(
        pieces_of(all_own(["pass", "", "deals", "end"]).lines)
    )
    assert [said.numbers for said in lines.said] == [(2,)]
    assert [(line.number, line.text) for line in lines.orders] == [(1, "pass"), (3, "end")]


def test_ready_as_an_answer_to_press_is_no_press(talking: Office) -> None:
    """Letters in talks ask for this very word; nobody means it as a message to the one who wrote."""
    talking.write("england", "press to france: Shall we share the Channel?")
    letter = talking.outbox("france")[-1]
    told = talking.write("france", "ready", In_Reply_To=letter.message_id).text
    assert "You are ready" in told
    assert not any(row.subject.endswith("press from France") for row in talking.outbox("england"))


def test_ready_below_other_words_of_an_answer_to_press(talking: Office) -> None:
    """What was not called press is shown to its writer as it went out, so that nothing goes out unnoticed."""
    talking.write("england", "press to france: Shall we?")
    letter = talking.outbox("france")[-1]
    told = talking.write(
        "france",
        "Gladly, but not this year.",
        "",
        "That is all from me, ready.",
        In_Reply_To=letter.message_id,
    ).text
    assert 'It reads: "Gladly, but not this year."' in told
    assert "You are ready" in told


def test_press_that_is_called_so_is_not_shown_again(talking: Office) -> None:
    assert "It reads" not in talking.write("france", "To the Pope: Holy Father, shall we ally?").text


@pytest.mark.parametrize(
    "lost",
    [
        "I would love to be friends with the Pope and give him something nice for it.",
        "propose to papacy: a castle in Spain",
        "Deal!",  # nobody has offered anything
    ],
)
def test_ready_waits_while_something_said_in_the_talks_is_not_understood(talking: Office, lost: str) -> None:
    told = talking.write("france", lost, "", "ready").text
    assert "You are not marked as ready yet" in told
    assert "You are ready" in talking.write("france", "ready").text


def test_chat_does_not_keep_anybody_from_being_ready(talking: Office) -> None:
    assert (
        "You are ready" in talking.write("france", "Nothing to say this time.", "", "ready", "", "Jean").text
    )


def test_a_ruler_is_written_to_by_name(talking: Office) -> None:
    """Whoever answers the Sultan and writes `To Henry: ...` below it does not tell the Sultan."""
    talking.write("ottoman", "press to france: Shall we be allies?")
    letter = talking.outbox("france")[-1]
    talking.write(
        "france",
        "Gladly, Sultan.",
        "",
        "To Henry: my dear cousin, shall we ally against the Emperor?",
        In_Reply_To=letter.message_id,
    )
    assert "Gladly, Sultan." in talking.last_to("ottoman").text
    assert "cousin" not in "".join(row.text for row in talking.outbox("ottoman"))
    assert "my dear cousin" in talking.last_to("england").text


@pytest.mark.parametrize("salutation", ["Dear Henry,", "Henry: a word with you.", "Your Holiness, listen."])
def test_press_that_turns_to_somebody_else_is_not_sent(talking: Office, salutation: str) -> None:
    talking.write("ottoman", "press to france: Shall we be allies?")
    letter = talking.outbox("france")[-1]
    before = talking.letters_out()
    told = talking.write(
        "france", "Gladly, Sultan.", "", salutation, "I shall betray the Turk.", In_Reply_To=letter.message_id
    ).text
    assert "PRESS TO WHOM?" in told
    assert "Nothing was sent." in " ".join(told.split())
    assert [row.kind for row in letters_since(talking, before)] == ["receipt"]


def test_press_may_speak_of_others(talking: Office) -> None:
    talking.write("ottoman", "press to france: Shall we be allies?")
    letter = talking.outbox("france")[-1]
    told = talking.write(
        "france", "Dear Sultan,", "", "As for England, I do not know.", In_Reply_To=letter.message_id
    ).text
    assert "Your press is on its way to Ottoman." in told


def test_the_end_of_press_with_several_paragraphs_is_shown(talking: Office) -> None:
    """What was meant as something else would go out unnoticed."""
    told = talking.write(
        "france", "press to papacy: Shall we?", "", "Please lend me a ship if he agrees."
    ).text
    assert 'Its last paragraph reads: "Please lend me a ship if he agrees."' in " ".join(told.split())
    told = talking.write("france", "press to papacy: Shall we?", "", "I hope so.", "end press").text
    assert "Your press is on its way" in told


@pytest.mark.parametrize(
    "lines",
    [
        ("wars: none", "spring: deploy Francis with 2 regulars to Lyon"),
        ("next impulse:", "play 4 for cp", "end"),
        ("Gladly, Sultan.", "next impulse: play 4 for cp"),
    ],
)
def test_orders_for_later_in_an_answer_to_press_are_no_press(talking: Office, lines: tuple[str, ...]) -> None:
    """They would tell the other what one is about to do."""
    talking.write("ottoman", "press to france: Shall we be allies?")
    letter = talking.outbox("france")[-1]
    told = talking.write("france", *lines, In_Reply_To=letter.message_id).text
    assert "FOR LATER" in told
    assert not any("play 4" in row.text or "spring:" in row.text for row in talking.outbox("ottoman"))


def test_dear_all_in_answer_to_one_is_not_sent_to_that_one_alone(talking: Office) -> None:
    talking.write("papacy", "press to hapsburg: Shall we talk?")
    letter = talking.last_to("hapsburg")
    before = len(talking.outbox())
    told = talking.write("hapsburg", "Dear all, I would like to renew.", In_Reply_To=letter.message_id).text
    assert "PRESS TO WHOM?" in told
    assert [row for row in letters_since(talking, before) if row.kind == "press"] == []
