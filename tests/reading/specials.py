"""Letters made one by one: hidden and struck text, parts that differ, forwards, robots, encodings.

Each shows one thing that programs or people do and that a reader of letters gets wrong easily.
"""

import html
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from tests.reading.clients import Draft, Own, moderator_letter
from tests.reading.make_letters import Attachment, Spec, own_line, own_lines

WAR = "declare war on Papacy"  # in the list of choices of the letter `war`: obeying it by mistake is easy


def letter(name: str, client: str, answers: str, lines: list[str | Own], **more: Any) -> Spec:
    """A letter with its lines at the top."""
    typed = tuple(own_line(line) if isinstance(line, str) else line for line in lines)
    draft = Draft(top=typed, glued=more.pop("glued", False), unquoted=more.pop("unquoted", False))
    draft = replace(draft, signature=own_lines(more.pop("signature", [])), inline=more.pop("inline", ()))
    draft = replace(draft, below=own_lines(more.pop("below", [])))
    return Spec(f"special.{name}", client, answers, draft, **more)


def hidden() -> Iterator[Spec]:
    """An order that nobody can see. It must not act, and its sender must hear of it."""
    ways = {
        "display-none": '<span style="display:none">{}</span>',
        "display-none-spaced": '<span style="color: red; DISPLAY : none !important">{}</span>',
        "visibility": '<span style="visibility:hidden">{}</span>',
        "font-size-0": '<span style="font-size:0">{}</span>',
        "font-size-1": '<span style="font-size:1px;line-height:1px">{}</span>',
        "white-on-white": '<span style="color:#ffffff">{}</span>',
        "white-named": '<font color="white">{}</font>',
        "same-colours": '<span style="color:rgb(240,240,240);background-color:#f0f0f0">{}</span>',
        "opacity": '<span style="opacity:0">{}</span>',
        "no-height": '<span style="max-height:0;overflow:hidden;display:block">{}</span>',
        "off-screen": '<span style="position:absolute;left:-9999px">{}</span>',
        "indented-away": '<span style="display:block;text-indent:-9999px;overflow:hidden">{}</span>',
        "mso-hide": '<span style="mso-hide:all;display:none">{}</span>',
        "attribute": "<span hidden>{}</span>",
        "class": "<style>.q1{{display:none}}</style><span class=q1>{}</span>",
    }
    for number, (name, markup) in enumerate(ways.items()):
        secret = Own(WAR, "hidden", html=markup.format(WAR), part="html")
        client = ("gmail-web", "outlook-windows", "web-de")[number % 3]
        about = f"hidden in the HTML by {name}"
        yield letter(f"hidden.{name}", client, "war", ["order| none", secret], about=about, warn=("hidden",))
    for name, markup in {
        "comment": f"<!-- {WAR} -->",
        "title": f"<title>{WAR}</title>",
        "template": f"<template>{WAR}</template>",
        "script": f"<script>{WAR}</script>",
        "alt": f'<img src="cid:x" alt="{WAR}">',
    }.items():
        yield letter(
            f"hidden.{name}",
            "gmail-web",
            "war",
            ["order| none"],
            edit_html=lambda page, markup=markup: markup + page,
            foreign=(WAR,),
            about=f"an order in a place that is no text: {name}",
        )
    preheader = f'<div style="display:none;max-height:0">{WAR}</div>'
    yield letter(
        "hidden.only",
        "gmail-web",
        "war",
        [Own(WAR, "hidden", html=preheader, part="html")],
        about="nothing but hidden text",
        warn=("hidden",),
    )


def struck() -> Iterator[Spec]:
    """Text that its writer has crossed out."""
    ways = {
        "s": "<s>{}</s>",
        "strike": "<strike>{}</strike>",
        "del": "<del>{}</del>",
        "style": '<span style="text-decoration:line-through">{}</span>',
        "style-long": '<span style="text-decoration-line: line-through; color: red">{}</span>',
        "class": "<style>.gone{{text-decoration:line-through}}</style><span class='gone'>{}</span>",
        "nested": "<b><i><s>{}</s></i></b>",
    }
    for number, (name, markup) in enumerate(ways.items()):
        gone = Own(WAR, "struck", html=markup.format(WAR))
        client = ("gmail-web", "apple-mail", "outlook-web", "thunderbird-html")[number % 4]
        about = "crossed out in the HTML; the text part has the bare words"
        yield letter(f"struck.{name}", client, "war", [gone, "order| none"], about=about, warn=("struck",))
        if number % 2 == 0:
            yield letter(
                f"struck.{name}.html-only",
                client,
                "war",
                [gone, "order| none"],
                structure="html",
                about="crossed out, and there is no text part",
                warn=("struck",),
            )
    for name, text in {
        "tildes": f"~~{WAR}~~",
        "dashes": f"-{WAR}-",
        "combining": "".join(letter + "\u0336" for letter in WAR),
    }.items():
        yield letter(
            f"struck.text.{name}",
            "gmail-plain",
            "war",
            [Own(text, "struck", also=("unread",)), "order| none"],
            about="crossed out as people do in plain text",
            warn=("struck",),
        )
    yield letter(
        "struck.word",
        "gmail-web",
        "war",
        [
            Own(
                "declare war on Papacy Venice",
                "struck",
                html="declare war on <s>Papacy</s> Venice",
                also=("unread",),
            )
        ],
        about="one word is crossed out: the two parts say different things, so nothing is done",
        warn=("struck", "parts-differ"),
    )
    yield letter(
        "struck.greeting",
        "gmail-web",
        "war",
        [Own("Helo", "furniture", html="<s>Helo</s>"), "furniture| Hello,", "order| none"],
        about="a harmless crossed-out word stops nothing",
    )


