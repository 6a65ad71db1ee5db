"""Where reviews live."""

from django.urls import path

from analysis.review.views.biomarker import biomarker
from analysis.review.views.changes import changes, keep_added, rerun
from analysis.review.views.decide import accept, add, comment, draft, edit, reject, undo
from analysis.review.views.evidence import evidence, problem
from analysis.review.views.handoff import handoff
from analysis.review.views.print import print_report
from analysis.review.views.progress import analysis_progress, cancel, retry
from analysis.review.views.request import analysis_request, request_preview
from analysis.review.views.result import analysis_detail, finding, overview
from analysis.review.views.sign import acknowledge, amend, sign
from analysis.review.views.worklist import next_undecided, worklist
from analysis.review.views.worklist_moves import claim, give, holding, release, take_over

app_name = "review"

ANALYSIS = "analyses/<str:pk>/"
FINDING = f"{ANALYSIS}findings/<int:number>/"

urlpatterns = [
    path("reviews/", worklist, name="worklist"),
    path("reviews/next/", next_undecided, name="next-undecided"),
    path("patients/<str:patient_pk>/analyse/", analysis_request, name="request"),
    path("patients/<str:patient_pk>/analyse/preview/", request_preview, name="request-preview"),
    path(ANALYSIS, analysis_detail, name="analysis-detail"),
    path(f"{ANALYSIS}overview/", overview, name="overview"),
    path(f"{ANALYSIS}progress/", analysis_progress, name="analysis-progress"),
    path(f"{ANALYSIS}cancel/", cancel, name="cancel"),
    path(f"{ANALYSIS}retry/", retry, name="retry"),
    path(f"{ANALYSIS}claim/", claim, name="claim"),
    path(f"{ANALYSIS}release/", release, name="release"),
    path(f"{ANALYSIS}give/", give, name="give"),
    path(f"{ANALYSIS}take-over/", take_over, name="take-over"),
    path(f"{ANALYSIS}holding/", holding, name="holding"),
    path(f"{ANALYSIS}handoffs/<str:handoff_pk>/", handoff, name="handoff"),
    path(f"{ANALYSIS}add/", add, name="add"),
    path(f"{ANALYSIS}add/keep/", keep_added, name="keep-added"),
    path(f"{ANALYSIS}changes/", changes, name="changes"),
    path(f"{ANALYSIS}rerun/", rerun, name="rerun"),
    path(f"{ANALYSIS}criticals/<str:alert_pk>/", acknowledge, name="acknowledge"),
    path(f"{ANALYSIS}sign/", sign, name="sign"),
    path(f"{ANALYSIS}amend/", amend, name="amend"),
    path(f"{ANALYSIS}print/", print_report, name="print"),
    path(f"{ANALYSIS}print/<int:edition>/", print_report, name="print-edition"),
    path(FINDING, finding, name="finding"),
    path(f"{FINDING}accept/", accept, name="accept"),
    path(f"{FINDING}edit/", edit, name="edit"),
    path(f"{FINDING}reject/", reject, name="reject"),
    path(f"{FINDING}undo/", undo, name="undo"),
    path(f"{FINDING}comment/", comment, name="comment"),
    path(f"{FINDING}draft/", draft, name="draft"),
    path(f"{FINDING}evidence/", evidence, name="evidence"),
    path(f"{FINDING}problem/", problem, name="problem"),
    path(f"{FINDING}results/", biomarker, name="biomarker"),
]
