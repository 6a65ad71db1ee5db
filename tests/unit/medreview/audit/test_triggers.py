import pytest
from django.apps import apps
from django.db import DatabaseError, connection, transaction

from medreview.audit.models import AuditEvent
from medreview.common.models import AppendOnly, AppendOnlyError
from tests.factories.accounts import make_hospital

pytestmark = pytest.mark.django_db

STATEMENTS = (
    "UPDATE audit_auditevent SET actor = 'usr_other'",
    "UPDATE audit_auditevent SET actor = 'usr_other' WHERE false",
    "DELETE FROM audit_auditevent",
    "TRUNCATE audit_auditevent CASCADE",
    "SET LOCAL pgtrigger.ignore = '{pgtrigger_rows_stay_c806a}'; DELETE FROM audit_auditevent",
)


@pytest.mark.parametrize("statement", STATEMENTS)
def test_the_database_refuses_to_change_the_trail(statement):
    make_hospital()
    before = list(AuditEvent.objects.values_list("hash"))

    with (
        pytest.raises(DatabaseError, match="never changed"),
        transaction.atomic(),
        connection.cursor() as cursor,
    ):
        cursor.execute(statement)

    assert list(AuditEvent.objects.values_list("hash")) == before


def test_code_is_refused_before_it_reaches_the_database():
    make_hospital()
    event = AuditEvent.objects.latest("created_at")

    for change in (event.save, event.delete, AuditEvent.objects.all().delete):
        with pytest.raises(AppendOnlyError):
            change()
    with pytest.raises(AppendOnlyError):
        AuditEvent.objects.update(actor="usr_other")


KEPT = sorted(model._meta.db_table for model in apps.get_models() if issubclass(model, AppendOnly))


@pytest.mark.parametrize("table", KEPT)
@pytest.mark.parametrize(
    "change", ["UPDATE {} SET id = id", "DELETE FROM {}", "TRUNCATE {} CASCADE"]
)
def test_the_database_refuses_to_change_any_table_whose_rows_stay(table, change):
    with (
        pytest.raises(DatabaseError, match="never changed"),
        transaction.atomic(),
        connection.cursor() as cursor,
    ):
        cursor.execute(change.format(table))


def test_what_was_decided_signed_run_and_released_stays():
    assert {
        "audit_auditevent",
        "graphcurate_release",
        "pipeline_stageoutput",
        "review_decision",
        "review_signature",
        "runtime_runevent",
    } <= set(KEPT)
