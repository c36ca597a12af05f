"""The demo with a person: bots propose deals, answer those of the person, and say a word with it."""

from __future__ import annotations

import asyncio
from email.message import EmailMessage
from email.policy import SMTP
from pathlib import Path

import pytest
from sqlmodel import col, select

from pbem.channels.mail.embedded import deliver, maildir
from pbem.demo import demo as demos
from pbem.demo.demo import MODERATOR, Demo, Plan, Progress, address
from pbem.games import game_of
from pbem.games.deals import PLAN
from pbem.store import clocks, games
from pbem.store.tables import OutgoingRow
from pbem.store.unit_of_work import UnitOfWork
from rules import Engine, Setup
from rules.his.diplomacy.alliances import FormAlliance
from rules.his.diplomacy.deal_items import CedeSpace, GiveCards
from rules.his.powers import FRANCE, IMPULSE_ORDER, OTTOMAN
from rules.war.deals import Deal

PERSON = FRANCE


class Table:
    """A demo in which a test plays France."""

    def __init__(self, folder: Path) -> None:
        self.demo = Demo.new(folder, Plan(seed=5))
        self.written = 0

    def go_on(self, rounds: int = 6) -> None:
        """Let the bots write until they wait for the person."""
        seen = []

        def until(progress: Progress) -> bool:
            seen.append(progress.letters)
            return len(seen) > rounds or (len(seen) > 2 and seen[-1] == seen[-3])

        asyncio.run(self.demo.play(lambda progress: None, until=until, person=PERSON))

    def write(self, *lines: str) -> None:
        with UnitOfWork(self.demo.database) as work:
            rows = games.seat_rows(work.session, games.find_game(work.session, "demo"))
            token = next(row.token for row in rows if PERSON in row.powers)
        self.written += 1
        message = EmailMessage(policy=SMTP)
        message["From"] = address(PERSON)
        message["To"] = MODERATOR.replace("@", f"+{token}@")
        message["Message-ID"] = f"<{self.written}@person.test>"
        message["Subject"] = "orders"
        message.set_content("\n".join(lines) + "\n")
        deliver(maildir(self.demo.mail, MODERATOR), message.as_bytes())

    def letters(self) -> list[OutgoingRow]:
        with UnitOfWork(self.demo.database) as work:
            every = work.session.exec(select(OutgoingRow).order_by(col(OutgoingRow.id))).all()
        return [row for row in every if row.recipient == address(PERSON)]


def test_bots_talk_with_a_person(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(demos, "PATIENCE", 0.1)
    table = Table(tmp_path / "demo")
    table.go_on()
    first = table.letters()
    assert "NEGOTIATIONS" in first[0].text
    assert "WHAT IS ANSWERED FOR YOU" in first[0].text  # the letters are those of a usual game
    assert any(row.kind == "deal" and "Ottoman proposes a deal" in row.text for row in first)
    assert any(row.kind == "press" and "need not guard" in row.text for row in first)
    table.write(
        "agree ottoman 1", "propose to papacy: papacy gives 2 cards", "propose to protestant: give 1 card"
    )
    table.go_on()
    told = "\n".join(row.text for row in table.letters()[len(first) :])
    assert "Refused by Papacy" in told
    assert "Agreed by Protestant" in told
    assert "not at this price" in told
    table.write("ready")
    table.go_on(rounds=20)
    with UnitOfWork(table.demo.database) as work:
        engine = games.load_engine(work.session, games.find_game(work.session, "demo"))
    assert engine.game.relation(FRANCE, OTTOMAN) == "allied"
    table.demo.database.dispose()


def test_what_a_bot_thinks_of_deals() -> None:
    """It takes what helps it, refuses to give for nothing, and offers something to its friends."""
    title = game_of("his")
    game = Engine.new(title.rules, Setup("his", "tournament"), "talk").game
    alliance = Deal(OTTOMAN, FRANCE, (FormAlliance(),))
    gift = Deal(OTTOMAN, FRANCE, (GiveCards(FRANCE, 2),))
    land = Deal(OTTOMAN, FRANCE, (CedeSpace(FRANCE, "marseille"),))
    said = title.talk(game, FRANCE, [alliance, gift, land], (), ())
    assert said.answers == (True, False, False)
    assert [other for other, _ in said.press] == [OTTOMAN] * 3
    offers = title.talk(game, OTTOMAN, (), IMPULSE_ORDER, ())
    assert any(deal.other(OTTOMAN) == FRANCE for deal in offers.proposals)
    assert len(offers.press) == len(offers.proposals)
    assert not title.talk(game, OTTOMAN, (), IMPULSE_ORDER, IMPULSE_ORDER).proposals


def test_press_to_a_bot_that_is_ready_does_not_keep_the_talks_open(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever gets a letter is not ready any more, and bots do not answer press: time goes on."""
    monkeypatch.setattr(demos, "PATIENCE", 0.1)
    table = Table(tmp_path / "demo")
    table.go_on()
    table.write("press to papacy: Leave me Italy.", "ready")
    table.go_on(12)
    with UnitOfWork(table.demo.database) as work:
        talks = clocks.open_talks(work.session, games.find_game(work.session, "demo"))
    assert talks is None or talks.part == PLAN
