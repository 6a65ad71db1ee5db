"""Which of a sender's messages about one result stands, in whatever order they arrive."""

import pytest

from medreview.fhir.importing import import_file
from medreview.fhir.models import Resource
from medreview.fhir.store import read_patient
from medreview.patients.models import Patient
from tests.factories.fhir import receipt_of

pytestmark = pytest.mark.django_db

OLDER = "the source wrote it before what is known here, so it replaces nothing"
RETURNED = "it says again what it said before a later change; what comes last counts"
UNDATED = "one message does not say when it was made (MSH-7): what is imported last counts"


def message(value, status, *, at, sender="LAB|NORTH"):
    report = {"W": "C"}.get(status, status)
    return "\r".join(
        [
            f"MSH|^~\\&|{sender}|||{at}||ORU^R01|1|P|2.5.1",
            "PID|1||MRN-1^^^NORTH^MR||Doe^Jane||19580314|F",
            f"OBR|1||F-1|PANEL^Panel^L|||20261120080000{'|' * 18}{report}",
            f"OBX|1|NM|2823-3^Potassium^LN||{value}|mmol/L|||||{status}",
            "",
        ]
    )


ORIGINAL = message("6.8", "F", at="20261120081500")
CORRECTION = message("4.8", "C", at="20261120093000")
WITHDRAWAL = message("6.8", "W", at="20261120093000")


@pytest.fixture
def take(north):
    def take(*texts):
        content = "".join(texts).encode()
        return receipt_of(import_file(name="a.hl7", content=content, hospital=north, by=None))

    return take


def current():
    (row,) = Resource.objects.filter(type="Observation", current=True)
    (lab,) = read_patient(Patient.objects.get()).labs or (None,)
    return lab.value.text if lab else row.raw.partition('"status":"')[2].partition('"')[0]


def kept_out(receipt):
    return [note.partition(": ")[0] for note in receipt.notes if note.endswith(OLDER)]


def test_the_original_again_after_its_correction_replaces_nothing(take):
    take(ORIGINAL)
    take(CORRECTION)

    again = take(ORIGINAL)

    assert current() == "4.8 mmol/L"
    assert kept_out(again) == ["message 1, OBX 1", "message 1, OBR 1"]
    assert (again.entries.same, again.changes_nothing) == (3, True)


def test_a_correction_that_arrives_before_its_original_stays(take):
    take(CORRECTION)

    late = take(ORIGINAL)

    assert current() == "4.8 mmol/L"
    assert len(kept_out(late)) == 2
    assert Resource.objects.filter(type="Observation").count() == 2


def test_what_was_withdrawn_does_not_come_back_with_the_original(take):
    take(ORIGINAL, WITHDRAWAL)

    again = take(ORIGINAL)

    assert current() == "entered-in-error"
    assert len(kept_out(again)) == 2


def test_one_file_is_read_in_the_order_its_messages_were_made(take):
    take(CORRECTION, ORIGINAL)

    assert current() == "4.8 mmol/L"


def test_the_same_said_in_a_later_message_is_no_change(take):
    take(ORIGINAL)

    assert take(message("6.8", "F", at="20261121081500")).changes_nothing
    assert Resource.objects.count() == 3


def test_a_value_that_a_later_message_restores_stands(take):
    restored = message("6.8", "F", at="20261120110000")
    for one in (ORIGINAL, CORRECTION, restored):
        take(one)

    late = take(CORRECTION)

    assert current() == "6.8 mmol/L"
    assert len(kept_out(late)) == 2


@pytest.mark.parametrize("at", ["", "20261120", "soon"])
def test_of_messages_without_their_moment_the_last_imported_counts(take, at):
    undated = message("6.8", "F", at=at)
    take(undated)
    take(CORRECTION)

    again = take(undated)

    assert current() == "6.8 mmol/L"
    assert UNDATED in again.notes
    assert any(note.endswith(RETURNED) for note in again.notes)


def test_of_two_messages_of_one_moment_the_last_imported_counts(take):
    take(CORRECTION)

    again = take(message("6.8", "F", at="20261120093000"))

    assert current() == "6.8 mmol/L"
    assert kept_out(again) == []


def test_the_clocks_of_two_senders_are_not_compared(take):
    take(CORRECTION)

    take(message("6.8", "F", at="20261120081500", sender="WARD|NORTH"))

    assert current() == "6.8 mmol/L"


def test_an_older_message_does_not_bring_back_how_its_patient_was_called(take):
    take(CORRECTION.replace("Doe^Jane", "Roe^Jane"))

    late = take(ORIGINAL)

    assert Patient.objects.get().family == "Roe"
    assert "message 1, OBX 1, patient" in kept_out(late)
