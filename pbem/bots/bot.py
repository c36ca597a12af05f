"""A player that is a program: it reads its letters, asks the title's bot, and answers in the order language.

What it answers depends on the letter and on what its power may know of the game, so a demo that was killed
goes on as if nothing had happened, and its answer to the same letter has the same Message-ID.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from email.message import EmailMessage
from email.policy import SMTP
from pathlib import Path
from typing import TypeAlias

from pbem.bots.reading import Read, read
from pbem.channels.mail.inbox import delivery_order

Adviser: TypeAlias = Callable[[], Sequence[str]]
"""The orders that the title's bot would give now for this seat, in words; none if nothing is asked of it."""


@dataclass(frozen=True, slots=True)
class Answer:
    """A letter to send, and the letter that it answers."""

    message: EmailMessage
    read: Path


class Bot:
    """The player of one seat."""

    def __init__(self, name: str, address: str, folder: Path, advise: Adviser) -> None:
        self.name = name
        self.address = address
        self._folder = folder
        self._advise = advise

    def answers(self) -> Iterator[Answer]:
        """Answers to the letters not read yet; call `done` for each when its answer is on its way.

        Of several letters that ask something the last is answered: it tells what is asked now.
        """
        paths = sorted((self._folder / "new").iterdir(), key=lambda path: delivery_order(path.name))
        letters = [(path, read(path.read_bytes())) for path in paths]
        asking = [path for path, letter in letters if letter.choices or letter.failed or letter.talks]
        for path, letter in letters:
            lines = self.choose(letter) if asking and path == asking[-1] else []
            if lines:
                yield Answer(self._reply(letter, lines), path)
            else:
                self.done(path)

    def done(self, path: Path) -> None:
        """Put a letter that was read to the others."""
        path.rename(self._folder / "cur" / f"{path.name}:2,S")

    def choose(self, letter: Read) -> list[str]:
        """The lines to send; none if nothing is asked.

        After an order that was not accepted it takes what silence would mean, and after that waits for it.
        """
        if letter.failed:
            return [letter.silence] if letter.silence not in ("", letter.failed) else []
        return list(self._advise()) if letter.choices or letter.talks else []

    def _reply(self, letter: Read, lines: Sequence[str]) -> EmailMessage:
        message = EmailMessage(policy=SMTP)
        message["From"] = f"{self.name} <{self.address}>"
        message["To"] = letter.reply_to
        message["Subject"] = f"Re: {letter.subject}"
        message["Message-ID"] = f"<re.{letter.message_id.strip('<>')}>"
        message["In-Reply-To"] = letter.message_id
        message.set_content("\n".join(lines) + "\n")
        return message
