"""Runs the phrase book: how many lines are read as meant, misread, not read; which traps act.

`python -m tests.phrases.run` prints figures for the seen files; `-v` the lines that fail; `--unseen` the
figures of the held-out files, `--exam` those of the folder `exam`, and never their lines.
"""

from __future__ import annotations

import re
import sys
import tomllib
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from time import process_time
from typing import Any

from pbem.cases.engine import CaseRules
from pbem.cases.position import set_up
from pbem.cases.read import read_text
from pbem.cases.run import Run
from pbem.errors import Ambiguous, Unreadable
from pbem.games import Game
from pbem.language.words import is_no_order, unmarked
from pbem.play.lines import BY_MAIL, Line
from pbem.play.sitting import Sitting
from pbem.play.windows import POLICIES
from rules import Engine
from tests.phrases.canon import orders

FOLDER = Path(__file__).parent
AT_THE_TABLE = ("done", "preview", "deal")
"""Fates that a sitting can show; the others need the way of a letter."""
MOST_ROUNDS = 12


@dataclass(frozen=True, slots=True)
class Phrase:
    """A line of the book."""

    topic: str
    position: str
    line: str
    means: tuple[str, ...]
    fate: str
    or_ask: bool
    trap: bool


@dataclass
class Book:
    """Phrases with the positions in which they are said."""

    phrases: list[Phrase] = field(default_factory=list)
    positions: dict[str, dict[str, str]] = field(default_factory=dict)


def read_book(paths: Iterable[Path]) -> Book:
    book = Book()
    for path in paths:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
        book.positions |= data.get("positions", {})
        for kind in ("say", "trap"):
            for entry in data.get(kind, ()):
                means = entry.get("means", ())
                book.phrases.append(
                    Phrase(
                        path.stem,
                        entry["position"],
                        entry["line"].strip(),
                        (means,) if isinstance(means, str) else tuple(means),
                        entry.get("fate", "done"),
                        entry.get("or_ask", False),
                        kind == "trap",
                    )
                )
    return book


def seen() -> Book:
    return read_book(p for p in sorted(FOLDER.glob("*.toml")) if not p.stem.startswith("unseen-"))


def unseen() -> Book:
    return read_book(sorted(FOLDER.glob("unseen-*.toml")))


@cache
def exam() -> Book:
    """Lines by hands that have not seen the reader; no bar holds them, so that they stay honest."""
    return read_book(sorted((FOLDER / "exam").glob("*.toml")))


# ---- Positions


class FreeRules(CaseRules):
    """The rules of a case, with dice that fall by themselves where the case gives none."""

    def load(self, data: Any) -> Any:
        game = CaseRules.load(self, data)
        game.dice.external = False
        return game


@dataclass(eq=False)
class At:
    """A position of the book, and who writes in it; there is one of each."""

    engine: Engine[Any]
    rules: FreeRules
    windows: str
    powers: tuple[str, ...]
    title: Game

    def sitting(self) -> Sitting:
        engine = self.engine
        tail = [entry for entry in engine.log if entry.seq > engine.snapshot.seq]
        again: Engine[Any] = Engine.restore(self.rules, engine.snapshot, tail)
        again.game.dice.external = False
        opened = dict.fromkeys(again.open, again.seq)
        return Sitting(again, self.title, POLICIES[self.windows], opened=opened)


@cache
def _at(text: str, by: str) -> At:
    (case,), problems = read_text(f"case 1.1 phrase\n{text}", Path("phrases"))
    assert not problems, problems
    position, state = set_up(case)
    run = Run(case, position, state)
    run.play()
    rules = FreeRules(run.title.rules, free_draws=position.free_draws, plays=position.plays)
    seats = [line.split("players", 1)[1] for line in text.splitlines() if line.startswith("players ")]
    hands = [tuple(hand.strip().split("+")) for hand in seats[0].split(",")] if seats else [(by,)]
    powers = next(hand for hand in hands if by in hand)
    return At(
        run.engine,
        rules,
        "standing" if position.windows_pass else "ask",
        (by, *(p for p in powers if p != by)),
        run.title,
    )


