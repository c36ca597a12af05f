"""How mail programs write an answer: attribution, quotation, HTML, parts, wrapping, encodings.

Knows nothing of the moderator's code: only what letters of these programs look like.
"""

import base64
import datetime
import email
import email.policy
import email.utils
import html
import quopri
import random
import re
import textwrap
import tomllib
from collections.abc import Callable
from dataclasses import dataclass, field
from email.message import EmailMessage
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
LANGUAGES: dict[str, dict[str, Any]] = tomllib.loads((HERE / "languages.toml").read_text("utf-8"))
EVERY_LANGUAGE = tuple(LANGUAGES)


@dataclass(frozen=True)
class Own:
    """A line that the player typed, and what must become of it; `text` is empty for a blank line."""

    text: str
    fate: str = ""
    html: str | None = None  # markup in the HTML part, if it is not simply the text
    part: str = "both"  # both, text or html: where the line stands
    to: tuple[str, ...] = ()
    power: str | None = None
    also: tuple[str, ...] = ()
    under: str | None = None
    nth: int = 1


@dataclass(frozen=True)
class Draft:
    """What the player typed, by place."""

    top: tuple[Own, ...] = ()
    below: tuple[Own, ...] = ()
    inline: tuple[tuple[str, int, tuple[Own, ...]], ...] = ()
    glued: bool = False  # no blank line between the last line and the attribution
    unquoted: bool = False  # the program does not quote at all
    trimmed: bool = False  # only the paragraphs that are answered are left of the quotation
    signature: tuple[Own, ...] = ()


def squeezed(text: str) -> str:
    return " ".join(text.split())


class _Blocks(HTMLParser):
    """The visible lines of one of the moderator's HTML letters, as mail programs make text of it."""

    def __init__(self, bold: str, bullet: str, cell: str) -> None:
        super().__init__()
        self.bold, self.bullet, self.cell = bold, bullet, cell
        self.blocks: list[tuple[str, str]] = []
        self.words: list[str] = []
        self.kind, self.skip, self.cells = "p", False, 0

    def flush(self, kind: str) -> None:
        text = squeezed("".join(self.words)) if self.cell != "\n" else "".join(self.words).strip()
        if text:
            self.blocks.append((self.kind, self.bullet + text if self.kind == "item" else text))
        self.words, self.kind = [], kind

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in ("title", "style"):
            self.skip = True
        elif tag in ("p", "h1", "h2", "h3", "div", "table", "ul"):
            self.flush("p")
        elif tag == "br":
            self.flush("line") if self.kind != "row" else self.words.append(" ")
        elif tag == "li":
            self.flush("item")
        elif tag == "tr":
            self.flush("row")
            self.cells = 0
        elif tag in ("td", "th"):
            self.words.append(self.cell if self.cells else "")
            self.cells += 1
        elif tag == "b":
            self.words.append(self.bold)

    def handle_endtag(self, tag: str) -> None:
        if tag in ("title", "style"):
            self.skip = False
        elif tag == "b":
            self.words.append(self.bold)
        elif tag in ("p", "h1", "h2", "h3", "div", "li", "tr"):
            self.flush("p")

    def handle_data(self, data: str) -> None:
        if not self.skip:
            self.words.append(data.replace("\n", " "))


@dataclass(frozen=True)
class Piece:
    """A paragraph of the moderator's letter: its lines, and the same as one string to look for."""

    lines: tuple[str, ...]
    plain: str


@dataclass(frozen=True)
class ModeratorLetter:
    """One of the letters in `moderator/`."""

    name: str
    message: EmailMessage
    text: str
    html: str

    @property
    def sender(self) -> tuple[str, str]:
        return email.utils.parseaddr(str(self.message["From"]))

    @property
    def reply_to(self) -> str:
        return str(self.message["Reply-To"])

    @property
    def player(self) -> tuple[str, str]:
        return email.utils.parseaddr(str(self.message["To"]))

    @property
    def subject(self) -> str:
        return str(self.message["Subject"])

    @property
    def message_id(self) -> str:
        return str(self.message["Message-ID"])

    @property
    def date(self) -> datetime.datetime:
        return email.utils.parsedate_to_datetime(str(self.message["Date"]))

    def text_pieces(self) -> list[Piece]:
        pieces = []
        for block in re.split(r"(\n\s*\n)", self.text.strip("\n")):
            lines = block.split("\n") if block.strip() else [""]
            pieces.append(Piece(tuple(lines), squeezed(block)))
        return pieces

    def html_pieces(self, *, bold: str, bullet: str, cell: str, width: int | None) -> list[Piece]:
        parser = _Blocks(bold, bullet, cell)
        parser.feed(self.html)
        parser.flush("p")
        pieces: list[Piece] = []
        before = ""
        for kind, text in parser.blocks:
            if before and (kind == "p" or (before == "p" and kind != "line")):
                pieces.append(Piece(("",), ""))
            lines = wrapped(text, width) if "\n" not in text else text.split("\n")
            pieces.append(Piece(tuple(lines), squeezed(text)))
            before = kind
        return pieces

    def html_children(self) -> tuple[str, list[str]]:
        """The opening tag of the page, and the elements directly within it."""
        cell = re.search(r'<td (class="page"[^>]*>)(.*?)</td></tr></tbody></table>\s*<!--', self.html, re.S)
        page = f"<div {cell[1]}{cell[2]}</div></body>" if cell else self.html
        found = re.search(r'(<div class="page"[^>]*>)(.*)</div>\s*</body>', page, re.S)
        assert found, self.name
        children = re.findall(
            r"<(?:p|h1|h2|h3|ul|table|div)\b.*?</(?:p|h1|h2|h3|ul|table|div)>",
            found[2].replace("\n", ""),
            re.S,
        )
        return found[1], children