def differing() -> Iterator[Spec]:
    """The text and the HTML of one letter are not the same."""
    yield letter(
        "differ.orders",
        "gmail-web",
        "war",
        [Own("none", "unread", part="text"), Own("declare war on Venice", "unread", part="html")],
        about="text says none, HTML says war: nothing is done before the player says which",
        warn=("parts-differ",),
    )
    yield letter(
        "differ.more-in-html",
        "outlook-web",
        "action",
        [Own("control Pressburg", "unread"), Own("end", "unread", part="html")],
        about="one order more in the HTML",
        warn=("parts-differ",),
    )
    yield letter(
        "differ.more-in-text",
        "yahoo",
        "action",
        [Own("control Pressburg", "unread"), Own("end", "unread", part="text")],
        about="one order more in the text",
        warn=("parts-differ",),
    )
    yield letter(
        "differ.empty-text",
        "outlook-mobile",
        "war",
        ["order| none"],
        edit_text=lambda text: "\n",
        about="the text part is empty",
    )
    yield letter(
        "differ.no-html-viewer",
        "aol",
        "war",
        ["order| none"],
        edit_text=lambda text: "Your mail program cannot show HTML. Please use another one.\n",
        foreign=("Your mail program cannot show HTML. Please use another one.",),
        about="the text part is an excuse",
    )
    yield letter(
        "differ.empty-html",
        "apple-mail",
        "war",
        ["order| none"],
        edit_html=lambda page: "<html><body><br></body></html>\n",
        about="the HTML is empty",
    )
    yield letter(
        "differ.marks",
        "thunderbird-html",
        "impulse",
        [
            Own("play *76* for cp", "order", html="play <b>76</b> for cp"),
            Own(
                "move /Suleiman/ and all to _Pressburg_",
                "order",
                html="move <i>Suleiman</i> and all to <u>Pressburg</u>",
            ),
        ],
        about="marks for bold, italics and underlining: the parts agree",
    )
    yield letter(
        "differ.link",
        "outlook-windows",
        "talks",
        [
            Own(
                "press to france: see example.org<http://example.org/> for the map",
                "press",
                to=("france",),
                html='press to france: see <a href="http://example.org/">example.org</a> for the map',
            )
        ],
        about="a link is written out in the text only: the parts agree",
    )
    yield letter(
        "differ.autocorrect",
        "iphone",
        "impulse",
        [
            Own(
                "move Suleiman, 5 regulars: Buda -> Pressburg",
                "order",
                html="move Suleiman, 5 regulars: Buda → Pressburg",
            )
        ],
        about="the arrow is a sign in one part and letters in the other: the parts agree",
    )


FORWARDS = {
    "gmail": "---------- Forwarded message ---------\nFrom: Paula <paula@example.org>\n"
    "Date: Mon, Nov 16, 2026 at 8:01 PM\nSubject: my plan\nTo: <fran@example.org>\n\n",
    "apple": "Begin forwarded message:\n\nFrom: Paula <paula@example.org>\nSubject: my plan\n"
    "Date: 16 November 2026 at 20:01:12 CET\nTo: fran@example.org\n\n",
    "thunderbird": "-------- Weitergeleitete Nachricht --------\nBetreff: \tmein Plan\n"
    "Datum: \tMon, 16 Nov 2026 20:01:12 +0100\nVon: \tPaula <paula@example.org>\nAn: \tfran@example.org\n\n",
    "outlook": "________________________________\nFrom: Paula <paula@example.org>\n"
    "Sent: Monday, November 16, 2026 8:01 PM\nTo: fran@example.org\nSubject: my plan\n\n",
    "no-address": "From: Paula\nSent: Monday 16 November\nTo: Fran\nSubject: my plan\n\n",
    "no-address-de": "Von: Paula\nGesendet: Montag, 16. November\nAn: Fran\nBetreff: Plan\n\n",
    "no-address-fr": "De : Paula\nEnvoyé : lundi 16 novembre\nÀ : Fran\nObjet : plan\n\n",
    "no-address-zh": "发件人: 宝拉\n发送时间: 11月16日\n收件人: Fran\n主题: 计划\n\n",
    "said": "Paula wrote:\n\n",
    "said-fi": "Paula kirjoitti:\n\n",
    "said-hu": "Paula írta:\n\n",
    "chat": "[20:01, 16.11.2026] Paula: my plan is this\n[20:02, 16.11.2026] Paula: ",
}


