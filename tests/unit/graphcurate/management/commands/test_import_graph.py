"""A file of the graph brought in from a shell is what the page makes of it."""

import json
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from graphcurate.models import ChangeSet, GraphImport
from medreview.accounts.roles import Role
from tests.factories.accounts import make_user
from tests.factories.curation import make_curator
from tests.factories.exchange import links

pytestmark = pytest.mark.django_db


def brought_in(path, by, **options) -> str:
    out = StringIO()
    call_command("import_graph", str(path), by=by, stdout=out, **options)
    return out.getvalue()


def test_a_file_becomes_drafts_and_a_report(tmp_path):
    path = tmp_path / "links.csv"
    path.write_bytes(links("Kidneys excrete less of it."))

    said = brought_in(path, make_curator().username)

    assert "row 3 potassium:condition:nowhere" in said
    assert "1 changed" in said
    assert f"Drafts are in {ChangeSet.objects.get().label}." in said


def test_the_same_as_json(tmp_path):
    path = tmp_path / "links.csv"
    path.write_bytes(links("Kidneys excrete less of it."))

    said = json.loads(brought_in(path, make_curator().username, json=True))

    assert (said["state"], said["counts"]["changed"]) == ("done", 1)
    assert [row["outcome"] for row in said["rows"]] == ["changed", "refused"]


def test_a_file_that_is_none_ends_in_a_sentence(tmp_path):
    path = tmp_path / "broken.json"
    path.write_bytes(b"{")

    with pytest.raises(CommandError, match="not JSON at line 1"):
        brought_in(path, make_curator().username)


def test_only_a_curator_brings_files_in(tmp_path):
    path = tmp_path / "links.csv"
    path.write_bytes(links("Kidneys."))

    with pytest.raises(CommandError, match="roles do not include"):
        brought_in(path, make_user(Role.CLINICIAN).username)
    with pytest.raises(CommandError, match="no active person"):
        brought_in(path, "nobody")
    with pytest.raises(CommandError, match="can't be read"):
        brought_in(tmp_path / "missing.csv", make_curator().username)
    assert not GraphImport.objects.exists()
