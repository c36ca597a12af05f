"""Spelling: accents, quotes, arrows, odd spaces, politeness and comments."""

from __future__ import annotations

import pytest

from pbem.language.words import fold, is_no_order, key, tokens, without_comment, without_politeness


@pytest.mark.parametrize(
    ("written", "plain"),
    [
        ("Besançon", "besancon"),
        ("KÖLN", "koln"),
        ("Strassburg", "strassburg"),
        ("Straßburg", "strassburg"),
        ("Doğan", "dogan"),
        ("İstanbul", "istanbul"),
        ("ﬁrst", "first"),
        ("Łódź", "lodz"),
    ],
)
def test_fold(written: str, plain: str) -> None:
    assert fold(written) == plain


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("move 4r: paris > rouen", "move 4 r : paris > rouen"),
        ("move 4 r paris->rouen", "move 4 r paris > rouen"),
        ("paris → rouen", "paris > rouen"),
        ("paris ==> rouen", "paris > rouen"),
        ("paris - rouen", "paris > rouen"),
        ("paris – rouen", "paris > rouen"),
        ("Boulogne-sur-Mer", "boulogne sur mer"),
        ("St. Peter’s", "st peters"),
        ("play #31 for CP.", "play 31 for cp"),
        ("play 31 for cp", "play 31 for cp"),
        ("paris &gt; rouen", "paris > rouen"),
        ("suleiman,6 regulars", "suleiman , 6 regulars"),
        ("“Foul Weather”", "foul weather"),
    ],
)
def test_tokens(line: str, words: str) -> None:
    assert " ".join(token.text for token in tokens(line)) == words


def test_tokens_know_their_column() -> None:
    line = "move Süleyman → Pressburg"
    found = tokens(line)
    assert [line[token.start : token.end] for token in found] == ["move", "Süleyman", "→", "Pressburg"]


@pytest.mark.parametrize(
    "line",
    [
        "",
        "  ",
        "// later",
        "# plan for the turn",
        "(I hope this works)",
        "Thanks!",
        "Best regards,",
        "Hi all,",
        "--- ",
    ],
)
def test_no_orders(line: str) -> None:
    assert is_no_order(line)


@pytest.mark.parametrize("line", ["pass", "no", "end", "#31", "31", "decline", "play 31 // now", "yes"])
def test_orders(line: str) -> None:
    assert not is_no_order(line)


@pytest.mark.parametrize(
    ("line", "rest"),
    [
        ("please pass", "pass"),
        ("I will play 31 for cp", "play 31 for cp"),
        ("pass, please", "pass"),
        ("I would like to end", "end"),
        ("please", "please"),
        ("end, thanks", "end"),
        ("move 4 r paris rouen // a feint", "move 4 r paris rouen"),
    ],
)
def test_politeness_goes(line: str, rest: str) -> None:
    left = without_politeness(tokens(without_comment(line)))
    assert " ".join(token.text for token in left) == rest


def test_key_joins_ids_and_names() -> None:
    assert key("knights_of_st_john") == key("Knights of St. John")
