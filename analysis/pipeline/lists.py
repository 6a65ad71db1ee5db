"""The three lists that can be known, known to be empty, not recorded or not obtained."""

import datetime as dt

from analysis.pipeline.ages import is_after
from analysis.pipeline.contracts import AllergyList, ConditionList, MedicationList
from analysis.pipeline.timeline import conditions_at, medications_at
from medreview.fhir.record import PatientRecord, StatementState


def condition_list(record: PatientRecord, as_of: dt.datetime) -> ConditionList:
    """Conditions that were true at ``as_of``."""
    items = conditions_at(record, as_of)
    return ConditionList(state=_state(record.conditions_state, items), items=items)


def medication_list(record: PatientRecord, as_of: dt.datetime) -> MedicationList:
    """Medicines that were taken at ``as_of``."""
    items = medications_at(record, as_of)
    return MedicationList(state=_state(record.medications_state, items), items=items)


def allergy_list(record: PatientRecord, as_of: dt.datetime) -> AllergyList:
    """Every allergy on record, or who said by ``as_of`` that there are none.

    One written down later counts too: who looks back at old results treats the patient of today.
    """
    items = tuple(item for item in record.allergies if not item.none_known)
    denials = [
        item for item in record.allergies if item.none_known and not is_after(item.recorded, as_of)
    ]
    state = _state(record.allergies_state, items)
    if not items and denials and state is not StatementState.UNAVAILABLE:
        state = StatementState.NONE_KNOWN
    denial = denials[-1] if denials and state is StatementState.NONE_KNOWN else None
    said_on = denial.recorded.text if denial and denial.recorded else None
    return AllergyList(
        state=state, items=items, said_by=denial.said_by if denial else None, said_on=said_on
    )


def _state(state: StatementState, items: tuple[object, ...]) -> StatementState:
    """A known list of which nothing had begun at ``as_of`` says nothing about that time."""
    if items:
        return state if state is StatementState.UNAVAILABLE else StatementState.KNOWN
    return StatementState.NOT_RECORDED if state is StatementState.KNOWN else state
