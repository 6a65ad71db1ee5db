"""Fills an empty installation: two hospitals, their people and patients, a change of the graph."""

import datetime as dt
from collections.abc import Callable

from django.conf import settings
from django.db.models import F

from analysis.pipeline.jobs import run_analysis
from analysis.pipeline.models import Analysis
from analysis.pipeline.outdating import note_changes_of
from analysis.pipeline.services import request_analysis
from analysis.review import queries as reviews
from analysis.review.services import decisions, signing
from analysis.worklist import services as worklist
from medreview.accounts.models import Hospital, User
from medreview.accounts.services import create_hospital, create_user
from medreview.common.clock import now, today
from medreview.database.preparing import one_at_a_time
from medreview.demo import curating, with_model
from medreview.demo.bringing_in import bring_in
from medreview.demo.corrections import correction_of
from medreview.demo.people import (
    CLINICIAN,
    COLLEAGUE,
    CURATOR,
    HOSPITALS,
    MEMBERS,
    SECOND_CURATOR,
    SOUTH_CLINICIAN,
    Member,
)
from medreview.demo.stories import NORTH, STORIES
from medreview.fhir import json_text
from medreview.fhir.importing import import_file
from medreview.patients.models import Patient
from medreview.runtime.models import Run

Say = Callable[[str], object]

LOADING_LOCK = 0x64656D6F
"""The advisory lock ("demo") under which one process loads and the others wait."""

TO_REVIEW = "hargreaves"
"""The story whose analysis waits for a clinician."""

TO_SIGN = "okafor"
"""The story whose analysis is decided and signed."""

BEGUN_BY_COLLEAGUE = "lindqvist"
"""The story whose analysis a colleague took up and began to decide."""

GIVEN = "moreau"
"""The story whose analysis a colleague handed over, with a note."""

NOTE = (
    "I looked at the first result only. The diabetes in the list was refuted in 2024: "
    "please check what still rests on it."
)

OVERDUE = "whitcombe"
"""The story whose analysis nobody took up in time."""

NOTHING_ABNORMAL = "svensson"
"""The story whose analysis only waits for a signature."""

CORRECTED = "achterberg"
"""The story whose analysis was signed before the laboratory corrected a result of it."""

ASKED_IN_VAIN = ("sokolova", "hargreaves-younger")
"""The stories whose results the graph lacks, or has without relations: curators see the gaps."""

LATE_BY = dt.timedelta(hours=30)


def load(say: Say) -> None:
    """Make what is not there yet. Once everything is, this changes nothing."""
    with one_at_a_time(LOADING_LOCK):
        _load(say)


def _load(say: Say) -> None:
    hospitals = {key: _hospital(key) for key in HOSPITALS}
    people = {member.username: _person(member, hospitals) for member in MEMBERS}
    ada = people[CLINICIAN.username]
    for story in STORIES:
        bring_in(story, hospitals[story.hospital], say=say)
    noor = people[COLLEAGUE.username]
    _leave_waiting(_analysis(TO_REVIEW, hospitals, by=ada))
    _sign(_analysis(TO_SIGN, hospitals, by=ada), by=ada)
    _begin(_analysis(BEGUN_BY_COLLEAGUE, hospitals, by=noor), by=noor)
    _hand_over(_analysis(GIVEN, hospitals, by=noor), to=ada, by=noor)
    _leave_too_long(_analysis(OVERDUE, hospitals, by=noor))
    _leave_waiting(_analysis(NOTHING_ABNORMAL, hospitals, by=ada))
    _correct(_analysis(CORRECTED, hospitals, by=ada), hospitals, by=ada)
    oleg = people[SOUTH_CLINICIAN.username]
    for key in ASKED_IN_VAIN:
        _leave_waiting(_analysis(key, hospitals, by=oleg))
    curating.load(
        author=people[CURATOR.username], reviewer=people[SECOND_CURATOR.username], reader=noor
    )
    if settings.LLM_ENDPOINTS:
        with_model.load(hospitals[NORTH], by=ada, say=say)


def greeting() -> tuple[str, ...]:
    """The logins, one for each role, as a person reads them."""
    lines = [
        f"  {member.role.value:<10} {member.username:<6} {member.password:<16} "
        f"{HOSPITALS[member.hospital][0]}"
        for member in MEMBERS
    ]
    more = with_model.greeting() if settings.LLM_ENDPOINTS else ()
    return ("Sign in as (invented people, invented patients):", *lines, *more)


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


def _analysis(key: str, hospitals: dict[str, Hospital], *, by: User) -> Analysis:
    story = next(story for story in STORIES if story.key == key)
    patient = Patient.objects.get(hospital=hospitals[story.hospital], fhir_id=key)
    return patient.analyses.order_by("created_at").first() or request_analysis(
        patient=patient, by=by, wake=False
    )


def _leave_waiting(analysis: Analysis) -> None:
    run_analysis(analysis.pk)


def _begin(analysis: Analysis, *, by: User) -> None:
    if analysis.moves.exists():
        return
    run_analysis(analysis.pk)
    first = reviews.finding_keys(analysis)[0]
    decisions.accept(analysis=analysis, finding=first, version=0, by=by)


def _hand_over(analysis: Analysis, *, to: User, by: User) -> None:
    if analysis.moves.exists():
        return
    run_analysis(analysis.pk)
    worklist.claim(analysis=analysis, by=by)
    worklist.hand_over(analysis=analysis, to=to, note=NOTE, by=by)


def _correct(analysis: Analysis, hospitals: dict[str, Hospital], *, by: User) -> None:
    if analysis.outdated:
        return
    _sign(analysis, by=by)
    story = next(story for story in STORIES if story.key == CORRECTED)
    bundle = correction_of(story.build(today())[-1])
    content = json_text.dumps(bundle).encode()
    hospital = hospitals[story.hospital]
    import_file(name=f"{CORRECTED}-correction.json", content=content, hospital=hospital, by=None)
    note_changes_of(analysis.pk)


def _leave_too_long(analysis: Analysis) -> None:
    if analysis.finished_at is not None:
        return
    run_analysis(analysis.pk)
    # A demo begins now, and something in it is late all the same: only the dates are moved, and
    # those of the run with them.
    Analysis.objects.filter(pk=analysis.pk).update(
        created_at=F("created_at") - LATE_BY, finished_at=F("finished_at") - LATE_BY
    )
    Run.objects.filter(pk=analysis.run_id).update(
        created_at=F("created_at") - LATE_BY, finished_at=F("finished_at") - LATE_BY
    )


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
