"""A record whose every text is an attack: never markup, never in a log, a task or an address."""

import json
import logging
import logging.config
import re
from collections.abc import Callable, Iterable
from typing import Any

import pytest
from django.conf import settings
from django.db import connection
from django.test import Client
from django.urls import reverse

from analysis.pipeline.jobs import run_analysis
from analysis.pipeline.services import request_analysis
from analysis.review.services import decisions, notes
from graphcurate.services.releases import load_starter
from medreview.fhir import uploads
from medreview.fhir.uploads import ChosenFile
from medreview.patients.models import Patient
from tests.integration.walls.conftest import World
from tests.integration.walls.routes import PLAIN, QUESTIONS, ROUTES, address

pytestmark = pytest.mark.django_db

CANARY = "Zyxcanary"
ATTACKS = (
    f'{CANARY} <img src=x onerror="alert(1)">',
    f"{CANARY} <a hx-get='/logout/' hx-trigger='load'>",
    f"{CANARY} </textarea></title><script>alert(1)</script>",
    f'{CANARY} "><svg onload=alert(1)>',
    f"=HYPERLINK('{CANARY}')",
    f"javascript:alert('{CANARY}')",
    f"{CANARY} {{{{7*7}}}} {{% debug %}}",
)
MARKUP = re.compile(
    r"<img[^>]*onerror|<svg[^>]*onload|hx-get='/logout/'|<script>alert|href=.javascript:", re.I
)
ENDS_THE_SESSION = "front:logout"
NEVER_PATIENT_DATA = (
    "audit_auditevent",
    "axes_accessattempt",
    "django_q_ormq",
    "django_q_task",
    "django_session",
    "runtime_run",
    "runtime_runevent",
    "runtime_stagelease",
    "pipeline_analysis",
    "pipeline_stageoutput",
)


class Attacks:
    """One after the other, so that every place meets several."""

    def __init__(self) -> None:
        self.given = 0

    def __call__(self) -> str:
        self.given += 1
        return ATTACKS[self.given % len(ATTACKS)]


def hostile_record() -> bytes:
    """One patient of whom every kind of entry exists, and whose every text attacks."""
    say = Attacks()
    subject = {"reference": "Patient/hostile", "display": say()}

    def entry(kind: str, key: str, **said: Any) -> dict[str, Any]:
        owner = "patient" if kind == "AllergyIntolerance" else "subject"
        return {"resourceType": kind, "id": key, owner: subject, **said}

    def coded(system: str, code: str) -> dict[str, Any]:
        return {"coding": [{"system": system, "code": code, "display": say()}], "text": say()}

    labs = [
        entry(
            "Observation",
            f"lab-{loinc}",
            status="final",
            code=coded("http://loinc.org", loinc),
            effectiveDateTime="2026-11-29T08:00:00Z",
            valueQuantity={"value": value, "unit": unit},
            referenceRange=[{"high": {"value": high, "unit": unit}, "text": say()}],
            interpretation=[{"coding": [{"code": "H", "display": say()}], "text": say()}],
            note=[{"text": say()}],
        )
        for loinc, value, unit, high in (
            ("2823-3", 6.9, "mmol/L", 5.1),
            ("2160-0", 3.2, "mg/dL", 1.2),
            ("99999-9", 9, say(), 2),
        )
    ]
    others = [
        entry("Observation", "text", status="final", code={"text": say()}, valueString=say()),
        entry("Condition", "c1", code=coded("http://snomed.info/sct", "709044004")),
        entry(
            "MedicationStatement", "m1", status="active", medicationCodeableConcept={"text": say()}
        ),
        entry("AllergyIntolerance", "a1", code={"text": say()}),
        entry("Procedure", "p1", status="completed", code={"text": say()}),
        entry("DiagnosticReport", "r1", status="final", code={"text": say()}, conclusion=say()),
        entry("Encounter", "e1", status="finished", type=[{"text": say()}]),
        {"resourceType": say()},
        {"resourceType": "Patient", "id": say()},
    ]
    patient = {
        "resourceType": "Patient",
        "id": "hostile",
        "name": [{"family": say(), "given": [say()], "text": say()}],
        "birthDate": "1960-02-03",
        "identifier": [{"value": say(), "type": {"coding": [{"code": "MR"}]}}],
    }
    entries = [{"resource": resource} for resource in (patient, *labs, *others)]
    return json.dumps({"resourceType": "Bundle", "type": "collection", "entry": entries}).encode()


