"""Pictures of results say in words and shapes what they show in colour."""

import datetime as dt
import re
from decimal import Decimal
from xml.etree import ElementTree

from hypothesis import given
from hypothesis import strategies as st

from medreview.common.svg import Band, Bar, Frame, Point, Series, Trend, sparkline, thin, trend

RANGE = Band(Decimal(45), Decimal(84), "Reference 45–84, female 18+")


def point(day: dt.date, value: str, **changed: object) -> Point:
    return Point(day, Decimal(value), value, f"{day} {value}", **changed)  # type: ignore[arg-type]


def picture(*points: Point, **changed: object) -> str:
    return trend(
        Trend("Creatinine, µmol/L", [Series(points)], "12-Jan-2025", "14-Nov-2026", **changed)  # type: ignore[arg-type]
    )


def test_a_trend_names_its_analyte_values_and_range_in_its_label() -> None:
    points = [point(dt.date(2025, 1, 12), "98"), point(dt.date(2026, 11, 14), "142")]

    drawn = picture(*points, band=RANGE)

    label = re.search(r'aria-label="([^"]+)"', drawn)
    assert label is not None
    assert "Creatinine, µmol/L: 2025-01-12 98; 2026-11-14 142." in label[1]
    assert "Reference 45–84, female 18+" in label[1]


def test_a_long_last_value_is_never_cut_by_the_edge() -> None:
    days = dt.date(2025, 1, 12), dt.date(2026, 11, 14)

    drawn = picture(*(point(day, "1234.567") for day in days))

    (last,) = (text for text in ElementTree.fromstring(drawn) if text.get("font-weight") == "600")
    assert float(last.attrib["x"]) + 8 * len("1234.567") <= Frame().width


def test_a_sparkline_writes_no_value_and_leaves_no_room_for_one() -> None:
    points = [point(dt.date(2025, 1, 12), "1234.567"), point(dt.date(2026, 11, 14), "1250.123")]

    (line,) = ElementTree.fromstring(sparkline(points, RANGE)).iter("polyline")

    assert line.attrib["points"].split()[-1].startswith("53")


def test_unequal_dates_are_spaced_by_time() -> None:
    days = [dt.date(2025, 1, 1), dt.date(2025, 1, 11), dt.date(2025, 4, 11)]

    drawn = picture(*[point(day, "5") for day in days])

    xs = [float(x) for x in re.findall(r'cx="([\d.]+)"', drawn)]
    assert round((xs[1] - xs[0]) / (xs[2] - xs[0]), 2) == 0.1


def test_a_point_out_of_range_changes_shape_and_a_bound_is_hollow() -> None:
    points = [
        point(dt.date(2025, 1, 1), "60"),
        point(dt.date(2026, 1, 1), "142", out_of_range=True),
        point(dt.date(2026, 2, 1), "40", out_of_range=True, bounded=True),
    ]

    drawn = picture(*points, band=RANGE)

    assert drawn.count("<circle") == 1
    assert drawn.count("rotate(45") == 2
    assert 'fill="#ffffff"' in drawn


def test_names_from_records_never_become_markup() -> None:
    hostile = Bar("<script>x</script>", dt.date(2025, 1, 1), dt.date(2026, 1, 1))

    drawn = picture(point(dt.date(2025, 1, 1), "5"), bars=[hostile], band=Band(None, None, "<b>"))

    assert "<script>" not in drawn
    assert "<b>" not in drawn
    ElementTree.fromstring(drawn)


def test_no_style_element_leaks_into_the_page() -> None:
    drawn = picture(point(dt.date(2025, 1, 1), "5"), band=RANGE) + sparkline(
        [point(dt.date(2025, 1, 1), "5")], RANGE
    )

    assert "<style" not in drawn
    assert "style=" not in drawn


def test_every_point_can_be_reached_by_keyboard_where_asked() -> None:
    points = [point(dt.date(2025, 1, n), "5") for n in range(1, 6)]

    drawn = picture(*points, frame=Frame(focusable=True))

    assert drawn.count('tabindex="0"') == 5


def test_nothing_is_drawn_of_nothing() -> None:
    assert picture() == ""
    assert sparkline([]) == ""


@given(st.lists(st.integers(-10_000, 10_000), min_size=1, max_size=1500))
def test_thinning_keeps_first_last_and_extremes(values: list[int]) -> None:
    points = [point(dt.date(2000, 1, 1) + dt.timedelta(n), str(v)) for n, v in enumerate(values)]

    kept = thin(points, 100)

    assert kept[0] == points[0]
    assert kept[-1] == points[-1]
    assert min(p.value for p in kept) == min(p.value for p in points)
    assert max(p.value for p in kept) == max(p.value for p in points)
    assert len(kept) <= 104


@given(
    st.lists(
        st.tuples(
            st.dates(dt.date(1990, 1, 1), dt.date(2030, 1, 1)),
            st.decimals(-100_000, 100_000, places=3),
        ),
        min_size=1,
        max_size=30,
    )
)
def test_any_series_is_well_formed_and_inside_the_frame(
    rows: list[tuple[dt.date, Decimal]],
) -> None:
    points = [point(day, str(value)) for day, value in sorted(rows)]

    root = ElementTree.fromstring(picture(*points, band=RANGE))

    for circle in root.iter("circle"):
        assert 0 <= float(circle.attrib["cx"]) <= 290
        assert 0 <= float(circle.attrib["cy"]) <= 112
