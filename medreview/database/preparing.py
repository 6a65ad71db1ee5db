"""What happens before a command: the database is reached and brought up to date."""

import contextlib
from collections.abc import Iterable, Iterator

from django.conf import settings
from django.core.management import call_command
from django.db import OperationalError, connection
from django.db.migrations.executor import MigrationExecutor

NEEDS_NO_DATABASE = frozenset(
    [
        "check",
        "collectstatic",
        "compilemessages",
        "diffsettings",
        "draw_states",
        "findstatic",
        "help",
        "makemessages",
        "makemigrations",
        "startapp",
        "version",
    ]
)
MIGRATES_BY_ITSELF = frozenset(
    [
        "dbshell",
        "flush",
        "migrate",
        "showmigrations",
        "sqlflush",
        "sqlmigrate",
        "squashmigrations",
        "test",
    ]
)
MIGRATION_LOCK = 0x6D656472
"""The advisory lock ("medr") under which one process migrates and the others wait."""


class DatabaseDown(Exception):
    """The database can't be reached; the text is one sentence for the person at the shell."""


def prepare_for(argv: list[str]) -> None:
    """Give the command of ``argv`` a database that answers and has every table it needs."""
    command = argv[1] if len(argv) > 1 else "help"
    if command.startswith("-") or command in NEEDS_NO_DATABASE or _asks_for_help(argv[2:]):
        return
    reach()
    if settings.MIGRATE_ON_DEMAND and command not in MIGRATES_BY_ITSELF:
        bring_up_to_date()


def reach() -> None:
    """Connect, or raise DatabaseDown in a sentence that holds no password."""
    try:
        connection.ensure_connection()
    except OperationalError as problem:
        raise DatabaseDown(_sentence_for(problem)) from problem


def bring_up_to_date() -> None:
    """Apply pending migrations, one process at a time."""
    if not _migrations_are_pending():
        return
    with one_at_a_time(MIGRATION_LOCK):
        call_command("migrate", verbosity=0, interactive=False)


@contextlib.contextmanager
def one_at_a_time(lock: int) -> Iterator[None]:
    """Hold an advisory lock of the database: who asks for the same one waits."""
    # In a session of its own: sending a task closes the shared one, and the lock would go with it.
    session = connection.copy()
    try:
        with session.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_lock(%s)", [lock])
            yield
            cursor.execute("SELECT pg_advisory_unlock(%s)", [lock])
    finally:
        session.close()


def _migrations_are_pending() -> bool:
    executor = MigrationExecutor(connection)
    return bool(executor.migration_plan(executor.loader.graph.leaf_nodes()))


def _asks_for_help(arguments: Iterable[str]) -> bool:
    return not {"-h", "--help", "--version"}.isdisjoint(arguments)


def _sentence_for(problem: OperationalError) -> str:
    where = connection.settings_dict
    if "VAR" in where:
        return str(problem).strip()
    place = f"{where['HOST'] or 'localhost'}:{where['PORT'] or 5432}"
    return (
        f"The database of DATABASE_URL ({where['NAME']} at {place}) can't be reached:"
        " check that it runs, that this machine may connect, and that name and password are right."
    )
