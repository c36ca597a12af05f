"""A forum campaign by hand: posts go the way of letters, what is quoted never acts, nothing is guessed."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from prompt_toolkit.application import create_app_session
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.output import DummyOutput

from pbem.console.heads import Whose, author_in
from pbem.console.pasted import Pasted, posts_in
from pbem.console.screen import Screen, run
from pbem.console.table import ForumTable, MoreNeeded
from pbem.errors import ModeratorProblem, WrongMoment
from pbem.letters.markup import as_text
from pbem.moderator.lists import deeds
from pbem.moderator.overview import Overview
from pbem.post.outbox import Outbox
from pbem.store.unit_of_work import UnitOfWork
from tests.pbem.office import GAME, Office, plan

FIRST, SECOND = "target Brandenburg", "target Leipzig"
EIGHT = [5, 1, 2, 3, 4, 6, 1, 1]

# ---- Where posts begin, and whose they are

NAMES = {"dee": 4, "france": 4, "ann lee": 1, "ottoman": 1, "moderator": None}


def known(name: str) -> Whose | None:
    return Whose(NAMES[name.casefold()], name) if name.casefold() in NAMES else None


@pytest.mark.parametrize(
    "line",
    [
        "Dee wrote:",
        "**Dee** wrote:",
        "*Dee* said · 2 hours ago:",
        "__Dee__ » Tuesday",
        "[b]Dee[/b]",
        "**Dee**",
        "Dee (Paris) wrote:",
        "Dee's orders",
        "France orders:",
        "Dee - Paris:",
        "### France",
        "France:",
        "by Dee » Tue Nov 17, 2026 8:12 am",
        "Posted by Dee · 2 hours ago",
        "@Dee",
        "From: Dee",
        "=== Dee ===",
        "Dee, #17 · 3 hours ago",
        "Dee schrieb:",
        "[url=https://forum.example/u/4][b]Dee[/b][/url] said:",
        "Posted by Dee on Monday 16 Nov 2026, 09:12",
        "Posted by: Dee",
        "#12 by Dee",
        "Dee, 16 Nov 2026 09:12",
        "Dee 16.11.2026, 09:12",
        "Dee 3 minutes ago",
        "u/Dee · 3 hr. ago",
        "Dee [Paris] replied:",
        "Beitrag von Dee » Mo 16. Nov 2026, 09:12",
        "Dee hat geschrieben:",
        "Dee kirjoitti:",
        "Dee írta:",
        "Dee写道：",
    ],
)
def test_a_line_that_names_an_author(line: str) -> None:
    assert author_in(line, known, frozenset()) == Whose(4, line if known(line) else _name(line))


def _name(line: str) -> str:
    return "France" if "France" in line else "Dee"


@pytest.mark.parametrize(
    "line",
    [
        "France",
        "Dee",
        "france: move 4 regulars: Paris > Milan",
        "Dee will not like it.",
        "",
        "sack France",
        "France, Monday at the latest",
        "Dee, turn 3 of 1525",
        "---",
    ],
)
def test_a_line_that_names_none(line: str) -> None:
    """A power alone may be an answer; a player alone begins a post only above a blank line."""
    assert author_in(line, known, frozenset()) is None


def test_several_posts_with_their_dice() -> None:
    text = """\
Ann Lee
pass

> Dee wrote:
> assault Milan

[b]Dee[/b]
[quote="Ann Lee"]
[b]Ann Lee[/b]
pass
[/quote]
[code]
France:
assault Milan
[/code]
moderator: dice 3 4 5
draws: tetzel, 31

