"""Two columns that belong together are filled together, whoever writes the row."""

import pytest
from django.db import IntegrityError, transaction

from graphcurate.models import Gap
from medreview.common.clock import now
from medreview.common.models import both_or_neither
from tests.factories.accounts import make_user
from tests.factories.gaps import make_gap

pytestmark = pytest.mark.django_db


def test_who_without_when_is_refused_by_the_database():
    only = Gap.objects.filter(pk=make_gap().pk)

    for half in ({"settled_by": make_user()}, {"settled_at": now()}):
        with (
            pytest.raises(IntegrityError, match="graph_gap_settled_by_and_at"),
            transaction.atomic(),
        ):
            only.update(**half)


def test_both_together_and_neither_are_taken():
    only = Gap.objects.filter(pk=make_gap().pk)

    assert only.update(settled_by=make_user(), settled_at=now()) == 1
    assert only.update(settled_by=None, settled_at=None) == 1


def test_a_pair_names_its_rule():
    assert both_or_neither("one", "other", name="a_pair").name == "a_pair"
