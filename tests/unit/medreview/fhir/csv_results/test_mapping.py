import pytest
from pydantic import ValidationError

from medreview.fhir.csv_results.columns import Role
from medreview.fhir.csv_results.mapping import ColumnMapping

WHOLE = {
    "columns": {"patient": 0, "test": 1, "value": 2},
    "width": 4,
    "encoding": "utf-8",
    "delimiter": ",",
    "decimal": "point",
    "source": "Laboratory",
}


def test_a_mapping_survives_being_kept():
    mapping = ColumnMapping.model_validate(WHOLE)

    assert ColumnMapping.model_validate(mapping.as_json()) == mapping
    assert mapping.cell(("7", "K", "4.5", ""), Role.VALUE) == "4.5"
    assert mapping.cell(("7", "K", "4.5", ""), Role.UNIT) == ""


@pytest.mark.parametrize(
    "changed",
    [
        {"columns": {"patient": 0, "test": 1}},
        {"columns": {"patient": 0, "test": 1, "value": 1}},
        {"columns": {"patient": 0, "test": 1, "value": 4}},
        {"columns": {"patient": 0, "test": 1, "value": 2, "date": 3}},
        {"columns": {"patient": 0, "test": 1, "value": 2, "birth": 3}, "birth_format": "D.M.Y"},
        {"encoding": "utf-7"},
        {"delimiter": '"'},
        {"source": ""},
    ],
)
def test_half_a_mapping_is_refused(changed):
    with pytest.raises(ValidationError):
        ColumnMapping.model_validate({**WHOLE, **changed})
