"""Nobody learns from a letter what its reader may not know.

The same public history with two different hidden hands: whoever looks on gets the same bytes at the same
times.  In one of two games a response or combat card of France is exchanged for another card of the Papacy.
"""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from typing import Any

import pytest

from pbem.channels.mail.write import compose
from pbem.games import game_of
from pbem.play.windows import is_window
from rules import Engine, Snapshot, load_rules
from tests.pbem.a_table import asked, letter, table
from tests.pbem.office import Office
from tests.pbem.twins import begin_twins, play_alike

FRANCE, PAPACY = "france", "papacy"
ONLOOKERS = ("ottoman", "hapsburg", "england", "protestant", "observer1")
READERS = {"ottoman": "de", "papacy": "de", "hapsburg": game_of("his").languages[-1]}
"""Of several languages, as many games have them."""
SECRET_KINDS = ("response", "combat")


def hidden_pair(game: Any) -> tuple[int, int] | None:
    """A card of France that could be played out of turn, and one of the Papacy that could not."""
    french = [n for n in game.hand(FRANCE) if game.card(n).kind in SECRET_KINDS]
    papal = [n for n in game.hand(PAPACY) if game.card(n).kind == "event"]
    return (french[0], papal[0]) if french and papal else None


def with_other_hands(engine: Engine[Any]) -> Engine[Any]:
    """The same game, but for one card exchanged between France and the Papacy."""
    pair = hidden_pair(engine.game)
    assert pair is not None
    state = deepcopy(engine.snapshot.state)
    hands = state["cards"]["hands"]
    for power, old, new in ((FRANCE, *pair), (PAPACY, *reversed(pair))):
        hands[power][hands[power].index(old)] = new
    other = Engine(engine.rules, Snapshot(engine.snapshot.seq, state))
    other.game.events = engine.game.events
    return other


def a_seed(office: Office) -> str:
    """A seed that deals such a pair."""
    rules = load_rules("his")
    for n in range(50):
        from tests.pbem.office import plan

        engine = Engine.new(rules, plan(observers=1).setup(), f"seed {n}")
        if hidden_pair(engine.game):
            return f"seed {n}"
    raise AssertionError("no seed deals such cards")


@pytest.mark.parametrize("windows", ["standing", "ask"])
def test_onlookers_get_the_same_bytes(
    windows: str, new_office: Callable[[], Office], monkeypatch: pytest.MonkeyPatch
) -> None:
    one, other = new_office(), new_office()
    seed = a_seed(one)

    def begin(office: Office) -> None:
        office.begin(seed, windows=windows, observers=1, reports="impulse", languages=READERS)

    begin_twins(monkeypatch, one, other, begin, with_other_hands)
    assert one.engine().game.hand(FRANCE) != other.engine().game.hand(FRANCE)
    # From that impulse on they would play different cards.
    play_alike(one, other, lambda asked: asked.power in (FRANCE, PAPACY) and asked.kind == "impulse")
    for power in ONLOOKERS:
        seen, seen_other = one.outbox(power), other.outbox(power)
        assert [compose(row) for row in seen] == [compose(row) for row in seen_other]
        assert [(row.html, row.picture) for row in seen] == [(row.html, row.picture) for row in seen_other]
        assert [row.created_at for row in seen] == [row.created_at for row in seen_other]
    assert [row.text for row in one.outbox(FRANCE)] != [row.text for row in other.outbox(FRANCE)]


def test_a_hand_is_shown_to_its_own_player_only(game: Office) -> None:
    """Every letter names the cards of its reader's hand, or of nobody's."""
    from tests.pbem.office import plan

    game.play_silently(4)
    state = game.engine().game
    for player in plan().players:
        (power,) = player.powers
        secrets = [
            state.card(n).title
            for other in state.cards.hands
            if other != power
            for n in state.hand(other)
            if state.card(n).kind != "home" and n not in state.hand(power)
        ]
        shown = "\n".join(
            letter.text.partition("YOUR HAND")[2] for letter in game.outbox(power) if letter.kind != "report"
        )
        found = [title for title in secrets if f" {title} (" in shown]
        drawn = [title for title in found if f"{title} (#" in shown]
        assert found == drawn, f"{power} was shown {found}"


def test_no_letter_says_whose_response_is_waited_for(office: Office) -> None:
    """Asked are all who could respond; while one answer is missing, nobody learns whose."""
    office.begin(windows="ask")
    for _ in range(60):
        if all(is_window(question) for question in office.engine().waiting().values()):
            break
        office.play_silently(1)
    asked = office.asked()
    assert len(asked) > 1, "no window was opened to several powers"
    for power in asked[:-1]:
        answer = office.write(power, "pass", "status")
        assert "The game waits for responses." in answer.text
        assert not any(f"waits for {other.title()}" in answer.text for other in asked)
    assert office.asked() == [asked[-1]]


def test_reports_are_the_same_for_all(office: Office) -> None:
    office.begin(reports="impulse", observers=1)
    while not (reports := office.outbox(kind="report")):
        office.play_silently(1)
    by_title: dict[str, set[str]] = {}
    for row in reports:
        by_title.setdefault(row.subject, set()).add(row.text + row.html)
    assert all(len(texts) == 1 for texts in by_title.values())
    assert {row.recipient for row in reports} >= {"observer1@example.test", "france@example.test"}


def test_who_must_pay_is_asked_whatever_is_in_the_hand() -> None:
    """Mercenaries Demand Pay: mandatory events cannot be given; nobody sees that there is nothing else."""
    for hand in ("9", "46"):
        sitting = table(
            f"""
            units besancon: hapsburg 3 mercenaries
            hand france: 87 45
            hand hapsburg: {hand}
            impulse france
            """
        )
        letter(sitting, FRANCE, "play 87 as event", "hapsburg")
        assert asked(sitting) == ["hapsburg pay_mercenaries"], hand
        letter(sitting, "hapsburg", "nothing")
        assert sitting.failed is None
