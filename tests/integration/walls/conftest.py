"""Two hospitals in which everything that has an address exists, and people of every role."""

from collections.abc import Callable
from dataclasses import dataclass

import pytest
from django.test import Client

from analysis.escalation import webhooks
from analysis.impact.jobs import compute
from analysis.pipeline.models import Analysis
from graphcurate.library.models import Document
from graphcurate.models import ChangeSet, Gap, PlannedRelease
from graphcurate.queries.guided import TITLE
from medreview.accounts import invitations
from medreview.accounts.models import Hospital, OpenSession, Team, User
from medreview.accounts.roles import Role
from medreview.common.clock import now
from medreview.fhir import uploads
from medreview.fhir.models import Import, Upload
from medreview.fhir.uploads import ChosenFile
from medreview.patients import lists
from medreview.tokens import services as tokens
from tests.conftest import person
from tests.factories.exchange import make_import
from tests.factories.gaps import make_gap, make_sent_set
from tests.factories.handoffs import make_handoff
from tests.factories.impacts import make_impact
from tests.factories.library import FACTS, make_document
from tests.factories.remarks import changed_entry, make_discussed, make_flag
from tests.factories.review import make_review

FILE = b'{"resourceType": "Observation", "status": "final"}\n{"resourceType": "Foo"}\n'
TABLE = b"MRN,Test,Result\n1,Potassium,4.5\n"


@dataclass(frozen=True)
class World:
    """North, where everything happens, and those who look at it."""

    analysis: Analysis
    batch: str
    upload: str
    table: str
    made: Import
    colleague: User
    insider: User
    """Of North, with every role."""
    outsider: User
    """Of South, with every role: nothing but the hospital stands in the way."""
    by_role: dict[Role, User]
    program: str
    """A token of the insider."""
    change_set: ChangeSet
    """Of the graph, which is everybody's."""

    def ids(self) -> dict[str, str]:
        """The ids of North's things, by what an address may ask for."""
        return {
            "analysis": self.analysis.pk,
            "patient": self.analysis.patient_id,
            "alert": self.analysis.alerts.get().pk,
            "handoff": self.analysis.run.handoffs.get().pk,
            "run": self.analysis.run_id,
            "import": self.made.pk,
            "batch": self.batch,
            "upload": self.upload,
            "table": self.table,
            "patient-list": self.colleague.hospital.patient_lists.get(kind="hand").pk,
            "resource": self.analysis.patient.resources.first().pk,
            "user": self.colleague.pk,
            "program": self.program,
            "team": self.colleague.hospital.teams.get().pk,
            "invitation": self.colleague.hospital.invitations.get().pk,
            "session": self.colleague.sessions.get().pk,
            "document": Document.objects.get(title=FACTS.title).pk,
            "sent-set": ChangeSet.objects.get(title=TITLE).pk,
            "gap": Gap.objects.get(name="Tryptase").pk,
            "webhook": self.colleague.hospital.webhooks.get().pk,
            "flag": self.colleague.hospital.graph_flags.get().pk,
            "mention": self.insider.graph_mentions.get().pk,
            "change-set": self.change_set.pk,
            "changed-entry": changed_entry(self.change_set),
            "decision": self.change_set.decisions.get().pk,
            "bulk-edit": self.change_set.bulk_edits.get().pk,
            "plan": self.insider.planned_releases.get().pk,
            "graph-import": self.insider.graph_imports.get().pk,
            "impact": self.insider.impacts_asked.filter(differing__gt=0).earliest("id").pk,
        }


@pytest.fixture
def world(north: Hospital, south: Hospital) -> World:
    insider = person("ines", "Ines Innen", north, *Role)
    chosen = [
        ChosenFile("notes.ndjson", len(FILE), FILE),
        ChosenFile("results.csv", len(TABLE), TABLE),
    ]
    batch = uploads.keep(files=chosen, by=insider)
    analysis = make_review(by=insider, key="hargreaves")
    make_handoff(analysis)
    made = Import.objects.filter(hospital=north).latest("created_at")
    watched = lists.create(name="Watched", for_all=True, by=insider)
    lists.add(patient_list=watched, patient=analysis.patient, by=insider)
    colleague = person("carl", "Carl Kollege", north)
    Team.objects.create(hospital=north, name="Ward 3")
    webhooks.add(name="Pager", url="https://pager.example/", by=insider)
    invitations.invite(roles=[Role.CLINICIAN], by=insider)
    OpenSession.objects.create(user=colleague, browser="Firefox · Linux", seen_at=now())
    outsider = person("otto", "Otto Aussen", south, *Role)
    make_flag(by=insider)
    make_gap("Tryptase")
    make_sent_set("potassium", by=colleague)
    make_document(by=insider)
    make_import(by=insider)
    PlannedRelease.objects.create(number="2026.12-1", planned_by=insider)
    compute(make_impact(by=insider).pk)
    return World(
        analysis=analysis,
        batch=batch,
        upload=Upload.objects.get(batch=batch, kind="fhir").pk,
        table=Upload.objects.get(batch=batch, kind="csv").pk,
        made=made,
        colleague=colleague,
        insider=insider,
        outsider=outsider,
        program=tokens.make(name="Laboratory", days=30, by=insider)[0].pk,
        by_role={role: person(role.value, role.value.title(), north, role) for role in Role},
        change_set=make_discussed(by=insider, reviewer=outsider),
    )


@pytest.fixture
def visitor(signed_in: Callable[[User], Client]) -> Callable[..., Client]:
    """``visitor(user)`` answers with a 500 page instead of raising, as a server does."""

    def of(user: User | None = None, *, checks_csrf: bool = False) -> Client:
        client = signed_in(user) if user else Client()
        client.raise_request_exception = False
        client.handler.enforce_csrf_checks = checks_csrf
        return client

    return of
