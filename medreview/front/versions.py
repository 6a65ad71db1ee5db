"""Which versions run here, and which switches are on and why."""

import tomllib
from dataclasses import dataclass
from pathlib import Path
from platform import python_version

import django
from django.conf import settings
from django.db import Error
from django.utils.translation import gettext as _

from graphcurate.queries import current_release
from medreview.common.errors import MedReviewError
from medreview.common.mail import can_mail
from medreview.server.queries import database_version

PRODUCT: str = tomllib.loads((Path(__file__).resolve().parents[2] / "pyproject.toml").read_text())[
    "project"
]["version"]


@dataclass(frozen=True)
class Switch:
    """One thing an installation can do, whether it does, and why."""

    name: str
    is_on: bool
    why: str


def versions() -> list[tuple[str, str]]:
    """The parts and their versions; what can't be asked just now says so."""
    unknown = _("not known just now")
    return [
        ("medreview", PRODUCT),
        ("Python", python_version()),
        ("Django", django.get_version()),
        ("PostgreSQL", database_version() or unknown),
        (_("Graph release"), _release() or unknown),
    ]


def switches() -> list[Switch]:
    """What is set from outside, without a value of it: some are secrets."""
    return [
        Switch(_("E-mail"), can_mail(), _because("MEDREVIEW_EMAIL_URL", can_mail())),
        Switch(
            _("Links in messages"),
            bool(settings.BASE_URL),
            _because("MEDREVIEW_BASE_URL", settings.BASE_URL),
        ),
        Switch(
            _("Metrics by token"),
            bool(settings.METRICS_TOKEN),
            _because("MEDREVIEW_METRICS_TOKEN", settings.METRICS_TOKEN),
        ),
        Switch(
            _("Cookies over HTTPS only"),
            settings.SESSION_COOKIE_SECURE,
            _("the production settings turn it on"),
        ),
        Switch(
            _("Language model"), is_on=False, why=_("this version asks none: rules and the graph")
        ),
    ]


def _because(variable: str, value: object) -> str:
    return (_("%s is set") if value else _("%s is not set")) % variable


def _release() -> str:
    try:
        return current_release().name
    except (Error, MedReviewError):
        return ""
