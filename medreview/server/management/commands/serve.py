"""Web and worker together."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from medreview.server.serving import PortTaken, ending_the_database, serve


class Command(BaseCommand):
    """Run web and worker until told to stop."""

    help = "Run web server and workers together. Ctrl-C ends all of it."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--port", type=int, default=8000)

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            with ending_the_database():
                serve(port=options["port"], greeting=(), say=self.stdout.write)
        except PortTaken as problem:
            raise CommandError(str(problem), returncode=2) from problem
