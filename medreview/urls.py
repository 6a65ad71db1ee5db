"""The addresses of every package, composed; no view lives here."""

from django.urls import URLPattern, URLResolver, include, path

from medreview.front.views.health import healthz, metrics

urlpatterns: list[URLPattern | URLResolver] = [
    path("healthz", healthz, name="healthz"),
    path("metrics", metrics, name="metrics"),
    path("", include("medreview.front.urls")),
    path("", include("analysis.review.urls")),
    path("", include("analysis.exports.urls")),
    path("graph/impact/", include("analysis.impact.urls")),
    path("graph/", include("graphcurate.urls")),
    path("api/v1/", include("medreview.api.urls")),
]

handler400 = "medreview.front.views.errors.bad_request"
handler403 = "medreview.front.views.errors.denied"
handler404 = "medreview.front.views.errors.not_found"
handler500 = "medreview.front.views.outage.server_error"
