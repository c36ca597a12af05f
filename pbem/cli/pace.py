"""How a game keeps time, as options of `pbem new` and `pbem pace`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any

import typer

from pbem.cli.tools import listed, numbers, with_options


def _option(kind: Any, about: str) -> Any:
    return Annotated[kind | None, typer.Option(help=about, rich_help_panel="Time")]


OPTIONS = {
    "zone": _option(str, "Time zone, as Europe/Berlin."),
    "quiet_days": _option(str, "Weekdays, as sat,sun; empty for none."),
    "quiet_dates": _option(str, "Dates, ranges (2026-12-24 to 2027-01-01), days (12-25), with commas."),
    "quiet_hours": _option(str, "As 22:00-08:00; empty for none."),
    "negotiation": _option(int, "Hours; 0: no window."),
    "impulse": _option(int, "Hours for an impulse."),
    "decision": _option(int, "Hours for another decision."),
    "window": _option(int, "Hours for a response window."),
    "reminders": _option(str, "Hours before the deadline, as 24,6."),
    "grace": _option(int, "Hours after the deadline."),
    "tell_after": _option(int, "Missed deadlines until you are told."),
    "offer_after": _option(int, "... until the seat is offered; 0: never."),
    "caretaker_after": _option(int, "... until a bot plays; 0: never."),
    "longest_extension": _option(int, "Hours that players may vote themselves; 0: none."),
}


def with_pace_options(command: Callable[..., None]) -> Callable[..., None]:
    """Give a command these options; `pace_changes` finds them in its context."""
    return with_options(command, OPTIONS)


def pace_changes(ctx: typer.Context) -> dict[str, Any]:
    """What the options of a command say of the pace, as `ModeratorDeeds.pace` takes it."""
    said = {name: ctx.params[name] for name in OPTIONS}
    given = said | {
        "quiet_days": listed(said["quiet_days"]),
        "quiet_dates": listed(said["quiet_dates"]),
        "reminders": numbers(said["reminders"], "hours"),
    }
    return {key: value for key, value in given.items() if value is not None}
