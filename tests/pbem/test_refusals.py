"""Refusals are codes with fields: each has a sentence in English, and fields and slots agree."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from textwrap import dedent

import pytest

from pbem.errors import Illegal, Unreadable
from pbem.games import game_of
from pbem.language.catalog import ENGLISH, FOLDER, read
from pbem.language.refusals import kept, why, why_by_rule, why_kept
from pbem.language.voice import SLOT, slot_field
from rules.core import errors
from rules.core.kinds import kind_of
from tests.pbem.test_messages import IN_EVERY_LANGUAGE, catalog, is_of, slot_problems
from tests.sources import name_of, nodes_of, sources_of

PARTS = ("core", "war", "his", "vq")
CODE = re.compile(r"[a-z][a-z_]*\.[a-z][a-z_]*")
REFUSALS = ("Illegal", "Refused")
VOCABULARY = frozenset(
    """
    space place zone power nation leader debater reformer ruler card unit faith language work gift thing
    area ocean settlement captain noble treasure count number limit cp vp turn scenario text reason
    """.split()
)
"""The last word of a field's name, but for the s of several: what kind of thing it is."""


@dataclass(frozen=True)
class Refusal:
    """A place in the program that refuses something."""

    where: str
    code: str
    fields: frozenset[str]


def refusals_in(nodes: Iterable[ast.AST], where: str) -> Iterator[Refusal | str]:
    """Every refusal in a file, or what is wrong with it."""
    for node in nodes:
        if not isinstance(node, ast.Call) or _called(node) not in REFUSALS:
            continue
        at = f"{where}:{node.lineno}"
        code = node.args[0] if node.args else None
        if where.startswith("pbem/") and not isinstance(code, ast.Constant | ast.JoinedStr):
            continue  # a refusal of the rules, handed on
        if not isinstance(code, ast.Constant) or not CODE.fullmatch(str(code.value)):
            yield f"{at}: the code must stand there as subject.what"
            continue
        for keyword in node.keywords:
            if _last_word(keyword.arg or "") not in VOCABULARY:
                yield f"{at}: what kind of thing is {keyword.arg}?"
        parts = [part for keyword in node.keywords for part in ast.walk(keyword)]
        if any(isinstance(part, ast.JoinedStr) or _is_prose(part) for part in parts):
            yield f"{at}: words are for the catalog"
        yield Refusal(at, str(code.value), frozenset(keyword.arg or "" for keyword in node.keywords))


def _last_word(keyword: str) -> str:
    last = keyword.rpartition("_")[2]
    return last if last in VOCABULARY else last.removesuffix("s")


def _is_prose(part: ast.AST) -> bool:
    return isinstance(part, ast.Constant) and isinstance(part.value, str) and " " in part.value


def _called(node: ast.Call) -> str:
    return node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")


@cache
def found() -> list[Refusal | str]:
    return [
        refusal
        for path in sources_of("rules", "pbem")
        for refusal in refusals_in(nodes_of(path), name_of(path))
    ]


def refusals() -> list[Refusal]:
    return [
        Refusal("rules/core/errors.py", "question.not_asked", frozenset({"power"})),
        *(Refusal("pbem/play/talks.py", code, frozenset()) for code in OF_DEALS),
        *(refusal for refusal in found() if isinstance(refusal, Refusal)),
    ]


OF_DEALS = ("deal.not_announced", "deal.not_confirmed", "deal.set_back")
"""Kept with a draft as codes alone."""


def sentences() -> dict[str, dict[str, str]]:
    """By code, then by part: a title may say it in other words."""
    by_code: dict[str, dict[str, str]] = {}
    for part in PARTS:
        for code, sentence in read([FOLDER / part / ENGLISH]).get("refusal", {}).items():
            by_code.setdefault(code, {})[part] = sentence
    return by_code


def test_every_refusal_is_a_code_with_fields() -> None:
    assert [problem for problem in found() if isinstance(problem, str)] == []


@pytest.mark.parametrize(
    "bad",
    [
        'Illegal("you may not", "13.1")',
        'Illegal(f"{space} is far", "13.1")',
        "Illegal(reason)",
        'Illegal("space.far", "13.1", weather="bad")',
        'Illegal("space.far", "13.1", space="far away")',
        'Illegal("space.far", "13.1", space=f"{one}")',
        'errors.Illegal("Too far", "13.1")',
    ],
)
def test_a_refusal_in_words_is_found(bad: str) -> None:
    assert any(
        isinstance(problem, str) for problem in refusals_in(ast.walk(ast.parse(dedent(bad))), "rules/x.py")
    )


def test_every_refusal_has_a_sentence_and_every_sentence_is_used() -> None:
    said, used = sentences(), {refusal.code for refusal in refusals()}
    assert sorted(used - said.keys()) == []
    assert sorted(said.keys() - used) == []


def test_slots_and_fields_agree() -> None:
    said = sentences()
    wrong = []
    for refusal in refusals():
        for part, sentence in said.get(refusal.code, {}).items():
            if not is_of(part, refusal.where.replace("/", ".")):
                continue  # another title says it in its own words
            slots = {name for slot in SLOT.finditer(sentence) for name in (slot_field(slot), slot[2]) if name}
            if slots != refusal.fields:
                wrong.append(f"{refusal.where}: {refusal.code} has {set(refusal.fields)}, in {part} {slots}")
    assert wrong == []


