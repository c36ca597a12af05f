"""A campaign on a forum: who is read, what acts, and what everybody hears."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from pbem.channels import FORUM, channel_of, sender_of
from pbem.cli.games import _player
from pbem.errors import ModeratorProblem, WrongMoment
from pbem.post.service import GamePlan, Player
from pbem.store.games import find_game
from pbem.store.seats import add_observer
from pbem.store.unit_of_work import UnitOfWork
from tests.forum.campaign import BLUE, BOSS, MONDAY, NAME, RED, Campaign
from tests.forum.standin import ME
from tests.toy_title import Toy


def block(*lines: str) -> str:
    return "\n".join(["Here they are:", "```", *lines, "```"])


# ---- Seats


def test_a_seat_is_confirmed_by_an_answer_from_its_account(campaign: Campaign) -> None:
    campaign.create()
    with pytest.raises(WrongMoment, match="not confirmed yet: Red"):
        campaign.moderator.start_game(
            NAME
        )  # although nobody was invited: a slip would tell a stranger a hand
    campaign.desk("invite")
    campaign.round()
    thread = campaign.forum.private("Anna")
    assert thread.members == [ME, "Anna"]
    assert "You are invited to play Red" in thread.posts[0].text
    campaign.forum.say("Bela", thread, "join")
    campaign.round()
    assert not campaign.seats()[0].confirmed_at
    campaign.forum.say("Anna", thread, "join")
    campaign.round()
    assert campaign.seats()[0].confirmed_at
    assert any("The seat is yours" in text for text in campaign.read_by("Anna"))


def test_addresses_that_no_forum_has(campaign: Campaign) -> None:
    with pytest.raises(ModeratorProblem, match="no address on the forum"):
        campaign.create(red="a/b@forum")
    campaign.settings.forum.__dict__["category"] = None
    with pytest.raises(ModeratorProblem, match="in which category"):
        campaign.create()


def test_nobody_has_that_name(campaign: Campaign) -> None:
    campaign.create(red="zoe@forum")
    campaign.desk("invite")
    campaign.round()
    assert campaign.seats()[0].unreachable
    assert any("Red cannot be reached" in row.subject for row in campaign.outgoing(BOSS))


def test_hands_stand_in_private_threads_and_reports_in_the_topic_once(campaign: Campaign) -> None:
    campaign.begin(red=RED, blue="bela@forum")
    campaign.forum.say("Bela", campaign.forum.private("Bela"), "hand")
    campaign.round()
    topic = [post.text for post in campaign.forum.topic().posts]
    assert any("Wall" in text for text in campaign.read_by("Bela"))
    assert not any("Wall" in text for text in [*topic, *campaign.read_by("Anna")])
    for user, orders in (
        ("Anna", ("none", "alba")),
        ("Bela", ("brig",)),
        ("Anna", ("none", "cork")),
        ("Bela", ("pass",)),
    ):
        campaign.forum.say(user, campaign.forum.private(user), block(*orders))
        campaign.round()
    reports = [post.text for post in campaign.forum.topic().posts if "Red takes Alba" in post.text]
    assert len(reports) == 1


# ---- Orders


def test_orders_in_a_code_block_act_once_and_are_answered_there(campaign: Campaign) -> None:
    campaign.begin()
    campaign.forum.say("Anna", campaign.forum.private("Anna"), block("none", "alba"))
    campaign.round()
    assert campaign.orders() == ["none", "alba"]
    assert "Red takes Alba" in campaign.read_by("Anna")[-1]
    campaign.start_anew()
    campaign.round()
    assert campaign.orders() == ["none", "alba"]
    assert campaign.asked() == ["blue"]


def test_mail_and_forum_in_one_game(campaign: Campaign) -> None:
    campaign.begin()
    campaign.forum.say("Anna", campaign.forum.private("Anna"), "orders\nnone\nalba")
    campaign.round()
    campaign.by_mail("brig")
    campaign.round()
    assert campaign.orders() == ["none", "alba", "brig"]
    assert any("Blue takes Brig" in text for text in campaign.read_by("Anna"))
    assert {row.channel for row in campaign.outgoing(BLUE)} == {"mail"}


def test_orders_in_the_topic_act_and_talk_does_not(campaign: Campaign) -> None:
    campaign.begin()
    topic = campaign.forum.topic()
    campaign.forum.say("Anna", topic, "none\nalba")
    campaign.round()
    assert campaign.orders() == []
    assert campaign.letters()[-1].handled_at  # of the invitation: talk is no letter
    campaign.forum.say("Anna", topic, "I think I take Cork.\n\nOrders:\nnone\ncork")
    campaign.round()
    assert campaign.orders() == ["none", "cork"]
    assert "Red takes Cork" in campaign.read_by("Anna")[-1]


def test_a_quotation_never_acts(campaign: Campaign) -> None:
    campaign.begin()
    thread = campaign.forum.private("Anna")
    campaign.forum.say("Anna", thread, '[quote="Bela"]none\nalba[/quote]')
    campaign.forum.say("Anna", thread, "> none\n> alba")
    campaign.forum.say("Anna", thread, "@Bela said in [Towns](/post/4):\n> none\nalba")
    campaign.round()
    assert campaign.orders() == []
    assert "alba" in campaign.read_by("Anna")[-1]  # what was not read is told


def test_a_post_that_is_changed_after_it_was_read_counts_as_it_was(campaign: Campaign) -> None:
    campaign.begin()
    post = campaign.forum.say("Anna", campaign.forum.private("Anna"), block("none", "alba"))
    campaign.round()
    before = len(campaign.read_by("Anna"))
    for text in ("none\ncork", "none\nbrig"):
        campaign.forum.edit(post, block(text))
        for _ in range(3):
            campaign.round()
    assert campaign.orders() == ["none", "alba"]
    told = campaign.read_by("Anna")[before:]
    assert len(told) == 1
    assert "after I had read it" in told[0]


def test_a_post_that_was_changed_before_it_is_read_counts_from_then(campaign: Campaign) -> None:
    campaign.begin()
    post = campaign.forum.say("Anna", campaign.forum.private("Anna"), block("none"))
    campaign.clock.advance(timedelta(minutes=10))
    campaign.forum.edit(post, block("none", "alba"))
    campaign.clock.advance(timedelta(minutes=10))
    campaign.round()
    assert campaign.orders() == ["none", "alba"]
    assert campaign.letters()[-1].received_at == post.edited[0]


def test_a_long_lively_thread_costs_no_more_calls_than_a_short_one(campaign: Campaign) -> None:
    """Far back it is compared only when it is the thread's turn; then a change is noticed as ever."""
    campaign.begin()
    thread = campaign.forum.private("Anna")
    first = campaign.forum.say("Anna", thread, "status")
    costs = []
    for _ in range(9):
        campaign.clock.advance(timedelta(minutes=10))
        before = len(campaign.forum.calls)
        campaign.poll()
        costs.append(len(campaign.forum.calls) - before)
        campaign.send()
        campaign.forum.say("Anna", thread, "status")
    assert max(costs[2:]) <= max(costs[:2]) + 1  # the last page may be another one than it was
    campaign.round()
    campaign.forum.edit(first, block("none", "alba"))
    for _ in range(4):
        campaign.round()
    assert campaign.orders() == []
    assert "after I had read it" in campaign.read_by("Anna")[-1]


