"""Nothing asked for may vanish: every item ends once, found, missing or stale."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import TypeVar

from analysis.pipeline.contracts import (
    FoundGroups,
    FoundItem,
    GroupMatch,
    MatchMethod,
    MissingGroups,
    MissingItem,
    PackageSummary,
    ParameterAssessment,
    ParameterPackage,
    StaleItem,
)
from analysis.pipeline.retriever.match import Ended
from graphcurate.contracts import RelationKind

AnyEnd = TypeVar("AnyEnd", FoundItem, MissingItem)


def package_of(
    assessment: ParameterAssessment,
    ends: Sequence[Ended],
    group_matches: tuple[GroupMatch, ...] = (),
) -> ParameterPackage:
    """The ends of one assessment in their groups; the contract refuses a lost or doubled one."""
    found = [end for end in ends if isinstance(end, FoundItem)]
    missing = [end for end in ends if isinstance(end, MissingItem)]
    return ParameterPackage(
        result=assessment.result,
        parameter_name=assessment.parameter_name,
        from_planner=assessment,
        found=FoundGroups(
            observations=tuple(_of(found, RelationKind.PARAMETER)),
            conditions=tuple(_of(found, RelationKind.CONDITION)),
            medications=tuple(_of(found, RelationKind.MEDICATION)),
            preanalytical=tuple(_of(found, RelationKind.PREANALYTICAL)),
        ),
        missing=MissingGroups(
            observations=tuple(_of(missing, RelationKind.PARAMETER)),
            conditions=tuple(_of(missing, RelationKind.CONDITION)),
            medications=tuple(_of(missing, RelationKind.MEDICATION)),
            preanalytical=tuple(_of(missing, RelationKind.PREANALYTICAL)),
        ),
        stale=tuple(end for end in ends if isinstance(end, StaleItem)),
        group_matches=group_matches,
    )


def summary_of(
    packages: Iterable[ParameterPackage], dropped: Mapping[str, int] | None = None
) -> PackageSummary:
    """How many items were asked for, and how they ended, over all findings."""
    packages = tuple(packages)
    found = [item for package in packages for item in package.found.all()]
    methods = Counter(item.matched_by for item in found)
    return PackageSummary(
        asked=sum(len(package.from_planner.items()) for package in packages),
        found=len(found),
        missing=sum(len(package.missing.all()) for package in packages),
        stale=sum(len(package.stale) for package in packages),
        by_method={method.value: methods[method] for method in MatchMethod},
        dropped=dict(dropped or {}),
    )


def _of(ends: Iterable[AnyEnd], kind: RelationKind) -> list[AnyEnd]:
    return [end for end in ends if end.item.kind is kind]
