"""The starter release for tests that need no database, built once."""

from functools import cache

from graphcurate import snapshot
from graphcurate.contracts import Biomarker, Snapshot
from graphcurate.exchange.read import read
from graphcurate.exchange.starter import STARTER, STARTER_FOLDER
from graphcurate.lookup import Lookup


@cache
def starter_snapshot() -> Snapshot:
    """The whole starter release as it ships."""
    return snapshot.build(read(STARTER_FOLDER), release=STARTER, origin="starter")


@cache
def starter_lookup() -> Lookup:
    """The indexes over the starter release."""
    return Lookup(starter_snapshot())


@cache
def small_snapshot(
    *keys: str,
) -> Snapshot:
    """The starter release with only these biomarkers, by default the eight most used in tests."""
    kept = keys or (
        "potassium", "creatinine", "egfr", "hemoglobin", "ferritin", "crp", "glucose", "hba1c",
    )  # fmt: skip
    whole = starter_snapshot()
    return whole.model_copy(update={"biomarkers": {key: whole.biomarkers[key] for key in kept}})


def starter_biomarker(key: str) -> Biomarker:
    """One biomarker of the starter release."""
    return starter_snapshot().biomarkers[key]
