import datetime as dt
from zoneinfo import ZoneInfo

import pytest

from medreview.audit.weeks import Week, week_named, week_of, weeks_between

VIENNA = ZoneInfo("Europe/Vienna")


def test_a_week_is_named_as_people_number_it():
    assert Week(dt.date(2026, 11, 23)).name == "2026-W48"
    assert Week(dt.date(2024, 12, 30)).name == "2025-W01"


@pytest.mark.parametrize("name", ["2026-W48", "2026-W01", "2026-W53"])
def test_a_name_leads_back_to_its_week(name):
    assert week_named(name).name == name


@pytest.mark.parametrize("name", ["2025-W53", "2026-W00", "2026-48", "", "0000-W01", "x" * 400])
def test_what_is_no_week_is_none(name):
    assert week_named(name) is None


def test_a_week_begins_on_monday_where_the_hospital_is():
    week = Week(dt.date(2026, 3, 23))

    assert week.begins(VIENNA).isoformat() == "2026-03-23T00:00:00+01:00"
    # Clocks go forward on that Sunday: the week is an hour shorter.
    assert week.ends(VIENNA) - week.begins(VIENNA) == dt.timedelta(days=7)
    assert week.ends(VIENNA).utcoffset() == dt.timedelta(hours=2)


def test_half_past_midnight_on_monday_is_the_new_week_there_though_it_is_sunday_in_utc():
    moment = dt.datetime(2026, 11, 22, 23, 30, tzinfo=dt.UTC)

    assert week_of(moment, VIENNA).name == "2026-W48"


def test_every_week_from_one_to_another_newest_first():
    weeks = weeks_between(Week(dt.date(2026, 11, 9)), Week(dt.date(2026, 11, 23)))

    assert [week.name for week in weeks] == ["2026-W48", "2026-W47", "2026-W46"]
    assert weeks_between(weeks[0], weeks[0].before()) == []
