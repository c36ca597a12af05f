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


PLAIN = (
    "zone quiet_hours negotiation impulse decision window grace tell_after offer_after caretaker_after "
    "longest_extension"
).split()


def pace_changes(ctx: typer.Context) -> dict[str, Any]:
    """What the options of a command say of the pace, as `ModeratorDesk.pace` takes it."""
    said = ctx.params
    given: dict[str, Any] = {
        **{name: said[name] for name in PLAIN},
        "quiet_days": listed(said["quiet_days"]),
        "quiet_dates": listed(said["quiet_dates"]),
        "reminders": numbers(said["reminders"], "hours"),
    }
    return {key: value for key, value in given.items() if value is not None}
