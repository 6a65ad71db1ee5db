"""Limits by code: the default ones may not be made for it, a laboratory's own are."""

from decimal import Decimal

from graphcurate.contracts import CriticalLimit, Interval, LoincCode
from tests.factories.graph import starter_biomarker


def test_a_laboratorys_own_limits_hold_where_the_default_ones_do_not():
    own = Interval(unit="mm[Hg]", low=Decimal(30), high=Decimal(50), owner="lab_north")
    critical = CriticalLimit(unit="mm[Hg]", low=Decimal(20), owner="lab_north")
    entry = starter_biomarker("po2").model_copy(
        update={
            "loinc": (LoincCode(code="11556-8", primary=False, default_limits=False),),
            "intervals": (*starter_biomarker("po2").intervals, own),
            "criticals": (*starter_biomarker("po2").criticals, critical),
        }
    )

    assert entry.intervals_for("11556-8") == (own,)
    assert entry.criticals_for("11556-8") == (critical,)
    assert len(entry.intervals_for(None)) > 1