def test_orders_that_are_put_into_old_talk_are_told(campaign: Campaign) -> None:
    campaign.begin()
    post = campaign.forum.say("Anna", campaign.forum.topic(), "Good luck everybody.")
    campaign.round()
    campaign.forum.edit(post, block("none", "alba"))
    campaign.round()
    assert campaign.orders() == []
    assert "after I had read it" in campaign.read_by("Anna")[-1]


def test_a_stranger_is_told_once(campaign: Campaign) -> None:
    campaign.begin()
    topic = campaign.forum.topic()
    for text in (block("none", "alba"), block("alba"), "orders\nbrig"):
        campaign.forum.say("Carl", topic, text)
        campaign.round()
    assert campaign.orders() == []
    told = campaign.read_by("Carl")
    assert len(told) == 1
    assert "no seat" in told[0]
    assert [row.status for row in campaign.letters()[-3:]] == ["held"] * 3
    campaign.forum.say("Carl", campaign.forum.private("Carl"), "Oh, sorry.")
    campaign.round()
    assert len(campaign.read_by("Carl")) == 1


def test_somebody_else_in_a_private_thread(campaign: Campaign) -> None:
    campaign.begin()
    thread = campaign.forum.private("Anna")
    thread.members.append("Bela")
    campaign.forum.say("Bela", thread, block("none", "alba"))
    campaign.round()
    assert campaign.orders() == []
    assert "no seat" in campaign.read_by("Bela")[-1]
    assert any("held: wrong-sender" in row.subject for row in campaign.outgoing(BOSS))
    # What comes next goes where only Anna reads.
    assert campaign.forum.privates("Anna")[-1].members == [ME, "Anna"]
    assert "another address: bela@forum" in campaign.forum.privates("Anna")[-1].posts[0].text
    campaign.forum.say("Anna", campaign.forum.privates("Anna")[-1], block("none", "alba"))
    campaign.round()
    assert campaign.orders() == ["none", "alba"]


def test_an_answer_is_bound_to_what_stands_above_it(campaign: Campaign) -> None:
    """Anna's `pass` was posted before the game asked her for the second turn."""
    campaign.begin()
    campaign.forum.say("Anna", campaign.forum.private("Anna"), block("none", "alba"))
    campaign.round()
    campaign.forum.say("Anna", campaign.forum.private("Anna"), "standing: none")
    campaign.by_mail("brig")
    campaign.poll()
    assert campaign.asked() == ["red"]
    orders = campaign.orders()
    campaign.forum.say("Anna", campaign.forum.private("Anna"), "none")  # below a letter that asks nothing
    campaign.poll()
    assert campaign.orders() == orders
    campaign.send()
    campaign.forum.say("Anna", campaign.forum.private("Anna"), "none")
    campaign.poll()
    assert campaign.orders() == [*orders, "none"]


