"""Questions to the person at the terminal; where nobody can be asked, options must say it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import typer

from pbem.errors import ModeratorProblem


@dataclass(frozen=True, slots=True)
class Talk:
    """Asks, if there is somebody to answer."""

    asks: bool

    def text(self, question: str, option: str, usual: str = "") -> str:
        if self.asks:
            return str(typer.prompt(question, default=usual or None)).strip()
        if not usual:
            raise ModeratorProblem(f"{question}? Nobody can be asked here: give {option}")
        return usual

    def secret(self, question: str, option: str) -> str:
        if not self.asks:
            raise ModeratorProblem(f"{question}? Nobody can be asked here: give {option}")
        return str(typer.prompt(question, hide_input=True))

    def perhaps(self, question: str, *, hidden: bool = False) -> str:
        """Something that need not be: only Enter leaves it away, and so does nobody who can be asked."""
        if not self.asks:
            return ""
        return str(typer.prompt(question, default="", show_default=False, hide_input=hidden)).strip()

    def agree(self, question: str) -> bool:
        return self.asks and bool(typer.confirm(question, default=True))

    def one_of(self, question: str, option: str, choices: Sequence[str], usual: str) -> str:
        """One of some words; asked again until it is one of them."""
        while (said := self.text(f"{question} ({', '.join(choices)})", option, usual)) not in choices:
            typer.echo(f"  Write one of: {', '.join(choices)}.")
        return said
