"""Every situation of `situations.toml` through the whole moderator: what must and must not happen, as data.

The letters are made by mail programs that quote ours.  An event is a letter of somebody else's.
"""

import re
import time
import tomllib
import unicodedata
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime, timedelta
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import format_datetime
from typing import Any

import pytest

from pbem.language.words import key
from pbem.play.fates import Fate
from pbem.post.service import GamePlan, Player
from pbem.store.office_tables import VoteRow
from pbem.store.tables import HeldRow, LetterRow, OutgoingRow
from pbem.store.talk_tables import DraftRow, PressRow
from tests.pbem.office import GAME
from tests.pbem.timed import MODERATOR, rows
from tests.reading.clients import HERE, Draft, Own
from tests.reading.house import PLAYERS, House, Start, address, own

SITUATIONS: list[dict[str, Any]] = tomllib.loads((HERE / "situations.toml").read_text("utf-8"))["situation"]
BY_NAME = {situation["name"]: situation for situation in SITUATIONS}

# ---- Where they begin

WARS = Start("clear relations\nhand france: 4 36\nphase diplomacy", until=("france", "declare_wars"))
NEGOTIATING = """
    clear relations
    units paris: france 4 regulars, 2 mercenaries
    hand ottoman: 1 76 102
    hand france: 4 36 45
    hand papacy: 5 6 48
    phase diplomacy
"""
TALKS = Start(NEGOTIATING, talks=48)
READY = tuple((name, "ready") for name in PLAYERS)
OTTOMAN = """
    clear relations
    war ottoman hapsburg
    units buda: ottoman 6 regulars, suleiman
    control buda, mohacs, szegedin: ottoman
    units vienna: hapsburg 4 regulars, ferdinand
    units pressburg: {pressburg}
    control pressburg: hapsburg
    hand ottoman: 1 76 102
    hand hapsburg: 2
    hand england: 3
    hand france: 4
    hand papacy: 5
    hand protestant: 7
    impulse ottoman{cp}
"""
IMPULSE = Start(OTTOMAN.format(pressburg="ottoman 1 regular", cp=""))
MARCH = Start(OTTOMAN.format(pressburg="none", cp=" 3 cp"))
ACTION = Start(OTTOMAN.format(pressburg="ottoman 1 regular", cp=" 3 cp"))
INTERCEPT = Start(
    OTTOMAN.format(pressburg="none", cp=" 3 cp"), letters=(("ahmed", "move Suleiman and all to Pressburg"),)
)
FRANCE = Start("hand france: 4 36\nimpulse france")
STARTS: dict[str, Start] = {
    "france: wars": WARS,
    "papacy: wars": WARS,
    "ottoman: impulse": IMPULSE,
    "ottoman: action, 3 CP left": ACTION,
    "france: impulse": FRANCE,
    "hapsburg: intercept at Pressburg": INTERCEPT,
    "papacy: action, 2 CP left": Start("impulse papacy 2 cp"),
    "england: spring window": Start(
        "hand protestant: 7 109\nhand england: 3 32\nphase spring",
        scenario="1532",
        windows="ask",
        until=("england", "respond"),
    ),
    "hapsburg: loot of piracy: card or VP": Start(
        """
        clear map
        units barbary coast: ottoman 2 corsairs
        hand hapsburg: 2 31
        hand ottoman: none
        hand england: 3
        clear relations
        war ottoman hapsburg
        impulse ottoman 2 cp
        """,
        scenario="1532",
        dice="1 6 1",
        letters=(("ahmed", "piracy in barbary coast against hapsburgs"),),
    ),
    "papacy: call a debate?": Start(
        """
        reformers luther, zwingli
        religion zurich: protestant
        hand papacy: 5 6 25
        impulse papacy
        """,
        letters=(("paula", "play 5 as event: zwingli"),),
    ),
}


