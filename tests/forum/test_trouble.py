"""A forum in trouble: nothing is lost, nothing is posted twice, and the moderator hears of it."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from pbem.calendar.clock import SetClock
from pbem.channels import FORUM
from pbem.channels.forum.misago import Misago
from pbem.channels.forum.places import places
from pbem.cli.doctor import State, of_forum
from pbem.config import ForumSettings
from pbem.daemon.daemon import Daemon
from pbem.errors import MailboxProblem, MailboxResting
from pbem.post.outbox import Outbox
from pbem.store.notebook import StoredNotebook
from tests.forum.campaign import BOSS, NAME, RED, Campaign
from tests.forum.standin import ME, PASSWORD, FakeMisago, FakeNodeBB, Refusal

BROKEN = Refusal(502, {"error": "bad gateway"})


def marks(texts: list[str]) -> list[str]:
    return [text.rsplit("`pbem:", 1)[1] for text in texts]


class Killed(BaseException):
    """The program comes to its end."""


# ---- Nothing twice


def test_killed_between_posting_and_taking_note(campaign: Campaign, monkeypatch: pytest.MonkeyPatch) -> None:
    campaign.create()
    campaign.desk("invite")

    def killed(*words: Any, **more: Any) -> None:
        raise Killed

    with monkeypatch.context() as patch:
        patch.setattr(Outbox, "_change", killed)
        with pytest.raises(Killed):
            campaign.send()
    assert len(campaign.read_by("Anna")) == 1
    campaign.start_anew()
    assert campaign.send().sent == 1
    assert len(campaign.read_by("Anna")) == 1


def test_killed_between_opening_a_thread_and_taking_note(
    campaign: Campaign, monkeypatch: pytest.MonkeyPatch
) -> None:
    campaign.create()
    campaign.desk("invite")

    def killed(notebook: StoredNotebook, name: str, text: str) -> None:
        raise Killed

    with monkeypatch.context() as patch:
        patch.setattr(StoredNotebook, "write", killed)
        with pytest.raises(Killed):
            campaign.send()
    assert not places(StoredNotebook(campaign.database, FORUM))
    campaign.start_anew()
    assert campaign.send().sent == 1
    assert len(campaign.forum.threads) == 1
    assert len(campaign.read_by("Anna")) == 1


def test_killed_before_a_post_is_taken_note_of(campaign: Campaign, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is stored, but the bookmark is not: it comes again, and is the same letter."""
    campaign.begin()
    campaign.forum.say("Anna", campaign.forum.private("Anna"), "```\nnone\nalba\n```")
    monkeypatch.setattr(campaign.inbox, "mark", lambda key: None)
    campaign.poll()
    campaign.start_anew()
    campaign.round()
    assert campaign.orders() == ["none", "alba"]
    answers = [row for row in campaign.outgoing(RED) if row.kind == "receipt"]
    assert len(answers) == 1


def test_the_forum_takes_a_post_and_its_answer_is_lost(campaign: Campaign) -> None:
    campaign.begin()
    thread = campaign.forum.private("Anna")
    before = len(campaign.read_by("Anna"))
    campaign.forum.say("Anna", thread, "```\nnone\nalba\n```")
    campaign.poll()
    took = campaign.forum.say

    def silent(user: str, place: Any, text: str) -> Any:
        took(user, place, text)
        raise Refusal(504, {"error": "gateway timeout"})

    campaign.forum.say = silent  # type: ignore[method-assign]
    campaign.send()
    campaign.forum.say = took  # type: ignore[method-assign]
    campaign.clock.advance(timedelta(minutes=2))
    campaign.send()
    assert 1.0 in campaign.naps
    told = marks(campaign.read_by("Anna")[before:])
    assert len(told) == len(set(told))
    assert all(row.status == "sent" for row in campaign.outgoing(RED))


# ---- Waiting


