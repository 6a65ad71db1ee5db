"""Tables and messages beside what is stored: whose they are, what is new, changed or the same."""

import gzip
import json
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from analysis.pipeline.jobs import run_analysis
from analysis.pipeline.queries import whole
from analysis.pipeline.services import request_analysis
from analysis.pipeline.working import claimed
from medreview.fhir import sent_parts
from medreview.fhir.csv_results.mapping import ColumnMapping
from medreview.fhir.errors import Unreadable
from medreview.fhir.importing import import_file, preview_results
from medreview.fhir.models import QuarantinedEntry, Resource
from medreview.fhir.store import read_patient
from medreview.patients.models import Patient
from tests.factories.fhir import a_patient, make_import, receipt_of

pytestmark = pytest.mark.django_db

DATA = Path(__file__).parents[3] / "data" / "results"
HEADER = "mrn,name,born,test,value,unit,date,status,order"
MAPPING = ColumnMapping.model_validate(
    {
        "columns": {"patient": 0, "name": 1, "birth": 2, "test": 3, "value": 4, "unit": 5,
                    "date": 6, "status": 7, "order": 8},
        "width": 9,
        "encoding": "utf-8",
        "delimiter": ",",
        "decimal": "point",
        "date_format": "YYYY-MM-DD",
        "birth_format": "YYYY-MM-DD",
        "source": "Laboratory",
    }
)  # fmt: skip
ROW = "MRN-1,Maria Ivanova,1958-03-14,Potassium,4.5,mmol/L,2026-11-20,F,S-1"


def table(*rows, header=HEADER):
    return "\n".join([header, *rows]).encode() + b"\n"


def take(hospital, *rows, mapping=MAPPING):
    return receipt_of(
        import_file(name="t.csv", content=table(*rows), hospital=hospital, by=None, mapping=mapping)
    )


def counts(receipt):
    entries = receipt.entries
    return entries.new, entries.changed, entries.same, len(entries.quarantined)


def reasons(receipt):
    return [bad.reason for bad in receipt.entries.quarantined]


def labs(patient=None):
    return read_patient(patient or Patient.objects.get()).labs


def test_a_table_becomes_patients_and_results_and_a_second_time_nothing(north):
    other = "MRN-2,Maria Ivanova,1971-07-02,Potassium,4.1,mmol/L,2026-11-20,F,S-2"

    first, second = take(north, ROW, other), take(north, ROW, other)

    assert counts(first) == (4, 0, 0, 0)
    assert counts(second) == (0, 0, 4, 0)
    assert Patient.objects.count() == 2


def test_a_changed_value_is_a_new_version_and_the_old_one_is_shown_as_corrected(north):
    take(north, ROW)

    assert counts(take(north, ROW.replace("4.5", "5.4"))) == (0, 1, 1, 0)

    (lab,) = labs()
    assert lab.value.text == "5.4 mmol/L"
    assert [one.value.text for one in lab.earlier] == ["4.5 mmol/L"]


def test_another_number_of_the_row_or_order_of_rows_changes_nothing(north):
    other = ROW.replace("Potassium", "Sodium").replace("4.5", "140")
    take(north, ROW, other)

    assert counts(take(north, other, "", ROW)) == (0, 0, 3, 0)


def test_results_go_to_the_known_patient_with_this_record_number(north):
    make_import([a_patient()], hospital=north)

    receipt = take(north, ROW.replace("MRN-1,", "MRN-p1,"))

    assert receipt.patients == ("Patient/p1",)
    assert counts(receipt) == (1, 0, 0, 0)
    assert len(labs()) == 1


@pytest.mark.parametrize(
    ("person", "reason"),
    [
        ("MRN-p1,Maria Ivanova,1971-07-02", "known with another birth date"),
        ("MRN-p1,Olga Petrova,", "known with another name"),
    ],
)
def test_a_record_number_of_somebody_else_puts_the_row_aside(north, person, reason):
    known = a_patient() if "1971" in person else a_patient(birthDate=None)
    make_import([known], hospital=north)

    receipt = take(north, ROW.replace("MRN-1,Maria Ivanova,1958-03-14", person))

    assert reason in reasons(receipt)[0]
    assert not Resource.objects.filter(type="Observation").exists()
    assert QuarantinedEntry.objects.get().raw.endswith("S-1")


