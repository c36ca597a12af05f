"""NodeBB by its write API: a token, topics, and chat rooms as private threads."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from typing import Any
from urllib.parse import quote

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
    kind_of,
    number_of,
)
from pbem.channels.forum.http import USUAL_WAIT, ask, json_of, needed, new_client
from pbem.config import ForumSettings

ROOM_NAME = 50
ROOMS = 100
MESSAGES = 50
MOST_PAGES = 10
WAIT = re.compile(r"\b(?:wait|too many|once every)\b", re.IGNORECASE)
SECONDS = re.compile(r"\b(\d{1,5}) ?second")
ENGLISH = {"lang": "en-GB"}
"""In this language its refusals come, whatever the account has chosen."""


class NodeBB:
    """A NodeBB; the password of the settings is an API token of the moderator's account."""

    def __init__(self, settings: ForumSettings) -> None:
        self._settings = settings
        self._client = new_client(settings, Authorization=f"Bearer {settings.secret()}")
        self._config: dict[str, Any] = {}
        self.me = settings.user.lower()

    def close(self) -> None:
        self._client.close()

    def longest(self, place: str) -> int:
        """As the forum is set up: a chat message is short there, unless somebody has changed that."""
        config = self._configured()
        key, usual = (
            ("maximumChatMessageLength", 1000) if kind_of(place) == PRIVATE else ("maximumPostLength", 32_767)
        )
        return int(config.get(key) or usual)

    def _configured(self) -> dict[str, Any]:
        if not self._config:
            config = needed(self._ask("GET", "/api/config"), "the settings of the forum")
            if not config.get("loggedIn"):
                raise LoginRefused("the forum does not know our token")
            self._config = config
        return self._config

    # ---- Looking

    def look(self, place: str, since: int) -> Seen:
        return self._room(place, since) if kind_of(place) == PRIVATE else self._topic(place, since)

    def _topic(self, place: str, since: int) -> Seen:
        path = f"/api/topic/{number_of(place)}"
        # Oldest first, whatever the account has chosen.
        told = needed(self._ask("GET", path, page=1, sort="oldest_to_newest"), place)
        pages = int((told.get("pagination") or {}).get("pageCount") or 1)
        if pages > 1:
            told = needed(self._ask("GET", path, page=pages, sort="oldest_to_newest"), place)
        found = {post.number: post for post in map(_of_topic, told["posts"]) if post}
        page = pages
        while page > 1 and min(found, default=0) > since:
            page -= 1
            told = needed(self._ask("GET", path, page=page, sort="oldest_to_newest"), place)
            found |= {post.number: post for post in map(_of_topic, told["posts"]) if post}
        return Seen([found[number] for number in sorted(found)], frozenset())

    def _room(self, place: str, since: int) -> Seen:
        path = f"/api/v3/chats/{number_of(place)}"
        users = self._response(self._ask("GET", f"{path}/users"), place)["users"]
        found: dict[int, Post] = {}
        start = 0
        while True:  # the newest come first, fifty at a time
            told = self._response(self._ask("GET", f"{path}/messages", start=start), place)["messages"]
            found |= {post.number: post for post in map(_of_room, told) if post}
            start += MESSAGES
            if len(told) < MESSAGES or min(found, default=0) <= since:
                break
        members = frozenset(str(one["username"]).lower() for one in users)
        return Seen([found[number] for number in sorted(found)], members)

    def source(self, place: str, post: Post) -> tuple[Form, str]:
        if kind_of(place) == PRIVATE:
            path = f"/api/v3/chats/{number_of(place)}/messages/{post.number}/raw"
        else:
            path = f"/api/v3/posts/{post.number}/raw"
        answer = self._ask("GET", path)
        if answer.is_success:
            told = json_of(answer).get("response") or {}
            if isinstance(told.get("content"), str):
                return Form.SOURCE, told["content"]
        return Form.HTML, post.html

    def changed(self, known: Mapping[str, str]) -> dict[str, str]:
        found = {
            f"{PRIVATE}/{int(room['roomId'])}": str((room.get("teaser") or {}).get("timestamp") or "")
            for room in self._rooms()
        }
        return {place: stamp for place, stamp in found.items() if known.get(place) != stamp}

    def find(self, kind: str, mark: str) -> str:
        if kind == PRIVATE:
            for room in self._rooms():
                if mark in str(room.get("roomName") or ""):
                    return f"{PRIVATE}/{int(room['roomId'])}"
            return ""
        path = f"/api/category/{self._settings.category}"
        for page in range(1, MOST_PAGES + 1):
            told = needed(self._ask("GET", path, page=page), "the category of the games")
            for one in told["topics"]:
                mine = str((one.get("user") or {}).get("username") or "").lower() == self.me
                if mine and mark in str(one["title"]):
                    return f"{TOPIC}/{int(one['tid'])}"
            if page >= int((told.get("pagination") or {}).get("pageCount") or 1):
                break
        return ""

    def _rooms(self) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = []
        for page in range(1, MOST_PAGES + 1):
            answer = self._ask("GET", "/api/v3/chats", page=page, perPage=ROOMS)
            rooms = self._response(answer, "the list of chats")["rooms"]
            found += [room for room in rooms if room]
            if len(rooms) < ROOMS:
                break
        return found

    # ---- Posting

    def open_private(self, user: str, title: str, text: str) -> str:
        uid = self._uid(user)
        answer = self._ask("POST", "/api/v3/chats", json={"uids": [uid], "roomName": title[:ROOM_NAME]})
        room = f"{PRIVATE}/{int(self._taken(answer, user, to_user=True)['roomId'])}"
        self.reply(room, text)
        return room

    def open_topic(self, category: int, title: str, text: str) -> str:
        fields = {"cid": category, "title": title, "content": text}
        told = self._taken(self._ask("POST", "/api/v3/topics", json=fields), f"category {category}")
        return "" if told.get("queued") else f"{TOPIC}/{int(told['tid'])}"

    def reply(self, place: str, text: str) -> bool:
        if kind_of(place) == PRIVATE:
            path, fields = f"/api/v3/chats/{number_of(place)}", {"message": text}
        else:
            path, fields = f"/api/v3/topics/{number_of(place)}", {"content": text}
        return not self._taken(self._ask("POST", path, json=fields), place).get("queued")

    def _uid(self, user: str) -> int:
        slug = re.sub(r"[\s_]+", "-", user.strip().lower())
        answer = self._ask("GET", f"/api/user/{quote(slug, safe='')}")
        if answer.status_code == httpx2.codes.NOT_FOUND:
            raise NoSuchUser(f"nobody is called {user} there")
        told = needed(answer, user)
        if str(told.get("username") or "").lower() != user.lower():
            raise NoSuchUser(f"nobody is called {user} there")
        return int(told["uid"])

    def _taken(self, answer: httpx2.Response, what: str, *, to_user: bool = False) -> dict[str, Any]:
        """What the forum says of something that was posted."""
        if answer.is_success:
            told = json_of(answer).get("response")
            return told if isinstance(told, dict) else {}
        told = json_of(answer)
        words = str((told.get("status") or {}).get("message") or told)[:300]
        if WAIT.search(words):
            named = SECONDS.search(words)
            raise TooFast(words, timedelta(seconds=int(named[1]) + 1) if named else USUAL_WAIT)
        if to_user:
            raise NoSuchUser(words)
        if answer.status_code in (httpx2.codes.NOT_FOUND, httpx2.codes.FORBIDDEN):
            raise Gone(f"{what} is not there, or closed to us: {words}")
        raise NotTaken(f"the forum does not take it: {words}")

    # ---- Inside

    def _ask(self, method: str, path: str, *, json: Any = None, **query: Any) -> httpx2.Response:
        answer = ask(self._client, method, path, params={**query, **ENGLISH}, json=json)
        if answer.status_code == httpx2.codes.UNAUTHORIZED:
            raise LoginRefused("the forum does not know our token")
        return answer

    def _response(self, answer: httpx2.Response, what: str) -> dict[str, Any]:
        if answer.status_code == httpx2.codes.BAD_REQUEST:  # a chat that is not there is a bad request
            raise Gone(f"{what} is not there")
        told = needed(answer, what).get("response")
        return told if isinstance(told, dict) else {}


def _of_topic(one: dict[str, Any]) -> Post | None:
    if one.get("deleted"):
        return None
    user = one.get("user") or {}
    return _post(int(one["pid"]), user, one)


def _of_room(one: dict[str, Any]) -> Post | None:
    if one.get("deleted") or one.get("system"):
        return None
    return _post(int(one.get("mid") or one["messageId"]), one.get("fromUser") or {}, one)


def _post(number: int, user: dict[str, Any], one: dict[str, Any]) -> Post:
    posted = _moment(one["timestamp"])
    edited = one.get("edited")
    return Post(
        number=number,
        author=str(user.get("username") or "").lower(),
        posted=posted,
        changed=_moment(edited) if edited else posted,
        revision=str(edited or ""),
        html=str(one.get("content") or ""),
    )


def _moment(milliseconds: Any) -> datetime:
    return datetime.fromtimestamp(int(milliseconds) / 1000, UTC)