def test_a_forum_that_wants_some_seconds_gets_them(campaign: Campaign) -> None:
    campaign.create()
    campaign.desk("invite")
    campaign.forum.flood(1)  # type: ignore[attr-defined]
    assert campaign.send().sent == 1
    assert campaign.naps == [4.0]


def test_a_forum_that_wants_more_rests_and_mail_goes_on(campaign: Campaign) -> None:
    campaign.create()
    campaign.desk("invite")
    campaign.forum.flood(2)  # type: ignore[attr-defined]
    done = campaign.send()
    assert done.sent == 0
    assert {row.channel: row.attempts for row in campaign.outgoing()} == {"forum": 0, "mail": 0}
    assert any("SMTP server" in row.error for row in campaign.outgoing() if row.channel == "mail")
    campaign.clock.advance(timedelta(seconds=59))
    assert campaign.send().sent == 0
    campaign.clock.advance(timedelta(seconds=1))
    assert campaign.send().sent == 1
    assert not any("takes nothing" in row.subject for row in campaign.outgoing(BOSS))


def test_too_many_requests(campaign: Campaign) -> None:
    campaign.create()
    campaign.desk("invite")
    campaign.forum.once("POST", "", Refusal(429, {}, **{"Retry-After": "300"}))
    campaign.send()
    campaign.clock.advance(timedelta(seconds=299))
    assert campaign.send().sent == 0
    campaign.clock.advance(timedelta(seconds=1))
    assert campaign.send().sent == 1


def test_an_outage_is_told_and_everything_goes_on_afterwards(campaign: Campaign) -> None:
    campaign.begin()
    campaign.forum.say("Anna", campaign.forum.private("Anna"), "```\nnone\nalba\n```")
    campaign.poll()
    campaign.forum.once("GET", "", BROKEN, 1_000)
    for _ in range(6):
        campaign.send()
        campaign.clock.advance(timedelta(minutes=16))
    told = [row for row in campaign.outgoing(BOSS) if "the forum takes nothing" in row.subject]
    assert len(told) == 1
    assert "1 letters wait" not in told[0].subject
    campaign.forum.moods.clear()
    campaign.send()
    assert "Red takes Alba" in "\n".join(campaign.read_by("Anna"))
    assert len(set(marks(campaign.read_by("Anna")))) == len(campaign.read_by("Anna"))


def test_while_posts_cannot_be_fetched_the_pauses_grow(campaign: Campaign) -> None:
    campaign.begin()
    campaign.forum.once("GET", "", BROKEN, 1_000)
    for pause in (5, 60, 120, 300, 900, 900):
        with pytest.raises(MailboxProblem, match="out of order"):
            campaign.poll()
        campaign.clock.advance(timedelta(seconds=pause - 1))
        with pytest.raises(MailboxResting):
            campaign.poll()
        campaign.clock.advance(timedelta(seconds=1))
    campaign.forum.moods.clear()
    campaign.forum.say("Anna", campaign.forum.private("Anna"), "```\nnone\n```")
    assert campaign.poll() == 1


def test_nobodys_time_runs_out_while_the_forum_is_out_of_reach(campaign: Campaign) -> None:
    campaign.begin()
    maildir = campaign.settings.mail.model_copy(update={"maildir": campaign.settings.database.parent / "gm"})
    settings = campaign.settings.model_copy(update={"mail": maildir})
    with Daemon(settings, campaign.clock) as daemon:
        inbox = daemon._beside[FORUM]
        inbox._now = campaign.clock.now  # type: ignore[attr-defined]
        daemon.poll()
        campaign.forum.once("GET", "", BROKEN, 1_000)
        for _ in range(100):  # more than three days, while mail comes in
            campaign.clock.advance(timedelta(minutes=50))
            daemon.poll()
            assert daemon.tick() == 0
        assert campaign.asked() == ["red"]
        assert "the forum cannot be read" in daemon.health().line
        assert not daemon.health().well
        told = [row.subject for row in campaign.outgoing(BOSS)]
        assert len([subject for subject in told if "out of reach" in subject]) == 1
        campaign.forum.moods.clear()
        campaign.clock.advance(timedelta(minutes=20))
        campaign.forum.say("Anna", campaign.forum.private("Anna"), "```\nnone\nalba\n```")
        daemon.poll()
        assert daemon.tick() == 0
        assert campaign.orders() == ["none", "alba"]  # the deadline has moved by the time of the outage
        assert daemon.health().well
        assert any("in reach again" in row.subject for row in campaign.outgoing(BOSS))


