"""Actuality: is each abnormal value still true of the patient?"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from analysis.pipeline.actuality.rules import Newer, actuality_of, events_after
from analysis.pipeline.ages import is_older
from analysis.pipeline.contracts import ActualityList, LabResult
from analysis.pipeline.laboratory import Laboratory
from analysis.pipeline.stage import StageContext, needed
from analysis.pipeline.timeline import began, conditions_at, medications_at
from analysis.pipeline.validity import validity_days
from medreview.fhir.record import Moment


@dataclass(frozen=True)
class ActualityStage:
    """From the package to the present: current, ageing, stale, superseded or overtaken."""

    name: ClassVar[str] = "actuality"
    field: ClassVar[str] = "actuality"
    output: ClassVar[type[ActualityList]] = ActualityList

    def run(self, context: StageContext) -> ActualityList:
        """One answer for every abnormal result, in its order."""
        patient, package = needed(context.context), needed(context.package)
        laboratory = context.laboratory
        moments = dict(_moments(context))
        pairs = zip(patient.abnormal, package.per_parameter, strict=True)
        return ActualityList(
            items=tuple(
                actuality_of(
                    result,
                    found,
                    as_of=context.as_of,
                    limit=validity_days(result.biomarker, context.snapshot),
                    newer=newer_result(result, laboratory),
                    events=events_after(
                        result, (*found.found.medications, *found.found.conditions), moments
                    ),
                )
                for result, found in pairs
            )
        )


def newer_result(result: LabResult, laboratory: Laboratory) -> Newer | None:
    """The newest result of the same test, when this one is older."""
    read = laboratory.by_id[result.id]
    latest = laboratory.latest(read.identity)
    if latest is None or latest.lab.id == result.id:
        return None
    if not is_older(result.effective, latest.lab.effective):
        return None
    return Newer(latest.lab.id, latest.lab.effective)


def _moments(context: StageContext) -> Iterator[tuple[str, tuple[Moment | None, str]]]:
    """When each active medicine was started and each active condition began."""
    for medicine in medications_at(context.record, context.as_of):
        yield medicine.id, (began(medicine), "was begun")
    for condition in conditions_at(context.record, context.as_of):
        yield condition.id, (began(condition), "began")
