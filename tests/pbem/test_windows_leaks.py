"""The proof that nothing leaks: the same public history with two different hidden hands looks the same.

Two games differ only in two cards that two powers hold and do not play.  Both are played by the same random
lines, standing orders and declarations, under each policy; after each letter everything that an onlooker can
see is compared: who is waited for, since when, what was told, and at the level of mail every byte.
"""

from __future__ import annotations

import logging
import random
from collections.abc import Callable
from itertools import count
from typing import Any

import pytest

import pbem.work.beginning
from pbem.channels.mail.write import compose
from pbem.games import game_of
from pbem.language import say
from pbem.play.sitting import Sitting
from pbem.play.standing.reading import read_standing
from pbem.play.windows import POLICIES
from rules import Engine, Question, Setup, load_rules
from rules.core import windows as core_windows
from rules.his.powers import IMPULSE_ORDER
from tests.pbem.a_table import letter
from tests.pbem.office import Office
from tests.pbem.test_leaks import FRANCE, ONLOOKERS, PAPACY, hidden_pair, with_other_hands
from tests.pbem.test_standing_mail import begin_at

NAMES = game_of("his").names
DECISIONS = 300
MOST_GAMES = 30
LETTERS = 12

STANDING = (
    "never intercept",
    "standing: intercept against {other} if we outnumber them",
    "standing: avoid battle if outnumbered",
    "standing: withdraw",
    "standing: lose mercenaries first",
    "standing: winter as usual",
    "standing: defence as usual",
)
SCOPES = ("", "{power}:own", "{power}:card:31", "{power}:card:24", "{power}:when:france")
AHEAD = (
    "next impulse: pass",
    "next impulse: pass unless France enters Metz",
    "in winter: usual",
    "in spring: none even if war is declared on me",
    "for wars: none",
)


class Twins:
    """Two tables with the same game, but for two hidden cards."""

    def __init__(self, seed: str, windows: str) -> None:
        self.rng = random.Random(seed)
        engine = Engine.new(load_rules("his"), Setup("his", "tournament"), seed)
        pair = hidden_pair(engine.game)
        self.pair: tuple[int, ...] = pair or ()
        if pair:
            self.tables = [self._table(engine, windows), self._table(with_other_hands(engine), windows)]

    def _table(self, engine: Engine[Any], windows: str) -> Sitting:
        engine.drain()
        opened = dict.fromkeys(engine.open, engine.seq)
        sitting = Sitting(engine, game_of("his"), POLICIES[windows], opened=opened)
        sitting.settle()
        return sitting

    def declare(self) -> None:
        """Some powers give standing orders and open their windows, alike in both games."""
        for power in IMPULSE_ORDER:
            is_open = self.rng.random() < 0.3
            other = self.rng.choice([p for p in IMPULSE_ORDER if p != power])
            line = self.rng.choice(STANDING).format(other=other)
            for sitting in self.tables:
                sitting.standing.declare(power, is_open=is_open)
                sitting.standing.add(read_standing(line, power, 1, sitting.engine.game, NAMES))

    def write_ahead(self) -> None:
        """Presets, windows by scope, and orders for moments to come."""
        presets = self.rng.random() < 0.5
        for sitting in self.tables:
            if presets:
                sitting.standing.begin_presets(sitting.title)
        for power in IMPULSE_ORDER:
            scope = self.rng.choice(SCOPES).format(power=power)
            ahead = self.rng.choice(AHEAD)
            for sitting in self.tables:
                sitting.standing.declare(power, is_open=True, scope=scope)
                letter(sitting, power, ahead)

    def same_hands(self) -> bool:
        """Whether the hands still differ by the two cards alone; a random draw may have hit one of them."""
        one, other = (sitting.engine.game for sitting in self.tables)
        swapped = dict(zip(self.pair, reversed(self.pair), strict=True))
        return all(
            sorted(swapped.get(card, card) for card in one.hand(power)) == sorted(other.hand(power))
            if power in (FRANCE, PAPACY)
            else one.hand(power) == other.hand(power)
            for power in IMPULSE_ORDER
        ) and all(card in (*one.hand(FRANCE), *one.hand(PAPACY)) for card in self.pair)

    def step(self) -> bool:
        """One letter, the same to both; False if nobody can write the same in both."""
        one, other = self.tables
        power = self.rng.choice(sorted(one.waiting()))
        for _ in range(20):
            line = self.line(one, power)
            if line and self.fits(line, other.waiting()[power], other):
                for sitting in self.tables:
                    letter(sitting, power, line)
                    assert sitting.failed is None
                return True
        return False

    def line(self, sitting: Sitting, power: str) -> str:
        question, game = sitting.waiting()[power], sitting.engine.game
        if self.rng.random() < 0.3:
            return say(question, question.default(game), NAMES)
        return say(question, question.pick(game, self.rng.choice), NAMES)

    def fits(self, line: str, question: Question[Any], sitting: Sitting) -> bool:
        """Whether the other game would take the line too, and it plays neither of the cards."""
        if any(str(card) in line.split() for card in self.pair):
            return False
        trial = sitting.fork()
        letter(trial, question.power, line)
        return trial.failed is None

    def seen(self) -> list[Any]:
        """What an onlooker sees of each game."""
        return [onlooker(sitting) for sitting in self.tables]


