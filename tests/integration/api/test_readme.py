"""The README's program, as it stands there, against a server."""

import re
from typing import Any

import pytest

from medreview.accounts.models import Hospital
from medreview.accounts.roles import Role
from tests.architecture.house import ROOT
from tests.conftest import person
from tests.factories.review import make_review

LONGEST = 10


def program() -> str:
    """The Python of the README."""
    (found,) = re.findall(r"```python\n(.*?)```", (ROOT / "README.md").read_text(), re.S)
    return str(found)


def test_the_example_has_ten_lines_at_most() -> None:
    lines = [line for line in program().splitlines() if line.strip()]

    assert len(lines) <= LONGEST


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_the_example_of_the_readme_prints_what_waits(
    live_server: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    north = Hospital.objects.create(name="Hospital North", slug="north", timezone="Europe/Vienna")
    ada = person("ada", "Ada Albrecht", north, Role.CLINICIAN)
    ada.set_password("demo-ada-2026")
    ada.save()
    analysis = make_review(by=ada, key="hargreaves")

    exec(program().replace("http://localhost:8000", live_server.url), {})

    said = capsys.readouterr().out
    assert f"{analysis.number} in_review" in said
    assert "Potassium 6.8 mmol/L" in said.replace("\xa0", " ")
