"""What the record holds of each item: found, stale, or missing with the reason."""

from dataclasses import replace

from analysis.pipeline.contracts import FoundItem, MatchMethod, Material, MissingItem, MissingWhy
from analysis.pipeline.stage import StageContext
from analysis.pipeline.stages import run_stages
from medreview.fhir.record import Quarantined, TypeReceipt
from tests.factories.stages import (
    analysed,
    analysed_labs,
    case_of,
    condition,
    inputs_of,
    lab,
    medicine,
    package_of,
)


def _found(found: StageContext, key: str) -> FoundItem | None:
    items = (one for part in package_of(found).per_parameter for one in part.found.all())
    return next((one for one in items if one.item.key == key), None)


def _missing(found: StageContext, key: str) -> MissingItem:
    items = (one for part in package_of(found).per_parameter for one in part.missing.all())
    return next(one for one in items if one.item.key == key)


def test_a_member_of_a_class_is_found_by_class() -> None:
    found = _found(analysed_labs(lab(), medications=[medicine("ramipril", "C09AA05")]), "acei")

    assert found is not None
    assert found.matched_by is MatchMethod.CLASS


def test_a_russian_name_without_a_code_is_found_by_name() -> None:
    sent = {"id": "c1", "name": "Хроническая болезнь почек", "clinical": "active"}

    found = _found(analysed_labs(lab(), conditions=[sent]), "ckd")

    assert found is not None
    assert found.matched_by is MatchMethod.NAME


def test_a_refuted_condition_is_missing_as_excluded_with_its_id() -> None:
    refuted = condition("CKD", "N18.4", verification="refuted")

    missing = _missing(analysed_labs(lab(), conditions=[refuted]), "ckd")

    assert missing.why is MissingWhy.EXCLUDED
    assert missing.excluded == ("Condition/c1",)


def test_what_was_never_recorded_says_how_much_was_searched() -> None:
    missing = _missing(analysed_labs(lab(), conditions=[condition("Gout", "M10.9")]), "ckd")

    assert (missing.why, missing.searched) == (MissingWhy.NEVER_RECORDED, 1)


def test_a_result_entered_in_error_is_missing_as_excluded() -> None:
    wrong = lab("l2", "2160-0", name="Creatinine", status="entered-in-error")

    missing = _missing(analysed_labs(lab(), wrong), "creatinine")

    assert missing.why is MissingWhy.EXCLUDED


def test_nothing_is_called_never_recorded_where_a_part_was_not_obtained() -> None:
    inputs = inputs_of(case_of(lab()))
    refused = (Quarantined(where="entry 3", reason="broken"),)
    types = {
        **inputs.record.receipt.types,
        "Condition": TypeReceipt(received=1, quarantined=refused),
    }
    receipt = inputs.record.receipt.model_copy(update={"complete": False, "types": types})
    record = inputs.record.model_copy(update={"receipt": receipt})

    found = run_stages(replace(inputs, record=record))

    assert _missing(found, "ckd").why is MissingWhy.SOURCE_UNAVAILABLE
    assert found.statements is not None
    assert any("not read completely" in text for text in found.statements.cannot_tell)


def test_a_medicine_without_a_start_still_fits_and_says_what_is_not_known() -> None:
    found = _found(analysed_labs(lab(), medications=[medicine("x", "C03DA01")]), "spironolactone")

    assert found is not None
    assert found.material is Material.YES
    assert "not recorded" in found.material_why


def test_a_medicine_begun_after_the_draw_is_not_material() -> None:
    later = medicine("x", "C03DA01", start="2026-11-25")

    found = _found(analysed_labs(lab(), medications=[later]), "spironolactone")

    assert found is not None
    assert found.material is Material.NO
    assert "25-Nov-2026, after this result was drawn" in found.material_why


def test_a_medicine_that_lowers_does_not_bear_on_a_high_result() -> None:
    urate = lab(loinc="3084-1", name="Uric acid", value=9.2, unit="mg/dL")

    found = _found(analysed_labs(urate, medications=[medicine("x", "C09CA01")]), "losartan")

    assert found is not None
    assert found.material is Material.NO


def test_an_old_value_drawn_with_the_result_is_co_temporal_and_not_current() -> None:
    found = _found(
        analysed_labs(
            lab(
                loinc="2276-4",
                name="Ferritin",
                value=480,
                unit="ng/mL",
                ref_high=150,
                date="2026-10-20",
            ),
            lab("l2", "1988-5", name="CRP", value=60, unit="mg/L", ref_high=5, date="2026-10-20"),
        ),
        "crp",
    )

    assert found is not None
    assert (found.current, found.co_temporal) == (False, True)


def test_pregnancy_is_found_by_an_observation_where_no_condition_says_it() -> None:
    status = {
        "resourceType": "Observation",
        "id": "preg",
        "status": "final",
        "code": {"coding": [{"system": "http://loinc.org", "code": "82810-3"}]},
        "subject": {"reference": "Patient/p"},
        "effectiveDateTime": "2026-11-01",
        "valueCodeableConcept": {
            "coding": [{"system": "http://loinc.org", "code": "LA15173-0"}],
            "text": "Pregnant",
        },
    }
    tsh = lab(loinc="3016-3", name="TSH", value=0.1, unit="m[IU]/L", flag="L")

    found = _found(analysed(case_of(tsh), status), "pregnancy")

    assert found is not None
    assert found.resource == "Observation/preg"
