"""Hospitals and people with sane defaults."""

from itertools import count
from typing import Any

from medreview.accounts import services
from medreview.accounts.models import Hospital, User
from medreview.accounts.roles import Role

PASSWORD = "correct horse battery staple"

_numbers = count(1)


def make_hospital(**changed: Any) -> Hospital:
    """A hospital of its own, with the first event of its trail."""
    number = next(_numbers)
    said: dict[str, Any] = {"name": f"Hospital {number}", "slug": f"hospital-{number}", **changed}
    return services.create_hospital(**said)


def make_user(*roles: Role, hospital: Hospital | None = None, **changed: Any) -> User:
    """A person who signs in with ``PASSWORD``; a clinician unless told otherwise."""
    number = next(_numbers)
    said: dict[str, Any] = {
        "username": f"person{number}",
        "full_name": f"Person {number}",
        "password": PASSWORD,
        **changed,
    }
    return services.create_user(
        hospital=hospital or make_hospital(), roles=roles or (Role.CLINICIAN,), **said
    )