@IN_EVERY_LANGUAGE
def test_every_form_in_a_refusal_is_there(language: str, title: str) -> None:
    words = catalog(language, title)
    wrong = [
        f"{refusal.code}: {problem}"
        for refusal in refusals()
        if is_of(title, refusal.where.replace("/", "."))
        for kinds in [{name: kind_of(_last_word(name)) for name in refusal.fields}]
        for problem in slot_problems(words.get("refusal", refusal.code), kinds, language, title)
    ]
    assert wrong == []


def test_sentences_are_parts_of_a_sentence() -> None:
    """Whoever shows one begins it with a capital, adds the rule and the full stop."""
    for code, by_part in sentences().items():
        for sentence in by_part.values():
            assert not sentence.endswith("."), code
            assert "_" not in SLOT.sub("", sentence), code


def test_a_sentence_lies_as_low_as_its_refusal() -> None:
    """What `rules/war` refuses can be told without any title."""
    said = sentences()
    for refusal in refusals():
        if refusal.where.startswith("rules/core"):
            assert "core" in said[refusal.code], refusal
        elif refusal.where.startswith("rules/war"):
            assert said[refusal.code].keys() & {"core", "war"}, refusal


@pytest.mark.parametrize(
    ("problem", "told"),
    [
        (
            errors.Illegal(
                "forces.not_so_many", "13.1", count=3, unit="regulars", nation="france", place="nice"
            ),
            "there are not 3 French regulars in Nice [13.1]",
        ),
        (
            errors.Illegal(
                "forces.not_so_many", "16.1", count=1, unit="squadrons", nation="venice", place="ionian_sea"
            ),
            "there is not 1 Venetian squadron in the Ionian Sea [16.1]",
        ),
        (errors.Illegal("card.not_in_hand", "6.1", card=1), "Janissaries (#1) is not in your hand [6.1]"),
        (
            errors.Illegal("naval.not_adjacent", "16.1", place="gulf_of_lyon", from_place="besancon"),
            "the Gulf of Lyon is not adjacent to Besançon for ships [16.1]",
        ),
        (
            errors.Illegal("winter.only_to", "19.3", nation="france", place="rome", spaces=("paris", "lyon")),
            "French units in Rome may go only to Paris or Lyon [19.3]",
        ),
        (
            errors.Illegal("movement.not_yet", "21.6"),
            "the Protestant moves no units before the Schmalkaldic League [21.6]",
        ),
        (errors.Illegal("choice.thing_not_offered", thing="suleiman"), "Suleiman is not one of the choices"),
        (errors.Illegal("choice.thing_not_offered", thing="vienna"), "Vienna is not one of the choices"),
        (errors.Illegal("choice.thing_not_offered", thing="hapsburg"), "Hapsburg is not one of the choices"),
        (errors.Illegal("choice.thing_not_offered", thing="venice"), "Venice is not one of the choices"),
        (errors.NotAsked("ottoman"), "Ottoman has nothing to decide now"),
    ],
)
def test_refusals_in_words(problem: errors.Refused, told: str) -> None:
    voice = game_of("his").voice()
    assert why_by_rule(problem, voice) == told
    assert why_kept(kept(problem), voice) == told
    assert why(Illegal(problem), voice) == told.partition(" [")[0]


@pytest.mark.parametrize(
    ("problem", "told"),
    [
        (
            errors.Illegal("forces.not_so_many", count=1, unit="regulars", nation="papacy", place="rhodes"),
            "1 Regulärer des Papsttums ist auf Rhodos nicht vorhanden",
        ),
        (
            errors.Illegal("naval.not_adjacent", place="gulf_of_lyon", from_place="ionian_sea"),
            "Schiffe kommen aus dem Ionischen Meer nicht direkt in den Golf von Lion",
        ),
        (
            errors.Illegal("war.on_minor_ally", power="venice", other_power="hapsburg"),
            "Venedig ist mit den Habsburgern alliiert: Erkläre stattdessen den Habsburgern den Krieg",
        ),
        (errors.Illegal("choice.thing_not_offered", thing="ottoman"), "die Osmanen stehen nicht zur Wahl"),
        (
            errors.Illegal("attempt.no_target", language="german"),
            "im deutschen Sprachgebiet gibt es kein Feld für einen Versuch",
        ),
    ],
)
def test_refusals_in_german(problem: errors.Refused, told: str) -> None:
    assert why(problem, game_of("his").voice("de")) == told


def test_a_reason_of_an_older_game_stays_as_it_is() -> None:
    voice = game_of("his").voice()
    assert why_kept("it could not be announced: too late [9.1]", voice) == (
        "it could not be announced: too late [9.1]"
    )
    assert why(Unreadable("line.not_understood", text="fro"), voice) == 'not understood at "fro"'


def test_a_refusal_tells_developers_its_code() -> None:
    problem = errors.Illegal("space.unrest", "12.4", space="rome")
    assert str(problem) == "space.unrest(space='rome') [12.4]"
