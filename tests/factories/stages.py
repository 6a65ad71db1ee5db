"""Patients in a few words, and what the deterministic stages make of them."""

import datetime as dt
import json
from typing import Any

from analysis.evaluation.cases import Case, bundle_of, read_cases
from analysis.evaluation.checks import Outcome
from analysis.evaluation.vignette_outcomes import VIGNETTES as VIGNETTES
from analysis.pipeline.contracts import GenerationReadyPackage, PatientContext, Scope
from analysis.pipeline.stage import StageContext, needed
from analysis.pipeline.stages import run_stages
from medreview.fhir import json_text
from medreview.fhir.reading import build_record
from medreview.fhir.record import PatientRecord
from tests.factories.graph import starter_lookup, starter_snapshot

AS_OF = dt.date(2026, 11, 30)


def vignettes(name: str) -> list[Case]:
    """The vignettes of one file."""
    return read_cases(VIGNETTES / name)


def lab(lab_id: str = "l1", loinc: str | None = "2823-3", **changed: Any) -> dict[str, Any]:
    """A potassium of 5.7 mmol/L, flagged H, ten days old."""
    return {
        "id": lab_id,
        "loinc": loinc,
        "name": "Potassium",
        "value": 5.7,
        "unit": "mmol/L",
        "ref_low": 3.5,
        "ref_high": 5.1,
        "flag": "H",
        "date": "2026-11-20",
        **changed,
    }


def condition(name: str, icd10cm: str, **changed: Any) -> dict[str, Any]:
    """An active, confirmed condition."""
    sent = {"id": "c1", "name": name, "icd10cm": icd10cm}
    return {**sent, "clinical": "active", "verification": "confirmed", **changed}


def medicine(name: str, atc: str | None = None, **changed: Any) -> dict[str, Any]:
    """A medicine that is taken."""
    return {"id": "m1", "name": name, "atc": atc, "status": "active", **changed}


def case_of(*labs: dict[str, Any], **sent: Any) -> Case:
    """A woman of sixty with these results."""
    sent = {"id": "t", "patient": {"age": 60, "sex": "female"}, "labs": list(labs), **sent}
    as_of = sent.pop("as_of", AS_OF)
    return Case("t", "", dt.datetime.combine(as_of, dt.time.max, dt.UTC), sent)


def record_of(case: Case, *more: dict[str, Any]) -> PatientRecord:
    """The case read as a hospital would have sent it, with further resources."""
    bundle = json_text.parse(json.dumps(bundle_of(case, starter_snapshot())))
    resources = [entry["resource"] for entry in bundle["entry"]]
    resources += [json_text.parse(json.dumps(one)) for one in more]
    return build_record(resources, "Patient/p", as_of=case.as_of)


def inputs_of(case: Case, *more: dict[str, Any], **scope: Any) -> StageContext:
    """What the stages receive for a case."""
    return StageContext(
        record=record_of(case, *more),
        snapshot=starter_snapshot(),
        lookup=starter_lookup(),
        as_of=case.as_of,
        scope=Scope(**scope),
        now=case.as_of,
    )


def analysed(case: Case, *more: dict[str, Any], **scope: Any) -> StageContext:
    """The outputs of every stage for a case."""
    return run_stages(inputs_of(case, *more, **scope))


def analysed_labs(*labs: dict[str, Any], **sent: Any) -> StageContext:
    """The outputs of every stage for a woman of sixty with these results."""
    return analysed(case_of(*labs, **sent))


def context_of(found: StageContext) -> PatientContext:
    """The patient's context of an analysis."""
    return needed(found.context)


def package_of(found: StageContext) -> GenerationReadyPackage:
    """The package of an analysis."""
    return needed(found.package)


def outcome_of(found: StageContext) -> Outcome:
    """What a case is judged by."""
    return Outcome(
        context=context_of(found),
        criticals=needed(found.criticals),
        package=package_of(found),
        actuality=needed(found.actuality),
    )


def ids(results: Any) -> list[str]:
    """The short ids of results, in their order."""
    return [result.id.removeprefix("Observation/") for result in results]
