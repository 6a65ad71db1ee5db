import json
import threading
from pathlib import Path

import pytest
from django.db import connection

from medreview.audit.models import AuditEvent
from medreview.fhir import queries
from medreview.fhir.errors import Unreadable
from medreview.fhir.importing import files_under, import_file, preview_file
from medreview.fhir.models import Import, QuarantinedEntry, Resource
from medreview.patients.models import Patient
from tests.factories.accounts import make_hospital
from tests.factories.fhir import (
    a_bundle,
    a_patient,
    an_observation,
    as_file,
    make_import,
    receipt_of,
)

CASES = sorted(Path("tests/data/intake").glob("*"))

pytestmark = pytest.mark.django_db


def _counts(made: Import) -> tuple[int, int, int, int]:
    entries = receipt_of(made).entries
    return entries.new, entries.changed, entries.same, len(entries.quarantined)


def test_a_record_is_stored_as_received_under_its_patient(north, ada):
    raw = (
        '{"resourceType":"Observation","id":"o1","subject":{"reference":"Patient/p1"},'
        '"valueQuantity":{"value":1.50}}'
    )
    bundle = (
        '{"resourceType":"Bundle","entry":[{"resource":'
        + json.dumps(a_patient())
        + '},{"resource":'
        + raw
        + "}]}"
    )

    made = make_import(bundle, hospital=north, by=ada)

    row = Resource.objects.get(type="Observation")
    assert row.raw == raw
    assert row.patient == Patient.objects.get(hospital=north, fhir_id="p1")
    assert (row.version, row.current, row.source_import) == (1, True, made)
    assert receipt_of(made).patients == ("Patient/p1",)


def test_the_same_file_twice_changes_nothing(north):
    bundle = a_bundle([a_patient(), an_observation(), an_observation(None)])
    make_import(bundle, hospital=north)
    rows = set(Resource.objects.values_list("pk", flat=True))

    again = make_import(json.dumps(bundle, indent=4), hospital=north)

    assert _counts(again) == (0, 0, 3, 0)
    assert set(Resource.objects.values_list("pk", flat=True)) == rows
    assert receipt_of(again).changes_nothing


def test_a_changed_resource_is_a_new_version_and_the_old_one_stays(north):
    make_import(a_bundle([a_patient(), an_observation()]), hospital=north)

    made = make_import(an_observation(status="amended"), hospital=north)

    versions = Resource.objects.filter(type="Observation").order_by("version")
    assert _counts(made) == (0, 1, 0, 0)
    assert [(row.version, row.current) for row in versions] == [(1, False), (2, True)]
    assert '"final"' in versions[0].raw
    assert versions[1].patient is not None


def test_an_older_export_taken_in_again_undoes_no_correction(north):
    old = an_observation(status="final", meta={"lastUpdated": "2026-11-01T08:00:00Z"})
    new = an_observation(status="corrected", meta={"lastUpdated": "2026-11-03T08:00:00Z"})
    for resource in (a_patient(), old, new):
        make_import(resource, hospital=north)

    again = make_import(old, hospital=north)
    older_still = make_import(
        an_observation(status="preliminary", meta={"lastUpdated": "2026-10-30T08:00:00Z"}),
        hospital=north,
    )

    current = Resource.objects.get(type="Observation", current=True)
    assert '"corrected"' in current.raw
    assert _counts(again) == (0, 0, 1, 0)
    assert _counts(older_still) == (0, 1, 0, 0)
    assert "it replaces nothing" in receipt_of(again).notes[0]
    assert "it replaces nothing" in receipt_of(older_still).notes[0]


def test_files_that_contradict_each_other_end_alike_however_often_they_come_and_say_so(north):
    make_import(a_patient(), hospital=north)
    files = [an_observation(status=status) for status in ("final", "amended")]
    for resource in files:
        make_import(resource, hospital=north)

    again = [make_import(resource, hospital=north) for resource in files]

    current = Resource.objects.get(type="Observation", current=True)
    assert '"amended"' in current.raw
    assert [_counts(made) for made in again] == [(0, 1, 0, 0), (0, 1, 0, 0)]
    for made in again:
        assert "says again what it said before a later change" in receipt_of(made).notes[0]