def forwarded() -> Iterator[Spec]:
    """Somebody else's words in the player's letter never act."""
    clients = {
        "gmail": "gmail-web",
        "apple": "apple-mail",
        "thunderbird": "thunderbird-plain",
        "outlook": "outlook-web",
    }
    for name, start in FORWARDS.items():
        alien = start + "declare war on Venice\n"
        prefix = "> " if name.startswith("said") else ""
        text = "".join(
            (prefix if row == "declare war on Venice" else "") + row + "\n"
            for row in alien.rstrip("\n").split("\n")
        )
        client = clients.get(name, "gmail-plain")
        markup = "<div>" + html.escape(text).replace("\n", "<br>\n") + "</div>"
        yield letter(
            f"forward.{name}",
            client,
            "war",
            ["order| none", "furniture+chat| See what Paula wrote to me:"],
            unquoted=True,
            edit_text=lambda body, text=text: body + "\n" + text,
            edit_html=lambda page, markup=markup: (
                page.replace("</body>", markup + "</body>") if "</body>" in page else page + markup
            ),
            foreign=tuple(row for row in text.split("\n") if row.strip()),
            about="another player's letter below one's own",
        )
    message = (
        "From: Paula <paula@example.org>\nTo: Fran <fran@example.org>\nSubject: my plan\n"
        "Content-Type: text/plain\n\ndeclare war on Venice\n"
    )
    yield letter(
        "forward.attached",
        "thunderbird-plain",
        "war",
        ["order| none"],
        structure="mixed-text",
        attachments=(Attachment("message/rfc822", message.encode(), "plan.eml", encoding="7bit"),),
        foreign=("declare war on Venice",),
        about="another player's letter as an attachment",
    )
    yield letter(
        "forward.text-attached",
        "mutt",
        "war",
        ["order| none"],
        structure="mixed-text",
        attachments=(
            Attachment(
                "text/plain; charset=us-ascii", b"declare war on Venice\n", "plan.txt", encoding="7bit"
            ),
        ),
        foreign=("declare war on Venice",),
        about="a text attachment with an order in it: not read, but mentioned",
        warn=("attachment",),
    )
    old = moderator_letter("impulse").text
    yield letter(
        "forward.moderator",
        "gmail-web",
        "war",
        ["chat+furniture| Is this letter of yours still valid?"],
        unquoted=True,
        edit_text=lambda body: (
            body + "\n---------- Forwarded message ---------\nFrom: Moderator <gm@example.org>\n\n" + old
        ),
        edit_html=lambda page: (
            page + "<div>---------- Forwarded message ---------<br><pre>" + html.escape(old) + "</pre></div>"
        ),
        foreign=tuple(row.strip() for row in old.split("\n") if row.strip()),
        about="another letter of the moderator's, forwarded",
    )
    for client, mark in (("gmail-web", "> "), ("outlook-web", ""), ("k9-plain", ">"), ("iphone", "> ")):
        mine = [
            "On Mon, Nov 16, 2026 at 8:01 PM Fran <fran@example.org> wrote:",
            "",
            f"{mark}declare war on Venice",
            mark,
        ]
        block = "\n".join(mine)
        markup = "<div>" + "<br>".join(html.escape(row) for row in mine) + "</div>"
        yield letter(
            f"thread.own-old-order.{client}",
            client,
            "war",
            ["order| none"],
            edit_text=lambda body, block=block: body + block + "\n",
            edit_html=lambda page, markup=markup: page + markup,
            foreign=("declare war on Venice",),
            about="the player's own order of an older letter, further down in the thread",
        )


TRANSLATED = {
    "de": [
        "Ihre Entscheidung, Frankreich",
        "Wem erklärst du den Krieg?",
        "keinem",
        "Krieg erklären: Papsttum",
        "declare war on Papst",
    ],
    "es": [
        "Su decisión, Francia",
        "¿A quién declara usted la guerra?",
        "ninguno",
        "declarar la guerra al Papado",
        "declare war on Papado",
    ],
    "fr": [
        "Votre décision, France",
        "À qui déclarez-vous la guerre ?",
        "aucun",
        "déclarer la guerre à la Papauté",
        "declare war on Papauté",
    ],
    "zh": ["您的决定，法国", "您向谁宣战？", "无", "向教皇国宣战", "declare war on 教皇国"],
}


