"""A caretaker: answers for a seat whose player is gone, with what its power may know and no more.

It chooses among the orders that a letter would list, by the weights of the simple bot.  The choice follows
from the game's secret seed: nobody can foresee it, and the same moment gives the same choice.
"""

from __future__ import annotations

import random
from hashlib import blake2b
from itertools import islice
from typing import Any

from pbem.bots.bot import weights
from pbem.language import Names, say
from rules import Question

MOST_LEGAL = 400


def choose(question: Question[Any], game: Any, names: Names, seed: str, seq: int) -> Any:
    """An answer to a question."""
    legal = list(islice(question.legal(game), MOST_LEGAL))
    words = [say(question, answer, names) for answer in legal]
    known = [at for at, order in enumerate(words) if order]
    if not known:
        return question.default(game)
    proof = blake2b(f"caretaker/{seq}/{question.power}".encode(), key=seed.encode()[:64], digest_size=16)
    rng = random.Random(proof.digest())
    (at,) = rng.choices(known, weights([words[at] for at in known]))
    return legal[at]
