"""Whatever `make fuzz-mail` has found, once more: the files of `tests/fixtures/fuzz`."""

from __future__ import annotations

from pathlib import Path

import pytest

from pbem.errors import Unreadable
from pbem.games import game_of
from pbem.language import parse_line
from rules.war.winter import GoHome
from tests.fuzz_mail.targets import TARGETS, tried
from tests.pbem.a_table import table

FOUND = sorted((Path(__file__).parents[1] / "fixtures" / "fuzz").glob("*-*"))


def test_what_was_found_is_repaired() -> None:
    for path in FOUND:
        assert tried(TARGETS[path.name.partition("-")[0]], path.read_bytes()) == "", path.name


def test_the_net_has_no_holes() -> None:
    """A target that fails, logs a failure or takes long is found."""
    letter = TARGETS["letter"]
    assert tried(letter, b"From: a@b\n\npass\n") == ""
    broken = type(letter)("broken", lambda data: data[5], letter.seeds)  # type: ignore[arg-type,return-value]
    assert tried(broken, b"").startswith("IndexError")
    slow = type(letter)("slow", letter.take, letter.seeds, seconds=0)
    assert tried(slow, b"From: a@b\n\npass\n").startswith("slow")


def test_nobody_is_sent_home() -> None:
    """Found: it was taken, and everybody went the usual way without a word."""
    game = table("units lyon: france 2 regulars\nimpulse france 5 cp").engine.game
    with pytest.raises(Unreadable) as refused:
        parse_line("return 0 regulars: lyon > paris", GoHome("france"), game, game_of("his").names)
    assert refused.value.code == "winter.nobody"
