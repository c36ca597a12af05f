"""A real browser for tests of pages: Debian's Chromium, driven by Playwright."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Browser, sync_playwright

NAMES = ("chromium", "chromium-browser", "google-chrome")


@contextmanager
def a_browser() -> Iterator[Browser]:
    """Chromium without a window; where there is none, tests are skipped, unless it is required."""
    found = next(filter(None, map(shutil.which, NAMES)), None)
    if found is None:
        told = "no browser here: apt-get install --no-install-recommends chromium"
        if os.environ.get("PBEM_REQUIRE_BROWSER", "0") not in ("", "0"):
            pytest.fail(told)
        pytest.skip(told)
    with sync_playwright() as playwright:
        # Containers and root have no sandbox; nothing but our own pages is opened.
        browser = playwright.chromium.launch(executable_path=found, args=["--no-sandbox"])
        yield browser
        browser.close()
