"""The reasoner: from the package to sentences that state what it holds, each with its proof."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from analysis.pipeline.contracts import LabResult, StatementList
from analysis.pipeline.reasoner.cannot_tell import cannot_tell
from analysis.pipeline.reasoner.contradictions import contrary_results
from analysis.pipeline.reasoner.facts import Facts, facts_of
from analysis.pipeline.reasoner.grounding import Draft, Grounding, ground
from analysis.pipeline.reasoner.overall import about_critical, about_pattern, about_stale
from analysis.pipeline.reasoner.sentences import about_finding
from analysis.pipeline.reasoner.with_model import reworded
from analysis.pipeline.stage import StageContext, needed

Contrary = Mapping[str, Sequence[LabResult]]
"""By result: those of the same test and time that say something else."""


@dataclass(frozen=True)
class Reasoner:
    """Facts of the package in plain sentences; none that rests on nothing.

    A model may word and order them. The sentences of the rules are made first, and each stands
    wherever the model's says anything else.
    """

    name: ClassVar[str] = "reasoner"
    field: ClassVar[str] = "statements"
    output: ClassVar[type[StatementList]] = StatementList

    def run(self, context: StageContext) -> StatementList:
        """Every sentence checked against what it rests on; cut ones are kept and say why."""
        contrary = {
            result.id: contrary_results(result, context)
            for result in needed(context.context).abnormal
        }
        grounding = Grounding(_facts(context, contrary))
        drafts = tuple(_drafts(context, contrary))
        said = StatementList(
            items=ground(drafts, grounding),
            cannot_tell=cannot_tell(needed(context.context), needed(context.plan)),
        )
        return reworded(said, drafts, grounding, context.helper)


def _facts(context: StageContext, contrary: Contrary) -> Facts:
    patient = needed(context.context)
    beside = (result for results in contrary.values() for result in results)
    return facts_of(
        (*patient.abnormal, *patient.stale, *beside),
        needed(context.package).per_parameter,
        needed(context.actuality).items,
        needed(context.criticals).items,
    )


def _drafts(context: StageContext, contrary: Contrary) -> Iterator[Draft]:
    patient, package = needed(context.context), needed(context.package)
    for critical in needed(context.criticals).items:
        yield Draft(about_critical(critical))
    findings = zip(
        patient.abnormal, package.per_parameter, needed(context.actuality).items, strict=True
    )
    for result, found, actuality in findings:
        for statement in about_finding(result, found, actuality, contrary[result.id]):
            yield Draft(statement)
    for pattern in package.cross_domain_patterns:
        yield about_pattern(pattern)
    for statement in about_stale(patient):
        yield Draft(statement)
