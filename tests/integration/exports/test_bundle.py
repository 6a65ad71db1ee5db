"""The Bundle is valid R4, says who signed and from which release, and copies no measured value."""

import base64
import json
from typing import Any

import pytest
from fhir.resources.R4B.bundle import Bundle

from analysis.exports.bundle.bundle import bundle_of, bundle_text
from analysis.exports.contracts import SignedAnalysis
from analysis.exports.formats import ExportFormat
from analysis.exports.plain import plain_text
from analysis.exports.services import export
from analysis.pipeline.models import Analysis
from medreview.accounts.models import User
from medreview.common.hashing import canonical_json
from medreview.fhir.import_receipt import ImportReceipt
from medreview.fhir.importing import import_file
from medreview.fhir.store import read_patient
from medreview.patients.models import Patient

pytestmark = pytest.mark.django_db


def resources(bundle: dict[str, Any], kind: str) -> list[dict[str, Any]]:
    all_of_them = [entry["resource"] for entry in bundle["entry"]]
    return [each for each in all_of_them if each["resourceType"] == kind]


@pytest.fixture
def bundle(analysis: Analysis, ada: User) -> dict[str, Any]:
    content = export(analysis=analysis, edition=1, form=ExportFormat.FHIR, by=ada).content
    made: dict[str, Any] = json.loads(content)
    return made


def test_an_independent_reader_takes_it_and_gives_back_the_same(bundle: dict[str, Any]) -> None:
    text = canonical_json(bundle)

    read = Bundle.model_validate_json(text)

    assert canonical_json(json.loads(read.model_dump_json())) == text


def test_it_holds_what_we_say_and_nothing_of_the_record(bundle: dict[str, Any]) -> None:
    kinds = [entry["resource"]["resourceType"] for entry in bundle["entry"]]

    assert bundle["type"] == "collection"
    assert kinds == ["DiagnosticReport", "DetectedIssue", "Provenance", "Practitioner"]
    assert "contained" not in canonical_json(bundle)


def test_results_are_referred_to_by_their_own_ids(
    bundle: dict[str, Any], signed: SignedAnalysis
) -> None:
    report = resources(bundle, "DiagnosticReport")[0]

    found = [each["reference"] for each in report["result"]]
    assert found == [each.result.partition("#")[0] for each in signed.findings]
    assert report["subject"]["reference"] == "Patient/hargreaves"
    assert report["subject"]["identifier"]["value"] == "40011827"
    assert report["status"] == "final"


def test_every_reference_into_the_bundle_finds_its_entry(bundle: dict[str, Any]) -> None:
    urls = {entry["fullUrl"] for entry in bundle["entry"]}

    named = set(_references(bundle))
    assert {each for each in named if each.startswith("urn:")} <= urls
    assert {each.partition("/")[0] for each in named - urls} == {"Patient", "Observation"}


def _references(node: Any) -> list[str]:
    if isinstance(node, list):
        return [each for one in node for each in _references(one)]
    if not isinstance(node, dict):
        return []
    own = [node["reference"]] if "reference" in node else []
    return own + [each for value in node.values() for each in _references(value)]


def test_provenance_names_signer_and_graph_release(
    bundle: dict[str, Any], signed: SignedAnalysis
) -> None:
    provenance = resources(bundle, "Provenance")[0]

    agents = {each["type"]["coding"][0]["code"]: each["who"] for each in provenance["agent"]}
    entities = {
        each["what"]["identifier"]["system"]: each["what"]["identifier"]["value"]
        for each in provenance["entity"]
    }
    assert agents["legal"]["display"] == "Ada Albrecht"
    assert entities["urn:medreview:graph-release"] == signed.graph.name
    assert entities["urn:medreview:signed-decisions-sha256"] == signed.signature.content_sha256


def test_a_critical_value_is_an_issue_with_who_was_told(bundle: dict[str, Any]) -> None:
    issue = resources(bundle, "DetectedIssue")[0]

    assert issue["severity"] == "high"
    assert issue["implicated"][0]["display"] == "Potassium 6.8 mmol/L"
    assert issue["mitigation"][0]["action"]["text"] == (
        "Dr Orlov was told and read back: Potassium 6.8"
    )


def test_the_report_for_people_goes_along(bundle: dict[str, Any], signed: SignedAnalysis) -> None:
    attached = resources(bundle, "DiagnosticReport")[0]["presentedForm"][0]

    assert base64.b64decode(attached["data"]).decode() == plain_text(signed)


def test_a_later_edition_is_an_amended_report_that_revises_the_one_before(
    signed: SignedAnalysis,
) -> None:
    later = bundle_of(
        signed.model_copy(update={"edition": 2, "newest_edition": 3, "outdated": True}), text="x"
    )

    report, provenance = resources(later, "DiagnosticReport")[0], resources(later, "Provenance")[0]
    assert report["status"] == "amended"
    assert [each["code"] for each in report["meta"]["tag"]] == ["outdated", "amended-since"]
    revised = [each["what"] for each in provenance["entity"] if each["role"] == "revision"]
    assert [each["identifier"]["value"] for each in revised] == [f"{signed.number}-e1"]
    Bundle.model_validate_json(canonical_json(later))


def test_our_own_import_takes_it_whole_and_reads_no_result_into_it(
    analysis: Analysis, signed: SignedAnalysis
) -> None:
    content = bundle_text(signed, text=plain_text(signed)).encode()
    patients, before = Patient.objects.count(), read_patient(analysis.patient)

    made = import_file(name="bundle.json", content=content, hospital=analysis.hospital, by=None)

    receipt = ImportReceipt.model_validate(made.receipt)
    after = read_patient(analysis.patient)
    assert receipt.entries.received == 4
    assert receipt.entries.quarantined == ()
    assert Patient.objects.count() == patients
    assert [lab.model_copy(update={"report": None}) for lab in after.labs] == [
        lab.model_copy(update={"report": None}) for lab in before.labs
    ]
    assert after.receipt.complete
    assert all(row.balances() for row in after.receipt.types.values())
    assert (after.conditions, after.medications) == (before.conditions, before.medications)


def test_a_critical_value_that_was_withdrawn_is_a_cancelled_issue(signed: SignedAnalysis) -> None:
    withdrawn = signed.criticals[0].model_copy(
        update={"state": "withdrawn", "acknowledgement": None}
    )

    made = bundle_of(signed.model_copy(update={"criticals": (withdrawn,)}), text="x")

    issue = resources(made, "DetectedIssue")[0]
    assert issue["status"] == "cancelled"
    assert "mitigation" not in issue
    Bundle.model_validate_json(canonical_json(made))