def test_three_bad_entries_of_a_thousand_cost_only_themselves(north):
    resources = [a_patient(), *(an_observation(f"o{n}") for n in range(996))]
    bad = [{"resourceType": "Foo"}, {"id": "x"}, an_observation(valueQuantity="high")]

    made = make_import(a_bundle([*resources, *bad]), hospital=north)

    assert _counts(made) == (997, 0, 0, 3)
    assert QuarantinedEntry.objects.count() == 3
    assert [bad.where for bad in receipt_of(made).types["Observation"].quarantined] == [
        "entry 1000 (Observation/o1)"
    ]


def test_a_good_resource_takes_the_place_of_a_broken_one(north):
    make_import(a_bundle([a_patient(), an_observation(valueQuantity="high")]), hospital=north)
    patient = Patient.objects.get()
    assert queries.quarantined_of(patient).count() == 1

    made = make_import(an_observation(), hospital=north)

    assert queries.quarantined_of(patient).count() == 0
    assert QuarantinedEntry.objects.get().replaced_by == made


def test_a_resource_waits_for_its_patient_and_is_attached_when_the_patient_comes(north):
    by_identifier = an_observation(
        "o2", subject={"identifier": {"system": "urn:hospital", "value": "MRN-p1"}}
    )
    broken = an_observation("o3", valueQuantity="high")
    early = make_import([an_observation(), by_identifier, broken], hospital=north)
    waiting = receipt_of(early).unassigned
    assert [item.reason for item in waiting] == [
        "it waits for Patient/p1, who is not known yet",
        "no known patient has the identifier it names",
    ]

    make_import(a_patient(), hospital=north)

    patient = Patient.objects.get()
    rows = Resource.objects.filter(type="Observation")
    assert {(row.patient, row.awaits, row.unassigned_reason) for row in rows} == {(patient, "", "")}
    assert queries.quarantined_of(patient).count() == 1


def test_people_are_never_merged_by_name(north):
    make_import([a_patient("p1"), a_patient("p2")], hospital=north)

    assert Patient.objects.count() == 2


def test_an_id_that_suddenly_names_another_person_is_not_taken(north):
    make_import([a_patient(), an_observation()], hospital=north)
    stranger = a_patient(name=[{"family": "Smith"}], birthDate="1990-01-01", identifier=[])

    made = make_import([stranger, an_observation("o9")], hospital=north)

    assert "another person" in receipt_of(made).entries.quarantined[0].reason
    assert "another person" in receipt_of(made).unassigned[0].reason
    assert Patient.objects.get().family == "Ivanova"
    assert Resource.objects.get(fhir_id="o9").patient is None


def test_a_birth_date_in_the_future_is_kept_as_sent_and_said(north, stop_clock):
    stop_clock(2026, 11, 30)

    made = make_import([a_patient(birthDate="2031-01-01"), an_observation()], hospital=north)

    patient = Patient.objects.get()
    assert (patient.birth_date, patient.birth_day) == ("2031-01-01", None)
    assert receipt_of(made).notes == (
        "entry 1 (Patient/p1): the birth date 2031-01-01 is in the future",
    )
    assert _counts(made) == (2, 0, 0, 0)


def test_what_is_about_nobody_is_shared_by_the_hospital(north, south):
    make_import({"resourceType": "Medication", "id": "m1"}, hospital=north)

    assert [row.fhir_id for row in queries.shared_resources(north)] == ["m1"]
    assert not queries.shared_resources(south).exists()


def test_two_hospitals_with_the_same_ids_stay_apart(north, south):
    make_import([a_patient(), an_observation()], hospital=north)

    made = make_import([a_patient(), an_observation()], hospital=south)

    assert _counts(made) == (2, 0, 0, 0)
    assert Patient.objects.count() == 2
    rows = Resource.objects.filter(type="Observation")
    assert {(row.hospital_id, row.patient.hospital_id) for row in rows} == {
        (north.pk, north.pk),
        (south.pk, south.pk),
    }


