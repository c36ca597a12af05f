"""A game's calendar: zones, quiet days and hours, and the nights on which the clocks change."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from whenever import Date

from pbem.calendar.calendar import BadCalendar, Calendar, date_of, hours_of, problems_of, weekday_of

FRIDAY = datetime(2026, 11, 20, 17, 0, tzinfo=UTC)
BERLIN = "Europe/Berlin"


def at(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


def test_without_quiet_time_hours_are_hours() -> None:
    assert Calendar().after(FRIDAY, 30) == at("2026-11-21T23:00")
    assert Calendar().after(FRIDAY, 72) == at("2026-11-23T17:00")


def test_quiet_days_do_not_count() -> None:
    weekend = Calendar(quiet_days=(6, 7))
    assert weekend.after(FRIDAY, 24) == at("2026-11-23T17:00")  # Monday
    assert weekend.after(FRIDAY, 10) == at("2026-11-23T03:00")  # seven hours on Friday, three on Monday
    saturday = datetime(2026, 11, 21, 15, 0, tzinfo=UTC)
    assert weekend.after(saturday, 24) == at("2026-11-24T00:00")  # counting begins with Monday


def test_quiet_dates_ranges_and_days_of_the_year() -> None:
    calendar = Calendar(quiet_dates=("2026-12-24 to 2026-12-26", "01-01", "2026-12-28"))
    before = datetime(2026, 12, 23, 12, 0, tzinfo=UTC)
    assert calendar.after(before, 24) == at("2026-12-27T12:00")
    assert calendar.after(before, 48) == at("2026-12-29T12:00")
    assert calendar.after(datetime(2026, 12, 31, 12, 0, tzinfo=UTC), 24) == at("2027-01-02T12:00")


def test_a_day_keeps_its_hour_when_the_clocks_change() -> None:
    """On 25 October 2026 clocks in Berlin go back, on 28 March 2027 forward."""
    berlin = Calendar(BERLIN)
    evening = at("2026-10-24T16:00")  # 18:00 in Berlin
    assert berlin.after(evening, 24) == at("2026-10-25T17:00")  # 18:00 again: 25 hours
    assert berlin.after(evening, 23) == at("2026-10-25T15:00")  # hours are hours
    evening = at("2027-03-27T17:00")
    assert berlin.after(evening, 24) == at("2027-03-28T16:00")  # 18:00: 23 hours


def test_an_hour_that_the_clocks_skip_becomes_the_next_one() -> None:
    berlin = Calendar(BERLIN)
    night = at("2027-03-27T01:30")  # 02:30 in Berlin; on the 28th there is none
    assert berlin.after(night, 24) == at("2027-03-28T01:30")  # 03:30 in Berlin


def test_a_quiet_day_with_a_change_of_clocks() -> None:
    sundays = Calendar(BERLIN, quiet_days=(7,))
    assert sundays.after(at("2026-10-24T20:00"), 3) == at(
        "2026-10-26T00:00"
    )  # two hours on Saturday, one on Monday


def test_midnight_that_does_not_exist() -> None:
    """In Cairo the clocks go forward at midnight of 24 April 2026 (a Friday)."""
    cairo = Calendar("Africa/Cairo", quiet_days=(4,))
    thursday = at("2026-04-23T10:00")
    assert cairo.after(thursday, 1) == at("2026-04-23T23:00")  # Friday begins at 01:00 local, 22:00 UTC


def test_nothing_falls_due_in_quiet_hours() -> None:
    calendar = Calendar(BERLIN, quiet_hours="22:00-08:00")
    assert calendar.after(at("2026-11-16T18:00"), 4) == at("2026-11-17T07:00")  # 23:00 becomes 08:00
    assert calendar.after(at("2026-11-16T02:00"), 24) == at("2026-11-17T07:00")  # 03:00 becomes 08:00
    assert calendar.after(at("2026-11-16T10:00"), 4) == at("2026-11-16T14:00")
    siesta = Calendar(quiet_hours="13:00-15:30")
    assert siesta.after(at("2026-11-16T12:00"), 1) == at("2026-11-16T15:30")
    assert siesta.after(at("2026-11-16T12:00"), 4) == at("2026-11-16T16:00")


def test_quiet_hours_do_not_end_on_a_quiet_day() -> None:
    calendar = Calendar(quiet_days=(6,), quiet_hours="22:00-08:00")
    assert calendar.after(FRIDAY, 6) == at("2026-11-22T08:00")
    assert calendar.next_waking(datetime(2026, 11, 20, 23, 0, tzinfo=UTC)) == at("2026-11-22T08:00")


def test_quiet_hours_that_end_in_an_hour_that_comes_twice() -> None:
    """On 25 October 2026 it is 02:15 twice in Berlin; waking is never in the past."""
    calendar = Calendar(BERLIN, quiet_hours="22:00-02:30")
    assert calendar.next_waking(at("2026-10-25T00:15")) == at("2026-10-25T00:30")  # the first time
    assert calendar.next_waking(at("2026-10-25T01:15")) == at("2026-10-25T01:30")  # the second time


def test_quiet_hours_that_end_in_an_hour_that_is_skipped() -> None:
    calendar = Calendar(BERLIN, quiet_hours="22:00-02:30")
    assert calendar.next_waking(at("2027-03-28T00:15")) == at("2027-03-28T01:30")  # 03:30 in Berlin


def test_two_days_over_a_change_of_clocks_in_the_south() -> None:
    """In Sydney clocks go forward on 4 October 2026 and back on 5 April 2026: the hour stays."""
    sydney = Calendar("Australia/Sydney")
    assert sydney.after(at("2026-10-03T00:00"), 48) == at("2026-10-04T23:00")  # 10:00 and 10:00
    assert sydney.after(at("2026-04-03T23:00"), 48) == at("2026-04-06T00:00")
    quiet = Calendar("Australia/Sydney", quiet_days=(7,))
    assert quiet.after(at("2026-10-02T23:00"), 48) == at("2026-10-05T22:00")  # Saturday 09:00, Tuesday


def test_zones_with_half_hours_and_changes_of_half_an_hour() -> None:
    kolkata = Calendar("Asia/Kolkata", quiet_days=(7,), quiet_hours="22:00-08:00")
    assert kolkata.start_of(Date(2026, 11, 16)) == at("2026-11-15T18:30")
    assert kolkata.after(at("2026-11-14T12:30"), 4) == at("2026-11-16T02:30")  # 22:00; Sunday is quiet
    howe = Calendar("Australia/Lord_Howe")  # forward by half an hour on 4 October 2026
    assert howe.after(at("2026-10-03T01:30"), 24) == at("2026-10-04T01:00")


def test_due_times_are_full_minutes() -> None:
    moment = datetime(2026, 11, 20, 17, 0, 27, 123, tzinfo=UTC)
    assert Calendar().after(moment, 24) == at("2026-11-21T17:01")


def test_a_calendar_says_what_it_keeps() -> None:
    words = Calendar(BERLIN, (6, 7), ("12-25",), "22:00-08:00").describe()
    assert words == (
        "Times are those of Europe/Berlin; quiet on Saturday and Sunday; quiet on 12-25; "
        "nothing falls due between 22:00 and 08:00."
    )


@settings(max_examples=60)
@given(
    st.datetimes(min_value=datetime(2026, 1, 1), max_value=datetime(2028, 1, 1)),  # noqa: DTZ001
    st.integers(min_value=1, max_value=200),
    st.sampled_from(["UTC", BERLIN, "America/New_York", "Asia/Tehran", "Australia/Lord_Howe"]),
    st.lists(st.integers(min_value=1, max_value=7), max_size=3, unique=True),
)
def test_time_goes_forward_and_stays_out_of_quiet_time(
    naive: datetime, hours: int, zone: str, quiet: list[int]
) -> None:
    calendar = Calendar(zone, tuple(quiet), ("12-25",), "23:00-07:00")
    moment = naive.replace(tzinfo=UTC)
    due = calendar.after(moment, hours)
    assert (due - moment).total_seconds() >= hours * 3600 - 3600  # a day of 23 hours is a day
    assert not calendar.is_quiet(Date(due.astimezone(ZoneInfo(zone)).date()))
    assert calendar.next_waking(due) == due
    assert calendar.after(moment, hours + 1) >= due


@settings(max_examples=120)
@given(
    st.integers(min_value=0, max_value=3 * 60),
    st.sampled_from([(BERLIN, "2026-10-25T00:00"), (BERLIN, "2027-03-28T00:00"),
                     ("America/New_York", "2026-11-01T05:00"), ("Australia/Sydney", "2026-04-04T15:00"),
                     ("Australia/Lord_Howe", "2026-04-04T14:30")]),
    st.sampled_from(["", "22:00-02:30", "01:30-02:15", "23:00-07:00"]),
    st.integers(min_value=0, max_value=60),
)  # fmt: skip
def test_nothing_goes_back_in_time_in_the_night_of_a_change(
    minutes: int, night: tuple[str, str], quiet: str, hours: int
) -> None:
    zone, begin = night
    calendar = Calendar(zone, quiet_hours=quiet)
    moment = at(begin) + timedelta(minutes=minutes)
    assert calendar.next_waking(moment) >= moment
    assert calendar.after(moment, hours) >= moment
    assert calendar.after(moment, hours + 2) >= calendar.after(moment, hours)


# ---- What people write


@pytest.mark.parametrize(
    "text", ["2026-12-24", "24.12.2026", "24. 12. 2026", "24 Dec 2026", "24 december 2026"]
)
def test_dates(text: str) -> None:
    assert date_of(text) == Date(2026, 12, 24)


@pytest.mark.parametrize(
    "text", ["tomorrow", "12/24/2026", "24.13.2026", "2026-02-30", "24 j 2026", "", "24 ju 2026"]
)
def test_what_is_no_date_is_not_guessed(text: str) -> None:
    with pytest.raises(BadCalendar, match="is no date"):
        date_of(text)


def test_weekdays_and_hours() -> None:
    assert [weekday_of(text) for text in ("mon", "Saturday", "7")] == [1, 6, 7]
    for text in ("t", "someday", "8"):
        with pytest.raises(BadCalendar):
            weekday_of(text)
    for text in ("22-8", "25:00-26:00", "10:00-10:00"):
        with pytest.raises(BadCalendar):
            hours_of(text)


@pytest.mark.parametrize(
    ("calendar", "told"),
    [
        (Calendar("Europe/Atlantis"), "no time zone"),
        (Calendar("../etc/passwd"), "no time zone"),
        (Calendar(quiet_days=(8,)), "from 1 to 7"),
        (Calendar(quiet_days=(1, 2, 3, 4, 5, 6, 7)), "every day"),
        (Calendar(quiet_dates=("13-40",)), "no day of the year"),
        (Calendar(quiet_dates=("2027-01-01 to 2026-01-01",)), "ends before"),
        (Calendar(quiet_hours="late"), "no hours"),
    ],
)
def test_a_bad_calendar_is_named(calendar: Calendar, told: str) -> None:
    assert told in "; ".join(problems_of(calendar))


def test_a_calendar_without_a_day_to_play_does_not_hang() -> None:
    with pytest.raises(BadCalendar, match="every day"):
        Calendar(quiet_dates=("2026-01-01 to 2030-01-01",)).after(FRIDAY, 24)
