"""The cards, as a list to look things up in: `docs/cards.md` and `pbem card 31`.

Both are made from what is there: the data, the registry of uses, and the rule cases of this checkout.
`python -m pbem.games.his.cards_doc` writes the document anew.
"""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pbem
from pbem.cases.command import SUFFIX, find
from pbem.cases.position import title_of
from pbem.cases.read import Case, read_file
from pbem.games import game_of
from pbem.language.voice import Voice
from pbem.war import card_text as war_card
from rules import load_rules
from rules.core.cards import CardNumber, Use
from rules.core.records import Record
from rules.his.data.cards import CardData
from rules.his.diplomacy.war_segment import INTERVENTION_CARDS, intervenes
from rules.his.sequence.theses_and_diet import THESES, theses_phase
from rules.his.two_players.deck import DIPLOMACY
from rules.his.windows import CARDS

ROOT = Path(pbem.__file__).resolve().parents[1]
CASES = ROOT / "tests" / "cases"
CLAUSES = CASES / "clauses.toml"
DOCUMENT = ROOT / "docs" / "cards.md"
IMPULSE = "own impulse"


class Place(Record):
    """One function of a use: when it is called, and the predicate that says whether it may be."""

    moments: tuple[str, ...]
    effect: Callable[..., Any]
    playable: Callable[..., Any]

    @property
    def where(self) -> str:
        return f"{self.effect.__module__.replace('.', '/')}.py"


def places(card: CardNumber, use: str) -> list[Place]:
    """Where a use of a card is in the code; those that no window or impulse asks for are named here."""
    if card in DIPLOMACY.events:
        return [
            Place(("the Diplomacy Phase",), entry.effect, entry.playable) for entry in DIPLOMACY.uses(card)
        ]
    if card == THESES:
        return [Place(("the phase of the 95 Theses",), theses_phase, theses_phase)]
    if use == "intervene" and card in INTERVENTION_CARDS:
        effect = INTERVENTION_CARDS[card][2]
        return [Place(("payment for an intervention",), effect, intervenes)]
    return [_place(entry) for entry in CARDS.uses(card) if entry.use == use]


def _place(entry: Use[Any]) -> Place:
    moments = tuple(window.replace("_", " ") for window in entry.windows) or (IMPULSE,)
    return Place(moments, entry.effect, entry.playable)


@cache
def all_cases() -> tuple[Case, ...]:
    """Every rule case of this title in the checkout; an installed program has none."""
    found = (case for path in find([CASES]) if path.suffix == SUFFIX for case in read_file(path)[0])
    return tuple(case for case in found if title_of(case).name == "his")


def cases_of(card: CardNumber) -> list[Case]:
    return [case for case in all_cases() if case.about(f"#{card}")]


def case_files(card: CardNumber) -> dict[str, int]:
    """The files whose cases are about a card, with how many."""
    return dict(sorted(Counter(str(case.path.relative_to(ROOT)) for case in cases_of(card)).items()))


@cache
def clauses() -> dict[str, dict[str, str]]:
    """Card -> what it says, clause by clause -> the case that fails if the clause is dropped."""
    found: dict[str, dict[str, str]] = tomllib.loads(CLAUSES.read_text(encoding="utf-8"))
    return found


def case_of_clause(card: CardNumber, number: str) -> Case | None:
    """The case of this number that is about the card."""
    return next((case for case in cases_of(card) if case.number == number), None)


# ---- In words


def entry_words(card: CardData, voice: Voice) -> str:
    """How the card comes into the game."""
    key = "from_turn" if card.enters == "turn" and card.condition else card.enters
    words = voice.word(f"card_{key}", power=card.home, number=card.turn, condition=card.condition)
    in_one_deck = card.only_1517 and card.enters in ("start", "turn")
    return voice.word("card_only_1517", entry_text=words) if in_one_deck else words


def removal_words(card: CardData, voice: Voice) -> str:
    """Where the card goes."""
    words = war_card.removal_words(card, voice)
    return voice.word("card_due", removal_text=words, number=card.due) if card.due else words


def facts(card: CardData, voice: Voice) -> str:
    """Kind, CP, entry and removal in a line."""
    return war_card.facts_text(card, voice, entry_words(card, voice), removal_words(card, voice))


def use_words(card: CardData) -> Iterator[tuple[str, str, str, str]]:
    """For each function of each use: the use, when, the file, the function."""
    for use in card.uses:
        for place in places(card.n, use.id):
            yield use.id, ", ".join(place.moments), place.where, place.effect.__name__


# ---- The document

HEAD = """# The cards

Made by `python -m pbem.games.his.cards_doc` from the data (`scenarios/his/cards.toml`), the functions
registered for each use, and the rule cases; a test fails when it is out of date.
`pbem card 31` prints one card. 201 to 219 are the Diplomacy cards of the two-player game (`diplomacy.toml`).
"""


def document() -> str:
    """All of `docs/cards.md`."""
    voice = game_of("his").voice()
    data = load_rules("his").data
    every = [card for cards in (data.cards, data.diplomacy_cards) for _, card in sorted(cards.items())]
    return "\n".join([HEAD, *(section(card, voice) for card in every)])


def section(card: CardData, voice: Voice) -> str:
    """One card of the document."""
    lines = [f"## {card.n} {card.title}", "", facts(card, voice), card.summary, ""]
    lines += [f"- `{use}` ({when}): `{where}`, `{name}`" for use, when, where, name in use_words(card)]
    files = ", ".join(f"`{file}` ({count})" for file, count in case_files(card.n).items())
    said = [f"  - {clause} ({number})" for clause, number in clauses()[str(card.n)].items()]
    return "\n".join([*lines, f"- cases: {files or 'none'}", "- clauses, each with its case:", *said, ""])


# ---- One card for a reader


def card_sources(card: CardData) -> list[str]:
    """Where each use of a card is in the code, and how many cases play it in which file."""
    uses = [f"{use} ({when}): {where}, {name}" for use, when, where, name in use_words(card)]
    cases = [f"{n} {'case' if n == 1 else 'cases'} in {file}" for file, n in case_files(card.n).items()]
    return [*uses, *cases]


def card_text(card: CardData, voice: Voice) -> str:
    """A card in a few lines, for letters: what it is, nothing of the code."""
    return war_card.card_text(card, voice, facts(card, voice))


if __name__ == "__main__":
    DOCUMENT.write_text(document(), encoding="utf-8")
    print(f"{DOCUMENT.relative_to(ROOT)} written")