by Ann Lee » Tuesday
ready
"""
    posts = posts_in(text, known, ["Ann Lee", "Dee"])
    assert [(post.author and post.author.seat, post.dice, post.draws) for post in posts] == [
        (1, [], []),
        (4, [3, 4, 5], ["tetzel", "31"]),
        (1, [], []),
    ]
    assert posts[1].text.endswith("[code]\nFrance:\nassault Milan\n[/code]")
    assert posts[2].text == "ready"


@pytest.mark.parametrize(
    "head",
    [
        "Ann Lee wrote: ↑Mon Nov 16, 2026 9:00 am",
        "Originally Posted by Ann Lee",
        "Quote from: Ann Lee on November 16, 2026",
        "Quote:",
        "Ann Lee hat geschrieben: ↑Mo 16. Nov 2026, 09:12",
        "Ann Lee kirjoitti: ↑",
        "Zitat von Ann Lee",
    ],
)
def test_a_page_that_was_copied_as_it_looks(head: str) -> None:
    """Nobody knows where its quotation ends: nothing below acts, unless the person says which lines do."""
    page = f"Re: summer\n\nby Dee » Mon Nov 16, 2026 9:12 am\n\n{head}\npass\n\nNo!\nassault Milan"
    text = f"{page}\n\nAnn Lee wrote:\nend"
    posts = posts_in(text, known, ["Dee", "Ann Lee"])
    assert [post.author.name for post in posts if post.author] == ["Dee", "Ann Lee"]
    assert [line for line in posts[0].lines if line] == [
        f"> {line}" for line in (head, "pass", "No!", "assault Milan")
    ]
    assert posts[1].text == "end"


def test_a_quotation_that_says_where_it_ends() -> None:
    (post,) = posts_in("Dee:\nZed said: ↑\npass\nClick to expand...\nassault Milan", known, ["Dee"])
    assert post.lines[-4:] == ["> pass", "> Click to expand...", "", "assault Milan"]


@pytest.mark.parametrize(
    ("head", "quotation"),
    [
        ("Dee wrote:", "@Ann Lee said in [Summer](https://forum.example/post/12):\n> pass"),
        ("Dee wrote:", "Ann Lee wrote:\n> pass"),
        ("**Dee**", "I see.\n\nAnn Lee wrote:\n> pass"),
        ("Dee wrote:", "I see.\n\nOn Mon, Nov 16, 2026 at 9:12 AM Ann Lee wrote:\n> pass"),
        ("Dee\nMonday at 9:12 AM\n#12", "Ann Lee said:\npass\nClick to expand..."),
        ("Dee\nMonday at 9:12 AM\n#12", "Ann Lee said:\n↑\npass\nClick to expand..."),
        ("Dee\n16.11.2026 09:12", "Zed said:\npass\nClick to expand..."),
    ],
)
def test_the_line_above_a_quotation_begins_no_post(head: str, quotation: str) -> None:
    """It says whose words are quoted: what stands below them is still the author's of the post."""
    (post,) = posts_in(f"{head}\n{quotation}\n\nassault Milan", known, ["Dee", "Ann Lee"])
    assert post.author == Whose(4, "Dee")
    assert not post.endless
    own = [line for line in post.lines if line and not line.startswith(">")]
    assert own in (["assault Milan"], ["I see.", "assault Milan"])


@pytest.mark.parametrize("quotation", ["> pass", "pass\nClick to expand..."])
def test_a_line_that_begins_a_post_or_a_quotation_leaves_open_whose_it_is(quotation: str) -> None:
    text = f"Dee wrote:\nI see.\n\nAnn Lee wrote:\n{quotation}\n\nassault Milan"
    assert [post.author for post in posts_in(text, known, ["Dee", "Ann Lee"])] == [Whose(4, "Dee"), None]


def test_a_post_of_a_named_author_may_begin_with_a_quotation() -> None:
    (post,) = posts_in("Dee wrote:\n> pass\n\nassault Milan", known, ["Dee", "Ann Lee"])
    assert post.author == Whose(4, "Dee")


