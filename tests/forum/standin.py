"""Forums on the loopback that answer as Misago and NodeBB do, with all their moods.

One set of threads and posts, and two faces: the paths, the fields and the refusals of each program.  What
they do was seen on real ones (sessions and CSRF, flood limits, posts that wait in a queue, edits, `raw`).
"""

from __future__ import annotations

import html
import json
import re
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from http.cookies import SimpleCookie
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, urlsplit

ME = "Moderator"
PASSWORD = "a long password"
PAGE = 5
CATEGORY = 3


@dataclass
class Post:
    number: int
    author: str
    text: str
    at: datetime
    edited: list[datetime] = field(default_factory=list)


@dataclass
class Thread:
    kind: str
    number: int
    title: str
    members: list[str]
    posts: list[Post] = field(default_factory=list)
    closed: bool = False

    @property
    def place(self) -> str:
        return f"{self.kind}/{self.number}"


class Refusal(Exception):
    """An answer with another status than 200."""

    def __init__(self, status: int, body: Any, **headers: str) -> None:
        super().__init__(status)
        self.status, self.body, self.headers = status, body, headers


class StandIn:
    """What both have in common."""

    kind = ""

    def __init__(self, now: Callable[[], datetime], users: list[str]) -> None:
        self.now = now
        self.users = [ME, *users]
        self.threads: dict[str, Thread] = {}
        self.moods: list[Callable[[str, str], None]] = []
        """Called with method and path before a call is answered; each may raise a `Refusal`."""
        self.calls: list[tuple[str, str]] = []
        self.longest = {"private": 60_000, "topic": 60_000}
        self.address = ""
        self._number = 0

    # ---- For the test

    def next_number(self) -> int:
        self._number += 1
        return self._number

    def private(self, user: str) -> Thread:
        """The last private thread with a user."""
        found = [one for one in self.threads.values() if one.kind == "private" and user in one.members]
        return found[-1]

    def privates(self, user: str) -> list[Thread]:
        return [one for one in self.threads.values() if one.kind == "private" and user in one.members]

    def topic(self) -> Thread:
        return [one for one in self.threads.values() if one.kind == "topic"][-1]

    def say(self, user: str, thread: Thread, text: str) -> Post:
        post = Post(self.next_number(), user, text, self.now())
        thread.posts.append(post)
        return post

    def edit(self, post: Post, text: str) -> None:
        post.text = text
        post.edited.append(self.now())

    def once(self, method: str, path: str, refusal: Refusal, times: int = 1) -> None:
        """Refuse the next calls of a kind."""
        left = [refusal] * times

        def mood(called: str, at: str) -> None:
            if called == method and re.search(path, at) and left:
                raise left.pop()

        self.moods.append(mood)

    # ---- Serving

    @contextmanager
    def running(self) -> Iterator[StandIn]:
        forum = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"
            wbufsize = -1  # one packet for an answer
            disable_nagle_algorithm = True

            def log_message(self, *words: Any) -> None:
                return

            def do_GET(self) -> None:
                self._answer("GET")

            def do_POST(self) -> None:
                self._answer("POST")

            def _answer(self, method: str) -> None:
                size = int(self.headers.get("Content-Length") or 0)
                body = json.loads(self.rfile.read(size)) if size else {}
                parts = urlsplit(self.path)
                query = {key: values[-1] for key, values in parse_qs(parts.query).items()}
                more: list[tuple[str, str]] = []
                try:
                    forum.calls.append((method, parts.path))
                    for mood in list(forum.moods):
                        mood(method, parts.path)
                    status, told = 200, forum.answer(method, parts.path, query, body, self.headers, more)
                except Refusal as refusal:
                    status, told, more = refusal.status, refusal.body, list(refusal.headers.items())
                raw = json.dumps(told).encode()
                self.send_response(status)
                for name, value in more:
                    self.send_header(name.replace("_", "-"), value)
                self.send_header("Content-Length", str(len(raw)))
                self.end_headers()
                self.wfile.write(raw)
                self.wfile.flush()

        server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        server.daemon_threads = True
        self.address = f"http://127.0.0.1:{server.server_address[1]}"
        thread = threading.Thread(target=lambda: server.serve_forever(0.01), daemon=True)
        thread.start()
        try:
            yield self
        finally:
            server.shutdown()
            server.server_close()
            thread.join()

    def answer(
        self,
        method: str,
        path: str,
        query: dict[str, str],
        body: Any,
        headers: Any,
        more: list[tuple[str, str]],
    ) -> Any:
        raise NotImplementedError

    def open(self, kind: str, title: str, members: list[str], text: str) -> Thread:
        thread = Thread(kind, self.next_number(), title, members)
        self.threads[thread.place] = thread
        if text:
            self.say(ME, thread, text)
        return thread

    def user(self, name: str) -> str | None:
        return next((user for user in self.users if user.lower() == name.lower()), None)


