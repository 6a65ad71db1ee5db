"""What the addresses of curating ask for: name of the address, and the thing behind each id."""

SET = (("pk", "change-set"),)
FLAG = (("pk", "flag"),)

REVIEW_ASKS = {
    "graphcurate:change-list": (),
    "graphcurate:mention-list": (),
    "graphcurate:mention-seen": (("pk", "mention"),),
    "graphcurate:interests": (),
    "graphcurate:bulk-edit": (),
    "graphcurate:change-detail": SET,
    "graphcurate:change-csv": SET,
    "graphcurate:change-json": SET,
    "graphcurate:change-since": (*SET, ("decision", "decision")),
    "graphcurate:change-impact": SET,
    "graphcurate:change-viewed": (*SET, ("entry", "changed-entry")),
    "graphcurate:change-comment": SET,
    "graphcurate:change-assign": SET,
    "graphcurate:change-hand-back": SET,
    "graphcurate:change-approve": SET,
    "graphcurate:change-request": SET,
    "graphcurate:change-reject": SET,
    "graphcurate:change-send": SET,
    "graphcurate:change-take-back": SET,
    "graphcurate:change-withdraw": SET,
    "graphcurate:bulk-undo": (*SET, ("edit", "bulk-edit")),
    "graphcurate:flag-list": (),
    "graphcurate:flag-create": (),
    "graphcurate:flag-mine": (),
    "graphcurate:flag-detail": FLAG,
    "graphcurate:flag-take": FLAG,
    "graphcurate:flag-hand-back": FLAG,
    "graphcurate:flag-link": FLAG,
    "graphcurate:flag-settle": FLAG,
    "graphcurate:flag-heard": FLAG,
}
"""The graph is one for all hospitals, and so are its change sets; a flag is one hospital's."""

ENTRY = (("kind", "kind"), ("key", "entry"))
EDITOR_ASKS: dict[str, tuple[tuple[str, str], ...]] = {
    "graphcurate:edit": (),
    "graphcurate:edit-set": (),
    "graphcurate:entry-options": (),
    "graphcurate:entry-create": (("kind", "kind"),),
    "graphcurate:entry-edit": ENTRY,
    "graphcurate:edit-rail": ENTRY,
    "graphcurate:entry-presence": ENTRY,
    "graphcurate:entry-compare": ENTRY,
    "graphcurate:entry-remove": ENTRY,
    "graphcurate:entry-revert": ENTRY,
    "graphcurate:entry-move": ENTRY,
}
"""Where entries are edited: ``kind`` and key of one that the starter release has."""

PLAN = (("pk", "plan"),)
RELEASE = (("number", "release"),)
PAIR = (("before", "release"), ("after", "release"))
RELEASE_ASKS: dict[str, tuple[tuple[str, str], ...]] = {
    "graphcurate:release-list": (),
    "graphcurate:release-compare": (),
    "graphcurate:release-detail": RELEASE,
    "graphcurate:roll-back": RELEASE,
    "graphcurate:release-diff": PAIR,
    "graphcurate:release-diff-json": PAIR,
    "graphcurate:release-diff-csv": PAIR,
    "graphcurate:plan-new": (),
    "graphcurate:plan": PLAN,
    "graphcurate:plan-gates": PLAN,
    "graphcurate:plan-edit": PLAN,
    "graphcurate:plan-changes": PLAN,
    "graphcurate:plan-vignettes": PLAN,
    "graphcurate:plan-sign": PLAN,
    "graphcurate:plan-appraise": PLAN,
    "graphcurate:plan-override": PLAN,
    "graphcurate:plan-discard": PLAN,
    "graphcurate:plan-publish": PLAN,
}
"""Releases, and those on their way: one line of them for every hospital."""

SHARED = {"document", "gap", "sent-set", "change-set", "decision", "changed-entry", "bulk-edit"} | {
    "graph-import",
    "impact",
    "plan",
}
"""Things that every hospital's curators may see."""
