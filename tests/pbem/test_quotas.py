"""How much strangers may send us in a day, and how much one player may make the others receive."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from pbem.channels.channel import Incoming
from pbem.daemon.health import health_of
from pbem.store.tables import LetterRow, TallyRow
from pbem.store.unit_of_work import UnitOfWork
from tests.pbem.office import Office
from tests.pbem.test_moderator_mail import send
from tests.pbem.timed import letters_since, rows

UNKNOWN = "gm+zzzzzzzzzzzzzzzz@example.test"


@pytest.fixture
def limited(talking: Office) -> Callable[..., Office]:
    """A moderator with other quotas than the usual ones."""

    def with_quotas(**quotas: int) -> Office:
        talking.limit(**quotas)
        return talking

    return with_quotas


def store(office: Office, who: str, *lines: str, **headers: str) -> int | None:
    raw = office.letter(who, *lines, **headers)
    return office.moderator.store_letter(Incoming("key", raw, len(raw)))


def health(office: Office) -> str:
    with UnitOfWork(office.database) as work:
        return health_of(work.at(office.settings, office.clock.now())).line


# ---- Strangers


def test_so_many_letters_of_strangers_are_kept_a_day(limited: Callable[..., Office]) -> None:
    office = limited(stranger_letters=2)
    kept = [store(office, "france", "hello", To=UNKNOWN) for _ in range(4)]
    assert [id is not None for id in kept] == [True, True, False, False]
    assert [row.subject for row in office.outbox("boss")] == ["[pbem] strangers' letters are turned away"]
    assert "strangers: letters 2" in health(office)
    assert store(office, "france", "status") is not None  # a player's
    assert (
        store(office, "france", "hello", From="Eve <eve@example.test>") is None
    )  # with a token, but not his
    assert send(office, "games").status == "done"  # the moderator's own
    office.later(24)
    assert store(office, "france", "hello", To=UNKNOWN) is not None
    assert "not let through" not in health(office)


def test_so_many_bytes_of_strangers_are_kept_a_day(limited: Callable[..., Office]) -> None:
    office = limited(stranger_bytes=2_000)
    assert store(office, "france", "x" * 900, To=UNKNOWN) is not None
    assert store(office, "france", "x" * 2_000, To=UNKNOWN) is None
    assert store(office, "france", "x", To=UNKNOWN) is not None


def test_letters_of_strangers_are_forgotten_in_time(limited: Callable[..., Office]) -> None:
    office = limited(stranger_days=10)
    old = office.receive(office.letter("france", "hello", To=UNKNOWN, message_id="<old@x>"))
    robot = office.receive(office.letter("france", "away", To=UNKNOWN, Auto_Submitted="auto-replied"))
    mine = office.receive(office.letter("france", "status"))
    assert (old.status, robot.status) == ("held", "dropped")
    office.later(24 * 11)
    store(office, "france", "hello again", To=UNKNOWN)
    kept = {row.id: row for row in rows(office, LetterRow)}
    for id in (old.id, robot.id):
        assert (kept[id].raw, kept[id].status, kept[id].verdict) == (b"", "dropped", "forgotten")
    assert kept[mine.id].raw
    assert store(office, "france", "hello", To=UNKNOWN, message_id="<old@x>") is None  # it was here


def test_the_tally_does_not_grow(limited: Callable[..., Office]) -> None:
    office = limited()
    for _ in range(4):
        office.write("france", "press to all: hello")
        office.later(24 * 16)
    assert sorted({row.day for row in rows(office, TallyRow)}) == ["2026-12-18", "2027-01-03"]


# ---- What one player makes others receive


@pytest.mark.parametrize(
    ("quotas", "lines", "called"),
    [
        (
            {"press": 2},
            ["press to all: one", "press to papacy: two", "press to all: three"],
            "pieces of press",
        ),
        (
            {"proposals": 2},
            [f"propose to {power}: alliance" for power in ("hapsburg", "england", "ottoman")],
            "proposals",
        ),
        ({"votes": 0}, ["extend 24h"], "votes on more time"),
        (
            {"notices": 1},
            ["vacation 2026-12-20 to 2026-12-22", "vacation off", "vacation 2026-12-20 to 2026-12-22"],
            "announcements to everybody",
        ),
        ({"notices": 0}, ["substitute"], "announcements to everybody"),
    ],
)
def test_a_player_writes_so_much_to_others_a_day(
    limited: Callable[..., Office], quotas: dict[str, int], lines: list[str], called: str
) -> None:
    office = limited(**quotas)
    before = office.letters_out()
    *fine, last = lines
    for line in fine:
        assert "NOT DONE" not in office.write("france", line).text
    others = len(letters_since(office, before)) - len(fine)
    answer = office.write("france", last)
    assert "NOT DONE" in answer.text
    (most,) = quotas.values()
    assert f"{most} {called} a day are the most" in " ".join(answer.text.split())
    told = letters_since(office, before, "boss")
    assert [row.subject for row in told if "no more" in row.subject] == [
        f"[test] no more {called} by France today"
    ]
    assert len(letters_since(office, before)) == others + len(lines) + 1  # nobody else got anything
    assert "test, France:" in health(office)
    office.write("france", last)
    assert len(letters_since(office, before, "boss")) == len(told)  # told once


def test_a_line_with_too_many_proposals_proposes_none(limited: Callable[..., Office]) -> None:
    office = limited(proposals=1)
    before = office.letters_out()
    answer = office.write("france", "propose to hapsburg: alliance; england: alliance")
    assert "NOT DONE" in answer.text
    assert letters_since(office, before, "hapsburg") == []
