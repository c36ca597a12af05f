"""Letters and reports as posts of a forum: the same facts, in blocks that `markup` writes in any format.

A public post holds nothing but what everybody may know: of a question who is asked and what it is about,
never its choices; of a response window not even who.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from pbem.games.views import Hand, Public
from pbem.language.voice import Voice
from pbem.letters import render
from pbem.letters.content import Asked, Chapter, Problem, PublicReport, TalksView
from pbem.letters.markup import Block, Code, Folded, Heading, Image, Paragraph, Table, Title, bullets
from pbem.letters.subjects import MOVING
from pbem.play.windows import is_window
from rules import Power, Question

OPEN_CHAPTERS = 6
"""So many of the last chapters of a long story are not folded away."""


@dataclass(frozen=True, slots=True)
class PublicAsk:
    """What everybody may know of an open question."""

    power: Power
    text: str
    """`France: intercept at Linz?`"""
    due: datetime | None = None


def public_asks(
    waiting: Mapping[Power, Question[Any]], due: Mapping[Power, datetime | None], voice: Voice
) -> list[PublicAsk]:
    """Who is asked what, as everybody may know it; none while responses are waited for."""
    if any(is_window(question) for question in waiting.values()):
        return []
    asks: list[PublicAsk] = []
    for power, question in waiting.items():
        about = voice.in_short(question)
        if question.kind in MOVING or not about:
            about = voice.say("letter", "post.to_move" if question.kind in MOVING else "post.to_decide")
        until = due.get(power)
        told = voice.say("letter", "post.asked", power=power, text=about, due=until)
        asks.append(PublicAsk(power, told, until))
    return asks


# ---- Public


def report_post(
    report: PublicReport, asks: Sequence[PublicAsk], voice: Voice, *, map_file: str = "", map_alt: str = ""
) -> list[Block]:
    """A report for everybody: the story with its dice, the powers, and what is asked now."""

    def say(key: str, **fields: Any) -> str:
        return voice.say("letter", key, **fields)

    blocks: list[Block] = [Heading(f"{report.game}: {report.title}")]
    blocks += story_blocks(report.chapters, voice) or [Paragraph(say("post.nothing"))]
    if report.final:
        view = report.view
        won = say("report.winner", winner_text=view.winner, victory_text=view.victory)
        blocks += [Heading(say("report.end")), Paragraph(won)]
    else:
        blocks.append(Paragraph(say("report.stands", text=report.view.where)))
    blocks += powers_blocks(report.view, voice)
    if map_file:
        blocks.append(Image(map_file, map_alt))
    if report.final:
        seeds = f"{report.seed}\n\n{say('report.commitment')}\n{report.commitment}"
        blocks.append(Folded(say("report.seed"), (Code(seeds),)))
    if report.pace:
        blocks.append(Folded(say("pace.title"), tuple(Paragraph(line) for line in report.pace)))
    if asks:
        blocks += [Heading(say("post.asked_title")), *bullets(ask.text for ask in asks)]
    elif report.waiting:
        blocks += [Heading(say("post.asked_title")), Paragraph(report.waiting)]
    return blocks


def story_blocks(chapters: Sequence[Chapter], voice: Voice) -> list[Block]:
    """A story, of which all but the last chapters are folded away if it is long."""
    first, last = chapters[:-OPEN_CHAPTERS], chapters[-OPEN_CHAPTERS:]
    if len(first) < 2:
        return _chapters(chapters)
    title = voice.say("letter", "post.before", count=len(first))
    return [Folded(title, tuple(_chapters(first))), *_chapters(last)]


def _chapters(chapters: Sequence[Chapter]) -> list[Block]:
    blocks: list[Block] = []
    for chapter in chapters:
        blocks += [Title(chapter.title)] if chapter.title else []
        blocks += bullets(chapter.lines)
    return blocks


def powers_blocks(view: Public, voice: Voice) -> list[Block]:
    """The table of powers, and who is at war and allied."""

    def say(key: str, **fields: Any) -> str:
        return voice.say("letter", f"powers.{key}", **fields)

    lacks = any(line.lacks for line in view.powers)
    head = ["", say("vp"), say("cards"), say("keys"), say("ruler"), *([say("lacks")] if lacks else [])]
    rows = [
        (line.name, str(line.vp), str(line.cards), str(line.keys), line.ruler, line.lacks)
        for line in view.powers
    ]
    table = Table(tuple(head), tuple(row[: len(head)] for row in rows), numbers=(1, 2, 3))
    told = [say("at_war", text="; ".join(view.wars)) if view.wars else say("nobody_at_war")]
    told += [say("allied", text="; ".join(view.alliances))] if view.alliances else []
    told += [view.windows] if view.windows else []
    return [Heading(say("title")), table, *bullets(told)]


# ---- To one player


def question_blocks(asked: Asked, voice: Voice) -> list[Block]:
    """A question as its own player reads it: all choices, the deadline, and what silence does."""

    def say(key: str, **fields: Any) -> str:
        return voice.say("letter", f"question.{key}", **fields)

    asked = render.in_own_words(asked, voice)
    blocks: list[Block] = [Heading(say("title", power=asked.power)), Paragraph(asked.prompt)]
    if asked.orders:
        blocks += [Paragraph(say("orders")), Code(_set_out(render.orders(asked.orders)))]
        if asked.as_before:
            gone = "; ".join(asked.no_longer)
            blocks.append(Paragraph(say("as_before", count=asked.as_before, text=gone)))
        if asked.more and not asked.choices:
            blocks.append(Paragraph(say("more", count=asked.more)))
    blocks += [Paragraph(line) for line in asked.missing]
    if asked.choices:
        title = say("new" if asked.partly else "most" if asked.cut else "all")
        lines = [render.wrap(render.choice_line(voice, choice), 0, 4) for choice in asked.choices]
        blocks += [Paragraph(title), *_code(lines)]
    if asked.forms:
        blocks += [
            Paragraph(say("forms")),
            *_code([render.wrap(form, 0, 4) for form in asked.forms]),
        ]
    if asked.due:
        blocks.append(Paragraph(say("until", due=asked.due)))
    if asked.silence:
        silence = say("silence", order=asked.silence)
        remark = f" {render.bracketed(asked.silence_note)}" if asked.silence_note else ""
        blocks.append(Paragraph(f"{silence}{remark}"))
    return blocks


def hand_blocks(hand: Hand, voice: Voice) -> list[Block]:
    """A hand, for its own player."""

    def say(key: str, **fields: Any) -> str:
        return voice.say("letter", f"hand.{key}", **fields)

    blocks: list[Block] = [Heading(say("new" if hand.news_only else "title", power=hand.power))]
    if not hand.cards:
        blocks.append(Paragraph(say("none")))
    for card in hand.cards:
        told = say("card", text=card.title, cp=card.cp, kind_text=card.kind)
        blocks += [Title(f"#{card.number} {told}"), *bullets(filter(None, (card.summary, card.uses)))]
    return blocks


def talks_blocks(talks: TalksView, voice: Voice) -> list[Block]:
    """The negotiation window as a seat sees it."""

    def say(key: str, **fields: Any) -> str:
        return voice.say("letter", key, **fields)

    part = "plan" if talks.plan else "talks"
    key = f"{part}.open_ready" if talks.own_ready else f"{part}.open"
    count = len(talks.powers)
    told = say(key, until=talks.until, powers=talks.powers, ready=talks.ready, count=count)
    blocks: list[Block] = [Heading(say(f"{part}.title")), Paragraph(told)]
    if not talks.takes_part:
        return blocks
    blocks += [Paragraph(say("you_can_write")), *_code(talks.lines)]
    if talks.ahead:
        blocks += [Paragraph(say("plan.ahead")), *_code(talks.ahead)]
    for draft in talks.drafts:
        line = say("deal.line", deal_text=draft.name, who_text=draft.who, terms_text=draft.terms)
        status = say("deal.status", text=draft.status)
        answer = say("deal.write", order=draft.answer) if draft.answer else ""
        blocks += [Paragraph(line), *bullets(filter(None, (status, answer)))]
    return blocks


def problem_blocks(problem: Problem, voice: Voice) -> list[Block]:
    """A line that was not carried out: why, and what to write instead."""

    def say(key: str, **fields: Any) -> str:
        return voice.say("letter", key, **fields)

    shown = problem.line
    if problem.column:
        shown += f"\n{' ' * (problem.column - 1)}^"
    number = [Paragraph(say("line", number=problem.number))] if problem.number else []
    why = Paragraph(render.sentence(voice, problem.why, problem.rule))
    blocks: list[Block] = [Heading(say("receipt.not_done")), *number, Code(shown), why]
    if problem.copies or problem.offer == "to_go_on":
        blocks += [Paragraph(say(problem.offer)), *_code(problem.copies)]
    if problem.suggestions:
        blocks.append(Paragraph(say("did_you_mean", text=", ".join(problem.suggestions[:6]))))
    return blocks


def _code(lines: Sequence[str]) -> list[Block]:
    return [Code("\n".join(lines))] if lines else []


def _set_out(text: str) -> str:
    """A text without the margin that all its lines have."""
    lines = text.strip("\n").splitlines()
    margin = min((len(line) - len(line.lstrip()) for line in lines if line.strip()), default=0)
    return "\n".join(line[margin:].rstrip() for line in lines)
