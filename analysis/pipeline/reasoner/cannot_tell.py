"""What this analysis can't tell, and why: the other half of every honest answer."""

from collections.abc import Iterator

from analysis.pipeline.contracts import (
    DiagnosticPlan,
    EvidenceTier,
    PatientContext,
)
from analysis.pipeline.wording import joined, shown_name, value_words
from medreview.fhir.record import StatementState

MOST_NAMES = 12

STATES = {
    StatementState.NOT_RECORDED: "the record does not say",
    StatementState.UNAVAILABLE: "this part of the record was not obtained",
}


def cannot_tell(patient: PatientContext, plan: DiagnosticPlan) -> tuple[str, ...]:
    """One sentence for each thing that stays open."""
    return tuple(dict.fromkeys(_sentences(patient, plan)))


def _sentences(patient: PatientContext, plan: DiagnosticPlan) -> Iterator[str]:
    if not patient.receipt.complete:
        yield "Whether the record holds more: it was not read completely."
        yield from patient.receipt.why_incomplete
    for why in dict.fromkeys(item.why for item in patient.undecidable):
        names = [item.name for item in patient.undecidable if item.why == why]
        each = "" if len(set(names)) == 1 else "each of "
        yield f"Whether {each}{_names(names)} is normal: {why[:1].lower()}{why[1:]}"
    uncovered = [
        one.parameter_name
        for one in plan.assessments
        if one.evidence_tier is EvidenceTier.UNCOVERED
    ]
    if uncovered:
        yield f"What to read beside {_names(uncovered)}: the graph does not know this."
    taken = plan.taken_by_model()
    if taken:
        names = list(taken.values())
        verb = "measures" if len(set(names)) == 1 else "measure"
        yield (
            f"Whether a model is right about what {_names(names)} {verb}: nobody has confirmed it."
        )
    unmapped = [
        item.name
        for item in patient.unmapped
        if item.name not in uncovered and item.id not in taken
    ]
    if unmapped:
        yield f"More about {_names(unmapped)}: the graph has no entry for this."
    if patient.stale:
        old = _names([shown_name(one) for one in patient.stale])
        yield f"Whether these still hold, being too old: {old}."
    yield from _corrected(patient)
    yield from _lists(patient)
    if patient.demographics.age_days_min is None:
        yield "Which limits fit the patient's age: the birth date is not recorded."


def _corrected(patient: PatientContext) -> Iterator[str]:
    for one in patient.corrected:
        if one.was_critical:
            yield (
                f"Whether {one.name} was ever {value_words(one.before)}, which is in a critical "
                f"range: the source corrected it to {value_words(one.value)}."
            )


def _lists(patient: PatientContext) -> Iterator[str]:
    lists = (
        ("Which conditions the patient has", patient.active_conditions.state, ("Condition",)),
        (
            "Which medicines the patient takes",
            patient.active_medications.state,
            ("MedicationStatement", "MedicationRequest"),
        ),
        ("Which allergies the patient has", patient.allergies.state, ("AllergyIntolerance",)),
    )
    for question, state, types in lists:
        if state is StatementState.NOT_RECORDED and _only_excluded(patient, types):
            yield f"{question} now: the record lists some, none of them as current."
        elif state in STATES:
            yield f"{question}: {STATES[state]}."


def _only_excluded(patient: PatientContext, types: tuple[str, ...]) -> bool:
    """Whether the record speaks of such things, though of none that counts today."""
    counts = (patient.receipt.types.get(kind) for kind in types)
    return any(count is not None and count.excluded for count in counts)


def _names(names: list[str]) -> str:
    """Names as a list, the rest counted where there are many."""
    distinct = list(dict.fromkeys(names))
    if len(distinct) <= MOST_NAMES:
        return joined(distinct)
    return f"{', '.join(distinct[:MOST_NAMES])} and {len(distinct) - MOST_NAMES} more"
