"""Where the API lives."""

from django.urls import path

from medreview.api.views import (
    analyses,
    criticals,
    description,
    graph,
    graph_entries,
    graph_releases,
    imports,
    patients,
    people,
    reviews,
    runs,
    worklist,
)

app_name = "api"

PATIENT = "patients/<str:pk>/"
ANALYSIS = "analyses/<str:pk>/"
FINDING = f"{ANALYSIS}findings/<int:number>/"
RUN = "agent-runs/<str:pk>/"

urlpatterns = [
    path("docs/", description.docs, name="docs"),
    path("schema/", description.Schema.as_view(), name="schema"),
    path("schema/contracts/", description.Contracts.as_view(), name="schema-contracts"),
    path(
        "schema/contracts/<str:contract>/",
        description.ContractSchema.as_view(),
        name="schema-contract",
    ),
    path("health/", description.Health.as_view(), name="health"),
    path("me/", people.MeView.as_view(), name="me"),
    path("token/", people.TokenView.as_view(), name="token"),
    path("tokens/", people.TokenList.as_view(), name="token-list"),
    path("tokens/<str:pk>/", people.TokenDetail.as_view(), name="token-detail"),
    path("patients/", patients.PatientList.as_view(), name="patients-list"),
    path("patients/search/", patients.PatientSearches.as_view(), name="patients-search"),
    path(PATIENT, patients.PatientDetail.as_view(), name="patients-detail"),
    path(f"{PATIENT}record/", patients.PatientRecordView.as_view(), name="patients-record"),
    path(f"{PATIENT}results/", patients.PatientResults.as_view(), name="patients-results"),
    path(f"{PATIENT}conditions/", patients.PatientConditions.as_view(), name="patients-conditions"),
    path(
        f"{PATIENT}medications/",
        patients.PatientMedications.as_view(),
        name="patients-medications",
    ),
    path(f"{PATIENT}allergies/", patients.PatientAllergies.as_view(), name="patients-allergies"),
    path(f"{PATIENT}analyses/", analyses.PatientAnalyses.as_view(), name="patients-analyses"),
    path("imports/", imports.ImportList.as_view(), name="imports-list"),
    path("imports/previews/", imports.ImportPreviews.as_view(), name="imports-previews"),
    path(
        "imports/previews/<str:batch>/", imports.ImportPreviewed.as_view(), name="imports-previewed"
    ),
    path(
        "imports/previews/<str:batch>/columns/",
        imports.ImportColumns.as_view(),
        name="imports-columns",
    ),
    path("imports/<str:pk>/", imports.ImportDetail.as_view(), name="imports-detail"),
    path("imports/<str:pk>/problems/", imports.ImportProblems.as_view(), name="imports-problems"),
    path(ANALYSIS, analyses.AnalysisDetail.as_view(), name="analyses-detail"),
    path(f"{ANALYSIS}progress/", analyses.AnalysisProgress.as_view(), name="analyses-progress"),
    path(f"{ANALYSIS}result/", analyses.AnalysisResultView.as_view(), name="analyses-result"),
    path(f"{ANALYSIS}record/", analyses.AnalysisRecord.as_view(), name="analyses-record"),
    path(f"{ANALYSIS}changes/", analyses.AnalysisChanges.as_view(), name="analyses-changes"),
    path(f"{ANALYSIS}rerun/", analyses.AnalysisRerun.as_view(), name="analyses-rerun"),
    path(f"{ANALYSIS}cancel/", analyses.AnalysisCancel.as_view(), name="analyses-cancel"),
    path(f"{ANALYSIS}retry/", analyses.AnalysisRetry.as_view(), name="analyses-retry"),
    path(
        f"{ANALYSIS}exports/<int:edition>/<str:form>/",
        analyses.AnalysisExport.as_view(),
        name="analyses-export",
    ),
    path(f"{ANALYSIS}criticals/", criticals.AnalysisCriticals.as_view(), name="analyses-criticals"),
    path(f"{ANALYSIS}findings/", reviews.Findings.as_view(), name="analyses-findings"),
    path(f"{ANALYSIS}decisions/", reviews.Decisions.as_view(), name="analyses-decisions"),
    path(f"{FINDING}decisions/", reviews.FindingDecisions.as_view(), name="findings-decide"),
    path(f"{FINDING}comments/", reviews.FindingComments.as_view(), name="findings-comment"),
    path(f"{ANALYSIS}signatures/", reviews.Signatures.as_view(), name="analyses-sign"),
    path(f"{ANALYSIS}amendments/", reviews.Amendments.as_view(), name="analyses-amend"),
    path(f"{ANALYSIS}claim/", worklist.Claim.as_view(), name="analyses-claim"),
    path(f"{ANALYSIS}assignment/", worklist.Assignment.as_view(), name="analyses-assign"),
    path(f"{ANALYSIS}hand-over/", worklist.HandOver.as_view(), name="analyses-hand-over"),
    path(f"{ANALYSIS}take-over/", worklist.TakeOver.as_view(), name="analyses-take-over"),
    path("worklist/", worklist.Worklist.as_view(), name="worklist"),
    path("worklist/next/", worklist.WorklistNext.as_view(), name="worklist-next"),
    path("worklist/colleagues/", worklist.Colleagues.as_view(), name="worklist-colleagues"),
    path("worklist/<str:listing>/", worklist.WorklistOf.as_view(), name="worklist-list"),
    path("criticals/", criticals.Criticals.as_view(), name="criticals-list"),
    path("criticals/<str:pk>/", criticals.CriticalDetail.as_view(), name="criticals-detail"),
    path(
        "criticals/<str:pk>/acknowledgement/",
        criticals.CriticalAnswer.as_view(),
        name="criticals-acknowledge",
    ),
    path("agent-runs/", runs.RunList.as_view(), name="runs-list"),
    path(RUN, runs.RunDetail.as_view(), name="runs-detail"),
    path(f"{RUN}timeline/", runs.RunTimeline.as_view(), name="runs-timeline"),
    path(f"{RUN}timeline/<int:seq>/", runs.RunEventView.as_view(), name="runs-event"),
    path(f"{RUN}model-calls/", runs.RunModelCalls.as_view(), name="runs-model-calls"),
    path(f"{RUN}tools/", runs.RunTools.as_view(), name="runs-tools"),
    path(f"{RUN}stages/", runs.RunStages.as_view(), name="runs-stages"),
    path(f"{RUN}evidence/", runs.RunEvidenceView.as_view(), name="runs-evidence"),
    path(f"{RUN}views/", runs.RunViews.as_view(), name="runs-views"),
    path("graph/lookup/", graph.Lookup.as_view(), name="graph-lookup"),
    path("graph/biomarkers/", graph.Biomarkers.as_view(), name="graph-biomarkers"),
    path("graph/biomarkers/<slug:key>/", graph.BiomarkerDetail.as_view(), name="graph-biomarker"),
    path("graph/domains/", graph.Domains.as_view(), name="graph-domains"),
    path("graph/domains/<slug:key>/", graph.DomainDetail.as_view(), name="graph-domain"),
    path("graph/things/", graph_entries.Things.as_view(), name="graph-things"),
    path(
        "graph/things/<str:kind>/<str:key>/",
        graph_entries.ThingDetail.as_view(),
        name="graph-thing",
    ),
    path("graph/sources/", graph_entries.Sources.as_view(), name="graph-sources"),
    path("graph/sources/<str:key>/", graph_entries.SourceDetail.as_view(), name="graph-source"),
    path("graph/relations/", graph_entries.Relations.as_view(), name="graph-relations"),
    path(
        "graph/relations/<str:pk>/", graph_entries.RelationDetail.as_view(), name="graph-relation"
    ),
    path("graph/releases/", graph.Releases.as_view(), name="graph-releases"),
    path(
        "graph/releases/<str:release>/",
        graph_releases.ReleaseDetail.as_view(),
        name="graph-release",
    ),
    path(
        "graph/releases/<str:release>/files/<str:form>/",
        graph_releases.ReleaseFile.as_view(),
        name="graph-release-file",
    ),
    path(
        "graph/releases/<str:before>/to/<str:after>/",
        graph_releases.ReleaseDiff.as_view(),
        name="graph-release-diff",
    ),
]
