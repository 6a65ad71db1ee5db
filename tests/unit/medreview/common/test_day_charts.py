"""Pictures of days: nothing is hidden, nothing unknown is drawn as zero, words are escaped."""

import datetime as dt
from xml.etree import ElementTree

from medreview.common.day_charts import Axis, Day, lines, stacked

AXIS = Axis("Cost <b>", "01-Mar-2026", "03-Mar-2026")
SVG = "{http://www.w3.org/2000/svg}"


def days(*values: tuple[float | None, ...], url: str = "") -> list[Day]:
    first = dt.date(2026, 3, 1)
    return [
        Day(first + dt.timedelta(days=place), each, f"day {place} & more", url)
        for place, each in enumerate(values)
    ]


def drawn(text: str) -> ElementTree.Element:
    return ElementTree.fromstring(text.replace("<svg ", f'<svg xmlns="{SVG[1:-1]}" ', 1))


def test_a_bar_stands_for_each_part_and_leads_to_its_day():
    picture = drawn(stacked(days((1.0, 2.0), (0.0, 0.0), (3.0, None), url="/runs/?a=1&b=2"), AXIS))

    bars = picture.findall(f".//{SVG}a")
    assert [len(bar.findall(f".//{SVG}rect")) for bar in bars] == [2, 1]
    assert [bar.get("href") for bar in bars] == ["/runs/?a=1&b=2"] * 2
    assert bars[0].find(f".//{SVG}title").text == "day 0 & more"
    assert picture.get("aria-label") == "Cost <b>"


def test_heights_are_to_scale():
    picture = drawn(stacked(days((1.0,), (4.0,)), AXIS))

    small, large = (float(rect.get("height")) for rect in picture.findall(f"{SVG}g/{SVG}rect"))

    assert abs(large / small - 4) < 0.1


def test_days_without_anything_are_no_picture():
    assert stacked(days((0.0,), (None,)), AXIS) == ""
    assert lines(days((None, None)), AXIS) == ""


def test_a_limit_is_drawn_across_and_said():
    axis = Axis("Cost", "a", "b", limit=10.0, limit_said="budget of a day: 10")

    words = [text.text for text in drawn(stacked(days((4.0,)), axis)).findall(f"{SVG}text")]

    assert "budget of a day: 10" in words


def test_a_line_has_a_gap_where_nothing_is_known():
    picture = drawn(lines(days((1.0, 2.0), (None, None), (1.0, 2.0), (1.5, 3.0)), AXIS))

    joined = [line for line in picture.findall(f"{SVG}line") if line.get("stroke-width") == "1.6"]
    assert len(joined) == 2
    assert len(picture.findall(f"{SVG}circle")) == len(picture.findall(f"{SVG}rect")) == 3