def start_of(situation: dict[str, Any]) -> Start:
    state = situation["state"]
    special = {
        "stray-yes": MARCH,
        "stray-name": MARCH,
        "held-line-runs-told": MARCH,
        "plain-answer-to-press-after-talks": Start(
            NEGOTIATING,
            talks=48,
            letters=(("fran", "press to hapsburg: Will you lend me a squadron?"), *READY),
        ),
        "late-response": Start(
            OTTOMAN.format(pressburg="none", cp=" 3 cp").replace("hand france: 4", "hand france: 4 31"),
            windows="rewind",
            letters=(
                ("ahmed", "move Suleiman and all to Pressburg"),
                ("carla", "decline"),
                ("ahmed", "end"),
            ),
        ),
        "answer-to-older-letter": Start(
            "clear relations\nhand france: 4 36 45\nimpulse france",
            letters=(("fran", "play 45 for cp\nend"),),
        ),
        "received-in-time-polled-late": replace(WARS, mail={"received_by": "mx.example.net"}),
        "received-header-forged": replace(WARS, mail={"received_by": "mx.example.net"}),
    }
    if found := special.get(situation["name"]):
        return found
    if state["talks"]:
        return TALKS
    return STARTS[state["asked"][0].removeprefix("spring/")]


SAID_AS = {
    "propose to france: cede Buda to me": "propose to france: france cedes Milan",
    "propose to papacy: alliance": "propose to papacy: 1 card draw",
    "propose to france: 2 card draws for 1 mercenary": "propose to france: 2 card draws",
    "propose to france: 1 mercenary for 2 card draws": "propose to france: france gives 2 card draws",
    "extend summer 24h": f"extend {GAME} 24h",
    "play 33": "play 109",
}
"""Lines that say what the rules allow, where those of the situation do not: nobody cedes what he does not
have, the Ottoman takes no mercenaries (9.1), and is never allied with the Papacy (9.2); of all cards only 109
is played before the spring deployments."""
NO_PRESS_NOW = "Private press is carried only during negotiations (9.1): it comes back, with the reason."
OTHERWISE: dict[str, tuple[str, dict[str, Any]]] = {
    "press-then-order": (NO_PRESS_NOW, {"press": [], "letters": ["fran: not sent: Fear nothing from me"]}),
    "press-end-mark": (NO_PRESS_NOW, {"press": [], "letters": ["fran: not sent: press to england:"]}),
    "yes-to-offer-while-asked": ("While the powers negotiate nobody is asked anything.", {"asked": []}),
}
"""Expectations that cannot hold in this game, why, and what must be true instead."""


# ---- What letters say

SAYS: dict[str, str] = {
    "not sent: Fear nothing from me": r"NOT DONE.*Fear nothing from me.*only while negotiations are open",
    "not sent: press to england:": r"NOT DONE.*press to england:.*only while negotiations are open",
    "nothing was done with: Yes": r"NOT DONE.*Yes.*Nothing was asked to which this could be the answer",
    "nothing was done with: 3": r"NOT DONE.*\b3\b.*Nothing was asked to which this could be the answer",
    "not sent: Gladly.": r"NOT DONE.*Gladly\.",
    "instead or later?": r"instead.*later",
    "what became of `instead`": r"INSTEAD",
    "control Pressburg was done": r"had been held, and (was|were) carried out now: [^.]*control Pressburg",
    "the offer has changed, both versions": r"changed|withdrawn",
    "no token": r"not to the address that stands in my letters to you",
    "a letter without a token": r"came|comes .* without a token",
    "set aside": r"mailing list",
    "away from 2026-12-20 to 2027-01-02": r"away from Sunday 20 December 2026.*until Sunday 3 January 2027",
    "not read: control Pressburg, end": r"control Pressburg.*end",
    "play 76 for cp, end": r"play 76 for cp.*end",
    "other players were among the addressees": r"went to others of this game as well: Ahmed and Fran",
    "too late": r"too late",
    "a letter with your token came from another address": r"came from another address: fran.private@",
    "your token was used by somebody else": r"somebody else knows your reply address",
    "suggestion of a vacation": r"absence notice.*vacation test france",
    "nothing found": r"I found no order in your letter",
    "what becomes of the line": r"control Pressburg",
}


def says(text: str, pattern: str) -> bool:
    return re.search(pattern, " ".join(text.split()), re.IGNORECASE) is not None


# ---- The steps