# ---- What a letter does


@dataclass
class Effect:
    """The answers that a letter gave, and what it offers as lines to copy."""

    answers: list[str] = field(default_factory=list)
    sorted: list[list[str]] = field(default_factory=list)
    """The same without the order of words: whom a force names first does not matter."""
    waits: list[str] = field(default_factory=list)
    offers: list[str] = field(default_factory=list)
    told: str = ""
    seconds: float = 0.0

    @property
    def nothing(self) -> bool:
        return not self.answers and not self.waits


@cache
def effect_of(at: At, body: str) -> Effect:
    """Send a letter and let the others answer as if they were silent; many tests ask for the same ones."""
    sitting = at.sitting()
    written = [(number, unmarked(text.strip())) for number, text in enumerate(body.splitlines(), 1)]
    signed = _signed(at.title, [(number, text) for number, text in written if text])
    lines = [Line(number, text, number == signed) for number, text in written if not is_no_order(text)]
    effect = Effect()
    start = process_time()
    if lines:
        sitting.take_lines(at.powers, lines, 1)
    effect.seconds = process_time() - start
    problem = sitting.failed.problem if sitting.failed else None
    if isinstance(problem, Unreadable):
        effect.offers = list(problem.proposals)
    elif isinstance(problem, Ambiguous):
        effect.offers = [str(one) for one in problem.candidates]
    effect.told = str(problem or "")
    for _ in range(MOST_ROUNDS):
        waiting = sitting.waiting()
        if not any(sitting.held.get(power) for power in at.powers) or not waiting:
            break
        sitting.take_default(next(iter(waiting)))
    for entry in sitting.steps:
        if entry.power in at.powers and entry.source == BY_MAIL:
            effect.answers.append(f"{entry.power}: {entry.meaning}")
            effect.sorted.append(sorted(re.findall(r"\w+", f"{entry.power}: {entry.meaning}")))
    effect.waits = [held.line for power in at.powers for held in sitting.held.get(power, ())]
    return effect


def _signed(title: Game, written: Sequence[tuple[int, str]]) -> int:
    """The number of the last line if it is a name below a closing, which the way of a letter tells; or 0."""
    if len(written) < 3:
        return 0
    (_, closing), (number, name) = written[-2:]
    return number if title.free_words_for(name).talk.is_signed(closing, name) else 0


def place_of(phrase: Phrase, book: Book) -> At:
    """Where a phrase is said."""
    return at_position(book, phrase.position)


def at_position(book: Book, name: str) -> At:
    place = book.positions[name]
    return _at(place["case"], place["by"])


@cache
def canon_effect(text: str, by: str, means: tuple[str, ...]) -> Effect:
    at = _at(text, by)
    lines = orders(means)
    effect = effect_of(at, "\n".join(lines))
    for left_out in range(1, len(lines)):
        if not effect.waits or " as event" not in lines[0]:
            break
        # A card need not ask where there is no choice.
        fewer = effect_of(at, "\n".join(lines[:left_out] + lines[left_out + 1 :]))
        if len(fewer.waits) < len(effect.waits):
            return replace(fewer, waits=effect.waits)
    return effect


def _same(effect: Effect, wanted: Effect) -> bool:
    """Lines that the canon leaves over as well (an event that need not ask) do not count."""
    return effect.sorted == wanted.sorted and len(effect.waits) <= len(wanted.waits)


def _is_canon(wanted: Effect, means: Sequence[str]) -> bool:
    """Whether every line of a canon is taken, and not the first alone.

    A line may wait in vain only for what an event, or a debate, need not ask.
    """
    may_wait = any(" as event" in canon or canon.startswith("debate ") for canon in means)
    return bool(wanted.answers) and not wanted.told and (may_wait or not wanted.waits)


