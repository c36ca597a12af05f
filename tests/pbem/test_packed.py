"""Letters are stored packed: small, the same when read; what older versions have stored stays readable."""

from __future__ import annotations

import hashlib
from pathlib import Path

from sqlmodel import select

import pbem.store.packed
from pbem.store.packed import MARK, pack, unpack
from pbem.store.tables import LetterRow, OutgoingRow
from pbem.store.unit_of_work import UnitOfWork
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
