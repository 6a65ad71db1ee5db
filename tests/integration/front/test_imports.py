import json

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from analysis.pipeline import jobs
from analysis.pipeline.services import request_analysis
from medreview.fhir.models import Import, Resource, Upload
from medreview.patients.models import Patient
from tests.factories.fhir import a_bundle, a_patient, an_observation, make_import

pytestmark = pytest.mark.django_db


def _upload(client, *files):
    chosen = [SimpleUploadedFile(name, content.encode()) for name, content in files]
    return client.post(reverse("front:import-upload"), {"files": chosen}, follow=True)


def _record(*more):
    return json.dumps(a_bundle([a_patient(), an_observation(), *more]))


def test_a_file_goes_from_choice_to_receipt_in_three_steps(ada, signed_in):
    client = signed_in(ada)
    assert client.get(reverse("front:imports")).status_code == 200

    preview = _upload(client, ("record.json", _record({"resourceType": "Foo"})))

    text = preview.content.decode()
    assert "Import 1 file" in text
    assert "“Foo” is no FHIR resource type" in text
    assert not Patient.objects.exists()
    batch = Upload.objects.get().batch
    receipt = client.post(reverse("front:import-run", args=[batch]), follow=True)
    said = receipt.content.decode()
    assert "3 entries received: 2 new, 0 changed, 0 the same as before, 1 not taken." in said
    assert reverse("front:patient", args=[Patient.objects.get().pk]) in said


def test_the_same_file_says_already_imported_and_no_changes(ada, north, signed_in):
    make_import(_record(), hospital=north)

    text = _upload(signed_in(ada), ("record.json", _record())).content.decode()

    assert "Already imported" in text
    assert "0 changes" in text


def test_a_file_that_can_not_be_read_is_one_sentence_and_the_rest_can_go_in(ada, signed_in):
    files = ("letter.xml", "<a/>"), ("empty.json", ""), ("record.json", _record())

    text = _upload(signed_in(ada), *files).content.decode()

    assert "letter.xml is XML" in text
    assert "empty.json is empty." in text
    assert "Import 1 file" in text


def test_more_files_than_are_taken_at_once_is_one_sentence(ada, signed_in):
    files = [SimpleUploadedFile(f"{number}.json", b"{}") for number in range(101)]

    refused = signed_in(ada).post(reverse("front:import-upload"), {"files": files})

    assert refused.status_code == 400
    assert "Up to 100 files are taken at once." in refused.content.decode()
    assert not Upload.objects.exists()


def test_choosing_no_file_is_said_at_the_field(ada, signed_in):
    answer = signed_in(ada).post(reverse("front:import-upload"))

    assert answer.status_code == 422
    assert "Choose at least one file." in answer.content.decode()


def test_a_second_click_finds_that_it_is_done(ada, signed_in):
    client = signed_in(ada)
    _upload(client, ("record.json", _record()))
    run = reverse("front:import-run", args=[Upload.objects.get().batch])
    client.post(run)

    again = client.post(run)

    assert again.status_code == 404
    assert Import.objects.count() == 1


def test_what_was_thrown_away_is_gone(ada, signed_in):
    client = signed_in(ada)
    _upload(client, ("record.json", _record()))

    client.post(reverse("front:import-discard", args=[Upload.objects.get().batch]))

    assert not Upload.objects.exists()
    assert not Import.objects.exists()


def test_names_in_files_are_never_markup(ada, signed_in):
    family = "<script>alert(1)</script>"
    content = json.dumps([a_patient(name=[{"family": family}]), {"resourceType": "<b>"}])

    text = _upload(signed_in(ada), ("<i>x</i>.json", content)).content.decode()

    assert "<script>alert" not in text
    assert "&lt;SCRIPT&gt;" in text
    assert "<b>”" not in text
    assert "<i>x" not in text


def test_problems_come_as_csv_without_formulas(ada, north, signed_in):
    made = make_import([a_patient(), {"resourceType": "Foo"}], hospital=north, name="=cmd()")

    answer = signed_in(ada).get(reverse("front:import-problems", args=[made.pk]))

    assert answer["Content-Type"].startswith("text/csv")
    assert "'=cmd(),Not taken,entry 2,“Foo” is no FHIR resource type" in answer.content.decode()


