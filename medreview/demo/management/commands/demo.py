"""A filled, clickable system from one command."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from medreview.demo import scenario
from medreview.server.serving import PortTaken, check_port, ending_the_database, serve


class Command(BaseCommand):
    """Load the demo, then run web and worker until told to stop."""

    help = "Load two invented hospitals and their patients, then run web server and workers."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--port", type=int, default=8000)
        parser.add_argument("--load-only", action="store_true", help="load the data and end")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["load_only"]:
            scenario.load(self.stdout.write)
            self.stdout.write("\n".join(scenario.greeting()))
            return
        port = options["port"]
        try:
            check_port(port)
            with ending_the_database():
                scenario.load(self.stdout.write)
                serve(port=port, greeting=scenario.greeting(), say=self.stdout.write)
        except PortTaken as problem:
            raise CommandError(str(problem), returncode=2) from problem
