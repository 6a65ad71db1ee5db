import pytest

from medreview.accounts.roles import Role
from medreview.audit import queries as trail
from medreview.audit.event_types import EventType
from medreview.audit.models import AuditEvent
from medreview.common.errors import NotFound
from medreview.patients import services
from medreview.patients.models import Patient
from medreview.patients.services import Person
from tests.factories.accounts import make_user
from tests.factories.patients import make_patient

pytestmark = pytest.mark.django_db


def reads_of(patient: Patient) -> list[AuditEvent]:
    return list(trail.of_patient(patient.pk).filter(event=EventType.PATIENT_READ))


def test_the_same_person_again_changes_nothing():
    patient = make_patient()
    person: Person = {"fhir_id": patient.fhir_id, "family": patient.family, "sex": "female"}

    again = services.register_patient(hospital=patient.hospital, person=person)

    assert again == patient
    assert [event.event for event in trail.of_patient(patient.pk)] == ["patient.registered"]


def test_a_changed_person_is_brought_up_to_date_and_recorded_without_content():
    patient = make_patient()
    person: Person = {"fhir_id": patient.fhir_id, "family": "Ek", "deceased": True}

    services.register_patient(hospital=patient.hospital, person=person)

    patient.refresh_from_db()
    assert (patient.family, patient.deceased, patient.given) == ("Ek", True, "Maren")
    assert patient.sort_name.startswith("ek ")
    changes = [(event.event, event.counts, event.detail) for event in trail.of_patient(patient.pk)]
    assert changes[-1] == ("patient.changed", {"fields": 2}, {})


def test_a_patient_keeps_the_id_it_was_first_given():
    patient = make_patient()

    services.register_patient(
        hospital=patient.hospital, person={"id": "pat_other", "fhir_id": patient.fhir_id}
    )

    assert list(Patient.objects.all()) == [patient]


def test_equal_fhir_ids_of_two_hospitals_are_two_patients():
    one, two = make_patient(fhir_id="1"), make_patient(fhir_id="1")

    assert one.pk != two.pk


def test_a_patient_is_opened_and_the_reading_recorded_first():
    ada = make_user()
    patient = make_patient(hospital=ada.hospital)

    opened = services.open_patient(patient.pk, by=ada, purpose="patient-page")

    (read,) = reads_of(patient)
    assert opened == patient
    assert (read.actor, read.detail) == (ada.pk, {"purpose": "patient-page"})


def test_another_hospitals_patient_is_refused_like_none_and_noted():
    ada = make_user()
    foreign = make_patient()

    refusals = []
    for pk in (foreign.pk, "pat_nobody"):
        with pytest.raises(NotFound) as refusal:
            services.open_patient(pk, by=ada, purpose="patient-page")
        refusals.append(str(refusal.value))

    assert refusals[0] == refusals[1]
    assert reads_of(foreign) == []
    noted = trail.of_actor(ada.pk).filter(event=EventType.PATIENT_REFUSED)
    assert [event.thing_id for event in noted] == [foreign.pk]


def test_without_the_permission_no_patient_is_opened():
    kim = make_user(Role.CURATOR)
    patient = make_patient(hospital=kim.hospital)

    with pytest.raises(NotFound):
        services.open_patient(patient.pk, by=kim, purpose="patient-page")


def test_what_cannot_be_recorded_is_not_read(monkeypatch):
    ada = make_user()
    patient = make_patient(hospital=ada.hospital)

    with pytest.raises(ValueError, match="codes without spaces"):
        services.open_patient(patient.pk, by=ada, purpose="a purpose in prose")

    assert reads_of(patient) == []


def test_polls_of_one_purpose_are_recorded_once_a_minute(stop_clock):
    ada = make_user()
    patient = make_patient(hospital=ada.hospital)

    def poll(purpose: str = "progress") -> None:
        services.open_patient(patient.pk, by=ada, purpose=purpose, polled=True)

    for second in (5, 20, 59):
        stop_clock(2026, 11, 30, 9, 0, second)
        poll()
    stop_clock(2026, 11, 30, 9, 1, 0)
    poll()
    poll("tiles")

    said = [(read.detail["purpose"], read.created_at.minute) for read in reads_of(patient)]
    assert said == [("progress", 0), ("progress", 1), ("tiles", 1)]


def test_opening_by_hand_is_recorded_every_time(stop_clock):
    stop_clock(2026, 11, 30, 9, 0, 0)
    ada = make_user()
    patient = make_patient(hospital=ada.hospital)

    for _ in range(2):
        services.open_patient(patient.pk, by=ada, purpose="patient-page")

    assert len(reads_of(patient)) == 2
