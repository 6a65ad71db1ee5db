from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from medreview.fhir.hl7v2.times import day_of, moment_of, offset_of, written_of

VIENNA = ZoneInfo("Europe/Vienna")


@pytest.mark.parametrize(
    ("sent", "offset", "moment"),
    [
        ("2026", "", "2026"),
        ("202611", "", "2026-11"),
        ("20261120", "", "2026-11-20"),
        ("2026112008", "", "2026-11-20T08:00:00+01:00"),
        ("202611200810", "", "2026-11-20T08:10:00+01:00"),
        ("202607200810", "", "2026-07-20T08:10:00+02:00"),
        ("20261120081030.5", "", "2026-11-20T08:10:30.5+01:00"),
        ("20261120081030+0530", "", "2026-11-20T08:10:30+05:30"),
        ("20261120081030", "-0500", "2026-11-20T08:10:30-05:00"),
        ("20261120081030-0800", "+0100", "2026-11-20T08:10:30-08:00"),
        ("20261301", "", ""),
        ("20261120256000", "", ""),
        ("20261120081030+1799", "", ""),
        ("soon", "", ""),
        ("", "", ""),
    ],
)
def test_a_moment_is_as_precise_as_sent_with_its_own_zone_the_senders_or_ours(sent, offset, moment):
    assert moment_of(sent, VIENNA, offset) == moment


def test_the_senders_zone_is_the_one_its_header_names():
    assert offset_of("20261120081500+0100") == "+0100"
    assert offset_of("20261120081500") == ""


@pytest.mark.parametrize(
    ("sent", "written"),
    [
        ("20261120081030.25-0500", "2026-11-20T08:10:30.25-05:00"),
        ("20261120081030", "2026-11-20T08:10:30+01:00"),
        ("202611200810", "2026-11-20T08:10+01:00"),
        ("2026112008", ""),
        ("20261120", ""),
        ("20261120256000", ""),
        ("soon", ""),
        # Clocks in Vienna go through this hour twice.
        ("20261025023000", ""),
        ("20261025023000+0100", "2026-10-25T02:30:00+01:00"),
    ],
)
def test_a_message_was_made_when_it_surely_says_so(sent, written):
    assert written_of(sent, VIENNA) == written


def test_a_birth_date_is_a_day_a_month_or_a_year():
    assert [day_of(text) for text in ("195803140830", "195803", "1958", "x", "")] == [
        "1958-03-14",
        "1958-03",
        "1958",
        "",
        "",
    ]


@given(st.text(max_size=30), st.sampled_from(["", "+0100", "-9999"]))
def test_any_text_is_a_moment_or_none(text, offset):
    assert isinstance(moment_of(text, VIENNA, offset), str)
    assert isinstance(written_of(text + offset, VIENNA), str)
    assert isinstance(day_of(text), str)
