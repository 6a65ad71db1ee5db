"""The benchmark of publishing walks the real path and keeps nothing."""

import pytest

from analysis.evaluation.publish_benchmark import CHANGED, publishing_a_large_graph
from graphcurate.models import ChangeSet, Release
from medreview.accounts.models import User

pytestmark = pytest.mark.django_db


def test_the_figures_of_one_release_and_nothing_is_kept():
    releases = Release.objects.count()

    figures = publishing_a_large_graph(relations=2_100).as_json()

    assert figures["changed"] == CHANGED
    assert figures["relations"] >= 2_100
    assert figures["publish_to_parse"] > 0
    assert Release.objects.count() == releases
    assert [ChangeSet.objects.count(), User.objects.count()] == [0, 0]
