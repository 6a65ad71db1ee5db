"""The invented patients of the demo: who they are, where, and what their records tell."""

import datetime as dt
from collections.abc import Callable
from dataclasses import dataclass

from medreview.demo import stories_long, stories_model, stories_north, stories_south
from medreview.demo.record import Resource

Bundles = list[Resource]


@dataclass(frozen=True)
class Story:
    """One patient's record as the files a hospital would import, oldest first."""

    key: str
    hospital: str
    """``north`` or ``south``."""
    tells: str
    build: Callable[[dt.date], Bundles]


NORTH = "north"
SOUTH = "south"

STORIES = (
    Story(
        "hargreaves",
        NORTH,
        "kidney disease with a critical potassium",
        stories_north.kidney_disease_with_critical_potassium,
    ),
    Story(
        "okafor",
        NORTH,
        "iron deficiency hidden by inflammation",
        stories_north.iron_deficiency_hidden_by_inflammation,
    ),
    Story("lindqvist", NORTH, "a stopped statin", stories_north.a_stopped_statin),
    Story("moreau", NORTH, "a refuted diabetes", stories_north.a_refuted_diabetes),
    Story("achterberg", NORTH, "values with comparators", stories_north.comparator_values),
    Story("tanaka", NORTH, "a child", stories_north.a_child),
    Story("delgado", NORTH, "a pregnancy", stories_north.a_pregnancy),
    Story("whitcombe", NORTH, "an amended result", stories_north.an_amended_result),
    Story("svensson", NORTH, "nothing abnormal", stories_north.nothing_abnormal),
    Story("sokolova", SOUTH, "a report in Russian", stories_south.a_report_in_russian),
    Story("wang", SOUTH, "a report in Chinese", stories_south.a_report_in_chinese),
    Story("pereira", SOUTH, "results that are all too old", stories_south.stale_results),
    Story("hargreaves-younger", SOUTH, "a namesake", stories_south.a_namesake),
    Story("kowalczyk", SOUTH, "five thousand results", stories_long.five_thousand_results),
)

FOR_A_MODEL = Story(
    "barroso",
    NORTH,
    "names that no list knows, for a model",
    stories_model.names_from_elsewhere,
)
"""Loaded where a language model is configured."""
