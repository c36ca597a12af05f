"""A game's calendar: its time zone, its quiet days and hours, and how time is counted over them.

On quiet days the clock of the game stands still.  Quiet hours do not stop it, but nothing falls due in them.
Whole days are days of the calendar: what is due in 72 hours is due at the same hour of the third day, also
when the clocks change in between.  Local times that a change of clocks skips become the next one there is.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from whenever import Date, Instant, Time, TimeZoneNotFoundError, ZonedDateTime

from pbem.language.declined import Declined

HOURS_OF_A_DAY = 24
LONGEST_QUIET = 400
"""Days after which a calendar without a day to play is noticed."""
YEARS = range(2000, 3000)
"""In which a date can lie."""
WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
MONTHS = (
    "january", "february", "march", "april", "may", "june",
    "july", "august", "september", "october", "november", "december",
)  # fmt: skip

_ISO = re.compile(r"(\d{4})-(\d{1,2})-(\d{1,2})")
_DOTTED = re.compile(r"(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4})")
_NAMED = re.compile(r"(\d{1,2})\.?\s+([a-z]{3,9})\.?,?\s+(\d{4})")
_YEARLY = re.compile(r"(\d{1,2})-(\d{1,2})")
_HOURS = re.compile(r"(\d{1,2}):(\d{2})\s*(?:-|to)\s*(\d{1,2}):(\d{2})")


class BadCalendar(Declined, ValueError):
    """A calendar that cannot be kept, or a date that is none."""


@dataclass(frozen=True, slots=True)
class Calendar:
    """Where the players live, and when they do not want to be hurried.

    `quiet_days` are weekdays from 1 (Monday) to 7; `quiet_dates` are dates, ranges `2026-12-24 to
    2027-01-01`, or days of every year `12-25`; `quiet_hours` is `22:00-08:00` or empty.
    """

    zone: str = "UTC"
    quiet_days: tuple[int, ...] = ()
    quiet_dates: tuple[str, ...] = ()
    quiet_hours: str = ""

    # ---- Counting

    def after(self, moment: datetime, hours: float) -> datetime:
        """The moment so many hours later, quiet days not counted, outside quiet hours, on a full minute."""
        days, rest = divmod(hours, HOURS_OF_A_DAY)
        at = self._out_of_quiet_days(self._local(moment))
        at = self._days_later(at, int(days))
        at = self._hours_later(at, rest)
        return _utc(_full_minute(self._out_of_quiet_hours(at)))

    def next_waking(self, moment: datetime) -> datetime:
        """The moment itself, or the end of the quiet time in which it lies."""
        return _utc(self._out_of_quiet_hours(self._out_of_quiet_days(self._local(moment))))

    def start_of(self, day: Date) -> datetime:
        """When a day begins where the players live."""
        return _utc(self._midnight(day))

    # ---- Words

    def describe(self) -> str:
        """The calendar in a sentence."""
        parts = [f"Times are those of {self.zone}"]
        if self.quiet_days:
            parts.append(f"quiet on {_and([WEEKDAYS[day - 1].capitalize() for day in self.quiet_days])}")
        if self.quiet_dates:
            parts.append(f"quiet on {_and(list(self.quiet_dates))}")
        if self.quiet_hours:
            parts.append(f"nothing falls due between {self.quiet_hours.replace('-', ' and ')}")
        return "; ".join(parts) + "."

    # ---- Inside

    def is_quiet(self, day: Date) -> bool:
        """Whether the clock stands still on a day."""
        if day.day_of_week().value in self.quiet_days:
            return True
        return any(_covers(text, day) for text in self.quiet_dates)

    def _local(self, moment: datetime) -> ZonedDateTime:
        return Instant(moment).to_tz(self.zone)

    def _midnight(self, day: Date) -> ZonedDateTime:
        return day.at(Time(0, 0)).assume_tz(self.zone, disambiguation="compatible")

    def _next_loud(self, day: Date) -> Date:
        """The first day after this one on which the clock runs."""
        for _ in range(LONGEST_QUIET):
            day = day.next_day()
            if not self.is_quiet(day):
                return day
        raise BadCalendar("calendar.all_quiet")

    def _out_of_quiet_days(self, at: ZonedDateTime) -> ZonedDateTime:
        return self._midnight(self._next_loud(at.date())) if self.is_quiet(at.date()) else at

    def _days_later(self, at: ZonedDateTime, days: int) -> ZonedDateTime:
        day = at.date()
        for _ in range(days):
            day = self._next_loud(day)
        if day == at.date():
            return at
        return day.at(at.time()).assume_tz(self.zone, disambiguation="compatible")

    def _hours_later(self, at: ZonedDateTime, hours: float) -> ZonedDateTime:
        left = hours * 3600
        while True:
            tomorrow = self._midnight(at.date().next_day())
            today = tomorrow.timestamp() - at.timestamp()
            if left < today:
                return at.add(seconds=left)
            left -= today
            at = self._out_of_quiet_days(tomorrow)

    def _out_of_quiet_hours(self, at: ZonedDateTime) -> ZonedDateTime:
        if not self.quiet_hours:
            return at
        begin, end = hours_of(self.quiet_hours)
        now = at.time()
        if begin <= end:
            quiet, wakes = begin <= now < end, at.date()
        else:  # over midnight
            quiet, wakes = now >= begin or now < end, at.date() if now < end else at.date().next_day()
        if not quiet:
            return at
        if self.is_quiet(wakes):
            wakes = self._next_loud(wakes)
        awake = wakes.at(end).assume_tz(self.zone, disambiguation="compatible")
        if awake < at:  # the clocks have gone back, and this hour comes twice
            awake = wakes.at(end).assume_tz(self.zone, disambiguation="later")
        return awake


def problems_of(calendar: Calendar) -> Iterator[str]:
    """What is wrong with a calendar, in sentences."""
    try:
        Instant.from_utc(2026, 1, 1).to_tz(calendar.zone)
    except (TimeZoneNotFoundError, ValueError):
        yield f'there is no time zone "{calendar.zone}": write it like Europe/Berlin'
    if any(not 1 <= day <= 7 for day in calendar.quiet_days):
        yield "weekdays are counted from 1 to 7"
    elif len(set(calendar.quiet_days)) == 7:
        yield "every day of the week is quiet"
    for text in calendar.quiet_dates:
        try:
            _covers(text, Date(2026, 1, 1))
        except BadCalendar as problem:
            yield str(problem)
    if calendar.quiet_hours:
        try:
            hours_of(calendar.quiet_hours)
        except BadCalendar as problem:
            yield str(problem)


def weekday_of(text: str) -> int:
    """`sat`, `Saturday` or `6`."""
    word = text.strip().lower()
    if re.fullmatch("[1-7]", word):
        return int(word)
    found = [n for n, name in enumerate(WEEKDAYS, 1) if len(word) >= 2 and name.startswith(word)]
    if len(found) != 1:
        raise BadCalendar("calendar.weekday", text=text)
    return found[0]


def hours_of(text: str) -> tuple[Time, Time]:
    """`22:00-08:00`."""
    found = _HOURS.fullmatch(text.strip())
    try:
        if found is None:
            raise ValueError
        numbers = [int(number) for number in found.groups()]
        begin, end = Time(numbers[0], numbers[1]), Time(numbers[2], numbers[3])
    except ValueError:
        raise BadCalendar("calendar.hours", text=text) from None
    if begin == end:
        raise BadCalendar("calendar.all_day")
    return begin, end


def date_of(text: str) -> Date:
    """A date as players write it: `2026-12-24`, `24.12.2026`, `24 Dec 2026`; nothing is guessed."""
    words = " ".join(text.lower().split())
    year, month, day = 0, "", ""
    if found := _ISO.fullmatch(words):
        year, month, day = int(found[1]), found[2], found[3]
    elif found := _DOTTED.fullmatch(words):
        year, month, day = int(found[3]), found[2], found[1]
    elif found := _NAMED.fullmatch(words):
        year, month, day = int(found[3]), _month(found[2]), found[1]
    try:
        if year in YEARS:
            return Date(year, int(month), int(day))
    except ValueError:
        pass
    raise BadCalendar("calendar.date", text=text)


def _month(word: str) -> str:
    """The number of a month; empty if it is none, or may be two."""
    found = [str(number) for number, name in enumerate(MONTHS, 1) if name.startswith(word)]
    return found[0] if len(found) == 1 else ""


def range_of(text: str) -> tuple[Date, Date]:
    """`2026-12-24 to 2027-01-01`, or one date."""
    first, to, last = text.partition(" to ")
    begin = date_of(first)
    end = date_of(last) if to else begin
    if end < begin:
        raise BadCalendar("calendar.range", text=text)
    return begin, end


def _covers(text: str, day: Date) -> bool:
    if yearly := _YEARLY.fullmatch(text):
        try:
            Date(2028, int(yearly[1]), int(yearly[2]))  # a leap year knows every day
        except ValueError:
            raise BadCalendar("calendar.day_of_year", text=text) from None
        return (day.month, day.day) == (int(yearly[1]), int(yearly[2]))
    first, last = range_of(text)
    return first <= day <= last


def _full_minute(at: ZonedDateTime) -> ZonedDateTime:
    over = at.second + at.nanosecond / 1e9
    return at.add(seconds=60 - over).round("minute") if over else at


def _utc(at: ZonedDateTime) -> datetime:
    return at.to_instant().to_stdlib()


def _and(items: list[str]) -> str:
    return items[0] if len(items) == 1 else f"{', '.join(items[:-1])} and {items[-1]}"
