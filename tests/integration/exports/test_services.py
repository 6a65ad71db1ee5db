"""A signed edition as a file: only what was signed, always the same, always in the trail."""

import json
from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse

from analysis.exports.contracts import SignedAnalysis
from analysis.exports.errors import NoSuchEdition, NotAsSigned, NotSigned
from analysis.exports.formats import ExportFormat
from analysis.exports.queries import signed_analysis
from analysis.exports.services import export
from analysis.pipeline.models import Analysis
from analysis.review import queries
from analysis.review.models import Decision
from analysis.review.queries import Review
from analysis.review.services import decisions, notes, signing
from medreview.accounts.models import User
from medreview.audit.models import AuditEvent
from medreview.common.hashing import sha256_of, sha256_of_bytes
from tests.integration.exports.conftest import EDITED, sign

pytestmark = pytest.mark.django_db

WITHOUT_A_MOMENT = [form for form in ExportFormat if form != ExportFormat.PDF]


def made(analysis: Analysis, form: ExportFormat, by: User, edition: int = 1) -> bytes:
    return export(analysis=analysis, edition=edition, form=form, by=by).content


@pytest.mark.parametrize("form", ExportFormat)
def test_what_nobody_signed_is_not_exported(
    unsigned: Analysis, ada: User, form: ExportFormat
) -> None:
    with pytest.raises(NotSigned, match="is not signed, so it is not exported"):
        made(unsigned, form, ada)

    assert not AuditEvent.objects.filter(event="report.exported").exists()


def test_an_edition_that_never_was_is_no_edition(analysis: Analysis, ada: User) -> None:
    for edition in (0, 2):
        with pytest.raises(NoSuchEdition):
            made(analysis, ExportFormat.JSON, ada, edition)


@pytest.mark.parametrize("form", ExportFormat)
def test_every_export_stands_in_the_trail_with_its_form_its_edition_and_its_hash(
    analysis: Analysis, ada: User, form: ExportFormat
) -> None:
    content = made(analysis, form, ada)

    event = AuditEvent.objects.get(event="report.exported")
    assert event.actor == ada.pk
    assert event.patient == analysis.patient_id
    assert event.counts == {"edition": 1}
    assert event.detail == {"format": form.code, "sha256": sha256_of_bytes(content)}


@pytest.mark.parametrize("form", WITHOUT_A_MOMENT)
def test_the_same_edition_is_the_same_file_whoever_takes_it(
    analysis: Analysis, ada: User, kim: User, form: ExportFormat
) -> None:
    assert made(analysis, form, ada) == made(analysis, form, kim)


def test_the_contract_survives_the_way_through_a_file(analysis: Analysis, ada: User) -> None:
    content = made(analysis, ExportFormat.JSON, ada)

    read = SignedAnalysis.model_validate_json(content)

    assert read == signed_analysis(analysis, 1)
    assert read.as_text().encode() == content


def test_a_reader_computes_the_signed_hash_from_the_file_alone(
    analysis: Analysis, ada: User
) -> None:
    read = json.loads(made(analysis, ExportFormat.JSON, ada))

    by_id = {each["id"]: each for each in read["decisions"]}
    covered = [by_id[key] for key in read["signature"]["covers"]]
    rows = [[each[name] for name in ("id", "finding", "kind", "text")] for each in covered]
    assert sha256_of(rows) == read["signature"]["content_sha256"]
    assert len(rows) == 10


def test_a_file_with_another_decision_is_refused_by_its_reader(
    analysis: Analysis, ada: User
) -> None:
    content = made(analysis, ExportFormat.JSON, ada).decode()

    with pytest.raises(ValueError, match="not the ones that were signed"):
        SignedAnalysis.model_validate_json(content.replace("in keeping with", "not due to"))


