"""A file brought into the graph makes drafts and a report, once, or a sentence why not."""

import gzip
import json

import pytest
import time_machine
from django.db import connection

from graphcurate import jobs
from graphcurate.exchange.forms import Form
from graphcurate.models import ChangeSet, GraphImport, Release
from graphcurate.queries import change_sets, current_release, head
from graphcurate.queries import imports as queries
from graphcurate.queries.exports import parts_of
from graphcurate.services import imports
from medreview.audit.models import AuditEvent
from medreview.common.errors import Invalid
from tests.at_once import at_once
from tests.factories.curation import make_curator, make_set

pytestmark = pytest.mark.django_db

HEAD = "relation,rationale\n"


def some_relation():
    return next(entry for entry in head().relations if entry.biomarker == "potassium")


def table(*rationales: str) -> bytes:
    lines = [f"{some_relation().id},{text}\n" for text in rationales]
    return "".join([HEAD, *lines]).encode()


def brought_in(content: bytes, name: str = "links.csv", by=None) -> GraphImport:
    made = imports.keep(name=name, content=content, by=by or make_curator())
    imports.run(made.pk)
    made.refresh_from_db()
    return made


def test_an_import_makes_drafts_in_a_change_set_and_publishes_nothing():
    before = head()

    made = brought_in(table("Kidneys excrete less of it."))

    [change] = change_sets.changes_of(made.change_set)
    assert (change.field, change.new) == ("rationale", "Kidneys excrete less of it.")
    assert (made.state, made.change_set.state) == ("done", "draft")
    assert head() == before
    assert Release.objects.count() == 1


def test_every_row_is_reported_and_the_file_itself_is_let_go():
    made = brought_in(table("Kidneys excrete less of it.") + b"nowhere,No such link.\n")

    outcomes = [(row.where, row.outcome.value) for row in queries.report_of(made)]
    assert outcomes == [("row 2", "changed"), ("row 3", "refused")]
    assert (made.counts["changed"], made.counts["refused"]) == (1, 1)
    assert bytes(made.content) == b""
    assert (made.done, made.total) == (2, 2)


@pytest.mark.parametrize("form", [Form.JSON, Form.RELATIONS, Form.NAMES])
def test_the_exported_release_comes_back_unchanged_and_opens_no_change_set(form):
    content = b"".join(parts_of(current_release(), form))

    made = brought_in(content)

    assert made.form == form
    assert {name for name, count in made.counts.items() if count} == {"unchanged"}
    assert made.change_set is None
    assert made.notes == []
    assert not ChangeSet.objects.exists()


def test_a_packed_file_is_read_as_the_file_in_it():
    made = brought_in(gzip.compress(table("Kidneys excrete less of it.")))

    assert made.counts["changed"] == 1


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"", "empty"),
        (b"PK\x03\x04rest", "archive"),
        (b"\x1f\x8bbroken", "damaged"),
        (b"name;age\nx;1\n", "no file of the graph"),
    ],
)
def test_what_is_no_file_of_the_graph_is_refused_before_it_is_kept(content, sentence):
    with pytest.raises(Invalid, match=sentence):
        imports.keep(name="x", content=content, by=make_curator())

    assert not GraphImport.objects.exists()


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"{", "not JSON at line"),
        (b"[]", "no exchange file"),
        (b'{"a": 1, "a": 2}', "twice"),
        (b'{"format": ' + b"[" * 40 + b"]" * 40 + b"}", "nested too deeply"),
        (b'{"format": ' + b"[" * 100_000, "nested too deeply|not JSON"),
        (b'{"format": NaN}', "not JSON"),
        (b'{"format": "\xff"}', "not JSON"),
    ],
)
def test_a_broken_file_fails_with_a_sentence_and_changes_nothing(content, sentence):
    made = brought_in(content)

    with pytest.raises(Invalid, match=sentence):
        raise Invalid(made.problem["sentence"], **made.problem["values"])
    assert made.state == "failed"
    assert not ChangeSet.objects.exists()


def test_a_file_larger_than_is_taken_at_once_is_refused(settings):
    settings.UPLOAD_LIMITS = {"graph": 1024 * 1024}

    with pytest.raises(Invalid, match="larger than the 1 MB"):
        imports.keep(name="x", content=gzip.compress(b" " * 2_000_000), by=make_curator())


def test_a_file_of_more_rows_than_are_taken_at_once_fails(settings):
    settings.GRAPH_IMPORT_ROWS = 1

    made = brought_in(table("One.", "Two."))

    assert made.problem["values"] == {"limit": 1}


