"""Misses are noted once for each run and counted over runs."""

import pytest

from graphcurate import queries
from graphcurate.contracts import LookupHow, Miss
from graphcurate.models import LookupMiss
from graphcurate.services import misses

pytestmark = pytest.mark.django_db

TRYPTASE = Miss(code="21582-2", name="Tryptase", domain=None, how=LookupHow.NONE)
PREGNENOLONE = Miss(name="Pregnenolone", domain="endocrine", how=LookupHow.DOMAIN)


def test_misses_are_counted_by_the_runs_that_missed_them():
    misses.note([TRYPTASE, PREGNENOLONE], "run_1")
    misses.note([TRYPTASE], "run_2")

    counted = [(line["name"], line["runs"]) for line in queries.misses()]

    assert counted == [("Tryptase", 2), ("Pregnenolone", 1)]


def test_a_run_that_is_resumed_notes_a_miss_once():
    misses.note([TRYPTASE], "run_1")

    misses.note([TRYPTASE], "run_1")

    assert LookupMiss.objects.count() == 1
    assert LookupMiss.objects.get().release == queries.current_release()


def test_a_very_long_name_is_cut_and_kept():
    misses.note([Miss(name="x" * 500, how=LookupHow.NONE)], "run_1")

    assert len(LookupMiss.objects.get().name) == 200
