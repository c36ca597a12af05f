"""Texts of every script: Chinese is broken and padded by the columns it takes; every letter is drawn."""

from __future__ import annotations

import doctest
from collections.abc import Iterator
from pathlib import Path

import pytest

import pbem.language.widths as widths
from pbem.games.views import PowerLine
from pbem.language.catalog import FOLDER
from pbem.language.foreign_names import other_languages
from pbem.language.widths import width
from pbem.letters import render
from pbem.pictures.fonts import font_files, letters_of
from pbem.pictures.png import png_of

ON_PAGES = "←→"
"""Letters of the replay page, which browsers draw with their own fonts."""
CHINESE = 3 * (
    "奥斯曼从贝尔格莱德移动至布达：4 个常规军、2 个骑兵。"
    "哈布斯堡从格拉茨出发，在维也纳拦截成功（10，需要 9）。"
)


def test_examples() -> None:
    assert doctest.testmod(widths).failed == 0


@pytest.mark.parametrize(("indent", "hang"), [(0, 0), (2, 0), (4, 2)])
def test_chinese_is_wrapped_by_columns(indent: int, hang: int) -> None:
    lines = render.wrap(CHINESE, indent, hang).split("\n")
    assert len(lines) > 3
    assert all(60 < width(line) <= render.WIDTH for line in lines[:-1])
    assert width(lines[-1]) <= render.WIDTH
    assert not [line for line in lines if line.strip()[0] in "，。、：；）"]
    assert not [line for line in lines if line[-1] in "（《"]
    assert "".join("".join(lines).split()) == "".join(CHINESE.split())


def test_other_scripts_are_wrapped_as_before() -> None:
    text = "Ottomaanit siirtyvät Belgradista Budaan: 4 vakinaisyksikköä ja 2 ratsuväkiyksikköä. " * 3
    assert all(len(line) <= render.WIDTH for line in render.wrap(text, 2, 2).split("\n"))
    assert " ".join(render.wrap(text).split()) == text.strip()


def test_columns_and_tables_are_padded_by_columns() -> None:
    first, second = render.columns(["维也纳", "Wien", "布达", "Buda"] * 8).split("\n")[:2]
    assert width(first.split("   ")[0] + "   ") <= render.WIDTH
    assert width(first) == width(second) or width(first) <= render.WIDTH
    rows = [PowerLine("ottoman", name, "苏莱曼", 8, 4, 2, "7 VP") for name in ("奥斯曼", "Hapsburg")]
    header, one, other = render.power_table(rows, "VP", "牌", "要地", "统治者", "差").split("\n")
    assert len({width(line[: line.index("苏")]) for line in (one, other)}) == 1
    assert width(header[: header.index("统")]) == width(one[: one.index("苏")])


def test_a_heading_reaches_the_margin() -> None:
    assert width(render.heading("发生了什么")) == render.WIDTH


def texts() -> Iterator[str]:
    for path in sorted(FOLDER.rglob("*.toml")):
        yield path.read_text(encoding="utf-8")
    yield from (
        name
        for kinds in other_languages("his").values()
        for things in kinds.values()
        for names in things.values()
        for name in names
    )


def test_every_letter_can_be_drawn() -> None:
    """A character that no font has would be a box; `mail_templates/fonts/README.md` says how one is cut."""
    drawn = frozenset[str]().union(*map(letters_of, font_files()))
    written = {letter for text in texts() for letter in text if letter.isprintable()}
    assert "".join(sorted(written - drawn - set(ON_PAGES))) == ""


def test_chinese_is_drawn() -> None:
    def drawn(text: str) -> bytes:
        return png_of(
            '<svg xmlns="http://www.w3.org/2000/svg" width="90" height="30" viewBox="0 0 90 30">'
            '<rect width="90" height="30" fill="#fff"/>'
            f'<text x="5" y="20" font-family="Roboto Condensed" font-size="18">{text}</text></svg>'
        )

    assert len({drawn(text) for text in ("", "维也纳", "布达")}) == 3
    assert all(Path(path).stat().st_size < 1_000_000 for path in font_files())


def test_a_paragraph_knows_its_soft_breaks() -> None:
    """Text has 72 columns; what a screen of any width shows is the whole line, and lists stay lists."""
    long = "Hapsburg 18: keys 9, electorates 2, war winner 1, Circumnavigation 3, Pacific Strait 1, Aztec 2."
    answer = "\n".join(
        ["  Victory points", render.soft_wrap(long, 4, 4), render.soft_wrap("England 9: keys 9.", 4)]
    )
    assert render.logical_lines(answer) == [(2, "Victory points"), (4, long), (4, "England 9: keys 9.")]
    assert max(map(len, render.tidy(answer).splitlines())) <= render.WIDTH
    assert render.logical_lines(render.soft_wrap(CHINESE, 2))[0] == (2, CHINESE)


def test_breaks_of_a_text_that_was_set_before_are_found() -> None:
    help_page = """  They are not carried out if something has touched you since: an own
  army lost, a key besieged.
      standing: intercept with Charles V if odds at least 3:2
      standing: play 24
  A line that ends here is not full:
    Istanbul: Ibrahim Pasha, Suleiman, 5 regulars, 1 cavalry, 1 squadron.
    Salonika: 1 regular"""
    assert [line for _, line in render.logical_lines(render.with_soft_breaks(help_page))] == [
        "They are not carried out if something has touched you since: an own army lost, a key besieged.",
        "standing: intercept with Charles V if odds at least 3:2",
        "standing: play 24",
        "A line that ends here is not full:",
        "Istanbul: Ibrahim Pasha, Suleiman, 5 regulars, 1 cavalry, 1 squadron.",
        "Salonika: 1 regular",
    ]
