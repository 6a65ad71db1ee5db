"""Every address of the product: what it asks for, and which reading it leaves in the trail."""

from collections.abc import Iterator
from dataclasses import dataclass

from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse

from medreview.accounts.access import door_of
from medreview.accounts.permissions import Permission
from tests.architecture.house import PACKAGES
from tests.integration.walls.graph_asks import EDITOR_ASKS, RELEASE_ASKS, REVIEW_ASKS, SHARED

MISSING = "00000000000000000000000000"


@dataclass(frozen=True)
class Route:
    """One address. ``asks`` names the thing behind each of its ids; ``reads`` is its event."""

    asks: tuple[tuple[str, str], ...] = ()
    reads: str = ""

    @property
    def is_of_one_hospital(self) -> bool:
        """Whether it holds the id of a thing that another hospital must not see."""
        return bool(self.owned())

    def owned(self) -> list[str]:
        """The parameters that hold such an id."""
        return [name for name, thing in self.asks if thing not in PLAIN and thing not in SHARED]


PLAIN = {
    "number": 1,
    "place": 1,
    "edition": 1,
    "form": "json",
    "seq": 1,
    "token": "usr_nobody-0-0",
    "kind": "biomarker",
    "entry": "potassium",
    "domain": "renal",
    "condition": "aatd",
    "medication": "acei",
    "factor": "biotin_hi",
    "source": "ACG_HH19",
    "week": "2026-W01",
    "contract": "PatientRecord",
    "list": "waiting",
    "concern": "unquoted",
    "condition-kind": "condition",
    "relation": "dom:autoimmune:condition:aps",
    "release": "starter-2026.11",
    "cost-table": "days",
    "skill": "diagnostician",
}
"""Parameters that are no ids of a hospital's things."""

FINDING = (("pk", "analysis"), ("number", "number"))
EDITION = (("pk", "analysis"), ("edition", "edition"))


def _analysis(reads: str = "analysis.read") -> Route:
    return Route((("pk", "analysis"),), reads)


def _finding(reads: str = "analysis.read") -> Route:
    return Route(FINDING, reads)


def _document() -> Route:
    return Route((("pk", "document"),))


def _person() -> Route:
    return Route((("pk", "user"),))


