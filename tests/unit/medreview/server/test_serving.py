"""Two programs of one installation: the last to end takes the database with it."""

import pytest

from medreview.server import serving
from medreview.server.serving import ending_the_database


@pytest.fixture
def stops(monkeypatch, settings, tmp_path):
    """What happened, in order; the database itself is left alone."""
    settings.VAR = tmp_path
    happened = []
    monkeypatch.setattr(serving, "_stop_database", lambda: happened.append("database ends"))
    return happened


def test_the_database_ends_with_the_only_program(stops):
    with ending_the_database():
        stops.append("works")

    assert stops == ["works", "database ends"]


def test_a_program_leaves_the_database_to_another_one_that_still_runs(stops):
    with ending_the_database():
        with ending_the_database():
            stops.append("works")
        stops.append("the first still works")

    assert stops == ["works", "the first still works", "database ends"]


def test_a_program_that_fails_is_counted_no_more(stops):
    with pytest.raises(RuntimeError), ending_the_database():
        raise RuntimeError

    with ending_the_database():
        stops.append("works")

    assert stops == ["database ends", "works", "database ends"]
