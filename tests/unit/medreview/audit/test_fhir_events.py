"""An independent reader of FHIR takes every kind of event as an R4 AuditEvent."""

import json

import pytest
from fhir.resources.R4B.auditevent import AuditEvent as FhirAuditEvent

from medreview.audit.event_types import EventType
from medreview.audit.fhir_events import action_of, audit_event
from medreview.audit.models import AuditEvent


def event(kind, **said):
    defaults = {
        "id": "aud_01m8pm5ptymssnepb8rbh96j6s",
        "chain": "hos_1",
        "seq": 7,
        "event": kind,
        "actor": "usr_1",
        "thing_kind": "Patient",
        "thing_id": "pat_1",
        "patient": "pat_1",
        "counts": {"results": 3},
        "detail": {"purpose": "record", "stage": ""},
        "request": "req_1",
        "address": "192.0.2.0/24",
        "previous_hash": "0" * 64,
        "hash": "1" * 64,
    }
    return AuditEvent(**{**defaults, **said})


@pytest.mark.parametrize("kind", [kind.value for kind in EventType])
def test_every_kind_of_event_is_a_valid_audit_event(kind):
    bare = event(kind, actor="", patient="", request="", address="", counts={}, detail={})

    for one in (event(kind), bare):
        read = FhirAuditEvent.model_validate_json(json.dumps(audit_event(one)))
        assert read.subtype[-1].code == kind


def test_a_reading_says_who_which_patient_and_how_it_ended():
    said = audit_event(event("patient.read"))

    assert (said["action"], said["outcome"]) == ("R", "0")
    assert said["type"]["code"] == "110110"
    assert said["agent"][0]["who"]["identifier"]["value"] == "usr_1"
    assert said["agent"][0]["network"] == {"address": "192.0.2.0/24", "type": "2"}
    patient = said["entity"][0]
    assert patient["what"]["identifier"] == {"system": "urn:medreview:patient", "value": "pat_1"}
    assert (patient["type"]["code"], patient["role"]["code"]) == ("1", "1")


def test_a_refusal_is_a_minor_failure_and_a_failed_run_a_serious_one():
    refused, failed = audit_event(event("access.denied")), audit_event(event("run.failed"))

    assert (refused["outcome"], refused["outcomeDesc"], refused["action"]) == ("4", "refused", "E")
    assert (failed["outcome"], failed["outcomeDesc"]) == ("8", "failed")


def test_the_place_in_the_chain_and_both_hashes_go_with_it():
    chain = audit_event(event("patient.read"))["entity"][-1]

    assert chain["what"]["identifier"]["value"] == "hos_1/7"
    assert [(one["type"], one["valueString"]) for one in chain["detail"]] == [
        ("previous", "0" * 64),
        ("hash", "1" * 64),
    ]


def test_a_detail_that_says_nothing_is_left_out():
    details = [entity.get("detail", []) for entity in audit_event(event("patient.read"))["entity"]]

    assert {"type": "stage", "valueString": ""} not in [one for some in details for one in some]


@pytest.mark.parametrize(
    ("kind", "action"),
    [
        ("user.created", "C"),
        ("role.revoked", "D"),
        ("finding.decided", "U"),
        ("trail.exported", "R"),
        ("session.opened", "E"),
        ("patient.refused", "R"),
        ("token.refused", "E"),
        ("token.made", "C"),
        ("message.sent", "E"),
        ("webhook.added", "C"),
    ],
)
def test_the_action_is_told_by_the_verb(kind, action):
    assert action_of(kind) == action


@pytest.mark.parametrize("kind", ["token.made", "team.changed", "graph.released", "message.sent"])
def test_what_is_of_no_patient_is_never_called_a_patients_record(kind):
    assert audit_event(event(kind, patient=""))["type"]["code"] != "110110"