def test_a_stranger_is_nobody_at_the_table() -> None:
    """Named as authors are named here; a heading of a player's own is no stranger."""
    text = (
        "[b]Dee[/b]\npass\n\n[b]Zed[/b]\nassault Milan\n\nZoe wrote:\npass\n\nDee wrote:\n**My plan**\npass"
    )
    posts = posts_in(text, known, ["Dee"])
    assert [(post.author.name, post.author.stranger) for post in posts if post.author] == [
        ("Dee", False),
        ("Zed", True),
        ("Zoe", True),
        ("Dee", False),
    ]
    (post,) = posts_in("Dee wrote:\npass\n\n**Orders**\nassault Milan", known, ["Dee"])
    assert "assault Milan" in post.text


def test_dice_need_a_post_and_must_be_dice() -> None:
    with pytest.raises(ModeratorProblem, match="stands above the first post"):
        posts_in("moderator: dice 1 2", known, ["Dee"])
    with pytest.raises(ModeratorProblem, match="are no dice: 7 is none"):
        posts_in("Dee wrote:\npass\nmoderator: dice 1 7", known, ["Dee"])
    with pytest.raises(ModeratorProblem, match="the moderator can give"):
        posts_in("Dee wrote:\npass\nmoderator: hello", known, ["Dee"])


def test_dice_of_a_player_are_no_dice() -> None:
    """Only the moderator's own lines give any."""
    (post,) = posts_in("Dee wrote:\nassault Milan\ndice: 6 6 6", known, ["Dee"])
    assert post.dice == []


# ---- At the table


@pytest.fixture
def office(new_office: Callable[..., Office]) -> Office:
    return begin(new_office())


def begin(office: Office, *options: tuple[str, str], channel: str = "mail") -> Office:
    seats = plan(scenario="1517")
    players = tuple(replace(player, channel=channel) for player in seats.players)
    office.moderator.create_game(replace(seats, players=players, options=options), seed="a seed")
    office.moderator.start_game(GAME)
    return office


@pytest.fixture
def at_a_table(new_office: Callable[..., Office]) -> Office:
    return begin(new_office(), ("dice", "elsewhere"))


def table_of(office: Office) -> ForumTable:
    return ForumTable(office.database, office.settings, GAME, office.clock)


def name_of(office: Office, power: str) -> str:
    return office.seat(power).name


class Talk:
    """A conversation with prepared answers."""

    def __init__(self, office: Office, *answers: str, alone: bool = False, **more: object) -> None:
        self.told: list[str] = []
        self.asked: list[str] = []
        left: Iterator[str] = iter(answers)

        def ask(question: str) -> str | None:
            self.asked.append(question)
            return next(left, None)

        self.screen = Screen(table_of(office), self.told.append, None if alone else ask, **more)  # type: ignore[arg-type]

    @property
    def text(self) -> str:
        return "\n".join(self.told)


def test_a_post_is_shown_and_done_only_after_a_yes(office: Office) -> None:
    text = f"[b]{name_of(office, 'protestant')}[/b]\nHello,\n{FIRST}"
    no = Talk(office, "n")
    no.screen.take(text)
    assert "-> an order, and dice or cards" in no.text
    assert "-> greeting" in no.text
    assert office.orders() == []
    assert office.letters() == []
    yes = Talk(office, "y")
    assert yes.screen.take(text)
    assert [row.words for row in office.orders()] == [FIRST]
    assert "done       target Brandenburg" in yes.text
    assert "The attempt on Brandenburg" in yes.text
    assert "Reformation attempt 2 of 5" in yes.text
    assert "[code]" in yes.text


def test_the_dice_of_the_seed_are_not_shown_before_the_yes(office: Office) -> None:
    looked = table_of(office).look(Pasted(None, [FIRST]), table_of(office).player_named("protestant"))
    assert "dice" in looked.then
    assert not any("rolls" in told for line in looked.lines for told in line.told)


