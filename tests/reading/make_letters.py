"""Builds the letters of the reading benchmark, each with what must become of every line.

`python -m tests.reading.make_letters FOLDER` writes NAME.eml and NAME.json for every letter. The same
files and the same seed give the same bytes. Nothing of the moderator's code is used.
"""

import base64
import email.header
import email.utils
import itertools
import json
import random
import re
import sys
import tomllib
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from datetime import timedelta
from functools import cache
from pathlib import Path
from typing import Any

from tests.reading.clients import (
    ALL,
    CLIENTS,
    HERE,
    LANGUAGES,
    Client,
    Draft,
    ModeratorLetter,
    Own,
    encoded,
    filled,
    html_part,
    moderator_letter,
    sent_from,
    text_part,
)

SEED = "reading-1"
CONTENTS: dict[str, dict[str, Any]] = tomllib.loads((HERE / "contents.toml").read_text("utf-8"))

# What a fate means to whoever runs the benchmark.
ACTING = ("order", "press", "deal", "request")
SILENT = ("furniture",)
FATES = (*ACTING, "asked", "chat", "hidden", "struck", "unread", *SILENT)


@dataclass(frozen=True)
class Attachment:
    content_type: str
    data: bytes
    name: str = ""
    content_id: str = ""
    encoding: str = "base64"


@dataclass(frozen=True)
class Spec:
    """Everything that makes one letter."""

    name: str
    client: str
    answers: str
    draft: Draft
    language: str = "en"
    structure: str = ""
    charset: str = ""
    encoding: str = ""
    headers: tuple[str, ...] = ()
    sender: str = ""
    to: str = ""
    cc: str = ""
    subject: str = ""
    reply: bool = True  # In-Reply-To and References name the letter that is answered
    attachments: tuple[Attachment, ...] = ()
    foreign: tuple[str, ...] = ()
    edit_text: Callable[[str], str] = field(default=lambda text: text)
    edit_html: Callable[[str], str] = field(default=lambda page: page)
    line_end: str = "\r\n"
    warn: tuple[str, ...] = ()
    robot: bool = False
    about: str = ""


@dataclass(frozen=True)
class Letter:
    """A letter as it arrives, and what is expected."""

    name: str
    raw: bytes
    expected: dict[str, Any]


def own_line(line: str) -> Own:
    """A line of `contents.toml`."""
    if not line:
        return Own("")
    mark, text = line.split("| ", 1)
    found = re.fullmatch(r"([a-z]+)(?:>([a-z,]+))?(?:@([a-z]+))?(?:\+([a-z,]+))?", mark)
    assert found, mark
    fate, to, power, also = found.groups()
    assert fate in FATES, fate
    return Own(
        text,
        fate,
        to=tuple(to.split(",")) if to else (),
        power=power,
        also=tuple(also.split(",")) if also else (),
    )


def own_lines(lines: list[str] | tuple[str, ...]) -> tuple[Own, ...]:
    return tuple(own_line(line) for line in lines)


def _header(name: str, value: str) -> str:
    if value.isascii():
        return f"{name}: {value}"
    return f"{name}: {email.header.Header(value, 'utf-8').encode()}"


def _leaf(content_type: str, data: bytes, encoding: str, *more: str) -> tuple[list[str], bytes]:
    return [f"Content-Type: {content_type}", f"Content-Transfer-Encoding: {encoding}", *more], data


def _multi(
    kind: str, boundary: str, parts: list[tuple[list[str], bytes]], more: str = ""
) -> tuple[list[str], bytes]:
    body = b"This is a multi-part message in MIME format.\r\n" if "_NextPart" in boundary else b""
    for headers, data in parts:
        head = "\r\n".join(headers).encode("ascii")
        body += b"--" + boundary.encode() + b"\r\n" + head + b"\r\n\r\n" + data + b"\r\n"
    body += b"--" + boundary.encode() + b"--\r\n"
    return [f'Content-Type: multipart/{kind};{more} boundary="{boundary}"'], body