ROUTES = {
    "healthz": Route(),
    "metrics": Route(),
    "front:home": Route(),
    "front:tiles": Route(),
    "front:login": Route(),
    "front:logout": Route(),
    "front:language": Route(),
    "front:code": Route(),
    "front:forgotten": Route(),
    "front:reset": Route(),
    "front:reset-link": Route((("token", "token"),)),
    "front:invitation-accept": Route(),
    "front:invitation": Route((("token", "token"),)),
    "front:settings": Route(),
    "front:password": Route(),
    "front:own-sessions": Route(),
    "front:own-sessions-end": Route(),
    "front:own-session-end": Route((("pk", "session"),)),
    "front:tokens": Route(),
    "front:token-revoke": Route((("pk", "program"),)),
    "front:factor": Route(),
    "front:factor-on": Route(),
    "front:factor-codes": Route(),
    "front:factor-off": Route(),
    "front:criticals-strip": Route(),
    "front:criticals": Route(reads="patient.listed"),
    "front:critical": Route((("pk", "alert"),), "critical.read"),
    "front:webhooks": Route(),
    "front:webhook": Route((("pk", "webhook"),)),
    "front:webhook-test": Route((("pk", "webhook"),)),
    "front:webhook-rotate": Route((("pk", "webhook"),)),
    "front:webhook-switch": Route((("pk", "webhook"),)),
    "front:drafts": Route(reads="patient.listed"),
    "front:hospital": Route(),
    "front:hospital-facts": Route(),
    "front:language-models": Route(),
    "front:language-model-try": Route(),
    "front:teams": Route(),
    "front:team": Route((("pk", "team"),)),
    "front:team-delete": Route((("pk", "team"),)),
    "front:people": Route(),
    "front:person-new": Route(),
    "front:rights": Route(),
    "front:invitations": Route(),
    "front:invitation-revoke": Route((("pk", "invitation"),)),
    "front:session-end": Route((("pk", "session"),)),
    "front:person-token-revoke": Route((("pk", "program"),)),
    "front:person": _person(),
    "front:sessions-end": _person(),
    "front:factor-reset": _person(),
    "front:password-link": _person(),
    "front:role-grant": _person(),
    "front:role-revoke": _person(),
    "front:user-deactivate": _person(),
    "front:user-reactivate": _person(),
    "front:trail": Route(reads="trail.read"),
    "front:trail-json": Route(),
    "front:trail-ndjson": Route(),
    "front:weeks": Route(),
    "front:week": Route((("week", "week"),)),
    "front:week-make": Route((("week", "week"),)),
    "front:week-examine": Route((("week", "week"),)),
    "front:trail-patients": Route(),
    "front:who-looked": Route((("pk", "patient"),), "trail.read"),
    "front:health": Route(),
    "front:health-checks": Route(),
    "front:patients": Route(reads="patient.listed"),
    "front:patient": Route((("pk", "patient"),), "patient.read"),
    "front:patient-results": Route((("pk", "patient"), ("place", "place")), "patient.read"),
    "front:patient-lists": Route(),
    "front:patient-list": Route((("pk", "patient-list"),), "patient.listed"),
    "front:patient-list-delete": Route((("pk", "patient-list"),)),
    "front:patient-list-enter": Route((("pk", "patient"),)),
    "front:patient-list-leave": Route((("pk", "patient"),)),
    "front:patient-source": Route((("pk", "patient"), ("row", "resource")), "patient.read"),
    "front:imports": Route(),
    "front:import-upload": Route(),
    "front:import-preview": Route((("batch", "batch"),), "import.read"),
    "front:import-preview-problems": Route((("batch", "batch"), ("pk", "upload")), "import.read"),
    "front:import-columns": Route((("batch", "batch"), ("pk", "table")), "import.read"),
    "front:import-run": Route((("batch", "batch"),)),
    "front:import-discard": Route((("batch", "batch"),)),
    "front:import-receipt": Route((("pk", "import"),), "import.read"),
    "front:import-problems": Route((("pk", "import"),), "import.read"),
    "front:skills": Route(),
    "front:skill": Route((("slug", "skill"),)),
    "front:skill-approve": Route((("slug", "skill"),)),
    "front:skill-revoke": Route((("slug", "skill"),)),
    "front:costs": Route(),
    "front:costs-csv": Route((("table", "cost-table"),)),
    "front:run-list": Route(),
    "front:run-detail": Route((("pk", "run"),), "run.read"),
    "front:run-rows": Route((("pk", "run"),), "run.read"),
    "front:run-news": Route((("pk", "run"),)),
    "front:run-viewed": Route((("pk", "run"),), "run.read"),
    "front:run-replay": Route((("pk", "run"),), "run.read"),
    "front:run-event": Route((("pk", "run"), ("seq", "seq")), "run.payload_read"),
    "review:worklist": Route(reads="patient.listed"),
    "review:next-undecided": Route(),
    "review:claim": _analysis(reads=""),
    "review:release": _analysis(reads=""),
    "review:give": _analysis(reads=""),
    "review:take-over": _analysis(reads=""),
    "review:holding": _analysis(reads=""),
    "review:handoff": Route((("pk", "analysis"), ("handoff_pk", "handoff")), "analysis.read"),
    "review:request": Route((("patient_pk", "patient"),), "patient.read"),
    "review:request-preview": Route((("patient_pk", "patient"),), "patient.read"),
    "review:analysis-detail": _analysis(),
    "review:overview": _analysis(),
    "review:analysis-progress": _analysis(reads=""),
    "review:cancel": _analysis(reads=""),
    "review:retry": _analysis(reads=""),
    "review:add": _analysis(),
    "review:keep-added": _analysis(),
    "review:changes": _analysis(),
    "review:rerun": _analysis(reads=""),
    "review:acknowledge": Route((("pk", "analysis"), ("alert_pk", "alert")), "analysis.read"),
    "review:sign": _analysis(),
    "review:amend": _analysis(),
    "review:print": _analysis(),
    "review:print-edition": Route((("pk", "analysis"), ("edition", "edition")), "analysis.read"),
    "review:finding": _finding(),
    "review:accept": _finding(),
    "review:edit": _finding(),
    "review:reject": _finding(),
    "review:undo": _finding(),
    "review:comment": _finding(),
    "review:draft": _finding(),
    "review:evidence": _finding(),
    "review:problem": _finding(),
    "review:biomarker": _finding(),
    "exports:text": Route(EDITION, "analysis.read"),
    "exports:file": Route((*EDITION, ("form", "form")), "analysis.read"),
    "api:docs": Route(),
    "impact:set": Route((("pk", "change-set"),)),
    "impact:ask": Route((("pk", "change-set"),)),
    "impact:run": Route((("pk", "impact"),), "impact.read"),
    "impact:progress": Route((("pk", "impact"),)),
    "impact:cancel": Route((("pk", "impact"),)),
    "graphcurate:entry-list": Route(),
    "graphcurate:entry-detail": Route((("key", "entry"),)),
    "graphcurate:domain-detail": Route((("key", "domain"),)),
    "graphcurate:overview": Route(),
    "graphcurate:condition-detail": Route((("key", "condition"),)),
    "graphcurate:medication-detail": Route((("key", "medication"),)),
    "graphcurate:preanalytical-detail": Route((("key", "factor"),)),
    "graphcurate:source-detail": Route((("key", "source"),)),
    "graphcurate:library": Route(),
    "graphcurate:document-new": Route(),
    "graphcurate:document-detail": _document(),
    "graphcurate:document-edit": _document(),
    "graphcurate:document-original": _document(),
    "graphcurate:document-page": Route((("pk", "document"), ("number", "number"))),
    "graphcurate:document-withdraw": _document(),
    "graphcurate:document-supersede": _document(),
    "graphcurate:document-put-back": _document(),
    "graphcurate:quote-check": Route(),
    "graphcurate:exchange": Route(),
    "graphcurate:export-schema": Route(),
    "graphcurate:import-upload": Route(),
    "graphcurate:import-detail": Route((("pk", "graph-import"),)),
    "graphcurate:import-report": Route((("pk", "graph-import"),)),
    "graphcurate:export-file": Route((("release", "release"), ("form", "form"))),
    "graphcurate:coverage": Route(),
    "graphcurate:gap-list": Route(),
    "graphcurate:gap-suggest": Route((("pk", "gap"),)),
    "graphcurate:gap-map": Route((("pk", "gap"),)),
    "graphcurate:gap-aside": Route((("pk", "gap"),)),
    "graphcurate:gap-reopen": Route((("pk", "gap"),)),
    "graphcurate:coverage-list": Route((("concern", "concern"),)),
    "graphcurate:guided": Route(),
    "graphcurate:guided-send": Route(),
    **{
        f"graphcurate:guided-{verb}": Route((("kind", "kind"), ("key", "entry")))
        for verb in ("item", "accept", "undo", "pass", "edit")
    },
    "graphcurate:second-set": Route((("pk", "sent-set"),)),
    "graphcurate:second-approve": Route((("pk", "sent-set"),)),
    **{
        f"graphcurate:second-{verb}": Route(
            (("pk", "sent-set"), ("kind", "kind"), ("key", "entry"))
        )
        for verb in ("item", "agree", "object")
    },
}
ROUTES |= {name: Route(asks) for name, asks in (REVIEW_ASKS | EDITOR_ASKS | RELEASE_ASKS).items()}

