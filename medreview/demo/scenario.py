"""Fills an empty installation: two hospitals, five people, fourteen patients, two reviews."""

from collections.abc import Callable

from analysis.pipeline.jobs import run_analysis
from analysis.pipeline.models import Analysis
from analysis.pipeline.services import request_analysis
from analysis.review import queries as reviews
from analysis.review.services import decisions, signing
from medreview.accounts.models import Hospital, User
from medreview.accounts.services import create_hospital, create_user
from medreview.common.clock import now, today
from medreview.database.preparing import one_at_a_time
from medreview.demo.people import CLINICIAN, HOSPITALS, MEMBERS, Member
from medreview.demo.stories import STORIES, Story
from medreview.fhir import json_text
from medreview.fhir.importing import import_file
from medreview.patients.models import Patient

Say = Callable[[str], object]

LOADING_LOCK = 0x64656D6F
"""The advisory lock ("demo") under which one process loads and the others wait."""

TO_REVIEW = "hargreaves"
"""The story whose analysis waits for a clinician."""

TO_SIGN = "okafor"
"""The story whose analysis is decided and signed."""


def load(say: Say) -> None:
    """Make what is not there yet. Once everything is, this changes nothing."""
    with one_at_a_time(LOADING_LOCK):
        _load(say)


def _load(say: Say) -> None:
    hospitals = {key: _hospital(key) for key in HOSPITALS}
    people = {member.username: _person(member, hospitals) for member in MEMBERS}
    ada = people[CLINICIAN.username]
    for story in STORIES:
        _import(story, hospitals[story.hospital], by=None, say=say)
    _leave_waiting(_analysis(TO_REVIEW, hospitals, by=ada))
    _sign(_analysis(TO_SIGN, hospitals, by=ada), by=ada)


def greeting() -> tuple[str, ...]:
    """The logins, one for each role, as a person reads them."""
    lines = [
        f"  {member.role.value:<10} {member.username:<6} {member.password:<16} "
        f"{HOSPITALS[member.hospital][0]}"
        for member in MEMBERS
    ]
    return ("Sign in as (invented people, invented patients):", *lines)


def _hospital(key: str) -> Hospital:
    name, zone = HOSPITALS[key]
    found = Hospital.objects.filter(slug=key).first()
    return found or create_hospital(name=name, slug=key, timezone=zone)


def _person(member: Member, hospitals: dict[str, Hospital]) -> User:
    found = User.objects.filter(username=member.username).first()
    return found or create_user(
        username=member.username,
        full_name=member.full_name,
        title=member.title,
        password=member.password,
        hospital=hospitals[member.hospital],
        roles=[member.role],
    )


def _import(story: Story, hospital: Hospital, *, by: User | None, say: Say) -> None:
    # The records are counted back from today; a second start must not make them newer.
    if Patient.objects.filter(hospital=hospital, fhir_id=story.key).exists():
        return
    say(f"Importing {story.tells} …")
    for number, bundle in enumerate(story.build(today()), start=1):
        content = json_text.dumps(bundle).encode()
        import_file(name=f"{story.key}-{number}.json", content=content, hospital=hospital, by=by)


def _analysis(key: str, hospitals: dict[str, Hospital], *, by: User) -> Analysis:
    story = next(story for story in STORIES if story.key == key)
    patient = Patient.objects.get(hospital=hospitals[story.hospital], fhir_id=key)
    return patient.analyses.order_by("created_at").first() or request_analysis(
        patient=patient, by=by, wake=False
    )


def _leave_waiting(analysis: Analysis) -> None:
    run_analysis(analysis.pk)


def _sign(analysis: Analysis, *, by: User) -> None:
    if analysis.signatures.exists():
        return
    run_analysis(analysis.pk)
    for alert in reviews.review_of(analysis).open_alerts():
        signing.acknowledge(
            alert=alert,
            told="Dr M. Orlov, rheumatology",
            told_at=now(),
            read_back=f"{alert.name} {alert.value_text}",
            version=alert.version,
            by=by,
        )
    for finding in reviews.still_open(analysis):
        decisions.accept(analysis=analysis, finding=finding, version=0, by=by)
    analysis.refresh_from_db()
    signing.sign(analysis=analysis, version=analysis.version, password=CLINICIAN.password, by=by)
