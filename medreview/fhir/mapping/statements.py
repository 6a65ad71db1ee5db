"""Conditions, allergies, procedures, reports and visits, each as its resource says it."""

from medreview.fhir.codes import name_of, read_codings
from medreview.fhir.dates import read_when
from medreview.fhir.elements import Json, object_at, objects_at, text_at
from medreview.fhir.gate import concept_word
from medreview.fhir.mapping.observation import categories_of, performers_of
from medreview.fhir.record import (
    AllergyRecord,
    Coding,
    ConditionRecord,
    EncounterRecord,
    ProcedureRecord,
    ReportRecord,
)
from medreview.fhir.shelf import Item, display_of

NAMELESS = "Unnamed"


def concept_of(content: Json) -> tuple[str | None, tuple[Coding, ...]]:
    """Name and codes of what a resource is about."""
    concept = object_at(content, "code")
    return name_of(concept), read_codings(concept)


def read_condition(item: Item) -> ConditionRecord:
    """A diagnosis or problem."""
    name, codings = concept_of(item.content)
    return ConditionRecord(
        id=item.key,
        version=item.version,
        name=name or "Unnamed condition",
        codings=codings,
        clinical_status=concept_word(item.content, "clinicalStatus"),
        verification_status=concept_word(item.content, "verificationStatus"),
        onset=read_when(item.content, "onsetDateTime", "onsetPeriod"),
        abatement=read_when(item.content, "abatementDateTime", "abatementPeriod"),
        recorded=read_when(item.content, "recordedDate", "assertedDate", "dateRecorded"),
    )


def read_allergy(item: Item, *, none_known: bool) -> AllergyRecord:
    """An allergy, or the statement that there is none."""
    content = item.content
    name, codings = concept_of(content)
    said_by = display_of(object_at(content, "asserter")) or display_of(
        object_at(content, "recorder")
    )
    return AllergyRecord(
        id=item.key,
        version=item.version,
        name=name or _substance(content) or "Unnamed allergy",
        codings=codings,
        clinical_status=concept_word(content, "clinicalStatus"),
        verification_status=concept_word(content, "verificationStatus"),
        criticality=text_at(content, "criticality"),
        reactions=_reactions(content),
        none_known=none_known,
        said_by=said_by,
        recorded=read_when(content, "recordedDate", "assertedDate"),
    )


def read_procedure(item: Item) -> ProcedureRecord:
    """Something that was done."""
    name, codings = concept_of(item.content)
    return ProcedureRecord(
        id=item.key,
        version=item.version,
        name=name or "Unnamed procedure",
        codings=codings,
        status=text_at(item.content, "status"),
        performed=read_when(
            item.content,
            "performedDateTime",
            "performedPeriod",
            "occurrenceDateTime",
            "occurrencePeriod",
        ),
    )


def read_report(item: Item, results: tuple[str, ...]) -> ReportRecord:
    """A report and the results it lists, by our names."""
    name, _ = concept_of(item.content)
    return ReportRecord(
        id=item.key,
        version=item.version,
        name=name or "Unnamed report",
        status=text_at(item.content, "status"),
        categories=categories_of(item.content),
        effective=read_when(item.content, "effectiveDateTime", "effectivePeriod"),
        issued=read_when(item.content, "issued"),
        performer=performers_of(item.content),
        results=results,
    )


def read_encounter(item: Item) -> EncounterRecord:
    """A visit or stay."""
    content = item.content
    kind = name_of(object_at(content, "type")) or name_of(object_at(content, "class"))
    # R5 says actualPeriod for R4's period.
    period = object_at(content, "period") or object_at(content, "actualPeriod")
    return EncounterRecord(
        id=item.key,
        version=item.version,
        name=kind or "Visit",
        status=text_at(content, "status"),
        started=read_when(period, "start"),
        ended=read_when(period, "end"),
    )


def _substance(content: Json) -> str | None:
    substances = [object_at(one, "substance") for one in objects_at(content, "reaction")]
    return name_of(object_at(content, "substance")) or next(
        (name for one in substances if (name := name_of(one))), None
    )


def _reactions(content: Json) -> tuple[str, ...]:
    words: list[str] = []
    for reaction in objects_at(content, "reaction"):
        shown = [name_of(one) for one in objects_at(reaction, "manifestation")]
        # R5 puts the concept one level deeper.
        shown += [
            name_of(object_at(one, "concept")) for one in objects_at(reaction, "manifestation")
        ]
        words += [one for one in (*shown, text_at(reaction, "description")) if one]
    return tuple(dict.fromkeys(words))
