from decimal import Decimal

import pytest

from medreview.fhir.populations import Population, read_population
from medreview.fhir.record import Coding


@pytest.mark.parametrize(
    ("words", "meant"),
    [
        ("female 18+", Population(sex="female", low_years=Decimal(18))),
        ("Male", Population(sex="male")),
        ("Women 18-60 years", Population("female", None, Decimal(18), Decimal(61))),
        ("2 to 6 years", Population(low_years=Decimal(2), high_years=Decimal(7))),
        ("under 1 year", Population(high_years=Decimal(1))),
        ("adults", Population(low_years=Decimal(18))),
        ("children", Population(high_years=Decimal(18))),
        ("pregnancy", Population(pregnant=True)),
        ("Женщины, от 18 лет", Population(sex="female", low_years=Decimal(18))),
        ("男", Population(sex="male")),
        ("18岁以上", Population(low_years=Decimal(18))),
    ],
)
def test_words_of_a_laboratory_say_for_whom_a_range_is_made(words, meant):
    assert read_population(Coding(display=words)) == meant


@pytest.mark.parametrize("words", ["follicular phase", "male and female", "dialysis", "", "2 to 6"])
def test_words_that_are_not_understood_decide_nothing(words):
    assert read_population(Coding(display=words)) is None


def test_a_code_is_read_whatever_its_display_says():
    coded = Coding(system="http://snomed.info/sct", code="248152002", display="Female (finding)")

    assert read_population(coded) == Population(sex="female")