def quoted_otherwise() -> Iterator[Spec]:
    """Our own letter, but not as we wrote it."""
    for language, rows in TRANSLATED.items():
        block = "\n".join("> " + row for row in rows)
        markup = "<blockquote>" + "<br>".join(rows) + "</blockquote>"
        yield letter(
            f"translated.{language}",
            "gmail-web",
            "war",
            ["order| none"],
            language=language,
            edit_text=lambda body, block=block: body.split("\n> ", 1)[0] + "\n" + block + "\n",
            edit_html=lambda page, markup=markup: page.split("<blockquote", 1)[0] + markup + "</div>",
            foreign=tuple(rows),
            about="the browser has translated our letter before it was quoted",
        )
    for name, mark in {"x": "X ", "arrow": "--> ", "brackets": "[x] ", "stars": "*** "}.items():
        chosen = f"{mark}declare war on Venice"
        yield letter(
            f"marked.{name}",
            "outlook-plain",
            "war",
            [],
            inline=(("declare war on Venice", 1, own_lines([f"unread+order| {chosen}"])),),
            about=(
                "the player has marked one of our lines: it must be mentioned; it may be read as the choice"
            ),
        )
    for name, mark in {
        "name": "[Fran] ",
        "hashes": "### ",
        "initials": "FE> ",
        "colour": "(in red) ",
    }.items():
        own = own_lines([f"order+unread| {mark}none"])
        yield letter(
            f"inline.{name}",
            "outlook-web",
            "war",
            [],
            inline=(("On whom do you declare war?", 1, own),),
            about="an inline answer with the mark that Outlook users put before it",
        )
    yield letter(
        "inline.see-below",
        "outlook-windows",
        "two-powers",
        ["furniture+chat| Hi, see my answers below in blue."],
        inline=(
            ("do you play a card before anybody deploys", 1, (Own("pass", "order", power="england"),)),
            ("do you play a card before anybody deploys", 2, (Own("pass", "order", power="protestant"),)),
        ),
        about="answers in blue inside our old letter",
    )
    yield letter(
        "inside.html-only",
        "outlook-windows",
        "impulse",
        [],
        structure="html",
        inline=(("Written as", 1, own_lines(["order| play 76 for cp", "order| end"])),),
        about="orders inside our old letter, in an answer that is HTML only",
    )
    yield letter(
        "inside.web-de",
        "web-de",
        "war",
        [],
        inline=(("You can order", 1, own_lines(["order| declare war on Venice"])),),
        about="an order inside our old letter in front of the very list that has it",
    )
    yield letter(
        "inside.same-words",
        "outlook-plain",
        "war",
        ["order| declare war on Papacy"],
        about="the player's order is word for word one of our quoted lines: it acts once",
    )
    yield letter(
        "copied.choices",
        "gmail-web",
        "impulse",
        ["order| play 76 for cp", "order| build regular in Istanbul", "order| end"],
        below=["chat+furniture| (I left the rest of your letter as it was.)"],
        about="a remark at the very end, below the whole quotation",
    )
    yield letter(
        "quote.only",
        "gmail-web",
        "war",
        [],
        about="nothing but the quotation: nothing is done, and the player is told that nothing was found",
        warn=("empty",),
    )
    yield letter(
        "quote.only.outlook",
        "outlook-web",
        "war",
        [],
        about="the same without quotation marks",
        warn=("empty",),
    )


DISCLAIMER = (
    "This e-mail is confidential. If you are not the intended recipient, please delete it, end any "
    "distribution, and pass the notice on to the sender. Any order given by e-mail is not binding."
)
BANNER = "CAUTION: This email originated from outside of the organization. Do not click links."


def furniture() -> Iterator[Spec]:
    """Signatures, disclaimers, footers, and lines that only look like them."""
    yield letter(
        "disclaimer.bottom",
        "outlook-windows",
        "impulse",
        ["order| play 76 for cp", "order| end"],
        edit_text=lambda text: text + "\n" + DISCLAIMER + "\n",
        edit_html=lambda page: page.replace("</body>", f"<p>{DISCLAIMER}</p></body>"),
        foreign=(DISCLAIMER,),
        about="the firm's disclaimer at the end",
    )
    yield letter(
        "disclaimer.top",
        "outlook-web",
        "impulse",
        ["order| play 76 for cp", "order| end"],
        edit_text=lambda text: BANNER + "\n\n" + text,
        edit_html=lambda page: page.replace(
            '<body dir="ltr">', f'<body dir="ltr"><table><tr><td>{BANNER}</td></tr></table>'
        ),
        foreign=(BANNER,),
        about="a warning that the mail server puts above everything",
    )
    yield letter(
        "disclaimer.before-quote",
        "outlook-plain",
        "war",
        ["order| none", "", f"furniture| {DISCLAIMER}"],
        about="the disclaimer between the answer and the quotation",
    )
    for name, line in {
        "avast": "Virenfrei. www.avast.com",
        "yahoo": "Yahoo Mail: Search, Organize, Conquer",
        "environment": "Please consider the environment before printing this e-mail.",
        "dictated": "Sent from a tiny keyboard, excuse typos",
        "spark": "Sent via Spark <https://sparkmailapp.com/source>",
    }.items():
        yield letter(
            f"tagline.{name}",
            "gmail-web",
            "war",
            ["order| none", "", f"furniture| {line}"],
            about="a tag line",
        )
    for name, line in {
        "outlook": "press>france| press to france: What is your outlook on Milan?",
        "android": "press>all| press to all: My android translates badly, sorry.",
        "galaxy": "press>papacy| press to papacy: The galaxy is wide, and so is St. Peter's.",
        "sent-from": "press>england| press to england: Sent from my heart: peace.",
        "wrote": "press>all| press to all: On Monday the Emperor wrote: I shall win.",
        "from": "press>all| press to all: From: the Sultan. To: all. Subject: peace.",
        "dashes": "press>all| press to all: -- peace -- and nothing else",
    }.items():
        yield letter(
            f"looks-like.{name}",
            "gmail-plain",
            "talks",
            [line],
            about="a line of the player's that looks like furniture",
        )
    yield letter(
        "looks-like.on-date-wrote",
        "thunderbird-plain",
        "talks",
        [
            "press>all| press to all: On 5 January 2026 Henry",
            "press>all| wrote: marry me.",
            "press>all| end press",
        ],
        glued=True,
        about="press that is broken like an attribution",
    )
    yield letter(
        "dashes.tight.order",
        "gmail-plain",
        "impulse",
        ["order| play 76 for cp", "furniture| --", "unread+order| end"],
        about="an order below two dashes without a space: it must not vanish",
    )
    yield letter(
        "dashes.exact.order",
        "thunderbird-plain",
        "impulse",
        ["order| play 76 for cp", "", "furniture| -- ", "furniture| Ahmed", "unread+order| end"],
        about="a line below the signature mark that is an order by itself: it must be mentioned",
    )
    yield letter(
        "dashes.divider",
        "gmail-web",
        "impulse",
        ["order| play 76 for cp", "furniture| ----------", "order| end"],
        about="a line of dashes as a divider between orders",
    )
    yield letter(
        "dashes.stars",
        "gmail-web",
        "impulse",
        ["order| play 76 for cp", "furniture| ***", "order| end"],
        about="stars as a divider between orders",
    )
    yield letter(
        "signature.motto",
        "mutt",
        "impulse",
        [
            "order| play 76 for cp",
            "",
            "furniture| -- ",
            "furniture| Ahmed",
            "furniture+unread| Attack is the best defence.",
        ],
        about="a motto in the signature that speaks of war",
    )
    yield letter(
        "signature.power",
        "gmail-web",
        "impulse",
        [
            "order| play 76 for cp",
            "order| end",
            "",
            "furniture| Suleiman the Magnificent",
            "furniture| Sultan of the Ottomans",
        ],
        about="signed in the name of the ruler",
    )
    yield letter(
        "signature.quote-below",
        "gmail-plain",
        "war",
        ["order| none"],
        below=["", "furniture| -- ", "furniture| Fran"],
        about="the signature below the quotation",
    )


