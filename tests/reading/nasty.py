"""More letters for the benchmark, each a trap that its other letters do not set.

Written down before it was tried how they are read.  `own` is what the player wrote, with fates as in
`contents.toml`; `foreign` what must not act.  The letter that is answered is `war`, if nothing else is said.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from email.message import EmailMessage
from typing import Any

from tests.reading.clients import moderator_letter
from tests.reading.make_letters import ACTING, SILENT, Letter, own_line

VENICE = "declare war on Venice"
PAPACY = "declare war on Papacy"


def letter(
    name: str,
    own: list[str],
    *,
    text: str = "",
    html: str = "",
    answers: str = "war",
    foreign: tuple[str, ...] = (),
    warn: tuple[str, ...] = (),
    subject: str = "",
    more: tuple[str, ...] = (),
    robot: bool = False,
) -> Letter:
    """A letter with these parts; `more` are texts that stand beside the body."""
    ours = moderator_letter(answers)
    message = EmailMessage()
    message["From"] = "{} <{}>".format(*ours.player)
    message["To"] = ours.reply_to
    message["Subject"] = subject or f"Re: {ours.subject}"
    message["Message-ID"] = f"<{name}@nasty.example.org>"
    message["Date"] = "Tue, 17 Nov 2026 09:00:00 +0000"
    message["In-Reply-To"] = ours.message_id
    if text:
        message.set_content(text, cte="base64")
        if html:
            message.add_alternative(html, subtype="html", cte="base64")
    else:
        message.set_content(html or "\n", subtype="html" if html else "plain", cte="base64")
    for part in more:
        message.add_attachment(part, disposition="inline")
    lines = [own_line(line) for line in own]
    expected: dict[str, Any] = {
        "name": f"nasty.{name}",
        "answers": answers,
        "robot": robot,
        "warn": list(warn),
        "own": [
            {
                "text": line.text,
                "fate": line.fate,
                "acts": line.fate in ACTING,
                "told": line.fate not in SILENT,
                "also": list(line.also),
                **({"power": line.power} if line.power else {}),
            }
            for line in lines
        ],
        "foreign": [*foreign, *(row.strip() for row in ours.text.split("\n") if row.strip())],
    }
    return Letter(f"nasty.{name}", message.as_bytes(), expected)


def quoted(answers: str = "war", mark: str = "> ") -> str:
    """Our text with a mark before each line."""
    return "".join(f"{mark}{row}".rstrip() + "\n" for row in moderator_letter(answers).text.split("\n"))


def page(answers: str = "war") -> str:
    """Our HTML, as far as it stands within the page."""
    opening, children = moderator_letter(answers).html_children()
    return opening + "".join(children) + "</div>"


def with_answer(answers: str, after: str, answer: str, mark: str = "") -> str:
    """Our text with an answer below the first line that has these words."""
    rows: list[str] = []
    done = False
    for row in quoted(answers, mark).split("\n"):
        rows.append(row)
        if after in row and not done:
            rows += ["", answer, ""]
            done = True
    assert done
    return "\n".join(rows)


# ---- Heads in other words


HEADS = {
    "hebrew": "\u202bבתאריך יום ג׳, 17 בנוב׳ 2026 ב-3:48 מאת \u202aModerator\u202c\u200f"
    " <\u202agm@example.org\u202c\u200f>:\u202c",
    "thai": "เมื่อ อ. 17 พ.ย. 2569 เวลา 03:48 Moderator <gm@example.org> เขียนว่า:",
    "persian": "در تاریخ سه‌شنبه ۱۷ نوامبر ۲۰۲۶ ساعت ۳:۴۸ Moderator <\u202agm@example.org\u202c> نوشت:",
    "greek": "Στις Τρί 17 Νοε 2026 στις 5:48 π.μ., ο χρήστης Moderator <gm@example.org> έγραψε:",
    "vietnamese": "Vào Th 3, 17 thg 11, 2026 vào lúc 10:48 Moderator <gm@example.org> đã viết:",
    "other-zone": "On Nov 16, 2026 at 22:48 -0500, Moderator <gm@example.org>, wrote:",
    "superhuman": "On Tue, Nov 17, 2026 at 3:48 AM, Moderator < gm@example.org > wrote:",
    "name-only": "Moderator:",
    "broken-in-three": "Op dinsdag 17 november 2026 om 03:48\nschreef Moderator\n<gm@example.org>:",
}


def other_heads() -> Iterator[Letter]:
    for name, head in HEADS.items():
        yield letter(f"head.{name}", ["order| none"], text=f"none\n\n{head}\n\n{quoted()}", foreign=(head,))
    korean = (
        '-----Original Message-----\nFrom: "Moderator"<gm@example.org>\nTo: "Fran"<fran@example.org>;\nCc:\n'
        "Sent: 2026-11-17 (화) 12:48:16 (GMT+09:00)\nSubject: [summer] Turn 4: France, it is your turn\n\n"
    )
    yield letter(
        "head.naver", [f"order| {VENICE}"], text=f"{VENICE}\n{korean}{quoted(mark='')}", foreign=(VENICE,)
    )
    arabic = (
        "من: Moderator <gm@example.org>\nتم الإرسال: الثلاثاء، 17 نوفمبر 2026 03:48\n"
        "إلى: Fran <fran@example.org>\nالموضوع: [summer] Turn 4: France, it is your turn\n\n"
    )
    yield letter("head.arabic", ["order| none"], text=f"none\n{arabic}{quoted(mark='')}")
    yield letter(
        "head.dated-order-above",
        ["request| vacation 2026-11-17 to 2026-11-30"],
        text=f"vacation 2026-11-17 to 2026-11-30\nOn 17.11.26 03:48, Moderator wrote:\n{quoted()}",
    )
    yield letter(
        "head.answer-below-it",
        ["order| none"],
        text=f"On Tue, 17 Nov 2026, Moderator wrote:\n\nnone\n\n{quoted()}",
    )


# ---- Quoted in other ways


def other_quotes() -> Iterator[Letter]:
    yield letter("quote.supercite", ["order| none"], text=f"none\n\n{quoted(mark='Mod> ')}")
    yield letter("quote.tabs", ["order| none"], text=f"none\n\nModerator wrote:\n{quoted(mark=chr(9))}")
    yield letter("quote.percent", ["order| none"], text=f"none\n\nModerator wrote:\n{quoted(mark='% ')}")
    yield letter(
        "quote.typed-into-it",
        ["unread| On whom do you declare war? none"],
        text=quoted().replace(
            "On whom do you declare war? In CP, paid with cards, that costs:",
            "On whom do you declare war? none",
        ),
    )
    yield letter(
        "quote.repeats-the-choice",
        [f"order+unread| {VENICE}"],
        text="From: Moderator <gm@example.org>\nSent: 17 November 2026 03:48\nTo: Fran\n\n"
        + with_answer("war", "declare war on Papacy", VENICE),
    )
    yield letter(
        "quote.inline-no-marks-short",
        ["order| none"],
        text="From: Moderator <gm@example.org>\nSent: 17 November 2026 03:48\nTo: Fran\n\n"
        + with_answer("war", "Scotland 2, Venice 1.", "none"),
    )
    yield letter(
        "quote.table-cell-beside",
        ["unread+order| none"],
        html=re.sub(
            r"<p[^>]*>(On whom do you declare war.*?)</p>",
            r'<table><tr><td>\1</td><td style="color:red">none</td></tr></table>',
            page(),
            count=1,
            flags=re.DOTALL,
        ),
    )
    yield letter(
        "quote.own-indented",
        ["order+unread| none"],
        text=f"none\n\nOn Tue, Nov 17, 2026 at 3:48 AM Moderator <gm@example.org> wrote:\n\n{quoted()}",
        html='<div dir="ltr"><blockquote style="margin:0 0 0 40px;border:none;padding:0px"><div>none</div>'
        '</blockquote></div><br><div class="gmail_quote"><div class="gmail_attr">On Tue, Nov 17, 2026 at 3:48'
        f' AM Moderator &lt;gm@example.org&gt; wrote:<br></div><blockquote class="gmail_quote">{page()}'
        "</blockquote></div>",
        warn=("parts-differ",),
    )
    older = quoted("impulse")
    yield letter(
        "quote.two-of-ours",
        ["order| none"],
        text=f"none\n\nModerator wrote:\n{quoted()}\n\nOn Mon, 16 Nov 2026, Moderator wrote:\n{older}",
    )
    yield letter(
        "quote.two-of-ours-no-marks",
        ["order| none"],
        text="none\n\nFrom: Moderator <gm@example.org>\nSent: Tuesday, 17 November 2026 03:48\nTo: Fran\n"
        f"Subject: Turn 4\n\n{quoted(mark='')}\n\nFrom: Moderator <gm@example.org>\n"
        f"Sent: Monday, 16 November 2026 03:52\nTo: Fran\nSubject: Turn 3\n\n{quoted('impulse', '')}",
        foreign=tuple(row.strip() for row in moderator_letter("impulse").text.split("\n") if row.strip()),
    )


# ---- Pages


def other_pages() -> Iterator[Letter]:
    yield letter(
        "page.pre-wrap",
        ["order| play 76 for cp", "order| control Pressburg", "order| end"],
        answers="impulse",
        html='<div style="white-space: pre-wrap">play 76 for cp\ncontrol Pressburg\nend</div>'
        f"<blockquote>{page('impulse')}</blockquote>",
    )
    for name, hiding in {
        "no-font": '<span style="font:0/0 a">{}</span>',
        "almost-white": '<span style="color:#fefefe">{}</span>',
        "id": "<style>#zz {{ display: none }}</style><span id=zz>{}</span>",
        "tag": "<style>i.x, em {{display:none}}</style><em>{}</em>",
        "clip": '<span style="position:absolute;clip:rect(0 0 0 0)">{}</span>',
        "scaled": '<span style="display:inline-block;transform:scale(0)">{}</span>',
        "small-box": '<div style="width:1px;height:1px;overflow:hidden">{}</div>',
        "input": '<input type="hidden" value="{}">',
        "no-colour": '<span style="color:transparent">{}</span>',
    }.items():
        yield letter(
            f"hidden.{name}",
            ["order| none", *([f"hidden| {VENICE}"] if name != "input" else [])],
            html=f"<div>none</div>{hiding.format(VENICE)}<blockquote>{page()}</blockquote>",
            foreign=(VENICE,),
            warn=("hidden",) if name != "input" else (),
        )
    yield letter(
        "struck.over-paragraphs",
        [f"struck| {VENICE}", f"struck| {PAPACY}", "order| none"],
        text=f"{VENICE}\n{PAPACY}\nnone\n\nModerator wrote:\n{quoted()}",
        html=f"<s><p>{VENICE}</p><p>{PAPACY}</p></s><p>none</p><blockquote>{page()}</blockquote>",
        warn=("struck",),
    )
    yield letter(
        "struck.underlined-too",
        [f"struck| {VENICE}", "order| none"],
        html=f'<u style="text-decoration: underline line-through red">{VENICE}</u><br>none'
        f"<blockquote>{page()}</blockquote>",
        warn=("struck",),
    )
    yield letter(
        "struck.one-tilde",
        [f"struck+unread| ~{VENICE}~", "order| none"],
        text=f"~{VENICE}~\nnone\n\nModerator wrote:\n{quoted()}",
        warn=("struck",),
    )
    yield letter(
        "parts.text-is-cut",
        ["unread| control Pressburg", "unread| end"],
        answers="action",
        text="control Pressburg\n...\n",
        html=f"<div>control Pressburg</div><div>end</div><blockquote>{page('action')}</blockquote>",
        warn=("parts-differ",),
    )
    yield letter(
        "parts.text-picture-text",
        ["order| none", "unread| press to all: this stands below the picture"],
        text=f"none\n\nModerator wrote:\n{quoted()}",
        more=("press to all: this stands below the picture\n",),
    )


# ---- Somebody else's words


def others() -> Iterator[Letter]:
    for name, words in {
        "whatsapp": f"16/11/2026, 20:01 - Paula: {VENICE}",
        "telegram": f"Paula, [16.11.2026 20:01]\n{VENICE}",
        "discord": f"Paula — 16.11.2026 20:01\n{VENICE}",
        "vietnamese": "Từ: Paula <paula@example.org>\nĐã gửi: 16 tháng 11, 2026 20:01\nĐến: Fran\n"
        f"Chủ đề: plan\n\n{VENICE}",
        "korean": f"---------- 전달된 메일 ----------\n보낸사람: Paula\n날짜: 2026. 11. 16.\n\n{VENICE}",
        "quoted-by-name": f"Paula schreibt:\n> {VENICE}",
        "slovene": f"Paula je napisala 16. 11. 2026 ob 20:01:\n\n{VENICE}",
    }.items():
        yield letter(
            f"others.{name}",
            ["order| none"],
            text=f"none\n\n{words}\n",
            foreign=(VENICE, *words.split("\n")),
        )
    for name, words in {
        "it": "Questo messaggio è riservato. Chi lo riceve per errore è pregato di cancellarlo.",
        "fr": "Ce message est confidentiel. Si vous l'avez reçu par erreur, merci de le détruire.",
        "es": "Este mensaje es confidencial. Si lo ha recibido por error, bórrelo y avise al remitente.",
    }.items():
        yield letter(
            f"others.disclaimer.{name}",
            ["order| none"],
            text=f"none\n\nModerator wrote:\n{quoted()}\n{words}\n",
            foreign=(words,),
        )
    yield letter(
        "others.absence",
        ["unread| Hallo, ich bin vom 16. bis zum 30. November im Urlaub und lese keine Mails."],
        text="Hallo, ich bin vom 16. bis zum 30. November im Urlaub und lese keine Mails.\n\nLG Fran\n",
        subject="Ich bin dann mal weg: [summer] Turn 4: France, it is your turn",
        robot=True,
    )


# ---- A second round


def first_lines_marked(answers: str) -> str:
    """Only the first line of each paragraph has a mark."""
    rows: list[str] = []
    for row in moderator_letter(answers).text.split("\n"):
        rows.append(f"> {row}" if row.strip() and not (rows and rows[-1].strip()) else row)
    return "\n".join(rows)


def second_round() -> Iterator[Letter]:
    question = "Spring begins: do you play a card before anybody deploys?"
    yield letter(
        "again.lazy-marks", ["order| none"], text=f"none\n\nModerator wrote:\n{first_lines_marked('war')}"
    )
    yield letter("again.no-head-no-marks", ["order| none"], text=f"none\n\n{quoted(mark='')}")
    yield letter(
        "again.no-head-then-older",
        ["order| none"],
        text=f"none\n\n{quoted(mark='')}\n\nFrom: Moderator <gm@example.org>\nSent: 17 November 2026 03:52\n"
        f"To: Fran\nSubject: Turn 3\n\n{quoted('impulse', '')}",
        foreign=_rows("impulse"),
    )
    yield letter(
        "again.another-letter-of-ours",
        ["order| none"],
        text=f"none\n\n{quoted('impulse', '')}",
        foreign=_rows("impulse"),
    )
    yield letter(
        "again.another-letter-of-ours.html",
        ["order| none"],
        html=f"<div>none</div><hr><b>From:</b> Moderator<br><b>Sent:</b> Tuesday<br>{page('impulse')}",
        foreign=_rows("impulse"),
    )
    yield letter(
        "again.on-the-same-line",
        ["unread| On whom do you declare war? none"],
        html="<div>Moderator wrote:</div>"
        + page().replace(
            "On whom do you declare war?", 'On whom do you declare war? <b style="color:red">none</b><br>', 1
        ),
    )
    yield letter(
        "again.yes-behind-a-choice",
        [f"unread| declare war on England      {VENICE} YES PLEASE"],
        text="From: Moderator <gm@example.org>\nSent: 17 November 2026 03:48\nTo: Fran\n\n"
        + quoted(mark="").replace(f"{VENICE}\n", f"{VENICE} YES PLEASE\n", 1),
    )
    yield letter(
        "again.two-questions-trimmed",
        ["order@england| pass", "order@protestant| play 33"],
        answers="two-powers",
        text=f"> {question}\n\npass\n\n> {question}\n\nplay 33\n",
    )
    yield letter(
        "again.choices-left-quoted",
        ["order| none"],
        text=f"> You can order:\n>\n>     {VENICE}\n>     {PAPACY}\n\nnone\n",
    )
    yield letter(
        "again.signature-between",
        ["order| none", "furniture| -- ", "furniture| Fran", "unread+order| end"],
        text=f"none\n\n-- \nFran\n\nOn Tue, 17 Nov 2026, Moderator wrote:\n{quoted()}\n\nend\n",
    )
    yield letter(
        "again.outlook-word",
        ["chat| What is your outlook on the galaxy of Italian towns?", "order| none"],
        text=f"What is your outlook on the galaxy of Italian towns?\nnone\n\nModerator wrote:\n{quoted()}",
    )
    yield letter(
        "again.android-alone",
        ["chat| My android says hello"],
        text=f"My android says hello\n\nModerator wrote:\n{quoted()}",
    )
    yield letter(
        "again.footer-below-inline",
        ["order| none"],
        text=with_answer("war", "Scotland 2, Venice 1.", "none", "> ")
        + f"\n\n{'_' * 47}\nboardgames mailing list -- boardgames@lists.example.net\n{VENICE}\n",
        foreign=(VENICE,),
    )
    yield letter(
        "again.html-quotes-without-marks-in-text",
        [],
        text=f"Paula:\n{VENICE}\n",
        html=f"<div>Paula:</div><blockquote>{VENICE}</blockquote>",
        foreign=(VENICE, "Paula:"),
        warn=("parts-differ",),
    )
    yield letter(
        "again.hidden-in-the-quotation",
        ["order| none"],
        html=f"<div>none</div><blockquote>{page()}<div style='display:none'>{PAPACY}</div></blockquote>",
        foreign=(PAPACY,),
    )
    yield letter(
        "again.press-with-a-quotation",
        [
            "press>all| press to all: Henry wrote to me:",
            "press>all| > marry me",
            "press>all| end press",
            "order| none",
        ],
        text=f"press to all: Henry wrote to me:\n> marry me\nend press\nnone\n\nModerator wrote:\n{quoted()}",
    )
    yield letter(
        "again.rtl-page",
        ["order| none"],
        html=f'<div dir="rtl"><div dir="ltr">none</div></div><div class="gmail_quote"><div dir="rtl">'
        f"{HEADS['hebrew']}</div><blockquote>{page()}</blockquote></div>",
    )
    yield letter(
        "again.everything-in-one-cell",
        ["order| none"],
        html="<table><tr><td>none<br><br>Moderator &lt;gm@example.org&gt; wrote:<br>"
        f"{page()}</td></tr></table>",
    )


def _rows(answers: str) -> tuple[str, ...]:
    return tuple(row.strip() for row in moderator_letter(answers).text.split("\n") if row.strip())


def nasty_letters() -> list[Letter]:
    return [*other_heads(), *other_quotes(), *other_pages(), *others(), *second_round()]
