"""What the rules report has a sentence in every language, made of what is there; no sentence is left over.

`test_refusals` does the same for what the rules forbid.
"""

from __future__ import annotations

import ast
import doctest
import random
import re
import typing
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import fields
from functools import cache
from pathlib import Path
from textwrap import dedent
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

import pbem.games.languages as languages
import pbem.moderator.checking as checking
import pbem.store.games  # events can be stored
import rules.core.kinds as kinds
import rules.core.reasons as reasons
from pbem.errors import CatalogMalformed
from pbem.games import game_of
from pbem.language.catalog import ENGLISH, FOLDER, SHARED, Catalog, catalog_of, read
from pbem.language.voice import OPTIONAL, SLOT, Voice, kinds_of, question_key, slot_field
from pbem.language.widths import width
from pbem.letters.translating import write_skeleton
from rules import Engine, Event, Question, Setup, load_rules
from rules.core import codec
from rules.core.card_play import CardCountChanged, CardPlayed, CardsDrawn
from rules.core.events import EVENTS, DiceRolled, Noted
from rules.core.kinds import TEXT, KindIn, kind_of
from rules.core.questions import Choose, Decide
from rules.core.reasons import Reason
from rules.core.story import Passed, VictoryPointsCounted
from rules.core.windows import Respond
from rules.his.new_world.events import ColonyFounded, RichesCounted
from rules.his.windows import CARDS
from rules.vq.windows import CARDS as VQ_CARDS
from rules.war.captives import LeaderCaptured
from rules.war.land_events import BattleEnded, FormationMoved, MoveAnnounced
from rules.war.naval_events import NavalCombatBegan, SquadronsSailed
from rules.war.removal import UnitsTakenOff
from tests.sources import name_of, nodes_of, sources_of

assert pbem.store.games
RULES = load_rules("his")
assert load_rules("vq")  # so that all its events and questions are known
TITLE = "his"
TITLES = ("his", "vq")
VOICE = game_of(TITLE).voice()
DECISIONS = 1_200

BOTH = pytest.mark.parametrize("title", TITLES)
TOLD_IN = [(title, language) for title in TITLES for language in game_of(title).languages]
"""The languages in which players can have a title: what is not complete is not offered."""
IN_EVERY_LANGUAGE = pytest.mark.parametrize(("title", "language"), TOLD_IN)
IN_OTHER_LANGUAGES = pytest.mark.parametrize(
    ("title", "language"), [pair for pair in TOLD_IN if pair[1] != ENGLISH]
)


def is_of(title: str, module: str) -> bool:
    """Whether a module belongs to a title, or to all of them."""
    return not any(part in TITLES and part != title for part in module.split("."))


@cache
def told_by(title: str) -> dict[str, type[Event]]:
    """The events that a title can tell of."""
    return {
        name: cls
        for name, cls in EVENTS.items()
        if cls.__module__.startswith(("rules.", "pbem.")) and is_of(title, cls.__module__)
    }


TOLD = {title: told_by(title) for title in TITLES}


def catalog(language: str = ENGLISH, title: str = TITLE) -> Catalog:
    return catalog_of(game_of(title).messages, language)


def sources(*packages: str, title: str = "") -> Iterator[tuple[str, Sequence[ast.AST]]]:
    """What is in the files of some packages: in all of them, or in those that concern a title."""
    for path in sources_of(*packages):
        name = name_of(path)
        if not title or is_of(title, name.removesuffix(".py").replace("/", ".")):
            yield name, nodes_of(path)


def called(node: ast.Call) -> str:
    return node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")


# ---- Reasons: a code that stands there, with keywords of a known kind