@cache
def moderator_letter(name: str) -> ModeratorLetter:
    raw = (HERE / "moderator" / f"{name}.eml").read_bytes()
    message = email.message_from_bytes(raw, policy=email.policy.default)
    assert isinstance(message, EmailMessage)
    bodies = [message.get_body((kind,)) for kind in ("plain", "html")]
    text, page = (body.get_content() for body in bodies if isinstance(body, EmailMessage))
    return ModeratorLetter(name, message, text, page)


def wrapped(text: str, width: int | None) -> list[str]:
    if width is None or len(text) <= width or not text.strip():
        return [text]
    indent = text[: len(text) - len(text.lstrip())]
    return [
        indent + line
        for line in textwrap.wrap(text.strip(), width, break_long_words=False, break_on_hyphens=False)
    ]


def when(pattern: str, letter: ModeratorLetter, language: str) -> str:
    """A pattern of `languages.toml`, filled in."""
    words, date = LANGUAGES[language], letter.date
    name, address = letter.sender
    return pattern.format(
        n=name,
        a=address,
        wd=words["weekdays"][date.weekday()],
        wday=words["long_weekdays"][date.weekday()],
        d=date.day,
        dd=f"{date.day:02}",
        m=date.month,
        mm=f"{date.month:02}",
        mon=words["months"][date.month - 1],
        month=words["long_months"][date.month - 1],
        y=date.year,
        yy=f"{date.year % 100:02}",
        H=f"{date.hour:02}",
        h12=(date.hour + 11) % 12 + 1,
        ap="AM" if date.hour < 12 else "PM",
        M=f"{date.minute:02}",
    )


Attribution = Callable[[ModeratorLetter, str], list[str]]


def said(family: str, *, before: str = "", after: str = "") -> Attribution:
    """The one-line attribution of a family of programs."""

    def lines(letter: ModeratorLetter, language: str) -> list[str]:
        return [before + when(LANGUAGES[language][family], letter, language) + after]

    return lines


def fixed(pattern: str) -> Attribution:
    """An attribution that is the same in every language."""
    return lambda letter, language: [when(pattern, letter, "en")]


def head(
    rule: str = "", *, date_label: bool = False, star: str = "", order: tuple[int, ...] = (0, 1, 2, 3)
) -> Attribution:
    """The block From, Sent, To, Subject that Outlook and its kind put above the old letter."""

    def lines(letter: ModeratorLetter, language: str) -> list[str]:
        words = LANGUAGES[language]
        labels = list(words["head"])
        if date_label:
            labels[1] = words["date_label"]
        player, address = letter.player
        values = [
            f"{letter.sender[0]} <{letter.sender[1]}>",
            when(words["head_date"], letter, language),
            f"{player} <{address}>",
            letter.subject,
        ]
        first = [rule.format(original=words["original"])] if rule else []
        return first + [f"{star}{labels[i]}{star} {values[i]}" for i in order]

    return lines


@dataclass(frozen=True)
class Client:
    """One mail program, with its default settings."""

    name: str
    attribution: Attribution
    languages: tuple[str, ...] = ("en",)
    headers: tuple[str, ...] = ()
    message_id: str = "{hex32}@mail.example.org"
    boundary: str = "=_{hex24}"
    structure: str = "alternative"  # alternative, text, html
    charset: str = "utf-8"
    encoding: str = "quoted-printable"
    flowed: str = ""  # flowed, or delsp
    quotes: str = "html"  # of which part of the old letter the text part is made
    prefix: str = "> "
    width: int | None = 76  # where lines of the text part are wrapped
    bold: str = "*"
    bullet: str = "- "
    cell: str = " "
    blank_after_head: bool = True
    quoted_head: bool = False  # the attribution stands inside the quotation (telephones of Apple)
    bottom: bool = False  # the cursor stands below the quotation
    sent_from: str = ""  # key in languages.toml, or the words themselves
    page: str = "<html><body>{own}{quote}{below}</body></html>"
    line: str = "<div>{line}</div>"
    blank: str = "<div><br></div>"
    cite: str = "<div>{cite}<br></div>"
    cite_join: str = "<br>\n"
    open: str = '<blockquote type="cite">'
    close: str = "</blockquote>"
    splits: bool = True  # an inline answer breaks the quotation in two
    classes: str = ""  # what is put before the class names of the old letter
    inline_style: str = ""
    extra: dict[str, str] = field(default_factory=dict)


