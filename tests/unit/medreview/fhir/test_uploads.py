import datetime as dt

import pytest

from medreview.audit.models import AuditEvent
from medreview.common.clock import now
from medreview.common.errors import NotFound
from medreview.fhir import uploads
from medreview.fhir.models import Import, Resource, Upload
from medreview.fhir.uploads import ChosenFile
from tests.factories.fhir import a_patient, an_observation, as_file, make_import

pytestmark = pytest.mark.django_db


def _chosen(content, name="record.json") -> ChosenFile:
    data = as_file(content)
    return ChosenFile(name=name, size=len(data), content=data)


def test_files_are_shown_before_anything_is_stored(ada):
    files = [_chosen([a_patient(), an_observation()]), _chosen("<a/>", "letter.xml")]

    batch = uploads.keep(files=files, by=ada)

    (_one, record), (_two, letter) = uploads.open_batch(batch=batch, by=ada)
    assert record.receipt.entries.new == 2
    assert record.people[0].name == "IVANOVA, Maria"
    assert "letter.xml is XML" in letter.unreadable
    assert not Resource.objects.exists()


def test_a_file_too_large_to_be_read_is_named(ada):
    batch = uploads.keep(files=[ChosenFile("big.json", 10**9, None)], by=ada)

    preview = uploads.open_batch(batch=batch, by=ada)[0][1]

    assert preview.unreadable == "big.json is larger than the 32 MB that are read at once."


@pytest.mark.parametrize(
    ("name", "begins", "limit"), [("day.csv", b"id;test;value\n", 8), ("day.hl7", b"MSH|^~\\&|", 2)]
)
def test_what_takes_long_to_read_is_held_shorter_while_somebody_waits(ada, name, begins, limit):
    content = begins + b"x" * limit * 1024 * 1024

    batch = uploads.keep(files=[ChosenFile(name, len(content), content)], by=ada)

    preview = uploads.open_batch(batch=batch, by=ada)[0][1]
    assert preview.unreadable == f"{name} is larger than the {limit} MB that are read at once."


def test_a_batch_is_imported_once_and_then_gone(ada):
    batch = uploads.keep(files=[_chosen(a_patient()), _chosen("<a/>")], by=ada)

    made = uploads.run(batch=batch, by=ada)

    assert [one.by for one in made] == [ada]
    assert not Upload.objects.exists()
    with pytest.raises(NotFound):
        uploads.run(batch=batch, by=ada)
    assert Import.objects.count() == 1


def test_a_batch_that_is_thrown_away_leaves_nothing(ada):
    batch = uploads.keep(files=[_chosen(a_patient())], by=ada)

    uploads.discard(batch=batch, by=ada)

    assert not Upload.objects.exists()
    assert not Resource.objects.exists()


def test_an_upload_nobody_decides_on_is_gone_after_an_hour(ada):
    batch = uploads.keep(files=[_chosen(a_patient())], by=ada)
    Upload.objects.update(created_at=now() - dt.timedelta(minutes=61))

    uploads.throw_away_old()

    with pytest.raises(NotFound):
        uploads.open_batch(batch=batch, by=ada)


def test_nobody_sees_another_persons_upload(ada, oleg):
    batch = uploads.keep(files=[_chosen(a_patient())], by=ada)

    with pytest.raises(NotFound):
        uploads.open_batch(batch=batch, by=oleg)


def test_a_file_that_was_imported_before_says_when(ada, north):
    earlier = make_import(a_patient(), hospital=north)

    batch = uploads.keep(files=[_chosen(a_patient())], by=ada)

    preview = uploads.open_batch(batch=batch, by=ada)[0][1]
    assert preview.earlier_import == earlier.pk
    assert preview.receipt.changes_nothing


def test_previews_and_their_reading_are_in_the_trail(ada):
    batch = uploads.keep(files=[_chosen(a_patient())], by=ada)

    uploads.open_batch(batch=batch, by=ada)

    events = AuditEvent.objects.filter(thing_id=batch).order_by("seq")
    assert [event.event for event in events] == ["import.previewed", "import.read"]
