"""The bot of version 0.1, which weighs the first word of an order: an opponent to measure against."""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import islice
from typing import Any

from pbem.language import Names, say
from rules import Question

MOST_LEGAL = 400
WEIGHTS = {
    "play": 6.0,
    "pass": 1.0,
    "end": 0.7,
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
    "none": 12.0,
    "nobody": 2.0,
    "propose": 0.5,
    "declare": 0.3,
    "intervene": 0.3,
    "yes": 2.0,
    "no": 3.0,
    "confirm": 6.0,
    "decline": 3.0,
    "intercept": 0.7,
    "usual": 20.0,
    "return": 0.3,
    "deploy": 1.0,
}
USUAL = 2.0


def weights(orders: Sequence[str]) -> list[float]:
    """A weight for each order; many orders with the same word share what the word is worth."""
    verbs = [order.partition(" ")[0].lower() for order in orders]
    return [WEIGHTS.get(verb, USUAL) / verbs.count(verb) ** 0.5 for verb in verbs]


def choose(question: Question[Any], game: Any, names: Names, rng: random.Random) -> Any:
    """An answer to a question, among the orders that a letter would list."""
    legal = list(islice(question.legal(game), MOST_LEGAL))
    words = [say(question, answer, names) for answer in legal]
    known = [at for at, order in enumerate(words) if order]
    if not known:
        return question.default(game)
    (at,) = rng.choices(known, weights([words[at] for at in known]))
    return legal[at]
