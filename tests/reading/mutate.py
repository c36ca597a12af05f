"""Changes letters as programs and servers change them, and keeps what must become of each line.

`python -m tests.reading.mutate FOLDER COUNT` writes COUNT mutations of the letters of `make_letters`.
A mutation never touches the words of the player; it changes what stands around them and how they travel.
"""

import email
import email.generator
import email.message
import html
import io
import json
import random
import re
import sys
import textwrap
from collections.abc import Callable
from pathlib import Path

from tests.reading.clients import CLIENTS, EVERY_LANGUAGE, encoded, moderator_letter
from tests.reading.make_letters import Letter, letters

Message = email.message.Message
FOOTERS = (
    (
        "____________________________",
        "Here I Stand players' list",
        "To leave it write to leave@lists.example.net",
    ),
    ("-- ", "Sent with care", "Example Ltd, Sea Road 1, Example Town"),
    (
        "*" * 60,
        "This message is confidential. If it is not for you, delete it and pass no copy on.",
        "*" * 60,
    ),
    ("-" * 40, "Diese Nachricht wurde auf Viren geprüft. End of message.", "-" * 40),
)


class Unfit(Exception):
    """This mutation cannot be made on this letter without changing its meaning."""


class Opened:
    """A letter taken apart: its parts can be read and written as text."""

    def __init__(self, letter: Letter) -> None:
        self.letter = letter
        self.message: Message = email.message_from_bytes(letter.raw)
        self.expected = json.loads(json.dumps(letter.expected))
        self.line_end = "\n" if b"\r\n" not in letter.raw else "\r\n"

    def leaves(self, kind: str) -> list[Message]:
        return [
            part
            for part in self.message.walk()
            if part.get_content_type() == f"text/{kind}" and not part.get_filename()
        ]

    def read(self, part: Message) -> str:
        data = part.get_payload(decode=True)
        assert isinstance(data, bytes)
        return data.decode(str(part.get_content_charset("ascii")), "replace").replace("\r\n", "\n")

    def write(self, part: Message, text: str, charset: str = "", encoding: str = "") -> None:
        charset = charset or str(part.get_content_charset("ascii"))
        encoding = encoding or str(part.get("Content-Transfer-Encoding", "7bit"))
        if charset in ("ascii", "us-ascii") and not text.isascii():
            charset = "utf-8"
        if encoding == "7bit" and not text.isascii() and charset != "iso-2022-jp":
            encoding = "8bit"
        if encoding in ("7bit", "8bit") and max(len(line) for line in text.split("\n")) > 900:
            encoding = "quoted-printable"
        del part["Content-Transfer-Encoding"]
        part["Content-Transfer-Encoding"] = encoding
        part.set_param("charset", charset)
        data = encoded(text, charset, encoding).replace(b"\r\n", b"\n")
        part.set_payload(data.decode("ascii", "surrogateescape"))

    def closed(self, name: str) -> Letter:
        buffer = io.BytesIO()
        email.generator.BytesGenerator(buffer, mangle_from_=False, maxheaderlen=0).flatten(self.message)
        raw = buffer.getvalue().replace(b"\r\n", b"\n").replace(b"\n", self.line_end.encode())
        self.expected["name"] = name
        return Letter(name, raw, self.expected)


def _each_text(opened: Opened, change: Callable[[str], str]) -> None:
    for part in opened.leaves("plain"):
        opened.write(part, change(opened.read(part)))


def _quoted(change: Callable[[str, str], list[str]]) -> Callable[[str], str]:
    """A change of the quoted lines only: it gets the quotation mark and the rest of the line."""

    def run(text: str) -> str:
        rows: list[str] = []
        for row in text.split("\n"):
            found = re.match(r"((?:> ?)+)(.*)", row)
            rows += change(found[1], found[2]) if found else [row]
        return "\n".join(rows)

    return run


