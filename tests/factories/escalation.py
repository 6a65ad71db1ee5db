"""Hospitals with a timetable, people with an address, and a value that waits."""

from collections.abc import Sequence

from analysis.pipeline.models import CriticalAlert
from medreview.accounts.hospital_settings import EscalationStep, HospitalSettings
from medreview.accounts.models import Hospital, Team, User
from medreview.accounts.roles import Role
from tests.conftest import person
from tests.factories.patients import make_patient
from tests.factories.pipeline import make_finished


def reachable(username: str, hospital: Hospital, role: Role = Role.CLINICIAN) -> User:
    """Somebody with an address."""
    user = person(username, username.title(), hospital, role)
    user.email = f"{username}@hospital.test"
    user.save()
    return user


def set_timetable(hospital: Hospital, *steps: EscalationStep, critical_due: int = 60) -> None:
    """The steps of this hospital from now on."""
    decided = HospitalSettings(escalation=tuple(steps))
    hospital.settings = decided.as_json() | {
        "due": decided.due.as_json() | {"critical": critical_due}
    }
    hospital.save()


def to_reviewer(after: int) -> EscalationStep:
    return EscalationStep(after_minutes=after, to="reviewer")


def to_team(after: int, hospital: Hospital, members: Sequence[User]) -> EscalationStep:
    team = Team.objects.create(hospital=hospital, name=f"Team after {after}")
    team.members.set(members)
    return EscalationStep(after_minutes=after, to="team", team=team.pk)


def to_person(after: int, whom: User) -> EscalationStep:
    return EscalationStep(after_minutes=after, to="person", person=whom.pk)


def raise_critical(*, by: User | None, hospital: Hospital | None = None) -> CriticalAlert:
    """A potassium of 6.9 mmol/L that waits for an answer."""
    home = hospital or (by.hospital if by else None)
    return make_finished(patient=make_patient(hospital=home), by=by).alerts.get()
