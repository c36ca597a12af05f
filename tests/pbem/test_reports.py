"""What players read: stories, letters at 72 columns."""

from __future__ import annotations

import re

import pytest

from pbem.channels.mail.reply import WRITE_ABOVE
from pbem.games import game_of
from pbem.language.completeness import languages
from pbem.letters import questions, render
from pbem.letters.story import story, told_lines
from rules import load_rules
from rules.core.card_play import CardCountChanged, CardPlayed
from rules.core.events import EVENTS, DiceRolled
from rules.core.reasons import Reason
from tests.pbem.office import Office

load_rules("his")  # so that all events are known


# ---- The story


def test_a_story_has_chapters() -> None:
    began = [cls for name, cls in EVENTS.items() if name == "ImpulseBegan"]
    events = [
        CardCountChanged("papacy", 3, Reason("deal")),
        began[0](power="france", number=2, turn=4),
        CardPlayed("france", 31, "cp"),
        began[0](power="papacy", number=3, turn=4),
    ]
    chapters = story(events, game_of("his"), game_of("his").voice(), opening="The beginning")
    assert [chapter.title for chapter in chapters] == ["The beginning", "Impulse 2: France"]


# ---- What can be ordered


def test_a_selection_has_something_of_each_kind() -> None:
    orders = ["end", *(f"build regular in {n}" for n in range(90)), *(f"move {n}" for n in range(30)), "pass"]
    chosen = questions.selection(orders)
    assert len(chosen) <= questions.MOST_LISTED
    assert {order.split()[0] for order in chosen} == {"end", "build", "move", "pass"}
    assert chosen == sorted(chosen, key=orders.index)
    assert questions.selection(["a", "b"]) == ["a", "b"]


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
        assert 'style="' in letter.html  # in the elements, for programs that drop styles
        words = set(re.findall(r"\w+", html_to_text(letter.html).lower()))
        missing = [word for word in re.findall(r"\w+", letter.text.lower()) if word not in words]
        assert missing == []


def test_nothing_in_a_letter_becomes_markup(game: Office) -> None:
    (power,) = game.asked()
    answer = game.write(power, "<script>alert(1)</script> & <b>bold</b>")
    assert "<script>" not in answer.html
    assert "&lt;script&gt;" in answer.html


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("topic", render.help_topics())
def test_every_language_has_help_that_fits_a_terminal(topic: str, language: str) -> None:
    assert (render.HELP / language / f"{topic}.txt").exists()
    assert overlong(render.help_page(topic, language) or "") == []


def test_columns_read_downwards() -> None:
    assert render.columns(["a", "b", "c"], indent=2, gap=3) == "  a   b   c"
    many = [f"order {n}" for n in range(20)]
    text = render.columns(many)
    assert all(len(line) <= render.WIDTH for line in text.splitlines())
    first_column = [line.split("   ")[0].strip() or line.split()[0] for line in text.splitlines()]
    assert first_column[0] == "order 0" or text.lstrip().startswith("order 0")


def test_dice_that_follow_a_named_roll_name_their_roller() -> None:
    """At the Diet of Worms three powers roll one after the other, and no line says before who they are."""
    reason = Reason("diet_of_worms")
    rolls = [
        DiceRolled("protestant", reason, (1, 6), 1, 1),
        DiceRolled("hapsburg", reason, (4, 2), 3, 0),
        DiceRolled("papacy", reason, (5,), 5, 1),
    ]
    title = game_of("his")
    (line,) = told_lines(rolls, title, title.voice(), flowing=True)
    assert [name in line for name in ("Protestant rolls 1 6", "Hapsburg rolls 4 2", "Papacy rolls 5")] == [
        True
    ] * 3
