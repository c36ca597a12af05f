"""What players read: sentences, stories, letters at 72 columns."""

from __future__ import annotations

import re
from dataclasses import dataclass, fields
from typing import ClassVar

import pytest

from pbem.channels.mail.reply import WRITE_ABOVE
from pbem.games import game_of
from pbem.language.sentences import SLOT, Sentences
from pbem.letters import content as build
from pbem.letters import render
from rules import Event, load_rules
from rules.core.card_play import CardCountChanged, CardPlayed, CardsDrawn
from rules.core.events import EVENTS, DiceRolled
from rules.his.diplomacy.events import UnitsTakenOff
from tests.pbem.office import Office

load_rules("his")  # so that all events are known
TELL = Sentences(game_of("his").names).tell


@dataclass(frozen=True, slots=True)
class Told(Event):
    """Everything that a sentence may hold."""

    sentence: ClassVar[str] = "{power} in {space} with {units}: {cards}, {points}, {none}."
    power: str
    space: str
    units: tuple[tuple[str, str, int], ...]
    cards: tuple[int, ...]
    points: dict[str, int]
    none: str | None = None


EVENTS.pop("Told")


# ---- Sentences


@pytest.mark.parametrize(
    ("event", "text"),
    [
        (CardPlayed("france", 31, "cp"), "France plays Foul Weather (#31) for command points."),
        (CardPlayed("hapsburg", 2, "event"), "Hapsburg plays Holy Roman Emperor (#2) as an event."),
        (CardsDrawn("france", (31, 24)), "You draw Foul Weather (#31) and"),
        (CardCountChanged("papacy", 1, "deal"), "Papacy draws 1 card (deal)."),
        (CardCountChanged("papacy", 3, "deal"), "Papacy draws 3 cards (deal)."),
        (UnitsTakenOff("papacy", "rome", "regulars", 1), "Papacy removes 1 regular from Rome."),
        (UnitsTakenOff("papacy", "rome", "regulars", 2), "Papacy removes 2 regulars from Rome."),
        (DiceRolled("ottoman", "assault", (4, 5, 6), 0, 2), "Ottoman rolls 4 5 6 (assault): 2 hits."),
        (DiceRolled("ottoman", "assault", (4,), 0, 0), "Ottoman rolls 4 (assault): no hits."),
        (DiceRolled("ottoman", "riches", (4, 1), 0), "Ottoman rolls 4 1 (riches)."),
        (
            Told(
                "france>hapsburg",
                "genoa",
                (("france", "regulars", 1), ("france", "cavalry", 2)),
                (),
                {"france": 3},
            ),
            "France (lent to Hapsburg) in Genoa with 1 regular and 2 cavalry: none, France 3, none.",
        ),
    ],
)
def test_sentences(event: Event, text: str) -> None:
    assert TELL(event).startswith(text)


@pytest.mark.parametrize("name", sorted(EVENTS))
def test_every_sentence_is_made_of_fields(name: str) -> None:
    """A slip in a template would stand in a letter as {braces}."""
    cls = EVENTS[name]
    known = {field.name for field in fields(cls)}
    used = {found.group(1) for found in SLOT.finditer(cls.sentence)}
    assert used <= known
    assert not re.search(r"[{}]", SLOT.sub("", cls.sentence))


# ---- The story


def test_a_story_has_chapters() -> None:
    began = [cls for name, cls in EVENTS.items() if name == "ImpulseBegan"]
    events = [
        CardCountChanged("papacy", 3, "deal"),
        began[0](power="france", number=2, turn=4),
        CardPlayed("france", 31, "cp"),
        began[0](power="papacy", number=3, turn=4),
    ]
    chapters = build.story(events, game_of("his"), Sentences(game_of("his").names), opening="The beginning")
    assert [chapter.title for chapter in chapters] == ["The beginning", "Impulse 2: France"]


# ---- What can be ordered


def test_a_selection_has_something_of_each_kind() -> None:
    orders = ["end", *(f"build regular in {n}" for n in range(90)), *(f"move {n}" for n in range(30)), "pass"]
    chosen = build.selection(orders)
    assert len(chosen) <= build.MOST_LISTED
    assert {order.split()[0] for order in chosen} == {"end", "build", "move", "pass"}
    assert chosen == sorted(chosen, key=orders.index)
    assert build.selection(["a", "b"]) == ["a", "b"]


# ---- Letters


def overlong(text: str) -> list[str]:
    """Lines of more than 72 columns, but for orders that stand on a line of their own."""
    return [line for line in text.splitlines() if len(line) > render.WIDTH and not line.startswith("    ")]


def test_letters_fit_a_terminal(office: Office) -> None:
    office.begin(reports="impulse", observers=1)
    (power,) = office.asked()
    office.write(power, "gibberish and more", "pass", "help", "map", "history", "report", "status")
    office.play_silently(12)
    letters = office.outbox()
    assert {letter.kind for letter in letters} >= {"start", "receipt", "question"}
    for letter in letters:
        assert overlong(letter.text) == []
        assert letter.text.startswith(WRITE_ABOVE)
        assert "  \n" not in letter.text
        assert "\n\n\n" not in letter.text
        assert len(letter.subject) <= 78


def test_html_says_the_same(game: Office) -> None:
    from pbem.channels.mail.html_text import html_to_text

    (power,) = game.asked()
    game.play_silently(2)
    for letter in game.outbox(power):
        assert "<style" not in letter.html  # it is in the elements, for programs that drop it
        words = set(re.findall(r"\w+", html_to_text(letter.html).lower()))
        missing = [word for word in re.findall(r"\w+", letter.text.lower()) if word not in words]
        assert missing == []


def test_nothing_in_a_letter_becomes_markup(game: Office) -> None:
    (power,) = game.asked()
    answer = game.write(power, "<script>alert(1)</script> & <b>bold</b>")
    assert "<script>" not in answer.html
    assert "&lt;script&gt;" in answer.html


@pytest.mark.parametrize("topic", render.help_topics())
def test_help_fits_a_terminal(topic: str) -> None:
    page = render.help_page(topic)
    assert page
    assert overlong(page) == []


def test_columns_read_downwards() -> None:
    assert render.columns(["a", "b", "c"], indent=2, gap=3) == "  a   b   c"
    many = [f"order {n}" for n in range(20)]
    text = render.columns(many)
    assert all(len(line) <= render.WIDTH for line in text.splitlines())
    first_column = [line.split("   ")[0].strip() or line.split()[0] for line in text.splitlines()]
    assert first_column[0] == "order 0" or text.lstrip().startswith("order 0")