QUESTIONS = {
    "graphcurate:flag-create": "?kind=biomarker&key=potassium",
    "graphcurate:release-compare": "?before=starter-2026.11&after=starter-2026.11",
    "review:evidence": "?ev=potassium",
}
"""What an address needs beside its ids to answer at all."""


NUISANCES = ["%00", "a%00b", "%ED%A0%80", "%F0%9F%92%A9", "..%2F..", "%27%22%3E%3Cx%3E", "9" * 400]
"""What stands in an address where an id should."""


def patterns() -> dict[str, URLPattern]:
    """Every address of our packages, by the name it is reversed with."""
    return dict(_below(get_resolver(), ""))


def _below(resolver: URLResolver, space: str) -> Iterator[tuple[str, URLPattern]]:
    for one in resolver.url_patterns:
        if isinstance(one, URLResolver):
            yield from _below(one, f"{one.namespace}:" if one.namespace else space)
        elif one.callback.__module__.startswith(PACKAGES):
            yield f"{space}{one.name}", one


def door(name: str) -> Permission | str | None:
    """What the view behind an address asks of its visitor."""
    return door_of(patterns()[name].callback)


def address(name: str, ids: dict[str, str], **instead: str) -> str:
    """The address of North's thing, with some parameters replaced."""
    return address_of(name, ROUTES[name], ids, **instead)


def address_of(name: str, route: Route, ids: dict[str, str], **instead: str) -> str:
    """The same for a route of any list."""
    values = {key: PLAIN.get(thing) or ids[thing] for key, thing in route.asks}
    return reverse(name, kwargs=values | instead)


def methods(client: Client, url: str) -> list[str]:
    """What an address answers to: its refusal of OPTIONS says so."""
    allowed = client.options(url).get("Allow", "")
    return [word for word in allowed.split(", ") if word in {"GET", "POST"}]
