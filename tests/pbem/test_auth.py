"""Authentication-Results: whose word counts, and what it must say."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from sqlmodel import select

from pbem.channels.mail.auth import is_authentic
from pbem.channels.mail.letter import read_letter
from pbem.store.tables import LetterRow, OutgoingRow
from pbem.store.unit_of_work import UnitOfWork
from pbem.work.checkers import LEAST_LETTERS, MOST_NAMES, CheckerRow, advice
from rules.his.powers import IMPULSE_ORDER
from tests.pbem.office import Office

OURS = "mx.example.test"


def authentic(*headers: str, sender: str = "turk@players.test") -> bool:
    raw = "\n".join([*headers, f"From: {sender}", "", "pass", ""]).encode()
    return is_authentic(read_letter(raw), OURS)


def results(text: str, by: str = OURS) -> str:
    return f"Authentication-Results: {by}; {text}"


@pytest.mark.parametrize(
    "text",
    [
        "dmarc=pass header.from=players.test",
        "dmarc=pass (p=reject dis=none) header.from=players.test",
        "dkim=pass header.d=players.test header.s=2026",
        "dkim=pass header.i=@players.test",
        "spf=pass smtp.mailfrom=turk@players.test",
        "spf=pass smtp.mailfrom=players.test",
        "dkim=fail header.d=players.test; spf=pass smtp.mailfrom=players.test",
        "dkim=none; dmarc=pass header.from=players.test; spf=softfail smtp.mailfrom=x.test",
    ],
)
def test_results_that_are_enough(text: str) -> None:
    assert authentic(results(text))


@pytest.mark.parametrize(
    "text",
    [
        "none",
        "dmarc=fail header.from=players.test",
        "dmarc=pass header.from=elsewhere.test",
        "dkim=pass header.d=elsewhere.test",
        "dkim=pass header.d=test",
        "dkim=pass header.d=players.test.elsewhere.test",
        "spf=pass smtp.mailfrom=turk@elsewhere.test",
        "spf=pass smtp.helo=players.test",
        "iprev=pass policy.iprev=192.0.2.1",
        "dkim=pass; header.d=players.test",
        "!!! ((( nonsense",
        "",
    ],
)
def test_results_that_are_not(text: str) -> None:
    assert not authentic(results(text))


def test_a_domain_above_the_senders_may_sign() -> None:
    signed = results("dkim=pass header.d=players.test")
    assert authentic(signed, sender="turk@mail.players.test")
    assert not authentic(results("dkim=pass header.d=mail.players.test"))


def test_only_our_own_server_is_believed() -> None:
    passed = "dmarc=pass header.from=players.test"
    assert not authentic(results(passed, by="mx.elsewhere.test"))
    assert authentic(results(passed, by=OURS.upper()))
    assert not authentic()


def test_what_the_letter_brought_along_does_not_count() -> None:
    """Our server writes on top, above its own `Received`; what stands below came with the letter."""
    forged = results("dmarc=pass header.from=players.test")
    received = "Received: from somewhere by mx.example.test"
    assert not authentic(results("dmarc=fail header.from=players.test"), received, forged)
    assert authentic(received, results("spf=fail"), forged, "Received: from elsewhere")


def test_a_sender_that_cannot_be_told_is_not_authentic() -> None:
    signed = results("dmarc=pass header.from=players.test")
    assert not authentic(signed, sender="turk@players.test, cardinal@players.test")
    assert not authentic(signed, sender="")


def test_a_letter_that_is_not_authentic_is_held(game: Office, new_office: Callable[[], Office]) -> None:
    mail = game.settings.mail.model_copy(update={"trusted_checker": OURS})
    game.moderator._settings = game.settings.model_copy(update={"mail": mail})
    (power,) = game.asked()
    row = game.receive(game.letter(power, game.silent_line(power)))
    assert (row.status, row.verdict) == ("held", "not-authentic")
    assert game.orders() == []
    good = results("dmarc=pass header.from=example.test").partition(": ")[2]
    game.write(power, game.silent_line(power), Authentication_Results=good)
    assert len(game.orders()) == 1


# ---- Two headers in the name of our server: one of them may have come with the letter


def test_of_one_method_the_upper_header_counts() -> None:
    bad, good = "dkim=none; spf=fail smtp.mailfrom=x.test", "dkim=pass header.d=players.test"
    assert not authentic(results(bad), results(good))
    assert authentic(results(good), results(bad))


def test_a_server_may_write_one_header_for_each_method() -> None:
    assert authentic(results("spf=fail smtp.mailfrom=x.test"), results("dkim=pass header.d=players.test"))


def test_dmarc_has_the_last_word() -> None:
    passed = "dkim=pass header.d=players.test"
    assert not authentic(results("dmarc=fail header.from=players.test"), results(passed))
    assert not authentic(results(f"{passed}; dmarc=fail header.from=players.test"))


def test_what_stands_below_our_servers_line_is_not_ours() -> None:
    forged = results("dkim=pass header.d=players.test")
    assert not authentic(results("dkim=none"), "Received: by mx.example.test", forged)


# ---- A server that is not trusted yet

PASSED = "dmarc=pass header.from=example.test"
FAILED = "dmarc=fail header.from=example.test; spf=fail smtp.mailfrom=elsewhere.test"


def signed(office: Office, power: str, text: str = PASSED, by: str = OURS) -> LetterRow:
    return office.receive(office.letter(power, "status", Authentication_Results=f"{by}; {text}"))


def regular(office: Office, letters: int = LEAST_LETTERS, powers: tuple[str, ...] = IMPULSE_ORDER) -> None:
    """Players write, and the server signs."""
    for number in range(letters):
        signed(office, powers[number % len(powers)])


def advices(office: Office) -> list[OutgoingRow]:
    return [row for row in office.outbox("boss") if "a server to trust" in row.subject]


@pytest.fixture
def watched(new_office: Callable[..., Office]) -> Office:
    office = new_office(mail={"moderator": "boss@example.test", "desk_token": "abcdefgh23456789"})
    office.begin()
    return office


def test_a_server_that_signs_regularly_is_suggested_once(watched: Office) -> None:
    regular(watched, LEAST_LETTERS - 1)
    assert advices(watched) == []
    regular(watched, 10)
    (told,) = advices(watched)
    assert f'trusted_checker = "{OURS}"' in " ".join(told.text.split())
    with UnitOfWork(watched.database) as work:
        assert OURS in advice(work.session, watched.settings.mail)


def test_a_letter_that_fails_there_is_held_before_it_is_trusted(watched: Office) -> None:
    assert signed(watched, "france", FAILED).status == "done"  # nobody knows that server yet
    regular(watched, 30)
    stopped = signed(watched, "france", FAILED)
    assert (stopped.status, stopped.verdict) == ("held", "not-authentic")
    assert signed(watched, "france", FAILED, by="mx.elsewhere.test").status == "done"
    assert watched.receive(watched.letter("france", "status")).status == "done"
    assert signed(watched, "france", "dkim=fail; spf=pass smtp.mailfrom=example.test").status == "done"
    assert signed(watched, "france", "dmarc=none; spf=softfail smtp.mailfrom=x.test").status == "done"


def test_commands_of_the_desk_that_fail_there_are_not_obeyed(watched: Office) -> None:
    regular(watched, 30)
    forged = watched.letter(
        "france",
        "hold test",
        From="boss@example.test",
        To="gm+abcdefgh23456789@example.test",
        Authentication_Results=f"{OURS}; {FAILED}",
    )
    assert watched.receive(forged).status == "held"


def test_one_player_alone_can_suggest_nothing(watched: Office) -> None:
    """Whoever writes the header of a server of their own into every letter."""
    regular(watched, 60, ("france", "papacy"))
    assert advices(watched) == []


def test_a_server_on_some_letters_only_is_not_suggested(watched: Office) -> None:
    for _ in range(30):
        regular(watched, 1)
        watched.receive(watched.letter("papacy", "status"))
    assert advices(watched) == []


def test_many_names_of_servers_fill_nothing(watched: Office) -> None:
    for number in range(40):
        signed(watched, "france", by=f"mx{number}.example.test")
    with UnitOfWork(watched.database) as work:
        assert len(work.session.exec(select(CheckerRow)).all()) <= MOST_NAMES


def test_where_a_server_is_trusted_nothing_is_counted(new_office: Callable[..., Office]) -> None:
    office = new_office(mail={"trusted_checker": OURS})
    office.begin()
    regular(office, 3)
    with UnitOfWork(office.database) as work:
        assert work.session.exec(select(CheckerRow)).all() == []


def test_letters_that_are_held_count_for_nothing(watched: Office) -> None:
    """A stranger cannot make a server of his own look regular."""
    for number in range(40):
        raw = watched.letter(
            IMPULSE_ORDER[number % 6],
            "status",
            From="stranger@elsewhere.test",
            Authentication_Results=f"evil.test; {PASSED}",
        )
        watched.receive(raw)
    assert advices(watched) == []
