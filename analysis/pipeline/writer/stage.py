"""The writer: the doctor's and the patient's text from the same checked statements."""

from dataclasses import dataclass
from typing import ClassVar

from analysis.pipeline.contracts import (
    DiagnosticPlan,
    PatientContext,
    Reports,
    Section,
    Statement,
    StatementKind,
)
from analysis.pipeline.stage import StageContext, needed
from analysis.pipeline.writer.doctor import doctor_report
from analysis.pipeline.writer.patient import Told, patient_report
from analysis.pipeline.writer.wording import (
    NO_FINDING,
    NOTHING,
    NOTHING_ABNORMAL,
    NOTHING_SAID,
)


@dataclass(frozen=True)
class Writer:
    """Two texts that add nothing to what was checked."""

    name: ClassVar[str] = "writer"
    field: ClassVar[str] = "reports"
    output: ClassVar[type[Reports]] = Reports

    def run(self, context: StageContext) -> Reports:
        """Both texts; an empty one says whether that means anything."""
        statements = needed(context.statements)
        opening = _opening(
            needed(context.context), is_critical=bool(needed(context.criticals).items)
        )
        return Reports(
            doctor=doctor_report(
                statements, opening=opening, is_reviewed=_is_reviewed(needed(context.plan))
            ),
            patient=patient_report(statements, Told.of(needed(context.context)), opening=opening),
        )


def _is_reviewed(plan: DiagnosticPlan) -> bool:
    """Whether a clinician has reviewed every relation the analysis asked by."""
    return all(item.reviewed for one in plan.assessments for item in one.items())


def _opening(patient: PatientContext, *, is_critical: bool) -> tuple[Section, ...]:
    """ "Nothing abnormal" only of a complete read; else an empty text says it is no all-clear."""
    if patient.abnormal or is_critical:
        return ()
    text = NOTHING_ABNORMAL if patient.nothing_abnormal else NOTHING_SAID
    statement = Statement(
        kind=StatementKind.NOTHING_ABNORMAL,
        text=text,
        about=None,
        rests_on=(patient.patient,),
    )
    return (
        Section(title=NOTHING if patient.nothing_abnormal else NO_FINDING, statements=(statement,)),
    )
