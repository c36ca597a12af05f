"""Any orders in any shape that a mail program gives them: what is read is what was written, no more."""

from __future__ import annotations

import base64
import quopri
from collections.abc import Callable

from hypothesis import given, settings
from hypothesis import strategies as st

from pbem.channels.mail.letter import read_letter
from pbem.channels.mail.reply import WRITE_ABOVE

PLACES = st.sampled_from(["Istanbul", "Edirne", "Besançon", "Łódź", "St. Dizier", "Zürich", "Rome"])
WHO = st.sampled_from(["Suleiman", "Ibrahim Pasha", "5 regulars", "all", "2 cavalry and 1 mercenary"])
ARROWS = st.sampled_from([" > ", " -> ", " → ", " to ", ">"])
ORDERS = st.one_of(
    st.builds(lambda who, a, to, b: f"move {who}: {a}{to}{b}", WHO, PLACES, ARROWS, PLACES),
    st.builds(lambda place: f"build cavalry in {place}", PLACES),
    st.builds(lambda card: f"play {card} for cp", st.integers(1, 116)),
    st.builds(lambda who, place: f"if won: move {who}: {place}", WHO, PLACES),
    st.sampled_from(["pass", "end", "yes", "no", "3", "control Metz", "status", "hand", "preview"]),
)  # fmt: skip
LETTERS = st.lists(ORDERS, min_size=1, max_size=6)

OLD = """Here I Stand, game 17
Turn 3, Action Phase, impulse 2

YOUR DECISION, OTTOMAN -------------------------------------------------

  You can order:

    build corsair in Algiers
    pass

  Until Friday 20 November 2026, 18:00 UTC.
"""
MARKED = f"{WRITE_ABOVE}\n\n{OLD}"


def quoted(text: str, sign: str = "> ") -> str:
    return "\n".join((sign + line).rstrip() for line in text.rstrip("\n").split("\n"))


ATTRIBUTIONS = st.sampled_from(
    [
        "On Mon, Nov 16, 2026 at 9:12 AM The Moderator <gm@example.test> wrote:",
        "Am 16.11.2026 um 09:12 schrieb The Moderator:",
        "Le lun. 16 nov. 2026 à 09:12, Le Modérateur <\ngm@example.test> a écrit :",
        "2026年11月16日(月) 9:12 The Moderator <gm@example.test>:",
        "Më 16.11.2026 09:12, The Moderator shkroi:",
        "在 2026-11-16 09:12:00，\"The Moderator\" <gm@example.test> 写道：",
        "\u202bבתאריך יום ב׳, 16 בנוב׳ 2026 ב-9:12 מאת The Moderator <gm@example.test>:\u202c",
    ]
)  # fmt: skip
HEADS = st.sampled_from(
    [
        ("From", "Sent", "To", "Subject"),
        ("Von", "Gesendet", "An", "Betreff"),
        ("*De*", "*Envoyé*", "*À*", "*Objet*"),
        ("מאת", "נשלח", "אל", "נושא"),
        ("Zzyx", "Qwrt", "Plo", "Vvbn"),
    ]
)
RULERS = st.sampled_from(["", "________________________________\n", "-----Original Message-----\n", "\n"])


def head(names: tuple[str, ...]) -> str:
    values = "The Moderator <gm@example.test>", "16.11.2026 09:12", "Turk", "[17] Turn 3"
    return "\n".join(f"{name}: {value}" for name, value in zip(names, values, strict=True))


Shape = Callable[[list[str]], str]
TOP_QUOTED = st.builds(
    lambda said, sign, old: lambda lines: "\n".join([*lines, "", said, "", quoted(old, sign), ""]),
    ATTRIBUTIONS,
    st.sampled_from(["> ", ">", "| ", "» ", "> > "]),
    st.sampled_from([OLD, MARKED]),
)
TOP_UNQUOTED = st.builds(
    lambda ruler, names, old: lambda lines: "\n".join([*lines, "", ruler + head(names), "", old]),
    RULERS,
    HEADS,
    st.sampled_from([OLD, MARKED]),
)
BOTTOM = st.builds(
    lambda said, end: lambda lines: "\n".join([said, quoted(OLD), "", *lines, end]),
    ATTRIBUTIONS,
    st.sampled_from(["", "\n-- \nTurk\nbuild corsair in Algiers", "\nSent from my iPhone", "\nThanks!"]),
)
INLINE = st.builds(
    lambda said: lambda lines: "\n".join([said, *(f"{quoted(OLD)}\n{line}" for line in lines), "> end"]),
    ATTRIBUTIONS,
)
BARE = st.builds(lambda above: lambda lines: "\n".join([above, *lines]), st.sampled_from(["", "Hello,\n"]))
SHAPES: st.SearchStrategy[Shape] = st.one_of(TOP_QUOTED, TOP_UNQUOTED, BOTTOM, INLINE, BARE)

