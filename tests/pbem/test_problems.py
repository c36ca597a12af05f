"""What is wrong with a line is a code with fields: each has a sentence, and none is left over.

The same for the words and patterns that belong to no message.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache

import pytest

from pbem.errors import Ambiguous, Unreadable
from pbem.games import game_of
from pbem.language.catalog import ENGLISH, catalog_of
from pbem.language.completeness import languages
from pbem.language.refusals import candidates, why
from pbem.language.voice import OPTIONAL, SLOT, Message, slot_field
from tests.sources import ROOT, name_of, nodes_of, sources_of

CODE = re.compile(r"[a-z][a-z_]*\.[a-z][a-z_]*")
CALLS = {"Unreadable": 0, "Ambiguous": 0, "Declined": 0, "BadCalendar": 0, "Reject": 0, "refuse": 1}
"""Who makes a problem, and which argument is its code."""
OWN = {"column", "expected", "proposals", "candidates"}
MADE_UP = {
    "problem": r"standing\.not_declared_\w+|quota\.\w+"
    r"|line\.(undo|attached|leaving|lost|more_time|away|standing)",
    "word": r"near\.besieg(es|ed)_in_vain|limit\.\w+_(over|least|most|below)"
    r"|track\.(own_\w+|child_\d|\w+[td])|card_\w+|d\w+_needed"
    r"|note\.plot_\w+",
    "letter": r"(deal|usage|about|late|refused|pictures|digest|intro|parts|unread|suggestions|sign_up)\.\w+"
    r"|sign_up_words\.\w+|preorder\.(each_)?fires(_anyway)?|topic\.\w+|plan\.\w+|pace\.for\.\w+",
    "note": "",
    "subject": r"ask\..+",
}
"""Keys that are put together of more than a subject and a word."""

TITLES = ("his", "vq")


def table(name: str, language: str = ENGLISH, title: str = "his") -> dict[str, str]:
    return catalog_of(game_of(title).messages, language).tables.get(name, {})


def titles_of(where: str) -> tuple[str, ...]:
    """Who says what stands in a file: one title, or all of them."""
    own = [title for title in TITLES if f"/{title}/" in where]
    return tuple(own) or TITLES


def calls(*names: str) -> Iterator[tuple[str, ast.Call]]:
    for path in sources_of("rules", "pbem"):
        for node in nodes_of(path):
            if isinstance(node, ast.Call):
                called = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
                if called in names:
                    yield f"{name_of(path)}:{node.lineno}", node


@cache
def texts() -> set[str]:
    """All that stands in quotes in the program and in its templates."""
    in_templates = {
        found
        for path in (ROOT / "mail_templates").glob("*.j2")
        for found in re.findall(r"[\"']([a-z_.]+)[\"']", path.read_text(encoding="utf-8"))
    }
    return in_templates | {
        node.value
        for path in sources_of("rules", "pbem")
        for node in nodes_of(path)
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }


def literal(node: ast.expr) -> list[str]:
    if isinstance(node, ast.IfExp):
        return [*literal(node.body), *literal(node.orelse)]
    return [node.value] if isinstance(node, ast.Constant) and isinstance(node.value, str) else []


def slots_of(sentence: str) -> set[str]:
    return {name for slot in SLOT.finditer(sentence) for name in (slot_field(slot), slot[2]) if name}


def test_every_problem_is_a_code_with_the_fields_of_its_sentence() -> None:
    wrong = []
    for where, call in calls(*CALLS):
        said = table("problem", title=titles_of(where)[0])
        called = call.func.id if isinstance(call.func, ast.Name) else ""
        if len(call.args) <= CALLS.get(called, 0):
            continue
        code = call.args[CALLS.get(called, 0)]
        fields = {keyword.arg for keyword in call.keywords} - OWN
        if "reason" in fields:  # a refusal of the rules, which `why` puts into words
            fields = fields - {"reason"} | {"why_text"}
        if isinstance(code, ast.JoinedStr) and " " in ast.unparse(code):
            wrong.append(f"{where}: words are for the catalog")
        for text in literal(code):
            if not CODE.fullmatch(text) or text not in said:
                wrong.append(f"{where}: no sentence for {text}")
            elif None not in fields and slots_of(said[text]) != fields:
                wrong.append(f"{where}: {text} has {fields}, its sentence {slots_of(said[text])}")
    assert wrong == []


def is_used(name: str, key: str) -> bool:
    """Whether a key stands somewhere, as a whole or without its subject (`board.{key}`, `deal.{you}cede`)."""
    last = key.rpartition(".")[2].removeprefix("you_")
    without = name == "word" and "." in key and last in texts()
    return key in texts() or without or bool(re.fullmatch(MADE_UP[name], key))


@pytest.mark.parametrize("title", TITLES)
@pytest.mark.parametrize("name", MADE_UP)
def test_no_sentence_is_left_over(name: str, title: str) -> None:
    assert [key for key in table(name, title=title) if not is_used(name, key)] == []


def test_every_word_is_there() -> None:
    missing = [
        f"{where}: {key}"
        for where, call in calls("word")
        if isinstance(call.func, ast.Attribute) and call.args
        for key in literal(call.args[0])
        for title in titles_of(where)
        if key not in table("word", title=title)
    ]
    assert missing == []


@pytest.mark.parametrize("title", TITLES)
@pytest.mark.parametrize("name", MADE_UP)
@pytest.mark.parametrize("language", languages())
def test_every_language_has_them_all(language: str, name: str, title: str) -> None:
    english, other = table(name, title=title), table(name, language, title)
    assert other.keys() == english.keys()
    for key, sentence in other.items():
        plain = SLOT.sub("", OPTIONAL.sub(r"\1", sentence))
        assert not re.search(r"[{}\[\]]", re.sub(r"\[([^\[\]]*)\]", r"\1", plain)), key
        assert slots_of(sentence) <= slots_of(english[key]), key


@pytest.mark.parametrize("language", languages())
def test_problems_are_parts_of_a_sentence(language: str) -> None:
    """Whoever shows one begins it with a capital and adds the full stop."""
    assert [key for key, sentence in table("problem", language).items() if sentence.endswith(".")] == []


@pytest.mark.parametrize(
    ("language", "told"),
    [("en", 'which deal is "3"? Write the power and the number: "france 2"'),
     ("de", "welche Vereinbarung ist „3“? Schreib die Macht und die Nummer: „Frankreich 2“")],
)  # fmt: skip
def test_a_problem_is_told_in_the_language_of_its_reader(language: str, told: str) -> None:
    voice = game_of("his").voice(language)
    assert why(Unreadable("deal.which", "agree 3", text="3"), voice) == told


def test_candidates_are_told_in_the_language_of_their_reader() -> None:
    voice = game_of("his").voice("de")
    about = {"number": 2, "doing": "move", "power": "ottoman", "place": "vienna"}
    moment = Message("problem", "late.moment", about)
    problem = Ambiguous("late.which_moment", candidates=[moment, "Wien"])
    assert candidates(problem, voice) == ("Zeitpunkt 2 (gegen eine Bewegung der Osmanen nach Wien)", "Wien")


def test_a_problem_tells_developers_its_code() -> None:
    problem = Unreadable("line.not_understood", expected=("a space",), proposals=("Linz",), text="lins")
    assert str(problem) == "line.not_understood(text='lins'); expected a space; did you mean Linz?"
