"""The command a maintainer runs before a release, over the real import and the database."""

import json
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from graphcurate.services.releases import load_starter
from medreview.fhir.models import Resource
from medreview.patients.models import Patient
from tests.factories.stages import VIGNETTES

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _starter(db: None) -> None:
    load_starter()


def _evaluate(path: Path) -> tuple[dict, int]:
    out, code = StringIO(), 0
    try:
        call_command("evaluate", "vignettes", str(path), "--json", stdout=out)
    except SystemExit as ended:
        code = int(ended.code or 0)
    return json.loads(out.getvalue()), code


@pytest.mark.parametrize(("name", "count"), [("starter.jsonl", 25), ("own.jsonl", 24)])
def test_every_vignette_passes_and_nothing_is_stored(name: str, count: int) -> None:
    found, code = _evaluate(VIGNETTES / name)

    assert found == {"cases": count, "passed": count, "failed": []}
    assert code == 0
    assert not Patient.objects.exists()
    assert not Resource.objects.exists()


def test_a_failing_case_is_named_with_every_reason_and_the_exit_code_says_so(
    tmp_path: Path,
) -> None:
    case = json.loads((VIGNETTES / "own.jsonl").read_text().splitlines()[0])
    case["expected"]["stale"] = []
    case["expected"]["critical"] = ["l1"]
    case["expected"]["assessed"] = ["l1"]
    (tmp_path / "cases.jsonl").write_text(json.dumps(case))

    found, code = _evaluate(tmp_path / "cases.jsonl")

    assert code == 1
    [failed] = found["failed"]
    assert failed["id"] == "o01"
    assert len(failed["why"]) == 2


@pytest.mark.parametrize("content", ["not json", "[1]", '{"id": "x"}'])
def test_a_line_that_is_no_case_is_one_clear_sentence(tmp_path: Path, content: str) -> None:
    (tmp_path / "cases.jsonl").write_text(content)

    with pytest.raises(CommandError, match=r"Line 1 of cases\.jsonl is not a case\."):
        _evaluate(tmp_path / "cases.jsonl")


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("missing.jsonl", r"^There is no file .*missing\.jsonl\.$"),
        ("folder", r"^folder is a folder; name a file with one JSON case a line\.$"),
        ("latin.jsonl", r"^latin\.jsonl can't be read\.$"),
    ],
)
def test_a_path_that_gives_no_cases_is_one_clear_sentence(
    tmp_path: Path, name: str, said: str
) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "latin.jsonl").write_bytes(b"\xff\xfe")

    with pytest.raises(CommandError, match=said) as refused:
        _evaluate(tmp_path / name)

    assert refused.value.returncode == 2
