"""Talking to a forum: one client, and answers that are no good turned into a `ForumProblem`."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import httpx2

from pbem.channels.forum.forum import Gone, TooFast, Unreachable
from pbem.config import ForumSettings

LARGEST = 8_000_000
"""Bytes of one answer; a page of posts is far smaller."""
USUAL_WAIT = timedelta(seconds=10)
LONGEST_WAIT = timedelta(minutes=30)


def new_client(settings: ForumSettings, **headers: str) -> httpx2.Client:
    """A client for the forum; redirects are not followed, for no API call needs one."""
    verify = settings.certificates() if settings.address.startswith("https:") else False
    return httpx2.Client(
        base_url=settings.address.rstrip("/"),
        timeout=settings.timeout,
        verify=verify,
        trust_env=False,
        headers={"Accept": "application/json", "User-Agent": "pbem", **headers},
    )


def ask(client: httpx2.Client, method: str, path: str, **more: Any) -> httpx2.Response:
    """One call; what comes back has a status that its caller must judge.

    :raises Unreachable: there was no answer, or one that says that the forum is out of order.
    :raises TooFast: status 429.
    """
    try:
        with client.stream(method, path, **more) as answer:
            body = bytearray()
            for chunk in answer.iter_bytes():
                body += chunk
                if len(body) > LARGEST:
                    raise Unreachable(f"the forum's answer to {path} is too large")
            whole = httpx2.Response(
                answer.status_code,
                headers=_plain(answer.headers),
                content=bytes(body),
                request=answer.request,
            )
    except httpx2.HTTPError as problem:
        raise Unreachable(
            f"the forum cannot be reached: {str(problem) or type(problem).__name__}"
        ) from problem
    if whole.status_code == httpx2.codes.TOO_MANY_REQUESTS:
        raise TooFast("the forum wants us to wait", waiting_time(whole))
    if whole.status_code >= httpx2.codes.INTERNAL_SERVER_ERROR:
        raise Unreachable(f"the forum is out of order: {whole.status_code}")
    return whole


def _plain(headers: httpx2.Headers) -> dict[str, str]:
    """Headers of an answer that was decoded already."""
    return {
        name: value for name, value in headers.items() if name not in ("content-encoding", "content-length")
    }


def waiting_time(answer: httpx2.Response) -> timedelta:
    """What `Retry-After` says in seconds."""
    told = answer.headers.get("Retry-After", "")
    return (
        min(timedelta(seconds=int(told)), LONGEST_WAIT) if told.isdecimal() and len(told) < 7 else USUAL_WAIT
    )


def json_of(answer: httpx2.Response) -> dict[str, Any]:
    """What an answer says; one that is no JSON comes from something between us and the forum."""
    try:
        told = answer.json()
    except ValueError:
        told = None
    if not isinstance(told, dict):
        raise Unreachable(f"the forum does not answer as it should ({answer.status_code})")
    return told


def needed(answer: httpx2.Response, what: str) -> dict[str, Any]:
    """What a good answer says.

    :raises Gone: it is not there, or closed to us.
    """
    if answer.status_code in (httpx2.codes.NOT_FOUND, httpx2.codes.FORBIDDEN, httpx2.codes.GONE):
        raise Gone(f"{what} is not there, or closed to us ({answer.status_code})")
    if not answer.is_success:
        raise Unreachable(f"the forum refuses {what}: {answer.status_code}")
    return json_of(answer)
