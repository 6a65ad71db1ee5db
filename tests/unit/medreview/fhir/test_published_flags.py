"""Our reading of the flags and ranges of published FHIR examples, beside an independent one."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from medreview.fhir import flags, json_text
from medreview.fhir.flag_words import FlagMeaning
from tests.factories.reading import own_flag, read

PATH = Path(__file__).parents[4] / "tests/data/reading/published_flags.jsonl"

NOT_ABNORMAL = "“S” says that a germ is susceptible: stated, and not an abnormal result"
INVERTED = "the printed range has its low end above its high end: it decides nothing"
READ_FROM_TEXT = "the range is printed as text, which we read"

DIFFERENCES = {
    **{f"Bundle-lri-example:{one}": (None, None, NOT_ABNORMAL) for one in (
        "org2-amp:34", "org2-cip:35", "org2-gent:36", "org3-amp:37", "org3-cip:38", "org3-gent:39",
    )},
    "observation-cbc-hematocrit:cbc-hematocrit:123": ("N", None, INVERTED),
    "observation-cbc-mcv:cbc-mcv:126": ("N", None, INVERTED),
    **{
        f"au-patient-summary__Bundle-aups-referral-endoconsult-autogen:None:{line}": (
            None, flag, READ_FROM_TEXT,
        )
        for line, flag in zip((200, 201, 212, 213, 214, 215, 216), "HHNNNNN", strict=True)
    },
}  # fmt: skip
"""Where we differ: what we read from the flag, what from the range, and why."""

NOT_USABLE = {
    "Observation-example-TPMT-haplotype-one:example-TPMT-haplotype-one:57",
    "Observation-unsat:unsat:67",
    "au-core__Observation-bodyweight-cancelled:bodyweight-cancelled:161",
    "au-core__Observation-heartrate-cancelled:heartrate-cancelled:169",
    "au-core__Observation-pathresult-missing-status:pathresult-missing-status:177",
    "au-core__Observation-waistcircum-cancelled:waistcircum-cancelled:188",
}
"""Cancelled, or of unknown status: the gate keeps them out."""

_LETTERS = {
    FlagMeaning.CRITICAL_HIGH: "H",
    FlagMeaning.HIGH: "H",
    FlagMeaning.LOW: "L",
    FlagMeaning.CRITICAL_LOW: "L",
    FlagMeaning.NORMAL: "N",
    FlagMeaning.NEGATIVE: "N",
    FlagMeaning.ABNORMAL: "A",
    FlagMeaning.CRITICAL: "A",
    FlagMeaning.POSITIVE: "A",
}


def cases() -> Iterator[Any]:
    for line in PATH.read_text("utf-8").splitlines():
        yield pytest.param(json_text.parse(line), id=json.loads(line)["case"])


@pytest.mark.parametrize("case", list(cases()))
def test_a_published_flag_and_range_are_read_as_they_were_read_elsewhere(case):
    record = read(case["observation"] | {"subject": {"reference": "Patient/p1"}})
    source, own, _why = DIFFERENCES.get(case["case"], (case["source_says"], case["range_says"], ""))

    if case["case"] in NOT_USABLE:
        assert record.labs == ()
        assert len(record.excluded) == 1
        return
    lab = record.labs[0]
    said = flags.meaning(lab.source_flag, lab.source_flag_text)
    derived = own_flag(lab).flag

    assert _LETTERS.get(said) == source
    assert (None if derived == "undecidable" else str(derived)) == own
