"""Eleven sections, each with rules that fit its own fields."""

import pytest

from memory.sections.registry import SECTIONS, section_of
from memory.vocabulary import SectionKey, Status


def test_every_section_of_the_vocabulary_is_there_in_its_order():
    assert list(SECTIONS) == list(SectionKey)
    assert len(SECTIONS) == 11


@pytest.mark.parametrize("key", SectionKey)
def test_what_tells_facts_apart_is_a_field_of_the_section(key):
    section = section_of(key)

    assert set(section.told_apart_by) <= set(section.fields.model_fields)


def test_what_harms_when_forgotten_never_ages_out_and_is_asked_for():
    asked = {key for key, section in SECTIONS.items() if section.asks_when_unknown}

    assert asked == {SectionKey.ALLERGIES, SectionKey.CHRONIC_CONDITIONS}
    assert all(section_of(key).days_fresh is None for key in asked)
    assert all(section_of(key).read_by_default == frozenset(Status) for key in asked)


@pytest.mark.parametrize(
    "key", [SectionKey.ALLERGIES, SectionKey.CHRONIC_CONDITIONS, SectionKey.DIAGNOSES]
)
def test_allergies_and_conditions_are_never_confirmed_in_bulk(key):
    assert not section_of(key).bulk


@pytest.mark.parametrize("key", [SectionKey.SURGERIES, SectionKey.VACCINATIONS])
def test_an_operation_and_a_dose_never_age_out(key):
    assert section_of(key).days_fresh is None
    assert section_of(key).is_episodic
