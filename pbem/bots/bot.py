"""A simple player: picks one of the listed orders by weights of their first word.

What it answers depends on the letter and the seed alone, so a demo that was killed goes on as if nothing
had happened, and its answer to the same letter has the same Message-ID.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from email.message import EmailMessage
from email.policy import SMTP
from pathlib import Path

from pbem.bots.reading import Read, read
from pbem.channels.mail.inbox import delivery_order

# How gladly an order is given, by its first word.
WEIGHTS = {
    # an impulse
    "play": 6.0,
    "pass": 1.0,
    "end": 0.7,
    # what command points buy
    "build": 5.0,
    "control": 8.0,
    "remove": 5.0,
    "move": 2.0,
    "assault": 6.0,
    "naval": 0.6,
    "transport": 0.3,
    "piracy": 4.0,
    "fight": 3.0,
    "treatise": 6.0,
    "translate": 5.0,
    "debate": 3.0,
    "burn": 3.0,
    "st": 4.0,
    "university": 2.0,
    "explore": 4.0,
    "colonize": 4.0,
    "conquer": 4.0,
    # diplomacy: mostly peaceful
    "none": 12.0,
    "nobody": 2.0,
    "propose": 0.5,
    "declare": 0.3,
    "intervene": 0.3,
    "yes": 2.0,
    "no": 3.0,
    "confirm": 6.0,
    # others' moves
    "decline": 3.0,
    "intercept": 0.7,
    "usual": 20.0,
    "return": 0.3,
    "deploy": 1.0,
}
USUAL = 2.0


@dataclass(frozen=True, slots=True)
class Answer:
    """A letter to send, and the letter that it answers."""

    message: EmailMessage
    read: Path


class Bot:
    """The player of one seat."""

    def __init__(self, name: str, address: str, folder: Path, seed: str) -> None:
        self.name = name
        self.address = address
        self._folder = folder
        self._seed = seed

    def answers(self) -> Iterator[Answer]:
        """Answers to the letters not read yet; call `done` for each when its answer is on its way."""
        for path in sorted((self._folder / "new").iterdir(), key=lambda path: delivery_order(path.name)):
            letter = read(path.read_bytes())
            lines = self.choose(letter)
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
        rng = random.Random(f"{self._seed}/{letter.number}")
        return [rng.choices(orders, weights(orders))[0] for orders in letter.choices if orders]

    def _reply(self, letter: Read, lines: Sequence[str]) -> EmailMessage:
        message = EmailMessage(policy=SMTP)
        message["From"] = f"{self.name} <{self.address}>"
        message["To"] = letter.reply_to
        message["Subject"] = f"Re: {letter.subject}"
        message["Message-ID"] = f"<re.{letter.message_id.strip('<>')}>"
        message["In-Reply-To"] = letter.message_id
        message.set_content("\n".join(lines) + "\n")
        return message


def weights(orders: Sequence[str]) -> list[float]:
    """A weight for each order; many orders with the same word share what the word is worth."""
    verbs = [order.partition(" ")[0].lower() for order in orders]
    return [WEIGHTS.get(verb, USUAL) / verbs.count(verb) ** 0.5 for verb in verbs]