def _fitting(text: str, charset: str, encoding: str) -> tuple[str, str]:
    """A charset and an encoding that can carry the text, as programs choose them."""
    if charset == "us-ascii" and not text.isascii():
        charset = "utf-8"
    if encoding == "7bit" and not text.isascii() and charset != "iso-2022-jp":
        encoding = "8bit"
    if encoding in ("7bit", "8bit") and max(len(line) for line in text.split("\n")) > 900:
        encoding = "quoted-printable"
    return charset, encoding


def _attached(attachment: Attachment) -> tuple[list[str], bytes]:
    more = []
    if attachment.content_id:
        more += [
            f"Content-ID: <{attachment.content_id}>",
            f'Content-Disposition: inline; filename="{attachment.name}"',
        ]
    elif attachment.name:
        more.append(f'Content-Disposition: attachment; filename="{attachment.name}"')
    data = base64.encodebytes(attachment.data) if attachment.encoding == "base64" else attachment.data
    text = data.replace(b"\n", b"\r\n")
    return _leaf(attachment.content_type, text, attachment.encoding, *more)


def build(spec: Spec) -> Letter:
    """The bytes and the expectation of one letter."""
    client, letter = CLIENTS[spec.client], moderator_letter(spec.answers)
    structure = spec.structure or client.structure
    return Letter(spec.name, written(spec, letter), expectation(spec, client, letter, structure))


def written(spec: Spec, letter: ModeratorLetter) -> bytes:
    """The bytes of an answer to a letter of the moderator's."""
    rng = random.Random(f"{SEED}:{spec.name}")
    client = CLIENTS[spec.client]
    text = spec.edit_text(text_part(client, spec.draft, letter, spec.language))
    page = spec.edit_html(html_part(client, spec.draft, letter, spec.language, rng))
    structure = spec.structure or client.structure
    parameters = {"flowed": "; format=flowed", "delsp": "; format=flowed; delsp=yes", "": ""}[client.flowed]

    def leaf(kind: str, body: str) -> tuple[list[str], bytes]:
        charset, encoding = _fitting(body, spec.charset or client.charset, spec.encoding or client.encoding)
        extra = parameters if kind == "plain" else ""
        return _leaf(f"text/{kind}; charset={charset}{extra}", encoded(body, charset, encoding), encoding)

    def boundary() -> str:
        return filled(client.boundary, rng)

    plain, rich = leaf("plain", text), leaf("html", page)
    attached = [_attached(attachment) for attachment in spec.attachments]
    if structure == "text":
        top = plain
    elif structure == "html":
        top = rich
    elif structure == "reversed":
        top = _multi("alternative", boundary(), [rich, plain])
    elif structure == "related":
        top = _multi(
            "related",
            boundary(),
            [_multi("alternative", boundary(), [plain, rich]), *attached],
            ' type="multipart/alternative";',
        )
    elif structure == "related-inside":
        top = _multi("alternative", boundary(), [plain, _multi("related", boundary(), [rich, *attached])])
    elif structure == "mixed":
        top = _multi("mixed", boundary(), [_multi("alternative", boundary(), [plain, rich]), *attached])
    elif structure == "mixed-text":
        top = _multi("mixed", boundary(), [plain, *attached])
    elif structure == "alternative-more":
        top = _multi("alternative", boundary(), [plain, rich, *attached])
    elif structure == "signed":
        more = ' micalg=pgp-sha256; protocol="application/pgp-signature";'
        top = _multi("signed", boundary(), [_multi("mixed", boundary(), [plain]), *attached], more)
    elif structure == "report":
        top = _multi("report", boundary(), [plain, *attached], " report-type=disposition-notification;")
    else:
        assert structure == "alternative", structure
        top = _multi("alternative", boundary(), [plain, rich])
    headers, body = top
    raw = "\r\n".join([*_head(spec, client, letter, rng), *headers]).encode("ascii") + b"\r\n\r\n" + body
    if spec.line_end != "\r\n":
        raw = raw.replace(b"\r\n", spec.line_end.encode())
    return raw


