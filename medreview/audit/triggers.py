"""The trigger by which the database itself refuses to change what was recorded."""

import pgtrigger
from django.db import models
from pgtrigger.compiler import Trigger as CompiledTrigger
from pgtrigger.compiler import UpsertTriggerSql


class RefuseChangeSql(UpsertTriggerSql):
    """The trigger's SQL, without the session switch by which pgtrigger's own can be ignored.

    Migrations refer to this class: a change of its template is a new class.
    """

    def get_template(self) -> str:
        return """
            CREATE OR REPLACE FUNCTION {pgid}() RETURNS TRIGGER AS $$
                BEGIN {func} END;
            $$ LANGUAGE plpgsql;
            DROP TRIGGER IF EXISTS {pgid} ON {table};
            CREATE TRIGGER {pgid} {when} {operation} ON {table}
                FOR EACH {level} EXECUTE FUNCTION {execute};
            COMMENT ON TRIGGER {pgid} ON {table} IS '{hash}';
        """


class RefuseChange(pgtrigger.Trigger):
    """Refuses every UPDATE, DELETE and TRUNCATE of a table, even one that meets no row."""

    level = pgtrigger.Statement
    when = pgtrigger.Before
    operation = pgtrigger.Update | pgtrigger.Delete | pgtrigger.Truncate
    func = "RAISE EXCEPTION 'rows of % are never changed', TG_TABLE_NAME;"

    def compile(self, model: models.Model) -> CompiledTrigger:
        return CompiledTrigger(
            name=self.name,
            sql=RefuseChangeSql(
                pgid=self.get_pgid(model),
                func=self.render_func(model),
                table=model._meta.db_table,
                when=self.when,
                operation=self.operation,
                level=self.level,
                execute=self.render_execute(model),
            ),
        )


def append_only() -> list[pgtrigger.Trigger]:
    """What ``Meta.triggers`` of an append-only table holds.

    Bulk statements and raw SQL are refused too. The owner of a table can drop a trigger;
    the chain and its anchors are there to show it.
    """
    return [RefuseChange(name="rows_stay")]
