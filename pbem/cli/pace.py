"""How a game keeps time, as options of `pbem new` and `pbem pace`."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from pbem.cli.tools import listed, numbers

PANEL = "Time"


def _option(about: str) -> Any:
    return typer.Option(help=about, rich_help_panel=PANEL)


Zone = Annotated[str | None, _option("Time zone, as Europe/Berlin.")]
QuietDays = Annotated[str | None, _option("Weekdays, as sat,sun; empty for none.")]
QuietDates = Annotated[
    str | None, _option("Dates, ranges (2026-12-24 to 2027-01-01), days (12-25), with commas.")
]
QuietHours = Annotated[str | None, _option("As 22:00-08:00; empty for none.")]
Negotiation = Annotated[int | None, _option("Hours; 0: no window.")]
Impulse = Annotated[int | None, _option("Hours for an impulse.")]
Decision = Annotated[int | None, _option("Hours for another decision.")]
Window = Annotated[int | None, _option("Hours for a response window.")]
Reminders = Annotated[str | None, _option("Hours before the deadline, as 24,6.")]
Grace = Annotated[int | None, _option("Hours after the deadline.")]
TellAfter = Annotated[int | None, _option("Missed deadlines until you are told.")]
OfferAfter = Annotated[int | None, _option("... until the seat is offered; 0: never.")]
CaretakerAfter = Annotated[int | None, _option("... until a bot plays; 0: never.")]
LongestExtension = Annotated[int | None, _option("Hours that players may vote themselves; 0: none.")]


def pace_changes(
    *,
    quiet_days: str | None,
    quiet_dates: str | None,
    reminders: str | None,
    **others: str | int | None,
) -> dict[str, Any]:
    """What was said of the pace, as `ModeratorDesk.pace` takes it."""
    given: dict[str, Any] = {
        **others,
        "quiet_days": listed(quiet_days),
        "quiet_dates": listed(quiet_dates),
        "reminders": numbers(reminders, "hours"),
    }
    return {key: value for key, value in given.items() if value is not None}
