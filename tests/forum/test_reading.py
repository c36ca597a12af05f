"""What a post says: each of its lines is an order, a quotation, talk, or something that must not act."""

from __future__ import annotations

from typing import Any

import pytest
from pydantic import ValidationError

from pbem.channels.forum.forum import Form
from pbem.channels.forum.markdown import escaped, fenced, markdown_of, text_as_markdown
from pbem.channels.forum.places import (
    address_of,
    given_topic,
    is_forum_address,
    mark_in,
    mark_of,
    user_at,
)
from pbem.channels.forum.reading import is_for_us, own_lines, rows_of
from pbem.channels.forum.sender import _pieces
from pbem.channels.written import ACTING, Caution, Kind
from pbem.config import ForumSettings


def read(text: str, *, public: bool = False, form: Form = Form.SOURCE) -> dict[str, Kind]:
    found = own_lines(rows_of(form, text), "anna@forum", public=public)
    return {line.text: line.kind for line in found.lines}


def acting(text: str, *, public: bool = False, form: Form = Form.SOURCE) -> list[str]:
    return [line for line, kind in read(text, public=public, form=form).items() if kind in ACTING]


@pytest.mark.parametrize(
    ("post", "orders"),
    [
        ("```\npass\n```", ["pass"]),
        ("~~~ text\npass\n~~~", ["pass"]),
        ("````\n```\npass\n````", ["```", "pass"]),
        ("[code]\nmove 4: buda > vienna\nend\n[/code]", ["move 4: buda > vienna", "end"]),
        ("[code=orders]pass[/code]", ["pass"]),
        ("Hello all\n\n```\npass\n```\n\nGood luck!", ["pass"]),
        ("```\none\n```\nand then\n```\ntwo\n```", ["one", "two"]),
        ("orders\npass", ["pass"]),
        ("Orders 17\n\nplay 31\nend", ["play 31", "end"]),
        ("**ORDERS:**\npass", ["pass"]),
        ("# orders\npass", ["pass"]),
        ("#orders\npass", ["pass"]),
        ("orders: pass", ["pass"]),
        ("My orders:\n- pass\n- end", ["- pass", "- end"]),
        ("Befehle:\nplay 31", ["play 31"]),
        ("orders\npass\nend of orders\nplay 31", ["pass"]),
        ("> orders\n> pass\n\norders\nend", ["end"]),
    ],
)
def test_orders_in_a_block_or_below_the_word(post: str, orders: list[str]) -> None:
    assert acting(post) == orders
    assert acting(post, public=True) == orders
    assert is_for_us(Form.SOURCE, post)


@pytest.mark.parametrize(
    "post",
    [
        "pass",
        "I pass, I think.\nThat is all.",
        "orders?\nWhen do they come?",
        "Your orders were late.\npass",
        "orders",
        "> ```\n> pass\n> ```",
        "[quote]```\npass\n```[/quote]",
        "[quote=Bela][code]pass[/code][/quote]\nIs that so?",
        "~~orders~~\npass",
        "[spoiler]orders\npass[/spoiler]",
    ],
)
def test_talk_in_a_topic_is_not_for_us(post: str) -> None:
    assert not is_for_us(Form.SOURCE, post)
    assert acting(post, public=True) == []


@pytest.mark.parametrize(
    ("post", "kinds"),
    [
        ("pass", {"pass": Kind.OWN}),
        ("**pass**", {"pass": Kind.OWN}),
        ("play \\#31  \nend", {"play #31": Kind.OWN, "end": Kind.OWN}),
        ("#31 for cp", {"#31 for cp": Kind.OWN}),
        ("move 4 regulars: buda > vienna", {"move 4 regulars: buda > vienna": Kind.OWN}),
        (
            "Hi,\n\npass\n\nBest regards\nAnna",
            {"Hi,": Kind.GREETING, "pass": Kind.OWN, "Best regards": Kind.CLOSING},
        ),
        ("> pass", {"pass": Kind.FOREIGN}),
        ("> pass\nend", {"pass": Kind.FOREIGN, "end": Kind.FOREIGN}),
        ("> pass\n\nend", {"pass": Kind.FOREIGN, "end": Kind.OWN}),
        ("[quote]pass\nend[/quote]\nend 2", {"pass": Kind.FOREIGN, "end": Kind.FOREIGN, "end 2": Kind.OWN}),
        ("[quote][quote]a[/quote]b[/quote]c", {"a": Kind.FOREIGN, "b": Kind.FOREIGN, "c": Kind.OWN}),
        ("[quote]never closed\npass", {"never closed": Kind.FOREIGN, "pass": Kind.FOREIGN}),
        ("~~pass~~\nend", {"~~pass~~": Kind.STRUCK, "end": Kind.OWN}),
        ("[s]pass[/s]", {"[s]pass[/s]": Kind.STRUCK}),
        ("[spoiler]pass[/spoiler]", {"pass": Kind.HIDDEN}),
        ("I attack!\n```\npass\n```", {"I attack!": Kind.APART, "pass": Kind.OWN}),
    ],
)
def test_in_a_private_thread_each_line_has_its_kind(post: str, kinds: dict[str, Kind]) -> None:
    found = read(post)
    assert {line: found[line] for line in kinds} == kinds


def test_an_empty_post_says_so() -> None:
    for post in ("", "> all quoted", "Hello,"):
        assert Caution.EMPTY in own_lines(rows_of(Form.SOURCE, post), "anna@forum", public=False).warnings


