"""The graph, for reading."""

from django.urls import path

from graphcurate.views import edit, edit_entries, edit_links, edit_parts, edit_sets, entries

app_name = "graphcurate"

urlpatterns = [
    # the graph as it is browsed
    path("", entries.entry_list, name="entry-list"),
    path("overview/", entries.overview, name="overview"),
    path("biomarkers/<str:key>/", entries.entry_detail, name="entry-detail"),
    path("domains/<str:key>/", entries.domain_detail, name="domain-detail"),
    path("conditions/<str:key>/", entries.thing_detail, {"kind": "condition"}, "condition-detail"),
    path(
        "medications/<str:key>/", entries.thing_detail, {"kind": "medication"}, "medication-detail"
    ),
    path(
        "preanalytical/<str:key>/",
        entries.thing_detail,
        {"kind": "preanalytical"},
        "preanalytical-detail",
    ),
    path("sources/<str:key>/", entries.source_detail, name="source-detail"),
    # the editor
    path("edit/", edit.edit_home, name="edit"),
    path("edit/set/", edit_sets.edit_set, name="edit-set"),
    path("edit/set/<str:pk>/send/", edit_sets.set_send, name="set-send"),
    path("edit/options/", edit_parts.entry_options, name="entry-options"),
    path("edit/new/<str:kind>/", edit_entries.entry_create, name="entry-create"),
    path("edit/<str:kind>/<str:key>/", edit.entry_edit, name="entry-edit"),
    path("edit/<str:kind>/<str:key>/rail/", edit_parts.edit_rail, name="edit-rail"),
    path("edit/<str:kind>/<str:key>/presence/", edit_parts.entry_presence, name="entry-presence"),
    path("edit/<str:kind>/<str:key>/compare/", edit_entries.entry_compare, name="entry-compare"),
    path("edit/<str:kind>/<str:key>/remove/", edit_entries.entry_remove, name="entry-remove"),
    path("edit/<str:kind>/<str:key>/revert/", edit_entries.entry_revert, name="entry-revert"),
    path("edit/<str:kind>/<str:key>/move/", edit_links.entry_move, name="entry-move"),
]
