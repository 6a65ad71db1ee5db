from threading import Thread

import pytest
from django.db import connection, transaction

from medreview.audit import context, queries
from medreview.audit.chain import problems_in
from medreview.audit.context import RequestContext
from medreview.audit.errors import TrailUnavailable
from medreview.audit.event_types import EventType
from medreview.audit.models import AuditEvent
from medreview.audit.services import record
from medreview.common.errors import Unavailable
from tests.factories.accounts import make_hospital, make_user
from tests.factories.patients import make_patient

WRITERS, EACH = 4, 10

pytestmark = pytest.mark.django_db


def test_an_event_says_who_did_what_to_which_thing_and_where():
    user = make_user()
    patient = make_patient(hospital=user.hospital)

    with context.within(RequestContext(request="req_1", address="192.0.2.0/24")):
        event = record(
            EventType.PATIENT_READ,
            thing=patient,
            by=user,
            patient=patient,
            counts={"results": 3},
            detail={"purpose": "analysis"},
        )

    kept = AuditEvent.objects.get(pk=event.pk)
    assert (kept.actor, kept.thing_kind, kept.thing_id) == (user.pk, "Patient", patient.pk)
    assert (kept.patient, kept.chain) == (patient.pk, user.hospital_id)
    assert (kept.counts, kept.detail) == ({"results": 3}, {"purpose": "analysis"})
    assert (kept.request, kept.address) == ("req_1", "192.0.2.0/24")


def test_each_hospital_has_a_chain_of_its_own_that_starts_at_one():
    north, south = make_hospital(), make_hospital()
    for hospital in (north, south, north):
        record(EventType.HOSPITAL_CREATED, thing=hospital, by=None, hospital=hospital)

    numbers = [[event.seq for event in queries.of_chain(chain.pk)] for chain in (north, south)]

    assert numbers == [[1, 2, 3], [1, 2]]


def test_what_belongs_to_no_hospital_is_in_the_system_chain():
    before = queries.of_chain("system").count()

    event = record(EventType.HOSPITAL_CREATED, thing=("Release", "rel_1"), by=None)

    assert (event.chain, event.seq, event.actor) == ("system", before + 1, "")


def test_the_chain_as_stored_adds_up():
    hospital = make_hospital()
    for _ in range(5):
        record(EventType.HOSPITAL_CREATED, thing=hospital, by=None, hospital=hospital)

    problems = list(problems_in(event.link() for event in queries.in_order(hospital.pk)))

    assert problems == []


@pytest.mark.parametrize("said", ["Maren Lindqvist", "line\nbreak", "x" * 121, "Мария"])
def test_prose_and_names_are_refused_and_not_repeated(said):
    with pytest.raises(ValueError, match="codes without spaces: note") as refusal:
        record(EventType.PATIENT_READ, thing=("Patient", "pat_1"), by=None, detail={"note": said})

    assert said not in str(refusal.value)


def test_counts_are_whole_numbers():
    with pytest.raises(ValueError, match="whole numbers: results"):
        record(
            EventType.PATIENT_READ,
            thing=("Patient", "pat_1"),
            by=None,
            counts={"results": "Maren"},  # type: ignore[dict-item]
        )


def test_what_cannot_be_recorded_is_unavailable():
    too_long = "x" * 300

    with pytest.raises(TrailUnavailable) as refusal:
        record(EventType.PATIENT_READ, thing=("Patient", too_long), by=None)

    assert isinstance(refusal.value, Unavailable)
    assert too_long not in str(refusal.value)


def test_an_event_goes_when_the_change_it_records_is_rolled_back():
    hospital = make_hospital()

    with transaction.atomic():
        record(EventType.HOSPITAL_CREATED, thing=hospital, by=None, hospital=hospital)
        transaction.set_rollback(True)

    assert queries.of_chain(hospital.pk).count() == 1


@pytest.mark.django_db(transaction=True)
def test_four_writers_at_once_leave_no_hole_and_no_fork():
    hospital = make_hospital()

    def write() -> None:
        for _ in range(EACH):
            record(EventType.HOSPITAL_CREATED, thing=hospital, by=None, hospital=hospital)
        connection.close()

    threads = [Thread(target=write) for _ in range(WRITERS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    events = list(queries.in_order(hospital.pk))
    assert [event.seq for event in events] == list(range(1, WRITERS * EACH + 2))
    assert list(problems_in(event.link() for event in events)) == []
