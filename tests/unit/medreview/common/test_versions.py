import pytest
from django.test import RequestFactory

from medreview.common.versions import version_of


@pytest.mark.parametrize(
    ("sent", "version"),
    [({"version": "0"}, 0), ({"version": "7"}, 7), ({"version": "x"}, -1), ({}, -1)],
)
def test_a_form_without_a_version_names_none_that_exists(sent, version):
    assert version_of(RequestFactory().post("/", sent)) == version