def test_an_answer_that_is_no_json(campaign: Campaign) -> None:
    """As a page of a proxy: what matters is that it passes."""
    campaign.begin()
    campaign.forum.once("GET", "chats|private-threads", Refusal(200, "maintenance"), 1)
    with pytest.raises(MailboxProblem):
        campaign.poll()
    campaign.clock.advance(timedelta(minutes=1))
    assert campaign.poll() == 0


# ---- Sessions


def test_a_session_that_has_expired_is_made_anew(campaign: Campaign) -> None:
    campaign.begin()
    campaign.forum.expire()  # type: ignore[attr-defined]
    campaign.forum.say("Anna", campaign.forum.private("Anna"), "```\nnone\nalba\n```")
    campaign.round()
    assert "Red takes Alba" in campaign.read_by("Anna")[-1]


def test_a_csrf_token_that_has_changed(campaign: Campaign) -> None:
    campaign.begin()
    if isinstance(campaign.forum, FakeMisago):
        campaign.forum.csrf = "x" * 32
    campaign.forum.say("Anna", campaign.forum.private("Anna"), "```\nnone\nalba\n```")
    campaign.round()
    assert "Red takes Alba" in campaign.read_by("Anna")[-1]


def test_an_account_that_is_not_let_in(campaign: Campaign, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pbem.config.ForumSettings.secret", lambda settings: "wrong")
    campaign.start_anew()
    campaign.create()
    campaign.desk("invite")
    assert "does not" in campaign.send().trouble
    assert all(row.status == "queued" for row in campaign.outgoing())


def test_the_doctor_looks_at_the_forum(campaign: Campaign, monkeypatch: pytest.MonkeyPatch) -> None:
    campaign.begin()
    found = of_forum(campaign.settings)
    assert found.state is State.WELL
    assert found.told.endswith("1 private thread")
    monkeypatch.setattr("pbem.config.ForumSettings.secret", lambda settings: "wrong")
    assert of_forum(campaign.settings).state is State.WRONG


# ---- Places that are gone


def test_a_private_thread_that_was_deleted(campaign: Campaign) -> None:
    campaign.begin()
    del campaign.forum.threads[campaign.forum.private("Anna").place]
    campaign.desk("nudge", "red")
    campaign.round()
    assert len(campaign.forum.privates("Anna")) == 1
    assert any("not there any more" in row.text for row in campaign.outgoing(BOSS))
    campaign.forum.say("Anna", campaign.forum.private("Anna"), "```\nnone\nalba\n```")
    campaign.round()
    assert campaign.orders() == ["none", "alba"]


def test_a_player_who_has_left_the_thread(campaign: Campaign) -> None:
    """Somebody else may have taken the name: nothing is told to it before the moderator says so."""
    campaign.begin()
    old = campaign.forum.private("Anna")
    old.members.remove("Anna")
    before = len(old.posts)
    campaign.desk("nudge", "red")
    campaign.round()
    assert (len(old.posts), campaign.forum.privates("Anna")) == (before, [])
    assert any("has left private/" in row.text for row in campaign.outgoing(BOSS))
    campaign.desk("renew_tokens", "red")
    campaign.clock.advance(timedelta(minutes=2))
    campaign.round()
    assert "your decision" in "\n".join(campaign.read_by("Anna")).lower()


def test_a_topic_of_others_that_was_deleted_or_closed(campaign: Campaign) -> None:
    topic = campaign.forum.open("topic", "Our campaign", [ME], "Welcome.")
    campaign.begin(observer=f"topic/{topic.number}@forum")
    posted = len(topic.posts)
    del campaign.forum.threads[topic.place]
    campaign.desk("caretaker", "red")  # everybody hears of that
    campaign.round()
    assert [row.status for row in campaign.outgoing(f"topic/{topic.number}@forum")][-1] == "queued"
    assert any("Observer cannot be reached" in row.subject for row in campaign.outgoing(BOSS))
    campaign.forum.threads[topic.place] = topic
    topic.closed = True
    campaign.clock.advance(timedelta(minutes=2))
    campaign.round()
    assert len(topic.posts) == posted
    topic.closed = False
    campaign.clock.advance(timedelta(minutes=6))
    campaign.round()
    assert len(topic.posts) == posted + 1
    assert all(row.status == "sent" for row in campaign.outgoing(f"topic/{topic.number}@forum"))


def test_our_own_topic_that_was_deleted_is_opened_anew(campaign: Campaign) -> None:
    campaign.begin()
    old = campaign.forum.topic()
    del campaign.forum.threads[old.place]
    campaign.desk("caretaker", "red")  # everybody hears of that
    campaign.round()
    assert campaign.forum.topic().place != old.place
    assert campaign.forum.topic().title == old.title
    assert any("not there any more" in row.text for row in campaign.outgoing(BOSS))


# ---- NodeBB alone


def test_posts_that_somebody_must_let_through(campaign: Campaign) -> None:
    if not isinstance(campaign.forum, FakeNodeBB):
        return
    topic = campaign.forum.open("topic", "Our campaign", [ME], "Welcome.")
    campaign.forum.queueing = True
    campaign.begin(observer=f"topic/{topic.number}@forum")
    address = f"topic/{topic.number}@forum"
    assert len(campaign.forum.queued) == len(campaign.outgoing(address)) > 0
    campaign.start_anew()
    campaign.round()
    assert len(campaign.forum.queued) == len(campaign.outgoing(address))
    assert any("let them through" in row.text for row in campaign.outgoing(BOSS))


def test_a_letter_that_is_too_long_for_one_post(campaign: Campaign) -> None:
    campaign.forum.longest = {"private": 1_000, "topic": 1_000}
    campaign.begin()
    posts = campaign.read_by("Anna")
    if isinstance(campaign.forum, FakeNodeBB):
        assert any("~2" in mark for mark in marks(posts))
        assert all(len(post) <= 1_000 for post in posts)
        assert all(post.count("```") % 2 == 0 for post in posts)
    assert len(set(marks(posts))) == len(posts)
    campaign.forum.say("Anna", campaign.forum.private("Anna"), "none")  # bound to what was asked in several
    campaign.round()
    assert campaign.orders() == ["none"]
    assert NAME in campaign.forum.private("Anna").title


def test_a_long_thread_is_read_from_its_end(clock: SetClock) -> None:
    """Only the last page is asked for again, also after posts were added or removed."""
    with FakeMisago(clock.now, ["Anna"]).running() as forum:
        settings = ForumSettings(kind="misago", address=forum.address, user=ME, password=PASSWORD)  # type: ignore[arg-type]
        misago = Misago(settings)
        place = misago.open_private("Anna", "a long thread", "the first post")
        thread = forum.private("Anna")
        for number in range(12):
            forum.say("Anna", thread, f"post {number}")
        assert len(misago.look(place, 0).posts) == 13

        def looked() -> int:
            forum.calls.clear()
            assert misago.look(place, thread.posts[-1].number).posts[-1].number == thread.posts[-1].number
            return sum("/posts/" in path for _, path in forum.calls)

        assert looked() == 1
        for number in range(5):
            forum.say("Anna", thread, f"more {number}")
        assert looked() == 2
        del thread.posts[6:]
        assert looked() <= 3
        assert looked() == 1
        misago.close()
