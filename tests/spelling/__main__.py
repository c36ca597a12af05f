"""Spell checking of the catalogs and help pages, with hunspell and voikko where these are installed.

`python -m tests.spelling` is silent if all words are known; with a language, it looks at that alone.
Names and words of the game that no dictionary has stand in `<language>.txt`, one a line.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from pbem.language.catalog import ENGLISH, FOLDER

HELP = FOLDER.parent / "help"
LISTS = Path(__file__).parent
CHECKERS = {
    "de": ("hunspell", "-d", "de_DE", "-i", "utf-8", "-l"),
    "fi": ("voikkospell", "-d", "fi", "ignore_dot=1"),
    "hu": ("hunspell", "-d", "hu_HU", "-i", "utf-8", "-l"),
}
NOT_SENTENCES = ("orders.toml", "names.toml", "grammar.toml")
"""Files with words that are no sentences: what players write, and names."""
_NOT_WORDS = re.compile(r"\{\w+(?::\w+)?\}|<[^>]*>|\S*[@#/_]\S*")
_SLOT = re.compile(r"\{\w+\|([^}]*)\}")
_WORD = re.compile(r"[^\W\d_]+(?:[-'’][^\W\d_]+)*")
SHORTEST = 3


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        for one in value.values():
            yield from _texts(one)
    elif isinstance(value, str):
        yield value


def words_of(language: str) -> set[str]:
    """All words of the sentences and help pages of a language; slots, addresses and slugs are none."""
    texts = [
        text
        for path in sorted(FOLDER.glob(f"*/{language}/*.toml"))
        if path.name not in NOT_SENTENCES
        for text in _texts(tomllib.loads(path.read_text(encoding="utf-8")))
    ]
    texts += [path.read_text(encoding="utf-8") for path in sorted((HELP / language).glob("*.txt"))]
    plain = (_NOT_WORDS.sub(" ", _SLOT.sub(lambda slot: slot[1].replace("|", " "), text)) for text in texts)
    return {word for text in plain for word in _WORD.findall(text) if len(word) >= SHORTEST}


def unknown(language: str) -> list[str]:
    """Words that neither the dictionary, nor our list, nor English has; none if the checker is not there."""
    command = CHECKERS[language]
    if shutil.which(command[0]) is None:
        return []
    path = LISTS / f"{language}.txt"
    listed = set(path.read_text(encoding="utf-8").split()) if path.exists() else set()
    english = {word.lower() for word in words_of(ENGLISH)}  # orders in examples
    words = sorted(word for word in words_of(language) - listed if word.lower() not in english)
    done = subprocess.run(command, input="\n".join(words), capture_output=True, text=True, check=False)
    if done.returncode:  # the dictionary of this language is not installed
        return []
    found = done.stdout.splitlines()
    if command[0] == "voikkospell":
        found = [line.removeprefix("W: ") for line in found if line.startswith("W: ")]
    return sorted(set(found) - listed)


def main(languages: list[str]) -> int:
    wrong = {one: found for one in languages or CHECKERS if (found := unknown(one))}
    for language, found in wrong.items():
        print(f"{language}: {len(found)} unknown: {' '.join(found)}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
