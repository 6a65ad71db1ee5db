"""The page that is measured holds exactly as many links as a picture may, and leaves nothing."""

import pytest

from analysis.evaluation.page_benchmark import HUB, content_of, page_of_a_large_picture
from graphcurate.models import Release
from graphcurate.pictures.neighbourhood import LARGEST, neighbourhood
from medreview.accounts.models import User

pytestmark = pytest.mark.django_db


def test_the_measured_biomarker_has_as_many_links_as_a_picture_holds():
    picture = neighbourhood(content_of(100), HUB, depth=2)

    assert len(picture.nodes) == LARGEST
    assert picture.fits


def test_the_real_page_is_measured_and_nothing_is_kept():
    releases = Release.objects.count()

    figures = page_of_a_large_picture(relations=100, rounds=1).as_json()

    assert figures["nodes"] == LARGEST
    assert figures["p50_milliseconds"] > 0
    assert Release.objects.count() == releases
    assert not User.objects.exists()
