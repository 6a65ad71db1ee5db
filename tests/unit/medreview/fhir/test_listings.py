from typing import Any

from medreview.fhir.listings import Listings, listing_of
from medreview.fhir.shelf import Shelf
from tests.factories.reading import observation, only, read


def report(name: str, *results: str, **fields: Any) -> dict[str, Any]:
    return {
        "resourceType": "DiagnosticReport",
        "id": name,
        "status": "final",
        "category": [{"coding": [{"code": "LAB"}]}],
        "subject": {"reference": "Patient/p1"},
        "result": [{"reference": one} for one in results],
    } | fields


def listings(*resources: dict[str, Any]) -> Listings:
    shelf = Shelf(resources)
    return Listings(shelf, shelf.of("DiagnosticReport"))


def test_a_result_knows_its_report_directly_and_through_a_panel():
    panel = observation(id="panel", hasMember=[{"reference": "Observation/a"}])
    found = listings(report("d", "Observation/panel"), panel, observation(id="a"))

    assert found.of("Observation/a").report == "DiagnosticReport/d"
    assert found.of("Observation/a").is_laboratory
    assert found.of("Observation/b").report is None


def test_a_laboratorys_report_goes_before_another():
    other = report("x", "Observation/a", category=[])

    assert listings(other, report("d", "Observation/a")).of("Observation/a").report.endswith("/d")
    assert not listings(other).of("Observation/a").is_laboratory


def test_a_result_falls_only_with_the_last_of_its_reports():
    cancelled = report("d1", "Observation/o1", status="cancelled")
    withdrawn = report("d2", "Observation/o1", status="entered-in-error")
    standing = report("d3", "Observation/o1")

    assert read(cancelled, withdrawn, observation()).labs == ()
    assert only(read(cancelled, standing, observation())).report == "DiagnosticReport/d3"
    reasons = [one.reason for one in read(cancelled, observation()).excluded]
    assert "Its only report is cancelled." in reasons


def test_a_report_lends_its_time_to_a_result_without_one():
    sent = report("d", "Observation/o1", effectiveDateTime="2025-04-01", issued="2025-04-02")
    bare = {key: one for key, one in observation().items() if key != "effectiveDateTime"}

    lab = only(read(sent, bare))

    assert (lab.effective.text, lab.issued.text) == ("2025-04-01", "2025-04-02")
    assert listing_of(next(iter(Shelf([sent])))).report == "DiagnosticReport/d"


def test_odd_references_list_nothing():
    sent = report("d", "#inside") | {"result": [{}, {"reference": "#x"}, "odd"]}

    assert listings(sent).of("Observation/x").report is None
    assert listings(sent).why_withdrawn("Observation/x") is None