def test_a_substitute_gets_a_thread_of_his_own(campaign: Campaign) -> None:
    campaign.begin()
    old = campaign.forum.private("Anna")
    campaign.desk("substitute", "red", "Carl <carl@forum>")
    campaign.round()
    campaign.forum.say("Anna", old, block("none", "alba"))
    campaign.round()
    assert campaign.orders() == []
    assert campaign.forum.private("Carl").members == [ME, "Carl"]
    assert any("Write your orders in a code block" in text for text in campaign.read_by("Carl"))
    campaign.forum.say("Carl", campaign.forum.private("Carl"), block("none", "alba"))
    campaign.round()
    assert campaign.orders() == ["none", "alba"]
    campaign.desk("substitute", "red", "Rita <rita@example.test>")
    assert {row.channel for row in campaign.outgoing("rita@example.test")} == {"mail"}


def test_a_renewed_token_means_another_thread(campaign: Campaign) -> None:
    campaign.begin()
    old = campaign.forum.private("Anna")
    campaign.desk("renew_tokens", "red")
    campaign.round()
    new = campaign.forum.private("Anna")
    assert new.place != old.place
    assert "in this thread from now on" in new.posts[0].text
    campaign.forum.say("Anna", old, block("none", "alba"))
    campaign.round()
    assert campaign.orders() == []
    campaign.forum.say("Anna", new, block("none", "alba"))
    campaign.round()
    assert campaign.orders() == ["none", "alba"]


def test_a_topic_that_was_there_before(campaign: Campaign) -> None:
    """What was said in it until now is nobody's order; its pages are not read."""
    old = campaign.forum.open("topic", "Our campaign", [ME], "")
    for _ in range(23):
        campaign.forum.say("Anna", old, block("none", "alba"))
    campaign.begin(observer=f"topic/{old.number}@forum")
    assert campaign.orders() == []
    assert [one.place for one in campaign.forum.threads.values() if one.kind == "topic"] == [old.place]
    campaign.forum.say("Anna", old, block("none", "brig"))
    campaign.round()
    assert campaign.orders() == ["none", "brig"]


def test_the_time_of_a_post_is_the_forums(campaign: Campaign) -> None:
    """The moderator was away: what was posted in time is in time."""
    campaign.begin()
    campaign.forum.say("Anna", campaign.forum.private("Anna"), block("none", "alba"))
    posted = campaign.clock.now()
    campaign.clock.advance(timedelta(hours=30))
    campaign.round()
    assert campaign.letters()[-1].received_at == posted > MONDAY
    assert campaign.orders() == ["none", "alba"]


def test_one_topic_belongs_to_one_game(campaign: Campaign) -> None:
    topic = campaign.forum.open("topic", "Our campaign", [ME], "Welcome.")
    address = f"topic/{topic.number}@forum"
    campaign.create(observer=address)
    players = (Player("Red", "bela@forum", ("red",), channel=FORUM), Player("Blue", BLUE, ("blue",)))
    other = GamePlan("other", "plain", (*players, Player("Reports", address, channel=FORUM)), game="toy")
    with pytest.raises(ModeratorProblem, match="belongs to another game"):
        campaign.moderator.create_game(other, seed="other")
    campaign.moderator.create_game(replace(other, players=players), seed="other")
    with UnitOfWork(campaign.database) as work, pytest.raises(WrongMoment, match="belongs to another game"):
        add_observer(work.session, find_game(work.session, "other"), "Reports", address)


def test_what_the_moderator_sees_of_a_post(campaign: Campaign) -> None:
    campaign.begin()
    campaign.forum.say("Carl", campaign.forum.topic(), block("none"))
    campaign.round()
    assert sender_of(FORUM, campaign.letters()[-1].raw) == "carl@forum"


def test_what_is_no_post_is_read_as_nothing(campaign: Campaign) -> None:
    channel = channel_of(FORUM, campaign.settings)
    for raw in (b"", b"From: anna@example.test\r\n\r\npass", b"[]", b'{"place": 5}', b"\xff"):
        letter = channel.read(raw)
        assert (letter.unreadable, letter.lines, letter.tokens) == (True, (), ())


@pytest.mark.parametrize("seat", ["red=anna@forum", "red=Anna <anna@forum>", "red=Anna <ANNA@forum>; de"])
def test_a_seat_on_the_command_line(seat: str) -> None:
    player = _player(seat, Toy())
    assert (player.address.lower(), player.channel, player.powers) == ("anna@forum", FORUM, ("red",))
    assert player.name.lower() == "anna"
