"""How long it takes to tell which of many stored analyses a change of the graph would change."""

import datetime as dt
import time
from collections.abc import Iterator
from dataclasses import dataclass

from django.db import transaction

from analysis.impact import computing, queries, services
from analysis.impact.models import ImpactRun
from analysis.pipeline.analysis_states import AnalysisState
from analysis.pipeline.models import Analysis, StageOutput
from analysis.pipeline.outputs import sealed_output
from analysis.pipeline.queries import RECORD_STAGE
from graphcurate.contracts import GraphContent
from graphcurate.models import Release
from graphcurate.ports import candidate_hash
from graphcurate.queries import content_of_release, current_release
from medreview.accounts.models import Hospital
from medreview.common.ids import new_id
from medreview.fhir import json_text, units
from medreview.fhir.reading import build_record
from medreview.fhir.record import PatientRecord
from medreview.patients import keys
from medreview.patients.models import Patient
from medreview.patients.sealing import open_seals
from medreview.runtime.models import Run
from medreview.runtime.run_states import RunState

ANALYSES = 10_000
CONCERNED = 10
"""One of so many records holds the test that is changed."""
DAYS = 6
"""On so many days each test was done."""
WHOLE_SECONDS = 20.0
"""For so long it is measured how fast analyses go that can all differ."""
AS_OF = dt.datetime(2026, 11, 30, 12, tzinfo=dt.UTC)
FIRST_DAY = dt.date(2026, 11, 29)

RARE, COMMON = "potassium", "hemoglobin"
TESTS = (
    ("2823-3", "Potassium", "mmol/L", "3.5", "5.1", "5.9"),
    ("718-7", "Hemoglobin", "g/dL", "12.0", "16.0", "9.8"),
    ("2160-0", "Creatinine", "mg/dL", "0.6", "1.2", "2.4"),
    ("2345-7", "Glucose", "mg/dL", "70", "99", "91"),
    ("2276-4", "Ferritin", "ng/mL", "15", "150", "8"),
    ("1988-5", "CRP", "mg/L", "0", "5", "41"),
    ("1742-6", "ALT", "U/L", "7", "56", "33"),
    ("6768-6", "Alkaline phosphatase", "U/L", "44", "147", "90"),
    ("2951-2", "Sodium", "mmol/L", "136", "145", "139"),
    ("6690-2", "Leukocytes", "10*3/uL", "4.5", "11.0", "7.2"),
)
CONDITIONS = (("N18.3", "Chronic kidney disease, stage 3"), ("I10", "Hypertension"))
MEDICINES = (("C09AA03", "Lisinopril 10 mg oral tablet"), ("C07AB02", "Metoprolol 50 mg"))


@dataclass(frozen=True)
class ImpactFigures:
    """What the benchmark measured, on one worker."""

    analyses: int
    results: int
    """In each record that holds the changed test."""
    recomputed: int
    differing: int
    seconds: float
    """A change of one test that a tenth of the records hold."""
    cpu_seconds: float
    """What this process worked of them: the rest is the database, or others on the machine."""
    whole_done: int
    whole_seconds: float
    whole_cpu_seconds: float
    """A change of a test that every record holds, for a while."""

    def as_json(self) -> dict[str, object]:
        """The figures with what they come to in a second."""
        return {
            "analyses": self.analyses,
            "results_in_a_record": self.results,
            "can_differ": self.recomputed,
            "differing": self.differing,
            "seconds": round(self.seconds, 1),
            "cpu_seconds": round(self.cpu_seconds, 1),
            "analyses_a_second": round(self.analyses / self.seconds),
            "analyses_a_second_where_all_can_differ": round(self.whole_done / self.whole_seconds),
            "the_same_by_cpu": round(self.whole_done / self.whole_cpu_seconds),
        }


def impact_on_many_analyses(analyses: int = ANALYSES) -> ImpactFigures:
    """Store so many analyses, and find those that two changes would change; nothing is kept."""
    # What a worker does once in its life is not measured.
    units.warm_up()
    with transaction.atomic():
        _store(analyses)
        whole = content_of_release(current_release())
        rare, *took = _worked_out(_without_links(whole, RARE), float("inf"))
        common, *whole_took = _worked_out(_without_links(whole, COMMON), WHOLE_SECONDS)
        transaction.set_rollback(True)
    return ImpactFigures(
        analyses=rare.done,
        results=len(TESTS) * DAYS,
        recomputed=rare.recomputed,
        differing=rare.differing,
        seconds=took[0],
        cpu_seconds=took[1],
        whole_done=common.done,
        whole_seconds=whole_took[0],
        whole_cpu_seconds=whole_took[1],
    )