GMAIL = {
    "attribution": said("gmail"),
    "languages": EVERY_LANGUAGE,
    "message_id": "CA{b64_40}@mail.gmail.com",
    "boundary": "0000000000{hex18}",
    "width": 78,
    "bullet": "   - ",
    "cite": '<br><div class="gmail_quote"><div dir="ltr" class="gmail_attr">{cite}<br></div>',
    "open": '<blockquote class="gmail_quote" style="margin:0px 0px 0px 0.8ex;border-left:1px solid'
    " rgb(204,204,204);"
    'padding-left:1ex">',
    "close": "</blockquote>",
    "classes": "m_{digits19}",
}
OUTLOOK = {
    "languages": EVERY_LANGUAGE,
    "prefix": "",
    "width": None,
    "bold": "",
    "bullet": "  *   ",
    "cell": "\t",
    "splits": False,
    "open": "",
    "close": "",
    "blank_after_head": True,
}
APPLE = {
    "attribution": said("apple"),
    "languages": EVERY_LANGUAGE,
    "message_id": "{uuid}@example.org",
    "width": None,
    "bold": "",
    "bullet": "• ",
    "cell": "\n",
}
THUNDERBIRD = {
    "attribution": said("thunderbird"),
    "languages": EVERY_LANGUAGE,
    "headers": ("User-Agent: Mozilla Thunderbird",),
    "message_id": "{uuid}@example.org",
    "boundary": "------------{b64_24}",
    "bullet": " * ",
    "bottom": True,
}
WORD = (
    '<html xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:w="urn:schemas-microsoft-com:office:word" '
    'xmlns="http://www.w3.org/TR/REC-html40"><head>'
    '<meta name="Generator" content="Microsoft Word 15 (filtered medium)"><style><!--\n'
    "p.MsoNormal, li.MsoNormal, div.MsoNormal\n\t{{margin:0cm;\n\tfont-size:11.0pt;\n"
    '\tfont-family:"Calibri",sans-serif;}}\n'
    "span.EmailStyle19\n\t{{mso-style-type:personal-reply;}}\n--></style></head>"
    '<body lang=EN-GB link="#0563C1" vlink="#954F72"><div'
    " class=WordSection1>{own}{quote}{below}</div></body></html>"
)
NEXT_PART = "----=_NextPart_000_{hex4}_01DC{hex4}.{hex8}"