def literals(node: ast.expr) -> list[str]:
    """The texts that an argument can be, if it shows."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return [node.value]
    return [*literals(node.body), *literals(node.orelse)] if isinstance(node, ast.IfExp) else []


def reasons_in(nodes: Iterable[ast.AST]) -> Iterator[tuple[int, list[str], list[str]]]:
    """Lines with their codes and keywords."""
    for node in nodes:
        if isinstance(node, ast.Call) and called(node) == "Reason":
            keywords = [keyword.arg or "**" for keyword in node.keywords]
            yield node.lineno, literals(node.args[0]) if node.args else [], keywords


@cache
def reasons_of(title: str) -> dict[str, set[str]]:
    """Codes of reasons that a title may give, with their keywords."""
    found: dict[str, set[str]] = {}
    for _where, nodes in sources("rules", "pbem", title=title):
        for _line, codes, keywords in reasons_in(nodes):
            for code in codes:
                found.setdefault(code, set()).update(keywords)
    return found


# ---- Questions: by topic, by kind, by window

SIMPLE = {
    "Choose": 1,
    "ChooseSome": 1,
    "Decide": 1,
    "ChooseNumber": 1,
    "ChooseThere": 1,
    "choose_one": 1,
    "ChooseForLeader": 1,
    "ChooseForCaptain": 1,
    "choose_power": 1,
    "choose_or_not": 1,
    "stir_up": 2,
    "pick": 1,
    "place_units": 1,
    "remove_units": 2,
}
"""Questions, and procedures that ask them, whose topic is an argument, and which one."""


def question_classes(base: type[Any] = Question) -> Iterator[type[Question[Any]]]:
    for cls in base.__subclasses__():
        if cls.__module__.startswith("rules."):
            yield cls
        yield from question_classes(cls)


def asked_in(title: str) -> list[type[Question[Any]]]:
    """The classes of questions that a title asks."""
    return [cls for cls in question_classes() if hasattr(cls, "kind") and is_of(title, cls.__module__)]


def with_topic(title: str) -> set[str]:
    return {cls.kind for cls in asked_in(title) if any(field.name == "topic" for field in fields(cls))}


def topics_in(nodes: Iterable[ast.AST]) -> Iterator[str]:
    """Topics written out in calls of the simple questions."""
    for node in nodes:
        if isinstance(node, ast.Call) and called(node) in SIMPLE:
            at = SIMPLE[called(node)]
            named = [keyword.value for keyword in node.keywords if keyword.arg == "topic"]
            for topic in (*node.args[at : at + 1], *named):
                yield from literals(topic)


def question_keys(title: str) -> list[str]:
    """Topics, kinds and windows of a title."""
    topics = {topic for _, nodes in sources("rules", title=title) for topic in topics_in(nodes)}
    kinds = {cls.kind for cls in asked_in(title)} - with_topic(title) - {Respond.kind}
    registry = CARDS if title == TITLE else VQ_CARDS
    return sorted([*topics, *kinds, *(f"respond.{window}" for window in registry.by_window)])


# ---- Everything has a sentence, in every language


def messages(title: str) -> Iterator[tuple[str, str]]:
    yield from (("event", name) for name in TOLD[title])
    yield from (("dice", code) for code in reasons_of(title))
    yield from (("question", key) for key in question_keys(title))
    yield from (("option", choice.name) for choice in game_of(title).options)


@IN_EVERY_LANGUAGE
def test_every_message_has_a_sentence(language: str, title: str) -> None:
    words = catalog(language, title)
    assert not [f"{table}.{key}" for table, key in messages(title) if words.get(table, key) is None]


@IN_EVERY_LANGUAGE
def test_another_language_has_what_english_has_and_no_more(language: str, title: str) -> None:
    english, other = catalog(title=title).tables, catalog(language, title).tables
    for table in ("event", "refusal", "dice", "question", "option", "word"):
        assert other.get(table, {}).keys() == english.get(table, {}).keys(), table
        differing = [
            key
            for key, sentence in other.get(table, {}).items()
            if not slots_of(sentence) <= slots_of(english[table][key])
        ]
        assert not differing, f"{table}: these tell of what the English sentence does not know"


def slots_of(sentence: str) -> set[str]:
    return {name for slot in SLOT.finditer(sentence) for name in (slot_field(slot), slot[2]) if name}


@BOTH
def test_no_sentence_is_left_over(title: str) -> None:
    source = "\n".join(path.read_text(encoding="utf-8") for path in sources_of("rules"))
    told = set(messages(title))
    for table in ("event", "dice", "option"):
        found = catalog(title=title).tables.get(table, {})
        assert not [key for key in found if (table, key) not in told and f'"{key}"' not in source], table
    # A topic may be handed on by a procedure; then at least it stands there.
    questions = [key for key in catalog(title=title).tables["question"] if ("question", key) not in told]
    assert not [key for key in questions if f'"{key.removeprefix("respond.")}"' not in source]


def test_a_key_stands_once(tmp_path: Path) -> None:
    for name in ("one", "two"):
        (tmp_path / f"{name}.toml").write_text('[word]\nyes = "yes"\n')
    with pytest.raises(CatalogMalformed, match=r"word\.yes is there already"):
        read([tmp_path])


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        ('[wrod]\nyes = "yes"\n', r"one\.toml: there is no table \[wrod\]"),
        ('[word]\nyes = "ye\n', r"one\.toml: .*line 2"),
    ],
)
def test_a_file_that_cannot_be_read_is_named(content: str, problem: str, tmp_path: Path) -> None:
    (tmp_path / "one.toml").write_text(content)
    with pytest.raises(CatalogMalformed, match=problem):
        read([tmp_path])


def test_what_is_filled_in_stays(tmp_path: Path) -> None:
    """Files to fill in are written beside those that are there, and no gap twice."""
    (tmp_path / "en").mkdir()
    (tmp_path / "en" / "words.toml").write_text(
        '[word]\nyes = "yes"\nno = "no"\n[name.unit]\nregulars = {one = "regular", other = "regulars"}\n'
    )
    (tmp_path / "sv").mkdir()
    for name, line in (("words", 'yes = ""'), ("words-more", 'no = "nej"')):
        (tmp_path / "sv" / f"{name}.toml").write_text(f"[word]\n{line}\n")
    title: Any = SimpleNamespace(messages=(tmp_path,), cards={})
    (written,) = write_skeleton(title, "sv")
    assert written.read_text() == '[name.unit]\n# en: {one = "regular", other = "regulars"}\nregulars = ""\n'
    assert (tmp_path / "sv" / "words-more.toml").read_text() == '[word]\nno = "nej"\n'


# ---- Slots are fields, of a kind, in a form that there is


def slot_problems(sentence: str, known: dict[str, Any], language: str, title: str = TITLE) -> Iterator[str]:
    words = catalog(language, title)
    if re.search(r"[{}\[\]]", SLOT.sub("", OPTIONAL.sub(r"\1", sentence))):
        yield f"odd brackets: {sentence}"
    for slot in SLOT.finditer(sentence):
        name, (_, count, form, choices) = slot_field(slot), slot.groups()
        if name not in known or (count and count not in known):
            yield f"no field {name} {count or ''}: {sentence}"
        elif choices and len(choices.split("|")) - 1 not in (len(words.categories), 2):
            yield f"{name} picks from {choices}: {sentence}"
        elif isinstance(known[name], KindIn):
            if form and form not in ("or", *every_form(words.tables)):
                yield f"no form {form} of anything: {sentence}"
        elif form and form not in ("or", "zero") and not has_form(words.tables, known[name], form):
            yield f"no form {form} of a {known[name]}: {sentence}"


def has_form(tables: dict[str, dict[str, Any]], kind: Any, form: str) -> bool:
    """Whether the language makes the form of any name, or each of its names has it."""
    if not isinstance(kind, str):
        return False
    if "/" in kind:
        return all(has_form(tables, part, form) for part in kind.split("/"))
    names = tables.get(f"name.{kind}", {}).values()
    named = bool(names) and all(isinstance(entry, dict) and form in entry for entry in names)
    return named or form in tables.get(f"form.{kind}", {})


def every_form(tables: dict[str, dict[str, Any]]) -> set[str]:
    """The forms that any name has."""
    entries = [entry for table in tables if table.startswith("name.") for entry in tables[table].values()]
    made = {form for table in tables if table.startswith("form.") for form in tables[table]}
    return made | {form for entry in entries if isinstance(entry, dict) for form in entry}


@IN_EVERY_LANGUAGE
def test_every_slot_of_an_event_is_a_field(language: str, title: str) -> None:
    words = catalog(language, title)
    found = [
        f"{name}: {problem}"
        for name, cls in TOLD[title].items()
        for problem in slot_problems(words.get("event", name), dict(kinds_of(cls)), language, title)
    ]
    assert not found


@IN_EVERY_LANGUAGE
def test_every_slot_of_a_reason_is_a_keyword(language: str, title: str) -> None:
    words, given = catalog(language, title), reasons_of(title)
    known = {code: {name: kind_in(name) for name in keywords} for code, keywords in given.items()}
    found = [
        f"{code}: {problem}"
        for code in given
        for problem in slot_problems(words.get("dice", code), known[code], language, title)
    ]
    assert not found


@IN_EVERY_LANGUAGE
def test_every_slot_of_a_question_is_a_field(language: str, title: str) -> None:
    """Of a question with a topic nobody knows the class here, so that it may have the fields of any such."""
    words, asked, topical = catalog(language, title), asked_in(title), with_topic(title)
    by_kind = {cls.kind: kinds_of(cls) for cls in asked if cls.kind not in topical}
    any_topic = {name: kind for cls in asked if cls.kind in topical for name, kind in kinds_of(cls).items()}
    found = [
        f"{key}: {problem}"
        for key, sentence in words.tables["question"].items()
        for known in [by_kind.get(key.partition(".")[0], any_topic)]
        for problem in slot_problems(sentence, known, language, title)
    ]
    assert not found


@BOTH
def test_what_a_slot_tells_has_a_kind(title: str) -> None:
    """A text in a slot would be English; ids without a kind would be shown as ids."""
    for name, cls in TOLD[title].items():
        hints = typing.get_type_hints(cls, include_extras=True)
        for slot in slots_of(catalog(title=title).get("event", name)):
            assert kinds_of(cls)[slot] is not None or "str" not in str(hints[slot]), f"{name}.{slot}"


@BOTH
def test_keywords_of_reasons_name_known_kinds(title: str) -> None:
    kinds = {
        *game_of(title).names.tables,
        *(table[5:] for table in catalog(title=title).tables if table[:5] == "name."),
    }
    numbers = {"number", "count"}
    for code, keywords in reasons_of(title).items():
        for keyword in keywords:
            for kind in kind_in(keyword).split("/"):
                assert kind in kinds | numbers, f"{code}: what is {keyword}?"


def test_slots_that_are_wrong_are_found() -> None:
    known = {"space": "space", "count": None, "power": "power"}
    for bad in ("{spcae}", "{space:at}", "{count|a|b|c}", "{space", "[{space}", "{power*cuont}"):
        assert list(slot_problems(bad, known, ENGLISH)), bad
    for good in ("{space:in}", "{count|unit|units}", "[: {space}]", "{power:adj}", "{space*count}"):
        assert not list(slot_problems(good, known, ENGLISH)), good


# ---- Every event is told, whatever is in it


def any_value(hint: Any, kind: Any, rng: random.Random, title: str) -> Any:
    """A value for a field: ids from the names of the game, where its type says which."""
    origin, args = typing.get_origin(hint), typing.get_args(hint)
    if origin is typing.Annotated:
        return any_value(args[0], kind, rng, title)
    if origin is tuple:
        return tuple(any_value(args[0], kind, rng, title) for _ in range(rng.randrange(4)))
    if origin is dict:
        return {any_value(args[0], kind, rng, title): rng.randrange(5) for _ in range(rng.randrange(3))}
    if args:
        return any_value(rng.choice(args), kind, rng, title)
    if hint is type(None):
        return None
    if hint is bool:
        return rng.random() < 0.5
    if hint is Reason:
        code = rng.choice(sorted(reasons_of(title)))
        return Reason(code, **{name: any_of(name, rng, title) for name in sorted(reasons_of(title)[code])})
    if hint is int:
        return int(any_id(kind, rng, title)) if kind == "card" else rng.randrange(7)
    return any_id(kind, rng, title) if hint is str else hint(Noted("so it was"))


def any_of(keyword: str, rng: random.Random, title: str) -> Any:
    id = any_id(kind_in(keyword), rng, title)
    return id if kind_in(keyword) == kind_of(keyword) else (id,)


def kind_in(keyword: str) -> str:
    """What a keyword names; several of a kind end with an s."""
    return "card" if keyword == "cards" else kind_of(keyword)


def any_id(kind: Any, rng: random.Random, title: str) -> Any:
    if kind in ("number", "count"):
        return rng.randrange(7)
    if kind in (None, TEXT) or isinstance(kind, KindIn):
        return "as it stands"
    part = rng.choice(kind.split("/"))
    known = game_of(title).names.tables.get(part)
    named = catalog(title=title).tables.get(f"name.{part}", {})
    return rng.choice([*(known.printed if known else ()), *named])


def any_event(name: str, rng: random.Random, title: str) -> Event:
    cls = TOLD[title][name]
    hints = typing.get_type_hints(cls, include_extras=True)
    values = {
        field.name: any_value(hints[field.name], kinds_of(cls)[field.name], rng, title)
        for field in fields(cls)
        if field.name != "audience"
    }
    return cls(**values)


@IN_EVERY_LANGUAGE
def test_every_event_is_told(title: str, language: str) -> None:
    wrong: dict[str, str] = {}
    for name in sorted(TOLD[title]):
        rng = random.Random(name)
        for _ in range(20):
            told = game_of(title).voice(language).event(any_event(name, rng, title))
            if not told or re.search(r"[{}\[\]|]|\b\w+_\w+\b", told):
                wrong[name] = told
    assert wrong == {}


@BOTH
def test_every_event_is_stored(title: str) -> None:
    for name in sorted(TOLD[title]):
        rng = random.Random(name)
        for _ in range(20):
            event = any_event(name, rng, title)
            assert codec.load(codec.dump(event, Event), Event) == event


@pytest.mark.parametrize(
    ("event", "text"),
    [
        (CardPlayed("france", 31, "cp"), "France plays Foul Weather (#31) for command points."),
        (CardPlayed("hapsburg", 2, "event"), "Hapsburg plays Holy Roman Emperor (#2) as an event."),
        (CardsDrawn("france", (31, 24)), "You draw Foul Weather (#31) and"),
        (CardCountChanged("papacy", 1, Reason("deal")), "Papacy draws 1 card (deal)."),
        (CardCountChanged("papacy", 3, Reason("card", card=31)), "Papacy draws 3 cards (Foul Weather)."),
        (UnitsTakenOff("papacy", "rome", "regulars", 1), "Papacy removes 1 regular from Rome."),
        (UnitsTakenOff("papacy", "rome", "regulars", 2), "Papacy removes 2 regulars from Rome."),
        (
            DiceRolled("ottoman", Reason("assaults", power="ottoman", space="vienna"), (4, 5, 6), 0, 2),
            "Ottoman rolls 4 5 6 (Ottoman assaults Vienna): 2 hits.",
        ),
        (DiceRolled("ottoman", Reason("assault"), (4,), 0, 0), "Ottoman rolls 4 (assault): no hits."),
        (DiceRolled("ottoman", Reason("raid"), (4, 1), 0), "Ottoman rolls 4 1 (raid)."),
        (
            NavalCombatBegan("barbary_coast", "ottoman", "france>hapsburg"),
            "Naval combat off the Barbary Coast: Ottoman attacks France (lent to Hapsburg).",
        ),
        (
            BattleEnded("vienna", ("france", "papacy"), ("ottoman",), 1, 0),
            "France and Papacy win the battle of Vienna, 1 hit to 0.",
        ),
    ],
)
def test_sentences(event: Event, text: str) -> None:
    assert VOICE.event(event).startswith(text)


# ---- Events of version 0.1, which held English

OLD = [
    (
        DiceRolled("ottoman", Reason("assaults", power="ottoman", space="vienna"), (4, 5), 7, 1),
        {"reason": "ottoman assaults vienna"},
        "Ottoman rolls 4 5 (ottoman assaults vienna): 1 hit.",
    ),
    (CardCountChanged("papacy", 3, Reason("deal")), {"reason": "deal"}, "Papacy draws 3 cards (deal)."),
    (
        ColonyFounded("england", "hispaniola"),
        {"name": "Hispaniola"},
        "England has a colony in Hispaniola.",
    ),
    (
        RichesCounted("france", "montreal", 7, Reason("one_card")),
        {"name": "Montreal", "result": "a card"},
        "Montreal (France), 7: a card.",
    ),
]


@pytest.mark.parametrize(("event", "then", "text"), OLD, ids=lambda value: type(value).__name__)
def test_old_events_are_read_told_and_verified(event: Event, then: dict[str, Any], text: str) -> None:
    now = codec.dump(event, Event)
    stored = {**now, **then}
    assert VOICE.event(codec.load(stored, Event)) == text
    assert checking.same(event, now, stored)
    assert not checking.same(event, now, {**stored, "audience": ["france"]})


def test_codes_are_compared() -> None:
    event = CardCountChanged("papacy", 3, Reason("deal"))
    now = codec.dump(event, Event)
    assert not checking.same(event, now, {**now, "reason": "ransom"})
    assert not checking.same(event, now, {**now, "reason": ["card", {"card": 31}]})


def test_an_old_note_and_an_old_rewind_are_told() -> None:
    note = {"$": "Noted", "audience": None, "text": "The moderator corrects the position: a slip."}
    assert VOICE.event(codec.load(note, Event)) == "The moderator corrects the position: a slip."
    back = {"$": "GameSetBack", "audience": None, "why": "a slip", "undone": ["France passes."]}
    told = "The game goes back: a slip. This has not happened: France passes."
    assert VOICE.event(codec.load(back, Event)) == told


# ---- Questions


@pytest.mark.fuzz
@pytest.mark.parametrize(
    ("title", "scenario"), [("his", "1517"), ("his", "1532"), ("vq", "campaign"), ("vq", "tournament")]
)
def test_every_question_has_a_sentence(title: str, scenario: str) -> None:
    engine = Engine.new(game_of(title).rules, Setup(title, scenario), f"prompts {scenario}")
    rng = random.Random(scenario)
    found: dict[str, None] = {}
    for _ in range(DECISIONS):
        if not engine.open:
            break
        power = rng.choice(sorted(engine.waiting()))
        question = engine.waiting()[power]
        for language in game_of(title).languages:
            sentence = catalog(language, title).get("question", question_key(question)) or "{no sentence"
            for problem in slot_problems(sentence, dict(_kinds(question)), language, title):
                found[f"{question_key(question)}: {problem}"] = None
        engine.submit(power, question.pick(engine.game, rng.choice), source="bot")
        engine.drain()
    assert not found, "\n".join(sorted(found))


def _kinds(question: Question[Any]) -> Iterator[tuple[str, Any]]:
    for name, kind in kinds_of(type(question)).items():
        yield name, kind_of(getattr(question, kind.field)) if isinstance(kind, KindIn) else kind


def test_keys_of_questions() -> None:
    assert question_key(Choose("france", "maurice", "space", ("paris",))) == "maurice"
    assert question_key(Respond("france", "before_battle")) == "respond.before_battle"


def test_a_question_without_a_sentence_is_still_asked() -> None:
    assert VOICE.question(Decide("france", "walk_the_dog", rule="99.1")) == "Walk the dog?"


def test_questions_tell_names() -> None:
    assert "Do you ransom Andrea Doria for" in VOICE.question(
        Decide("france", "ransom", "andrea_doria", about="leader")
    )
    announced = Respond("france", "action_announced", Reason("move_to", space="st_quentin"))
    assert VOICE.question(announced).startswith("A move to St. Quentin is announced")
    asked = Choose("france", "machiavelli", "power", ("england", "hapsburg", "papacy"))
    assert "(England, Hapsburg or Papacy)" in VOICE.question(asked)


# ---- Names


def test_every_id_that_only_the_catalog_names_is_there() -> None:
    data = RULES.data
    tables = catalog().tables
    assert {box.id for box in data.marriage.marital_track} == set(tables["name.status"])
    assert {use.use for card in data.cards for use in CARDS.uses(card)} <= set(tables["name.use"])
    for kind in ("unit", "power"):
        assert all(game_of(TITLE).names.tables[kind].printed.keys() & tables[f"name.{kind}"].keys())


@IN_EVERY_LANGUAGE
def test_words_and_forms_go_by_number(language: str, title: str) -> None:
    words = catalog(language, title)
    for unit in game_of(title).names.tables["unit"].printed:
        assert set(words.categories) <= words.get("name.unit", unit).keys()


@IN_OTHER_LANGUAGES
def test_another_language_names_what_english_names(language: str, title: str) -> None:
    """What has a printed name may keep it; nothing else is named."""
    printed, english = game_of(title).names.tables, catalog(title=title).tables
    for table, entries in english.items():
        if table.startswith("name.") and table[5:] not in printed:
            assert entries.keys() <= catalog(language, title).tables[table].keys(), table
    countries = {war.name for war in RULES.data.tables.foreign_wars} if title == TITLE else set()
    for table, entries in catalog(language, title).tables.items():
        if table.startswith("name.") and table[5:] in printed:
            known = {*printed[table[5:]].printed, *english.get(table, {}), *countries}
            assert entries.keys() <= known, table


# ---- Other languages

GERMAN = """
[event]
FormationMoved = "{power} {power|zieht|ziehen} {origin:from} {to:to}: {units}."
BattleEnded = "{winner} {winner|siegt|siegen} {space:in} mit {winner_hits} {winner_hits|Treffer|Treffern}."
LeaderCaptured = "{leader} wird {captor:from} gefangen genommen."
NavalCombatBegan = "Seeschlacht {place:in}: {Attacker} {attacker|greift|greifen} {defender:acc} an."
[word]
units = "{count} {unit*count}"
[name.power]
ottoman = { name = "die Osmanen", number = "plural", acc = "die Osmanen", from = "von den Osmanen" }
france = { name = "Frankreich" }
[name.space]
vienna = "Wien"
[name.sea]
ionian_sea = { name = "Ionisches Meer", in = "im Ionischen Meer" }
[name.unit]
regulars = { one = "Regulärer", other = "Reguläre" }
[form.space]
in = "in {name}"
to = "nach {name}"
from = "von {name}"
[form.power]
from = "von {name}"
acc = "{name}"
"""


@pytest.mark.parametrize(
    ("event", "text"),
    [
        (
            FormationMoved("ottoman", "belgrade", "vienna", {"regulars": 1}),
            "Die Osmanen ziehen von Belgrade nach Wien: 1 Regulärer.",
        ),
        (
            FormationMoved("france", "vienna", "graz", {"regulars": 4}),
            "Frankreich zieht von Wien nach Graz: 4 Reguläre.",
        ),
        (
            BattleEnded("vienna", ("france", "ottoman"), ("hapsburg",), 5, 1),
            "Frankreich und die Osmanen siegen in Wien mit 5 Treffern.",
        ),
        (
            LeaderCaptured("andrea_doria", "ottoman"),
            "Andrea Doria wird von den Osmanen gefangen genommen.",
        ),
        (LeaderCaptured("andrea_doria", "france"), "Andrea Doria wird von Frankreich gefangen genommen."),
        (
            NavalCombatBegan("ionian_sea", "ottoman", "france"),
            "Seeschlacht im Ionischen Meer: Die Osmanen greifen Frankreich an.",
        ),
        (Passed("france"), "Frankreich passes."),
    ],
)
def test_forms_numbers_and_carriers(event: Event, text: str, tmp_path: Path) -> None:
    """A few sentences are enough to begin a language with: what is missing is told in English."""
    (tmp_path / "a.toml").write_text(GERMAN, encoding="utf-8")
    voice = Voice(game_of(TITLE).names, Catalog("de", read([tmp_path])), catalog())
    assert voice.event(event) == text


@pytest.mark.parametrize(
    ("event", "text"),
    [
        (CardPlayed("ottoman", 32, "cp"), "Die Osmanen spielen „Gicht“ (#32) als Befehlspunkte."),
        (CardCountChanged("papacy", 1, Reason("card", card=32)), "Das Papsttum zieht 1 Karte („Gicht“)."),
        (UnitsTakenOff("england", "rhodes", "regulars", 1), "England entfernt auf Rhodos: 1 Regulärer."),
        (
            BattleEnded("vienna", ("france", "papacy"), ("ottoman",), 1, 0),
            "Frankreich und das Papsttum gewinnen die Feldschlacht in Wien mit 1 zu 0 Treffern.",
        ),
        # The number of a king ends with a full stop, and so does the sentence.
        (
            MoveAnnounced("france", "paris", "milan", {"regulars": 4}, ("francis_i",)),
            "Frankreich kündigt eine Bewegung von Paris nach Mailand an: 4 Reguläre; Anführer: Franz I.",
        ),
        # Ships on loan are told in the case and the number of their owner.
        (
            NavalCombatBegan("black_sea", "ottoman>france", "venice"),
            "Seeschlacht im Schwarzen Meer: Die Osmanen (verliehen an Frankreich) greifen Venedig an.",
        ),
        (
            SquadronsSailed("hapsburg", "papacy>hapsburg", 1, "rome", "tyrrhenian_sea"),
            "1 Geschwader des Papsttums (verliehen an die Habsburger) segelt von Rom ins Tyrrhenische Meer.",
        ),
        # A table has names without articles.
        (
            VictoryPointsCounted(1, {"ottoman": 8, "papacy": 19}),
            "Siegpunkte nach Runde 1: Osmanen 8 und Papsttum 19.",
        ),
    ],
)
def test_german_sentences(event: Event, text: str) -> None:
    assert game_of(TITLE).voice("de").event(event) == text


@IN_OTHER_LANGUAGES
def test_every_card_has_a_title_and_a_summary(language: str, title: str) -> None:
    cards = game_of(title).cards
    words = catalog(language, title)
    assert words.tables["name.card"].keys() == words.tables["summary"].keys() == set(map(str, cards))
    for number in game_of(title).rules.data.cards:
        told = game_of(title).voice(language).summary(number, cards[number].summary)
        assert told.endswith((".", "。"))
        assert 10 < width(told) < 140


def test_hands_are_told_in_the_language_of_the_reader() -> None:
    title = game_of(TITLE)
    game = Engine.new(RULES, Setup(TITLE, "1532"), "hands").game
    game.hand("papacy")[:] = [5]
    english, german = (title.hands(game, ["papacy"], title.voice(language))[0] for language in ("en", "de"))
    assert (english.name, german.name) == ("Papacy", "Papsttum")
    bull, same = english.cards[0], german.cards[0]
    assert (bull.number, bull.title, bull.kind) == (5, "Papal Bull", "home card")
    assert (same.number, same.title, same.kind) == (5, "Päpstliche Bulle", "Heimatkarte")
    assert bull.summary == RULES.data.cards[5].summary
    assert same.summary.startswith("Exkommuniziert")


def test_a_language_without_plural_has_one_form() -> None:
    chinese = Catalog("zh", {"event": {"UnitsTakenOff": "{power}：{count} {count|个}{kind*count}"}})
    assert chinese.categories == ("other",)
    told = Voice(game_of(TITLE).names, chinese, catalog()).event(
        UnitsTakenOff("papacy", "rome", "regulars", 1)
    )
    assert told == "Papacy：1 个regulars"
    assert chinese.listed(["甲", "乙", "丙"]) == "甲、乙和丙"


@pytest.mark.parametrize("module", [kinds, reasons, languages], ids=lambda module: module.__name__)
def test_examples_in_docstrings(module: ModuleType) -> None:
    assert doctest.testmod(module) == (0, doctest.testmod(module).attempted)
    assert doctest.testmod(module).attempted


# ---- No words in the rules


def words_in_the_rules(nodes: Iterable[ast.AST]) -> Iterator[str]:
    """Sentences for players; whoever finds a new way to smuggle one in adds it here."""
    for node in nodes:
        if isinstance(node, ast.ClassDef):
            for name in [part.target for part in node.body if isinstance(part, ast.AnnAssign)]:
                if isinstance(name, ast.Name) and name.id in ("sentence", "text", "prompt"):
                    yield f"{node.lineno}: {node.name} has a {name.id}"
        if isinstance(node, ast.Call):
            yield from (f"{node.lineno}: {text}" for text in _words(node))


CODES_ONLY = (
    "Reason",
    "roll",
    "draw",
    "offer",
    "open_window",
    "draw_cards",
    "discard",
    "Choice",
    "emit",
    "win",
)
"""Calls in which a text with a space in it would be words."""


def _words(node: ast.Call) -> Iterator[str]:
    name = called(node)
    if name not in (*CODES_ONLY, *(event for told in TOLD.values() for event in told)):
        return
    for argument in (*node.args, *(keyword.value for keyword in node.keywords)):
        for text in [*literals(argument), *(["f-string"] if isinstance(argument, ast.JoinedStr) else [])]:
            if text != "time limit" and not re.fullmatch(r"[a-z0-9_]*", text):
                yield f"words in {name}(): {text}"


def test_no_sentence_is_in_the_rules() -> None:
    found = [
        f"{where}:{problem}" for where, nodes in sources("rules") for problem in words_in_the_rules(nodes)
    ]
    assert [problem for problem in found if "Noted has a text" not in problem] == []


def test_every_reason_is_a_code_that_stands_there() -> None:
    missing = [
        f"{where}:{line}"
        for where, nodes in sources("rules")
        for line, codes, keywords in reasons_in(nodes)
        if not codes or "**" in keywords
    ]
    assert not missing


@pytest.mark.parametrize(
    "bad",
    [
        'class Passed(Event):\n    sentence: ClassVar[str] = "{power} passes."',
        'game.roll(power, 2, "the rebels of Milan")',
        'game.roll(power, 2, f"riches of {name}")',
        'draw_cards(game, power, 1, "Lady Jane Grey")',
        'game.emit(Noted("Nothing happens."))',
        'game.emit(CardTaken(giver, taker, "peace terms"))',
        'Reason("the rebels of Milan")',
        'Choice("dice", "elsewhere", "dice are thrown on a table")',
        'await offer(game, power, window, moment, f"peace with {winner}")',
    ],
)
def test_words_in_the_rules_are_found(bad: str) -> None:
    assert list(words_in_the_rules(ast.walk(ast.parse(dedent(bad)))))


def test_every_part_of_the_catalogs_is_read() -> None:
    assert {path.name for path in FOLDER.iterdir()} == {*SHARED, *TITLES}