def _head(spec: Spec, client: Client, letter: ModeratorLetter, rng: random.Random) -> list[str]:
    name, address = letter.player
    subject = spec.subject or f"Re: {letter.subject}"
    sent = letter.date + timedelta(minutes=rng.randint(20, 1500))
    references = [str(letter.message["References"] or ""), letter.message_id]
    lines = [
        filled("Received: from mail.example.org by mx.example.net with ESMTPS id {hex12}; ", rng)
        + email.utils.format_datetime(sent + timedelta(seconds=9)),
        "MIME-Version: 1.0",
        _header("From", spec.sender or f"{name} <{address}>"),
        _header("To", spec.to or letter.reply_to),
        _header("Subject", subject),
        f"Date: {email.utils.format_datetime(sent)}",
        f"Message-ID: <{filled(client.message_id, rng)}>",
    ]
    if spec.cc:
        lines.append(_header("Cc", spec.cc))
    if spec.reply:
        lines.append(f"In-Reply-To: {letter.message_id}")
        lines.append("References: " + " ".join(" ".join(references).split()))
    filled_in = (filled(line, rng, subject=letter.subject) for line in (*client.headers, *spec.headers))
    lines += [_header(*line.split(": ", 1)) if not line.isascii() else line for line in filled_in]
    return lines


def every_own(draft: Draft, client: Client) -> Iterator[Own]:
    """The player's lines in the order in which a reader of the letter meets them."""
    yield from draft.top
    if not client.bottom:
        yield from draft.signature
    for phrase, nth, own in draft.inline:
        for line in own:
            yield replace(line, under=line.under or phrase, nth=nth)
    yield from draft.below
    if client.bottom:
        yield from draft.signature


def expectation(spec: Spec, client: Client, letter: ModeratorLetter, structure: str) -> dict[str, Any]:
    """What the JSON file beside the letter says."""
    own = []
    for line in every_own(spec.draft, client):
        if not line.text.strip() or (
            structure in ("text", "mixed-text", "signed", "report") and line.part == "html"
        ):
            continue
        if structure == "html" and line.part == "text":
            continue
        entry: dict[str, Any] = {
            "text": line.text,
            "fate": line.fate,
            "acts": line.fate in ACTING,
            "told": line.fate not in SILENT,
        }
        for key, value in (
            ("to", list(line.to)),
            ("power", line.power),
            ("also", list(line.also)),
            ("under", line.under),
        ):
            if value:
                entry[key] = value
        if line.under:
            entry["nth"] = line.nth
        if line.part != "both":
            entry["part"] = line.part
        own.append(entry)
    cite = [row.strip() for line in client.attribution(letter, spec.language) for row in line.split("\n")]
    foreign = [row.strip() for row in letter.text.split("\n") if row.strip()]
    content = CONTENTS[spec.answers]
    return {
        "name": spec.name,
        "client": spec.client,
        "language": spec.language,
        "structure": structure,
        "answers": spec.answers,
        "message_id": letter.message_id if spec.reply else None,
        "player": content["who"],
        "powers": content["powers"],
        "about": spec.about,
        "robot": spec.robot,
        "warn": list(spec.warn),
        "own": own,
        "foreign": list(dict.fromkeys([*([] if spec.draft.unquoted else [*cite, *foreign]), *spec.foreign])),
    }


# ---- the plan ----------------------------------------------------------------------------------------------


