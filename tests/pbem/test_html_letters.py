"""Letters as a real browser shows them: narrow and wide, light and dark."""

from __future__ import annotations

import base64
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser

from pbem.games import game_of
from pbem.games.scenes import scene_of_question
from pbem.letters import questions, render
from pbem.letters.content import PrivateLetter, PublicReport
from pbem.letters.pictures import Kept, image_of, picture_of
from pbem.pictures.scene import Scene
from pbem.store.database import open_database
from pbem.store.tables import OutgoingRow
from tests.pbem.browser import a_browser
from tests.pbem.office import Office
from tests.pbem.timed import everybody_ready

pytestmark = pytest.mark.browser

WIDTHS = (320, 480, 900)
SCHEMES = ("light", "dark")

PROBLEMS = (Path(__file__).parent / "legible.js").read_text(encoding="utf-8")
"""What is wrong with a page, as its reader sees it."""


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with a_browser() as running:
        yield running


PICTURES = re.compile(r"data:image/png;base64,[^\"]*")


def as_sent(row: OutgoingRow) -> str:
    """A letter as a mail program shows it."""
    return row.html if row.picture is None else shown(row.html, Kept.from_json(row.picture).scene)


@pytest.fixture(scope="module")
def letters(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Letters of all kinds as HTML, with their pictures in them."""
    path = tmp_path_factory.mktemp("letters") / "office.sqlite3"
    open_database(path).dispose()
    office = Office(path, talks=48)
    office.begin(languages={"ottoman": "de"}, reports="phase")
    office.write("france", "propose to ottoman: alliance, give 1 card", "help orders", "status", "map")
    everybody_ready(office)
    while office.engine().game.phase != "action":
        office.play_silently(1)
    office.write("ottoman", "build cavalry in Wien", "end " + "x" * 300, "play 75 for cp")
    found: dict[str, str] = {}
    for row in office.outbox():
        known = found.get(row.kind, "")
        found[row.kind] = max(known, as_sent(row), key=lambda html: len(PICTURES.sub("", html)))
    found["board"] = with_board(office)
    office.database.dispose()
    return found


def with_board(office: Office) -> str:
    """A question with the theatre of its decision."""
    title = game_of("his")
    engine = office.engine()
    power, question = next(iter(engine.waiting().items()))
    voice = title.voice()
    scene = scene_of_question(title, question, engine.game)
    assert scene is not None
    letter = PrivateLetter(
        "summer",
        "Ottoman",
        title.public(engine.game, voice),
        hands=title.hands(engine.game, [power], voice),
        asked=[questions.asked(question, engine.game, title, voice, due=None)],
        picture=picture_of(Kept(scene), voice),
    )
    return shown(render.private_letter(letter, voice)[1], scene)


def shown(html: str, scene: Scene) -> str:
    """A page as a mail program shows it: with the files that it names."""
    data = base64.b64encode(image_of(scene)).decode()
    return re.sub(r"cid:[^\"]+", f"data:image/png;base64,{data}", html)


def test_there_are_letters_of_all_kinds(letters: dict[str, str]) -> None:
    assert {"start", "receipt", "question", "report", "board"} <= set(letters)


@pytest.mark.parametrize("scheme", SCHEMES)
def test_letters_are_legible_at_every_width(browser: Browser, letters: dict[str, str], scheme: Any) -> None:
    asked_for: list[str] = []
    found = {}
    context = browser.new_context(color_scheme=scheme)
    page = context.new_page()
    page.on("request", lambda request: asked_for.append(request.url))
    for kind, html in letters.items():
        page.set_content(html)
        for width in WIDTHS:
            page.set_viewport_size({"width": width, "height": 900})
            if problems := page.evaluate(PROBLEMS):
                found[kind, width] = problems
    context.close()
    assert found == {}
    assert [url for url in asked_for if not url.startswith("data:")] == []


BROKEN = """() => [...document.querySelectorAll(".facts td")].flatMap(cell => {
  const words = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
  const range = document.createRange(), found = [];
  for (let node; (node = words.nextNode());)
    for (const word of node.data.matchAll(/\\p{L}+/gu)) {
      range.setStart(node, word.index);
      range.setEnd(node, word.index + word[0].length);
      if (range.getClientRects().length > 1) found.push(word[0]);
    }
  return found;
})"""
"""Words in tables that go on in the next line."""


def test_no_word_of_a_table_is_broken_on_a_telephone(browser: Browser, letters: dict[str, str]) -> None:
    page = browser.new_page(viewport={"width": 390, "height": 844})
    tables = 0
    for kind, html in letters.items():
        page.set_content(html)
        tables += page.locator(".facts").count()
        assert (kind, page.evaluate(BROKEN)) == (kind, [])
    page.close()
    assert tables


def test_an_answer_has_the_width_of_the_screen(browser: Browser, letters: dict[str, str]) -> None:
    """A sentence of `status` goes on to the edge of the paper, narrow or wide."""
    page = browser.new_page(viewport={"width": 900, "height": 844})
    page.set_content(letters["receipt"])
    lines = page.locator(".answer div").all_inner_texts()
    page.close()
    assert max(map(len, lines)) > render.WIDTH


def test_the_test_finds_what_is_wrong(browser: Browser) -> None:
    """A page that is wrong in every way that it looks for."""
    page = browser.new_page(viewport={"width": 320, "height": 600})
    page.set_content(
        '<p style="width:500px">wide</p><p style="font-size:12px">small</p>'
        '<p style="color:#999">faint</p><img src="data:image/png;base64,AA==">'
    )
    told = " ".join(page.evaluate(PROBLEMS))
    page.close()
    for wrong in ("scrolls sideways", "overflows", "12px", "contrast 2.8", "without words", "no picture"):
        assert wrong in told


def test_a_letter_needs_nothing_from_elsewhere(letters: dict[str, str]) -> None:
    for html in letters.values():
        without = re.sub(r"data:image/png;base64,[\w+/=]+", "", html)
        assert not re.search(r"https?://|<script|<link|@import|url\(", without)
        assert '<meta name="viewport"' in html
        for rules in re.findall(r"<style>(.*?)</style>", html, re.DOTALL):
            assert re.sub(r"@media [^{]*\{(?:[^{}]*\{[^{}]*\})*\s*\}", "", rules).strip() == ""


def test_pictures_can_be_left_out(tmp_path: Path) -> None:
    title = game_of("his")
    voice = title.voice()
    path = tmp_path / "office.sqlite3"
    open_database(path).dispose()
    office = Office(path)
    office.begin()
    view = title.public(office.engine().game, voice)
    office.database.dispose()
    plain = PrivateLetter("summer", "Ottoman", view)
    assert "<img" not in render.private_letter(plain, voice)[1]
    report = PublicReport("summer", "Turn 1", view, ())
    assert "<img" not in render.public_report(report, voice)[1]
    with_picture = replace(report, picture=picture_of(Kept(Scene("his", turn=1)), voice))
    assert 'alt="Map of the whole board, turn 1"' in render.public_report(with_picture, voice)[1]
