"""What bytes of strangers go into, and what must not come of it.

Found is: an exception that is not one of ours, an error that is logged with a traceback, a letter that is put
aside, or more processor time than a letter may take.
"""

from __future__ import annotations

import gzip
import json
import logging
import shutil
import tempfile
import time
import traceback
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from pbem.cases.played import play_log
from pbem.cases.read import read_text
from pbem.channels.mail import careful
from pbem.channels.mail.align import align
from pbem.channels.mail.bounces import read_bounce
from pbem.channels.mail.letter import read_here
from pbem.channels.written import SentText
from pbem.errors import ModeratorProblem, OrderProblem, PbemError
from pbem.games import game_of
from pbem.language import Names, parse_line, say
from pbem.moderator.archive import archive_game, check_export, export_game, import_game, read_file
from pbem.moderator.audit import audit
from pbem.play import budget
from pbem.store import games
from pbem.store.database import open_database
from pbem.store.unit_of_work import UnitOfWork
from rules import Engine, Question, load_rules
from rules.core import codec
from rules.core.log import Answered, Entry, Setup
from tests.pbem.office import GAME, Office
from tests.reading.runner import sent

TESTS = Path(__file__).parents[1]
LARGEST_CASE = 4_000
ORDERS_BEFORE = 6
LETTERS_TO_A_GAME = 200
"""After so many letters another game begins, so that one finding does not hide others."""
KINDS_OF_A_GAME = 40
OF_A_LETTER = budget.SECONDS + 2
"""Seconds of the processor for a letter all the way: its budget, and what it costs to begin and to answer."""


@dataclass(frozen=True, slots=True)
class Target:
    """Something that takes bytes from outside."""

    name: str
    take: Callable[[bytes], None]
    seeds: Callable[[], Iterator[bytes]]
    seconds: float = careful.CPU_SECONDS
    longest: int = 20_000
    is_json: bool = False


class _Heard(logging.Handler):
    """Errors with a traceback that the program has logged instead of failing."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.told: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        if record.exc_info and record.exc_info[1] is not None:
            self.told.append(f"{record.getMessage()}: {where(record.exc_info[1])}")


_HEARD = _Heard()


def tried(target: Target, data: bytes, *, slower: float = 1) -> str:
    """What is wrong when a target takes some bytes; empty: nothing.  `slower`: it is watched."""
    _HEARD.told.clear()
    log = logging.getLogger("pbem")
    log.addHandler(_HEARD)
    began = time.thread_time()
    try:
        target.take(data)
    except Exception as problem:
        return where(problem)
    finally:
        log.removeHandler(_HEARD)
    spent = time.thread_time() - began
    if _HEARD.told:
        return _HEARD.told[0]
    return f"slow: {spent:.1f} s" if spent > target.seconds * slower else ""


def where(problem: BaseException) -> str:
    """An exception by its kind and place, so that the same is found once."""
    frames = traceback.extract_tb(problem.__traceback__)
    own = [frame for frame in frames if "/pbem/" in frame.filename or "/rules/" in frame.filename]
    at = (own or frames)[-1]
    return f"{type(problem).__name__} in {Path(at.filename).name}:{at.lineno} {at.name}: {str(problem)[:100]}"


# ---- A letter to its lines


def take_letter(raw: bytes) -> None:
    try:
        letter = read_here(raw)
    except careful.OddShape:  # is read in a process that is stopped
        return
    read_bounce(raw, letter)
    align(letter, _answered())


@cache
def _answered() -> tuple[SentText, ...]:
    return tuple(sent(name) for name in ("impulse", "receipt"))


def letters() -> Iterator[bytes]:
    for path in sorted((TESTS / "letters").glob("*.eml")):
        yield path.read_bytes()


# ---- A line against a question


@cache
def questions() -> tuple[tuple[Question[Any], Engine[Any], Names], ...]:
    """One of each kind that the recorded games reach, in both titles: the question, its game, the names."""
    found: dict[str, tuple[Question[Any], Engine[Any], Names]] = {}
    for name in ("tournament-6-golden-3", "vq-campaign-6-golden-7"):
        golden = json.loads(gzip.decompress((TESTS / "golden" / f"{name}.json.gz").read_bytes()))
        setup: Setup = codec.load(golden["setup"], Setup)
        engine: Engine[Any] = Engine.new(load_rules(setup.game), setup, golden["seed"])
        of_this = 0
        for raw in golden["log"]:
            for question in engine.waiting().values():
                key = f"{setup.game} {question.kind} {getattr(question, 'topic', '')}"
                if key not in found and of_this < KINDS_OF_A_GAME:
                    of_this += 1
                    found[key] = (question, engine.fork(), game_of(setup.game).names)
            entry = codec.load(raw, Entry)
            if of_this >= KINDS_OF_A_GAME or not isinstance(entry, Answered):
                break
            engine.replay([entry], trusted=True)
    return tuple(found.values())


def take_line(data: bytes) -> None:
    """Read, and say again what was read: that is the same."""
    if not data:
        return
    question, engine, names = questions()[data[0] % len(questions())]
    game = engine.game
    line = data[1:].decode("utf-8", "replace")
    try:
        answer = parse_line(line, question, game, names)
    except OrderProblem:
        return
    words = say(question, answer, names)
    assert parse_line(words, question, game, names) == answer, f"{line!r} is said as {words!r}"


def lines() -> Iterator[bytes]:
    for number, (question, engine, names) in enumerate(questions()):
        yield bytes([number]) + say(question, question.default(engine.game), names).encode()
        for choice in (0, -1):
            answer = question.pick(engine.game, lambda choices, choice=choice: choices[choice])
            yield bytes([number]) + say(question, answer, names).encode()


# ---- A letter all the way


class _Moderators:
    """A moderator with a game, and another one when that has had enough letters."""

    def __init__(self) -> None:
        self._folder = Path(tempfile.mkdtemp(prefix="pbem-fuzz-"))
        self._begun = self._folder / "begun.sqlite3"
        open_database(self._begun).dispose()
        office = Office(self._begun, talks=48)
        office.begin(observers=1)
        office.close()
        self._office: Office | None = None

    def office(self) -> Office:
        if self._office is None or self._office.written >= LETTERS_TO_A_GAME:
            if self._office is not None:
                self._office.close()
            copy = self._folder / "copy.sqlite3"
            for beside in ("-wal", "-shm"):
                Path(f"{copy}{beside}").unlink(missing_ok=True)
            shutil.copy(self._begun, copy)
            self._office = Office(copy, talks=48)
        return self._office

    def forget(self) -> None:
        if self._office is not None:
            self._office.close()
        self._office = None


@cache
def moderators() -> _Moderators:
    return _Moderators()


WRITERS = ("france", "hapsburg", "papacy", "observer1")


def take_post(data: bytes) -> None:
    """It is handled and answered; never put aside."""
    if not data:
        return
    office = moderators().office()
    words = data[1:].decode("utf-8", "replace").replace("\0", "")
    row = office.receive(office.letter(WRITERS[data[0] % len(WRITERS)], words))
    if row.status in ("shunted", "new"):
        moderators().forget()
        raise AssertionError(f"{row.status}: {row.verdict.strip().splitlines()[-1][:200]}")
    office.later(1 if data[0] & 64 else 0)
    if data[0] & 128:
        office.moderator.tick()


def posts() -> Iterator[bytes]:
    from tests.pbem.test_attacks import ODD, ORDERS, WORDS

    for number, word in enumerate((*WORDS, *ORDERS)):
        yield bytes([number % 4]) + f"{word} {ODD[number % len(ODD)]}".encode("utf-8", "replace")
        yield bytes([number % 4]) + f"{word}\n{WORDS[number % len(WORDS)]}".encode()


# ---- Files


@cache
def made_files() -> dict[str, bytes]:
    """An export and an archive of a short game."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "game.sqlite3"
        open_database(file).dispose()
        office = Office(file)
        office.begin()
        office.write("france", "standing: never intercept", "next impulse: pass")
        office.play_silently(ORDERS_BEFORE)
        with UnitOfWork(office.database) as work:
            export = export_game(work.session, GAME)
            games.find_game(work.session, GAME).status = "over"
            archive = archive_game(work.session, GAME)
        office.close()
    return {"export": json.dumps(export).encode(), "archive": json.dumps(archive).encode()}


