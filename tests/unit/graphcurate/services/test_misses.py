"""What runs miss becomes gaps: counted by runs, with units and laboratories, and no person."""

import pytest

from graphcurate import queries
from graphcurate.contracts import LookupHow, Miss
from graphcurate.gaps.states import GapState
from graphcurate.models import Gap, LookupMiss
from graphcurate.services import misses

pytestmark = pytest.mark.django_db

TRYPTASE = Miss(name="Tryptase", how=LookupHow.NONE)
PREGNENOLONE = Miss(code="2837-3", name="Pregnenolone", how=LookupHow.DOMAIN, domain="endocrine")


def test_misses_are_counted_by_the_runs_that_missed_them():
    misses.note([TRYPTASE, PREGNENOLONE], "run_1")
    misses.note([TRYPTASE], "run_2")

    counted = {gap.name: gap.misses.count() for gap in Gap.objects.all()}

    assert counted == {"Tryptase": 2, "Pregnenolone": 1}


def test_a_run_told_twice_counts_once():
    misses.note([TRYPTASE], "run_1")

    misses.note([TRYPTASE], "run_1")

    assert LookupMiss.objects.count() == 1
    assert LookupMiss.objects.get().release == queries.current_release()


def test_a_gap_remembers_the_units_laboratories_and_specimens_it_came_with_latest_first():
    told = {"name": "Tryptase", "how": LookupHow.NONE}
    misses.note([Miss(**told, unit="ug/L", laboratory="North Lab", specimen="Serum")], "run_1")
    misses.note([Miss(**told, unit="ng/mL", laboratory="South Lab")], "run_2")
    misses.note([Miss(**told, unit="ug/L")], "run_3")

    gap = Gap.objects.get()

    assert gap.units == ["ug/L", "ng/mL"]
    assert gap.laboratories == ["South Lab", "North Lab"]
    assert gap.specimens == ["Serum"]


def test_a_gap_remembers_eight_laboratories():
    for n in range(20):
        told = Miss(name="Tryptase", how=LookupHow.NONE, laboratory=f"Lab {n}")
        misses.note([told], f"run_{n}")

    assert Gap.objects.get().laboratories == [f"Lab {n}" for n in range(19, 11, -1)]


def test_a_text_that_is_too_long_for_a_name_is_not_kept():
    misses.note([Miss(name="x" * 500, how=LookupHow.NONE)], "run_1")

    assert not Gap.objects.exists()
    assert not LookupMiss.objects.exists()


def test_a_text_that_is_too_long_for_a_name_leaves_the_code():
    misses.note([Miss(code="2837-3", name="x" * 500, how=LookupHow.NONE)], "run_1")

    assert [(gap.code, gap.name) for gap in Gap.objects.all()] == [("2837-3", "")]


def test_a_name_that_holds_a_word_of_the_patient_is_not_kept():
    told = Miss(name="Tryptase Hargreaves", how=LookupHow.NONE, laboratory="Hargreaves Clinic")

    misses.note([told, TRYPTASE], "run_1", never=("Hargreaves", "Eleanor"))

    assert list(Gap.objects.values_list("name", "laboratories")) == [("Tryptase", [])]


def test_a_gap_thought_to_be_known_opens_again_when_a_run_misses_it():
    misses.note([TRYPTASE], "run_1")
    Gap.objects.update(state=GapState.KNOWN)

    misses.note([TRYPTASE], "run_2")

    assert Gap.objects.get().state == GapState.OPEN


def test_what_was_set_aside_stays_aside_when_it_is_missed_again():
    misses.note([TRYPTASE], "run_1")
    Gap.objects.update(state=GapState.SET_ASIDE)

    misses.note([TRYPTASE], "run_2")

    assert Gap.objects.get().state == GapState.SET_ASIDE


def test_a_name_keeps_the_biomarkers_that_a_model_took_it_for_latest_first():
    misses.note([Miss(name="Triptase", how=LookupHow.NONE, proposed="tryptase")], "run_1")
    misses.note([Miss(name="Triptase", how=LookupHow.NONE, proposed="trypsin")], "run_2")
    misses.note([Miss(name="Triptase", how=LookupHow.NONE)], "run_3")

    assert Gap.objects.get().proposed == ["trypsin", "tryptase"]


@pytest.mark.parametrize("told", [{"code": "1-8"}, {"how": LookupHow.AMBIGUOUS}])
def test_a_code_and_a_name_of_several_are_no_synonym_of_one(told):
    miss = {"name": "Triptase", "how": LookupHow.NONE, "proposed": "tryptase", **told}

    misses.note([Miss(**miss)], "run_1")

    assert Gap.objects.get().proposed == []


def test_a_name_that_may_tell_of_the_patient_is_proposed_to_nobody():
    miss = Miss(name="Triptase Muster", how=LookupHow.NONE, proposed="tryptase")

    misses.note([miss], "run_1", never=["Muster"])

    assert not Gap.objects.exists()


def test_each_miss_says_by_what_right_it_was_asked():
    for run, tier in (("run_1", "model_knowledge"), ("run_2", "uncovered"), ("run_3", None)):
        misses.note([Miss(name="Tryptase", how=LookupHow.NONE, tier=tier)], run)

    tiers = LookupMiss.objects.order_by("run").values_list("tier", flat=True)

    assert list(tiers) == ["model_knowledge", "uncovered", ""]
