"""Work on the queue."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from medreview.server.queue_guard import run_cluster
from medreview.server.serving import run_worker


class Command(BaseCommand):
    """Run workers until told to stop, and start them again whatever kills them."""

    help = "Run queue workers; any that is killed is replaced. Ctrl-C ends them."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--cluster-only", action="store_true", help="without the guard")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["cluster_only"]:
            run_cluster()
        else:
            run_worker()