ORNAMENTS = st.sampled_from(
    ["{}", "  {}", "* {}", "- {}", "• {}", "*{}*", "**{}**", "\t{}\t", "\u200b{}", "{}\u00a0"]
)
"""What programs and people put around a line."""


def escaped(line: str) -> str:
    return line.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


HTML = st.sampled_from(
    [
        lambda lines: "".join(f"<div>{escaped(line) or '<br>'}</div>" for line in lines),
        lambda lines: "<br>\n".join(map(escaped, lines)),
        lambda lines: "".join(f"<p><span>{escaped(line)}<o:p></o:p></span></p>" for line in lines),
        lambda lines: "<ol>" + "".join(f"<li>{escaped(line)}</li>" for line in lines) + "</ol>",
        lambda lines: f"<table>{''.join(f'<tr><td>{escaped(x)}</td></tr>' for x in lines)}</table>",
    ]
)  # fmt: skip
OLD_HTML = OLD.replace("\n", "<br>")
HTML_OLD = st.sampled_from(
    [
        "",
        f"<blockquote type='cite'>{OLD_HTML}</blockquote>",
        f"<div class='gmail_quote'>x:<br><div>{OLD_HTML}</div></div>",
        f"<hr><div id='divRplyFwdMsg'><b>Zzyx:</b> The Moderator</div><div>{OLD_HTML}</div>",
        f"<div>{MARKED.replace(chr(10), '</div><div>')}</div>",
    ]
)


def mail(body: str, kind: str, encoding: str, line_end: bytes) -> bytes:
    head = (
        "From: Turk <turk@example.test>\nTo: gm+seat7token23456@example.test\nSubject: Re: [17] Turn 3\n"
        f'Content-Type: {kind}; charset="utf-8"\nContent-Transfer-Encoding: {encoding}\n\n'
    )
    data = body.encode()
    if encoding == "quoted-printable":
        data = quopri.encodestring(data)
    elif encoding == "base64":
        data = base64.encodebytes(data)
    return (head.encode() + data).replace(b"\n", line_end)


ENCODINGS = st.sampled_from(["8bit", "quoted-printable", "base64"])
LINE_ENDS = st.sampled_from([b"\n", b"\r\n"])


@settings(max_examples=300, deadline=None)
@given(LETTERS, SHAPES, ORNAMENTS, ENCODINGS, LINE_ENDS)
def test_orders_in_plain_text(
    lines: list[str], shape: Shape, ornament: str, encoding: str, end: bytes
) -> None:
    raw = mail(shape([ornament.format(line) for line in lines]), "text/plain", encoding, end)
    assert list(read_letter(raw).lines) == lines


@settings(max_examples=150, deadline=None)
@given(LETTERS, HTML, HTML_OLD, ENCODINGS, LINE_ENDS)
def test_orders_in_html(lines: list[str], shape: Shape, old: str, encoding: str, end: bytes) -> None:
    raw = mail(f"<html><body>{shape(lines)}{old}</body></html>", "text/html", encoding, end)
    assert list(read_letter(raw).lines) == lines


@settings(max_examples=100, deadline=None)
@given(st.lists(st.one_of(ORDERS, st.just("")), max_size=8), RULERS, HEADS)
def test_an_old_letter_alone_is_never_read(mine: list[str], ruler: str, names: tuple[str, ...]) -> None:
    """The player's own orders of yesterday, in a head that names the player."""
    old = head(names).replace("The Moderator <gm@", "Turk <turk@")
    raw = mail(f"{ruler}{old}\n\n" + "\n".join(mine), "text/plain", "8bit", b"\n")
    assert read_letter(raw).lines == ()