class Told:
    """What came of a situation."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.rows: list[LetterRow] = []
        self.before = house.letters_out()
        self.orders = len(house.orders())
        self.due = {row.id: row.due_at for row in house.questions() if row.status == "open"}
        self.press = len(rows(house, PressRow))

    def letters(self, name: str) -> list[OutgoingRow]:
        to = MODERATOR["moderator"] if name == "moderator" else address(name)
        return [row for row in self.house.outbox(since=self.before) if row.recipient == to]


def play(house: House, situation: dict[str, Any]) -> Told:
    """All letters and events of a situation."""
    before(house, situation)
    told = Told(house)
    for step in situation["steps"]:
        if event := step.get("event"):
            happens(house, event)
        else:
            told.rows.append(house.take(letter_of(house, step)))
            assert told.rows[-1].status != "shunted", told.rows[-1].verdict
    return told


def before(house: House, situation: dict[str, Any]) -> None:
    """What is special about a situation, and not a position."""
    match situation["name"]:
        case "late-answer-after-default":
            house.later(60)
            assert house.moderator.tick() == 1
        case "received-in-time-polled-late":
            house.later(56)  # the time is over after 48 hours, and the default comes 6 hours later
        case "received-header-forged":
            house.later(56)
        case "answer-to-older-letter":
            house.silent_until("france", "impulse")
        case "two-games-one-player":
            players = tuple(Player(name.title(), address(name), powers) for name, powers in PLAYERS.items())
            house.moderator.create_game(GamePlan("summer", "1517", players), seed="summer")
            house.moderator.start_game("summer")
        case "deputy-answers":
            house.write("france", "vacation 2026-11-17 to 2026-11-30 with Anna <anna@example.org>")
            house.later(16)
            house.moderator.tick()


def happens(house: House, event: str) -> None:
    lines = {
        "The Ottoman moves to Pressburg and the Hapsburgs are asked whether they intercept.": (
            "ottoman",
            "move Suleiman and all to Pressburg",
        ),
        "The Hapsburgs decline to intercept.": ("hapsburg", "decline"),
        "The Hapsburgs are asked where an army retreats to.": (
            "ottoman",
            "move Suleiman and all to Pressburg",
        ),
        "Later France is asked how many units it loses.": None,
    }
    if found := lines[event]:
        house.write(*found)


def letter_of(house: House, step: dict[str, Any]) -> bytes:
    """The bytes of a step's letter."""
    name = step["by"]
    if name == "moderator":
        return desk_letter(house, SAID_AS[step["lines"][0]])
    if name == "anna":
        answered = house.sent_to("anna")[-1]
        return house.reply("anna", answered, Draft(top=own(step["lines"])))
    writer = step.get("token", name) if name not in PLAYERS else name
    whose = step.get("token", name).split()[0]
    answered = house.answered(whose, step["answers"])
    lines = own([SAID_AS.get(line, line) for line in step["lines"]])
    spec: dict[str, Any] = {
        "client": step.get("client", "gmail-web"),
        "headers": tuple(step.get("headers", ())),
    }
    if structure := step.get("structure"):
        spec["structure"] = structure
    if to := step.get("to"):
        spec["to"] = to.replace("@example.org", "@example.test")
    if cc := step.get("cc"):
        spec["cc"] = ", ".join(cc)
    sender = step.get("sender", "")
    if not sender and name != whose:
        sender = address(name)
    if sender:
        spec["sender"] = f"{writer.title()} <{sender}>"
    draft = Draft(top=lines)
    if step.get("at") == "glued":
        draft = Draft(top=lines, glued=True)
    elif step["answers"] == "deals list":
        return between_the_lines(house, whose, answered, dict(zip(step["under"], step["lines"], strict=True)))
    elif step.get("at") == "inline":
        places = zip(step["under"], lines, strict=True)
        draft = Draft(inline=tuple((heading(house, answered, under), 1, (line,)) for under, line in places))
    elif step.get("at") == "inside the quotation":
        draft = Draft(inline=(("You can order", 1, lines),))
    if step.get("robot"):
        draft, spec["reply"] = Draft(top=lines, unquoted=True), False
    if pasted := step.get("pasted"):
        draft = Draft(top=(*lines, Own(""), *own(pasted)))
    marked = tuple(marks(line) for line in lines)
    if marked != lines:
        draft = Draft(top=marked)
    if step.get("token") == "fran in summer":
        spec["to"] = house.settings.mail.reply_address(house.seat("france", "summer").token)
        spec["sender"] = ""
    raw = house.reply(whose, answered, draft, **spec)
    if house.settings.mail.received_by:
        raw = received_at(raw, house.clock.now() + timedelta(hours=ARRIVED[house.situation]))
    return raw


