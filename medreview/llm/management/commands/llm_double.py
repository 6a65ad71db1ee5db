"""Serves a double of a language model on this machine, played from a script."""

import signal
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.module_loading import import_string
from pydantic import ValidationError

from medreview.llm.double.script import Answers, Script
from medreview.llm.double.server import Double


class Command(BaseCommand):
    help = "Play a script in OpenAI's wire format on loopback, until it is stopped."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "script",
            help="a JSON file, {'turns': [...]}, or a function of the checkout that answers "
            "requests, such as tests.doubles.honest.answer",
        )
        parser.add_argument("--port", type=int, default=8020)

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            server = Double(script_named(options["script"]), port=options["port"])
        except OSError as problem:
            raise CommandError(f"The double can't start: {problem.strerror}.") from problem
        except (ValidationError, ImportError) as problem:
            raise CommandError(f"The script can't be read: {problem}") from problem
        self.stdout.write(f"LLM_BASE_URL={server.base_url} LLM_MODEL=double LLM_PROVIDER=other")
        # A shell that starts it in the background would have it ignore both.
        for ending in (signal.SIGINT, signal.SIGTERM):
            signal.signal(ending, signal.default_int_handler)
        try:
            server.serve_forever()
        except KeyboardInterrupt:
            self.stdout.write(f"{len(server.playing.requests)} requests were answered.")
        finally:
            server.server_close()


def script_named(name: str) -> Script | Answers:
    """The script of a file, or the function with this dotted name."""
    path = Path(name)
    if path.exists() or path.suffix == ".json":
        return Script.from_file(path)
    answers: Answers = import_string(name)
    return answers
