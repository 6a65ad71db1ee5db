import gc

import pytest

from medreview.common.collector import collector_paused


@pytest.fixture(autouse=True)
def _collector_on():
    gc.enable()


def test_the_last_of_several_pauses_ends_it():
    with collector_paused():
        with collector_paused():
            assert not gc.isenabled()
        assert not gc.isenabled()

    assert gc.isenabled()


def test_a_failure_inside_ends_the_pause():
    with pytest.raises(ZeroDivisionError), collector_paused():
        raise ZeroDivisionError

    assert gc.isenabled()


def test_a_collector_that_was_off_stays_off():
    gc.disable()

    with collector_paused():
        pass

    assert not gc.isenabled()
    gc.enable()
