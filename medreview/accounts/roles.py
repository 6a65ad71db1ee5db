"""Clinician, curator, auditor, admin: a role is a set of permissions."""

from collections.abc import Iterable
from enum import StrEnum

from medreview.accounts.permissions import Permission


class Role(StrEnum):
    """What a person is in a hospital. A person may hold several."""

    CLINICIAN = "clinician"
    CURATOR = "curator"
    AUDITOR = "auditor"
    ADMIN = "admin"


CLINICIAN = frozenset(
    {
        Permission.PATIENT_READ,
        Permission.RECORD_IMPORT,
        Permission.ANALYSIS_REQUEST,
        Permission.ANALYSIS_READ,
        Permission.ANALYSIS_DECIDE,
        Permission.ANALYSIS_SIGN,
        Permission.CRITICAL_ACKNOWLEDGE,
        Permission.MEMORY_READ,
        Permission.MEMORY_GIVE,
        Permission.MEMORY_DECIDE,
        Permission.GRAPH_READ,
        Permission.GRAPH_FLAG,
        Permission.RUN_READ,
    }
)

# A curator keeps what medicine says and sees no patient.
CURATOR = frozenset(
    {
        Permission.GRAPH_READ,
        Permission.GRAPH_CURATE,
        Permission.GRAPH_ACCEPT,
        Permission.GRAPH_PUBLISH,
        Permission.GRAPH_FLAG,
    }
)

AUDITOR = frozenset(
    {
        Permission.RUN_READ,
        Permission.RUN_OVERSEE,
        Permission.TRAIL_READ,
        Permission.TRAIL_EXAMINE,
        Permission.HEALTH_READ,
        Permission.GRAPH_READ,
    }
)

# An admin sees what happened. That a week was examined is an auditor's word: an admin gives out
# roles, and the examination asks which were given.
ADMIN = frozenset(
    {
        Permission.TRAIL_READ,
        Permission.PEOPLE_MANAGE,
        Permission.HOSPITAL_MANAGE,
        Permission.HEALTH_READ,
        Permission.RUN_READ,
        Permission.RUN_OVERSEE,
        Permission.GRAPH_READ,
        Permission.GRAPH_OVERRIDE,
        Permission.SKILL_APPROVE,
    }
)

PERMISSIONS_OF: dict[Role, frozenset[Permission]] = {
    Role.CLINICIAN: CLINICIAN,
    Role.CURATOR: CURATOR,
    Role.AUDITOR: AUDITOR,
    Role.ADMIN: ADMIN,
}


def permissions_of(roles: Iterable[Role | str]) -> frozenset[Permission]:
    """What the holders of these roles may do."""
    return frozenset().union(*(PERMISSIONS_OF[Role(role)] for role in roles))
