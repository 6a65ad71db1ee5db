"""Codes have the form of their system, and the check digit where it has one."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphcurate.checks.code_forms import has_form, is_loinc, is_snomed, loinc_check_digit


@pytest.mark.parametrize("code", ["2823-3", "2276-4", "718-7", "33914-3", "94500-6", "1-8"])
def test_real_loinc_codes_have_their_check_digit(code):
    assert is_loinc(code)


@pytest.mark.parametrize("code", ["2823-4", "2823", "2823-33", "", "A823-3", "28233", "２８２３-3"])
def test_what_only_looks_like_loinc_is_refused(code):
    assert not is_loinc(code)


@given(number=st.integers(min_value=1, max_value=9_999_999), slip=st.integers(1, 9))
def test_any_one_wrong_check_digit_is_noticed(number, slip):
    right = loinc_check_digit(str(number))

    assert is_loinc(f"{number}-{right}")
    assert not is_loinc(f"{number}-{(right + slip) % 10}")


@given(number=st.integers(min_value=1000, max_value=9_999_999), data=st.data())
def test_one_wrong_digit_in_the_number_is_noticed(number, data):
    text = str(number)
    place = data.draw(st.integers(0, len(text) - 1))
    digit = data.draw(st.sampled_from([d for d in "0123456789" if d != text[place]]))
    other = text[:place] + digit + text[place + 1 :]

    assert not is_loinc(f"{other}-{loinc_check_digit(text)}")


@pytest.mark.parametrize("code", ["709044004", "38341003", "73211009", "84114007"])
def test_real_snomed_codes_have_their_check_digit(code):
    assert is_snomed(code)
    assert not is_snomed(code[:-1] + str((int(code[-1]) + 1) % 10))


@pytest.mark.parametrize(
    ("system", "code", "match", "fits"),
    [
        ("icd10", "N18.3", "exact", True),
        ("icd10", "E88.01", "prefix", True),
        ("icd10", "N18", "prefix", True),
        ("icd10", "N", "exact", False),
        ("icd10", "18.3", "exact", False),
        ("icd10", "n18.3", "exact", False),
        ("atc", "C03CA01", "exact", True),
        ("atc", "C03C", "prefix", True),
        ("atc", "C03CA1", "exact", False),
        ("atc", "03CA01", "exact", False),
        ("rxnorm", "4603", "exact", True),
        ("rxnorm", "0460", "exact", False),
        ("snomed", "709044005", "exact", False),
        ("our-own", "anything", "exact", True),
    ],
)
def test_codes_of_other_systems_have_their_form(system, code, match, fits):
    assert has_form(system, code, match) is fits
