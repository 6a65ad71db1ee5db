import pytest

from medreview.accounts.roles import Role
from medreview.audit.models import AuditEvent
from medreview.common.errors import Invalid, NotFound, WrongState
from medreview.patients import lists, queries
from medreview.patients.models import PatientList
from tests.conftest import person
from tests.factories.patients import make_patient

pytestmark = pytest.mark.django_db


@pytest.fixture
def watched(ada):
    return lists.create(name=" Watched  tonight", for_all=False, by=ada)


def test_a_list_of_ones_own_is_seen_by_nobody_else(watched, ada, north):
    colleague = person("cora", "Cora", north, Role.CLINICIAN)

    assert queries.list_of(ada, watched.pk).name == "Watched tonight"
    with pytest.raises(NotFound):
        queries.list_of(colleague, watched.pk)


def test_a_list_of_the_hospital_is_seen_by_all_of_it_and_no_other(ada, oleg, north):
    made = lists.create(name="Dialysis", for_all=True, by=ada)
    colleague = person("cora", "Cora", north, Role.CLINICIAN)

    assert queries.list_of(colleague, made.pk) == made
    with pytest.raises(NotFound):
        queries.list_of(oleg, made.pk)


def test_its_count_is_the_number_of_patients_on_it(watched, ada, north):
    patient = make_patient(hospital=north)

    lists.add(patient_list=watched, patient=patient, by=ada)
    lists.add(patient_list=watched, patient=patient, by=ada)
    assert [one.held for one in queries.lists_of(ada)] == [1]
    assert list(queries.in_list(watched)) == [patient]
    lists.remove(patient_list=watched, patient=patient, by=ada)
    lists.remove(patient_list=watched, patient=patient, by=ada)

    assert [one.held for one in queries.lists_of(ada)] == [0]


def test_every_change_of_a_list_is_an_event(watched, ada, north):
    patient = make_patient(hospital=north)
    lists.add(patient_list=watched, patient=patient, by=ada)
    lists.remove(patient_list=watched, patient=patient, by=ada)
    lists.rename(patient_list=watched, name="Others", version=1, by=ada)
    lists.delete(patient_list=watched, by=ada)

    events = AuditEvent.objects.filter(event__startswith="list.").order_by("id")

    assert [one.event for one in events] == [
        "list.created",
        "list.entered",
        "list.left",
        "list.renamed",
        "list.deleted",
    ]
    assert not PatientList.objects.exists()


@pytest.mark.parametrize("name", ["", "   ", "x" * 81, "a\x00b"])
def test_a_list_needs_a_usable_name(ada, name):
    with pytest.raises(Invalid):
        lists.create(name=name, for_all=False, by=ada)


def test_two_lists_of_one_person_have_two_names(watched, ada):
    with pytest.raises(WrongState, match="already"):
        lists.create(name="WATCHED tonight", for_all=False, by=ada)


def test_a_list_that_changed_meanwhile_is_not_renamed(watched, ada):
    lists.rename(patient_list=watched, name="Others", version=1, by=ada)

    with pytest.raises(WrongState):
        lists.rename(patient_list=watched, name="Mine", version=1, by=ada)


def test_a_patient_is_on_exactly_the_wards_the_record_names(ada, north):
    patient = make_patient(hospital=north)

    lists.derive(patient, [("ward", "Ward 3"), ("team", "Renal")])
    lists.derive(patient, [("ward", "WARD 4"), ("team", "renal")])

    assert [(one.kind, one.name) for one in queries.lists_with(patient, ada)] == [
        ("team", "Renal"),
        ("ward", "WARD 4"),
    ]
    assert [one.name for one in queries.lists_of(ada)] == ["Renal", "WARD 4"]


def test_nothing_is_recorded_where_nothing_changed(north):
    patient = make_patient(hospital=north)
    for _time in range(2):
        lists.derive(patient, [("ward", "Ward 3")])

    assert AuditEvent.objects.filter(event="patient.lists_derived").count() == 1


def test_what_the_record_says_is_not_changed_by_hand(ada, north):
    patient = make_patient(hospital=north)
    lists.derive(patient, [("ward", "Ward 3")])
    ward = PatientList.objects.get()

    for change in (
        lambda: lists.delete(patient_list=ward, by=ada),
        lambda: lists.add(patient_list=ward, patient=patient, by=ada),
        lambda: lists.rename(patient_list=ward, name="x", version=1, by=ada),
    ):
        with pytest.raises(WrongState, match="follow the record"):
            change()
