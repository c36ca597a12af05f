"""Letters are stored packed: small, the same when read; what older versions have stored stays readable."""

from __future__ import annotations

import hashlib
import json
import zlib
from pathlib import Path

import pytest
from sqlmodel import select

import pbem.store.packed
from pbem.games import game_of
from pbem.store import positions
from pbem.store.database import PAGE, open_database
from pbem.store.packed import MARK, pack, unpack
from pbem.store.tables import LabelRow, LetterRow, OutgoingRow
from pbem.store.unit_of_work import UnitOfWork
from rules import Engine, Setup
from rules.core import codec
from tests.pbem.office import Office

EXAMPLE = "d0476d867d4d1513"


def test_the_example_is_what_it_was() -> None:
    """Every database holds letters that cannot be read without it: a better one gets a number of its own."""
    example = Path(pbem.store.packed.__file__).with_name("packed-1.txt").read_bytes()
    assert hashlib.sha256(example).hexdigest().startswith(EXAMPLE)


def test_bytes_come_back_as_they_were() -> None:
    for data in (b"", b"x", b"\x00", MARK, MARK + b"nothing packed", bytes(range(256)) * 40):
        assert unpack(pack(data)) == data
        if not data.startswith(MARK):
            assert unpack(data) == data  # of an older version


def test_letters_take_little_room(office: Office) -> None:
    office.begin()
    power = office.asked()[0]
    office.write(power, office.silent_line(power))
    (written,) = [row for row in office.outbox(power) if row.kind == "receipt"]
    with office.database.connect() as connection:
        size, kind = connection.exec_driver_sql(
            "SELECT length(text) + length(html), typeof(html) FROM outgoing WHERE id = ?", (written.id,)
        ).one()
    assert kind == "blob"
    assert written.html.startswith("<!DOCTYPE html>") or "<html" in written.html
    assert size < len(written.text + written.html) / 3


def test_what_an_older_version_stored_is_read(office: Office) -> None:
    """There letters were texts, facts of pictures JSON, and incoming letters bare bytes."""
    office.begin()
    power = office.asked()[0]
    row = office.receive(office.letter(power, "status"))
    raw = row.raw
    with office.database.begin() as connection:
        connection.exec_driver_sql("UPDATE letter SET raw = ?", (raw,))
        connection.exec_driver_sql(
            "UPDATE outgoing SET text = 'Grüße', html = '<p>Grüße</p>', picture = ?", ('{"frame": [1, 2]}',)
        )
    with UnitOfWork(office.database) as work:
        assert work.session.exec(select(LetterRow)).one().raw == raw
        for sent in work.session.exec(select(OutgoingRow)):
            assert (sent.text, sent.html, sent.picture) == ("Grüße", "<p>Grüße</p>", {"frame": [1, 2]})
    with office.database.begin() as connection:
        connection.exec_driver_sql("UPDATE outgoing SET picture = 'null'")
    assert all(sent.picture is None for sent in office.outbox())


LABEL_EXAMPLE = "c3b49bc38ceb02d5"


def test_the_example_of_labels_is_what_it_was() -> None:
    example = Path(pbem.store.packed.__file__).with_name("packed-2.txt").read_bytes()
    assert hashlib.sha256(example).hexdigest().startswith(LABEL_EXAMPLE)


def test_labels_take_little_room_and_old_ones_are_read(office: Office) -> None:
    office.begin()
    with UnitOfWork(office.database) as work:
        (old, *others) = work.session.exec(select(LabelRow)).all()
    with office.database.begin() as connection:
        packed = connection.exec_driver_sql("SELECT data FROM label").scalars().all()
        assert sum(map(len, packed)) < sum(len(json.dumps(row.data)) for row in (old, *others)) / 2
        connection.exec_driver_sql(
            "UPDATE label SET data = ? WHERE message_id = ?", (json.dumps(old.data), old.message_id)
        )
    with UnitOfWork(office.database) as work:
        labels = {row.message_id: row.data for row in work.session.exec(select(LabelRow))}
    assert labels == {row.message_id: row.data for row in (old, *others)}


POSITION_EXAMPLES = {"his": "58b675211fa00edb", "vq": "dce280f21a5147e9"}


@pytest.mark.parametrize("title", POSITION_EXAMPLES)
def test_the_example_of_a_title_is_what_it_was(title: str) -> None:
    example = game_of(title).example_position
    assert hashlib.sha256(example).hexdigest().startswith(POSITION_EXAMPLES[title])


@pytest.mark.parametrize(("title", "scenario"), [("his", "1517"), ("his", "1532"), ("vq", "campaign")])
def test_positions_take_little_room_and_come_back(title: str, scenario: str) -> None:
    game = game_of(title)
    state = Engine.new(game.rules, Setup(title, scenario), "a seed").snapshot.state
    packed, digest = positions.pack(state, game.example_position)
    assert positions.unpack(packed, "a seed") == state
    assert codec.digest(state) == digest
    without, _ = positions.pack(state, b"")
    assert len(packed) < len(without) / 2


def test_a_position_of_an_older_version_is_read() -> None:
    """It is packed without an example."""
    state = Engine.new(game_of("his").rules, Setup("his", "1517"), "a seed").snapshot.state
    packed, _ = positions.pack(state, b"")
    assert positions.unpack(packed, "a seed") == state


def test_a_position_that_cannot_be_is_not_unpacked() -> None:
    example = game_of("his").example_position
    packing = zlib.compressobj(zdict=example)
    bomb = packing.compress(b"[" + b"1," * (positions.MOST_EXAMPLES * len(example)) + b"1]") + packing.flush()
    packing = zlib.compressobj(zdict=b"an example that nobody knows")
    unknown = packing.compress(example) + packing.flush()
    for data in (b"", b"x", bomb, unknown, bomb[:50]):
        with pytest.raises(zlib.error):
            positions.unpack(data, "a seed")


def test_a_new_database_has_small_pages(tmp_path: Path) -> None:
    database = open_database(tmp_path / "new.sqlite3")
    with database.connect() as connection:
        assert connection.exec_driver_sql("PRAGMA page_size").scalar() == PAGE
        assert connection.exec_driver_sql("PRAGMA journal_mode").scalar() == "wal"
    database.dispose()
