"""Letters of every kind of decision, to be looked at: `python -m tests.pbem.look FOLDER [--language de]`.

Bots play a game; the first letters that ask each kind of question are written into the folder as text, as
HTML with their picture in it, and, with `--shots`, as a browser shows them: narrow and wide, light and dark.
"""

from __future__ import annotations

import argparse
import base64
import re
from collections import Counter
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Literal

from sqlmodel import col, select

from pbem.games import game_of
from pbem.language.voice import question_key
from pbem.letters.pictures import Kept
from pbem.store import games
from pbem.store.database import open_database
from pbem.store.tables import OutgoingRow
from pbem.store.unit_of_work import UnitOfWork
from pbem.work.game_work import GameWork
from tests.pbem.browser import a_browser
from tests.pbem.office import GAME, Office

SHOWN: tuple[tuple[int, Literal["light", "dark"]], ...] = ((390, "light"), (390, "dark"), (900, "light"))
BY_BOT = "bot"
PHONE = 844


def letters_by_kind(office: Office, steps: int, each: int) -> dict[str, OutgoingRow]:
    """The first letters of a game between bots that ask each kind of question."""
    found: dict[str, OutgoingRow] = {}
    seen: Counter[str] = Counter()
    last = 0
    for _ in range(steps):
        with UnitOfWork(office.database) as work:
            game = games.find_game(work.session, GAME)
            playing = GameWork.on(work.at(office.settings, office.clock.now()), game)
            sitting = playing.sitting
            if sitting.engine.over:
                break
            power, question = next(iter(sitting.waiting().items()))
            answer = game_of("his").suggest(sitting.engine.game, power, question).answer
            sitting.take_answer(power, answer, BY_BOT)
            playing.finish()
            asked = {power: question_key(one) for power, one in sitting.waiting().items()}
            work.commit()
        with UnitOfWork(office.database) as work:
            rows = work.session.exec(
                select(OutgoingRow).where(col(OutgoingRow.id) > last).order_by(col(OutgoingRow.id))
            ).all()
        for row in rows:
            last = max(last, row.id or 0)
            power = row.recipient.partition("@")[0]
            kind = asked.get(power, row.kind) if row.asked is not None else row.kind
            if seen[kind] < each:
                seen[kind] += 1
                found[f"{kind.replace('.', '-')}-{seen[kind]}-{power}"] = row
        office.later(1)
    return found


def as_shown(row: OutgoingRow) -> str:
    """The HTML of a letter with its picture in it."""
    if row.picture is None:
        return row.html
    data = base64.b64encode(Kept.from_json(row.picture).file()).decode()
    return re.sub(r"cid:[^\"]+", f"data:image/png;base64,{data}", row.html)


def take_pictures(folder: Path, pages: dict[str, str]) -> None:
    """Each page as a telephone and a desk show it."""
    with a_browser() as browser:
        for width, scheme in SHOWN:
            context = browser.new_context(
                color_scheme=scheme, viewport={"width": width, "height": PHONE}, device_scale_factor=1
            )
            page = context.new_page()
            for name, html in pages.items():
                page.set_content(html)
                page.screenshot(path=folder / f"{name}-{width}-{scheme}.png", full_page=True)
            context.close()


def main() -> None:
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("folder", type=Path)
    words.add_argument("--language", default="en")
    words.add_argument("--scenario", default="1517")
    words.add_argument("--seed", default="look")
    words.add_argument("--steps", type=int, default=400)
    words.add_argument("--each", type=int, default=1)
    words.add_argument("--shots", action="store_true")
    words.add_argument("--presets", action="store_true", help="with what new games begin with")
    told: Any = words.parse_args()
    told.folder.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory() as place:
        database = Path(place) / "look.sqlite3"
        open_database(database).dispose()
        office = Office(database)
        office.begin(told.seed, scenario=told.scenario, language=told.language, quick=told.presets)
        found = letters_by_kind(office, told.steps, told.each)
        office.database.dispose()
    for name, row in found.items():
        (told.folder / f"{name}.txt").write_text(f"{row.subject}\n\n{row.text}", encoding="utf-8")
        (told.folder / f"{name}.html").write_text(as_shown(row), encoding="utf-8")
    if told.shots:
        take_pictures(told.folder, {name: as_shown(row) for name, row in found.items()})
    print(f"{len(found)} letters in {told.folder}")


if __name__ == "__main__":
    main()
