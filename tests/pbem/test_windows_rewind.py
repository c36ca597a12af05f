"""Going back in a stored game: over talks and checkpoints, twice, by players and by the moderator.

Wherever a game goes back to, dice that were seen are never thrown again, and what is stored rebuilds it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from sqlmodel import col, select

from pbem.moderator.archive import export_game, import_game
from pbem.moderator.overview import Overview
from pbem.store import games, positions
from pbem.store.seeds import seed_of
from pbem.store.tables import EventRow, HeldRow, SnapshotRow
from pbem.store.talk_tables import TalksRow
from pbem.store.unit_of_work import UnitOfWork
from rules import Engine, Event, Rewound, Snapshot, load_rules
from rules.core import codec
from rules.core.events import DiceRolled, Noted
from tests.pbem.office import GAME, Office
from tests.pbem.test_standing_mail import begin_at, plain
from tests.pbem.timed import POWERS, letters_since, rows

LAST_IMPULSE = """
    units lyon: france 4 regulars
    control geneva: independent
    hand ottoman: none
    hand hapsburg: 31
    hand england: none
    hand france: none
    hand papacy: none
    hand protestant: none
    impulse france 5 cp
"""
"""When the Hapsburgs have passed, the turn is over: nobody else has a card."""

BATTLE = """
    units lyon: france 6 regulars
    units dijon: hapsburg 1 regular
    units geneva: hapsburg 1 regular
    control dijon, geneva: hapsburg
    control besancon, st dizier: france
    hand england: 31 32 47
    hand france: none
    hand hapsburg: none
    hand papacy: 48
    discards 33 36
    impulse france 6 cp
"""

MARCH = BATTLE.replace("    units dijon: hapsburg 1 regular\n    units geneva: hapsburg 1 regular\n", "")
"""The same without anybody to fight: no dice fall."""


def thrown(office: Office, name: str = GAME) -> list[int]:
    """The numbers of all dice that anybody has ever seen, also those of what was undone."""
    with UnitOfWork(office.database) as work:
        game = games.find_game(work.session, name)
        found = work.session.exec(
            select(EventRow.data).where(EventRow.game_id == game.id).order_by(col(EventRow.number))
        )
        events: list[Event] = [codec.load(data, Event) for data in found]
    return [
        number
        for event in events
        if isinstance(event, DiceRolled)
        for number in range(event.first, event.first + len(event.dice))
    ]


def check(office: Office, state: Any, name: str = GAME) -> Engine[Any]:
    """No die was thrown twice; the log rebuilds what is stored, from its beginning and from each snapshot."""
    dice = thrown(office, name)
    assert len(dice) == len(set(dice)), "a die was thrown twice"
    with UnitOfWork(office.database) as work:
        game = games.find_game(work.session, name)
        stored, log = games.load_engine(work.session, game), games.load_log(work.session, game)
        snapshots = work.session.exec(
            select(SnapshotRow).where(SnapshotRow.game_id == game.id, col(SnapshotRow.void).is_(False))
        ).all()
        again = Engine.restore(load_rules("his"), Snapshot(0, state), log, trusted=False)
        assert again.digest() == stored.digest()
        for row in snapshots:
            tail = [entry for entry in log if entry.seq > row.seq]
            then = positions.unpack(row.state, seed_of(work.session, game))
            engine = Engine.restore(load_rules("his"), Snapshot(row.seq, then), tail)
            assert engine.digest() == stored.digest(), f"the snapshot after order {row.seq} is another game"
    return stored


def rewinds(office: Office) -> list[Rewound]:
    with UnitOfWork(office.database) as work:
        log = games.load_log(work.session, games.find_game(work.session, GAME))
    return [entry for entry in log if isinstance(entry, Rewound)]


# ---- Over talks


@pytest.fixture
def next_turn(new_office: Callable[..., Office], monkeypatch: pytest.MonkeyPatch) -> tuple[Office, Any]:
    """France has marched and the turn has ended in the same letter: the next turn's talks are open."""
    office = new_office(talks=48)
    state = begin_at(office, LAST_IMPULSE, monkeypatch, windows="rewind", observers=1)
    office.write("hapsburg", "pass")
    office.write("france", "standing: winter as usual", "move all: lyon > geneva", "end")
    assert [row.turn for row in rows(office, TalksRow)] == [2]
    return office, state


