"""What our own mail server found out about a letter's sender (`Authentication-Results`, RFC 8601).

Anybody can write such a header.  Only those count that carry the name which the settings trust, and of these
only the topmost group: the ones that our server put on top, above the `Received` line of its own.  The
server must take away the same name from letters that come in, as that standard asks (section 5).
"""

from __future__ import annotations

import re
from typing import Any

import authres

from pbem.channels.mail.letter import MailLetter

RESULTS = "authentication-results"
MOST_HEADERS = 10
SERVER_NAME = re.compile(r"[a-z0-9][a-z0-9._-]{0,254}")


def is_authentic(letter: MailLetter, checker: str) -> bool:
    """Whether `checker` says that the letter comes from the domain of its sender."""
    domain = letter.sender.rpartition("@")[2]
    results = _results(letter, checker)
    # DMARC is the word on the sender as players see it: its "fail" outweighs what other methods found.
    if not domain or any(_method(result) == "dmarc" and _word(result) == "fail" for result in results):
        return False
    return any(_vouches(result, domain) for result in results)


def is_doubted(letter: MailLetter, trusted: str, usual: str) -> bool:
    """Whether a letter may be forged: the trusted server does not vouch for it.

    While none is trusted, one that `usual` calls forged; what that server does not know counts for nothing.
    """
    if trusted:
        return not is_authentic(letter, trusted)
    return bool(usual) and _has_failed(letter, usual) and not is_authentic(letter, usual)


def _has_failed(letter: MailLetter, checker: str) -> bool:
    found = _results(letter, checker)
    return any(_word(result) == "fail" and _method(result) in ("dmarc", "dkim", "spf") for result in found)


def topmost_checker(letter: MailLetter) -> str:
    """Who has signed the topmost results of a letter; empty if nobody has."""
    value = next((value for name, value in letter.headers if name == RESULTS), None)
    header = None if value is None else _read(value)
    name = "" if header is None else str(header.authserv_id or "").lower()
    return name if SERVER_NAME.fullmatch(name) else ""


def _results(letter: MailLetter, checker: str) -> list[Any]:
    """The results that the trusted server wrote; of a method that two headers tell of, the upper one's."""
    found: list[Any] = []
    seen = False
    looked_at = 0
    for name, value in letter.headers:
        if (name == "received" and seen) or looked_at == MOST_HEADERS:
            break  # below stands what the letter had when it came
        if name != RESULTS:
            continue
        looked_at += 1
        header = _read(value)
        if header is not None and (header.authserv_id or "").lower() == checker.lower():
            seen = True
            told = {_method(result) for result in found}
            found.extend(result for result in header.results or () if _method(result) not in told)
    return found


def _read(value: str) -> Any:
    try:
        return authres.AuthenticationResultsHeader.parse(f"Authentication-Results: {value}")
    except Exception:  # written by nobody that we know
        return None


def _method(result: Any) -> str:
    return str(result.method).lower()


def _word(result: Any) -> str:
    return str(result.result).lower()


def _vouches(result: Any, domain: str) -> bool:
    if _word(result) != "pass":
        return False
    properties = {f"{p.type}.{p.name}".lower(): str(p.value or "").lower() for p in result.properties or ()}
    match _method(result):
        case "dmarc":
            return _domain(properties.get("header.from", "")) == domain
        case "dkim":
            return _aligned(properties.get("header.d") or properties.get("header.i", ""), domain)
        case "spf":
            return _aligned(properties.get("smtp.mailfrom", ""), domain)
    return False


def _domain(address: str) -> str:
    return address.rpartition("@")[2].strip("<>. ")


def _aligned(signer: str, domain: str) -> bool:
    """The signer is the sender's domain, or one above it: mail.example.org may be signed by example.org."""
    signer = _domain(signer)
    return "." in signer and (domain == signer or domain.endswith(f".{signer}"))
