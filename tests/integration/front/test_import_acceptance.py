"""What an import is relied on for: good rows go in, bad ones are named, nothing twice."""

import json

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from medreview.audit.models import AuditEvent
from medreview.fhir.models import Import, Resource, Upload
from tests.factories.fhir import a_bundle, a_patient, an_observation

pytestmark = pytest.mark.django_db

COLUMNS = {
    **{
        f"column_{place}": role
        for place, role in enumerate(["patient", "name", "test", "value", "unit", "date"])
    },
    "encoding": "utf-8",
    "delimiter": ",",
    "decimal": "point",
    "date_format": "YYYY-MM-DD",
    "birth_format": "",
    "codes": "loinc",
    "status": "unknown",
    "source": "Night laboratory",
}


def fhir_file(_client, *, unit="mmol/L"):
    """997 good entries and three that can't be taken."""
    quantity = {"value": 4.5, "unit": unit}
    good = [a_patient(), *(an_observation(f"o{n}", valueQuantity=quantity) for n in range(996))]
    bad = [{"resourceType": "Foo"}, {"id": "x"}, an_observation("bad", valueQuantity="high")]
    return "record.json", json.dumps(a_bundle([*good, *bad]))


def table(_client, *, unit="mmol/L"):
    """997 good rows and three that can't be taken."""
    rows = [f"M{n},Case {n},Potassium,4.{n % 10},{unit},2026-11-20" for n in range(997)]
    rows += [
        ",Nobody,Potassium,4.0,mmol/L,2026-11-20",
        "M1,Case 1,,4.0,mmol/L,2026-11-20",
        "M2,Case 2,Potassium,4.0,mmol/L,2026-11-31",
    ]
    return "night.csv", "\n".join(["MRN,Name,Test,Result,Unit,Date", *rows])


FILES = pytest.mark.parametrize("file", [fhir_file, table])


def bring_in(client, name, content):
    """Chosen, explained where it is a table, and imported; the preview and the receipt."""
    files = [SimpleUploadedFile(name, content.encode())]
    preview = client.post(reverse("front:import-upload"), {"files": files}, follow=True)
    upload = Upload.objects.get()
    if name.endswith(".csv"):
        explained = reverse("front:import-columns", args=[upload.batch, upload.pk])
        preview = client.post(explained, COLUMNS, follow=True)
    run = client.post(reverse("front:import-run", args=[upload.batch]), follow=True)
    return preview.content.decode(), run.content.decode()


@FILES
def test_three_bad_rows_of_a_thousand_are_listed_and_the_rest_goes_in(ada, signed_in, file):
    client = signed_in(ada)

    preview, receipt = bring_in(client, *file(client))

    made = Import.objects.get()
    counts = made.receipt["entries"]
    csv = client.get(reverse("front:import-problems", args=[made.pk])).content.decode()
    results = Resource.objects.filter(type="Observation", current=True).count()
    expected = 996 if file is fhir_file else 997
    assert results == expected
    assert len(counts["quarantined"]) == 3
    assert preview.count('<span class="chip bad">Not taken') == 3
    assert receipt.count('<span class="chip bad">Not taken') == 3
    assert csv.count(",Not taken,") == 3
    assert all(bad["reason"] and bad["where"] for bad in counts["quarantined"])


@FILES
def test_the_same_file_again_brings_nothing_new(ada, signed_in, file):
    client = signed_in(ada)
    bring_in(client, *file(client))

    preview, receipt = bring_in(client, *file(client))

    again = Import.objects.order_by("created_at", "pk").last()
    assert again.receipt["entries"]["new"] == again.receipt["entries"]["changed"] == 0
    assert "Already imported" in preview
    assert "0 changes" in receipt


@FILES
def test_units_nobody_knows_need_mapping_and_are_not_dropped(ada, signed_in, file):
    client = signed_in(ada)

    preview, receipt = bring_in(client, *file(client, unit="blips/dL"))

    kept = Resource.objects.filter(type="Observation", current=True, raw__contains="blips/dL")
    several = "996 values" if file is fhir_file else "997 values"
    assert kept.count() == int(several.split()[0])
    for page in (preview, receipt):
        assert page.count("Needs mapping") == 1
        assert f"{several} are in “blips/dL”, a unit that is not known here" in page


@FILES
def test_an_import_is_in_the_trail_with_its_counts(ada, signed_in, file):
    client = signed_in(ada)

    bring_in(client, *file(client))

    event = AuditEvent.objects.get(event="record.imported")
    entries = Import.objects.get().receipt["entries"]
    assert event.actor == ada.pk
    assert event.counts["received"] == entries["received"]
    assert event.counts["new"] == entries["new"]
    assert event.counts["quarantined"] == 3
