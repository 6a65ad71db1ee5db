"""Tier shares by week, and their picture."""

import datetime as dt

from graphcurate.gaps.tier_shares import WEEKS, Week, picture, weeks

TODAY = dt.date(2026, 12, 2)
MONDAY = dt.date(2026, 11, 30)
ENDS = ("08-Jun-2026", "30-Nov-2026")


def test_half_a_year_is_shown_to_this_week_and_a_week_without_results_is_empty():
    shown = weeks([(MONDAY, {"algorithm": 3, "uncovered": 1})], TODAY)

    assert len(shown) == WEEKS
    assert (shown[-1].monday, shown[-1].total, shown[-1].share("algorithm")) == (MONDAY, 4, 0.75)
    assert (shown[0].total, shown[0].share("algorithm")) == (0, None)


def test_a_week_is_told_apart_by_pattern_and_said_in_words():
    shown = [Week(MONDAY, {"algorithm": 1, "domain_inference": 1, "uncovered": 2})]

    drawn = picture(shown, "Tiers by week", ["30-Nov-2026: 1 & 1"], ENDS)

    assert drawn.count("<rect x=") == 3
    assert "url(#tier-hatch)" in drawn
    assert "<title>30-Nov-2026: 1 &amp; 1</title>" in drawn
    assert "<style" not in drawn


def test_nothing_counted_is_no_picture():
    assert picture(weeks([], TODAY), "Tiers by week", [""] * WEEKS, ENDS) == ""
