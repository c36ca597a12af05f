"""Short letters: press, votes, vacations, seats; and the table of talks that stands in private letters."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from zoneinfo import ZoneInfo

from pbem.games import Game
from pbem.games.facts import OWN_WINDOWS
from pbem.language.refusals import why_kept
from pbem.language.voice import Message, Voice, note
from pbem.letters import render
from pbem.letters.content import DraftLine, TalksView
from pbem.letters.preorders import planned_lines
from pbem.play.scopes import Scope, told
from pbem.play.sitting import Sitting
from pbem.play.talks import Draft
from pbem.play.windows import STANDING
from rules import Power


@dataclass(frozen=True, slots=True)
class Quoted:
    """Words of a player, as they were written; what stands above them is told in the reader's language."""

    title: Message
    text: str


@dataclass(frozen=True, slots=True)
class Notice:
    """A short letter to one seat."""

    game: str
    where: str
    to: str
    title: str
    paragraphs: Sequence[str] = ()
    press: Sequence[tuple[str, str]] = ()
    """Each with what stands above it."""
    orders: Sequence[str] = ()


def notice_letter(notice: Notice, voice: Voice) -> tuple[str, str]:
    """Text and HTML of a short letter."""
    return render.both("notice", voice, notice=notice)


def local(moment: datetime, zone: str) -> datetime:
    """A moment as the players' clocks show it."""
    return moment.astimezone(ZoneInfo(zone))


def deal_name(draft: Draft, reader: Power, voice: Voice) -> str:
    """By which a deal is called: `France 2`."""
    return voice.say("letter", "deal.name", power=draft.other(reader), number=draft.number)


def draft_line(draft: Draft, reader: Power, title: Game, voice: Voice, *, open_now: bool) -> DraftLine:
    """A draft as one of its powers reads it."""
    name, mine = deal_name(draft, reader, voice), draft.by == reader
    status = voice.say("letter", f"deal.{draft.status}")
    if draft.why:
        status = voice.say("letter", "deal.why", status_text=status, text=why_kept(draft.why, voice))
    answer = ""
    if open_now and draft.status == "offered" and not mine:
        answer = voice.say("letter", "deal.answers", text=name)
    elif open_now and draft.status in ("offered", "agreed"):
        answer = voice.say("letter", "deal.withdraw", text=name)
    who = voice.say("letter", "deal.by_you" if mine else "deal.to_you", power=draft.other(reader))
    return DraftLine(name, who, title.terms(draft.deal, reader, voice), status, answer)


def drafts_text(lines: Sequence[DraftLine], voice: Voice) -> str:
    """The answer to `deals`."""
    if not lines:
        return render.paragraph(voice, "deal.none")
    told: list[str] = []
    for line in lines:
        told.append(
            render.paragraph(
                voice, "deal.line", 2, 4, deal_text=line.name, who_text=line.who, terms_text=line.terms
            )
        )
        told.append(render.paragraph(voice, "deal.status", 6, 2, text=line.status))
        if line.answer:
            told.append(render.paragraph(voice, "deal.write", 6, 2, order=line.answer))
    return "\n".join(told)


def windows_told(sitting: Sitting, voice: Voice) -> str:
    """Whose windows are open, for everybody to see; empty where they are not declared."""
    if sitting.policy.name != STANDING:
        return ""
    scopes = sitting.standing.open_windows
    if all(":" not in scope for scope in scopes):
        powers = sorted(scopes)
        return voice.say("letter", "powers.windows" if powers else "powers.no_windows", powers=powers)
    if owns := own_fights_only(scopes, sitting.title):
        return voice.say("letter", owns)
    usual = _own_fights(sitting.title)
    more = [scope for scope in scopes if scope not in usual]
    if usual <= {*scopes}:  # what counts for everybody is said once
        also = voice.say("letter", "powers.more_scopes", text="; ".join(told(more, voice)))
        return f"{voice.say('letter', 'powers.own_windows')} {also}"
    return voice.say("letter", "powers.scopes", text="; ".join(told(scopes, voice)))


