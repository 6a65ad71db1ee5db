"""The graph, for reading."""

from django.urls import path

from graphcurate.views import entries

app_name = "graphcurate"

urlpatterns = [
    path("", entries.entry_list, name="entry-list"),
    path("biomarkers/<slug:key>", entries.entry_detail, name="entry-detail"),
    path("domains/<slug:key>", entries.domain_detail, name="domain-detail"),
]