def signature(kind: str, language: str, player: str) -> tuple[Own, ...]:
    """Ways to end a letter."""
    words = LANGUAGES[language]
    if kind == "dashes":
        lines = ["-- ", player.title(), "Chess club of Example Town"]
    elif kind == "bare":
        lines = [words["closing"], player.title()]
    elif kind == "name":
        lines = [player.title()]
    elif kind == "business":
        lines = [
            words["closing"],
            "",
            player.title() + " Example, M.Sc.",
            "Phone +1 555 0100",
            "www.example.org",
        ]
    elif kind == "rule":
        lines = ["_____________________", player.title() + " | Example Ltd | London"]
    elif kind == "dashes-tight":
        lines = ["--", player.title()]
    else:
        return ()
    return (Own(""), *(Own(line, "furniture" if line.strip() else "") for line in lines))


def placed(answers: str, content: str, place: str) -> Draft:
    """A content of `contents.toml` at one of the places where players write."""
    table = CONTENTS[answers]
    lines = own_lines(table["contents"][content])
    under = table["under"]
    half = (len(lines) + 1) // 2
    if place == "below":
        return Draft(below=lines)
    if place == "inline":
        return Draft(inline=((under, 1, lines),))
    if place == "trimmed":
        return Draft(inline=((under, 1, lines),), trimmed=True)
    if place == "two":
        return Draft(top=lines[:half], below=lines[half:])
    if place == "top-and-inline":
        return Draft(top=lines[:half], inline=((under, 1, lines[half:]),) if lines[half:] else ())
    if place == "glued":
        return Draft(top=lines, glued=True)
    if place == "unquoted":
        return Draft(top=lines, unquoted=True)
    assert place == "top", place
    return Draft(top=lines)


def _spec(
    name: str, client: Client, language: str, answers: str, content: str, place: str, ending: str
) -> Spec:
    draft = placed(answers, content, place)
    who = CONTENTS[answers]["who"]
    tail = signature(ending, language, who)
    if ending != "dashes" and any(line.fate == "press" for line in (*draft.top, *draft.below)[-1:]):
        # Nobody can tell whether a name below press is the end of the press or of the letter.
        tail = tuple(replace(line, also=("press",)) for line in tail)
    if not tail and place not in ("unquoted", "glued"):
        tail = sent_from(client, language)
    return Spec(
        name=name,
        client=client.name,
        language=language,
        answers=answers,
        draft=replace(draft, signature=tail),
        about=f"{client.name} in {language}: {answers}/{content}, {place}, signature {ending or 'none'}",
    )


def by_language() -> Iterator[Spec]:
    """Every program in every language that it speaks, the answer where the program puts the cursor."""
    pairs = [(answers, content) for answers, table in CONTENTS.items() for content in table["contents"]]
    rng = random.Random(f"{SEED}:pairs")
    rng.shuffle(pairs)
    endings = itertools.cycle(("", "bare", "", "dashes", "name", "", "business", "rule"))
    turn = itertools.cycle(pairs)
    for client in ALL:
        for language in client.languages:
            answers, content = next(turn)
            place = "below" if client.bottom else "top"
            name = f"{client.name}.{language}.{answers}.{content}"
            yield _spec(name, client, language, answers, content, place, next(endings))


def by_place() -> Iterator[Spec]:
    """Every program with answers at every other place."""
    pairs = [
        ("impulse", "whole"),
        ("war", "press-wrapped"),
        ("offer", "agree"),
        ("intercept", "with"),
        ("press", "paragraphs"),
        ("action", "build"),
        ("debate", "yes"),
        ("war", "dated-press"),
        ("impulse", "mixture"),
        ("war", "dated"),
        ("talks", "mixture"),
        ("refused", "again"),
        ("impulse", "arrows"),
    ]
    places = ("inline", "below", "two", "glued", "trimmed", "top-and-inline", "unquoted")
    turn = itertools.cycle(pairs)
    for number, client in enumerate(ALL):
        for place in places:
            if place == "below" and client.bottom:
                place = "top"
            if place == "unquoted" and number % 3:
                continue
            if place in ("trimmed", "top-and-inline", "two") and number % 2 == places.index(place) % 2:
                continue
            answers, content = ("war", "dated") if place == "glued" and number % 2 else next(turn)
            language = client.languages[number % len(client.languages)]
            name = f"{client.name}.{place}.{answers}.{content}"
            yield _spec(name, client, language, answers, content, place, "")