def judge(phrase: Phrase, book: Book) -> tuple[str, Effect]:
    """`meant`, `asked` (right, by asking), `in part`, `misread`, `not read`; for traps `quiet` or `acts`."""
    place = book.positions[phrase.position]
    at = _at(place["case"], place["by"])
    line = phrase.line
    if line.startswith("preview:"):  # what follows is asked, which the way of a letter sorts out
        line = f"{line.removeprefix('preview:')}?"
    effect = effect_of(at, line)
    if phrase.trap:
        return ("quiet" if effect.nothing else "acts"), effect
    means = tuple(canon.removeprefix("preview: ") for canon in phrase.means)
    wanted = canon_effect(place["case"], place["by"], means)
    if phrase.fate == "preview":
        if not effect.nothing:
            return "misread", effect
        return ("meant" if _offered(effect, at, wanted) else "not read"), effect
    if not _is_canon(wanted, means):
        return "no canon", wanted
    if _same(effect, wanted):
        return "meant", effect
    if effect.told and not effect.waits and effect.sorted == wanted.sorted[: len(effect.sorted)] != []:
        return "in part", effect  # it stopped at a line, and said so
    if not effect.nothing:
        return "misread", effect
    if _offered(effect, at, wanted):
        return ("asked" if phrase.or_ask else "offered"), effect
    return "not read", effect


def _offered(effect: Effect, at: At, wanted: Effect) -> bool:
    return any(
        _same(effect_of(at, letter), wanted)
        for offer in effect.offers
        for letter in (offer, "\n".join(offer.split("; ")))
    )


@dataclass
class Figures:
    """What came out."""

    counts: Counter[str] = field(default_factory=Counter)
    traps: Counter[str] = field(default_factory=Counter)
    by_topic: dict[str, Counter[str]] = field(default_factory=dict)
    left: Counter[str] = field(default_factory=Counter)
    """Fates that need the way of a letter."""
    failures: list[str] = field(default_factory=list)
    slowest: list[tuple[float, str]] = field(default_factory=list)
    refused: dict[str, str] = field(default_factory=dict)
    """What was told about each line that does nothing."""

    @property
    def share(self) -> float:
        """Of the lines that are said: read as meant, or asked where that is right."""
        good = self.counts["meant"] + self.counts["asked"]
        return good / max(1, self.counts.total() - self.counts["no canon"])


def measure(book: Book) -> Figures:
    figures = Figures()
    for phrase in book.phrases:
        if phrase.fate not in AT_THE_TABLE:
            figures.left[phrase.fate] += 1
            continue
        verdict, effect = judge(phrase, book)
        (figures.traps if phrase.trap else figures.counts)[verdict] += 1
        figures.by_topic.setdefault(phrase.topic, Counter())[verdict] += 1
        figures.slowest.append((effect.seconds, phrase.line))
        if effect.nothing and effect.told:
            figures.refused[phrase.line] = effect.told
        if verdict not in ("meant", "asked", "quiet"):
            got = " | ".join([*effect.answers, *(f"(waits) {w}" for w in effect.waits)])
            offers = f" OFFERS {effect.offers}" if effect.offers else ""
            figures.failures.append(
                f"{verdict:9} {phrase.topic}/{phrase.position}: {phrase.line!r} -> {list(phrase.means)}"
                f"\n             got {got or '-'}{offers} {effect.told[:150]}"
            )
    figures.slowest.sort(reverse=True)
    return figures


def main(words: list[str]) -> None:
    hidden = exam if "--exam" in words else unseen if "--unseen" in words else None
    book = hidden() if hidden else seen()
    if topics := [word for word in words if not word.startswith("-")]:
        book.phrases = [phrase for phrase in book.phrases if phrase.topic in topics]
    if not book.phrases:
        print("no lines")
        return
    figures = measure(book)
    if "-v" in words and not hidden:
        print(*figures.failures, sep="\n")
    for topic, counts in figures.by_topic.items():
        print(f"{topic:18}", dict(counts))
    print("all", dict(figures.counts), "traps", dict(figures.traps), "left", dict(figures.left))
    print(f"read as meant: {figures.share:.1%}")
    times = [seconds for seconds, _ in figures.slowest]
    print(f"time a letter: mean {sum(times) / len(times) * 1000:.1f} ms, worst {times[0] * 1000:.0f} ms")


if __name__ == "__main__":
    main(sys.argv[1:])