@cache
def _elsewhere() -> Office:
    file = Path(tempfile.mkdtemp(prefix="pbem-fuzz-")) / "elsewhere.sqlite3"
    open_database(file).dispose()
    return Office(file)


def _as_file(data: bytes) -> dict[str, Any]:
    with tempfile.NamedTemporaryFile(dir="/dev/shm" if Path("/dev/shm").is_dir() else None) as file:
        file.write(data)
        file.flush()
        return read_file(Path(file.name))


def take_export(data: bytes) -> None:
    try:
        found = _as_file(data)
        check_export(found)
        with UnitOfWork(_elsewhere().database) as work:
            import_game(work.session, found)
    except ModeratorProblem:
        return


def take_archive(data: bytes) -> None:
    try:
        audit(_as_file(data))
    except ModeratorProblem:
        return


def take_case(data: bytes) -> None:
    cases, _ = read_text(data.decode("utf-8", "replace"), Path("fuzz.case"))
    for case in cases[:1]:
        try:
            play_log(case, "a seed")
        except PbemError:
            continue


def case_files() -> Iterator[bytes]:
    """Each case by itself, with what is common to its file."""
    for path in sorted((TESTS / "cases").glob("*/*.case"))[::3]:
        common, *cases = path.read_text(encoding="utf-8").split("\ncase ")
        for case in cases[:2]:
            if len(case) + len(common) < LARGEST_CASE:
                yield f"{common}\ncase {case}".encode()


TARGETS = {
    target.name: target
    for target in (
        Target("letter", take_letter, letters),
        Target("line", take_line, lines, longest=2_100),
        Target("post", take_post, posts, seconds=OF_A_LETTER, longest=6_000),
        Target(
            "export",
            take_export,
            lambda: iter([made_files()["export"]]),
            seconds=5,
            longest=1_000_000,
            is_json=True,
        ),
        Target(
            "archive",
            take_archive,
            lambda: iter([made_files()["archive"]]),
            seconds=5,
            longest=1_000_000,
            is_json=True,
        ),
        Target("case", take_case, case_files, seconds=5, longest=LARGEST_CASE),
    )
}