def test_a_quotation_never_acts(office: Office) -> None:
    who = name_of(office, "protestant")
    talk = Talk(office, "y")
    talk.screen.take(f'{who} wrote:\n[quote="Eve"]{FIRST}[/quote]\n> {SECOND}\nNice one!')
    assert office.orders() == []
    assert "they never act" in talk.text


def test_a_line_right_below_a_quotation_is_the_authors(office: Office) -> None:
    """Nobody leaves a blank line there; only the rest of a long line that was broken stays quoted."""
    who = name_of(office, "protestant")
    talk = Talk(office, alone=True)
    assert talk.screen.take(f"{who} wrote:\n> What will Luther do?\n{FIRST}")
    assert [row.words for row in office.orders()] == [FIRST]
    long = "I have heard it said in Rome that all of the friends of Luther are about to"
    broken = Talk(office, alone=True)
    broken.screen.take(f"{who} wrote:\n> {long}\n{SECOND}")
    assert [row.words for row in office.orders()] == [FIRST]
    assert "unless a blank line stands between" in " ".join(broken.text.split())


def test_only_some_lines_of_a_post(office: Office) -> None:
    who = name_of(office, "protestant")
    talk = Talk(office, "2-3", "y")
    assert talk.screen.take(
        f"{who} wrote:\nglad to be here, really!\n{FIRST}\n{SECOND}\nmay the best monk win"
    )
    assert [row.words for row in office.orders()] == [FIRST, SECOND]


def test_lines_below_a_quotation_without_an_end_can_be_chosen(office: Office) -> None:
    who = name_of(office, "protestant")
    text = f"{who} wrote:\nEve wrote: ↑Monday\n{SECOND}\n\nNo, no.\n{FIRST}"
    alone = Talk(office, alone=True)
    assert not alone.screen.take(text)
    assert office.orders() == []
    assert "nobody can see where that ends" in alone.text
    other = name_of(office, "papacy")
    assert Talk(office, alone=True).screen.take(text.replace(who, other))  # of whom nothing is asked
    talk = Talk(office, "4", "y")
    assert talk.screen.take(text)
    assert [row.words for row in office.orders()] == [FIRST]


def test_an_answer_that_is_none_is_asked_for_again(office: Office) -> None:
    who = name_of(office, "protestant")
    talk = Talk(office, "3,4", "yep", "y")
    assert talk.screen.take(f"{who} wrote:\n{FIRST}")
    assert len(office.orders()) == 1
    assert talk.text.count("(1 to 1)") == 2
    assert Talk(office, "no").screen.take(f"{who} wrote:\n{SECOND}")
    assert len(office.orders()) == 1


def test_a_slip_does_not_end_the_conversation(office: Office) -> None:
    talk = Talk(office, "y")
    assert not talk.screen.take("moderator: dice 1 2")
    assert "dice come below the orders" in talk.text
    assert not talk.screen.take(f"{name_of(office, 'protestant')} wrote:\n{FIRST}\nmoderator: dice 1 2 9")
    assert "9 is none" in talk.text
    assert office.orders() == []


def test_a_stranger_never_acts(office: Office) -> None:
    talk = Talk(office, "y", "y")
    assert talk.screen.take(f"Zed wrote:\n{FIRST}")
    assert "Zed has no seat here" in talk.text
    assert office.orders() == []


def test_whose_it_is_is_asked_if_nobody_is_named(office: Office) -> None:
    talk = Talk(office, "", "y")
    assert talk.screen.take(FIRST)
    assert talk.asked[0] == f"Whose is this? (Enter: {name_of(office, 'protestant')}, n: nobody's) "
    assert len(office.orders()) == 1


def test_in_a_file_nothing_is_guessed(office: Office) -> None:
    talk = Talk(office, alone=True)
    assert not talk.screen.take(FIRST)
    assert office.orders() == []
    assert "Whose is this?" in talk.text
    assert Talk(office, alone=True).screen.take(f"protestant: {FIRST}")
    assert Talk(office, alone=True, whose="protestant").screen.take(SECOND)
    assert len(office.orders()) == 2