ALL = (
    Client("gmail-web", page='<div dir="ltr">{own}</div>{quote}{below}', **GMAIL),
    Client(
        "gmail-android",
        encoding="base64",
        page='<div dir="auto">{own}</div>{quote}{below}',
        line='<div dir="auto">{line}</div>',
        **GMAIL,
    ),
    Client(
        "gmail-ios",
        page='<html><head></head><body><div><div dir="auto">{own}</div></div>{quote}{below}</body></html>',
        line='<div dir="auto">{line}</div>',
        **GMAIL,
    ),
    # Without HTML Gmail quotes our text part, and hard-wraps what was typed.
    Client("gmail-plain", structure="text", quotes="text", **{**GMAIL, "width": 72}),
    Client(
        "outlook-windows",
        attribution=head(),
        headers=("X-Mailer: Microsoft Outlook 16.0", "Thread-Index: AQ{b64_24}==", "Content-Language: en-gb"),
        message_id="{hex8}$01dc{hex4}${hex8}$@example.org",
        boundary=NEXT_PART,
        page=WORD,
        line="<p class=MsoNormal>{line}<o:p></o:p></p>",
        blank="<p class=MsoNormal><o:p>&nbsp;</o:p></p>",
        cite="<div><div style='border:none;border-top:solid #E1E1E1 1.0pt;padding:3.0pt 0cm 0cm 0cm'>"
        "<p class=MsoNormal>{cite}<o:p></o:p></p></div></div><p class=MsoNormal><o:p>&nbsp;</o:p></p>",
        cite_join="<br>",
        inline_style="color:#1F497D",
        **OUTLOOK,
    ),
    Client(
        "outlook-plain",
        attribution=head("-----{original}-----"),
        headers=("X-Mailer: Microsoft Outlook 16.0",),
        structure="text",
        quotes="text",
        **OUTLOOK,
    ),
    Client(
        "outlook-web",
        attribution=head("________________________________"),
        headers=("Thread-Topic: {subject}", "X-MS-Has-Attach:", "X-Originating-IP: [192.0.2.17]"),
        message_id="AM0PR04MB{digits4}{hex24}@AM0PR04MB{digits4}.eurprd04.prod.outlook.com",
        boundary="_000_AM0PR04MB{digits4}{hex24}AM0PR04MB{digits4}eurp_",
        page='<html><head><style type="text/css" style="display:none;"> P'
        " {{margin-top:0;margin-bottom:0;}} </style></head>"
        '<body dir="ltr">{own}{quote}{below}</body></html>',
        line='<div class="elementToProof" style="font-family: Aptos, Calibri, sans-serif; font-size:'
        ' 12pt;">{line}</div>',
        blank='<div class="elementToProof"><br></div>',
        cite='<div id="appendonsend"></div><hr style="display:inline-block;width:98%" tabindex="-1">'
        '<div id="divRplyFwdMsg" dir="ltr"><font face="Calibri, sans-serif"'
        ' style="font-size:11pt">{cite}</font>'
        "<div>&nbsp;</div></div>",
        classes="x_",
        **OUTLOOK,
    ),
    Client(
        "outlook-mobile",
        attribution=head("________________________________"),
        message_id="DB7PR02MB{digits4}{hex24}@DB7PR02MB{digits4}.eurprd02.prod.outlook.com",
        boundary="_000_DB7PR02MB{digits4}{hex24}DB7PR02MB{digits4}eurp_",
        encoding="base64",
        sent_from="outlook_mobile",
        page='<html><head></head><body><div dir="auto">{own}</div>{quote}{below}</body></html>',
        line='<div dir="auto" style="font-family: Aptos, sans-serif;">{line}</div>',
        cite='<hr style="display:inline-block;width:98%" tabindex="-1"><div id="divRplyFwdMsg" dir="ltr">'
        '<font face="Calibri, sans-serif">{cite}</font><div>&nbsp;</div></div>',
        **OUTLOOK,
    ),
    Client(
        "apple-mail",
        headers=("X-Mailer: Apple Mail (2.3826.300.87.4.3)",),
        boundary="Apple-Mail=_{uuid}",
        page='<html aria-label="message body"><head></head><body style="overflow-wrap:'
        ' break-word;">{own}<br>{quote}{below}'
        "</body></html>",
        cite='<div><br><blockquote type="cite"><div>{cite}</div><br'
        ' class="Apple-interchange-newline"></blockquote></div>',
        open='<blockquote type="cite"><div>',
        close="</div></blockquote>",
        **{**APPLE, "prefix": "> "},
    ),
    Client(
        "apple-plain",
        headers=("X-Mailer: Apple Mail (2.3826.300.87.4.3)",),
        structure="text",
        quotes="text",
        flowed="delsp",
        encoding="quoted-printable",
        **{**APPLE, "width": 72},
    ),
    Client(
        "iphone",
        headers=("X-Mailer: iPhone Mail (22C152)",),
        boundary="Apple-Mail-{uuid}",
        quoted_head=True,
        sent_from="iphone",
        page='<html><head></head><body dir="auto">{own}{quote}{below}</body></html>',
        line='<div dir="ltr">{line}</div>',
        cite='<div dir="ltr"><br><blockquote type="cite">{cite}<br><br></blockquote></div>',
        open='<blockquote type="cite"><div dir="ltr">\ufeff',
        close="</div></blockquote>",
        **APPLE,
    ),
    Client(
        "thunderbird-html",
        page='<!DOCTYPE html><html><head><meta http-equiv="Content-Type" content="text/html;'
        ' charset=UTF-8"></head><body>'
        "{own}{quote}{below}</body></html>",
        line="<p>{line}</p>",
        blank="<p><br></p>",
        cite='<div class="moz-cite-prefix">{cite}<br></div>',
        open='<blockquote type="cite" cite="mid:{mid}">',
        encoding="8bit",
        **THUNDERBIRD,
    ),
    Client(
        "thunderbird-plain", structure="text", quotes="text", flowed="flowed", encoding="8bit", **THUNDERBIRD
    ),
    Client(
        "yahoo",
        attribution=said("yahoo", before="    ", after="  "),
        languages=EVERY_LANGUAGE,
        headers=("X-Mailer: WebService/1.1.24187 YMailNorrin",),
        message_id="{digits10}.{digits8}.{digits13}@mail.yahoo.com",
        boundary="----=_Part_{digits8}_{digits10}.{digits13}",
        prefix="  ",
        width=None,
        bullet="   - ",
        bold="",
        page='<html><head></head><body><div class="yahoo-style-wrap" style="font-family:Helvetica Neue,'
        " Helvetica, Arial,"
        ' sans-serif;font-size:16px;">{own}</div>{quote}{below}</body></html>',
        line='<div dir="ltr" data-setdir="false">{line}</div>',
        cite='<div id="yahoo_quoted_{digits10}"'
        ' class="yahoo_quoted"><div><div>{cite}</div><div><br></div></div>',
        open='<div><div id="yiv{digits10}"><div>',
        close="</div></div></div>",
        classes="yiv{digits10}",
    ),
    Client(
        "proton",
        attribution=fixed("On {wday}, {month} {d}, {y} at {h12}:{M} {ap}, {n} <{a}> wrote:"),
        message_id="{b64_40}=@protonmail.com",
        boundary="b1=_{b64_40}",
        sent_from="Sent with Proton Mail secure email.",
        width=None,
        line='<div style="font-family: Arial, sans-serif; font-size: 14px;">{line}</div>',
        page="{own}{quote}{below}",
        cite='<div class="protonmail_quote">{cite}<br>',
        open='<blockquote class="protonmail_quote" type="cite">',
    ),
    Client(
        "k9",
        attribution=said("k9"),
        languages=EVERY_LANGUAGE,
        headers=("User-Agent: K-9 Mail for Android",),
        message_id="{uuid}@example.org",
        boundary="----{b64_24}",
        prefix=">",
        width=None,
        bold="",
        page="<!DOCTYPE html><html><body>{own}{quote}{below}</body></html>",
        line="<div dir='auto'>{line}</div>",
        cite='<br><br><div class="gmail_quote"><div dir="auto">{cite}</div>',
        open='<blockquote class="gmail_quote" style="margin: 0pt 0pt 0pt 0.8ex; border-left: 1px solid'
        " rgb(204, 204, 204);"
        ' padding-left: 1ex;">',
    ),
    Client(
        "k9-plain",
        attribution=said("k9"),
        languages=EVERY_LANGUAGE,
        headers=("User-Agent: K-9 Mail for Android",),
        structure="text",
        quotes="text",
        prefix=">",
        width=None,
        blank_after_head=False,
    ),
    Client(
        "samsung",
        attribution=head("-------- {original} --------", date_label=True),
        languages=EVERY_LANGUAGE,
        message_id="{hex8}.{hex8}.{hex8}.SMTPIN_ADDED_MISSING@mx.example.org",
        boundary="--_com.samsung.android.email_{digits13}0",
        encoding="base64",
        sent_from="galaxy",
        prefix="",
        width=None,
        bold="",
        page='<html><head></head><body dir="auto">{own}{quote}{below}</body></html>',
        line='<div dir="auto">{line}</div>',
        cite='<div align="left" dir="auto"'
        ' style="font-size:100%;color:#000000"><div>{cite}</div></div><div><br></div>',
        open="",
        close="",
        splits=False,
    ),
    Client(
        "mutt",
        attribution=fixed("On {wd}, {mon} {dd}, {y} at {h12}:{M}:00{ap} +0000, {n} wrote:"),
        headers=("User-Agent: Mutt/2.2.12 (2023-09-09)", "Content-Disposition: inline"),
        message_id="{b64_12}@host.example.org",
        structure="text",
        charset="us-ascii",
        encoding="7bit",
        quotes="text",
        width=72,
        blank_after_head=False,
        bottom=True,
    ),
    Client(
        "alpine",
        attribution=fixed("On {wd}, {d} {mon} {y}, {n} wrote:"),
        headers=("User-Agent: Alpine 2.26",),
        structure="text",
        charset="us-ascii",
        encoding="7bit",
        flowed="flowed",
        quotes="text",
        width=74,
        bottom=True,
    ),
    Client(
        "gnus",
        attribution=fixed("{n} <{a}> writes:"),
        headers=("User-Agent: Gnus/5.13 (Gnus v5.13)",),
        structure="text",
        encoding="8bit",
        quotes="text",
        width=70,
        bottom=True,
    ),
    Client(
        "evolution",
        attribution=fixed("On {wd}, {y}-{mm}-{dd} at {H}:{M} +0000, {n} wrote:"),
        headers=("User-Agent: Evolution 3.52.3",),
        boundary="=-{b64_24}",
        width=71,
        encoding="7bit",
        charset="utf-8",
        blank_after_head=False,
        bottom=True,
        page="<html><head><style>pre,code,address {{ margin: 0px;"
        " }}</style></head><body>{own}{quote}{below}</body></html>",
        cite="<div>{cite}</div>",
        open='<blockquote type="cite" style="margin:0 0 0 .8ex; border-left:2px #729fcf'
        ' solid;padding-left:1ex">',
    ),
    Client(
        "roundcube",
        attribution=fixed("On {y}-{mm}-{dd} {H}:{M}, {n} wrote:"),
        headers=("User-Agent: Roundcube Webmail/1.6.9",),
        structure="text",
        flowed="flowed",
        encoding="8bit",
        quotes="text",
        width=72,
    ),
    Client(
        "web-de",
        attribution=head("", order=(1, 0, 2, 3)),
        languages=("de", "en"),
        headers=("X-UI-Message-Type: mail", "X-Priority: 3", "Importance: normal"),
        message_id="trinity-{uuid}-{digits13}@3c-app-webde-bs31",
        structure="html",
        page='<html><head></head><body><div style="font-family: Verdana;font-size:'
        ' 12.0px;">{own}{quote}{below}</div></body>'
        "</html>",
        cite='<div name="quote" style="margin:10px 5px 5px 10px; padding: 10px 0 10px 10px;'
        " border-left:2px solid #C3D9E5;"
        ' word-wrap: break-word;"><div style="margin:0 0 10px 0;">{cite}</div>',
        cite_join="<br/>\n",
        open='<div name="quoted-content">',
        close="</div>",
        splits=False,
    ),
    Client(
        "gmx",
        attribution=said("thunderbird"),
        languages=("de",),
        headers=("X-UI-Out-Filterresults: notjunk:1;",),
        message_id="trinity-{uuid}-{digits13}@3c-app-gmx-bap07",
        structure="html",
        encoding="base64",
        page='<html><body><div style="font-family: Verdana;font-size:'
        ' 12.0px;">{own}{quote}{below}</div></body></html>',
        cite='<div class="mail_quote"><div>{cite}</div>',
        open='<blockquote style="margin: 0 0 0 0.8ex; border-left: 2px solid rgb(204,204,204);'
        ' padding-left: 1ex;">',
    ),
    Client(
        "qq",
        attribution=head("------------------&nbsp;{original}&nbsp;------------------"),
        languages=("zh",),
        headers=("X-QQ-MIME: TCMime 1.0 by Tencent", "X-Mailer: QQMail 2.x"),
        message_id="tencent_{hex32}@qq.com",
        boundary="----=_NextPart_{hex8}_{hex8}_{hex8}",
        charset="gb18030",
        encoding="base64",
        prefix="",
        width=None,
        bold="",
        page="{own}{quote}{below}",
        cite='<div><br></div><div><includetail><!--<![endif]--></includetail></div><div style="font-size:'
        " 12px;"
        'font-family: Arial Narrow;padding:2px 0 2px 0;"></div><div style="font-size:'
        " 12px;background:#efefef;"
        'padding:8px;">{cite}</div><div></div><div><br></div>',
        open="",
        close="",
        splits=False,
    ),
    Client(
        "163",
        attribution=fixed('At {y}-{mm}-{dd} {H}:{M}:00, "{n}" <{a}> wrote:'),
        languages=("zh",),
        headers=("X-CM-CTRLMSGS: {b64_12}", "X-Mailer: Coremail Webmail Server Version XT5.0.14"),
        message_id="{hex8}.{hex4}.{hex12}.Coremail.player@163.com",
        boundary="----=_Part_{digits4}_{digits10}.{digits13}",
        charset="gbk",
        encoding="base64",
        prefix=">",
        width=None,
        bold="",
        page='<div style="line-height:1.7;color:#000000;font-size:14px;">{own}{quote}{below}</div>',
        cite='<div style="position:relative;zoom:1"></div><div'
        ' id="divNeteaseMailCard"></div><pre><br>{cite}</pre>',
        open='<blockquote id="isReplyContent" style="PADDING-LEFT: 1ex; MARGIN: 0px 0px 0px 0.8ex;'
        ' BORDER-LEFT: #ccc 1px solid">',
    ),
    Client(
        "yahoo-japan",
        attribution=fixed("----- Original Message -----\nFrom: {n} <{a}>\nDate: {y}/{mm}/{dd}, {wd} {H}:{M}"),
        languages=("ja",),
        structure="text",
        charset="iso-2022-jp",
        encoding="7bit",
        quotes="text",
        prefix="> ",
        width=None,
    ),
    Client(
        "becky",
        attribution=fixed("On {wd}, {d} {mon} {y} {H}:{M}:00 +0000\n{n} <{a}> wrote:"),
        languages=("ja",),
        headers=("X-Mailer: Becky! ver. 2.81.04 [ja]",),
        structure="text",
        charset="shift_jis",
        encoding="8bit",
        quotes="text",
        width=70,
        bottom=True,
    ),
    Client(
        "mail-ru",
        attribution=fixed("{wday}, {d} {month} {y}, {H}:{M} UTC от {n} <{a}>:"),
        languages=("ru",),
        headers=("X-Mailer: Mail.Ru Mailer 1.0",),
        message_id="{digits10}.{digits8}@f{digits4}.i.mail.ru",
        boundary="--ALT--{b64_24}{digits10}",
        encoding="base64",
        width=None,
        bold="",
        page="<HTML><BODY>{own}{quote}{below}</BODY></HTML>",
        cite="<br><br>{cite}<br>",
        open='<blockquote style="border-left:1px solid #0857A6;margin:10px;padding:0 0 0 10px;">',
    ),
    Client(
        "yandex",
        attribution=fixed('{dd}.{mm}.{y}, {H}:{M}, "{n}" <{a}>:'),
        languages=("ru",),
        headers=("X-Mailer: Yamail [ http://yandex.ru ] 5.0",),
        message_id="{digits13}@mail.yandex.ru",
        structure="html",
        charset="koi8-r",
        encoding="8bit",
        page="{own}{quote}{below}",
        cite="<div>{cite}</div>",
        open="<blockquote>",
    ),
    Client(
        "zoho",
        attribution=fixed("---- On {wd}, {dd} {mon} {y} {H}:{M}:00 +0000 {n} <{a}> wrote ---"),
        headers=("X-Mailer: Zoho Mail", "User-Agent: Zoho Mail"),
        boundary="----=_Part_{digits8}_{digits10}.{digits13}",
        prefix="",
        width=None,
        bold="",
        cite='<div class="zmail_extra_hr" style="border-top: 1px solid rgb(204, 204, 204); height:'
        ' 0px;"></div>'
        '<div class="zmail_extra"><div id="Zm-_Id_-Sgn1">{cite}</div><br>',
        open='<blockquote id="blockquote_zmail" style="margin: 0px;">',
    ),
    Client(
        "fastmail",
        attribution=fixed("On {wd}, {d} {mon} {y}, at {h12}:{M} {ap}, {n} wrote:"),
        headers=("User-Agent: Cyrus-JMAP/3.11.0-alpha0", "X-ThreadId: T{hex12}"),
        boundary="{hex32}",
        encoding="7bit",
        width=76,
        cite="<div>{cite}</div>",
        open='<blockquote type="cite" id="qt" style="">',
    ),
    Client(
        "aol",
        attribution=head("-----{original}-----", order=(0, 2, 1, 3)),
        headers=("X-Mailer: WebService/1.1.24187 AolMailNorrin",),
        boundary="----=_Part_{digits8}_{digits10}.{digits13}",
        prefix="",
        width=None,
        bold="",
        page="<font color='black' size='2' face='arial'>{own}{quote}{below}</font>",
        line="<div>{line}</div>",
        cite='<div style="font-family:arial,helvetica;font-size:10pt;color:black">{cite}<br><br>',
        open='<div id="aolmail_part">',
        close="</div>",
        splits=False,
    ),
    Client(
        "notes",
        attribution=fixed("From:   {n} <{a}>\nDate:   {dd}.{mm}.{y} {H}:{M}\nSubject:        Turn"),
        headers=("X-Mailer: HCL Notes Release 12.0.2",),
        boundary="=_alternative {hex8}C12588{hex4}_=",
        charset="iso-8859-1",
        prefix="",
        width=76,
        bold="",
        page="{own}{quote}{below}",
        line='<span style=" font-size:10pt;font-family:sans-serif">{line}</span><br>',
        blank="<br>",
        cite='<br><br><span style="'
        ' font-size:9pt;color:#5f5f5f;font-family:sans-serif">{cite}</span><br><hr noshade>',
        open="",
        close="",
        splits=False,
    ),
)
CLIENTS = {client.name: client for client in ALL}


