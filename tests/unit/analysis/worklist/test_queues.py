import datetime as dt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from analysis.pipeline.analysis_states import DECIDABLE, AnalysisState
from analysis.worklist.queues import Filters, Place, Queue, queue_of

SINCE_1970 = st.timedeltas(dt.timedelta(), dt.timedelta(days=365 * 8000))
MOMENTS = SINCE_1970.map(lambda passed: dt.datetime(1970, 1, 1, tzinfo=dt.UTC) + passed)


@pytest.mark.parametrize("state", list(AnalysisState))
@pytest.mark.parametrize(
    ("holder", "queue"), [(None, Queue.WAITING), ("ada", Queue.MINE), ("noor", Queue.OTHERS)]
)
def test_who_holds_it_decides_the_queue_of_what_is_open(state, holder, queue):
    expected = queue if state in DECIDABLE else None

    assert queue_of(state=state, holder=holder, viewer="ada") == expected


@given(st.integers(0, 9), MOMENTS, st.from_regex(r"ana_[0-9a-z]{26}", fullmatch=True))
def test_a_place_comes_back_from_an_address_as_it_was(rank, at, pk):
    place = Place(rank, at, pk)

    assert Place.from_text(place.as_text()) == place


@given(st.text(max_size=60))
def test_no_address_breaks_the_list(text):
    place = Place.from_text(text)

    assert place is None or place.as_text()


@pytest.mark.parametrize("text", ["", "0.5", "0.9999999999999999999.ana_1", "x.1.ana_1", "0.1.ANA"])
def test_what_is_no_place_is_none(text):
    assert Place.from_text(text) is None


def test_filters_say_whether_they_narrow_anything():
    assert not Filters()
    assert Filters(overdue=True)
    assert Filters(holder="usr_1")