ARRIVED = {"received-in-time-polled-late": -9, "received-header-forged": 0}
"""Hours before now at which our server had the letter."""


def received_at(raw: bytes, moment: datetime) -> bytes:
    line = b"Received: from mail.example.org by mx.example.net with ESMTPS id 1; "
    return line + format_datetime(moment).encode() + b"\r\n" + raw.partition(b"\r\n")[2]


def desk_letter(house: House, line: str) -> bytes:
    """The same commands in a letter of the moderator's, each time with another Message-ID."""
    house.written += 1
    message = EmailMessage(policy=SMTP)
    message["From"], message["Subject"] = MODERATOR["moderator"], "desk"
    message["To"] = house.settings.mail.reply_address(MODERATOR["desk_token"])
    message["Message-ID"] = f"<{house.written}@boss.test>"
    message.set_content(f"{line}\n")
    return message.as_bytes()


def between_the_lines(house: House, name: str, answered: OutgoingRow, answers: dict[str, str]) -> bytes:
    """An answer as plain text, with lines between those of one paragraph of ours."""
    quoted: list[str] = []
    left = dict(answers)
    for line in answered.text.split("\n"):
        quoted.append(f"> {line}")
        here = [under for under in left if line.strip().startswith(f"{under} ")]
        quoted += [left.pop(under) for under in here]
    power = PLAYERS[name][0]
    return house.letter(power, *quoted, In_Reply_To=answered.message_id)


def heading(house: House, answered: OutgoingRow, under: str) -> str:
    """The words of ours under which an inline answer stands."""
    if "question" in under:
        return f"Your decision, {under.partition(chr(39))[0]}"
    return under


def marks(line: Own) -> Own:
    text, bracket, how = line.text.partition(" (")
    match bracket and how.rstrip(")"):
        case "crossed out":
            return Own(text, html=f"<s>{text}</s>")
        case "invisible":
            return Own(text, html=f'<span style="color:#ffffff">{text}</span>')
        case "text part":
            return Own(text, part="text")
        case "HTML part":
            return Own(text, part="html")
    return line


# ---- What is looked at

ORDERED = (Fate.DONE, Fate.HELD, Fate.PLANNED, Fate.NOT_NEEDED)
EXPECTED_FATES: dict[str, tuple[Fate, ...]] = {
    "order": (*ORDERED, Fate.REQUEST, Fate.NOT_DONE),  # refused with its own line named
    "press": (Fate.PRESS, Fate.NOT_DONE),
    "deal": (Fate.DEAL,),
    "request": (Fate.REQUEST, Fate.DEAL),
    "asked": (Fate.ASKED, Fate.NOT_DONE),
    "chat": (Fate.CHAT, Fate.FURNITURE, Fate.NOT_DONE),
    "unread": (Fate.NOT_DONE, Fate.DEAL, Fate.PRESS),
    "struck": (Fate.NOT_DONE,),
    "hidden": (Fate.NOT_DONE,),
    "furniture": (Fate.FURNITURE,),
}


def done(told: Told) -> list[str]:
    """`france: none`, for each order of a player since the beginning."""
    return [
        f"{row.entry['power']}: {re.sub('^[A-Za-z]+: ', '', row.words)}"
        for row in told.house.orders()[told.orders :]
        if row.entry.get("source") == "mail"
    ]


def same(one: str, other: str) -> bool:
    return key(one) == key(other)