def filled(pattern: str, rng: random.Random, **words: str) -> str:
    """A pattern of ids and boundaries: {hex8}, {digits13}, {b64_24}, {uuid}."""

    def one(found: re.Match[str]) -> str:
        kind, count = found[1], int(found[2] or 0)
        if found[0] == "{uuid}":
            digits = f"{rng.getrandbits(128):032X}"
            return "-".join((digits[:8], digits[8:12], digits[12:16], digits[16:20], digits[20:]))
        alphabet = {
            "hex": "0123456789abcdef",
            "digits": "123456789",
            "b64_": "ABCDEFGHJKMNPQRSTUVWXYZabcdefghkmnpqrstuvwxyz",
        }
        return "".join(rng.choice(alphabet[kind]) for _ in range(count))

    for name, word in words.items():
        pattern = pattern.replace("{" + name + "}", word)
    return re.sub(r"\{(hex|digits|b64_|uuid)(\d*)\}", one, pattern)


def _find(pieces: list[str], phrase: str, nth: int) -> int:
    found = [number for number, piece in enumerate(pieces) if squeezed(phrase) in squeezed(piece)]
    assert len(found) >= nth, f"{phrase!r} stands {len(found)} times in the letter"
    return found[nth - 1]


def _typed(own: tuple[Own, ...], part: str) -> list[Own]:
    return [line for line in own if line.part in ("both", part)]