def test_lines_with_names_before_them_are_a_post_each(at_a_table: Office) -> None:
    """As somebody types a game from a table: name, order, dice, and on."""
    who = name_of(at_a_table, "protestant")
    text = f"{who}: {FIRST}\nmoderator: dice 1 1 1 1 2 2 2 2\nProtestant: {SECOND}\nmoderator: dice 6 1 1 1"
    talk = Talk(at_a_table, alone=True)
    assert talk.screen.take(text), talk.text
    assert [row.words for row in at_a_table.orders()] == [FIRST, SECOND]


def test_a_file_ends_at_the_first_line_that_fails(office: Office) -> None:
    who, other = name_of(office, "protestant"), name_of(office, "papacy")
    talk = Talk(office, alone=True)
    assert not talk.screen.take(f"{who} wrote:\n{FIRST}\ntarget Atlantis\n\n{other} wrote:\nstatus")
    assert [row.words for row in office.orders()] == [FIRST]
    assert "NOT DONE   target Atlantis" in talk.text
    assert "was not read" in talk.text


def test_only_looking_does_nothing(office: Office) -> None:
    assert Talk(office, alone=True, only_look=True).screen.take(f"protestant: {FIRST}")
    assert not Talk(office, alone=True, only_look=True).screen.take("protestant: target Atlantis")
    assert office.orders() == []
    assert office.letters() == []


def test_the_letters_of_others_follow_as_ever(office: Office) -> None:
    """The receipt of the post goes to its player."""
    Talk(office, alone=True).screen.take(f"protestant: {FIRST}")
    receipt = office.outbox(office.seat("protestant").address)[-1]
    assert receipt.kind == "receipt"
    assert FIRST in receipt.text
    (letter,) = office.letters()
    assert (letter.channel, letter.status) == ("console", "done")


# ---- Undo


def test_the_last_post_can_be_taken_back(office: Office) -> None:
    table = table_of(office)
    before = office.engine().digest()
    Talk(office, alone=True).screen.take(f"protestant: {FIRST}")
    Talk(office, alone=True).screen.take(f"protestant: {SECOND}")
    table.undo("a slip")
    assert len(office.engine().waiting()) == 1
    Talk(office).screen.take("/undo another slip")
    assert Overview(office.database).verify(GAME).rewinds == 2
    with pytest.raises(WrongMoment, match="can be taken back"):
        table.undo()
    assert office.engine().game.turn == 1
    assert before != ""


def test_it_is_told_whose_orders_are_taken_back(office: Office) -> None:
    """The last post may have been nothing but press: orders before it are taken back then."""
    flo, eve = name_of(office, "protestant"), name_of(office, "papacy")
    talk = Talk(office, "y", "y")
    talk.screen.take(f"{flo} wrote:\n{FIRST}")
    talk.screen.take(f"{eve} wrote:\npress to all: Well!")
    talk.screen.take("/undo")
    assert f"The last orders of {flo} (Protestant) are taken back." in talk.text


def test_words_that_would_be_refused_are_marked_before_the_yes(office: Office) -> None:
    """`ready` when nobody negotiates: a file ends there."""
    eve = name_of(office, "papacy")
    talk = Talk(office, alone=True, only_look=True)
    assert not talk.screen.take(f"{eve} wrote:\npress to all: Well!\nready")
    assert "  2! ready\n       -> would not be done" in talk.text
    assert "Not done\n\n    ready" in talk.text


def test_talk_between_orders_of_the_talks_is_marked_before_the_yes(talking: Office) -> None:
    dee = name_of(talking, "france")
    text = f"{dee} wrote:\npropose to England: alliance\nwe had a good time at the fair\nspring: pass\nready"
    talk = Talk(talking, alone=True, only_look=True)
    assert not talk.screen.take(text)
    assert "  2! we had a good time at the fair\n       -> cannot be done: " in talk.text
    assert "  3! spring: pass\n       -> not read: a line above it fails" in talk.text
    talk.screen.take(f"{dee} wrote:\nspring: pass")
    assert "  1  spring: pass\n       -> kept for its moment" in talk.text


