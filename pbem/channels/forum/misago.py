"""Misago by its JSON API: a session with a CSRF token, private threads, flood protection."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import datetime, timedelta
from typing import Any

import httpx2

from pbem.channels.forum.forum import (
    PRIVATE,
    TOPIC,
    Form,
    Gone,
    LoginRefused,
    NoSuchUser,
    NotTaken,
    Post,
    Seen,
    TooFast,
    Unreachable,
    kind_of,
    number_of,
)
from pbem.channels.forum.http import ask, json_of, needed, new_client
from pbem.config import ForumSettings

LONGEST = 50_000
"""A little less than what a Misago takes as it comes (60,000)."""
LONGEST_TITLE = 90
FLOOD = timedelta(seconds=4)
"""Between two posts it wants three seconds."""
MOST_PAGES = 20
"""Of its lists of threads; each has some twenty."""
PATHS = {PRIVATE: "/api/private-threads/", TOPIC: "/api/threads/"}


class Misago:
    """A Misago with the moderator logged in."""

    def __init__(self, settings: ForumSettings) -> None:
        self._settings = settings
        self._client = new_client(settings, Referer=settings.address)
        self._logged_in = False
        self._pages: dict[str, int] = {}
        """How many pages each place had when we last looked."""
        self.me = settings.user.lower()

    def close(self) -> None:
        self._client.close()

    def longest(self, place: str) -> int:
        return LONGEST

    # ---- Looking

    def look(self, place: str, since: int) -> Seen:
        path = f"{self._path(place)}posts/"
        thread = self._last_page(place, path)
        pages = self._pages[place] = int(thread["post_set"]["pages"])
        found = {post.number: post for post in _posts(thread)}
        page = pages
        while page > 1 and min(found, default=0) > since:
            page -= 1
            found |= {post.number: post for post in _posts(needed(self._get(path, page=page), place))}
        members = frozenset(str(one["username"]).lower() for one in thread.get("participants") or ())
        return Seen([found[number] for number in sorted(found)], members)

    def _last_page(self, place: str, path: str) -> dict[str, Any]:
        """Posts stand oldest first: the newest are on the last page, at least where it was when we looked."""
        page = self._pages.get(place, 1)
        answer = self._get(path, page=page)
        if answer.status_code == httpx2.codes.NOT_FOUND and page > 1:  # posts were removed since
            page, answer = 1, self._get(path)
        thread = needed(answer, place)
        last = int(thread["post_set"]["pages"])
        return thread if last == page else needed(self._get(path, page=last), place)

    def source(self, place: str, post: Post) -> tuple[Form, str]:
        """What the editor would quote: the text as it was typed.  In a closed thread there is no editor."""
        answer = self._get(f"{self._path(place)}posts/reply_editor/", reply=post.number)
        if answer.is_success and "post" in (told := json_of(answer)):
            return Form.SOURCE, str(told["post"])
        return Form.HTML, post.html

    def changed(self, known: Mapping[str, str]) -> dict[str, str]:
        found: dict[str, str] = {}
        for page in self._threads(PRIVATE):
            new = {place: last for place, last, _, _ in page if known.get(place) != last}
            found |= new
            if len(new) < len(page):  # the latest come first: behind one that is as it was, all are
                break
        return found

    def find(self, kind: str, mark: str) -> str:
        for page in self._threads(kind):
            for place, _, title, starter in page:
                if mark in title and starter.lower() == self.me:
                    return place
        return ""

    def _threads(self, kind: str) -> Iterator[list[tuple[str, str, str, str]]]:
        """Page by page, threads with their last post, title and who opened them, the latest first."""
        start: int | None = 0
        more = {"category": self._settings.category} if kind == TOPIC and self._settings.category else {}
        for _ in range(MOST_PAGES):
            told = needed(self._get(PATHS[kind], start=start, **more), "the list of threads")
            yield [
                (
                    f"{kind}/{int(one['id'])}",
                    str(one["last_post"]),
                    str(one["title"]),
                    str(one["starter_name"]),
                )
                for one in told["results"]
            ]
            start = told.get("next")
            if not start:
                return

    # ---- Posting

    def open_private(self, user: str, title: str, text: str) -> str:
        answer = self._post(PATHS[PRIVATE], to=[user], title=_short(title), post=text)
        self._judge(answer, "private threads")
        return f"{PRIVATE}/{int(json_of(answer)['id'])}"

    def open_topic(self, category: int, title: str, text: str) -> str:
        answer = self._post(PATHS[TOPIC], category=category, title=_short(title), post=text)
        self._judge(answer, f"category {category}")
        return f"{TOPIC}/{int(json_of(answer)['id'])}"

    def reply(self, place: str, text: str) -> bool:
        answer = self._post(f"{self._path(place)}posts/", post=text)
        if answer.status_code == httpx2.codes.FORBIDDEN:
            thread = needed(self._get(self._path(place)), place)
            if thread.get("is_closed") or not (thread.get("acl") or {}).get("can_reply", True):
                raise Gone(f"{place} is closed")
        self._judge(answer, place)
        return not json_of(answer).get("is_unapproved")

    def _judge(self, answer: httpx2.Response, what: str) -> None:
        """Raise for a post that was not taken."""
        if answer.is_success:
            return
        told = json_of(answer)
        words = str(told.get("detail") or told)[:300]
        if answer.status_code == httpx2.codes.FORBIDDEN:
            # Its words are in some language, and we are logged in: so it is the flood protection.
            raise TooFast(f"the forum wants us to wait: {words}", FLOOD)
        if answer.status_code == httpx2.codes.NOT_FOUND:
            raise Gone(f"{what} is not there")
        if "to" in told:
            raise NoSuchUser(words)
        raise NotTaken(f"the forum does not take it: {words}")

    # ---- The session

    def _path(self, place: str) -> str:
        return f"{PATHS[kind_of(place)]}{number_of(place)}/"

    def _get(self, path: str, **query: Any) -> httpx2.Response:
        return self._as_ourselves("GET", path, params=query)

    def _post(self, path: str, **fields: Any) -> httpx2.Response:
        return self._as_ourselves("POST", path, json=fields)

    def _as_ourselves(self, method: str, path: str, **more: Any) -> httpx2.Response:
        """One call; if the session has ended, or its CSRF token is another, once more with a new one."""
        if not self._logged_in:
            self._log_in()
        answer = self._ask(method, path, **more)
        if answer.status_code in (httpx2.codes.FORBIDDEN, httpx2.codes.UNAUTHORIZED) and (
            not self._is_me() or "CSRF" in answer.text
        ):
            self._log_in()
            answer = self._ask(method, path, **more)
        return answer

    def _is_me(self) -> bool:
        told = json_of(self._ask("GET", "/api/auth/"))
        return str(told.get("username") or "").lower() == self.me

    def _log_in(self) -> None:
        self._client.cookies.clear()
        self._ask("GET", "/")  # for the CSRF cookie
        fields = {"username": self._settings.user, "password": self._settings.secret()}
        answer = self._ask("POST", "/api/auth/", json=fields)
        if answer.status_code in (httpx2.codes.BAD_REQUEST, httpx2.codes.FORBIDDEN):
            raise LoginRefused(f"the forum does not let {self._settings.user} in ({answer.status_code})")
        if not answer.is_success:
            raise Unreachable(f"the forum refuses the login: {answer.status_code}")
        self._logged_in = True

    def _ask(self, method: str, path: str, **more: Any) -> httpx2.Response:
        token = self._client.cookies.get("csrftoken")
        headers = {"X-CSRFToken": token} if token and method != "GET" else {}
        return ask(self._client, method, path, headers=headers, **more)


def _short(title: str) -> str:
    return title[:LONGEST_TITLE]


def _posts(thread: dict[str, Any]) -> list[Post]:
    """The posts of a page: no events, nothing hidden, nothing that waits to be let through."""
    return [
        Post(
            number=int(one["id"]),
            author=str(one["poster_name"]).lower(),
            posted=datetime.fromisoformat(one["posted_on"]),
            changed=datetime.fromisoformat(one["updated_on"] if one["edits"] else one["posted_on"]),
            revision=str(one["edits"]),
            html=str(one["content"]),
        )
        for one in thread["post_set"]["results"]
        if not one["is_event"]
        and not one["is_hidden"]
        and not one["is_unapproved"]
        and one["content"] is not None
    ]
