"""A page asks the database in a form that stays quick however long the list is."""

import datetime as dt

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from analysis.worklist import pages, queries
from analysis.worklist.queues import Listing
from medreview.common.clock import now
from tests.factories.worklist import make_waiting

pytestmark = pytest.mark.django_db


def test_which_rows_a_page_shows_is_asked_before_what_they_say(north, ada):
    for hours in range(4):
        make_waiting(north, ready_at=now() - dt.timedelta(hours=hours))
    rows = queries.queue(ada, Listing.WAITING)
    place = pages.page(rows, size=1).after

    with CaptureQueriesContext(connection) as asked:
        shown = pages.page(rows, after=place, size=2)

    which, said = [query["sql"] for query in asked.captured_queries]
    assert "LIMIT 3" in which
    # Runs, patients and releases are joined to the rows of the page alone.
    assert "runtime_run" not in which
    assert "LIMIT 3" not in said
    assert all(row.pk in said for row in shown.rows)
    assert shown.after is not None


def test_a_page_behind_the_last_row_is_empty_and_asks_once(north, ada):
    make_waiting(north)
    rows = queries.queue(ada, Listing.WAITING)
    place = pages.place_of(pages.page(rows).rows[0])

    with CaptureQueriesContext(connection) as asked:
        shown = pages.page(rows, after=place)

    assert (shown.rows, len(asked)) == ([], 1)