def onlooker(sitting: Sitting) -> Any:
    """What happened, who is waited for and since when, who answered what kind of question in which way."""
    voice = game_of("his").voice()
    told = [voice.event(event) for step in sitting.steps for event in step.events if event.visible_to(None)]
    waiting = {power: (question.kind, sitting.opened[power]) for power, question in sitting.waiting().items()}
    answers = [(step.seq, step.power, step.source) for step in sitting.steps]
    return told, waiting, answers, sitting.revocable, sitting.engine.over


def play_twins(windows: str, wanted: int, *, ahead: bool = False) -> None:
    """Play pairs of games until so many decisions are made in each, comparing after every letter."""
    decisions = 0
    for number in range(MOST_GAMES):
        twins = Twins(f"{windows} {number}", windows)
        if not twins.pair:
            continue
        twins.declare()
        if ahead:
            twins.write_ahead()
        while not twins.tables[0].engine.over and twins.step() and twins.same_hands():
            one, other = twins.seen()
            assert one == other
            decisions += len(twins.tables[0].steps)
            if decisions >= wanted:
                return
    raise RuntimeError(f"only {decisions} decisions")


@pytest.mark.parametrize("windows", POLICIES)
def test_hidden_cards_do_not_show_at_the_table(windows: str) -> None:
    play_twins(windows, DECISIONS)


def test_presets_scopes_and_orders_before_their_moment_do_not_show_hidden_cards() -> None:
    play_twins("standing", DECISIONS, ahead=True)


def test_the_proof_can_fail(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where only those are asked who hold a fitting card, the two games look different."""

    def holders_only(game: Any, window: str, powers: Any) -> list[str]:
        return [power for power in powers if core_windows.playable_uses(game, power, window)]

    monkeypatch.setattr(core_windows, "could_answer", holders_only)
    with pytest.raises(AssertionError):
        play_twins("ask", DECISIONS)


# ---- By mail

IMPULSE = """
    units istanbul: ottoman 6 regulars, 2 cavalry, suleiman
    control edirne: ottoman
    hand ottoman: 1 45
    hand hapsburg: 2 46
    hand england: 3 47
    hand france: {france}
    hand papacy: {papacy}
    hand protestant: 50
    impulse ottoman 5 cp
"""
SCRIPT = {
    "ottoman": ["move suleiman, 4 regulars: istanbul > edirne", "build cavalry in istanbul", "end"],
    "hapsburg": ["play 2 for cp"],
}
"""What they order when their time comes; everybody else does what silence would mean."""


@pytest.mark.parametrize("windows", POLICIES)
def test_hidden_cards_do_not_show_in_the_mail(
    windows: str,
    new_office: Callable[[], Office],
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    """Every byte that goes to anybody but the two powers, its time, and the program's own log."""
    caplog.set_level(logging.DEBUG, logger="pbem")
    one = play_by_mail(windows, new_office(), monkeypatch, caplog, france="31 48", papacy="49")
    other = play_by_mail(windows, new_office(), monkeypatch, caplog, france="49 48", papacy="31")
    assert len(one["letters"]) >= 3
    assert one == other


def play_by_mail(
    windows: str,
    office: Office,
    patch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    **hands: str,
) -> dict[str, Any]:
    """Play an impulse and what follows; everything that an onlooker, or the program's log, has of it."""
    tokens = count(1)
    with patch.context() as inside:
        inside.setattr(pbem.work.beginning, "new_token", lambda: f"token{next(tokens):011}")
        begin_at(office, IMPULSE.format(**hands), inside, windows=windows, observers=1, reports="impulse")
    caplog.clear()
    if windows == "standing":
        office.write("england", "windows open", "standing: defence as usual", message_id="<w@x>")
    script = {power: list(lines) for power, lines in SCRIPT.items()}
    letters: list[tuple[str, str]] = []
    while len(letters) < LETTERS:
        power = office.asked()[0]
        question = office.engine().question(power)
        if power in (FRANCE, PAPACY) and question.kind == "impulse":
            break  # from here on they would play different cards
        lines = script.pop(power, []) if question.kind in ("impulse", "action") else []
        lines = lines or [office.silent_line(power)]
        office.later(1)
        office.write(power, *lines, message_id=f"<{len(letters)}@x>")
        letters.append((power, lines[0]))
    return {
        "letters": letters,
        "mails": {power: [compose(row) for row in office.outbox(power)] for power in ONLOOKERS},
        "times": {power: [row.created_at for row in office.outbox(power)] for power in ONLOOKERS},
        "waiting": [(q.power, q.kind, q.asked_at, q.due_at, q.status) for q in office.questions()],
        "log": [record.getMessage() for record in caplog.records if record.name.startswith("pbem")],
    }