def test_a_second_delivery_makes_no_second_change_set():
    made = brought_in(table("Kidneys excrete less of it."))

    jobs.run_import(made.pk)

    assert ChangeSet.objects.count() == 1


def test_a_lost_import_is_begun_anew_and_the_lost_worker_writes_nothing():
    with time_machine.travel("2026-11-30T12:00:00Z", tick=False) as clock:
        made = imports.keep(name="x.csv", content=table("Kidneys."), by=make_curator())
        lost = imports._claimed(made.pk)
        clock.shift(imports.PATIENCE.total_seconds() + 1)

        assert jobs.call_imports_again() == 1
        imports.run(made.pk)
        with pytest.raises(imports.HeldElsewhere):
            imports._go_through(lost)

    made.refresh_from_db()
    assert (made.state, made.attempt) == ("done", 2)
    assert ChangeSet.objects.count() == 1


def test_what_is_being_gone_through_is_not_called_for_again():
    made = imports.keep(name="x.csv", content=table("Kidneys."), by=make_curator())
    imports._claimed(made.pk)

    assert jobs.call_imports_again() == 0


def test_a_file_that_broke_three_workers_is_not_tried_for_ever():
    made = imports.keep(name="x.csv", content=table("Kidneys."), by=make_curator())
    GraphImport.objects.filter(pk=made.pk).update(attempt=imports.MOST_ATTEMPTS)

    imports.run(made.pk)

    made.refresh_from_db()
    assert (made.state, made.problem["values"]) == ("failed", {"n": 3})


def test_a_release_published_meanwhile_fails_the_import_and_leaves_no_draft(monkeypatch):
    made = imports.keep(name="x.csv", content=table("Kidneys."), by=make_curator(), wake=False)
    first = current_release()
    told = iter([first, Release(name="later")])
    monkeypatch.setattr(imports, "current_release", lambda: next(told))

    imports.run(made.pk)

    made.refresh_from_db()
    assert made.state == "failed"
    assert "A release was published" in made.problem["sentence"]
    assert made.change_set is None
    left = ChangeSet.objects.get()
    assert (left.state, left.revisions.exists()) == ("withdrawn", False)


@pytest.mark.django_db(transaction=True)
def test_nobody_waits_while_a_large_file_is_written(monkeypatch):
    importer = make_curator()
    colleague = make_curator(hospital=importer.hospital)
    made = imports.keep(name="x.csv", content=table("Kidneys."), by=importer, wake=False)
    write = imports.save_edits
    opened = []

    def open_meanwhile():
        with connection.cursor() as cursor:
            cursor.execute("SET lock_timeout = '10s'")
        return make_set(colleague)

    def written_slowly(**said):
        opened.append(at_once(open_meanwhile)[0])
        return write(**said)

    monkeypatch.setattr(imports, "save_edits", written_slowly)
    imports.run(made.pk)

    made.refresh_from_db()
    assert made.state == "done"
    assert opened[0].number > made.change_set.number


def test_what_a_file_leaves_out_is_noted():
    relation = some_relation().id

    made = brought_in(f"relation,rationale,colour\n{relation},Kidneys.,red\n".encode())

    assert made.notes[0]["values"] == {"name": "colour"}


def test_a_removal_keeps_its_reason_in_the_change_set():
    relation = some_relation().id

    made = brought_in(f"relation,remove,reason\n{relation},relation,Said twice.\n".encode())

    assert made.change_set.revisions.get().reason == "Said twice."


def test_every_step_leaves_its_line_in_the_trail():
    made = brought_in(table("Kidneys."))
    broken = brought_in(b"{}")

    events = {
        (event.event, event.thing_id)
        for event in AuditEvent.objects.filter(event__startswith="graph_import")
    }
    assert {
        ("graph_import.asked", made.pk),
        ("graph_import.done", made.pk),
        ("graph_import.failed", broken.pk),
    } <= events


def test_new_entries_of_a_document_are_drafted_whole():
    said = {
        "format": "medreview-graph",
        "format_version": 1,
        "sources": [{"key": "NEW26", "title": "A source", "organisation": "Somebody"}],
        "relations": [
            some_relation().as_json()
            | {
                "id": "potassium:condition:new",
                "evidence": [
                    {"id": "NEW26", "source": "NEW26", "level": "review", "agent_type": "model"}
                ],
            }
        ],
    }

    made = brought_in(json.dumps(said).encode(), name="new.json")

    assert made.counts["new"] == 2
    content = change_sets.working_content([made.change_set])
    added = next(entry for entry in content.relations if entry.id == "potassium:condition:new")
    assert (added.evidence[0].agent_type, added.reviewed) == ("model", False)
