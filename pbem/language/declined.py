"""What somebody asks for and cannot have: a code and fields, told in the reader's language."""

from __future__ import annotations

from functools import cache
from typing import Any

from pbem.errors import PbemError
from pbem.language.catalog import FOLDER, SHARED, catalog_of
from pbem.language.names import Names
from pbem.language.voice import Voice


class Declined(PbemError):
    """It is not done; why is a sentence of the table `problem`.  As a string: in English, for the desk."""

    def __init__(self, code: str, /, **fields: Any) -> None:
        super().__init__(code, fields)
        self.code = code
        self.fields = fields

    def __str__(self) -> str:
        return self.told(_english())

    def told(self, voice: Voice) -> str:
        """Why, without a capital and a full stop."""
        return voice.say("problem", self.code, **self.fields)


@cache
def _english() -> Voice:
    """A voice without a title: it knows no names."""
    words = catalog_of(tuple(FOLDER / part for part in SHARED))
    return Voice(Names(), words, words)
