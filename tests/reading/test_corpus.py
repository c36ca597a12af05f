"""The corpus is well-formed and always the same; whether letters are read rightly is tested elsewhere."""

import email
import email.policy
import hashlib
import html
import re
import tomllib
from collections import Counter
from email.message import EmailMessage

import pytest

from tests.reading.clients import ALL, EVERY_LANGUAGE, HERE, squeezed
from tests.reading.make_letters import CONTENTS, FATES, Letter, all_letters, letters
from tests.reading.mutate import mutate
from tests.reading.score import Read, Score, score

ZERO_WIDTH = dict.fromkeys(map(ord, "\u200b\u200c\u200d\ufeff\u2060\u200e\u200f\u00ad"))


@pytest.fixture(scope="module")
def corpus() -> list[Letter]:
    return list(all_letters())


def shown(text: str) -> str:
    return squeezed(text.translate(ZERO_WIDTH))


def bodies(letter: Letter) -> list[str]:
    """All texts of a letter, without tags and quotation marks at the beginning of lines."""
    message = email.message_from_bytes(letter.raw, policy=email.policy.default)
    found = []
    for part in message.walk():
        assert isinstance(part, EmailMessage)
        assert not part.defects, (letter.name, part.defects)
        if part.get_content_maintype() == "text" and not part.is_attachment():
            charset = str(part.get_content_charset("ascii"))
            data = part.get_payload(decode=True)
            assert isinstance(data, bytes)
            text = data.decode(charset)
            if part.get_content_type() == "text/html":
                blocks = re.sub(r"<(?:/?(?:p|div|li|tr|td)\b[^>]*|br[^>]*)>", " ", text)
                text = html.unescape(re.sub(r"<[^>]*>", "", blocks))
            found.append(shown(text))
    return found


def assert_well_formed(letter: Letter) -> None:
    texts = bodies(letter)
    for line in letter.expected["own"]:
        assert line["fate"] in FATES
        words = shown(line["text"])
        assert not words or any(words in text for text in texts), (letter.name, line["text"])
        if line["fate"] == "press":
            assert line["to"], (letter.name, line["text"])


def test_there_are_enough_letters(corpus: list[Letter]) -> None:
    assert len(corpus) >= 320
    assert {letter.expected["client"] for letter in corpus} == {client.name for client in ALL}
    assert {letter.expected["language"] for letter in corpus} == set(EVERY_LANGUAGE)
    assert {letter.expected["answers"] for letter in corpus} == set(CONTENTS)
    fates = Counter(line["fate"] for letter in corpus for line in letter.expected["own"])
    assert set(fates) == set(FATES)


def test_every_letter_is_well_formed(corpus: list[Letter]) -> None:
    for letter in corpus:
        assert_well_formed(letter)


def test_the_same_seed_gives_the_same_letters(corpus: list[Letter]) -> None:
    def fingerprint(some: list[Letter]) -> str:
        return hashlib.sha256(b"".join(letter.raw for letter in some)).hexdigest()

    assert fingerprint(corpus) == fingerprint(list(letters()))


def test_mutations_keep_the_players_lines(corpus: list[Letter]) -> None:
    for number, letter in enumerate(corpus[::11]):
        mutated = mutate(letter, number)
        assert mutated.raw == mutate(letter, number).raw
        assert mutated.expected["own"] == letter.expected["own"]
        assert_well_formed(mutated)


def test_a_perfect_reader_scores_nothing_and_bad_ones_are_seen(corpus: list[Letter]) -> None:
    obeyed = lost = 0
    for letter in corpus:
        own = letter.expected["own"]
        perfect = [Read(line["text"], line["fate"], line.get("power")) for line in own]
        verdict = score(letter.expected, perfect)
        assert verdict == Score((), (), ()), letter.name
        greedy = score(
            letter.expected, [*perfect, *(Read(row, "order") for row in letter.expected["foreign"])]
        )
        obeyed += len(greedy.foreign_obeyed)
        lost += len(score(letter.expected, []).without_fate)
    assert obeyed > len(corpus)
    assert lost > len(corpus)


def test_situations_are_well_formed() -> None:
    situations = tomllib.loads((HERE / "situations.toml").read_text("utf-8"))["situation"]
    names = [situation["name"] for situation in situations]
    assert len(names) == len(set(names)) >= 40
    for situation in situations:
        assert set(situation) >= {"name", "about", "state", "must", "must_not", "steps"}, situation["name"]
        for step in situation["steps"]:
            assert set(step) >= {"by", "lines"} or "event" in step, situation["name"]
            for fate in step.get("fates", []):
                assert fate in FATES, (situation["name"], fate)
            if "fates" in step:
                assert len(step["fates"]) == len([line for line in step["lines"] if line.strip()]), situation[
                    "name"
                ]
