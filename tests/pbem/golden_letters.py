"""Letters word for word, in German and in English; `python -m tests.pbem.golden_letters` writes them anew."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory

from pbem.store.database import open_database
from pbem.store.tables import OutgoingRow
from tests.pbem.decision_letters import decision_letters
from tests.pbem.office import GAME, Office
from tests.pbem.timed import everybody_ready

HERE = Path(__file__).parent
FOLDER = HERE / "german_letters"
ENGLISH_FOLDER = HERE / "english_letters"
DECISIONS_FOLDER = HERE / "english_decisions"


def golden_letters(office: Office) -> dict[str, str]:
    """Five letters to a German among English players, subjects and texts, by name."""
    return _texts(_german(office))


def english_letters(office: Office) -> dict[str, str]:
    """A letter of each other kind to an English player."""
    return _texts(_english(office))


def decisions(new_office: Callable[[], Office]) -> dict[str, str]:
    """A letter for each kind of decision."""
    return _texts(dict(decision_letters(new_office)))


def _texts(letters: dict[str, OutgoingRow]) -> dict[str, str]:
    return {name: f"{row.subject}\n\n{row.text}" for name, row in letters.items()}


def _german(office: Office) -> dict[str, OutgoingRow]:
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


def _english(office: Office) -> dict[str, OutgoingRow]:
    """Press, a question, a part of the map, the end of a turn, a daily digest, a substitute's letter."""
    office.begin(reports="phase")
    office.write("papacy", "press to france: Shall we talk of Milan?")
    found = {"press": office.outbox("france")[-1]}
    office.write("england", "digest on", "propose to france: alliance")
    office.write("france", "agree england 1", "standing: intercept against the Ottoman unless outnumbered")
    everybody_ready(office)
    while office.engine().game.phase != "action":
        office.play_silently(1)
    found["question"] = office.outbox("ottoman")[-1]
    found["map"] = office.write("hapsburg", "map vienna", "note: beware of Buda", "notes")
    found["turn-over"] = office.write("ottoman", "play 1 for cp", "build regular in Istanbul", "end")
    found["digest"] = [row for row in office.outbox("england") if row.kind == "digest"][-1]
    office.deed(lambda desk: desk.substitute(GAME, "france", "Anna <anna@example.test>"))
    found["substitute"] = office.outbox("anna")[0]
    return found


def main() -> None:
    with TemporaryDirectory() as folder:
        numbers = count()

        def new_office(talks: int = 0) -> Office:
            database = Path(folder) / f"{next(numbers)}.sqlite3"
            open_database(database).dispose()
            return Office(database, talks=talks)

        for target, letters in (
            (FOLDER, golden_letters(new_office(48))),
            (ENGLISH_FOLDER, english_letters(new_office(48))),
            (DECISIONS_FOLDER, decisions(new_office)),
        ):
            target.mkdir(exist_ok=True)
            for name, text in letters.items():
                (target / f"{name}.txt").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
