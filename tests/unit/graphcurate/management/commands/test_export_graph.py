"""A release is written from a shell as the page sends it."""

import json
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from graphcurate.exchange.forms import Form
from graphcurate.queries import current_release
from graphcurate.queries.exports import parts_of

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("said", "form"),
    [("json", Form.JSON), ("csv", Form.RELATIONS), ("names", Form.NAMES), ("fhir", Form.FHIR)],
)
def test_a_file_is_the_bytes_that_the_page_sends(tmp_path, said, form):
    path = tmp_path / "graph"

    call_command("export_graph", format=said, out=path, stderr=StringIO())

    assert path.read_bytes() == b"".join(parts_of(current_release(), form))


def test_without_a_file_it_goes_to_standard_output():
    out = StringIO()

    call_command("export_graph", release="starter-2026.11", stdout=out)

    assert json.loads(out.getvalue())["release"] == "starter-2026.11"


def test_a_release_or_place_that_is_none_ends_in_a_sentence(tmp_path):
    with pytest.raises(CommandError, match="no release of this name"):
        call_command("export_graph", release="nothing")
    with pytest.raises(CommandError, match="can't be written"):
        call_command("export_graph", out=tmp_path / "no" / "where")