def test_html_is_read_like_the_source() -> None:
    """Of a closed thread a forum gives no source."""
    page = (
        '<aside class="quote-block"><div class="quote-heading">Bela has written:</div>'
        '<blockquote class="quote-body"><p>pass</p></blockquote></aside>'
        "<p>Hello</p><pre><code>play 31\nend\n</code></pre><p>bye <del>now</del></p>"
    )
    found = read(page, form=Form.HTML)
    assert found["pass"] is Kind.FOREIGN
    assert [line for line, kind in found.items() if kind is Kind.OWN] == ["play 31", "end"]
    assert "Bela has written:" not in found
    assert acting("<h1>orders</h1><p>pass<br>end</p>", form=Form.HTML) == ["pass", "end"]


def test_a_long_hostile_post_is_read_in_time() -> None:
    for piece in ("[quote]", "> ", "`", "*_", "[code]", "orders\n", "~~", "[[", "@a said:\n"):
        rows_of(Form.SOURCE, piece * 5_000)
        rows_of(Form.HTML, f"<p>{piece * 2_000}</p>")
    rows_of(Form.HTML, "<div>" * 5_000)


# ---- Markdown


def test_letters_become_markdown() -> None:
    page = (
        '<html><head><style>p {}</style></head><body><table role="presentation"><tr><td>'
        '<p class="mark">--- write above ---</p><h1>Towns</h1><p>Dear *Anna*,<br>it is_on.</p>'
        '<div class="orders">pass<br>\nplay 31 <span class="small">// risky</span></div>'
        "<ul><li>One</li><li>Two</li></ul>"
        "<table><tr><th></th><th>VP</th></tr><tr><td>Red</td><td>12</td></tr><tr><td>Blue</td><td>3</td></tr></table>"
        '<table><tr><td>#4</td><td><b>Wall</b><br>stops</td></tr></table><p class="board"><img src="x"></p>'
        "</td></tr></table></body></html>"
    )
    assert markdown_of(page) == "\n\n".join(
        [
            "## Towns",
            "Dear \\*Anna\\*,\nit is\\_on.",
            "```\npass\nplay 31 // risky\n```",
            "- One\n- Two",
            "```\n      VP\nRed   12\nBlue   3\n```",
            "- \\#4 **Wall**\n  stops",
        ]
    )


def test_a_players_words_cannot_break_out() -> None:
    assert escaped("[quote]x") == "\\[quote\\]x"
    assert escaped("# big") == "\\# big"
    assert escaped("> said") == "\\> said"
    assert escaped("1. first") == "1\\. first"
    assert "```" not in escaped("```")
    assert fenced(["```", "x"]) == "````\n```\nx\n````"


def test_a_plain_letter_flows() -> None:
    text = "Anna,\n\nThis is a line\nthat goes on.\n\n    pass\n    end\n"
    assert text_as_markdown(text) == "Anna,\n\nThis is a line that goes on.\n\n```\npass\nend\n```"


def test_pieces_of_a_long_letter_hold_all_of_it() -> None:
    text = "\n".join(["# Title", "```", *(f"line {n} " + "x" * 30 for n in range(60)), "```", "word " * 200])
    pieces = list(_pieces(text, 480))
    assert all(len(piece) <= 500 and piece.count("```") % 2 == 0 for piece in pieces)
    for n in range(60):
        assert sum(f"line {n} " in piece for piece in pieces) == 1
    assert sum(piece.count("word") for piece in pieces) == 200


# ---- Addresses and marks


def test_addresses() -> None:
    for address in ("anna@forum", "anna k@forum", "topic@forum", "topic/34@forum", "ÄÖ.x-1@forum"):
        assert is_forum_address(address)
    for address in (
        "@forum",
        "a/b@forum",
        "topic/0@forum",
        "topic/x@forum",
        "anna@forum.example.org",
        " @forum",
    ):
        assert not is_forum_address(address)
    assert user_at("anna@forum") == "anna"
    assert user_at("topic/34@forum") == ""
    assert (given_topic("topic/34@forum"), given_topic("topic@forum")) == (34, None)
    assert address_of("Anna") == "anna@forum"


def test_only_the_last_mark_of_a_post_is_ours() -> None:
    """Somebody's press may hold another."""
    text = f"press: {mark_of('towns.1.9.abcdef', asks=True)}\n\n{mark_of('towns.2.3.012345', asks=False)}"
    assert mark_in(text) == ("towns.2.3.012345", False)
    assert mark_in(mark_of("towns.2.3.012345~2", asks=True)) == ("towns.2.3.012345~2", True)
    assert mark_in("no mark") is None


# ---- Settings


@pytest.mark.parametrize(
    ("told", "problem"),
    [
        ({"address": "http://forum.example.org", "user": "Moderator"}, "https"),
        ({"address": "forum.example.org", "user": "Moderator"}, "https"),
        ({"address": "https://forum.example.org"}, "account"),
        ({"address": "https://f.example.org", "user": "M", "category": 0}, "greater than or equal to 1"),
        (
            {"address": "https://f.example.org", "user": "M", "password": "x", "password_file": "y"},
            "give one of password",
        ),
    ],
)
def test_settings_that_make_no_sense(told: dict[str, Any], problem: str) -> None:
    with pytest.raises(ValidationError, match=problem):
        ForumSettings(kind="misago", **told)


def test_settings_that_do() -> None:
    assert ForumSettings().kind == ""
    for address in ("https://forum.example.org/sub", "http://127.0.0.1:8000", "http://localhost"):
        assert ForumSettings(kind="nodebb", address=address, user="Moderator").address == address
