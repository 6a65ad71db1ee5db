from pathlib import Path

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from medreview.audit.models import AuditEvent
from medreview.fhir.models import Import, Resource, SavedMapping, Upload
from medreview.patients.models import Patient

pytestmark = pytest.mark.django_db

NIGHT = Path(__file__).parents[2] / "data" / "results" / "night.csv"
ROLES = [
    "patient",
    "name",
    "birth",
    "test",
    "code",
    "value",
    "unit",
    "range",
    "flag",
    "date",
    "status",
    "specimen",
    "order",
]
SAID = {
    **{f"column_{place}": role for place, role in enumerate(ROLES)},
    "encoding": "utf-8",
    "delimiter": ";",
    "decimal": "comma",
    "date_format": "DD.MM.YYYY",
    "birth_format": "DD.MM.YYYY",
    "codes": "loinc",
    "status": "unknown",
    "source": "Night laboratory",
}


def _upload(client, name="night.csv", content=None):
    file = SimpleUploadedFile(name, content or NIGHT.read_bytes())
    return client.post(reverse("front:import-upload"), {"files": [file]}, follow=True)


def _columns_url():
    upload = Upload.objects.get()
    return reverse("front:import-columns", args=[upload.batch, upload.pk])


def test_a_table_goes_from_choice_over_its_columns_to_its_receipt(ada, signed_in):
    client = signed_in(ada)

    page = _upload(client).content.decode()
    assert "What do these columns mean?" in page
    assert '<option value="patient" selected>' in page
    preview = client.post(_columns_url(), SAID, follow=True).content.decode()
    assert "It names no patient id" in preview
    assert "“31.02.1960” is no date in the format DD.MM.YYYY" in preview
    assert "6,80 mmol/L" in preview
    assert not Resource.objects.exists()
    run = reverse("front:import-run", args=[Upload.objects.get().batch])
    receipt = client.post(run, follow=True).content.decode()

    assert "8 entries received: 6 new, 0 changed, 0 the same as before, 2 not taken." in receipt
    assert Patient.objects.filter(family="", name_text="Ivanova, Maria").count() == 2
    named = receipt.split('data-testid="patients"')[1].split("</ul>")[0]
    for tells_apart in ("14-Mar-1958", "02-Jul-1971", "MRN-9001", "MRN-9002"):
        assert tells_apart in named


def test_a_table_is_never_imported_before_somebody_explained_it(ada, signed_in):
    client = signed_in(ada)
    _upload(client)
    batch = Upload.objects.get().batch

    page = client.post(reverse("front:import-run", args=[batch]), follow=True).content.decode()

    assert "Columns to explain" in page
    assert not Import.objects.exists()
    assert Upload.objects.exists()


def test_dates_that_may_be_day_or_month_first_are_asked_about(ada, signed_in):
    client = signed_in(ada)
    content = b"MRN,Test,Result,Date\n1,Potassium,4.5,03/04/2026\n"

    page = _upload(client, content=content).content.decode()
    refused = client.post(
        _columns_url(),
        {**_said(["patient", "test", "value", "date"]), "delimiter": ",", "decimal": "point"},
    )

    assert "DD/MM/YYYY, MM/DD/YYYY" in page
    assert refused.status_code == 422
    assert "nobody can tell 03/04 from 04/03" in refused.content.decode()


def test_a_column_that_must_be_named_and_one_named_twice_are_said(ada, signed_in):
    client = signed_in(ada)
    _upload(client)

    refused = client.post(_columns_url(), {**SAID, "column_5": "test"}).content.decode()

    assert "No column is named for: Value." in refused
    assert "Two columns are named for this; keep one of them." in refused


def test_columns_kept_under_a_name_are_offered_for_the_next_table(ada, signed_in):
    client = signed_in(ada)
    _upload(client)
    client.post(_columns_url(), {**SAID, "save_as": "Night"})
    client.post(reverse("front:import-run", args=[Upload.objects.get().batch]))

    page = _upload(client, name="tomorrow.csv").content.decode()

    assert SavedMapping.objects.get().name == "Night"
    assert "filled in as “Night”" in page
    assert 'value="Night laboratory"' in page


def test_another_hospital_is_not_offered_our_columns(ada, oleg, signed_in):
    client = signed_in(ada)
    _upload(client)
    client.post(_columns_url(), {**SAID, "save_as": "Night"})
    Upload.objects.all().delete()

    page = _upload(signed_in(oleg)).content.decode()

    assert "Night" not in page.replace("night.csv", "")


def test_letters_that_look_wrong_can_be_read_again(ada, signed_in):
    client = signed_in(ada)
    content = "MRN;Test;Result\n1;Größe;5,3\n".encode("windows-1252")
    _upload(client, content=content)

    page = client.get(_columns_url(), {"encoding": "windows-1251", "delimiter": ";"})

    assert "GrцЯe" in page.content.decode()


def test_explaining_columns_leaves_a_line_in_the_trail(ada, signed_in):
    client = signed_in(ada)
    _upload(client)
    client.post(_columns_url(), SAID)

    event = AuditEvent.objects.get(event="import.columns_explained")

    assert event.counts == {"columns": 13}


def test_a_second_import_of_the_same_table_brings_nothing_new(ada, signed_in):
    client = signed_in(ada)
    for _time in range(2):
        _upload(client)
        client.post(_columns_url(), SAID)
        client.post(reverse("front:import-run", args=[Upload.objects.get().batch]))

    newest = Import.objects.order_by("created_at").last()

    assert newest.receipt["entries"]["new"] == 0
    assert newest.receipt["entries"]["same"] == 6


def test_a_file_that_is_no_table_has_no_columns(ada, signed_in):
    client = signed_in(ada)
    _upload(client, name="x.json", content=b'{"resourceType": "Patient"}')

    assert client.get(_columns_url()).status_code == 409


def test_messages_are_previewed_and_imported_like_any_file(ada, signed_in):
    client = signed_in(ada)
    content = (NIGHT.parent / "day.hl7").read_bytes()

    preview = _upload(client, name="day.hl7", content=content).content.decode()
    run = reverse("front:import-run", args=[Upload.objects.get().batch])
    receipt = client.post(run, follow=True).content.decode()

    assert "It is ADT^A01, no message of results (ORU^R01)" in preview
    assert "6.80 mmol/L" in preview
    assert "13 entries received: 11 new" in receipt


def _said(roles):
    kept = {name: value for name, value in SAID.items() if not name.startswith("column")}
    return {
        **kept,
        **{f"column_{place}": role for place, role in enumerate(roles)},
        "date_format": "",
        "birth_format": "",
    }