def rewrap(opened: Opened, rng: random.Random) -> None:
    """A program that breaks long quoted lines, each with a mark of its own."""
    width = rng.choice((50, 60, 66, 70))

    def change(mark: str, rest: str) -> list[str]:
        return [mark + row for row in textwrap.wrap(rest, width, break_on_hyphens=False)] or [mark.rstrip()]

    _each_text(opened, _quoted(change))


def comb(opened: Opened, rng: random.Random) -> None:
    """Old programs break quoted lines without a mark before the rest; never before words of an order."""

    def change(mark: str, rest: str) -> list[str]:
        rows = textwrap.wrap(rest, 64, break_on_hyphens=False)
        if len(rows) == 2 and len(rows[1].split()) == 1 and rows[1][-1:] in ".,":
            return [mark + rows[0], rows[1]]
        return [mark + rest]

    _each_text(opened, _quoted(change))


def reencode(opened: Opened, rng: random.Random) -> None:
    encoding = rng.choice(("base64", "quoted-printable", "8bit"))
    for part in (*opened.leaves("plain"), *opened.leaves("html")):
        opened.write(part, opened.read(part), "utf-8", encoding)


def requote(opened: Opened, rng: random.Random) -> None:
    """Another quotation mark."""
    mark = rng.choice((">", "> ", ">> ", "| ", "» ", ">  ", " > "))
    _each_text(opened, _quoted(lambda old, rest: [(mark + rest).rstrip()]))


def unindent(opened: Opened, rng: random.Random) -> None:
    """A program that throws away spaces at the beginning of lines and in rows."""
    _each_text(opened, _quoted(lambda mark, rest: [(mark + " ".join(rest.split())).rstrip()]))


def respace(opened: Opened, rng: random.Random) -> None:
    """Blank lines of the quotation doubled, or gone."""
    if rng.random() < 0.5:
        _each_text(opened, _quoted(lambda mark, rest: [mark + rest] if rest.strip() else []))
    else:
        _each_text(opened, _quoted(lambda mark, rest: [mark + rest, mark.rstrip()]))


def smarten(opened: Opened, rng: random.Random) -> None:
    """A program that makes signs nicer in what it quotes."""

    def change(mark: str, rest: str) -> list[str]:
        return [
            mark
            + rest.replace("...", "…").replace("'", "\u2019").replace("--", "\u2013").replace("  ", " \u00a0")
        ]

    for part in opened.leaves("plain"):
        opened.write(part, _quoted(change)(opened.read(part)), "utf-8")


def translate(opened: Opened, rng: random.Random) -> None:
    """The attribution in another language."""
    client = CLIENTS[opened.expected["client"]]
    letter = moderator_letter(opened.expected["answers"])
    others = [language for language in EVERY_LANGUAGE if language != opened.expected["language"]]
    language = rng.choice(others)
    family = client if len(client.languages) > 1 else CLIENTS["gmail-web"]
    old = [row.strip() for row in client.attribution(letter, opened.expected["language"])]
    new = [row.strip() for row in family.attribution(letter, language)]
    if len(old) != len(new):
        raise Unfit
    for part in opened.leaves("plain"):
        text = opened.read(part)
        # Only a whole attribution is exchanged: one that is broken over two lines stays as it is.
        if any(row not in text for row in old):
            raise Unfit
        for before, after in zip(old, new, strict=True):
            text = text.replace(before, after)
        opened.write(part, text, "utf-8")
    for part in opened.leaves("html"):
        page = opened.read(part)
        for before, after in zip(old, new, strict=True):
            page = page.replace(html.escape(before, quote=False), html.escape(after, quote=False))
        opened.write(part, page, "utf-8")
    opened.expected["language"] = language
    opened.expected["foreign"] += new