def test_a_name_spelt_otherwise_is_the_same_person_where_the_birth_date_agrees(north):
    make_import([a_patient()], hospital=north)

    receipt = take(north, ROW.replace("MRN-1,Maria Ivanova", "MRN-p1,Иванова Мария"))

    assert counts(receipt) == (1, 0, 0, 0)


def test_a_record_number_that_two_patients_have_is_nobodys(north):
    same = [{"type": {"coding": [{"code": "MR"}]}, "system": "urn:x", "value": "MRN-1"}]
    make_import([a_patient("p1", identifier=same), a_patient("p2", identifier=same)],
                hospital=north)  # fmt: skip

    assert reasons(take(north, ROW)) == ["more than one patient here has its patient id"]


def test_two_people_under_one_number_of_one_table_stay_apart(north):
    receipt = take(north, ROW, ROW.replace("1958-03-14", "1971-07-02").replace("S-1", "S-2"))

    assert counts(receipt) == (2, 0, 0, 1)
    assert "another birth date" in reasons(receipt)[0]


def test_a_second_row_of_the_same_result_never_overwrites_the_first(north):
    receipt = take(north, ROW, ROW, ROW.replace("4.5", "5.4"))

    assert counts(receipt) == (2, 0, 1, 1)
    assert receipt.entries.quarantined[0].where == "row 4"
    assert labs()[0].value.text == "4.5 mmol/L"


def test_a_row_that_calls_itself_a_correction_is_one(north):
    take(north, ROW, ROW.replace("4.5", "5.4").replace(",F,", ",C,"))

    (lab,) = labs()
    assert (lab.value.text, lab.status) == ("5.4 mmol/L", "corrected")


def test_a_record_with_a_refused_row_is_not_complete(north):
    take(north, ROW, ROW.replace("2026-11-20", "2026-11-31"))

    record = read_patient(Patient.objects.get())

    assert not record.receipt.complete
    assert QuarantinedEntry.objects.get().patient == Patient.objects.get()


def test_a_good_message_takes_the_place_of_a_refused_result(north):
    take_messages(north)
    repaired = b"|TX|PDF^Report^L||see file|"

    take_messages(north, messages().replace(b"|ED|PDF^Report^L||^application^pdf^Base64^JVBERi0x|",
                                            repaired))  # fmt: skip

    assert QuarantinedEntry.objects.get(where="message 1, OBX 8").replaced_by is not None


def test_the_parts_of_a_large_table_are_one_import(north, monkeypatch):
    monkeypatch.setattr(sent_parts, "PART", 2)
    rows = [ROW.replace("-20,F", f"-1{number},F") for number in range(7)]

    receipt = take(north, *rows, rows[0], ROW.replace("MRN-1", "MRN-2"))

    assert counts(receipt) == (10, 0, 1, 0)
    assert len(labs(Patient.objects.get(mrn="MRN-1"))) == 7


def test_the_preview_counts_what_the_import_then_does(north, monkeypatch):
    monkeypatch.setattr(sent_parts, "PART", 2)
    rows = [ROW, ROW, ROW.replace("4.5", "x"), "a,b", ROW.replace("S-1", "S-2"), ",,,,,,,,x"]
    content = table(*rows)

    seen = preview_results(name="t.csv", content=content, hospital=north, mapping=MAPPING)

    assert not Resource.objects.exists()
    assert seen.receipt.entries == take(north, *rows).entries


def test_a_table_whose_rows_can_not_be_read_is_refused_whole(north, monkeypatch):
    monkeypatch.setattr(sent_parts, "MOST_REFUSED", 3)

    with pytest.raises(Unreadable, match="look at the columns again"):
        take(north, ROW, *["x,y"] * 4)

    assert not Resource.objects.exists()


def test_a_table_with_another_number_of_columns_is_not_read_with_these(north):
    with pytest.raises(Unreadable, match="has 2 columns where its mapping names 9"):
        import_file(name="t.csv", content=b"a,b\n1,2\n", hospital=north, by=None, mapping=MAPPING)


def test_notes_are_listed_up_to_a_limit_and_counted_beyond(north, monkeypatch):
    monkeypatch.setattr(sent_parts, "MOST_NOTES", 2)
    rows = [ROW.replace(",mmol/L,", ",,").replace("S-1", f"S-{number}") for number in range(5)]

    assert take(north, *rows).notes[2:] == ("3 more like these",)


