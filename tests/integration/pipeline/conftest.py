"""Tests with real transactions, without loading the starter graph after each."""

import pytest

from graphcurate.services import releases


@pytest.fixture(scope="module")
def starter_once(django_db_setup, django_db_blocker):
    """Every table is emptied after each of these tests; the starter comes back after the last.

    Loading it takes seconds, and none of them asks the graph for anything.
    """
    load_starter = releases.load_starter
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(releases, "load_starter", lambda: None)
        yield
    with django_db_blocker.unblock():
        load_starter()
