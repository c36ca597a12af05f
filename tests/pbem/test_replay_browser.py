"""The replay in a real browser: steps, play, search, keys, touch, a narrow screen, links to moments."""

from __future__ import annotations

import gzip
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from pbem.cases.played import play_log, read_log
from pbem.letters.replay import replay_page
from rules import Setup
from rules.core import codec
from rules.core.log import Entry
from tests.golden import GAMES, path_of
from tests.pbem.browser import a_browser

pytestmark = pytest.mark.browser

EXAMPLE = Path(__file__).parents[1] / "cases" / "example-of-play" / "turn-4.case"
ONE_MEGABYTE = 1_000_000


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with a_browser() as running:
        yield running


@pytest.fixture(scope="module")
def example(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The example of play, as `pbem replay --html` writes it."""
    played = play_log(read_log(EXAMPLE), "a seed")
    path = tmp_path_factory.mktemp("replay") / "example.html"
    path.write_text(replay_page("example", played.setup, played.seed, played.log), encoding="utf-8")
    return path


@pytest.fixture
def page(browser: Browser, example: Path) -> Iterator[Page]:
    context = browser.new_context(viewport={"width": 1300, "height": 850})
    yield opened(context.new_page(), example)
    context.close()


def opened(page: Page, path: Path, fragment: str = "") -> Page:
    """The page when its script has begun; if it asks for anything else, or fails, so does the test."""
    page.on("request", lambda request: _only_itself(request.url, path))
    page.on("pageerror", _fail)
    page.goto(path.as_uri() + fragment)
    page.wait_for_selector(":root[data-ready]")
    return page


def _only_itself(url: str, path: Path) -> None:
    assert url.startswith((path.as_uri(), "blob:", "data:")), url


def _fail(problem: Any) -> None:
    raise AssertionError(problem)


def when(page: Page) -> str:
    return page.locator("#when").inner_text()


def test_steps(page: Page) -> None:
    first = when(page)
    page.click("[data-go=on]")
    assert when(page) != first
    page.click("[data-go=back]")
    assert when(page) == first
    page.click("[data-go=last]")
    assert "Turn 5" in when(page)
    assert page.locator("#powers tr", has_text="Ottoman").locator("td").first.inner_text() == "18"
    page.click("[data-go=turn-back]")
    page.click("[data-go=first]")
    assert when(page) == first


def test_each_order_is_a_step(page: Page) -> None:
    page.click("[data-go=last]")
    by_impulse = steps_to_the_beginning(page)
    page.check("#fine")
    page.click("[data-go=last]")
    by_order = steps_to_the_beginning(page)
    assert by_order > 2 * by_impulse > 60
    page.uncheck("#fine")


def steps_to_the_beginning(page: Page) -> int:
    return int(
        page.evaluate(
            """() => {
              const left = () => new KeyboardEvent("keydown", { key: "ArrowLeft", bubbles: true });
              let count = 0;
              for (let before = ""; before !== location.hash; count++) {
                before = location.hash;
                document.body.dispatchEvent(left());
              }
              return count - 1;
            }"""
        )
    )


def test_lines_of_an_impulse_appear_one_after_the_other(page: Page) -> None:
    page.keyboard.press("f")
    page.fill("#search", "Vienna")
    page.press("#search", "Enter")
    here = page.locator("article.here")
    assert here.locator("p.ahead").count() > 0
    ahead = here.locator("p.ahead").count()
    page.locator("#search").blur()
    page.keyboard.press("ArrowRight")
    assert page.locator("article.here p.ahead").count() < ahead
    assert re.search(r"\(\d+/\d+\)$", when(page))


def test_keys(page: Page) -> None:
    start = page.evaluate("location.hash")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    second = page.evaluate("location.hash")
    assert second != start
    page.keyboard.press("End")
    assert "Turn 5" in when(page)
    page.keyboard.press("PageUp")
    page.keyboard.press("Home")
    assert page.evaluate("location.hash") == start
    page.keyboard.press("/")
    assert page.evaluate("document.activeElement.id") == "search"
    page.keyboard.type("f /")
    assert page.input_value("#search") == "f /"
    assert not page.is_checked("#fine")
    page.keyboard.press("Escape")
    page.keyboard.press("F")
    assert page.is_checked("#fine")


def test_play_and_pause(page: Page) -> None:
    page.select_option("#speed", "120")
    first = when(page)
    page.click("#play")
    assert page.get_attribute("#play", "aria-label") == "Pause"
    page.wait_for_function("first => document.getElementById('when').textContent !== first", arg=first)
    page.keyboard.press("Escape")
    page.locator("#log").focus()
    page.keyboard.press(" ")
    assert page.get_attribute("#play", "aria-label") == "Play"


def test_search_goes_to_a_moment(page: Page) -> None:
    page.fill("#search", "elizabeth")
    hits = page.locator("#hits button")
    assert hits.count() >= 1
    assert page.locator("#count").inner_text() == str(hits.count())
    hits.first.click()
    assert page.locator("article.here p.found").count() == 1
    assert "Elizabeth" in page.locator("article.here p.found").inner_text()
    page.fill("#search", "forêt")
    folded = page.locator("#hits button").count()
    page.fill("#search", "FORET")
    assert page.locator("#hits button").count() == folded
    page.fill("#search", "no such words")
    assert page.locator("#hits button").count() == 0
    assert page.locator("#count").inner_text() == "0"


def test_a_link_to_a_moment(browser: Browser, example: Path, page: Page) -> None:
    page.fill("#search", "elizabeth")
    page.locator("#hits button").first.click()
    link = page.get_attribute("#link", "href")
    assert link == page.evaluate("location.hash")
    other = opened(browser.new_page(), example, link or "")
    assert when(other) == when(page)
    other.evaluate("location.hash = '#0'")
    other.wait_for_function("there => document.getElementById('when').textContent !== there", arg=when(page))
    other.evaluate("location.hash = '#nonsense'")
    other.close()


def test_tracks_move(page: Page) -> None:
    page.click("[data-go=first]")
    before = page.locator("#gauges").inner_text()
    page.click("[data-go=last]")
    after = page.locator("#gauges").inner_text()
    assert before != after
    for name in ("Protestant spaces", "German New Testament", "English Bible", "St. Peter's", "Henry VIII"):
        assert name in after
    assert page.locator("#rolls .who").count() > 10
    widths = page.eval_on_selector_all(".gauge b", "bars => bars.map((bar) => parseFloat(bar.style.width))")
    assert all(0 <= width <= 100 for width in widths)


def test_on_a_phone(browser: Browser, example: Path) -> None:
    context = browser.new_context(
        viewport={"width": 390, "height": 800}, has_touch=True, is_mobile=True, color_scheme="dark"
    )
    page = opened(context.new_page(), example)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    first = when(page)
    page.tap("[data-go=on]")
    assert when(page) != first
    page.tap("#fine")
    assert page.is_checked("#fine")
    page.locator("#m-vienna").dispatch_event("click")
    assert "Vienna" in page.locator("#info").inner_text()
    page.fill("#search", "vienna")
    page.locator("#hits button").first.tap()
    assert page.locator("p.found").count() == 1
    for button in page.locator("#controls button").all():
        box = button.bounding_box()
        assert box is not None
        assert box["height"] >= 30
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    context.close()


def test_a_whole_game_is_one_small_file(browser: Browser, tmp_path: Path) -> None:
    golden = json.loads(gzip.decompress(path_of(*GAMES[0]).read_bytes()))
    log = [codec.load(entry, Entry) for entry in golden["log"]]
    text = replay_page("golden", codec.load(golden["setup"], Setup), golden["seed"], log)
    assert len(text.encode()) < ONE_MEGABYTE
    path = tmp_path / "golden.html"
    path.write_text(text, encoding="utf-8")
    page = opened(browser.new_page(), path)
    page.keyboard.press("End")
    assert "Turn 8" in when(page)
    page.close()
