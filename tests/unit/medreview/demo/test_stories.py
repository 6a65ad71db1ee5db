import datetime as dt
import re
from collections import Counter

import pytest

from medreview.demo.record import Resource
from medreview.demo.stories import FOR_A_MODEL, NORTH, SOUTH, STORIES, Story

TODAY = dt.date(2026, 11, 30)
DATE = re.compile(r"^(\d{4}-\d{2}-\d{2})(?:T|$)")


def resources_of(story: Story) -> list[Resource]:
    return [entry["resource"] for bundle in story.build(TODAY) for entry in bundle["entry"]]


def dates_in(value: object) -> list[str]:
    if isinstance(value, dict):
        return [found for each in value.values() for found in dates_in(each)]
    if isinstance(value, list):
        return [found for each in value for found in dates_in(each)]
    return DATE.findall(value) if isinstance(value, str) else []


def test_at_least_twelve_patients_live_in_two_hospitals():
    hospitals = Counter(story.hospital for story in STORIES)

    assert set(hospitals) == {NORTH, SOUTH}
    assert sum(hospitals.values()) >= 12
    assert min(hospitals.values()) >= 4


def test_one_record_holds_five_thousand_results():
    counts = {
        story.key: sum(each["resourceType"] == "Observation" for each in resources_of(story))
        for story in STORIES
    }

    assert counts["kowalczyk"] == 5000


@pytest.mark.parametrize("story", STORIES, ids=lambda story: story.key)
def test_a_record_is_about_one_patient_and_names_each_resource_once(story):
    first_file = [entry["resource"] for entry in story.build(TODAY)[0]["entry"]]

    names = Counter((each["resourceType"], each["id"]) for each in first_file)

    assert [each["id"] for each in first_file if each["resourceType"] == "Patient"] == [story.key]
    assert set(names.values()) == {1}


@pytest.mark.parametrize("story", STORIES, ids=lambda story: story.key)
def test_nothing_in_a_record_happens_after_the_day_it_is_made(story):
    dates = [found for each in resources_of(story) for found in dates_in(each)]

    assert dates
    assert max(dates) <= TODAY.isoformat()


def test_an_amended_result_is_the_same_result_sent_again():
    story = next(story for story in STORIES if story.key == "whitcombe")
    before, after = story.build(TODAY)

    corrected = after["entry"][0]["resource"]
    first = next(
        entry["resource"] for entry in before["entry"] if entry["resource"]["id"] == corrected["id"]
    )

    assert (first["status"], corrected["status"]) == ("final", "corrected")
    assert str(first["valueQuantity"]["value"]) != str(corrected["valueQuantity"]["value"])


def test_the_record_for_a_model_has_names_without_codes_beside_one_that_has_its_own():
    bundle = FOR_A_MODEL.build(TODAY)[0]
    labs = [one["resource"] for one in bundle["entry"]]
    codes = {one["code"]["text"]: one["code"].get("coding") for one in labs if "code" in one}

    assert codes["Kallium"] is None
    assert codes["Potassium"]
