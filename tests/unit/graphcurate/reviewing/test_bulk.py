"""Many names at once: what each line would do."""

import pytest

from graphcurate.exchange.read import read as read_content
from graphcurate.exchange.starter import STARTER_FOLDER
from graphcurate.reviewing.bulk import MOST, BulkRow, Fate, read
from medreview.common.errors import Invalid

STARTER = read_content(STARTER_FOLDER)


def only(line: str) -> BulkRow:
    (row,) = read(line, STARTER)
    return row


@pytest.mark.parametrize(
    ("line", "language", "text"),
    [
        ("potassium, ru, Калий утренний", "ru", "Калий утренний"),
        ("Potassium; en; Morning potassium", "en", "Morning potassium"),
        ("potassium\tzh\t晨钾", "zh", "晨钾"),
        ('potassium, en, "K, morning"', "en", "K, morning"),
        ("Калий утренний → potassium", "ru", "Калий утренний"),
        ("晨钾 -> Potassium", "zh", "晨钾"),
    ],
)
def test_a_line_gives_a_biomarker_a_name_in_a_language(line: str, language: str, text: str) -> None:
    row = only(line)

    assert (row.fate, row.biomarker, row.language, row.text) == (
        Fate.NEW,
        "potassium",
        language,
        text,
    )
    assert row.field == f"synonyms/{language}/{text}"


def test_a_name_the_biomarker_has_is_already_there() -> None:
    assert only("potassium, en, serum POTASSIUM").fate is Fate.KNOWN


def test_a_name_of_another_biomarker_clashes_and_says_with_whom() -> None:
    row = only("sodium, en, Kalium")

    assert (row.fate, row.others) == (Fate.CLASHES, ("potassium",))


def test_an_unknown_biomarker_and_an_unreadable_line_are_said_so() -> None:
    rows = read("kryptonite, en, Green\npotassium, en\npotassium, fr, Potassium", STARTER)

    assert [row.fate for row in rows] == [Fate.UNKNOWN, Fate.UNREADABLE, Fate.UNREADABLE]


def test_the_same_twice_counts_once() -> None:
    rows = read("potassium, en, House K\npotassium, en, House K", STARTER)

    assert [row.fate for row in rows] == [Fate.NEW, Fate.REPEATED]


def test_a_head_and_empty_lines_are_no_lines() -> None:
    rows = read("biomarker,language,synonym\n\npotassium, en, House K\n", STARTER)

    assert [(row.number, row.fate) for row in rows] == [(3, Fate.NEW)]


def test_more_lines_than_anybody_reads_are_refused() -> None:
    with pytest.raises(Invalid):
        read("\n".join(f"potassium, en, House {n}" for n in range(MOST + 1)), STARTER)
