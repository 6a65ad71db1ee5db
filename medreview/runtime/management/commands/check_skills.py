"""Prints the hash of skills, as the list of allowed ones names it."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from medreview.runtime.skills.allowlist import Allowed, allowed_skills
from medreview.runtime.skills.read import read_skill


class Command(BaseCommand):
    help = "Read skills from their folders and print their hashes; exit 1 if one is not allowed."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("folders", nargs="+", type=Path, help="folders with a manifest.toml")

    def handle(self, *args: Any, **options: Any) -> None:
        allowed = allowed_skills()
        strange = False
        for folder in options["folders"]:
            skill = read_skill(folder)
            is_allowed = Allowed(name=skill.name, version=skill.version, hash=skill.hash) in allowed
            strange = strange or not is_allowed
            word = "allowed" if is_allowed else "not allowed"
            self.stdout.write(f"{skill.name} {skill.version} {skill.hash} {word}")
        if strange:
            raise SystemExit(1)
