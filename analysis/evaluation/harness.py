"""Runs cases through the real import, the real reading and the real pipeline; stores nothing."""

import json
from collections.abc import Iterable

from django.db import transaction

from analysis.evaluation.cases import Case, bundle_of
from analysis.evaluation.checks import Outcome, reasons_to_fail
from analysis.evaluation.scorecard import Failure, Scorecard
from analysis.pipeline.contracts import Scope
from analysis.pipeline.stage import StageContext, needed
from analysis.pipeline.stages import run_stages
from graphcurate.models import Release
from graphcurate.queries import lookup_of, snapshot_of
from medreview.accounts.models import Hospital
from medreview.fhir.importing import import_file
from medreview.fhir.record import PatientRecord
from medreview.fhir.store import read_patient


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
    """What the pipeline makes of one case, imported in a transaction that is undone."""
    with transaction.atomic():
        record = _record(case, release)
        transaction.set_rollback(True)
    context = run_stages(
        StageContext(
            record=record,
            snapshot=snapshot_of(release),
            lookup=lookup_of(release),
            as_of=case.as_of,
            scope=Scope(),
        )
    )
    return Outcome(
        context=needed(context.context),
        criticals=needed(context.criticals),
        package=needed(context.package),
        actuality=needed(context.actuality),
    )


def _record(case: Case, release: Release) -> PatientRecord:
    hospital = Hospital.objects.create(name="No hospital", slug=f"no-hospital-{case.id}")
    content = json.dumps(bundle_of(case, snapshot_of(release))).encode()
    import_file(name=f"{case.id}.json", content=content, hospital=hospital, by=None)
    return read_patient(hospital.patients.get(), as_of=case.as_of)
