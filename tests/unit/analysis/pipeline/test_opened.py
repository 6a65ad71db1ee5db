"""What was opened lately is at hand, within bounds, and out of reach without its key."""

import pytest

from analysis.pipeline import queries
from analysis.pipeline.opened import OpenedLately
from medreview.fhir.record import Coding
from medreview.patients import sealing
from medreview.patients.errors import KeyDestroyed
from tests.factories.pipeline import make_finished

ONE, TWO = Coding(code="1"), Coding(code="2")


def never():
    raise AssertionError("it was opened again")


def test_the_same_bytes_are_opened_once():
    lately = OpenedLately()

    lately.get(b"one", lambda: ONE, place="here")

    assert lately.get(b"one", never, place="here") is ONE


def test_changed_bytes_are_opened_anew():
    lately = OpenedLately()

    lately.get(b"one", lambda: ONE, place="here")

    assert lately.get(b"two", lambda: TWO, place="here") is TWO


def test_the_same_bytes_in_another_place_are_opened_anew():
    lately = OpenedLately()

    lately.get(b"one", lambda: ONE, place="here")

    with pytest.raises(AssertionError):
        lately.get(b"one", never, place="there")


def test_the_least_used_is_given_up_first():
    lately = OpenedLately(most_bytes=6)
    for sealed in (b"one", b"two", b"one", b"six"):
        lately.get(sealed, lambda: ONE, place="here")

    lately.get(b"one", never, place="here")

    assert lately.size() == 6
    with pytest.raises(AssertionError):
        lately.get(b"two", never, place="here")


def test_something_larger_than_everything_is_not_kept():
    lately = OpenedLately(most_bytes=2)

    assert lately.get(b"one", lambda: ONE, place="here") is ONE
    assert lately.size() == 0


@pytest.mark.django_db
def test_what_was_opened_is_out_of_reach_once_the_key_is_destroyed():
    analysis = make_finished()
    queries.whole(analysis)

    sealing.destroy_key(analysis.patient, by=None)

    with pytest.raises(KeyDestroyed):
        queries.whole(analysis)
