"""What code alone settles of an analysis, as one text: the same whatever a model says. Pure.

Criticals, the plan of results that code put to the graph, and what was found, missing and stale
beside them. Where a model claims to have found a thing, code's own word on it stands here: it was
never recorded, as far as code can tell.
"""

from collections.abc import Iterator
from typing import Any

from analysis.pipeline.contracts import (
    EvidenceTier,
    MatchMethod,
    MissingWhy,
    NamedBy,
    ParameterAssessment,
    ParameterPackage,
    item_key,
)
from analysis.pipeline.stage import StageContext, needed
from medreview.common.hashing import canonical_json

BY_THE_GRAPH = frozenset({EvidenceTier.ALGORITHM, EvidenceTier.DOMAIN_INFERENCE})

Json = dict[str, Any]


def safety_table(outputs: StageContext) -> str:
    """The table of one analysis, as canonical JSON."""
    plan, package = needed(outputs.plan), needed(outputs.package)
    by_code = {one.result for one in plan.assessments if is_by_code(one)}
    return canonical_json(
        {
            "criticals": needed(outputs.criticals).as_json(),
            "plan": [one.as_json() for one in plan.assessments if one.result in by_code],
            "packages": [
                package_table(one) for one in package.per_parameter if one.result in by_code
            ],
        }
    )


def is_by_code(assessment: ParameterAssessment) -> bool:
    """Whether code put the result to an entry or a domain of the graph."""
    return assessment.evidence_tier in BY_THE_GRAPH and assessment.named_by is NamedBy.KEY


def package_table(package: ParameterPackage) -> Json:
    """What code found, missed and found too old beside one result."""
    return {
        "result": package.result,
        "found": [
            one.as_json() for one in package.found.all() if one.matched_by is not MatchMethod.MODEL
        ],
        "missing": sorted(_missing(package)),
        "stale": [
            one.as_json() for one in package.stale if one.matched_by is not MatchMethod.MODEL
        ],
    }


def _missing(package: ParameterPackage) -> Iterator[str]:
    """What code could not find, the things a model claims included."""
    never = MissingWhy.NEVER_RECORDED.value
    for one in package.missing.all():
        yield f"{item_key(one.item)} {one.why.value}"
    claimed = [one.item for one in package.found.all() if one.matched_by is MatchMethod.MODEL]
    claimed += [one.item for one in package.stale if one.matched_by is MatchMethod.MODEL]
    yield from (f"{item_key(item)} {never}" for item in claimed)
