"""The graph, for reading."""

from django.urls import path

from graphcurate.views import (
    bulk,
    changes,
    edit,
    edit_entries,
    edit_links,
    edit_parts,
    edit_sets,
    entries,
    flags,
    impact,
    review,
)

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
    # change sets, and what a second person says of them
    path("changes/", changes.change_list, name="change-list"),
    path("changes/mentions/", changes.mention_list, name="mention-list"),
    path("changes/mentions/<str:pk>/seen/", review.mention_seen, name="mention-seen"),
    path("changes/interests/", review.interests, name="interests"),
    path("changes/bulk/", bulk.bulk_edit, name="bulk-edit"),
    path("changes/<str:pk>/", changes.change_detail, name="change-detail"),
    path("changes/<str:pk>/diff.csv", changes.change_csv, name="change-csv"),
    path("changes/<str:pk>/diff.json", changes.change_json, name="change-json"),
    path("changes/<str:pk>/since/<str:decision>/", changes.change_since, name="change-since"),
    path("changes/<str:pk>/impact/", impact.change_impact, name="change-impact"),
    path("changes/<str:pk>/viewed/<str:name>/", review.change_viewed, name="change-viewed"),
    path("changes/<str:pk>/comment/", review.change_comment, name="change-comment"),
    path("changes/<str:pk>/assign/", review.change_assign, name="change-assign"),
    path("changes/<str:pk>/hand-back/", review.change_hand_back, name="change-hand-back"),
    path("changes/<str:pk>/approve/", review.change_approve, name="change-approve"),
    path("changes/<str:pk>/request/", review.change_request, name="change-request"),
    path("changes/<str:pk>/reject/", review.change_reject, name="change-reject"),
    path("changes/<str:pk>/send/", review.change_send, name="change-send"),
    path("changes/<str:pk>/take-back/", review.change_take_back, name="change-take-back"),
    path("changes/<str:pk>/withdraw/", review.change_withdraw, name="change-withdraw"),
    path("changes/<str:pk>/bulk/<str:edit>/undo/", bulk.bulk_undo, name="bulk-undo"),
    # problems that readers report, and how curators settle them
    path("flags/", flags.flag_list, name="flag-list"),
    path("flags/new/", flags.flag_create, name="flag-create"),
    path("flags/mine/", flags.flag_mine, name="flag-mine"),
    path("flags/<str:pk>/", flags.flag_detail, name="flag-detail"),
    path("flags/<str:pk>/take/", flags.flag_take, name="flag-take"),
    path("flags/<str:pk>/hand-back/", flags.flag_hand_back, name="flag-hand-back"),
    path("flags/<str:pk>/link/", flags.flag_link, name="flag-link"),
    path("flags/<str:pk>/settle/", flags.flag_settle, name="flag-settle"),
    path("flags/<str:pk>/heard/", flags.flag_heard, name="flag-heard"),
]
