"""``manage.py lookup``: one answer for each question, as words or as JSON."""

import json

import pytest
from django.core.management import CommandError, call_command

pytestmark = pytest.mark.django_db


def answers(capsys, *args, **options):
    call_command("lookup", *args, json=True, **options)
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def test_a_code_is_answered_in_one_json_document(capsys):
    (answer,) = answers(capsys, loinc="2823-3")

    assert answer == {
        "biomarker": "potassium",
        "how": "loinc",
        "domain": "electrolytes",
        "candidates": [],
    }


def test_a_name_is_answered_with_its_specimen_and_unit(capsys):
    (answer,) = answers(capsys, name="Glucose", specimen="Urine", unit="mg/dL")

    assert answer["biomarker"] == "urine_glucose"


def test_a_code_the_graph_lacks_goes_to_its_domain_by_loincs_name_of_it(capsys):
    (answer,) = answers(capsys, loinc="3021-3", name="Thyroxine binding globulin in Serum")

    assert (answer["biomarker"], answer["how"], answer["domain"]) == (None, "domain", "thyroid")


def test_nothing_asked_is_one_sentence():
    with pytest.raises(CommandError, match=r"Say --loinc, --name or --batch\."):
        call_command("lookup")


def test_a_batch_is_answered_line_by_line(capsys, tmp_path):
    batch = tmp_path / "names.csv"
    batch.write_text('name,unit,specimen,loinc\nКалий,,,\nTG,,,\nx,,,718-7\n"a, b",,,\n')

    listed = answers(capsys, batch=batch)

    assert [(line["biomarker"], line["how"]) for line in listed] == [
        ("potassium", "name"),
        (None, "ambiguous"),
        ("hemoglobin", "loinc"),
        (None, "none"),
    ]


@pytest.mark.parametrize(
    ("question", "words"),
    [
        ({"loinc": "2823-3"}, "2823-3: Potassium (potassium), by loinc"),
        ({"name": "TG"}, "TG: could be thyroglobulin or triglycerides; nothing is chosen"),
        ({"name": "Heart rate"}, "Heart rate: not in the graph"),
    ],
)
def test_a_person_gets_a_sentence(capsys, question, words):
    call_command("lookup", **question)

    assert capsys.readouterr().out.strip() == words


def test_a_batch_that_is_no_file_is_one_sentence(tmp_path):
    with pytest.raises(CommandError, match=r"nothing\.csv can't be read as CSV\."):
        call_command("lookup", batch=tmp_path / "nothing.csv")
