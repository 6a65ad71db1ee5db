"""The retriever with a model: what matching left over is looked for by one of two arms.

Code matches first, and what it settled stays as it is. A model may claim that an entry nobody
could tell is a thing nobody found. Each claim is held against the record; how old the entry is,
whether it still counts and whether it bears on the result is worked out by code as for any other.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from analysis.pipeline.ages import order_key
from analysis.pipeline.contracts import (
    FoundItem,
    LabResult,
    MatchMethod,
    MissingItem,
    ParameterPackage,
    item_key,
)
from analysis.pipeline.laboratory import ReadLab
from analysis.pipeline.retriever.checking import Checked, checked
from analysis.pipeline.retriever.claims import Claims, LeftOver
from analysis.pipeline.retriever.code_mode.arm import ask_by_snippets
from analysis.pipeline.retriever.code_mode.record_api import RecordApi
from analysis.pipeline.retriever.leftover import Leftover, asked_id, is_open, left_over
from analysis.pipeline.retriever.match import Ended, Matcher
from analysis.pipeline.retriever.record_index import RecordIndex
from analysis.pipeline.retriever.samples import Said
from analysis.pipeline.retriever.tool_arm.arm import ask_by_tools
from analysis.pipeline.stage import Helper, StageContext
from graphcurate.contracts import RelationKind
from medreview.runtime.context import Block
from medreview.runtime.skills.contracts import Made

ASKED_TOKENS = 8_000
ARMS = {"code_mode": ask_by_snippets, "tool_arm": ask_by_tools}

Place = tuple[str, str]
"""A result, and the key of what is asked beside it."""


@dataclass(frozen=True)
class ByModel:
    """The ends that a model changed, each of them missing before, and the claims that fell."""

    ends: Mapping[Place, Ended] = field(default_factory=dict)
    dropped: Mapping[str, int] = field(default_factory=dict)
    """How many claims the record did not bear out, by reason."""


NOTHING = ByModel()


def found_by_model(
    packages: Iterable[ParameterPackage],
    results: Mapping[str, LabResult],
    context: StageContext,
    index: RecordIndex,
) -> ByModel:
    """What a model finds of what is missing; nothing where none may look, or none has to."""
    helper = context.helper
    if helper is None or helper.rules.retriever_arm not in ARMS:
        return NOTHING
    packages = tuple(packages)
    left = left_over(packages, results, index)
    if not left.asked:
        return NOTHING
    made = _asked(helper, left, context)
    if not made.by_model:
        return NOTHING
    kept = checked(Claims.model_validate(made.output).claims, left, context, index)
    ends = _Ends(kept, Matcher(index))
    return ByModel(
        {
            (package.result, item_key(missing.item)): end
            for package in packages
            for missing in package.missing.all()
            if is_open(missing) and (end := ends.of(missing, results[package.result])) is not None
        },
        dict(sorted(kept.dropped.items())),
    )


def _asked(helper: Helper, left: Leftover, context: StageContext) -> Made:
    given = left.given()
    api = RecordApi(context.record, context.as_of, left_over=left.entries)
    blocks = (Block("asked", _lines(given), ASKED_TOKENS),)
    return ARMS[helper.rules.retriever_arm](helper, given, blocks, context, api)


def _lines(given: LeftOver) -> str:
    """The names are the graph's; some a model brought. Neither is an instruction."""
    return "\n".join(f"{item.id} | {item.name}" for item in given.asked)


@dataclass(frozen=True)
class _Ends:
    """From a kept claim to the end of one item beside one result."""

    kept: Checked
    matcher: Matcher

    def of(self, missing: MissingItem, result: LabResult) -> Ended | None:
        """Found or stale by what was claimed; None when nothing was claimed of it."""
        item, name = missing.item, asked_id(missing.item)
        end: Ended | None = None
        if name in self.kept.labs:
            same_test = sorted(self.kept.labs[name], key=_newest, reverse=True)
            end = self.matcher.end_of_series(item, result, same_test)
        elif name in self.kept.facts:
            entries = self.kept.facts[name]
            end = self.matcher.found_fact(item, result, entries, MatchMethod.MODEL)
        elif (name, result.id) in self.kept.notes:
            said = Said(self.kept.notes[name, result.id], MatchMethod.MODEL)
            end = self.matcher.found_note(item, result, said)
        return None if end is None else _marked(end, missing)


def _marked(end: Ended, missing: MissingItem) -> Ended:
    """Whose word it is, said where the item is read."""
    if not isinstance(end, FoundItem):
        bears = {"bears": missing.bears, "bears_why": missing.bears_why}
        return end.model_copy(update={**bears, "matched_by": MatchMethod.MODEL})
    what = "a note" if _is_note(end) else "this entry"
    whose = f"A model read {what} as {end.item.name}; nobody has confirmed that."
    return end.model_copy(
        update={
            "matched_by": MatchMethod.MODEL,
            "material_by": MatchMethod.MODEL.value,
            "material_why": f"{whose} {end.material_why}",
        }
    )


def _is_note(end: FoundItem) -> bool:
    """Whether the words of a result's note stand in the place of an entry."""
    return end.resource.startswith("Observation/") and end.item.kind is not RelationKind.PARAMETER


def _newest(read: ReadLab) -> tuple[object, ...]:
    return *order_key(read.lab.effective), read.lab.version, read.lab.id
