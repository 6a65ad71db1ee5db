"""An analysis as the one JSON line that ``analyse`` prints, or as a sentence."""

from collections.abc import Sequence
from typing import Any

from analysis.pipeline.contracts import Report
from analysis.pipeline.models import Analysis
from analysis.pipeline.queries import AnalysisResult
from medreview.common.contract import Contract


def as_line(
    result: AnalysisResult, *, status: str, graph_release: str, analysis: Analysis | None = None
) -> dict[str, Any]:
    """Everything one analysis says; ``analysis`` and ``run`` are null when nothing is stored."""
    return {
        "analysis": analysis.pk if analysis else None,
        "run": analysis.run_id if analysis else None,
        "status": status,
        "graph_release": graph_release,
        "stages": _all(result.stages),
        "context": _one(result.context),
        "critical": _all(result.criticals),
        "plan": _one(result.plan),
        "package": _one(result.package),
        "actuality": _all(result.actuality),
        "statements": _all(result.statements),
        "report": _reports(result.doctor_report, result.patient_report),
    }


def as_sentence(result: AnalysisResult, *, status: str, name: str) -> str:
    """One line for a person at a shell."""
    broken = next((stage for stage in result.stages if stage.status == "failed"), None)
    if broken is not None:
        return f"{name}: {status} at {broken.name}. {broken.error}"
    if result.context is None:
        return f"{name}: {status}"
    abnormal, critical = len(result.context.abnormal), len(result.criticals)
    unknown = ((result.context.stale, "too old"), (result.context.undecidable, "can't be judged"))
    more = "".join(f", {len(some)} {word}" for some, word in unknown if some)
    return f"{name}: {status}, {abnormal} abnormal, {critical} critical{more}"


def _one(contract: Contract | None) -> dict[str, Any] | None:
    return contract.as_json() if contract else None


def _all(contracts: Sequence[Contract]) -> list[dict[str, Any]]:
    return [contract.as_json() for contract in contracts]


def _reports(doctor: Report | None, patient: Report | None) -> dict[str, Any] | None:
    if doctor is None or patient is None:
        return None
    return {"doctor": doctor.as_json(), "patient": patient.as_json()}
