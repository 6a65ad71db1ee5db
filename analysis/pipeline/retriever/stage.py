"""The retriever: what this patient's record really holds of everything the plan asks."""

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import ClassVar

from analysis.pipeline.contracts import (
    GenerationReadyPackage,
    LabResult,
    PackageContext,
    ParameterAssessment,
    ParameterPackage,
    PatientContext,
    item_key,
)
from analysis.pipeline.results import ResultReader
from analysis.pipeline.retriever.coverage import package_of, summary_of
from analysis.pipeline.retriever.follow_up import follow_up_tests
from analysis.pipeline.retriever.groups import group_match
from analysis.pipeline.retriever.match import Ended, Matcher
from analysis.pipeline.retriever.patterns import find_patterns
from analysis.pipeline.retriever.record_index import RecordIndex
from analysis.pipeline.retriever.with_model import Place, found_by_model
from analysis.pipeline.stage import StageContext, needed


@dataclass(frozen=True)
class Retriever:
    """From the plan to the package: every asked-for item found, missing or stale."""

    name: ClassVar[str] = "retriever"
    field: ClassVar[str] = "package"
    output: ClassVar[type[GenerationReadyPackage]] = GenerationReadyPackage

    known: Mapping[str, ParameterPackage] = dataclasses.field(default_factory=dict, hash=False)
    """Packages that come out as before, by their result: who gives them answers for that."""

    def run(self, context: StageContext) -> GenerationReadyPackage:
        """Match the plan against the whole record, whatever report the analysis is about.

        What that leaves over may be looked for by a model; the rest of the package is made of
        whatever was found, by code, and is the same without one.
        """
        patient, plan = needed(context.context), needed(context.plan)
        reader = ResultReader.of(context)
        index = RecordIndex.of(context, reader)
        results = {result.id: result for result in patient.abnormal}
        packages = tuple(
            self.known.get(assessment.result)
            or _package(assessment, results[assessment.result], index)
            for assessment in plan.assessments
        )
        model = found_by_model(packages, results, context, index)
        changed = {result for result, _ in model.ends}
        packages = tuple(
            _package(package.from_planner, results[package.result], index, model.ends)
            if package.result in changed
            else package
            for package in packages
        )
        found_labs = _found_labs(packages, index)
        return GenerationReadyPackage(
            per_parameter=packages,
            patient_context=_patient_side(patient),
            cross_domain_patterns=find_patterns(
                packages, patient.abnormal, found_labs, context.snapshot
            ),
            follow_up_tests=follow_up_tests(packages),
            summary=summary_of(packages, model.dropped),
        )


def _package(
    assessment: ParameterAssessment,
    result: LabResult,
    index: RecordIndex,
    instead: Mapping[Place, Ended] = MappingProxyType({}),
) -> ParameterPackage:
    """Every item with its end by code, or the one that stands in its place."""
    matcher = Matcher(index)
    ends = [
        instead.get((result.id, item_key(item))) or matcher.end_of(item, result)
        for item in assessment.items()
    ]
    pairs = zip(assessment.items(), ends, strict=True)
    relatives = [group_match(item, end, result, index) for item, end in pairs]
    return package_of(assessment, ends, tuple(found for found in relatives if found is not None))


def _found_labs(packages: tuple[ParameterPackage, ...], index: RecordIndex) -> dict[str, LabResult]:
    """The results found beside the findings, by id."""
    ids = {found.resource for package in packages for found in package.found.observations}
    reads = (index.laboratory.by_id[name] for name in sorted(ids))
    return {read.lab.id: index.reader.result(read) for read in reads}


def _patient_side(patient: PatientContext) -> PackageContext:
    return PackageContext(
        demographics=patient.demographics,
        active_conditions=patient.active_conditions,
        active_medications=patient.active_medications,
        allergies=patient.allergies,
    )
