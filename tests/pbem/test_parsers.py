"""The parser of a question is put together once for a position, and anew for the next."""

from __future__ import annotations

import pytest

from pbem.games import game_of
from pbem.language import parse_line, usage
from pbem.language.parse import parser_of
from pbem.play.parsers import parser_for
from rules import Engine, Setup
from rules.core.errors import NotAsked


def test_one_parser_for_a_position() -> None:
    title = game_of("his")
    engine = Engine.new(title.rules, Setup("his", "1517"), "parsers")
    fork = engine.fork()
    for _ in range(40):
        power = next(iter(engine.waiting()))
        question, known = engine.question(power), parser_for(engine, power, title.names)
        assert parser_for(engine, power, title.names) is known
        assert parser_for(fork, next(iter(fork.waiting())), title.names) is not known
        fresh = parser_of(question, engine.game, title.names)
        assert known.usages() == fresh.usages() == usage(question, engine.game, title.names, known)
        engine.submit(power, question.default(engine.game))
        if power in engine.waiting():
            assert parser_for(engine, power, title.names) is not known


def test_what_is_read_follows_the_position() -> None:
    """A parser of before would read the answer to the question of before."""
    title = game_of("his")
    engine = Engine.new(title.rules, Setup("his", "1517"), "parsers")
    seen = []
    for _ in range(12):
        power = next(iter(engine.waiting()))
        question = engine.question(power)
        answer = question.default(engine.game)
        entry = title.names.grammars.of(question)
        assert entry is not None
        if entry.write is not None and (order := entry.write(question, answer, title.names)):
            parser = parser_for(engine, power, title.names)
            assert parse_line(order, question, engine.game, title.names, parser) == answer
            seen.append(question.kind)
        engine.submit(power, answer)
    assert len(seen) > 5


def test_a_power_that_is_not_asked_has_none() -> None:
    title = game_of("his")
    engine = Engine.new(title.rules, Setup("his", "1517"), "parsers")
    (other, *_) = [power for power in title.powers if power not in engine.waiting()] or [""]
    with pytest.raises(NotAsked):
        parser_for(engine, other, title.names)
