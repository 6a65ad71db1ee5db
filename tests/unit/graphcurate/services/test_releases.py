"""The starter release: whole, hashed, found again, never changed."""

import pytest
from django.db import Error, connection, transaction

from graphcurate import queries, snapshot
from graphcurate.errors import NoRelease
from graphcurate.exchange.read import read
from graphcurate.exchange.starter import STARTER_FOLDER
from graphcurate.models import LookupMiss, Relation, Release
from graphcurate.services import releases
from medreview.audit.models import AuditEvent
from medreview.common.errors import NotFound
from medreview.common.hashing import sha256_of_bytes
from medreview.common.models import AppendOnlyError

pytestmark = pytest.mark.django_db


def test_a_migrated_database_has_the_starter_release():
    release = queries.current_release()

    assert release.name == "starter-2026.11"
    assert release.origin == "starter"
    assert AuditEvent.objects.filter(thing_id=release.id, event="graph.released").count() == 1


def test_loading_the_starter_again_changes_nothing(django_assert_num_queries):
    first = releases.load_starter()
    relations = Relation.objects.count()

    with django_assert_num_queries(1):
        second = releases.load_starter()

    assert second.pk == first.pk
    assert Relation.objects.count() == relations


def test_the_hash_is_of_the_stored_text():
    release = queries.current_release()

    assert release.content_hash == sha256_of_bytes(release.snapshot.encode())


def test_tables_and_files_say_the_same():
    release = queries.current_release()

    from_files = snapshot.build(
        read(STARTER_FOLDER),
        release=release.name,
        origin=release.origin,
        notes=release.notes,
    )

    assert from_files.content_hash() == release.content_hash


def test_nothing_of_the_starter_is_marked_reviewed():
    whole = queries.snapshot_of(queries.current_release())

    entries = [*whole.biomarkers.values(), *whole.domains.values()]
    relations = [relation for entry in entries for relation in entry.relations]

    assert len(relations) > 2000
    assert not any(relation.reviewed for relation in relations)
    assert {relation.agent_type for relation in relations} == {"starter"}
    assert not any(entry.reviewed for entry in whole.biomarkers.values())


def test_the_database_refuses_to_change_a_release():
    release = queries.current_release()

    with pytest.raises(Error), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("UPDATE graphcurate_release SET notes = 'other'")
    with pytest.raises(AppendOnlyError):
        release.save()
    with pytest.raises(AppendOnlyError):
        Release.objects.all().delete()


def test_a_process_reads_a_snapshot_once():
    first = queries.snapshot_of(queries.current_release())

    second = queries.snapshot_of(queries.release_named("starter-2026.11"))

    assert first is second
    assert queries.lookup_of(queries.current_release()) is queries.lookup_of(
        queries.current_release()
    )


def test_a_release_is_found_without_reading_its_text():
    queries.snapshot_of(queries.current_release())

    release = queries.current_release()
    queries.snapshot_of(release)

    assert "snapshot" in release.get_deferred_fields()
    assert LookupMiss.objects.count() == 0


def test_no_release_at_all_is_one_sentence(monkeypatch):
    monkeypatch.setattr(queries.releases, "_without_snapshot", Release.objects.none)

    with pytest.raises(NoRelease, match=r"There is no release of the graph yet\."):
        queries.current_release()


def test_an_unknown_release_is_not_found():
    with pytest.raises(NotFound):
        queries.release_named("starter-1999.01")


def test_two_processes_that_start_together_load_it_once():
    release = releases._load_starter()

    assert release == queries.current_release()
    assert Release.objects.count() == 1


def test_entries_that_stand_are_frozen_and_not_read_again(monkeypatch):
    monkeypatch.setattr(releases, "STARTER", "starter-2027.01")
    relations = Relation.objects.count()

    release = releases.load_starter()

    assert release.name == "starter-2027.01"
    assert Relation.objects.count() == relations
    assert queries.current_release() == release
