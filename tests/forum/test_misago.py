"""A real Misago: what the adapter relies on, and Three Towns to the end with everybody killed in between.

`make misago` installs it.  `make forum` plays a whole game of *Here I Stand* through it.
"""

from __future__ import annotations

import os
import shutil
from collections import Counter
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from pbem import games
from pbem.calendar.clock import SetClock
from pbem.channels.forum.forum import (
    PRIVATE,
    TOPIC,
    Form,
    Gone,
    LoginRefused,
    NoSuchUser,
    NotTaken,
    TooFast,
    Unreachable,
)
from pbem.channels.forum.misago import Misago
from pbem.channels.forum.places import mark_in
from pbem.config import ForumSettings
from tests.forum.campaign import Campaign
from tests.forum.misago_site import MODERATOR, PASSWORD, MisagoSite, can_run
from tests.toy_title import Toy

REQUIRED = os.environ.get("PBEM_REQUIRE_MISAGO") == "1"
pytestmark = [
    pytest.mark.misago,
    pytest.mark.timeout(600),
    pytest.mark.skipif(bool(can_run()) and not REQUIRED, reason=can_run() or "it is here"),
]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[MisagoSite]:
    made = MisagoSite(tmp_path_factory.mktemp("misago"), ["Anna", "Bela", "Carl"])
    try:
        made.build()
        yield made
    finally:
        made.close()


@pytest.fixture
def login(site: MisagoSite) -> Iterator[Callable[..., Misago]]:
    opened: list[Misago] = []

    def enter(name: str = MODERATOR, password: str = PASSWORD) -> Misago:
        settings = ForumSettings(
            kind="misago",
            address=site.address,
            user=name,
            password=password,  # type: ignore[arg-type]
            category=site.category,
        )
        opened.append(Misago(settings))
        return opened[-1]

    yield enter
    for one in opened:
        one.close()


def test_what_the_adapter_relies_on(login: Callable[..., Misago]) -> None:
    moderator, anna, carl = login(), login("Anna"), login("Carl")
    place = moderator.open_private("anna", "[game] Anna (0a1b2c3d)", "Hello.\n\n`pbem:game.1.1.0a1b?`")
    assert (moderator.find(PRIVATE, "0a1b2c3d"), moderator.find(PRIVATE, "ffffffff")) == (place, "")
    known = moderator.changed({})
    assert place in known
    assert moderator.changed(known) == {}
    text = "> quoted\n\n```\nmove 4: buda > vienna\n```\n#orders *now*"
    assert anna.reply(place, text)
    assert place in moderator.changed(known)
    ours, hers = moderator.look(place, 0).posts
    assert mark_in(ours.html) == ("game.1.1.0a1b", True)
    assert moderator.source(place, hers) == (Form.SOURCE, text)
    assert (hers.author, hers.revision, hers.changed) == ("anna", "0", hers.posted)
    assert moderator.look(place, 0).members == {"moderator", "anna"}
    changed = anna._as_ourselves(
        "PUT", f"/api/private-threads/{place[8:]}/posts/{hers.number}/", json={"post": "another"}
    )
    assert changed.is_success
    again = moderator.look(place, 0).posts[-1]
    assert (again.number, again.revision) == (hers.number, "1")
    assert again.changed > hers.changed
    with pytest.raises(Gone):
        carl.look(place, 0)
    with pytest.raises(NoSuchUser):
        moderator.open_private("nobody at all", "title of it", "Hello.")
    with pytest.raises(NotTaken):
        moderator.reply(place, "shrt")
    with pytest.raises(LoginRefused):
        login(MODERATOR, "another password").changed({})


def test_long_threads_are_read_from_their_end(login: Callable[..., Misago]) -> None:
    moderator = login()
    topic = moderator.open_topic(moderator._settings.category or 0, "[long] Reports (00112233)", "Post 0.")
    for number in range(1, 30):
        moderator.reply(topic, f"Post {number}.")
    whole = moderator.look(topic, 0).posts
    assert [post.html for post in whole] == [f"<p>Post {number}.</p>" for number in range(30)]
    assert len(moderator.look(topic, 1 << 60).posts) < 30
    assert moderator.find(TOPIC, "00112233") == topic