WORD_LIST_REST = "<p class=MsoListParagraph>· control Pressburg</p><p class=MsoListParagraph>· end</p>"


def lists_and_shapes() -> Iterator[Spec]:
    """How orders look after a rich editor has been at them."""
    orders = ("play 76 for cp", "control Pressburg", "end")
    for name, (mark, markup) in {
        "ul": ("  - ", "<ul><li>play 76 for cp</li><li>control Pressburg</li><li>end</li></ul>"),
        "ol": ("  {n}. ", "<ol><li>play 76 for cp</li><li>control Pressburg</li><li>end</li></ol>"),
        "paragraphs": ("", "<p>play 76 for cp</p><p>control Pressburg</p><p>end</p>"),
        "breaks": ("", "play 76 for cp<br>control Pressburg<br>end<br>"),
        "table": (
            "",
            (
                "<table><tr><td>play 76 for cp</td></tr><tr><td>control"
                " Pressburg</td></tr><tr><td>end</td></tr></table>"
            ),
        ),
        "pre": ("", "<pre>play 76 for cp\ncontrol Pressburg\nend\n</pre>"),
        "code": ("", "<code>play 76 for cp</code><br><code>control Pressburg</code><br><code>end</code>"),
        "bold": ("", "<b>play 76 for cp</b><br><b>control Pressburg</b><br><b>end</b>"),
        "coloured": ("", '<font color="#0000ff">play 76 for cp<br>control Pressburg<br>end</font>'),
        "spans": (
            "",
            (
                "<div><span>play </span><span>76</span><span> for"
                " cp</span></div><div>control&nbsp;Pressburg</div><div>end</div>"
            ),
        ),
        "word-list": (
            "*   ",
            "<p class=MsoListParagraph><span>·</span> play 76 for cp</p>" + WORD_LIST_REST,
        ),
        "dark-mode": (
            "",
            (
                '<div style="background:#000"><span style="color:#ffffff">play 76 for cp<br>control'
                " Pressburg<br>end</span></div>"
            ),
        ),
    }.items():
        typed = [mark.replace("{n}", str(n)) + order for n, order in enumerate(orders, 1)]
        yield letter(
            f"shape.{name}",
            "gmail-web",
            "impulse",
            [Own(order, "order") for order in orders],
            edit_text=lambda body, typed=typed: "\n".join(typed) + body.split("end\n", 1)[1],
            edit_html=lambda page, markup=markup: (
                f'<div dir="ltr">{markup}</div>' + page.split("</div></div>", 1)[-1]
                if "</div></div>" in page
                else page
            ),
            about=f"orders as {name}",
        )
    image = Attachment(
        "image/png", b"\x89PNG\r\n\x1a\n" + bytes(60), "image001.png", content_id="image001.png@01DC"
    )
    for name, mark in {
        "gmail": "[image: image001.png]",
        "outlook": "[cid:image001.png@01DC]",
        "yahoo": "Inline image",
    }.items():
        client = {"gmail": "gmail-web", "outlook": "outlook-web", "yahoo": "yahoo"}[name]
        picture = Own(
            mark, "furniture", html='<img src="cid:image001.png@01DC" width="200" alt="image001.png">'
        )
        yield letter(
            f"image.{name}",
            client,
            "war",
            ["order| none", picture],
            structure="related",
            attachments=(image,),
            about="a picture in the letter",
        )
    tnef = Attachment("application/ms-tnef", b"\x78\x9f\x3e\x22" + bytes(40), "winmail.dat")
    yield letter(
        "winmail",
        "outlook-plain",
        "war",
        ["order| none"],
        structure="mixed-text",
        attachments=(tnef,),
        about="winmail.dat beside it",
    )
    event = (
        b"BEGIN:VCALENDAR\nMETHOD:REPLY\nBEGIN:VEVENT\nSUMMARY:declare war on Papacy\n"
        b"DESCRIPTION:declare war on Papacy\n"
        b"END:VEVENT\nEND:VCALENDAR\n"
    )
    calendar = Attachment("text/calendar; charset=utf-8; method=REPLY", event, encoding="7bit")
    yield letter(
        "calendar.beside",
        "outlook-web",
        "war",
        ["order| none"],
        structure="alternative-more",
        attachments=(calendar,),
        foreign=(WAR,),
        about="a calendar part beside the answer",
    )
    yield letter(
        "calendar.invitation",
        "gmail-web",
        "war",
        [],
        subject="Accepted: game night",
        structure="alternative-more",
        attachments=(calendar,),
        foreign=(WAR,),
        about="the answer to an invitation",
        warn=("empty",),
    )
    vcard = Attachment(
        "text/vcard; charset=utf-8",
        b"BEGIN:VCARD\nFN:Fran\nNOTE:declare war on Papacy\nEND:VCARD\n",
        "fran.vcf",
        encoding="7bit",
    )
    yield letter(
        "vcard",
        "thunderbird-plain",
        "war",
        ["order| none"],
        structure="mixed-text",
        attachments=(vcard,),
        foreign=(WAR,),
        about="a business card",
    )
    reaction = Attachment(
        "text/vnd.google.email-reaction+json; charset=utf-8", '{"emoji":"👍","version":1}'.encode()
    )
    yield letter(
        "reaction.gmail",
        "gmail-web",
        "offer",
        ["unread| 👍", "", "furniture| Fran reacted via Gmail"],
        structure="alternative-more",
        attachments=(reaction,),
        about="a thumb as a reaction to an offer: not an agreement, but mentioned",
    )
    for name, line in {
        "thumb": "unread| 👍",
        "tick": "order+unread| ✅ yes",
        "smile": "order| yes 😀",
        "only-smile": "unread| 😀",
    }.items():
        yield letter(f"emoji.{name}", "iphone", "debate", [line], about="emoji")