def _worked_out(content: GraphContent, most_seconds: float) -> tuple[ImpactRun, float, float]:
    asked = services.ask(
        candidate_hash=candidate_hash(content), content=content, by=None, wake=False
    )
    began, worked = time.perf_counter(), time.process_time()
    run = computing.claim(asked.pk)
    if run is None:
        raise RuntimeError("somebody else has it")
    computing.work_on(run, seconds=most_seconds)
    took = time.perf_counter() - began, time.process_time() - worked
    return queries.run_of(run.pk), *took


def _without_links(content: GraphContent, key: str) -> GraphContent:
    """The content with every second link of one test gone."""
    own = [one.id for one in content.relations if one.biomarker == key]
    gone = frozenset(own[::2])
    kept = tuple(one for one in content.relations if one.id not in gone)
    return content.model_copy(update={"relations": kept})


def _store(analyses: int) -> None:
    hospital = Hospital.objects.create(name="Benchmark", slug="benchmark-of-impact")
    release = current_release()
    patients = Patient.objects.bulk_create(
        Patient(id=new_id(Patient.id_prefix), hospital=hospital, fhir_id=f"b{number}")
        for number in range(analyses)
    )
    for patient in patients:
        keys.make_key(patient)
    runs = Run.objects.bulk_create(
        Run(
            id=new_id(Run.id_prefix),
            kind="analysis",
            hospital=hospital,
            patient=patient,
            state=RunState.AWAITING_REVIEW,
            as_of=AS_OF,
            graph_release=release.content_hash,
        )
        for patient in patients
    )
    stored = Analysis.objects.bulk_create(
        [_analysis(run, number, release) for number, run in enumerate(runs)]
    )
    StageOutput.objects.bulk_create(_records(stored))


def _analysis(run: Run, number: int, release: Release) -> Analysis:
    return Analysis(
        id=new_id(Analysis.id_prefix),
        hospital=run.hospital,
        serial=number + 1,
        patient=run.patient,
        run=run,
        release=release,
        state=AnalysisState.IN_REVIEW,
        as_of=AS_OF,
        finished_at=AS_OF,
        scope_key="",
        request_key=run.pk,
    )


def _records(stored: list[Analysis]) -> Iterator[StageOutput]:
    with_it, without_it = _record(TESTS), _record(TESTS[1:])
    seals = open_seals(analysis.patient_id for analysis in stored)
    for number, analysis in enumerate(stored):
        record = without_it if number % CONCERNED else with_it
        kept = sealed_output(
            record,
            seal=seals[analysis.patient_id],
            analysis_id=analysis.pk,
            stage=RECORD_STAGE,
        )
        yield StageOutput(
            id=new_id(StageOutput.id_prefix),
            analysis=analysis,
            run=analysis.run,
            stage=RECORD_STAGE,
            position=0,
            contract=PatientRecord.__name__,
            contract_version=1,
            input_hash="",
            output_hash=kept.output_hash,
            sealed=kept.sealed,
        )


def _record(tests: tuple[tuple[str, ...], ...]) -> PatientRecord:
    """A record with these tests on each day, two diagnoses and two medicines."""
    subject = {"reference": "Patient/b"}
    resources: list[dict[str, object]] = [
        {"resourceType": "Patient", "id": "b", "gender": "female", "birthDate": "1958-03-14"}
    ]
    for day in range(DAYS):
        resources += [_observation(test, day) for test in tests]
    for number, (code, name) in enumerate(CONDITIONS):
        coded = {"coding": [{"system": "http://hl7.org/fhir/sid/icd-10-cm", "code": code}]}
        resources.append(
            {
                "resourceType": "Condition",
                "id": f"c{number}",
                "subject": subject,
                "code": coded | {"text": name},
                "clinicalStatus": {"coding": [{"code": "active"}]},
                "verificationStatus": {"coding": [{"code": "confirmed"}]},
            }
        )
    for number, (code, name) in enumerate(MEDICINES):
        coded = {"coding": [{"system": "http://www.whocc.no/atc", "code": code}]}
        resources.append(
            {
                "resourceType": "MedicationStatement",
                "id": f"m{number}",
                "subject": subject,
                "status": "active",
                "medicationCodeableConcept": coded | {"text": name},
            }
        )
    read = json_text.parse(json_text.dumps(resources))
    return build_record(read, "Patient/b", as_of=AS_OF)


def _observation(test: tuple[str, ...], day: int) -> dict[str, object]:
    code, name, unit, low, high, value = test
    drawn = FIRST_DAY - dt.timedelta(days=day * 7)
    return {
        "resourceType": "Observation",
        "id": f"o{code}-{day}",
        "status": "final",
        "category": [{"coding": [{"code": "laboratory"}]}],
        "code": {"coding": [{"system": "http://loinc.org", "code": code}], "text": name},
        "subject": {"reference": "Patient/b"},
        "effectiveDateTime": f"{drawn.isoformat()}T08:00:00Z",
        "valueQuantity": {"value": float(value), "unit": unit, "code": unit},
        "referenceRange": [{"low": {"value": float(low)}, "high": {"value": float(high)}}],
    }
