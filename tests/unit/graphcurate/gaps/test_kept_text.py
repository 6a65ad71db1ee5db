"""Which names a miss may keep: every test's name, and nothing about anybody."""

import csv
from pathlib import Path

import pytest

from graphcurate.gaps.kept_text import kept_name, kept_unit
from graphcurate.snapshot import all_names
from tests.factories.graph import starter_snapshot

REPORTS = Path("tests/data/graph/report_names.csv")


def test_every_name_of_the_graph_is_kept():
    names = [name for entry in starter_snapshot().biomarkers.values() for name in all_names(entry)]

    assert [name for name in names if kept_name(name) != name] == []


def test_every_name_that_reports_print_is_kept():
    with REPORTS.open() as lines:
        names = [row["name"] for row in csv.DictReader(lines)]

    assert [name for name in names if kept_name(name) != " ".join(name.split())] == []


@pytest.mark.parametrize("name", ["HPV 16/18/45", "CA 15-3", "MR-proADM", "1,25-(OH)2 Vitamin D"])
def test_figures_and_letters_of_a_test_are_no_words_about_anybody(name):
    assert kept_name(name) == name


@pytest.mark.parametrize(
    "text",
    [
        "Glucose 12.03.1954",
        "Glucose 1954-03-12",
        "Glucose, patient fasting",
        "Глюкоза, пациент натощак",
        "Glucose for anna@example.org",
        "Glucose 4479001122",
        "Glucose\nAnna",
        "see the letter of the ward about the sample that was sent twice on the same day please",
    ],
)
def test_free_text_is_not_kept(text):
    assert kept_name(text) == ""


def test_a_name_that_holds_one_of_the_patients_words_is_not_kept():
    assert kept_name("Glucose Hargreaves", never=["Eleanor HARGREAVES"]) == ""
    assert kept_name("Glucose", never=["Eleanor Hargreaves"]) == "Glucose"


def test_a_given_name_of_two_letters_is_part_of_too_many_tests_to_say_anything():
    assert kept_name("Protein Li", never=["Li Wei"]) == "Protein Li"


def test_a_unit_is_kept_as_printed_unless_it_is_too_long_to_be_one():
    assert kept_unit(" mmol/L ") == "mmol/L"
    assert kept_unit("x" * 41) == ""
    assert kept_unit(None) == ""
