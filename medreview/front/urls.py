"""The front desk: sign in, start page, lists, the console."""

from django.urls import path

from medreview.front.views import (
    health,
    home,
    imports,
    login,
    patients,
    people,
    runs,
    trail,
    waiting,
)

app_name = "front"

urlpatterns = [
    path("", home.home, name="home"),
    path("home/tiles/", home.tiles, name="tiles"),
    path("login/", login.sign_in, name="login"),
    path("logout/", login.sign_out, name="logout"),
    path("language/", login.choose_language, name="language"),
    path("settings/", login.own_settings, name="settings"),
    path("settings/password/", login.own_password, name="password"),
    path("waiting/criticals/", waiting.criticals, name="criticals"),
    path("waiting/drafts/", waiting.drafts, name="drafts"),
    path("waiting/failed-runs/", waiting.runs_failed, name="failed-runs"),
    path("graph/gaps/", waiting.gaps, name="gaps"),
    path("people/", people.people, name="people"),
    path("people/<str:pk>/grant/", people.grant, name="role-grant"),
    path("people/<str:pk>/revoke/", people.revoke, name="role-revoke"),
    path("people/<str:pk>/deactivate/", people.deactivate, name="user-deactivate"),
    path("people/<str:pk>/reactivate/", people.reactivate, name="user-reactivate"),
    path("audit/", trail.trail, name="trail"),
    path("health/", health.health_page, name="health"),
    path("health/checks/", health.health_checks, name="health-checks"),
    path("patients/", patients.patient_list, name="patients"),
    path("patients/<str:pk>/", patients.patient_detail, name="patient"),
    path(
        "patients/<str:pk>/results/<int:place>/", patients.patient_results, name="patient-results"
    ),
    path("imports/", imports.import_list, name="imports"),
    path("imports/upload/", imports.import_upload, name="import-upload"),
    path("imports/preview/<str:batch>/", imports.import_preview, name="import-preview"),
    path(
        "imports/preview/<str:batch>/<str:pk>/problems.csv",
        imports.import_preview_problems,
        name="import-preview-problems",
    ),
    path("imports/preview/<str:batch>/run/", imports.import_run, name="import-run"),
    path("imports/preview/<str:batch>/discard/", imports.import_discard, name="import-discard"),
    path("imports/<str:pk>/", imports.import_receipt, name="import-receipt"),
    path("imports/<str:pk>/problems.csv", imports.import_problems, name="import-problems"),
    path("runs/", runs.run_list, name="run-list"),
    path("runs/<str:pk>/", runs.run_detail, name="run-detail"),
    path("runs/<str:pk>/events/<int:seq>/", runs.run_event, name="run-event"),
]
