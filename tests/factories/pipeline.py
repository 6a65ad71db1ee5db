"""Small records, small stages and analyses over them."""

import datetime as dt
from collections.abc import Callable
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any, ClassVar

from analysis.pipeline import jobs, services
from analysis.pipeline.conductor import Plan
from analysis.pipeline.contracts import (
    AllergyList,
    ConditionList,
    Critical,
    Criticals,
    Demographics,
    DiagnosticPlan,
    EvidenceTier,
    LabResult,
    MedicationList,
    ParameterAssessment,
    PatientContext,
)
from analysis.pipeline.models import Analysis
from analysis.pipeline.stage import Stage, StageContext, needed
from graphcurate.contracts import Snapshot
from graphcurate.models import Release
from medreview.accounts.models import User
from medreview.common.hashing import sha256_of_bytes
from medreview.fhir.record import (
    LabRecord,
    Moment,
    PatientRecord,
    PersonRecord,
    Precision,
    ReadReceipt,
    StatementState,
    TypeReceipt,
    Value,
    ValueKind,
)
from medreview.patients.models import Patient
from tests.factories.patients import make_patient

POTASSIUM = Value(
    kind=ValueKind.NUMBER, text="6.9 mmol/L", number=Decimal("6.9"), unit="mmol/L", ucum="mmol/L"
)


def make_release(name: str = "test") -> Release:
    """The current release: an empty graph that knows nothing."""
    existing = Release.objects.filter(name=name).first()
    if existing is not None:
        return existing
    text = Snapshot(
        release=name,
        origin="starter",
        biomarkers={},
        domains={},
        conditions={},
        medications={},
        preanalytical={},
        ambiguous_names={},
    ).as_text()
    return Release.objects.create(
        name=name, origin="starter", snapshot=text, content_hash=sha256_of_bytes(text.encode())
    )


def make_record(results: int = 1) -> PatientRecord:
    """A record with so many potassium results, each of them critical."""
    return PatientRecord(
        person=PersonRecord(id="Patient/p", version=1),
        labs=tuple(_lab(number) for number in range(results)),
        receipt=ReadReceipt(
            complete=True, types={"Observation": TypeReceipt(received=results, used=results)}
        ),
    )


def _lab(number: int) -> LabRecord:
    return LabRecord(
        id=f"Observation/k{number}",
        version=1,
        name="Potassium",
        value=POTASSIUM,
        effective=Moment(text="2026-11-29", precision=Precision.DAY, date=dt.date(2026, 11, 29)),
        status="final",
    )


class Reads:
    """A stage that judges every result of the record abnormal."""

    name: ClassVar[str] = "context"
    field: ClassVar[str] = "context"
    output: ClassVar[type[PatientContext]] = PatientContext

    def run(self, context: StageContext) -> PatientContext:
        results = tuple(
            LabResult(
                id=lab.id,
                version=lab.version,
                name=lab.name,
                value=lab.value,
                unit_known=True,
                effective=lab.effective,
                status=lab.status,
            )
            for lab in context.record.labs
        )
        unsaid = StatementState.NOT_RECORDED
        return PatientContext(
            patient=context.record.person.id,
            as_of=context.as_of,
            scope=context.scope,
            demographics=Demographics(),
            abnormal=results,
            active_conditions=ConditionList(state=unsaid),
            active_medications=MedicationList(state=unsaid),
            allergies=AllergyList(state=unsaid),
            receipt=context.record.receipt,
        )


class Alarms:
    """A stage that finds every abnormal result critical."""

    name: ClassVar[str] = "critical"
    field: ClassVar[str] = "criticals"
    output: ClassVar[type[Criticals]] = Criticals

    def run(self, context: StageContext) -> Criticals:
        return Criticals(
            items=tuple(
                Critical(
                    result=result.id,
                    limit="at or above 6.5 mmol/L",
                    population="adult",
                    source="a test",
                )
                for result in needed(context.context).abnormal
            )
        )


@dataclass
class Plans:
    """A stage that plans nothing, or breaks when told to."""

    broken_by: Exception | None = None
    runs: list[str] = field(default_factory=list)

    name: ClassVar[str] = "diagnostician"
    field: ClassVar[str] = "plan"
    output: ClassVar[type[DiagnosticPlan]] = DiagnosticPlan

    def run(self, context: StageContext) -> DiagnosticPlan:
        self.runs.append(self.name)
        if self.broken_by is not None:
            raise self.broken_by
        return DiagnosticPlan(
            graph_release=context.snapshot.release,
            assessments=tuple(
                ParameterAssessment(
                    result=result.id,
                    parameter_name=result.name,
                    interpretation=result.interpretation,
                    evidence_tier=EvidenceTier.UNCOVERED,
                    reasoning="The graph has no entry.",
                )
                for result in needed(context.context).abnormal
            ),
        )


def small_plan(
    *stages: Stage,
    record: PatientRecord | None = None,
    at: Callable[[str], None] = lambda _: None,
) -> Plan:
    """Three small stages over a record of one critical potassium, unless told otherwise."""
    read = record if record is not None else make_record()
    return Plan(
        stages=stages or (Reads(), Alarms(), Plans()), read=lambda patient, *, as_of: read, at=at
    )


def make_analysis(
    *, patient: Patient | None = None, by: User | None = None, **asked: Any
) -> Analysis:
    """A queued analysis that nobody was woken for."""
    make_release()
    return services.request_analysis(
        patient=patient or make_patient(), by=by, **{"wake": False, **asked}
    )


def make_finished(*, plan: Plan | None = None, **asked: Any) -> Analysis:
    """An analysis that its worker brought to its end."""
    analysis = make_analysis(**asked)
    jobs.run_analysis(analysis.pk, plan or small_plan())
    analysis.refresh_from_db()
    return analysis
