"""Who has an entry open is known for a minute, and forgotten soon after."""

import pytest

from graphcurate.entry_fields import EntryKind
from graphcurate.models import EditorPresence
from graphcurate.queries.editing import others_at
from graphcurate.services.presence import note_presence
from tests.factories.curation import make_curator

pytestmark = pytest.mark.django_db

HERE = {"kind": EntryKind.BIOMARKER, "key": "potassium"}


def test_another_who_is_here_is_named_and_oneself_is_not(kim, stop_clock):
    colleague = make_curator(hospital=kim.hospital)
    stop_clock(2026, 11, 30, 9, 58, 0)
    note_presence(**HERE, by=kim)
    note_presence(**HERE, by=colleague)
    note_presence(**HERE, by=colleague)

    assert others_at(**HERE, by=kim) == [colleague.full_name]
    assert others_at(EntryKind.BIOMARKER, "sodium", kim) == []


def test_who_left_is_named_no_more_and_the_lease_is_cleared(kim, stop_clock):
    colleague = make_curator(hospital=kim.hospital)
    stop_clock(2026, 11, 30, 9, 0, 0)
    note_presence(**HERE, by=colleague)
    stop_clock(2026, 11, 30, 9, 20, 0)

    gone = others_at(**HERE, by=kim)
    note_presence(**HERE, by=kim)

    assert gone == []
    assert EditorPresence.objects.count() == 1
