"""The trail as a file: FHIR AuditEvents, streamed, narrowed like the page, itself an event."""

import asyncio
import json
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.test import AsyncRequestFactory, RequestFactory
from django.urls import reverse
from fhir.resources.R4B.auditevent import AuditEvent as FhirAuditEvent
from fhir.resources.R4B.bundle import Bundle

from medreview.audit import export
from medreview.audit import services as audit
from medreview.audit.event_types import EventType
from medreview.audit.models import AuditEvent
from medreview.audit.queries import TrailFilter
from medreview.common.streaming import streamed
from medreview.patients.services import open_patient
from tests.factories.patients import make_patient

pytestmark = pytest.mark.django_db

BUNDLE, LINES = reverse("front:trail-json"), reverse("front:trail-ndjson")


@pytest.fixture
def patient(north, ada):
    patient = make_patient(hospital=north, family="Canaryman", given="Jo")
    open_patient(patient.pk, by=ada, purpose="record")
    return patient


def content(response):
    return b"".join(response.streaming_content).decode()


def test_a_bundle_holds_the_events_of_the_filter_and_is_valid(signed_in, nell, patient, ada):
    response = signed_in(nell).get(BUNDLE, {"patient": patient.pk})

    bundle = Bundle.model_validate_json(content(response))
    assert response["Content-Type"] == "application/fhir+json"
    assert "attachment" in response["Content-Disposition"]
    kinds = [entry.resource.subtype[-1].code for entry in bundle.entry]
    assert kinds == ["patient.registered", "patient.read"]


def test_lines_are_one_valid_event_each_and_name_nobody(signed_in, nell, patient):
    text = content(signed_in(nell).get(LINES))

    lines = text.splitlines()
    assert lines
    for line in lines:
        FhirAuditEvent.model_validate_json(line)
    assert "canaryman" not in text.lower()
    assert "Ada Albrecht" not in text
    assert patient.pk in text


def test_taking_events_out_is_itself_an_event_with_its_filter(signed_in, nell, patient):
    answer = signed_in(nell).get(LINES, {"event": "patient.read"})

    taken = AuditEvent.objects.get(event=EventType.TRAIL_EXPORTED)
    assert (taken.actor, taken.counts) == (nell.pk, {"events": 1})
    assert taken.detail == {"event": "patient.read", "form": "ndjson"}
    # The line about the export is written first and is not in the file.
    assert len(content(answer).splitlines()) == 1


def test_nothing_found_is_a_bundle_without_entries(signed_in, nell):
    bundle = json.loads(content(signed_in(nell).get(BUNDLE, {"patient": "pat_nobody"})))

    assert "entry" not in bundle
    Bundle.model_validate(bundle)


def test_another_hospitals_events_are_not_in_it(signed_in, nell, south):
    other = make_patient(hospital=south)

    assert other.pk not in content(signed_in(nell).get(LINES))


def test_a_clinician_takes_nothing_out(signed_in, ada):
    assert signed_in(ada).get(BUNDLE).status_code == 403


def test_a_long_trail_leaves_page_by_page(nell, north, monkeypatch):
    monkeypatch.setattr(export, "CHUNK", 3)
    for number in range(8):
        audit.record(EventType.PATIENTS_LISTED, thing=north, by=nell, counts={"n": number})
    asked = {"hospital": north, "wanted": TrailFilter(), "by": nell, "said": {}}

    lines = [part.count(b"\n") for part in export.begin(form=export.Form.NDJSON, **asked).parts]
    bundle = Bundle.model_validate_json(
        b"".join(export.begin(form=export.Form.BUNDLE, **asked).parts)
    )

    assert lines == [3, 3, 2]
    assert len(bundle.entry) == 9


def test_under_asyncio_the_first_piece_leaves_before_the_second_is_made():
    made = []

    def pieces():
        for piece in (b"one", b"two"):
            made.append(piece)
            yield piece

    request = AsyncRequestFactory().get("/")
    answer = streamed(request, pieces(), content_type="text/plain", filename="a.txt")

    async def first():
        async for piece in answer.streaming_content:
            return piece, list(made)
        return None

    # In a thread of its own: a browser under test keeps a loop running in this one.
    with ThreadPoolExecutor(1) as thread:
        assert thread.submit(asyncio.run, first()).result() == (b"one", [b"one"])


def test_without_asyncio_it_is_the_same_file():
    request = RequestFactory().get("/")
    answer = streamed(request, iter([b"a", b"b"]), content_type="text/plain", filename="a.txt")

    assert b"".join(answer.streaming_content) == b"ab"
