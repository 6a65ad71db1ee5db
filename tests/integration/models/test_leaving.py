"""What leaves the house in a run: nothing that names the patient, and just what is recorded."""

import datetime as dt
import json
from typing import Any

import pytest

from analysis.evaluation.cases import bundle_of
from graphcurate.queries import current_release, snapshot_of
from medreview.fhir.importing import import_file
from medreview.llm.contracts import ChatRequest, Message
from medreview.llm.models import LLMCall
from medreview.runtime.models import Run
from medreview.runtime.playback import exchanges, retold
from medreview.runtime.replay import differences, told
from tests.factories.model_runs import model_case, place_of, run_of

pytestmark = pytest.mark.django_db

BORN = dt.date(1950, 5, 12)
MRN = "99887766"
CANARIES = (
    "zebedee",
    "canaryson",
    "канарисон",
    "wilhelmina",
    "nightingale",
    "heliotrope",
    "99887766",
    "7654321",
    "1950-05-12",
    "12.05.1950",
    "may 12, 1950",
    "zeb@canary.example",
)
SAID = (
    "Zebedee Canaryson (Зебеди Канарисон), born 12.05.1950 or May 12, 1950, MRN 99887766, of "
    "Heliotrope Lane 7, called from +43 660 7654321; zeb@canary.example; mother Wilhelmina"
)


def person() -> dict[str, Any]:
    """Who the canary is, with somebody beside them."""
    return {
        "resourceType": "Patient",
        "gender": "female",
        "birthDate": BORN.isoformat(),
        "name": [
            {"use": "official", "family": "Canaryson", "given": ["Zebedee"]},
            {"use": "maiden", "family": "Nightingale"},
        ],
        "identifier": [{"system": "urn:oid:1.2.3", "value": MRN}],
        "telecom": [
            {"system": "phone", "value": "+436607654321"},
            {"system": "email", "value": "zeb@canary.example"},
        ],
        "address": [{"line": ["Heliotrope Lane 7"], "city": "Vienna", "postalCode": "1010"}],
        "contact": [{"name": {"given": ["Wilhelmina"], "family": "Canaryson"}}],
    }


def bundle() -> bytes:
    """A patient whose every resource names them, in every field of free text."""
    whole = json.loads(
        json.dumps(bundle_of(model_case(), snapshot_of(current_release())), default=str)
    )
    for entry in whole["entry"]:
        one = entry["resource"]
        if one["resourceType"] == "Patient":
            one.update(person())
            continue
        one["note"] = [{"text": SAID}]
        one["performer"] = [{"display": "Zebedee Canaryson"}]
        if "text" in one.get("code", {}):
            one["code"]["text"] += " Canaryson"
    whole["entry"].append({"resource": a_report(whole)})
    return json.dumps(whole).encode()


def a_report(whole: dict[str, Any]) -> dict[str, Any]:
    subject = next(
        entry["resource"]["subject"] for entry in whole["entry"] if "subject" in entry["resource"]
    )
    return {
        "resourceType": "DiagnosticReport",
        "id": "canary-report",
        "status": "final",
        "subject": subject,
        "code": {"text": "Report on Zebedee Canaryson"},
        "conclusion": SAID,
    }


def test_no_name_birth_date_or_number_of_the_patient_leaves_in_a_whole_run(north, honest_model):
    import_file(name="canary.json", content=bundle(), hospital=north, by=None)
    analysis = run_of(north.patients.get())

    sent = honest_model.playing.requests
    assert len(sent) >= 2
    words = json.dumps(sent, ensure_ascii=False).casefold()
    assert [canary for canary in CANARIES if canary in words] == []
    assert "[NAME]" in json.dumps(sent), "something was there to be taken out"
    recorded = [one.words for one in told(Run.objects.get(pk=analysis.run_id))]
    asked = [one["request"] for one in recorded if "request" in one]
    assert [canary for canary in CANARIES if canary in json.dumps(asked).casefold()] == []


def test_what_is_sealed_is_what_was_sent_and_a_replay_agrees(north, honest_model):
    import_file(name="canary.json", content=bundle(), hospital=north, by=None)
    analysis = run_of(north.patients.get())

    run = Run.objects.get(pk=analysis.run_id)
    talks = exchanges(told(run))
    asked = [one.request for talk in talks for one in talk]
    place = place_of(honest_model)
    assert len(asked) == LLMCall.objects.count() == len(honest_model.playing.requests)
    for recorded, wire in zip(asked, honest_model.playing.requests, strict=True):
        rebuilt = ChatRequest(
            messages=tuple(Message.model_validate(one) for one in recorded["messages"]),
            purpose=recorded["purpose"],
        )
        body = place.body(rebuilt, nonce=recorded["nonce"], most_tokens=1)
        count = len(recorded["messages"])
        assert wire["messages"][:count] == body["messages"][:count]
        (added,) = wire["messages"][count:]
        assert added["role"] == "system"
        assert f"Request {recorded['nonce']}." in added["content"]
    assert differences(run) == []
    assert list(retold(told(run))) == []


def test_a_patient_whose_names_cant_be_read_is_told_to_no_model(north, honest_model, monkeypatch):
    import_file(name="canary.json", content=bundle(), hospital=north, by=None)
    monkeypatch.setattr(
        "analysis.pipeline.identifiers.queries.who_they_are", lambda _patient: [("p", "{broken")]
    )

    analysis = run_of(north.patients.get())

    assert analysis.state == "in_review"
    assert honest_model.playing.requests == []