def footer(opened: Opened, rng: random.Random) -> None:
    """What servers and lists put at the end."""
    rows = rng.choice(FOOTERS)
    press = {" ".join(line["text"].split()) for line in opened.expected["own"] if line["fate"] == "press"}
    for part in opened.leaves("plain"):
        text = opened.read(part).rstrip("\n")
        last = " ".join(text.split("\n")[-1].split())
        # At the very end of press nobody can tell a footer from one more paragraph.
        if any(piece.endswith(last) for piece in press) or "BEGIN PGP" in text:
            raise Unfit
        opened.write(part, text + "\n\n" + "\n".join(rows) + "\n", "utf-8")
    for part in opened.leaves("html"):
        page = opened.read(part)
        block = "<div>" + "<br>".join(html.escape(row) for row in rows) + "</div>"
        opened.write(
            part, page.replace("</body>", block + "</body>") if "</body>" in page else page + block, "utf-8"
        )
    opened.expected["foreign"] += [row.strip() for row in rows]


def line_ends(opened: Opened, rng: random.Random) -> None:
    opened.line_end = "\n" if opened.line_end == "\r\n" else "\r\n"


def zero_width(opened: Opened, rng: random.Random) -> None:
    """Zero-width signs beside words, never inside of them."""
    sign = rng.choice(("\u200b", "\u200c", "\ufeff", "\u2060"))

    def change(text: str) -> str:
        rows = text.split("\n")
        return "\n".join(
            row + sign if row.strip() and row != "-- " and rng.random() < 0.3 else row for row in rows
        )

    for part in opened.leaves("plain"):
        if "format" in str(part.get("Content-Type")):
            raise Unfit  # a sign after the last space would undo a soft break
        opened.write(part, change(opened.read(part)), "utf-8")
    for part in opened.leaves("html"):
        page = opened.read(part)
        opened.write(part, re.sub(r"(?<=[a-z])</(p|div|li)>", lambda found: sign + found[0], page), "utf-8")


def swap_parts(opened: Opened, rng: random.Random) -> None:
    for part in opened.message.walk():
        if part.get_content_type() == "multipart/alternative":
            payload = part.get_payload()
            assert isinstance(payload, list)
            part.set_payload(payload[::-1])
            return
    raise Unfit


def wrap_page(opened: Opened, rng: random.Random) -> None:
    """A gateway that lays a table around the whole page."""
    pages = opened.leaves("html")
    if not pages:
        raise Unfit
    for part in pages:
        page = opened.read(part)
        body = re.search(r"(<body[^>]*>)(.*)(</body>)", page, re.S | re.I)
        start, inner, end = (page[: body.end(1)], body[2], page[body.start(3) :]) if body else ("", page, "")
        opened.write(part, f"{start}<table width='100%'><tr><td>{inner}</td></tr></table>{end}")


MUTATIONS: tuple[Callable[[Opened, random.Random], None], ...] = (
    rewrap,
    comb,
    reencode,
    requote,
    unindent,
    respace,
    smarten,
    translate,
    footer,
    line_ends,
    zero_width,
    swap_parts,
    wrap_page,
)


def mutate(letter: Letter, seed: int, steps: int = 3) -> Letter:
    """The letter after up to `steps` mutations that fit it; its fates are the same."""
    rng = random.Random(f"{letter.name}:{seed}")
    opened = Opened(letter)
    names = []
    for mutation in rng.sample(MUTATIONS, steps):
        trial = Opened(opened.closed(letter.name))
        try:
            mutation(trial, rng)
        except Unfit:
            continue
        opened = trial
        names.append(mutation.__name__)
    opened.expected["mutations"] = names
    return opened.closed(f"{letter.name}~{seed}")


def main() -> None:
    folder, count = Path(sys.argv[1]), int(sys.argv[2])
    folder.mkdir(parents=True, exist_ok=True)
    every = list(letters())
    for seed in range(count):
        mutated = mutate(every[seed % len(every)], seed)
        (folder / f"{mutated.name}.eml").write_bytes(mutated.raw)
        text = json.dumps(mutated.expected, ensure_ascii=False, indent=1)
        (folder / f"{mutated.name}.json").write_text(text + "\n", "utf-8")
    print(f"{count} letters in {folder}")


if __name__ == "__main__":
    main()