def flow(line: str, width: int, *, delsp: bool) -> list[str]:
    """RFC 3676: a soft break is a space at the end of the line."""
    stuffed = " " + line if line[:1] in (" ", ">") or line.startswith("From ") else line
    rows = wrapped(stuffed, width)
    tail = "  " if delsp else " "
    return [row + tail for row in rows[:-1]] + [rows[-1].rstrip() if rows[-1] != "-- " else rows[-1]]


def sent_from(client: Client, language: str) -> tuple[Own, ...]:
    """The line that a telephone adds by itself."""
    if not client.sent_from:
        return ()
    text = LANGUAGES[language].get(client.sent_from, client.sent_from)
    if client.sent_from == "outlook_mobile":
        return (
            Own(""),
            Own(
                f"{text}<https://aka.ms/AAb9ysg>",
                "furniture",
                html=f'<a href="https://aka.ms/AAb9ysg">{text}</a>',
            ),
        )
    return (Own(""), Own(text, "furniture"))


def text_part(client: Client, draft: Draft, letter: ModeratorLetter, language: str) -> str:
    """The text/plain part."""

    def typed(own: tuple[Own, ...]) -> list[str]:
        rows: list[str] = []
        for line in _typed(own, "text"):
            if client.flowed and not line.text.startswith("-- "):
                rows += flow(line.text, client.width or 72, delsp=client.flowed == "delsp")
            else:
                rows += wrapped(line.text, client.width) if line.text != "-- " else ["-- "]
        return rows

    cite = [row for line in client.attribution(letter, language) for row in line.split("\n")]
    if client.prefix == "> " and client.width:
        cite = [row for line in cite for row in wrapped(line, client.width)]
    if client.quotes == "text":
        pieces = letter.text_pieces()
    else:
        pieces = letter.html_pieces(
            bold=client.bold, bullet=client.bullet, cell=client.cell, width=client.width
        )
    answers: dict[int, list[str]] = {}
    for phrase, nth, own in draft.inline:
        rows = answers.setdefault(_find([piece.plain for piece in pieces], phrase, nth), [])
        rows += ["", *typed(own), ""]

    def quoted(line: str) -> str:
        return (client.prefix + line).rstrip() if client.prefix.strip() else client.prefix + line

    out = typed(draft.top)
    if draft.unquoted:
        return "\n".join(out + typed(draft.signature)) + "\n"
    if not client.bottom:
        out += typed(draft.signature)
    if out and not draft.glued:
        out.append("")
    out += [quoted(line) for line in cite] if client.quoted_head else cite
    if client.blank_after_head:
        out.append(quoted("") if client.quoted_head else "")
    for number, piece in enumerate(pieces):
        if draft.trimmed and number not in answers:
            continue
        out += [quoted(line) for line in piece.lines]
        out += answers.get(number, [])
    if draft.below:
        out += ["", *typed(draft.below)]
    if client.bottom:
        out += typed(draft.signature)
    return "\n".join(out) + "\n"


