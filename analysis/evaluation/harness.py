"""Runs cases through the real import, the real reading and the real pipeline; stores nothing."""

import json
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

from django.db import transaction

from analysis.evaluation.cases import Case, bundle_of
from analysis.evaluation.checks import Outcome, reasons_to_fail
from analysis.evaluation.desk import Outside
from analysis.evaluation.scorecard import Failure, Scorecard
from analysis.pipeline.contracts import Scope
from analysis.pipeline.stage import StageContext, needed
from analysis.pipeline.stages import run_stages
from graphcurate.models import Release
from graphcurate.queries import lookup_of, snapshot_of
from medreview.accounts.models import Hospital
from medreview.fhir.importing import import_file
from medreview.fhir.store import read_patient
from medreview.patients.models import Patient

Help = Callable[[Patient, Case], Outside | None]
"""Where the stages of one case get a model's help; None: code alone."""


@dataclass(frozen=True)
class CaseRun:
    """The outputs of every stage for one case, and what its stages asked a model."""

    case: Case
    outputs: StageContext
    outside: Outside | None = None


def evaluate(cases: Iterable[Case], release: Release) -> Scorecard:
    """How many cases pass, and every reason why one does not."""
    failed, count = [], 0
    for case in cases:
        count += 1
        why = reasons_to_fail(case, outcome_of(case, release))
        if why:
            failed.append(Failure(id=case.id, why=tuple(why)))
    return Scorecard(cases=count, passed=count - len(failed), failed=tuple(failed))


def outcome_of(case: Case, release: Release) -> Outcome:
    """What the pipeline makes of one case."""
    [made] = runs_of(case, release)
    context = made.outputs
    return Outcome(
        context=needed(context.context),
        criticals=needed(context.criticals),
        package=needed(context.package),
        actuality=needed(context.actuality),
    )


def code_alone(patient: Patient, case: Case) -> None:
    """No model may be asked."""


def runs_of(case: Case, release: Release, helps: Iterable[Help] = (code_alone,)) -> list[CaseRun]:
    """The case once with each help, of one import, in a transaction that is undone."""
    with transaction.atomic():
        patient = imported(case, release)
        inputs = inputs_of(patient, case, release)
        runs = [_run(case, inputs, make(patient, case)) for make in helps]
        transaction.set_rollback(True)
    return runs


def inputs_of(patient: Patient, case: Case, release: Release) -> StageContext:
    """What the stages receive for a case."""
    return StageContext(
        record=read_patient(patient, as_of=case.as_of),
        snapshot=snapshot_of(release),
        lookup=lookup_of(release),
        as_of=case.as_of,
        scope=Scope(),
    )


def _run(case: Case, inputs: StageContext, outside: Outside | None) -> CaseRun:
    helper = outside.work if outside is not None else None
    return CaseRun(case, run_stages(replace(inputs, helper=helper)), outside)


def imported(case: Case, release: Release) -> Patient:
    """The case's patient, imported into a hospital of their own; undone by whoever asked."""
    hospital = Hospital.objects.create(name="No hospital", slug=f"no-hospital-{case.id}")
    content = json.dumps(bundle_of(case, snapshot_of(release))).encode()
    import_file(name=f"{case.id}.json", content=content, hospital=hospital, by=None)
    return hospital.patients.get()