def test_a_late_response_does_not_deal_hands_anew(next_turn: tuple[Office, Any]) -> None:
    """New cards were dealt, and everybody has seen them: nothing goes back behind that."""
    office, state = next_turn
    hands = {power: sorted(office.engine().game.hand(power)) for power in POWERS}
    answer = office.write("hapsburg", "respond with 31 against the move to geneva")
    assert "NOT DONE" in answer.text
    assert not rewinds(office)
    assert {power: sorted(office.engine().game.hand(power)) for power in POWERS} == hands
    (talks,) = rows(office, TalksRow)
    assert (talks.turn, talks.closed_at) == (2, None)
    check(office, state)


def test_what_the_undone_deal_had_dealt_is_told_to_nobody_else(next_turn: tuple[Office, Any]) -> None:
    """The set back lists what everybody was told; nobody learns a card that another had been dealt."""
    office, _ = next_turn
    game = office.engine().game
    dealt = {
        power: [game.card(n).title for n in game.hand(power) if game.card(n).kind != "home"]
        for power in POWERS
    }
    before = office.letters_out()
    office.write("hapsburg", "respond with 31 against the move to geneva")
    after = office.engine().game
    for power in (*POWERS, "observer1"):
        told = " ".join(plain(row.text + row.html) for row in letters_since(office, before, power))
        own = [after.card(n).title for n in after.hand(power)] if power in POWERS else []
        for other, titles in dealt.items():
            if other != power:
                learned = [t for t in titles if t in told and t not in own and t != "Foul Weather"]
                assert not learned, f"{power} learns of {other}"


def test_when_the_talks_are_over_nothing_goes_back_behind_them(next_turn: tuple[Office, Any]) -> None:
    office, state = next_turn
    office.write("england", "propose to france: alliance")
    office.write("france", "agree")
    office.later(49)
    office.moderator.tick()
    assert office.engine().game.relation("england", "france") == "allied"
    answer = office.write("hapsburg", "respond with 31 against the move to geneva")
    assert "it is too late: the window" in plain(answer.text).lower()
    assert rewinds(office) == []
    check(office, state)


