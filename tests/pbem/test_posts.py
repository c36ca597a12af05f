"""Posts for a forum: the same facts as letters, in four formats, and never more than everybody may know."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from pbem.games import game_of
from pbem.letters import posts
from pbem.letters.content import Problem
from pbem.letters.markup import (
    Bullets,
    Code,
    Document,
    Folded,
    Format,
    Heading,
    Image,
    Paragraph,
    Table,
    Title,
    as_bbcode,
    as_html,
    as_markdown,
    as_text,
    write,
)
from pbem.store import games
from pbem.store.unit_of_work import UnitOfWork
from pbem.work.game_work import GameWork
from pbem.work.posts import AGAIN, Posted, post_blocks, public_post, remember
from tests.pbem.office import GAME, Office

EVERY: Document = (
    Heading("The powers"),
    Title("Impulse 3"),
    Paragraph("1. A *bold* [b]word[/b] of <b>somebody</b>"),
    Bullets(("one", "- two")),
    Code("assault [with <leader>]\n```"),
    Table(("", "VP"), (("France", "12"), ("Papacy", "9")), numbers=(1,)),
    Image("summer.png", "The map"),
    Folded("Before", (Paragraph("long ago"),)),
)


# ---- Formats


def test_bbcode_keeps_columns_and_reads_no_tag_of_a_player() -> None:
    text = as_bbcode(EVERY)
    assert "[code]\n        VP\nFrance  12\nPapacy   9\n[/code]" in text
    assert "[b]word" not in text
    assert "[\N{WORD JOINER}b]word" in text
    assert "[spoiler=Before]long ago[/spoiler]" in text
    assert "[list]\n[*]one\n[*]- two\n[/list]" in text


def test_markdown_keeps_columns_and_reads_no_mark_of_a_player() -> None:
    text = as_markdown(EVERY)
    assert "```\n        VP\nFrance  12\nPapacy   9\n```" in text
    assert r"1\. A \*bold\* \[b\]word\[/b\] of \<b\>somebody\</b\>" in text
    assert "- one\n- \\- two" in text
    assert "````\nassault [with <leader>]\n```\n````" in text
    assert "**Before**\n\nlong ago" in text


def test_markdown_folds_as_a_forum_can() -> None:
    folded = as_markdown([Folded("Before", (Paragraph("long ago"),))], fold=("[spoiler]", "[/spoiler]"))
    assert folded == "**Before**\n\n[spoiler]\n\nlong ago\n\n[/spoiler]\n"
    named = as_markdown(
        [Folded("Before", (Paragraph("long ago"),))], fold=('[details="{title}"]', "[/details]")
    )
    assert named == '[details="Before"]\n\nlong ago\n\n[/details]\n'


def test_html_folds_and_escapes() -> None:
    text = as_html(EVERY)
    assert "<details><summary>Before</summary>" in text
    assert "<b>somebody" not in text
    assert '<td align="right">12</td>' in text
    assert '<img src="summer.png" alt="The map">' in text


def test_text_is_72_columns_wide() -> None:
    text = as_text([*EVERY, Paragraph("word " * 40)])
    assert max(map(len, text.splitlines())) <= 72
    assert "[summer.png: The map]" in text


# ---- Posts of a game


def work_on(office: Office, work: UnitOfWork) -> GameWork:
    game = games.find_game(work.session, GAME)
    return GameWork.on(work.at(office.settings, office.clock.now()), game)


def posted(office: Office, since: int | str = "last", language: str = "en", *, keep: bool = True) -> str:
    with UnitOfWork(office.database) as work:
        on = work_on(office, work)
        post = public_post(on, since, language)
        text = write(post_blocks(on, post), Format.TEXT)
        if keep:
            remember(on, post)
            work.commit()
    return text


def test_each_post_goes_on_where_the_last_one_ended(game: Office) -> None:
    first = posted(game)
    assert "THE POWERS" in first
    assert "WHAT IS ASKED NOW" in first
    assert "Nothing has happened since the last post." in posted(game)
    game.play_silently(20)
    second = posted(game)
    assert "Nothing has happened" not in second
    assert second != first
    assert posted(game, AGAIN, keep=False) == second
    assert posted(game, 0, keep=False).startswith(first.splitlines()[0][:20])
    with UnitOfWork(game.database) as work:
        found = Posted.of(games.find_game(work.session, GAME).posted)
    assert found.order == game.orders()[-1].seq
    assert found.first < found.event


def test_a_look_is_not_remembered(game: Office) -> None:
    assert posted(game, keep=False) == posted(game)


def test_in_german(game: Office) -> None:
    assert "WAS JETZT GEFRAGT IST" in posted(game, language="de")


def test_an_order_that_is_not_there(game: Office) -> None:
    with pytest.raises(Exception, match="not among them"):
        posted(game, 99_999)


def test_no_post_depends_on_hidden_cards(new_office: Callable[..., Office]) -> None:
    """Other hands, from another seed: what everybody is told is the same until something is played."""
    told = []
    for seed in ("one", "two"):
        office = new_office()
        office.begin(seed=seed, scenario="1517")
        told.append(posted(office))
        for power in ("ottoman", "france"):
            hand = office.engine().game.cards.hands.get(power, [])
            for card in hand:
                assert game_of("his").voice().name("card", card) not in told[-1]
    assert told[0] == told[1]


# ---- What one player reads


def test_what_one_player_reads_is_all_there(game: Office) -> None:
    """Every question, hand and refused order stands in the blocks."""
    seat = game.seat(game.asked()[0])
    with UnitOfWork(game.database) as work:
        on = work_on(game, work)
        voice = game_of("his").voice()
        asked, *_ = on.writer().material.asked(seat)
        hand, *_ = on.sitting.title.hands(on.sitting.engine.game, seat.powers, voice)
    refused = Problem(2, "asault vienna", 1, "nobody understands it", "13.2", ("assault",))
    assert asked.orders[0].text in as_markdown(posts.question_blocks(asked, voice))
    text = as_markdown(posts.hand_blocks(hand, voice))
    assert [card.number for card in hand.cards if f"#{card.number}" not in text] == []
    text = as_markdown(posts.problem_blocks(refused, voice))
    assert "asault vienna\n^" in text
    assert "Did you mean: assault?" in text
