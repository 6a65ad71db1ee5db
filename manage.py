#!/usr/bin/env python
"""Django's door: every command finds a database that runs and is up to date."""

import os
import sys

import django
from django.core.management import execute_from_command_line

from medreview.database.preparing import DatabaseDown, prepare_for


def main(argv: list[str]) -> None:
    """Run one management command."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "medreview.settings.local")
    try:
        django.setup()
        prepare_for(argv)
        execute_from_command_line(argv)
    except DatabaseDown as problem:
        sys.stderr.write(f"{problem}\n")
        sys.exit(2)
    except KeyboardInterrupt:
        sys.exit(130)


if __name__ == "__main__":
    main(sys.argv)
