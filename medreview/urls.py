"""The addresses of every package, composed; no view lives here."""

from django.urls import URLPattern, URLResolver, path

from medreview.front.views.health import healthz

urlpatterns: list[URLPattern | URLResolver] = [
    path("healthz", healthz, name="healthz"),
]

handler500 = "medreview.front.views.outage.server_error"
