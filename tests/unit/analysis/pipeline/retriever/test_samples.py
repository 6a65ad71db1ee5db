"""A note names a factor by exact code or whole name, and a denied one names nothing."""

import pytest

from analysis.pipeline.contracts import LabResult, MatchMethod
from analysis.pipeline.retriever.samples import (
    NON_FASTING,
    NON_FASTING_NOTE,
    Said,
    SampleNotes,
    names_factor,
    spelling,
)
from medreview.fhir.dates import read_moment
from medreview.fhir.record import SpecimenRecord, Value, ValueKind
from tests.factories.graph import starter_snapshot


@pytest.mark.parametrize(
    ("note", "name"),
    [
        ("Haemolysed", "Haemolysed specimen"),
        ("hemolyzed specimen", "Haemolysed specimen"),
        ("Slight hemolysis seen", "hemolysis"),
        ("Haemolysis: present", "haemolysis"),
        ("гемолиз пробы", "гемолиз пробы"),
        ("标本溶血", "溶血"),
        ("exercise", "exercise"),
    ],
)
def test_a_note_that_names_it_is_read(note: str, name: str) -> None:
    assert names_factor(note, spelling(name))


@pytest.mark.parametrize(
    ("note", "name"),
    [
        ("No hemolysis", "hemolysis"),
        ("no visible hemolysis", "hemolysis"),
        ("Hemolysis: none", "hemolysis"),
        ("Hemolysis not seen", "hemolysis"),
        ("без гемолиза", "гемолиз"),
        ("无溶血", "溶血"),
        ("light pink", "light"),
        ("non-fasting", "fasting"),
        ("hairy", "air"),
    ],
)
def test_a_denial_or_a_part_of_a_word_names_nothing(note: str, name: str) -> None:
    assert not names_factor(note, spelling(name))


def test_a_sample_taken_without_fasting_names_that_factor() -> None:
    fasting = SpecimenRecord(fasting=False)
    item = next(
        one
        for domain in starter_snapshot().domains.values()
        for one in domain.relations
        if one.key == NON_FASTING
    )
    samples = SampleNotes.of(starter_snapshot().preanalytical)

    said = samples.says(item, _sampled(fasting))

    assert said == Said(NON_FASTING_NOTE, MatchMethod.CODE)
    assert samples.says(item, _sampled(SpecimenRecord(fasting=True))) is None
    assert samples.says(item, _sampled(None)) is None


def _sampled(specimen: SpecimenRecord | None) -> LabResult:
    return LabResult(
        id="Observation/x",
        version=1,
        name="Glucose",
        value=Value(kind=ValueKind.TEXT, text="x"),
        unit_known=True,
        effective=read_moment("2026-11-20"),
        status="final",
        specimen=specimen,
    )
