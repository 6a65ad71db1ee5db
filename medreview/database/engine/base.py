"""Django's PostgreSQL engine, whose server starts when somebody wants to connect.

It also starts again: after a kill -9 the next connection finds a fresh server.
"""

from functools import cached_property
from typing import Any

from django.db import OperationalError
from django.db.backends.postgresql import base

from medreview.database.server import EmbeddedServer, ServerFailed


class DatabaseWrapper(base.DatabaseWrapper):
    """A connection to the server kept under ``settings.DATABASES[…]["VAR"]``."""

    @cached_property
    def server(self) -> EmbeddedServer:
        """The server this connection is to."""
        return EmbeddedServer(self.settings_dict["VAR"], self.settings_dict.get("PROGRAMS"))

    def get_connection_params(self) -> dict[str, Any]:
        self._wake_server(unless_listening=True)
        self.settings_dict["PASSWORD"] = self.server.password
        return super().get_connection_params()

    def get_new_connection(self, conn_params: dict[str, Any]) -> Any:
        self._wake_server(unless_listening=True)
        try:
            return super().get_new_connection(conn_params)
        except self.Database.OperationalError:
            # It may have been listening and yet starting, stopping, or without our database.
            self._wake_server(unless_listening=False)
            return super().get_new_connection(conn_params)

    def _wake_server(self, *, unless_listening: bool) -> None:
        if unless_listening and self.server.accepts_connections():
            return
        try:
            self.server.ensure_running()
        except ServerFailed as problem:
            raise OperationalError(str(problem)) from problem