def test_nobody_is_cut_short_by_a_power_that_is_not_there(
    office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A caretaker answers at once: that closes no window, for nobody has had the time to respond."""
    position = MARCH.replace("hand papacy: 48", "hand papacy: 48 49 50")
    state = begin_at(office, position, monkeypatch, windows="rewind")
    office.deed(lambda d: d.caretaker(GAME, "papacy"))
    office.write("france", "move 2 regulars: lyon > geneva", "end")
    for _ in range(6):
        office.moderator.tick()
    assert "bot" in {order.entry["source"] for order in office.orders()}
    answer = office.write("england", "respond with 31 against the move to geneva")
    assert "NOT DONE" not in answer.text
    assert len(rewinds(office)) == 1
    engine = check(office, state)
    assert not any(held.line for held in rows(office, HeldRow) if held.power == "papacy")
    assert engine.game.at("lyon", "france").regulars == 6 or 31 in engine.game.cards.discards


def test_a_secret_that_was_undone_is_told_to_nobody(playing: Office) -> None:
    """England had seen something, but had no letter yet when the moderator set the game back."""
    with UnitOfWork(playing.database) as work:
        game = games.find_game(work.session, GAME)
        last = games.load_events(work.session, game)[-1][0]
        secret = Noted(audience=("england",), text="France holds Foul Weather")
        seq = games.load_engine(work.session, game).seq
        data = codec.dump(secret, Event)
        work.session.add(
            EventRow(game_id=games.game_id(game), number=last + 1, seq=seq, turn=4, kind="Noted", data=data)
        )
        work.commit()
    playing.deed(lambda d: d.rewind(GAME, seq - 1, "a mistake"))
    told = playing.write("england", "history", "status").text
    assert "Foul Weather" not in told
    assert "game goes back" in plain(told)


# ---- Dice that were seen


def test_two_late_responses_in_two_letters(office: Office, monkeypatch: pytest.MonkeyPatch) -> None:
    state = begin_at(office, MARCH, monkeypatch, windows="rewind")
    office.write("france", "move 2 regulars: lyon > geneva", "move 4 regulars: lyon > dijon", "end")
    office.write("england", "respond with 31 against the move to dijon")
    check(office, state)
    office.write("england", "respond with 31 against the move to geneva")
    check(office, state)
    assert 1 <= len(rewinds(office)) <= 2


def test_two_late_responses_in_one_letter_over_a_checkpoint(
    office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first takes the game back behind the Ottoman impulse, the second into the one that came after."""
    position = """
        units lyon: france 4 regulars
        units istanbul: ottoman 4 regulars, suleiman
        control geneva: independent
        control edirne: ottoman
        hand ottoman: 45 46
        hand hapsburg: 2
        hand england: 31 32 47
        hand france: none
        hand papacy: none
        hand protestant: none
        discards 33 36
        impulse france 5 cp
    """
    state = begin_at(office, position, monkeypatch, windows="rewind")
    office.write("ottoman", "play 45 for cp", "move suleiman, 2 regulars: istanbul > edirne", "end")
    office.write("france", "move all: lyon > geneva", "end")
    assert [row.seq for row in rows(office, SnapshotRow) if row.seq > 2]
    answer = office.write(
        "england", "respond with 31 against the move to geneva", "respond with 32 against the move to edirne"
    )
    assert "NOT DONE" not in answer.text, answer.text
    assert len(rewinds(office)) == 2
    game = check(office, state).game
    assert {31, 32} <= set(game.cards.discards)


def test_the_moderator_goes_back_twice_and_over_a_checkpoint(
    office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What was thrown stays thrown, wherever the moderator takes the game."""
    state = begin_at(office, BATTLE, monkeypatch, windows="rewind")
    office.write("france", "move 2 regulars: lyon > geneva", "end")
    everybody_passes(office)
    office.play_silently(1)
    last = office.engine().seq
    assert office.engine().snapshot.seq > 0
    office.deed(lambda d: d.rewind(GAME, last - 1, "one order back"))
    check(office, state)
    office.deed(lambda d: d.rewind(GAME, 0, "to the beginning"))
    check(office, state)
    office.write("france", "move 4 regulars: lyon > dijon", "end")
    everybody_passes(office)
    check(office, state)
    office.deed(lambda d: d.rewind(GAME, 0, "and again"))
    engine = check(office, state)
    assert engine.game.at("lyon", "france").regulars == 6
    assert engine.game.dice.used > max(thrown(office))
    assert len(rewinds(office)) == 3


def test_a_late_response_after_a_rewind_of_the_moderator(
    office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    state = begin_at(office, MARCH, monkeypatch, windows="rewind")
    office.write("france", "move 4 regulars: lyon > dijon", "end")
    office.deed(lambda d: d.rewind(GAME, 0, "once more"))
    office.write("france", "move 4 regulars: lyon > dijon", "end")
    answer = office.write("england", "respond with 31")
    assert "NOT DONE" not in answer.text
    assert rewinds(office)[0].to == 0
    assert len(rewinds(office)) == 2
    check(office, state)


def everybody_passes(office: Office) -> None:
    """In the windows that are waited for."""
    while waiting := [p for p, q in office.engine().waiting().items() if q.kind == "respond"]:
        office.write(waiting[0], "pass")


def test_a_game_that_went_back_moves_to_another_machine(new_office: Callable[..., Office]) -> None:
    office, elsewhere = new_office(), new_office()
    office.begin("moves", windows="rewind")
    office.play_silently(25)
    checkpoint = office.engine().snapshot.seq
    assert checkpoint > 2
    office.deed(lambda d: d.rewind(GAME, checkpoint - 2, "over a checkpoint"))
    office.play_silently(6)
    office.deed(lambda d: d.rewind(GAME, office.engine().seq - 1, "one order back"))
    assert thrown(office)
    with UnitOfWork(office.database) as work:
        data = export_game(work.session, GAME)
    with UnitOfWork(elsewhere.database) as work:
        import_game(work.session, data)  # plays it again, and compares
        work.commit()
    assert thrown(elsewhere) == thrown(office)
    elsewhere.written = office.written
    for one in (office, elsewhere):
        one.play_silently(4)
        dice = thrown(one)
        assert len(dice) == len(set(dice))
        assert Overview(one.database).verify(GAME).digest == one.engine().digest()
    assert elsewhere.engine().digest() == office.engine().digest()