@pytest.fixture
def hostile(world: World) -> dict[str, str]:
    """The ids of everything that became of the record; reviewers wrote attacks too."""
    by, content = world.insider, hostile_record()
    files = [ChosenFile(f"{ATTACKS[0]}.json", len(content), content)]
    batch = uploads.keep(files=files, by=by)
    made = uploads.run(batch=batch, by=by)[0]
    shown = uploads.keep(files=files, by=by)
    load_starter()
    patient = Patient.objects.get(hospital=by.hospital, fhir_id="hostile")
    analysis = request_analysis(patient=patient, by=by, wake=False)
    run_analysis(analysis.pk)
    decisions.add_finding(analysis=analysis, title=ATTACKS[0], text=ATTACKS[2], by=by)
    notes.comment(analysis=analysis, finding="", text=ATTACKS[3], by=by)
    return world.ids() | {
        "analysis": analysis.pk,
        "patient": patient.pk,
        "alert": analysis.alerts.get().pk,
        "handoff": analysis.run.handoffs.get().pk,
        "run": analysis.run_id,
        "import": made.pk,
        "batch": shown,
        "upload": uploads.open_batch(batch=shown, by=by)[0][0],
    }


def every_page(client: Client, ids: dict[str, str]) -> dict[str, Any]:
    urls = {
        name: address(name, ids) + QUESTIONS.get(name, "")
        for name in ROUTES
        if name != ENDS_THE_SESSION
    }
    shown = {name: client.get(url) for name, url in urls.items()}
    more = [f"finding {number}" for number in (2, 3, 4)]
    for number, name in enumerate(more, start=PLAIN["number"] + 1):
        shown[name] = client.get(reverse("review:finding", args=[ids["analysis"], number]))
    return shown


def said(page: Any) -> str:
    """What an answer says, sent piece by piece or at once; of a file such as a PDF its bytes."""
    return page.getvalue().decode("utf-8", "replace")


def test_no_text_of_a_record_is_ever_markup(
    world: World, hostile: dict[str, str], visitor: Callable[..., Client]
) -> None:
    pages = every_page(visitor(world.insider), hostile)

    texts = {name: said(page) for name, page in pages.items()}

    assert {name for name, page in pages.items() if page.status_code >= 500} <= {"healthz"}
    read_as_markup = {name for name, page in pages.items() if "html" in page["Content-Type"]}
    assert {name for name in read_as_markup if MARKUP.search(texts[name])} == set()
    assert sum(CANARY in text for text in texts.values()) > 10
    assert "{{7*7}}" in texts["front:patient"]


def test_no_cell_of_a_table_for_a_spreadsheet_is_a_formula(
    world: World, hostile: dict[str, str], visitor: Callable[..., Client]
) -> None:
    url = reverse("front:import-problems", args=[hostile["import"]])

    lines = visitor(world.insider).get(url).content.decode("utf-8-sig").splitlines()

    cells = [cell.strip('"') for line in lines for cell in line.split('","')]
    assert any(CANARY in cell for cell in cells)
    assert [cell for cell in cells if cell.startswith(("=", "+", "-", "@"))] == []


def test_no_text_of_a_record_is_in_an_address_a_log_or_a_table_without_a_seal(
    world: World,
    hostile: dict[str, str],
    visitor: Callable[..., Client],
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    client = visitor(world.insider)
    pages = every_page(client, hostile)
    client.post(reverse("front:patients"), {"q": CANARY})

    def breaks(*args: Any, **kwargs: Any) -> None:
        raise KeyError(ATTACKS[0])

    monkeypatch.setattr("medreview.front.views.patients.patient_page", breaks)
    broken = client.get(reverse("front:patient", args=[hostile["patient"]]))

    addresses = [
        link
        for page in pages.values()
        for link in re.findall(r'(?:href|src|action|hx-\w+)="(/[^"]*)"', said(page))
    ]
    assert broken.status_code == 500
    assert CANARY not in broken.content.decode()
    assert [link for link in addresses if CANARY in link] == []
    assert [line for line in log_lines(caplog.records) if CANARY in line] == []
    assert tables_with(CANARY) == []


def log_lines(records: Iterable[logging.LogRecord]) -> list[str]:
    """What the product's own log would hold of these records."""
    configuration = logging.config.DictConfigurator(settings.LOGGING)
    (description,) = settings.LOGGING["formatters"].values()
    formatter = configuration.configure_formatter(dict(description))
    return [formatter.format(record) for record in records]


def tables_with(text: str) -> list[str]:
    found = []
    with connection.cursor() as cursor:
        for table in NEVER_PATIENT_DATA:
            cursor.execute(
                f'SELECT count(*) FROM "{table}" t WHERE t::text ILIKE %s', [f"%{text}%"]
            )
            if cursor.fetchone()[0]:
                found.append(table)
    return found
