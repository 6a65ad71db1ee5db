"""Every address of the API: what it asks for, and which reading it leaves in the trail."""

from tests.integration.walls.routes import Route, _analysis

PATIENT = (("pk", "patient"),)
RUN = (("pk", "run"),)
FINDING = (("pk", "analysis"), ("number", "number"))


def _patient(reads: str = "patient.read") -> Route:
    return Route(PATIENT, reads)


def _run(reads: str = "run.read") -> Route:
    return Route(RUN, reads)


API_ROUTES = {
    "api:schema": Route(),
    "api:schema-contracts": Route(),
    "api:schema-contract": Route((("contract", "contract"),)),
    "api:health": Route(),
    "api:me": Route(),
    "api:token": Route(),
    "api:token-list": Route(),
    "api:token-detail": Route((("pk", "program"),)),
    "api:patients-list": Route(reads="patient.listed"),
    "api:patients-search": Route(reads="patient.listed"),
    "api:patients-detail": _patient(),
    "api:patients-record": _patient(),
    "api:patients-results": _patient(),
    "api:patients-conditions": _patient(),
    "api:patients-medications": _patient(),
    "api:patients-allergies": _patient(),
    "api:patients-analyses": _patient(),
    "api:imports-list": Route(),
    "api:imports-previews": Route(),
    "api:imports-previewed": Route((("batch", "batch"),), "import.read"),
    "api:imports-columns": Route((("batch", "batch"),)),
    "api:imports-detail": Route((("pk", "import"),), "import.read"),
    "api:imports-problems": Route((("pk", "import"),), "import.read"),
    "api:analyses-detail": _analysis(),
    "api:analyses-progress": _analysis(reads=""),
    "api:analyses-result": _analysis(),
    "api:analyses-record": _analysis(),
    "api:analyses-changes": _analysis(),
    "api:analyses-rerun": _analysis(reads=""),
    "api:analyses-cancel": _analysis(),
    "api:analyses-retry": _analysis(),
    "api:analyses-export": Route(
        (("pk", "analysis"), ("edition", "edition"), ("form", "form")), "analysis.read"
    ),
    "api:analyses-criticals": _analysis(),
    "api:analyses-findings": _analysis(),
    "api:analyses-decisions": _analysis(),
    "api:findings-decide": Route(FINDING),
    "api:findings-comment": Route(FINDING),
    "api:analyses-sign": _analysis(),
    "api:analyses-amend": _analysis(),
    "api:analyses-claim": _analysis(),
    "api:analyses-assign": _analysis(),
    "api:analyses-hand-over": _analysis(),
    "api:analyses-take-over": _analysis(),
    "api:worklist": Route(),
    "api:worklist-next": Route(),
    "api:worklist-colleagues": Route(),
    "api:worklist-list": Route((("listing", "list"),), "patient.listed"),
    "api:criticals-list": Route(reads="patient.listed"),
    "api:criticals-detail": Route((("pk", "alert"),), "critical.read"),
    "api:criticals-acknowledge": Route((("pk", "alert"),)),
    "api:runs-list": Route(),
    "api:runs-detail": _run(),
    "api:runs-timeline": _run(),
    "api:runs-event": Route((("pk", "run"), ("seq", "seq")), "run.payload_read"),
    "api:runs-model-calls": _run(),
    "api:runs-tools": _run(),
    "api:runs-stages": _run(),
    "api:runs-evidence": _run(reads="analysis.read"),
    "api:runs-views": _run(),
    "api:graph-lookup": Route(),
    "api:graph-biomarkers": Route(),
    "api:graph-biomarker": Route((("key", "entry"),)),
    "api:graph-domains": Route(),
    "api:graph-domain": Route((("key", "domain"),)),
    "api:graph-things": Route(),
    "api:graph-thing": Route((("kind", "condition-kind"), ("key", "condition"))),
    "api:graph-sources": Route(),
    "api:graph-source": Route((("key", "source"),)),
    "api:graph-relations": Route(),
    "api:graph-relation": Route((("pk", "relation"),)),
    "api:graph-releases": Route(),
    "api:graph-release": Route((("release", "release"),)),
    "api:graph-release-file": Route((("release", "release"), ("form", "form"))),
    "api:graph-release-diff": Route((("before", "release"), ("after", "release"))),
}