def test_answers_are_told_in_lines_of_a_letter(talking: Office) -> None:
    """Without the marks that say where a line ends only because it is full."""
    talk = Talk(talking, alone=True)
    talk.screen.take(f"{name_of(talking, 'england')} wrote:\nready")
    assert (
        "  You are ready. The negotiations end when everybody is, or when the\n  time is up.\n"
        in f"{talk.text}\n"
    )
    assert "\u2028" not in talk.text


def test_what_was_never_posted_and_taken_back_is_not_posted(office: Office) -> None:
    table = table_of(office)
    table.post()
    table.take(Pasted(None, [FIRST]), table.player_named("protestant"))
    table.undo("a slip")
    made, blocks = table.post()
    assert not made.tells_something
    assert "slip" not in as_text(blocks)
    table.take(Pasted(None, [FIRST]), table.player_named("protestant"))
    table.post()
    table.undo("a slip")
    assert "a slip" in as_text(table.post()[1])


# ---- Dice from elsewhere


def test_all_dice_are_asked_at_once(at_a_table: Office) -> None:
    talk = Talk(at_a_table, "y", "5 1 2 3 4 6 1 1 6 6 6 6")
    assert talk.screen.take(f"protestant: {FIRST}\nprotestant: {SECOND}")
    assert talk.asked[1] == "Dice (4 or more, in one line): "
    assert "It needs 4 dice, in this order:\n  4 dice: Reformation attempt\n  and then perhaps" in talk.text
    assert [row.entry["dice"] for row in at_a_table.orders()] == [EIGHT, [6, 6, 6, 6]]
    with UnitOfWork(at_a_table.database) as work:
        (deed,) = deeds(work.session, GAME)
    assert "against the Reformation attempt: 4 6 1 1" in deed.details
    assert Overview(at_a_table.database).verify(GAME).given == 12


def test_more_dice_are_asked_for_if_they_are_needed_after_all(at_a_table: Office) -> None:
    talk = Talk(at_a_table, "y", "5 1 2 3", "4 6 1 1")
    assert talk.screen.take(f"protestant: {FIRST}")
    assert talk.asked[-1] == "Dice (4, in one line): "
    assert at_a_table.orders()[0].entry["dice"] == EIGHT


def test_dice_that_were_not_needed_are_named(at_a_table: Office) -> None:
    table = table_of(at_a_table)
    taken = table.take(Pasted(None, [FIRST], dice=[6, 6, 6, 6, 1, 1, 1, 1]), table.player_named("protestant"))
    assert taken.unused == ("1", "1", "1", "1")


def test_without_dice_nothing_is_done(at_a_table: Office) -> None:
    table = table_of(at_a_table)
    with pytest.raises(MoreNeeded) as more:
        table.take(Pasted(None, [FIRST]), table.player_named("protestant"))
    assert more.value.needs.dice == 4
    assert at_a_table.orders() == []
    assert at_a_table.letters() == []
    assert not Talk(at_a_table, alone=True).screen.take(f"protestant: {FIRST}")
    assert Talk(at_a_table, alone=True).screen.take(f"protestant: {FIRST}\nmoderator: dice 5 1 2 3 4 6 1 1")


def test_what_each_choice_would_need_is_told(at_a_table: Office) -> None:
    ahead = {order: needs for _, order, needs in table_of(at_a_table).dice_ahead()}
    assert ahead[FIRST].dice == 4
    assert sum(need.count for need in ahead[FIRST].perhaps) == 4
    assert at_a_table.orders() == []


# ---- Letters that a person takes along


