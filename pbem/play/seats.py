"""Seats: who plays which power, and where the letters go."""

from __future__ import annotations

import secrets
from dataclasses import dataclass

from pbem.language.catalog import ENGLISH
from rules import Power

TOKEN_ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789"
TOKEN_LENGTH = 16


@dataclass(frozen=True, slots=True)
class Seat:
    """One player: one power or two.  An observer has none."""

    id: int
    number: int
    powers: tuple[Power, ...]
    name: str
    address: str
    token: str
    language: str = ENGLISH
    channel: str = "mail"

    @property
    def observer(self) -> bool:
        return not self.powers


def new_token() -> str:
    """A secret that only its seat knows: 79 bits, without letters that look alike."""
    return "".join(secrets.choice(TOKEN_ALPHABET) for _ in range(TOKEN_LENGTH))