def own_fights_only(scopes: Sequence[str], title: Game) -> str:
    """Whether everybody has its windows open in its own fights, and in no others, as all begin."""
    return "powers.own_windows" if _own_fights(title) == {*scopes} else ""


def _own_fights(title: Game) -> set[str]:
    return {Scope(power, OWN_WINDOWS).stored for power in title.powers}


def retired_notes(sitting: Sitting, powers: Sequence[Power], voice: Voice) -> list[Message]:
    """What the player of these powers must know of orders that were given up."""
    return [
        note("retired", number=gone.order.number, why_text=gone.why(voice), order=gone.order.told(voice))
        for gone in sitting.standing.retired
        if gone.order.power in powers
    ]


def deal_notes(sitting: Sitting, powers: Sequence[Power], voice: Voice) -> list[Message]:
    """What came to nothing of a seat's deals in a sitting."""
    drafts = sitting.clerk.drafts if sitting.clerk else []
    return [
        note(
            "deal_failed" if draft.why else "lapsed",
            power=draft.other(power),
            number=draft.number,
            text=why_kept(draft.why, voice),
        )
        for draft in drafts
        for power in powers
        if draft.fresh and draft.concerns(power)
    ]


def forfeited(sitting: Sitting, powers: Sequence[Power]) -> list[Message]:
    """Command points that a seat gave up in a sitting."""
    steps = [step for step in sitting.steps if step.power in powers and step.forfeited]
    return [note("forfeited", power=step.power, cp=step.forfeited) for step in steps]


def turn_is_over(sitting: Sitting, powers: Sequence[Power]) -> bool:
    """Whether an impulse of a seat's ended in a sitting."""
    return any(power in powers and power != sitting.active() for power in sitting.ended)


def ended_by_others(sitting: Sitting, powers: Sequence[Power]) -> bool:
    """Whether an impulse of a seat's was under way when a sitting began, and ended in it.

    One that began and ended there was passed by its player's orders, of which other notes tell.
    """
    return sitting.mover in powers and sitting.mover in sitting.ended and turn_is_over(sitting, powers)


def planned_moments(sitting: Sitting) -> tuple[str, ...]:
    """The moments of a plan that come in this turn; all of them in a game that cannot tell."""
    title, game = sitting.title, sitting.engine.game
    turn, planned = title.turn(game), title.planned
    return tuple(moment for moment in planned if title.turn_of_moment(moment, game) == turn) or planned


def talks_view(
    sitting: Sitting,
    reader: Sequence[Power],
    powers: Sequence[Power],
    ready: Sequence[Power],
    until: datetime,
    voice: Voice,
    *,
    plan: bool = False,
) -> TalksView | None:
    """The negotiation window between some powers as the player of others sees it; None if it is closed."""
    clerk = sitting.clerk
    if clerk is None or not sitting.talking:
        return None
    own = [power for power in reader if power in powers]
    drafts = [
        draft_line(draft, power, sitting.title, voice, open_now=True)
        for power in own
        for draft in clerk.of(power)
    ]
    own_ready = bool(own) and all(power in ready for power in own)
    moments = planned_moments(sitting) if plan else ()
    if plan:
        lines = [line for moment in moments for line in planned_lines(sitting, moment, own, voice)]
        lines.append(voice.order("not ready") if own_ready else voice.say("letter", "plan.wait"))
    else:
        lines = [voice.say("letter", form) for form in ("talks.propose", "talks.press", "talks.press_all")]
        lines += map(voice.order, ("deals", "not ready" if own_ready else "ready"))
    return TalksView(
        until=until,
        powers=tuple(powers),
        ready=len(ready),
        own_ready=own_ready,
        takes_part=bool(own),
        plan=plan,
        moments=moments,
        lines=lines,
        drafts=[line for line in drafts if line.answer],
    )
