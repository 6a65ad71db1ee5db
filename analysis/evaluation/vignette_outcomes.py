"""The vignettes: what each comes to with the release that stands, and with a candidate."""

import json
from collections.abc import Iterator
from pathlib import Path

from analysis.evaluation.cases import Case, bundle_of, read_cases
from analysis.evaluation.checks import Outcome, reasons_to_fail
from analysis.impact.outcome import Graph
from analysis.pipeline.contracts import ParameterPackage, Scope
from analysis.pipeline.stage import StageContext, needed
from analysis.pipeline.stages import run_stages
from graphcurate.contracts import RelatedItem, Snapshot
from graphcurate.ports import VignetteOutcome
from graphcurate.queries import current_release, lookup_of, snapshot_of
from medreview.common.collector import collector_paused
from medreview.fhir import json_text
from medreview.fhir.reading import build_record

VIGNETTES = Path(__file__).with_name("vignettes")
"""One case a line: what a person's results say, and what must come of them."""


@collector_paused()
def outcomes(candidate: Snapshot) -> tuple[VignetteOutcome, ...]:
    """Every vignette before and after, in lines that differ where something differs."""
    release = current_release()
    standing = Graph(snapshot_of(release), lookup_of(release))
    coming = Graph.of(candidate)
    return tuple(
        VignetteOutcome(
            id=case.id,
            title=case.title,
            before=lines_of(case, standing),
            after=lines_of(case, coming),
        )
        for case in all_vignettes()
    )


def all_vignettes() -> list[Case]:
    """Every case that comes with the product."""
    return [case for path in sorted(VIGNETTES.glob("*.jsonl")) for case in read_cases(path)]


def lines_of(case: Case, graph: Graph) -> tuple[str, ...]:
    """What a case comes to: what is critical, stale and abnormal, and every end of an item."""
    outcome = _outcome(case, graph)
    failed = [f"Fails: {why}" for why in reasons_to_fail(case, outcome)]
    return (*failed, *sorted(set(_lines(outcome))))


def _outcome(case: Case, graph: Graph) -> Outcome:
    bundle = json_text.parse(json.dumps(bundle_of(case, graph.snapshot)))
    record = build_record(
        [entry["resource"] for entry in bundle["entry"]], "Patient/p", as_of=case.as_of
    )
    context = run_stages(
        StageContext(
            record=record,
            snapshot=graph.snapshot,
            lookup=graph.lookup,
            as_of=case.as_of,
            scope=Scope(),
            now=case.as_of,
        )
    )
    return Outcome(
        context=needed(context.context),
        criticals=needed(context.criticals),
        package=needed(context.package),
        actuality=needed(context.actuality),
    )


def _lines(outcome: Outcome) -> Iterator[str]:
    names = {result.id: result.name for result in outcome.context.abnormal}
    names |= {result.id: result.name for result in outcome.context.stale}
    for result in outcome.context.abnormal:
        yield f"{result.name}: abnormal, {result.interpretation or 'no flag'}"
    for result in outcome.context.stale:
        yield f"{result.name}: too old"
    for item in outcome.criticals.items:
        yield f"{names.get(item.result, item.result)}: critical"
    for package in outcome.package.per_parameter:
        yield from _ends(package, names[package.result])


def _ends(package: ParameterPackage, name: str) -> Iterator[str]:
    yield f"{name}: tier {package.from_planner.evidence_tier}"
    for found in package.found.all():
        yield f"{name}: found {_said(found.item)}, {found.material}"
    for missing in package.missing.all():
        yield f"{name}: missing {_said(missing.item)}"
    for stale in package.stale:
        yield f"{name}: stale {_said(stale.item)}"


def _said(item: RelatedItem) -> str:
    return f"{item.kind} {item.name} ({item.effect})"
