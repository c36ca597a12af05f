"""Five letters to a German among English players, word for word; `python -m tests.pbem.golden_letters`."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

from pbem.store.database import open_database
from pbem.store.tables import OutgoingRow
from tests.pbem.office import Office
from tests.pbem.timed import everybody_ready

FOLDER = Path(__file__).parent / "german_letters"


def golden_letters(office: Office) -> dict[str, str]:
    """Their subjects and texts, by name."""
    return {name: f"{row.subject}\n\n{row.text}" for name, row in _written(office).items()}


def _written(office: Office) -> dict[str, OutgoingRow]:
    """The first letter, a proposal, a report, a receipt, and one of a line that failed."""
    office.begin(languages={"ottoman": "de"}, reports="phase")
    found = {"start": office.outbox("ottoman")[0]}
    office.write("france", "propose to ottoman: alliance, give 1 card")
    found["proposal"] = office.outbox("ottoman")[-1]
    office.write("ottoman", "agree frankreich 1")
    everybody_ready(office)
    while office.engine().game.phase != "action":
        office.play_silently(1)
    found["report"] = [row for row in office.outbox("ottoman") if row.kind == "report"][-1]
    found["done"] = office.write("ottoman", "play 1 for cp", "build regular in Istanbul")
    found["not-done"] = office.write("ottoman", "build cavalry in Wien", "end", "play 75 for cp")
    return found


def main() -> None:
    with TemporaryDirectory() as folder:
        database = Path(folder) / "letters.sqlite3"
        open_database(database).dispose()
        for name, text in golden_letters(Office(database, talks=48)).items():
            (FOLDER / f"{name}.txt").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