def signed() -> Iterator[Spec]:
    """PGP and S/MIME."""
    armour = "-----BEGIN PGP SIGNATURE-----\n\niQEzBAEBCAAdFiEE\nend\n=AbCd\n-----END PGP SIGNATURE-----\n"
    begin = "-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA256\n\n"
    yield letter(
        "pgp.inline",
        "mutt",
        "impulse",
        ["order| play 76 for cp", "order| end"],
        unquoted=True,
        edit_text=lambda text: begin + text + armour,
        foreign=tuple(row for row in (begin + armour).split("\n") if row),
        about="signed inline; the armour has a line `end`",
    )
    yield letter(
        "pgp.escaped",
        "thunderbird-plain",
        "impulse",
        ["order| play 76 for cp", "order| end", "", "furniture| - -- ", "furniture| Ahmed"],
        unquoted=True,
        edit_text=lambda text: begin + text + armour,
        foreign=tuple(row for row in (begin + armour).split("\n") if row),
        about="signed inline, with the dash of the signature mark escaped",
    )
    yield letter(
        "pgp.mime",
        "evolution",
        "war",
        ["order| none"],
        structure="signed",
        attachments=(
            Attachment(
                "application/pgp-signature; name=signature.asc",
                armour.encode(),
                "signature.asc",
                encoding="7bit",
            ),
        ),
        foreign=tuple(row for row in armour.split("\n") if row),
        about="PGP/MIME",
    )
    yield letter(
        "smime",
        "apple-plain",
        "war",
        ["order| none"],
        structure="mixed-text",
        attachments=(Attachment("application/pkcs7-signature", bytes(50), "smime.p7s"),),
        about="S/MIME",
    )
    cipher = "-----BEGIN PGP MESSAGE-----\n\nhQEMA1pzvdLxWqcGAQf9\nnone\n=xYz1\n-----END PGP MESSAGE-----\n"
    yield letter(
        "pgp.encrypted",
        "thunderbird-plain",
        "war",
        [],
        unquoted=True,
        edit_text=lambda text: cipher,
        foreign=tuple(row for row in cipher.split("\n") if row),
        about="encrypted: it cannot be read, and its sender must be told",
        warn=("unreadable",),
    )