def test_letters_to_players_of_a_forum_wait_for_a_person(new_office: Callable[..., Office]) -> None:
    office = begin(new_office(), channel="console")
    assert asyncio.run(Outbox(office.database, office.settings, office.clock).send_due()).sent == 0
    table = table_of(office)
    waiting = table.private_letters(table.player_named("france"), take=False)
    assert len(waiting) == 1
    talk = Talk(office)
    talk.screen.take("/letters france")
    assert waiting[0][1] in talk.text
    assert "write above this line" not in talk.text
    assert table.private_letters(table.player_named("france"), take=True) == []


# ---- Words, and a terminal


def test_words_of_the_console(office: Office, tmp_path: Path) -> None:
    talk = Talk(office)
    assert talk.screen.take("/ask protestant")
    assert FIRST in talk.text
    assert talk.screen.take("/players")
    assert talk.screen.take("/help")
    assert talk.screen.take(f"/post {tmp_path / 'post.txt'}")
    assert (tmp_path / "post.png").read_bytes().startswith(b"\x89PNG")
    assert talk.screen.take("/again")
    assert not talk.screen.take("/dance")
    assert not talk.screen.take("/ask atlantis")
    talk.screen.take("/as protestant")
    assert "by " in talk.told[-1]


def test_whose_the_next_paste_is_can_be_said_for_that_paste_alone(office: Office) -> None:
    talk = Talk(office, "y", "y")
    talk.screen.take("/as protestant")
    assert talk.screen.take(f"Zed wrote:\n{FIRST}")
    assert len(office.orders()) == 1
    assert talk.screen.take(f"Zed wrote:\n{SECOND}")
    assert len(office.orders()) == 1


def test_the_conversation_goes_on_until_the_end(office: Office) -> None:
    talk = Talk(office, alone=True)
    texts = iter(["", "/players", f"protestant: {FIRST}", "/quit", "never read"])
    assert run(talk.screen, lambda: next(texts, None))
    assert len(office.orders()) == 1
    assert next(texts) == "never read"


def test_in_a_terminal_a_paste_is_one_text(
    office: Office, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from pbem.cli.console import _terminal

    monkeypatch.setenv("HOME", str(tmp_path))
    with create_pipe_input() as keys, create_app_session(input=keys, output=DummyOutput()):
        read, ask = _terminal(table_of(office))
        keys.send_text("\x1b[200~Dee wrote:\npass\x1b[201~\r")
        assert read() == "Dee wrote:\npass"
        keys.send_text("yes\r")
        assert ask("Carry it out?") == "yes"
        keys.send_text("\x04")
        assert read() is None
    assert (tmp_path / ".pbem_console_history").stat().st_mode & 0o077 == 0


def test_what_is_said_in_talks_is_called_what_it_is(talking: Office) -> None:
    """No offer is "an order, when it comes to it", and nobody hears of orders where there are none."""
    one, other = (name_of(talking, power) for power in ("ottoman", "france"))
    talk = Talk(talking, "n", "n", "n")
    talk.screen.take(f"{one} wrote:\npropose to France: alliance\n\npress to all: hello\n\nready")
    assert "-> an offer" in talk.text
    assert "-> said to the others" in talk.text
    assert "-> ready" in talk.text
    assert "orders are kept" not in talk.text
    talk.screen.take(f"{other} wrote:\nI offer England an alliance, if they give me a card")
    assert "would not be done" in talk.text
    assert "a line above it fails" not in talk.text
    assert "when it comes to it" not in talk.text


def test_a_slip_in_the_name_does_not_lose_what_was_pasted(office: Office) -> None:
    talk = Talk(office, "Martin", "yes", "y")
    assert talk.screen.take(FIRST)
    assert 'nobody here is "Martin"' in talk.text
    assert len(office.orders()) == 1
    assert not Talk(office, "n").screen.take(SECOND)
    assert len(office.orders()) == 1
