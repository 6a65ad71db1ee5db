"""What a program reads: patients, records, analyses, runs, the graph, itself."""

from collections.abc import Callable

import pytest
from django.test import Client

from medreview.accounts.models import User
from tests.integration.api.conftest import Program, World, read

pytestmark = pytest.mark.django_db

Of = Callable[..., Program]


def test_every_reading_of_everything_answers_with_what_it_promises(
    world: World, program: Of
) -> None:
    asks, ids = program(world.insider), world.ids()
    analysis, patient, run = ids["analysis"], ids["patient"], ids["run"]
    paths = [
        "me/",
        "tokens/",
        "health/",
        "patients/",
        f"patients/{patient}/",
        *(f"patients/{patient}/{part}/" for part in ("record", "results", "conditions")),
        *(f"patients/{patient}/{part}/" for part in ("medications", "allergies", "analyses")),
        "imports/",
        f"imports/{ids['import']}/",
        f"imports/{ids['import']}/problems/",
        f"imports/previews/{ids['batch']}/",
        f"analyses/{analysis}/",
        *(f"analyses/{analysis}/{part}/" for part in ("progress", "result", "record")),
        *(f"analyses/{analysis}/{part}/" for part in ("findings", "decisions", "criticals")),
        "worklist/",
        "worklist/next/",
        "worklist/colleagues/",
        *(f"worklist/{name}/" for name in ("waiting", "mine", "others", "overdue", "signed")),
        "criticals/",
        f"criticals/{ids['alert']}/",
        "agent-runs/",
        f"agent-runs/{run}/",
        *(f"agent-runs/{run}/{part}/" for part in ("timeline", "stages", "evidence", "views")),
        f"agent-runs/{run}/timeline/1/",
        *(f"agent-runs/{run}/{part}/" for part in ("model-calls", "tools")),
        "graph/lookup/?loinc=2823-3",
        "graph/biomarkers/",
        "graph/biomarkers/potassium/",
        "graph/domains/",
        "graph/domains/renal/",
        "graph/releases/",
        "schema/",
        "schema/contracts/",
        "schema/contracts/PatientRecord/",
    ]

    answers = {path: asks.get(path) for path in paths}

    wrong = {
        path: (answer.status_code, answer.content[:300])
        for path, answer in answers.items()
        if answer.status_code != 200
    }
    assert wrong == {}


def test_a_program_is_told_of_health_in_the_words_of_healthz(
    nell: User, program: Of, client: Client
) -> None:
    asked = read(program(nell).get("health/"))

    machine = client.get("/healthz").json()
    said = {check["name"]: check["state"] for check in asked["checks"]}
    assert said == {name: check["state"] for name, check in machine["checks"].items()}
    assert asked["status"] == machine["status"]
