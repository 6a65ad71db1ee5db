from medreview.accounts.permissions import Permission
from medreview.accounts.roles import PERMISSIONS_OF, Role, permissions_of


def test_every_role_is_a_set_of_permissions():
    assert set(PERMISSIONS_OF) == set(Role)


def test_every_permission_belongs_to_somebody():
    assert permissions_of(Role) == frozenset(Permission)


def test_two_roles_are_the_union_of_both():
    both = permissions_of([Role.CURATOR, "auditor"])

    assert both == PERMISSIONS_OF[Role.CURATOR] | PERMISSIONS_OF[Role.AUDITOR]


def test_only_a_clinician_reads_patients_and_decides():
    clinical = {Permission.PATIENT_READ, Permission.ANALYSIS_DECIDE, Permission.ANALYSIS_SIGN}

    for role in set(Role) - {Role.CLINICIAN}:
        assert not PERMISSIONS_OF[role] & clinical


def test_a_clinician_does_not_read_the_trail():
    assert Permission.TRAIL_READ not in PERMISSIONS_OF[Role.CLINICIAN]
