"""Two columns that belong together are filled together, whoever writes the row."""

import pytest
from django.db import IntegrityError, transaction

from graphcurate.models import EvidenceItem
from medreview.common.clock import now
from medreview.common.models import both_or_neither
from tests.factories.accounts import make_user

pytestmark = pytest.mark.django_db


def test_who_without_when_is_refused_by_the_database():
    item = EvidenceItem.objects.first()

    for half in ({"checked_by": make_user()}, {"checked_at": now()}):
        with pytest.raises(IntegrityError, match="graph_checked_by_and_at"), transaction.atomic():
            EvidenceItem.objects.filter(pk=item.pk).update(**half)


def test_both_together_and_neither_are_taken():
    item = EvidenceItem.objects.first()
    only = EvidenceItem.objects.filter(pk=item.pk)

    assert only.update(checked_by=make_user(), checked_at=now()) == 1
    assert only.update(checked_by=None, checked_at=None) == 1


def test_a_pair_names_its_rule():
    assert both_or_neither("one", "other", name="a_pair").name == "a_pair"
