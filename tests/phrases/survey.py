"""Lists what the phrase book is not read as meant, by the kind of failure: where the reader has to grow.

`python -m tests.phrases.survey` looks at the seen files, with `unseen` at those; names of topics restrict it.
The kinds, in the order in which they are looked for: `misread`, `acts` (a trap), `word` (a word that stands
in no table), `shape` (all words are known, and no reader explains them together), `refused` (it was read, and
the rules or the grammar do not take it), `doubt` (two candidates, or one that is not sure).
"""

from __future__ import annotations

import sys
from collections import defaultdict

from pbem.errors import Unreadable
from pbem.play.free_lines import weigh
from pbem.play.whose_line import without_name
from tests.phrases.run import AT_THE_TABLE, Book, Phrase, judge, place_of, seen, unseen

KINDS = ("misread", "acts", "word", "shape", "refused", "doubt", "no canon")
GOOD = ("meant", "asked", "quiet")


def kind_of(phrase: Phrase, book: Book, verdict: str) -> tuple[str, str]:
    """Why a line is not read as meant, and the word or the refusal that stopped it."""
    if verdict in ("misread", "acts", "no canon"):
        return verdict, ""
    at = place_of(phrase, book)
    sitting, title = at.sitting(), at.title
    power = at.powers[0]
    if power not in sitting.waiting():
        return "refused", "nobody is asked"
    question, game = sitting.engine.question(power), sitting.engine.game
    first = phrase.line.splitlines()[0]
    words = title.free_words_for(first)
    line = without_name(power, first, title.names)
    if verdict == "offered":
        return "doubt", ""
    if unknown := words.unknown(line, question, game):
        return "word", unknown
    if not words.readings(line, question, game, asking=phrase.fate == "preview"):
        return "shape", question.kind
    found = weigh(sitting.engine, title, power, line)
    if found.forbidden is not None or found.impossible is not None:
        problem = found.forbidden or found.impossible
        return "refused", f"{problem}" if not isinstance(problem, Unreadable) else problem.code
    return "doubt", ""


def main(words: list[str]) -> None:
    books = {"seen": seen, "unseen": unseen}
    book = next((read for name, read in books.items() if name in words), seen)()
    topics = [word for word in words if word not in books and not word.startswith("-")]
    found: dict[str, list[str]] = defaultdict(list)
    good = total = 0
    for phrase in book.phrases:
        if phrase.fate not in AT_THE_TABLE or (topics and phrase.topic not in topics):
            continue
        verdict, effect = judge(phrase, book)
        total += not phrase.trap
        good += verdict in GOOD and not phrase.trap
        if verdict in GOOD:
            continue
        kind, why = kind_of(phrase, book, verdict)
        got = " | ".join([*effect.answers, *(f"(waits) {line}" for line in effect.waits)])
        offers = f" OFFERS {effect.offers}" if effect.offers else ""
        found[kind].append(
            f"{phrase.topic}/{phrase.position}: {phrase.line!r} [{why}]\n     {' | '.join(phrase.means)}"
            f"\n     {got or '-'}{offers} {effect.told[:140]}"
        )
    for kind in KINDS:
        if found[kind]:
            print(f"\n== {kind}: {len(found[kind])}")
            print(*found[kind], sep="\n")
    print(f"\n{good} of {total}", {kind: len(found[kind]) for kind in KINDS if found[kind]})


if __name__ == "__main__":
    main(sys.argv[1:])