AWAY = {
    "en": (
        "Out of office: ",
        [
            "I am out of the office until 30 November.",
            "For urgent matters write to paula@example.org.",
            "none",
        ],
    ),
    "de": (
        "Automatische Antwort: ",
        ["Ich bin bis zum 30. November nicht im Büro.", "Ihre Nachricht wird nicht weitergeleitet."],
    ),
    "fr": (
        "Réponse automatique : ",
        ["Je suis absent jusqu'au 30 novembre.", "Je vous répondrai à mon retour."],
    ),
    "es": ("Respuesta automática: ", ["Estaré fuera de la oficina hasta el 30 de noviembre."]),
    "it": ("Risposta automatica: ", ["Sono fuori ufficio fino al 30 novembre."]),
    "fi": ("Automaattinen vastaus: ", ["Olen poissa toimistolta 30.11. asti."]),
    "hu": ("Automatikus válasz: ", ["November 30-ig nem vagyok az irodában."]),
    "zh": ("自动回复: ", ["我正在休假，11月30日回来。"]),
    "ru": ("Автоматический ответ: ", ["Я в отпуске до 30 ноября."]),
}


def robots() -> Iterator[Spec]:
    """Letters that no human has sent."""
    for number, (language, (mark, rows)) in enumerate(AWAY.items()):
        yield letter(
            f"away.{language}",
            "outlook-web",
            "war",
            [f"unread+furniture| {row}" for row in rows],
            language=language,
            unquoted=True,
            subject=mark + moderator_letter("war").subject,
            headers=("Auto-Submitted: auto-replied", "X-Auto-Response-Suppress: All") if number % 2 else (),
            robot=True,
            warn=() if number % 2 else ("absence",),
            about="an absence notice"
            + ("" if number % 2 else " without the headers that robots should have"),
        )
    yield letter(
        "read-receipt",
        "outlook-plain",
        "war",
        [],
        unquoted=True,
        subject="Read: " + moderator_letter("war").subject,
        structure="report",
        edit_text=lambda text: "Your message was read on Tuesday.\n",
        attachments=(
            Attachment(
                "message/disposition-notification",
                b"Final-Recipient: rfc822; fran@example.org\nDisposition: manual-action/sent; displayed\n",
                encoding="7bit",
            ),
        ),
        foreign=("Your message was read on Tuesday.",),
        robot=True,
        about="a receipt that the letter was read",
    )
    yield letter(
        "list.footer",
        "mutt",
        "war",
        ["unread| none"],
        headers=(
            "List-Id: <his-players.lists.example.net>",
            "Precedence: list",
            "List-Post: <mailto:his-players@lists.example.net>",
        ),
        edit_text=lambda text: (
            text + "____________________________\nHis-players mailing list\nhis-players@lists.example.net\n"
        ),
        foreign=("His-players mailing list", "his-players@lists.example.net"),
        warn=("bulk",),
        about="a player's letter that came through a mailing list: not obeyed, and the player is told",
    )
    yield letter(
        "list.munged",
        "gmail-web",
        "war",
        ["unread| none"],
        sender="Fran via His-players <his-players@lists.example.net>",
        headers=(
            "List-Id: <his-players.lists.example.net>",
            "Precedence: list",
            "X-Original-From: Fran <fran@example.org>",
        ),
        warn=("bulk", "sender"),
        about="the list has changed the sender",
    )
    yield letter(
        "list.footer-only",
        "gmail-plain",
        "war",
        ["order| none"],
        edit_text=lambda text: (
            text
            + '\n-- \nYou received this message because you subscribed to a Google Group\n"Board games".\n'
        ),
        foreign=("You received this message because you subscribed to a Google Group",),
        about="a footer of a group without its headers",
    )


def envelopes() -> Iterator[Spec]:
    """Who wrote, from where, to whom, in answer to what."""
    yield letter(
        "envelope.reply-all",
        "gmail-web",
        "talks",
        ["press>papacy| press to papacy: I hold #31 and will break with France."],
        cc="Fran <fran@example.org>, Paula <paula@example.org>",
        warn=("other-addressees",),
        about="a secret that went to the other players as well",
    )
    yield letter(
        "envelope.to-players",
        "outlook-web",
        "war",
        ["order| none"],
        cc="ed@example.org",
        warn=("other-addressees",),
        about="orders with a copy to another player",
    )
    yield letter(
        "envelope.other-address",
        "iphone",
        "war",
        ["unread| none"],
        sender="Fran <fran.private@example.com>",
        warn=("sender",),
        about=(
            "from an address that is not registered, with the right token: not obeyed; the owner of the"
            " token is told"
        ),
    )
    yield letter(
        "envelope.no-token",
        "gmail-web",
        "war",
        ["unread| none"],
        to="Moderator <gm@example.org>",
        warn=("no-token",),
        about="to the plain address: answered without secrets at the registered address",
    )
    yield letter(
        "envelope.no-references",
        "k9-plain",
        "war",
        ["order| none"],
        reply=False,
        about="no In-Reply-To: the letter that is answered can be found by its text",
    )
    yield letter(
        "envelope.no-references.no-subject",
        "samsung",
        "offer",
        ["deal| agree"],
        reply=False,
        subject="turks",
        about="neither references nor our subject, but the quotation tells which offer",
    )
    yield letter(
        "envelope.new-letter",
        "gmail-web",
        "war",
        ["order| none"],
        reply=False,
        unquoted=True,
        subject="my orders",
        about="a new letter to the token's address",
    )
    for prefix in ("AW: ", "RE: RE: ", "Antwort: ", "Vs: ", "答复: ", "Fwd: "):
        yield letter(
            f"envelope.subject.{prefix.strip(': ').replace(' ', '').replace(':', '-')}",
            "outlook-web",
            "war",
            ["order| none"],
            subject=prefix + moderator_letter("war").subject,
            about="the subject as another program writes it",
        )


