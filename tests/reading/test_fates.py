"""Every line of every letter has exactly one fate, whatever the letter is and whatever is going on."""

from collections import Counter

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pbem.games import game_of
from pbem.play.about import About, AboutOffer, AboutPress, AboutSecondThoughts, AboutVote
from pbem.post.commands.word import Moment
from pbem.post.meaning import Meaning
from pbem.post.pieces import pieces_of, with_moments
from pbem.post.sort import Sorted, Sorter
from tests.reading.make_letters import all_letters
from tests.reading.mutate import mutate
from tests.reading.runner import read_by_alignment

ABOUTS: tuple[About | None, ...] = (
    None,
    AboutPress("hapsburg", ("france",)),
    AboutOffer(3, "ottoman", "france", 1, "ottoman"),
    AboutVote(1),
    AboutSecondThoughts(1, 2, ("pass",)),
)
ORDERS = ("pass", "none", "yes", "no", "end", "declare war", "play", "control", "move", "build", "agree")


def numbers(found: Sorted) -> Counter[int]:
    """How often each line of a letter is named in what was made of it."""
    counted = Counter(found.fates.keys())
    for said in found.said:
        counted.update(said.numbers)
    for order in found.orders:
        counted.update(found.covers[order.number])
    return counted


@settings(max_examples=60, deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])
@given(
    at=st.integers(0, 10_000),
    seed=st.none() | st.integers(0, 999),
    moment=st.builds(
        Moment,
        talking=st.booleans(),
        voting=st.booleans(),
        asked=st.booleans(),
        observer=st.booleans(),
        about=st.sampled_from(ABOUTS),
        answers_us=st.booleans(),
    ),
    words=st.sets(st.sampled_from(ORDERS)),
)
def test_every_line_has_one_fate(at: int, seed: int | None, moment: Moment, words: set[str]) -> None:
    letter = all_letters()[at % len(all_letters())]
    if seed is not None:
        letter = mutate(letter, seed)
    _, written = read_by_alignment(letter.raw, letter.expected)
    pieces = with_moments(pieces_of(written.lines, game_of("his").in_english))
    found = Sorter(Meaning(moment, lambda line: line.lower().startswith(tuple(words)))).sort(pieces)
    fates = numbers(found)
    assert set(fates) == {number for number, line in enumerate(written.lines, 1) if line.text.strip()}
    assert set(fates.values()) <= {1}
