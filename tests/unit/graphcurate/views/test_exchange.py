"""The page of files: what goes out, what comes in, and the report of it."""

import csv
import gzip
import io
import json

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from graphcurate.exchange.forms import Form
from graphcurate.exchange.schema import schema
from graphcurate.models import ChangeSet, GraphImport
from graphcurate.services import imports
from medreview.accounts.roles import Role
from medreview.common.cells import unguarded
from tests.factories.accounts import make_user
from tests.factories.curation import make_curator
from tests.factories.exchange import links, make_import

pytestmark = pytest.mark.django_db

PAGE = reverse("graphcurate:exchange")
UPLOAD = reverse("graphcurate:import-upload")


@pytest.fixture
def kim():
    return make_curator()


def text_of(answer) -> str:
    return b"".join(answer.streaming_content).decode()


def file_of(release: str, form: str) -> str:
    return reverse("graphcurate:export-file", args=[release, form])


def test_a_reader_is_offered_files_and_a_curator_may_bring_one_in(signed_in, kim):
    reader = signed_in(make_user(Role.CLINICIAN)).get(PAGE).content.decode()
    curator = signed_in(kim).get(PAGE).content.decode()

    assert all(f'data-testid="export-{form}"' in reader for form in Form)
    assert 'type="file"' not in reader
    assert 'type="file"' in curator
    assert "No file was brought in yet." in curator


@pytest.mark.parametrize(
    ("form", "media_type", "name"),
    [
        ("json", "application/json", "graph-starter-2026.11.json"),
        ("relations", "text/csv; charset=utf-8", "graph-starter-2026.11-relations.csv"),
        ("names", "text/csv; charset=utf-8", "graph-starter-2026.11-names.csv"),
        ("fhir", "application/fhir+json", "graph-starter-2026.11-fhir.json"),
    ],
)
def test_a_release_is_sent_in_every_form(signed_in, kim, form, media_type, name):
    answer = signed_in(kim).get(file_of("starter-2026.11", form))

    assert answer["Content-Type"] == media_type
    assert name in answer["Content-Disposition"]
    assert "potassium" in text_of(answer).casefold()


def test_a_document_says_which_release_it_is_and_by_which_hash_runs_name_it(signed_in, kim):
    said = json.loads(text_of(signed_in(kim).get(file_of("starter-2026.11", "json"))))

    assert (said["release"], said["origin"]) == ("starter-2026.11", "starter")
    assert len(said["release_sha256"]) == len(said["sha256"]) == 64


def test_a_form_or_release_that_is_none_is_not_found(signed_in, kim):
    client = signed_in(kim)

    assert client.get(file_of("starter-2026.11", "pdf")).status_code == 404
    assert client.get(file_of("nothing", "json")).status_code == 404


def test_the_schema_is_had_as_a_file(signed_in, kim):
    answer = signed_in(kim).get(reverse("graphcurate:export-schema"))

    assert json.loads(answer.content) == schema()


def upload(client, content: bytes, name: str = "links.csv"):
    return client.post(UPLOAD, {"file": SimpleUploadedFile(name, content)})


def test_an_uploaded_file_leads_to_its_report_and_its_change_set(
    signed_in, kim, django_capture_on_commit_callbacks
):
    client = signed_in(kim)

    with django_capture_on_commit_callbacks(execute=True):
        answer = upload(client, gzip.compress(links("Kidneys excrete less of it.")))
    page = client.get(answer["Location"]).content.decode()

    drafts = ChangeSet.objects.get()
    assert "2 rows: 0 new, 1 changed, 0 removed, 0 unchanged, 1 refused." in page
    assert reverse("graphcurate:change-detail", args=[drafts.pk]) in page
    assert drafts.opened_by == kim


@pytest.mark.parametrize(
    ("content", "says"),
    [(b"PK\x03\x04", "archive"), (b"a;b\n1;2\n", "no file of the graph"), (b"", "empty")],
)
def test_a_file_that_is_none_is_refused_on_the_form(signed_in, kim, content, says):
    answer = upload(signed_in(kim), content)

    assert answer.status_code == 422
    assert says in answer.content.decode()
    assert not GraphImport.objects.exists()


def test_no_file_is_said_to_be_none(signed_in, kim):
    answer = signed_in(kim).post(UPLOAD, {})

    assert (answer.status_code, "Choose one file." in answer.content.decode()) == (422, True)


def test_a_page_under_way_asks_again_and_one_at_its_end_does_not(signed_in, kim):
    waits = imports.keep(name="x.csv", content=links("Kidneys."), by=kim, wake=False)
    url = reverse("graphcurate:import-detail", args=[waits.pk])
    client = signed_in(kim)
    before = client.get(url).content.decode()

    imports.run(waits.pk)
    after = client.get(f"{url}?polled=1", headers={"HX-Request": "true"}).content.decode()

    assert 'hx-trigger="every 1s"' in before
    assert "<progress" in before
    assert 'hx-trigger="every 1s"' not in after
    assert 'id="live"' in after


def test_a_broken_file_says_on_its_page_why_nothing_was_taken(signed_in, kim):
    made = make_import(by=kim, content=b"{", name="broken.json")

    url = reverse("graphcurate:import-detail", args=[made.pk])

    page = signed_in(kim).get(url)
    part = signed_in(kim).get(f"{url}?polled=1", headers={"HX-Request": "true"})

    assert "This is not JSON at line 1" in page.content.decode()
    assert part.content.decode().count("This is not JSON at line 1") == 2


def test_the_report_is_narrowed_to_what_was_refused_and_says_why(signed_in, kim):
    made = make_import(by=kim)
    url = reverse("graphcurate:import-detail", args=[made.pk])

    page = signed_in(kim).get(f"{url}?show=refused").content.decode()

    assert page.count('data-outcome="refused"') == 1
    assert 'data-outcome="changed"' not in page
    assert "row 3" in page


def test_the_report_as_a_table_holds_every_row(signed_in, kim):
    made = make_import(by=kim)

    text = text_of(signed_in(kim).get(reverse("graphcurate:import-report", args=[made.pk])))

    rows = list(csv.DictReader(io.StringIO(text.removeprefix("\ufeff"), newline="")))
    assert [(row["where"], row["outcome"]) for row in rows] == [
        ("row 2", "changed"),
        ("row 3", "refused"),
    ]
    assert unguarded(rows[1]["why"])


@pytest.mark.parametrize("role", [Role.CLINICIAN, Role.AUDITOR, Role.ADMIN])
def test_only_a_curator_brings_files_in_or_sees_what_became_of_them(signed_in, kim, role):
    made = make_import(by=kim)
    client = signed_in(make_user(role))

    answers = [
        upload(client, links("Kidneys.")),
        client.get(reverse("graphcurate:import-detail", args=[made.pk])),
        client.get(reverse("graphcurate:import-report", args=[made.pk])),
    ]

    assert {answer.status_code for answer in answers} == {403}
    assert GraphImport.objects.count() == 1