def rendered(text: str) -> str:
    """A post as the forum shows it, as far as that matters here."""
    return "".join(f"<p>{html.escape(line)}</p>" for line in text.split("\n") if line)


class FakeMisago(StandIn):
    """Sessions, CSRF, `detail`, pages of posts, oldest first."""

    kind = "misago"

    def __init__(self, now: Callable[[], datetime], users: list[str]) -> None:
        super().__init__(now, users)
        self.session = self.csrf = ""
        self._logins = 0

    def expire(self) -> None:
        """Everybody is logged out."""
        self.session = ""

    def flood(self, times: int) -> None:
        detail = {"detail": "You can't post message so quickly after previous one."}
        self.once("POST", "/posts/|threads/$", Refusal(403, detail), times)

    def answer(
        self,
        method: str,
        path: str,
        query: dict[str, str],
        body: Any,
        headers: Any,
        more: list[tuple[str, str]],
    ) -> Any:
        cookies = SimpleCookie(headers.get("Cookie", ""))
        if path == "/":
            self.csrf = self.csrf or "c" * 32
            more.append(("Set-Cookie", f"csrftoken={self.csrf}; Path=/"))
            return {}
        if method == "POST" and headers.get("X-CSRFToken") != self.csrf:
            raise Refusal(403, {"detail": "CSRF Failed: CSRF token incorrect."})
        if path == "/api/auth/" and method == "POST":
            return self._log_in(body, more)
        mine = bool(self.session) and "sessionid" in cookies and cookies["sessionid"].value == self.session
        if path == "/api/auth/":
            return {"username": ME} if mine else {"id": None}
        if not mine:
            raise Refusal(403, {"detail": "This action is not available to guests."})
        return self._threads(method, path, query, body)

    def _log_in(self, body: Any, more: list[tuple[str, str]]) -> Any:
        if (body["username"], body["password"]) != (ME, PASSWORD):
            raise Refusal(400, {"__all__": "Login or password is incorrect."})
        self._logins += 1
        self.session, self.csrf = f"session{self._logins}", f"{self._logins:032}"
        more.append(("Set-Cookie", f"sessionid={self.session}; Path=/"))
        more.append(("Set-Cookie", f"csrftoken={self.csrf}; Path=/"))
        return {"username": ME}

    def _threads(self, method: str, path: str, query: dict[str, str], body: Any) -> Any:
        match = re.fullmatch(r"/api/(private-)?threads/(?:(\d+)/(?:(posts/)(?:reply_editor/)?)?)?", path)
        if match is None:
            raise Refusal(404, {"detail": "Not found."})
        kind = "private" if match[1] else "topic"
        if match[2] is None:
            return self._list(kind, query) if method == "GET" else self._start(kind, body)
        thread = self.threads.get(f"{kind}/{match[2]}")
        if thread is None or (kind == "private" and ME not in thread.members):
            raise Refusal(404, {"detail": "Not found."})
        if "reply_editor" in path:
            post = next(one for one in thread.posts if one.number == int(query["reply"]))
            return {"id": post.number, "post": post.text, "poster": post.author}
        if method == "POST":
            if thread.closed:
                raise Refusal(403, {"detail": "This thread is closed."})
            return self._shown(self.say(ME, thread, body["post"]))
        return self._page(thread, int(query.get("page") or 1)) if match[3] else self._head(thread)

    def _start(self, kind: str, body: Any) -> Any:
        members = [ME]
        if kind == "private":
            user = self.user(body["to"][0])
            if user is None:
                raise Refusal(400, {"to": [f"One or more users could not be found: {body['to'][0]}"]})
            members.append(user)
        elif body["category"] != CATEGORY:
            raise Refusal(400, {"category": ["Requested category could not be found."]})
        assert len(body["title"]) <= 90
        thread = self.open(kind, body["title"], members, body["post"])
        return {"id": thread.number, "title": thread.title, "url": "/"}

    def _list(self, kind: str, query: dict[str, str]) -> Any:
        found = [one for one in self.threads.values() if one.kind == kind and ME in one.members]
        found.sort(key=lambda one: -one.posts[-1].number)
        start = int(query.get("start") or 0)
        shown = found[start : start + PAGE]
        following = start + PAGE if start + PAGE < len(found) else None
        return {"results": [self._head(one) for one in shown], "next": following}

    def _head(self, thread: Thread) -> Any:
        return {
            "id": thread.number,
            "title": thread.title,
            "starter_name": ME,
            "last_post": thread.posts[-1].number,
            "is_closed": thread.closed,
            "acl": {"can_reply": not thread.closed},
        }

    def _page(self, thread: Thread, page: int) -> Any:
        pages = max(1, -(-len(thread.posts) // PAGE))
        if page > pages:
            raise Refusal(404, {"detail": "Not found."})
        shown = thread.posts[(page - 1) * PAGE : page * PAGE]
        told = self._head(thread)
        told["post_set"] = {"page": page, "pages": pages, "results": [self._shown(post) for post in shown]}
        if thread.kind == "private":
            told["participants"] = [{"username": name} for name in thread.members]
        return told

    def _shown(self, post: Post) -> Any:
        return {
            "id": post.number,
            "poster": {"id": self.users.index(post.author)},
            "poster_name": post.author,
            "content": rendered(post.text),
            "posted_on": post.at.isoformat(),
            "updated_on": (post.edited or [post.at])[-1].isoformat(),
            "edits": len(post.edited),
            "is_event": False,
            "is_hidden": False,
            "is_unapproved": False,
        }


class FakeNodeBB(StandIn):
    """A token, `status` and `response`, chats of which the newest come first, a queue."""

    kind = "nodebb"

    def __init__(self, now: Callable[[], datetime], users: list[str]) -> None:
        super().__init__(now, users)
        self.longest = {"private": 1_000, "topic": 32_767}
        self.queueing = False
        self.queued: list[str] = []
        self.token = PASSWORD

    def expire(self) -> None:
        """Somebody has logged us out: a token does not mind."""

    def flood(self, times: int) -> None:
        words = "You can only post once every 3 second(s) - please wait before posting again"
        self.once("POST", "/api/v3/(chats|topics)", self._bad(400, words), times)

    def _bad(self, status: int, message: str) -> Refusal:
        return Refusal(status, {"status": {"code": "bad-request", "message": message}, "response": {}})

    def answer(
        self,
        method: str,
        path: str,
        query: dict[str, str],
        body: Any,
        headers: Any,
        more: list[tuple[str, str]],
    ) -> Any:
        if headers.get("Authorization") != f"Bearer {self.token}":
            raise self._bad(401, "A valid login session was not found.")
        if path == "/api/config":
            lengths = {"maximumPostLength": self.longest["topic"]}
            return {"loggedIn": True, **lengths, "maximumChatMessageLength": self.longest["private"]}
        if match := re.fullmatch(r"/api/topic/(\d+)", path):
            return self._topic(self._thread("topic", match[1]), int(query.get("page") or 1))
        if match := re.fullmatch(r"/api/user/(.+)", path):
            return self._user(match[1])
        if path == f"/api/category/{CATEGORY}":
            topics = [one for one in self.threads.values() if one.kind == "topic"]
            shown = [{"tid": one.number, "title": one.title, "user": {"username": ME}} for one in topics]
            return {"topics": shown, "pagination": {"pageCount": 1}}
        return {"status": {"code": "ok", "message": "OK"}, "response": self._write(method, path, query, body)}

    def _thread(self, kind: str, number: str) -> Thread:
        thread = self.threads.get(f"{kind}/{number}")
        if thread is None or ME not in thread.members:
            raise self._bad(404 if kind == "topic" else 400, "It does not exist")
        return thread

    def _user(self, slug: str) -> Any:
        user = self.user(slug.replace("-", " ")) or self.user(slug)
        if user is None:
            raise Refusal(404, {"error": "not found"})
        return {"uid": self.users.index(user) + 1, "username": user}

    def _write(self, method: str, path: str, query: dict[str, str], body: Any) -> Any:
        if path == "/api/v3/chats" and method == "GET":
            return self._rooms(query)
        if path == "/api/v3/chats":
            members = [ME, *(self.users[uid - 1] for uid in body["uids"])]
            assert len(body["roomName"]) <= 50
            return {"roomId": self.open("private", body["roomName"], members, "").number}
        if path == "/api/v3/topics":
            if self.queueing:
                self.queued.append(body["content"])
                return {"queued": True, "message": "Your post has been queued"}
            return {"tid": self.open("topic", body["title"], [ME], body["content"]).number}
        if match := re.fullmatch(r"/api/v3/posts/(\d+)/raw", path):
            return {"content": self._post(int(match[1])).text}
        if match := re.fullmatch(r"/api/v3/topics/(\d+)", path):
            return self._reply(self._thread("topic", match[1]), body["content"])
        match = re.fullmatch(r"/api/v3/chats/(\d+)(?:/(users|messages)(?:/(\d+)/raw)?)?", path)
        assert match is not None, path
        thread = self._thread("private", match[1])
        if match[3]:
            return {"content": self._post(int(match[3])).text}
        if match[2] == "users":
            return {"users": [{"username": name} for name in thread.members]}
        if match[2] == "messages":
            start = int(query.get("start") or 0)
            newest = sorted(thread.posts, key=lambda post: -post.number)[start : start + 50]
            return {"messages": [self._message(post) for post in reversed(newest)]}
        return self._reply(thread, body["message"])

    def _post(self, number: int) -> Post:
        return next(post for one in self.threads.values() for post in one.posts if post.number == number)

    def _reply(self, thread: Thread, text: str) -> Any:
        if len(text.strip()) > self.longest[thread.kind]:
            raise self._bad(400, f"Message too long, more than {self.longest[thread.kind]}")
        if thread.closed:
            raise self._bad(403, "This topic has been locked.")
        if self.queueing and thread.kind == "topic":
            self.queued.append(text)
            return {"queued": True, "message": "Your post has been queued"}
        return self._message(self.say(ME, thread, text))

    def _rooms(self, query: dict[str, str]) -> Any:
        page, size = int(query["page"]), int(query["perPage"])
        found = [one for one in self.threads.values() if one.kind == "private" and ME in one.members]
        rooms = [
            {
                "roomId": one.number,
                "roomName": one.title,
                "teaser": {"timestamp": _ms(one.posts[-1].at) + one.posts[-1].number} if one.posts else None,
            }
            for one in found
        ]
        return {"rooms": rooms[(page - 1) * size : page * size], "nextStart": page * size}

    def _topic(self, thread: Thread, page: int) -> Any:
        pages = max(1, -(-len(thread.posts) // PAGE))
        shown = thread.posts[(page - 1) * PAGE : page * PAGE]
        posts = [{**self._message(post), "pid": post.number, "deleted": 0} for post in shown]
        for post in posts:
            post["user"] = post.pop("fromUser")
        return {"tid": thread.number, "posts": posts, "pagination": {"pageCount": pages}}

    def _message(self, post: Post) -> Any:
        return {
            "mid": post.number,
            "content": rendered(post.text),
            "timestamp": _ms(post.at),
            "edited": _ms(post.edited[-1]) if post.edited else 0,
            "fromUser": {"uid": self.users.index(post.author) + 1, "username": post.author},
            "deleted": 0,
            "system": 0,
        }


def _ms(moment: datetime) -> int:
    return int(moment.timestamp() * 1000)