def test_the_contract_holds_what_was_decided_by_whom_and_why(signed: SignedAnalysis) -> None:
    edited, rejected = signed.findings[1:3]

    assert edited.paragraphs == (EDITED,)
    decision = signed.decision_on(rejected.result)
    assert decision is not None
    assert (decision.kind, decision.reason) == ("rejected", "not_relevant")
    assert decision.comment == "Known, stable."
    assert decision.by.name == "Ada Albrecht"
    assert rejected.paragraphs == ()
    assert [each.title for each in signed.added] == ["Oedema"]
    assert [each.text for each in signed.comments] == ["Repeat on Monday."]
    assert [each.acknowledgement.told for each in signed.criticals if each.acknowledgement] == [
        "Dr Orlov"
    ]


def test_a_signed_edition_stays_what_it_was_while_the_next_is_written(
    analysis: Analysis, ada: User
) -> None:
    first = json.loads(made(analysis, ExportFormat.JSON, ada))
    signing.amend(analysis=analysis, version=analysis.version, reason="A wrong unit.", by=ada)
    analysis.refresh_from_db()
    key = queries.finding_keys(analysis)[3]
    decisions.edit(analysis=analysis, finding=key, version=1, text="Due to iron.", by=ada)
    notes.comment(analysis=analysis, finding=key, text="Later word.", by=ada)

    with pytest.raises(NotSigned):
        made(analysis, ExportFormat.JSON, ada, 2)
    assert json.loads(made(analysis, ExportFormat.JSON, ada)) == first

    analysis.refresh_from_db()
    sign(analysis, by=ada)
    second = signed_analysis(analysis, 2)
    again = json.loads(made(analysis, ExportFormat.JSON, ada))

    assert again == first | {"newest_edition": 2}
    assert second.findings[3].paragraphs == ("Due to iron.",)
    assert [each.reason for each in second.amendments] == ["A wrong unit."]


def test_decisions_that_are_not_the_signed_ones_are_not_exported(
    analysis: Analysis, ada: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = Decision(pk="dec_other", finding="Observation/x", kind="accepted")
    monkeypatch.setattr(Review, "standing_on", lambda self, finding: other)

    with pytest.raises(NotAsSigned):
        made(analysis, ExportFormat.JSON, ada)


@pytest.mark.parametrize("form", ExportFormat)
def test_a_file_is_saved_under_our_own_number_and_kept_by_nobody(
    analysis: Analysis, ada: User, signed_in: Callable[[User], Client], form: ExportFormat
) -> None:
    answer = signed_in(ada).get(reverse("exports:file", args=[analysis.pk, 1, form.value]))

    name = f"{analysis.number}-e1.{form.value}"
    assert answer.status_code == 200
    assert answer["Content-Disposition"] == f'attachment; filename="{name}"'
    assert "no-store" in answer["Cache-Control"]
    events = AuditEvent.objects.filter(patient=analysis.patient_id, actor=ada.pk)
    assert {"analysis.read", "report.exported"} <= set(events.values_list("event", flat=True))


def test_a_refusal_is_a_page_with_a_sentence(
    unsigned: Analysis, ada: User, signed_in: Callable[[User], Client]
) -> None:
    client = signed_in(ada)

    refused = client.get(reverse("exports:file", args=[unsigned.pk, 1, "pdf"]))
    unknown = client.get(reverse("exports:file", args=[unsigned.pk, 1, "docx"]))

    assert refused.status_code == 409
    assert "is not signed, so it is not exported" in refused.content.decode()
    assert unknown.status_code == 404


def test_the_menu_stands_where_something_is_signed(
    analysis: Analysis, ada: User, signed_in: Callable[[User], Client]
) -> None:
    client = signed_in(ada)

    page = client.get(reverse("review:finding", args=[analysis.pk, 1])).content.decode()
    paper = client.get(reverse("review:print-edition", args=[analysis.pk, 1])).content.decode()

    for form in ("pdf", "csv", "fhir.json", "json"):
        address = f'href="{reverse("exports:file", args=[analysis.pk, 1, form])}"'
        assert address in page
        assert address in paper


def test_what_is_not_signed_has_no_menu(
    unsigned: Analysis, ada: User, signed_in: Callable[[User], Client]
) -> None:
    page = signed_in(ada).get(reverse("review:finding", args=[unsigned.pk, 1])).content.decode()

    assert 'data-testid="export"' not in page