def by_two_powers() -> Iterator[Spec]:
    """One player, two powers, one letter with two questions: each answer stands under its own."""
    question = "do you play a card before anybody deploys"
    for number, client in enumerate(ALL):
        if number % 3 and client.name not in ("outlook-web", "apple-mail", "thunderbird-plain", "k9"):
            continue
        first = (Own("pass", "order", power="england"),)
        second = (Own("play 33", "order", power="protestant"),)
        if number % 2:
            first, second = (
                (Own("play 99", "order", power="england"),),
                (Own("pass", "order", power="protestant"),),
            )
        draft = Draft(inline=((question, 1, first), (question, 2, second)))
        yield Spec(
            f"{client.name}.two-powers.inline",
            client.name,
            "two-powers",
            draft,
            about="an answer under each question",
        )


def by_structure() -> Iterator[Spec]:
    """The same answer in other parts, charsets and encodings than the program's own."""
    png = Attachment("image/png", b"\x89PNG\r\n\x1a\n" + bytes(40), "logo.png", content_id="logo@example.org")
    pdf = Attachment("application/pdf", b"%PDF-1.4\n" + bytes(40), "plan.pdf")
    shapes: list[dict[str, Any]] = [
        {"structure": "html"},
        {"structure": "text"},
        {"structure": "reversed"},
        {"structure": "related", "attachments": (png,)},
        {"structure": "related-inside", "attachments": (png,)},
        {"structure": "mixed", "attachments": (pdf,)},
        {"encoding": "base64"},
        {"encoding": "quoted-printable", "charset": "windows-1252"},
        {"encoding": "8bit", "charset": "utf-8"},
        {"charset": "iso-8859-15", "encoding": "quoted-printable"},
        {"charset": "gb18030", "encoding": "base64"},
        {"charset": "utf-16", "encoding": "base64"},
        {"line_end": "\n"},
    ]
    programs = ("gmail-web", "outlook-windows", "apple-mail", "thunderbird-html", "yahoo", "samsung")
    pairs = itertools.cycle(
        [
            ("war", "war"),
            ("impulse", "conditions"),
            ("offer", "deal"),
            ("intercept", "decline"),
            ("press", "wrapped"),
        ]
    )
    for number, (shape, program) in enumerate(itertools.product(shapes, programs)):
        if number % 2 and "structure" not in shape:
            continue
        answers, content = next(pairs)
        mark = (
            "-".join(str(value) for key, value in shape.items() if key not in ("attachments", "line_end"))
            or "lf"
        )
        name = f"{program}.{mark}.{answers}.{content}"
        place = "inline" if number % 4 == 3 else "top"
        yield Spec(name, program, answers, placed(answers, content, place), about=f"{mark}, {place}", **shape)


def plan() -> list[Spec]:
    """All letters, in an order that does not change."""
    from tests.reading.specials import specials

    specs = [*by_language(), *by_place(), *by_two_powers(), *by_structure(), *specials()]
    names = [spec.name for spec in specs]
    twice = {name for name in names if names.count(name) > 1}
    assert not twice, twice
    return specs


def letters() -> Iterator[Letter]:
    for spec in plan():
        yield build(spec)


@cache
def all_letters() -> tuple[Letter, ...]:
    """The same for all who only look at them."""
    return tuple(letters())


def main() -> None:
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    count = 0
    for letter in letters():
        (folder / f"{letter.name}.eml").write_bytes(letter.raw)
        text = json.dumps(letter.expected, ensure_ascii=False, indent=1)
        (folder / f"{letter.name}.json").write_text(text + "\n", "utf-8")
        count += 1
    print(f"{count} letters in {folder}")


if __name__ == "__main__":
    main()
