import pytest

from medreview.audit.contracts import PersonWeek


def person(**said):
    defaults = {
        "person": "usr_1",
        "reads": 1,
        "patients": 1,
        "prints": 0,
        "exports": 0,
        "at_night": 0,
        "weeks_before": 3,
        "most_patients_before": 1,
        "at_night_before": 0,
    }
    return PersonWeek(**{**defaults, **said})


@pytest.mark.parametrize(
    ("patients", "before", "many"),
    [(10, 4, True), (10, 5, False), (9, 1, False), (30, 15, False), (31, 15, True)],
)
def test_many_more_is_more_than_twice_the_most_and_at_least_ten(patients, before, many):
    assert person(patients=patients, most_patients_before=before).reads_many_more is many


def test_night_is_new_only_where_there_was_none_in_weeks_that_were():
    assert person(at_night=1).reads_at_new_hours
    assert not person(at_night=1, at_night_before=1).reads_at_new_hours
    assert not person(at_night=1, weeks_before=0).reads_at_new_hours


def test_a_person_without_earlier_weeks_is_compared_with_nothing():
    new = person(patients=50, at_night=9, weeks_before=0, most_patients_before=0)

    assert new.is_new
    assert not new.reads_many_more