def test_sessions_tokens_and_floods(site: MisagoSite, login: Callable[..., Misago]) -> None:
    moderator = login()
    place = moderator.open_private("anna", "[game] Anna (11112222)", "Hello.")
    moderator._client.cookies.set("csrftoken", "x" * 32, domain="127.0.0.1")
    assert moderator.reply(place, "with another CSRF token")
    moderator._client.cookies.delete("sessionid")
    assert moderator.reply(place, "with another session")
    site.shell(
        "from misago.acl.models import Role\nfrom misago.cache.versions import invalidate_cache\n"
        "Role.objects.filter(name='need not wait').update(permissions={})\ninvalidate_cache('acl')"
    )
    try:
        moderator.reply(place, "once in a while")
        with pytest.raises(TooFast):
            moderator.reply(place, "and again at once")
    finally:
        site.shell(
            "from misago.acl.models import Role\nfrom misago.cache.versions import invalidate_cache\n"
            "wait = {'misago.threads.permissions.threads': {'can_omit_flood_protection': 1}}\n"
            "Role.objects.filter(name='need not wait').update(permissions=wait)\ninvalidate_cache('acl')"
        )
    site.shell("from misago.threads.models import Thread\nThread.objects.update(is_closed=True)")
    with pytest.raises(Gone):
        moderator.look("private/99999", 0)
    site.stop()
    try:
        with pytest.raises(Unreachable):
            moderator.look(place, 0)
    finally:
        site.start()
    assert moderator.look(place, 0).posts


def test_three_towns_to_the_end_with_kills(
    site: MisagoSite,
    login: Callable[..., Misago],
    empty_database: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(games._GAMES, "toy", Toy())
    shutil.copy(empty_database, tmp_path / "towns.sqlite3")
    clock = SetClock(datetime.now(UTC))
    account = {"user": MODERATOR, "password": PASSWORD, "category": site.category}
    campaign = Campaign(tmp_path / "towns.sqlite3", site, clock, **account)
    users = {"red": login("Anna"), "blue": login("Bela")}
    try:
        campaign.create(red="anna@forum", blue="bela@forum")
        campaign.desk("invite")
        campaign.round()
        for user in users.values():
            user.reply(next(iter(user.changed({}))), "```\njoin\n```")
        campaign.round()
        campaign.moderator.start_game("towns")
        campaign.round()
        for at, (power, order) in enumerate(
            [
                ("red", "none"),
                ("red", "alba"),
                ("blue", "brig"),
                ("red", "none"),
                ("red", "cork"),
                ("blue", "pass"),
            ]
        ):
            user = users[power]
            place = next(iter(user.changed({})))
            user.reply(place, f"Here it is.\n\n```\n{order}\n```")
            campaign.clock.advance(timedelta(hours=1))
            if at == 2:  # the forum goes away between our looking and our posting
                campaign.poll()
                site.stop()
                campaign.send()
                site.start()
                campaign.clock.advance(timedelta(minutes=20))
            campaign.round()
            campaign.start_anew()
            campaign.round()
        assert campaign.orders() == ["none", "alba", "brig", "none", "cork", "pass"]
        private = [
            [
                mark
                for post in user.look(next(iter(user.changed({}))), 0).posts
                if (mark := mark_in(post.html))
            ]
            for user in users.values()
        ]
        topic = login().find(TOPIC, "[towns]")
        public = login("Carl").look(topic, 0).posts
    finally:
        campaign.close()
    names = Counter(name for marks in private for name, _ in marks)
    names.update(mark[0] for post in public if (mark := mark_in(post.html)))
    sent = Counter(
        row.message_id.removeprefix("forum:") for row in campaign.outgoing() if row.channel == "forum"
    )
    assert names == sent  # each once
    assert not any("Wall" in post.html for post in public)
    assert "The winner: Red" in public[-1].html
