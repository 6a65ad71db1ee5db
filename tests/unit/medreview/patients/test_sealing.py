import pytest
from hypothesis import given
from hypothesis import strategies as st

from medreview.audit import queries as trail
from medreview.audit.chain import problems_in
from medreview.audit.event_types import EventType
from medreview.patients import envelope, keys
from medreview.patients.errors import KeyDestroyed, SealBroken, WrongRootKey
from medreview.patients.models import HospitalKey, PatientKey
from medreview.patients.sealing import destroy_key, open_seal, seal, unseal
from tests.factories.patients import make_patient

PLACE = "runtime.RunEvent|evt_1"


@pytest.mark.django_db
def test_what_was_sealed_opens_again_at_its_place():
    patient = make_patient()

    sealed = seal(patient, b"potassium 6.9", context=PLACE)

    assert b"potassium" not in sealed
    assert unseal(patient, sealed, context=PLACE) == b"potassium 6.9"


@pytest.mark.django_db
def test_sealed_twice_is_two_ciphertexts():
    patient = make_patient()

    one, two = (seal(patient, b"same", context=PLACE) for _ in range(2))

    assert one != two


@pytest.mark.django_db
def test_what_is_moved_to_another_patient_does_not_open():
    patient = make_patient()
    other = make_patient(hospital=patient.hospital)
    sealed = seal(patient, b"potassium 6.9", context=PLACE)

    with pytest.raises(SealBroken):
        unseal(other, sealed, context=PLACE)


@pytest.mark.django_db
def test_what_is_moved_to_another_row_does_not_open():
    patient = make_patient()
    sealed = seal(patient, b"potassium 6.9", context=PLACE)

    with pytest.raises(SealBroken):
        unseal(patient, sealed, context="runtime.RunEvent|evt_2")


@pytest.mark.django_db
def test_a_key_moved_to_another_patient_does_not_open():
    patient = make_patient()
    other = make_patient(hospital=patient.hospital)
    stolen = PatientKey.objects.get(patient=patient).wrapped
    PatientKey.objects.filter(patient=other).update(wrapped=stolen)

    with pytest.raises(SealBroken):
        open_seal(other)


@pytest.mark.django_db
def test_a_destroyed_key_leaves_nothing_readable_and_a_trail_that_adds_up():
    patient = make_patient()
    sealed = seal(patient, b"potassium 6.9", context=PLACE)

    for _ in range(2):
        destroy_key(patient, by=None)

    with pytest.raises(KeyDestroyed):
        unseal(patient, sealed, context=PLACE)
    events = list(trail.in_order(patient.hospital_id))
    assert [event.event for event in events][-1] == "patient.key_destroyed"
    assert [event.event for event in events].count("patient.key_destroyed") == 1
    assert list(problems_in(event.link() for event in events)) == []


def _rewrapped_keys(patient):
    told = trail.of_thing(patient.hospital_id).filter(event=EventType.KEYS_REWRAPPED)
    return [event.counts for event in told]


@pytest.mark.django_db
def test_a_new_hospital_key_leaves_everything_readable():
    patients = [make_patient() for _ in range(1)]
    patients += [make_patient(hospital=patients[0].hospital) for _ in range(4)]
    sealed = [seal(patient, b"kept", context=PLACE) for patient in patients]
    destroy_key(patients[4], by=None)
    before = bytes(HospitalKey.objects.get().wrapped)

    rewrapped = keys.renew_hospital_key(patients[0].hospital)

    assert rewrapped == 4
    assert _rewrapped_keys(patients[0]) == [{"keys": 4}]
    assert bytes(HospitalKey.objects.get().wrapped) != before
    for patient, content in zip(patients[:4], sealed[:4], strict=True):
        assert unseal(patient, content, context=PLACE) == b"kept"


@pytest.mark.django_db
def test_a_new_root_key_opens_what_the_old_one_sealed(settings):
    patient = make_patient()
    sealed = seal(patient, b"kept", context=PLACE)
    new_root = envelope.new_key()

    rewrapped = keys.rewrap_under(new_root)
    with pytest.raises(WrongRootKey):
        unseal(patient, sealed, context=PLACE)
    settings.SEALING_ROOT_KEY = new_root

    assert rewrapped == 1
    assert _rewrapped_keys(patient) == [{"keys": 1}]
    assert unseal(patient, sealed, context=PLACE) == b"kept"


@given(st.binary(max_size=200), st.data())
def test_a_single_changed_bit_is_noticed(plaintext, data):
    key = envelope.new_key()
    sealed = bytearray(envelope.seal(key, plaintext, place="here"))
    at = data.draw(st.integers(0, len(sealed) - 1))
    sealed[at] ^= 1 << data.draw(st.integers(0, 7))

    with pytest.raises(SealBroken):
        envelope.unseal(key, bytes(sealed), place="here")


@given(st.binary(max_size=40))
def test_what_was_never_sealed_is_refused(noise):
    with pytest.raises(SealBroken):
        envelope.unseal(envelope.new_key(), noise, place="here")


def test_a_seal_does_not_print_its_key():
    key = envelope.new_key()

    assert key.hex() not in envelope.fingerprint(key)
    assert len(envelope.fingerprint(key)) == 16
