"""`press to papacy: ...`: what players write to each other through the moderator; `group`."""

from __future__ import annotations

import re

from sqlmodel import select

from pbem.language.declined import Declined
from pbem.language.plain import plain_text
from pbem.play.about import AboutOffer, AboutPress
from pbem.play.fates import Fate
from pbem.play.press import MOST_IN_A_LETTER, read_group
from pbem.post.commands.ready import mentions_readiness
from pbem.post.commands.word import PREFIX, Found, Moment, Said, Word, spoken
from pbem.store import games
from pbem.store.talk_tables import GroupRow
from pbem.work.letter_work import Answer, LetterWork

_PRESS = re.compile(
    rf"^{PREFIX}press\b\s*(?:to\s+)?(?P<to>[^:：]{{0,200}})[:：](?P<text>.*)$"
    r"|^to\s+(?P<all>all|everybody|everyone)\s?[:：](?P<to_all>.*)$"
    r"|^@(?P<one>[^\W\d_]{2,20})[:：,]?\s+(?P<to_one>.*)$",
    re.IGNORECASE,
)
"""`press to papacy: ...`, `to all: ...`, `@papacy ...`"""
_SHOWN = 200
"""So many characters of press are shown to its writer."""
_END = re.compile(r"^end\s?(?:of\s)?press[.!]?$", re.IGNORECASE)


def press(work: LetterWork, said: Said) -> Answer:
    to, _, text = said.text.partition(":")
    sender = work.speaker(said.power, said.word.name)
    if work.talks is None and isinstance(work.answered.about, AboutOffer) and not begins_press(said.line):
        raise Declined("deal.talks_over")
    piece = work.talking.press_of(sender, plain_text(to), text)
    if work.pieces_of_press >= MOST_IN_A_LETTER:
        raise Declined("request.press_in_a_letter", most=MOST_IN_A_LETTER)
    work.talking.carry(piece, work.talks, work.letter_id)
    work.pieces_of_press += 1
    told = [work.paragraph("press.sent_to_all" if piece.public else "press.sent", powers=piece.receivers)]
    if not (headed := begins_press(said.line)):  # it was not called press: its writer sees what went out
        told.append(work.paragraph("press.reads", text=_beginning(piece.text)))
    elif "\n\n" in piece.text:  # nor was it said where it ends: what stands below it may not have been meant
        told.append(work.paragraph("press.ends", text=_beginning(piece.text.rpartition("\n\n")[2])))
    if vacant := [power for power in piece.receivers if work.seat_of(power).status == "vacant"]:
        told.append(work.paragraph("press.nobody_there", powers=vacant))
    if isinstance(work.answered.about, AboutOffer) and not headed and not work.takes_or_leaves:
        told.append(work.paragraph("press.no_answer"))
    if work.talks is not None and not work.talks.is_plan and not headed and mentions_readiness(piece.text):
        told.append(work.paragraph("ready.in_press"))
    return work.answer("press.title", *told)


def _beginning(text: str) -> str:
    words = " ".join(text.split())
    return words if len(words) <= _SHOWN else f"{words[:_SHOWN].rsplit(' ', 1)[0]} ..."


# ---- Groups


def group(work: LetterWork, said: Said) -> Answer:
    owner = work.speaker(said.power, said.word.name)
    name, members = read_group(said.text, owner, work.names, work.sitting.title.powers)
    found = work.session.exec(
        select(GroupRow).where(
            GroupRow.game_id == work.game.id, GroupRow.owner == owner, GroupRow.name == name
        )
    ).first()
    row = found or GroupRow(game_id=games.game_id(work.game), owner=owner, name=name, members=[])
    row.members = list(members)
    work.session.add(row)
    work.session.flush()
    return work.answer("group.title", work.paragraph("group.made", text=name, powers=members))


# ---- Reading


def _read(line: str, moment: Moment) -> Found | None:
    found = _PRESS.match(line)
    if found is None:
        return None
    to, text = _parts(found)
    return Found(f"{to.strip()}:{text.strip()}", (found["power"] or "").lower())


def _parts(found: re.Match[str]) -> tuple[str, str]:
    """To whom, and the text."""
    if found["all"]:
        return "all", found["to_all"]
    return (found["one"], found["to_one"]) if found["one"] else (found["to"], found["text"])


def press_to(about: AboutPress | AboutOffer) -> str:
    """Whom the answer to a piece of press, or to an offer, is for: whoever wrote that."""
    return about.sender if isinstance(about, AboutPress) else about.by


def begins_press(line: str) -> bool:
    """Whether a piece of press begins with this line."""
    return _PRESS.match(line) is not None


def ends_press(line: str) -> bool:
    """Whether a line says that a piece of press is over."""
    return _END.match(line.strip()) is not None


def with_own_text(read: str, written: str) -> str:
    """The head of a piece of press as it was read, and its text as it was written."""
    found = _PRESS.match(read)
    assert found is not None
    if not found["text"]:
        return written if found["one"] or found["all"] else read
    head = read[: found.start("text")]
    return head + re.split("[:：]", written, maxsplit=len(re.findall("[:：]", head)))[-1]


PRESS = Word("press", _read, press, fate=Fate.PRESS, listed=("press", "press_all"), may_ask=True)
GROUP = Word("group", spoken("group"), group)