def html_part(
    client: Client, draft: Draft, letter: ModeratorLetter, language: str, rng: random.Random
) -> str:
    """The text/html part."""

    def typed(own: tuple[Own, ...], style: str = "") -> str:
        rows = []
        for line in _typed(own, "html"):
            if not line.text:
                rows.append(client.blank)
                continue
            markup = line.html if line.html is not None else html.escape(line.text, quote=False)
            if style:
                markup = f'<span style="{style}">{markup}</span>'
            rows.append(client.line.replace("{line}", markup))
        return "\n".join(rows)

    opening, children = letter.html_children()
    classes = filled(client.classes, rng)
    if classes:
        children = [child.replace('class="', f'class="{classes}') for child in children]
        opening = opening.replace('class="', f'class="{classes}')
    start = filled(client.open, rng, mid=letter.message_id.strip("<>")) + opening
    end = "</div>" + client.close
    plain = [re.sub(r"<[^>]+>", "", html.unescape(child.replace("<br>", " "))) for child in children]
    body = []
    answers: dict[int, list[tuple[Own, ...]]] = {}
    for phrase, nth, own in draft.inline:
        answers.setdefault(_find(plain, phrase, nth), []).append(own)
    for number, child in enumerate(children):
        if draft.trimmed and number not in answers:
            continue
        body.append(child)
        for own in answers.get(number, []):
            inner = typed(own, client.inline_style)
            body.append(f"{end}{client.blank}{inner}{client.blank}{start}" if client.splits else inner)
    cite = client.attribution(letter, language)
    # What is a line of underscores in the text is a rule in the HTML, which the template has.
    rows = [row for line in cite for row in line.strip().split("\n") if row.strip("_")]
    escaped = client.cite_join.join(_bold_label(html.escape(row, quote=False)) for row in rows)
    escaped = escaped.replace("&amp;nbsp;", "&nbsp;")
    closers = client.cite.count("<div") - client.cite.count("</div")
    quote = (
        filled(client.cite, rng).replace("{cite}", escaped)
        + start
        + "\n".join(body)
        + end
        + "</div>" * closers
    )
    top, signature, below = typed(draft.top), typed(draft.signature), typed(draft.below)
    if draft.unquoted:
        quote = ""
    elif top and not draft.glued:
        top += client.blank
    if client.bottom:
        below += signature
    else:
        top += signature
    page = client.page.replace("{{", "{").replace("}}", "}")
    return page.replace("{own}", top).replace("{quote}", quote).replace("{below}", below) + "\n"


def _bold_label(row: str) -> str:
    """Labels of a head are bold; an attribution has none."""
    return re.sub(r"^([^\s<&,]{1,16} ?[:：])(?= )", r"<b>\1</b>", row)


def encoded(text: str, charset: str, encoding: str) -> bytes:
    """A part's body as it travels, with CRLF."""
    data = text.encode(charset, "xmlcharrefreplace" if text.lstrip()[:1] == "<" else "replace")
    if encoding == "base64":
        return base64.encodebytes(data.replace(b"\r\n", b"\n")).replace(b"\n", b"\r\n")
    if encoding == "quoted-printable":
        data = quopri.encodestring(data.replace(b"\r\n", b"\n"))
    return data.replace(b"\r\n", b"\n").replace(b"\n", b"\r\n")