def encodings() -> Iterator[Spec]:
    """Signs and bytes."""
    zero = "\u200b"
    for name, text in {
        "zero-width": f"{zero}none{zero}",
        "bom": "\ufeffnone",
        "nbsp": "declare\u00a0war\u00a0on\u00a0Venice",
        "thin-space": "declare war\u2009on\u202fVenice",
        "full-width": "\uff44eclare war on \uff36enice",
        "soft-hyphen": "declare war on Ven\u00adice",
        "capitals": "DECLARE WAR ON VENICE",
        "tabs": "\tdeclare\twar on Venice",
        "spaces": "   declare  war   on Venice   ",
        "full-stop": "declare war on Venice.",
        "quotes": "“declare war on Venice”",
        "bold-marks": "**declare war on Venice**",
        "rtl-mark": "\u200fdeclare war on Venice\u200e",
        "ideographic-stop": "declare war on Venice。",
    }.items():
        also = ("unread",) if name == "quotes" else ()
        yield letter(
            f"signs.{name}", "gmail-web", "war", [Own(text, "order", also=also)], about=f"signs: {name}"
        )
    yield letter(
        "signs.zero-width-inside",
        "gmail-web",
        "war",
        [Own(f"decl{zero}are war on Ven{zero}ice", "order", also=("unread",))],
        about="zero-width signs inside of words",
    )
    for charset, encoding, text in (
        ("gb18030", "base64", "press to all: 皇帝万岁，我们要和平。"),
        ("gb2312", "quoted-printable", "press to all: 和平"),
        ("big5", "base64", "press to all: 和平"),
        ("shift_jis", "base64", "press to all: 平和を望みます。"),
        ("iso-2022-jp", "7bit", "press to all: 平和を望みます。"),
        ("euc-kr", "base64", "press to all: 평화를 원합니다."),
        ("koi8-r", "8bit", "press to all: Мы хотим мира."),
        ("windows-1251", "quoted-printable", "press to all: Мы хотим мира."),
        ("iso-8859-2", "quoted-printable", "press to all: Békét akarunk, őszintén."),
        ("iso-8859-15", "8bit", "press to all: It costs 100 € in Besançon."),
        ("windows-1252", "quoted-printable", "press to all: “Peace” – at last…"),
        ("utf-7", "7bit", "press to all: Ruhe für Österreich."),
    ):
        yield letter(
            f"charset.{charset}",
            "becky" if charset == "iso-2022-jp" else "outlook-plain",
            "talks",
            [Own(text, "press", to=("all",))],
            charset=charset,
            encoding=encoding,
            unquoted=True,
            about=f"press in {charset}, {encoding}",
        )
    yield letter(
        "flowed.long-order",
        "thunderbird-plain",
        "impulse",
        [
            "order| play 76 for cp",
            (
                "order| move Suleiman, 5 regulars, 1 cavalry: Buda > Pressburg, then control Pressburg, then"
                " build cavalry in Istanbul, then end"
            ),
        ],
        about="one long line, broken softly",
    )
    yield letter(
        "wrapped.long-order",
        "mutt",
        "impulse",
        [
            "order| play 76 for cp",
            (
                "order+unread| move Suleiman, 5 regulars, 1 cavalry: Buda > Pressburg, then control"
                " Pressburg, then build cavalry in Istanbul"
            ),
        ],
        about="one long line, broken hard",
    )
    yield letter(
        "wrapped.press-trap",
        "mutt",
        "war",
        [
            (
                "press>all| press to all: Do not listen to the Emperor, who tells everybody that I want to"
                " declare war on Papacy."
            ),
            "",
            "order| none",
        ],
        about="the line breaks right before words that are an order",
    )
    yield letter(
        "wrapped.press-trap.typed",
        "gmail-plain",
        "war",
        [
            "press>all| press to all: Do not listen to the Emperor, who says that I",
            "press>all| declare war on Papacy",
            "press>all| every year.",
            "",
            "order| none",
        ],
        about="the player has broken the press by hand; the second line is an order word for word",
    )
    yield letter("line-end.lf", "mutt", "war", ["order| none"], line_end="\n", about="bare line feeds")
    yield letter(
        "empty",
        "iphone",
        "war",
        [],
        unquoted=True,
        edit_text=lambda text: "\n",
        edit_html=lambda page: "<br>",
        about="an empty letter",
        warn=("empty",),
    )


def specials() -> list[Spec]:
    groups = (
        hidden,
        struck,
        differing,
        forwarded,
        quoted_otherwise,
        furniture,
        lists_and_shapes,
        signed,
        robots,
        envelopes,
        encodings,
    )
    return [spec for group in groups for spec in group()]
