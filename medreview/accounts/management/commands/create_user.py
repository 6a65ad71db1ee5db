"""Make an account from a shell: the first one of a fresh installation."""

import getpass
import os
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import transaction
from django.utils.text import slugify

from medreview.accounts import queries, services
from medreview.accounts.models import Hospital
from medreview.accounts.roles import Role
from medreview.common.errors import MedReviewError, NotFound

PASSWORD_VARIABLE = "MEDREVIEW_PASSWORD"  # noqa: S105 - a variable's name


class Command(BaseCommand):
    help = (
        "Make an account. The password is asked for, or read from "
        f"{PASSWORD_VARIABLE}: a command line is no place for it."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("username")
        parser.add_argument("--name", required=True, help="the person's full name")
        parser.add_argument("--title", default="")
        parser.add_argument("--hospital", required=True, help="the hospital's short name")
        parser.add_argument(
            "--hospital-name", help="open this hospital if there is none of that short name"
        )
        parser.add_argument(
            "--role", action="append", required=True, choices=[role.value for role in Role]
        )

    def handle(self, *args: Any, **options: Any) -> None:
        password = _password()
        try:
            with transaction.atomic():
                user = services.create_user(
                    username=options["username"],
                    full_name=options["name"],
                    title=options["title"],
                    password=password,
                    hospital=_hospital(options["hospital"], options["hospital_name"]),
                    roles=[Role(role) for role in options["role"]],
                )
        except MedReviewError as problem:
            raise CommandError(str(problem)) from problem
        self.stdout.write(f"{user.username} can sign in ({user.pk}).")


def _password() -> str:
    try:
        return os.environ.get(PASSWORD_VARIABLE) or getpass.getpass("Password: ")
    except EOFError:
        raise CommandError(
            f"There is nobody here to ask for a password: set {PASSWORD_VARIABLE}."
        ) from None


def _hospital(slug: str, name: str | None) -> Hospital:
    try:
        return queries.hospital(slug)
    except NotFound as problem:
        if name is None:
            raise CommandError(f"{problem} --hospital-name with its full name opens it.") from None
        return services.create_hospital(name=name, slug=slugify(slug))