def test_a_preview_counts_what_an_import_would_and_writes_nothing(north):
    content = as_file(a_bundle([a_patient(), an_observation(), {"resourceType": "Foo"}]))

    plan = preview_file(name="a.json", content=content, hospital=north)

    assert not Resource.objects.exists()
    assert not Patient.objects.exists()
    made = import_file(name="a.json", content=content, hospital=north, by=None)
    assert receipt_of(made) == plan.receipt


def test_an_import_is_in_the_trail_with_its_counts_and_no_content(north, ada):
    made = make_import([a_patient(), an_observation(), {}], hospital=north, by=ada)

    event = AuditEvent.objects.get(event="record.imported")
    assert (event.thing_id, event.actor) == (made.pk, ada.pk)
    assert event.counts == {"received": 3, "new": 2, "changed": 0, "same": 0, "quarantined": 1}
    changed = AuditEvent.objects.get(event="record.changed")
    assert changed.patient == Patient.objects.get().pk


def test_a_file_that_can_not_be_read_writes_nothing(north):
    with pytest.raises(Unreadable):
        make_import("<Bundle/>", hospital=north)

    assert not Import.objects.exists()


def test_the_day_of_a_laboratory_result_is_known_and_that_of_a_vital_sign_is_not(north):
    vital = an_observation("v1", category=[{"coding": [{"code": "vital-signs"}]}])
    vital["effectiveDateTime"] = "2026-11-28"
    make_import([a_patient(), an_observation(), vital], hospital=north)

    days = queries.last_result_days(Patient.objects.all())

    assert [str(day) for day in days.values()] == ["2026-11-20"]


def test_the_pages_that_are_missing_are_known_of_the_patient(north):
    make_import(a_bundle([a_patient()], type="searchset", total=9), hospital=north)

    gaps = queries.gaps_of(Patient.objects.get())

    assert gaps == ["The file holds 1 of the 9 entries its Bundle speaks of."]


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.name)
def test_real_oddities_import_with_a_balanced_receipt_and_twice_change_nothing(path, north):
    first = import_file(name=path.name, content=path, hospital=north, by=None)

    again = import_file(name=path.name, content=path, hospital=north, by=None)

    assert receipt_of(first).entries.received == receipt_of(again).entries.received
    assert receipt_of(again).changes_nothing


@pytest.mark.django_db(transaction=True)
def test_two_people_importing_the_same_file_at_once_make_one_record():
    hospital = make_hospital()
    content = as_file(a_bundle([a_patient(), *(an_observation(f"o{n}") for n in range(50))]))
    start, counts = threading.Barrier(4), []

    def run() -> None:
        start.wait()
        made = import_file(name="a.json", content=content, hospital=hospital, by=None)
        counts.append(_counts(made))
        connection.close()

    threads = [threading.Thread(target=run) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert sorted(counts) == [(0, 0, 51, 0)] * 3 + [(51, 0, 0, 0)]
    assert Resource.objects.count() == 51
    assert Patient.objects.count() == 1


def test_folders_are_walked_in_order_and_hidden_files_are_left_out(tmp_path):
    for name in ("b.json", "a/c.json", ".hidden/d.json", ".e.json"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("{}")

    found = [path.relative_to(tmp_path).as_posix() for path in files_under([tmp_path])]

    assert found == ["a/c.json", "b.json"]


def test_names_of_any_length_and_letters_go_in(north):
    endless = "".join(chr(0x4E00 + number % 20000) for number in range(50_000))
    named = a_patient(name=[{"family": endless, "given": [endless]}])
    waits = an_observation(subject={"identifier": {"system": "urn:x", "value": endless}})

    made = make_import([named, waits], hospital=north, name="bad\udcffname\x00.json")

    assert _counts(made) == (2, 0, 0, 0)
    assert made.source == "bad\ufffdname\ufffd.json"