def test_problems_of_a_preview_come_as_csv_too(ada, signed_in):
    client = signed_in(ada)
    _upload(client, ("record.json", _record({"resourceType": "Foo"})))
    upload = Upload.objects.get()

    answer = client.get(reverse("front:import-preview-problems", args=[upload.batch, upload.pk]))

    assert "“Foo” is no FHIR resource type" in answer.content.decode()


def test_problems_are_turned_by_page(ada, north, signed_in):
    bad = [{"resourceType": "Foo", "n": number} for number in range(150)]
    made = make_import([a_patient(), *bad], hospital=north)

    url = reverse("front:import-receipt", args=[made.pk])
    first = signed_in(ada).get(url).content.decode()
    second = signed_in(ada).get(f"{url}?from=100").content.decode()

    assert "1 to 100 of 150" in first
    assert "101 to 150 of 150" in second
    assert "entry 150" in second


def test_another_hospitals_import_is_the_same_404_as_none(ada, south, signed_in):
    theirs = make_import(a_patient(), hospital=south)
    client = signed_in(ada)

    foreign = client.get(reverse("front:import-receipt", args=[theirs.pk]))
    missing = client.get(reverse("front:import-receipt", args=["imp_nothing"]))

    assert foreign.status_code == missing.status_code == 404
    assert "record.json" not in client.get(reverse("front:imports")).content.decode()
    assert client.get(reverse("front:import-problems", args=[theirs.pk])).status_code == 404


def test_another_persons_preview_is_not_found(ada, oleg, signed_in):
    _upload(signed_in(oleg), ("record.json", _record()))
    batch = Upload.objects.get().batch

    client = signed_in(ada)

    assert client.get(reverse("front:import-preview", args=[batch])).status_code == 404
    assert client.post(reverse("front:import-run", args=[batch])).status_code == 404
    assert Upload.objects.exists()


@pytest.mark.parametrize("who", ["kim", "nell"])
def test_who_may_not_import_is_refused(who, request, signed_in):
    client = signed_in(request.getfixturevalue(who))

    assert client.get(reverse("front:imports")).status_code == 403
    assert _upload(client, ("record.json", _record())).status_code == 403


def _message(value, status, at):
    return "\r".join(
        [
            f"MSH|^~\\&|LAB|NORTH|||{at}||ORU^R01|1|P|2.5.1",
            "PID|1||MRN-1^^^NORTH^MR||Doe^Jane||19580314|F",
            "OBR|1||F-1|PANEL^Panel^L|||20261120080000",
            f"OBX|1|NM|2823-3^Potassium^LN||{value}|mmol/L|||||{status}",
            "",
        ]
    )


ORIGINAL = _message("6.8", "F", "20261120081500+0100")


@pytest.mark.parametrize("second", [("4.8", "C"), ("6.8", "W"), ("6.8", "D")])
@pytest.mark.parametrize("came_first", [True, False])
def test_an_old_message_after_its_correction_replaces_nothing_and_the_receipt_says_so(
    ada, north, signed_in, second, came_first
):
    if came_first:
        make_import(ORIGINAL, hospital=north, name="first.hl7")
    make_import(_message(*second, "20261120093000+0100"), hospital=north, name="second.hl7")
    stands = Resource.objects.get(type="Observation", current=True)
    analysis = request_analysis(patient=Patient.objects.get(), by=ada, wake=False)
    jobs.run_analysis(analysis.pk)

    client = signed_in(ada)
    preview = _upload(client, ("again.hl7", ORIGINAL)).content.decode()
    run = reverse("front:import-run", args=[Upload.objects.get().batch])
    receipt = client.post(run, follow=True).content.decode()

    kept_out = "The source wrote it before what is known here, so it replaces nothing"
    assert kept_out in preview
    assert kept_out in receipt
    assert Resource.objects.get(type="Observation", current=True) == stands
    jobs.mark_outdated(Import.objects.get(source="again.hl7").pk)
    analysis.refresh_from_db()
    assert analysis.state == "in_review"
    assert not analysis.outdated