def test_a_table_from_a_disk_may_be_packed(north, tmp_path):
    path = tmp_path / "t.csv.gz"
    path.write_bytes(gzip.compress(table(ROW)))

    made = import_file(name="t.csv.gz", content=path, hospital=north, by=None, mapping=MAPPING)

    assert counts(receipt_of(made)) == (2, 0, 0, 0)


# Messages


def messages(**changed):
    text = (DATA / "day.hl7").read_text()
    for old, new in changed.items():
        text = text.replace(old.replace("_", " "), new)
    return text.encode()


def take_messages(hospital, content=None):
    content = content or messages()
    return receipt_of(import_file(name="day.hl7", content=content, hospital=hospital, by=None))


def test_messages_bring_results_and_a_second_time_nothing(north):
    assert counts(take_messages(north)) == (11, 0, 0, 2)
    assert counts(take_messages(north)) == (0, 0, 11, 2)
    assert [bad.where for bad in take_messages(north).entries.quarantined] == [
        "message 1, OBX 8",
        "message 2",
    ]


def test_a_correction_replaces_and_a_withdrawal_takes_out(north):
    take_messages(north)
    corrected = messages().replace(b"|6.80|mmol/L|3.5 - 5.1|HH~A|||F", b"|5.00|mmol/L||N|||C")
    withdrawn = corrected.replace(b"|88|umol/L|45-84|H|||F", b"|88|umol/L|45-84|H|||W")

    take_messages(north, withdrawn)

    record = read_patient(Patient.objects.get())
    potassium = next(lab for lab in record.labs if lab.name == "Potassium")
    assert (potassium.value.text, potassium.status) == ("5.00 mmol/L", "corrected")
    assert "Creatinine" not in [lab.name for lab in record.labs]
    assert "entered-in-error" in [one.status for one in record.excluded]


def test_the_same_number_from_another_authority_is_another_person(north):
    take_messages(north)

    receipt = take_messages(north, messages().replace(b"^^^NORTH^MR", b"^^^SOUTH^MR"))

    assert receipt.entries.new == 11
    assert Patient.objects.count() == 2


def test_what_was_received_stays_with_the_result(north):
    take_messages(north)

    received = Resource.objects.get(raw__contains="Potassium", type="Observation").as_received

    assert "OBX|1|NM|2823-3^Potassium^LN||6.80|mmol/L|3.5 - 5.1|HH~A|||F" in received
    assert received.startswith("MSH|^~\\&|LAB|NORTH|")


def test_an_analysis_of_messages_finds_the_abnormal_with_its_flag_word_for_word(north, ada):
    take_messages(north)
    patient = Patient.objects.get()
    as_of = datetime(2026, 11, 21, tzinfo=UTC)
    analysis = request_analysis(patient=patient, by=ada, as_of=as_of, wake=False)
    run_analysis(analysis.pk)

    found = whole(claimed(analysis.pk)).context.abnormal

    flags = {one.name: one.interpretation for one in found}
    assert flags["Potassium"] == "HH; A"
    assert flags["Creatinine"] == "H"


def test_an_analysis_of_a_table_finds_the_abnormal_too(north, ada):
    take(north, ROW.replace("4.5", "6.8"))
    as_of = datetime(2026, 11, 21, tzinfo=UTC)
    analysis = request_analysis(patient=Patient.objects.get(), by=ada, as_of=as_of, wake=False)
    run_analysis(analysis.pk)

    found = whole(claimed(analysis.pk)).criticals

    assert [one.name for one in found] == ["Potassium"]


@settings(max_examples=15, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.binary(max_size=300))
def test_any_file_is_taken_or_refused_in_a_sentence(north, content):
    for name, data in (("a.csv", content), ("a.hl7", b"MSH|^~\\&|" + content), ("a", content)):
        with suppress(Unreadable):
            import_file(name=name, content=data, hospital=north, by=None, mapping=MAPPING)


def test_the_resources_are_what_they_say(north):
    take(north, ROW)

    written = json.loads(Resource.objects.get(type="Observation").raw)

    assert written["valueQuantity"] == {"value": 4.5, "unit": "mmol/L"}
    assert written["category"][0]["coding"][0]["code"] == "laboratory"