def check(told: Told, situation: dict[str, Any]) -> None:
    _, instead = OTHERWISE.get(situation["name"], ("", {}))
    expect, house = {**situation["expect"], **instead}, told.house
    orders = done(told)
    for wanted in expect.get("done", ()):
        power, _, line = wanted.partition(": ")
        wanted_line = f"{power}: {SAID_AS.get(line, line)}"
        assert any(same(wanted_line, order) for order in orders), (wanted, orders)
    for unwanted in expect.get("not_done", ()):
        words = unwanted.partition(" (")[0]
        assert not any(same(words, order.partition(": ")[2]) for order in orders), (unwanted, orders)
    if "press" in expect:
        sent = [
            f"{row.sender} > {', '.join(row.receivers) or 'all'}: {' '.join(row.text.split())}"
            for row in rows(house, PressRow)[told.press :]
        ]
        # A step may be press itself, which leads to what is expected.
        lines = [line for step in situation["steps"] for line in step.get("lines", ())]
        others = [piece for piece in sent if f"press to {piece.partition(' > ')[2]}" not in lines]
        assert all(piece in sent for piece in expect["press"]), (sent, expect["press"])
        assert all(piece in expect["press"] for piece in others), (sent, expect["press"])
    if "held" in expect:
        assert [row.line for row in rows(house, HeldRow)] == expect["held"]
    for deal in expect.get("deals", ()):
        whose, status = deal.split(": ")
        power, number = whose.split()
        found = {(row.by, row.number): row.status for row in rows(house, DraftRow)}
        called = {"open": "offered"}.get(status, status)
        assert found.get((power, int(number))) == called, (deal, found)
    engine = house.engine()
    for asked in expect.get("asked", ()):
        power, _, what = asked.partition(": ")
        assert power in engine.waiting(), (asked, engine.waiting())
        question = engine.question(power)
        assert question.kind in KINDS[what.partition(",")[0]], (asked, question)
    for letter in expect.get("letters", ()):
        name, _, what = letter.partition(": ")
        texts = [row.text for row in told.letters(name)]
        assert any(says(text, SAYS[what]) for text in texts), (letter, texts)
    if moved := expect.get("deadline"):
        hours = timedelta(hours=int(moved.removeprefix("+").removesuffix("h")))
        now = {row.id: row.due_at for row in house.questions() if row.status == "open"}
        assert all(now[id] - due == hours for id, due in told.due.items() if due), (now, told.due)
    for vote in expect.get("votes", ()):
        power, _, says_yes = vote.partition(": ")
        (row,) = rows(house, VoteRow)
        assert (house.seat(power).number in row.agreed) is (says_yes == "yes")


KINDS = {
    "wars": ("declare_wars",),
    "intercept at Pressburg": ("intercept",),
    "spring window": ("respond",),
    "action": ("action",),
    "call a debate?": ("yes_or_no", "papal_bull_debate", "bull_debate"),
}


def check_fates(told: Told, situation: dict[str, Any]) -> None:
    """Each line of a letter that was taken has the fate that was foreseen, or one like it."""
    letters = [step for step in situation["steps"] if "event" not in step]
    for row, step in zip(told.rows, letters, strict=True):
        found = told.house.fates.get(row.id or 0)
        lines = [marks(Own(line)).text.strip("~") for line in step["lines"] if line.strip()]
        if found is None or "fates" not in step:
            continue
        assert len(found) >= len(set(lines)) or len(lines) == 1, (found, lines)
        for line, fate in zip(lines, step["fates"], strict=True):
            plain = unicodedata.normalize("NFKC", SAID_AS.get(line, line).strip())
            fates = [found[plain]] if plain in found else []
            fates = fates or [f for text, f in found.items() if plain in text or text in plain]
            assert fates, (line, found)
            assert all(f in EXPECTED_FATES[fate] for f in fates), (line, fate, found)


@pytest.mark.parametrize("name", BY_NAME)
def test_situation(name: str, house_at: Callable[[Start], House]) -> None:
    situation = BY_NAME[name]
    house = house_at(start_of(situation))
    before = time.process_time()
    house.situation = name
    told = play(house, situation)
    if seconds := situation["expect"].get("cpu_seconds"):
        assert time.process_time() - before < seconds
    check(told, situation)
    check_fates(told, situation)


def test_every_complaint_has_its_situations() -> None:
    """Points 1 to 10 of what went wrong: wrapped press, stray answers, ..., words of session reports."""
    shown = {situation.get("issue") for situation in SITUATIONS}
    assert shown >= set(range(1, 11))
