"""Every event the product records, in one list. A past event keeps its name for ever."""

from enum import StrEnum


class EventType(StrEnum):
    """What happened, as ``thing.verb``."""

    # People
    SIGNED_IN = "session.opened"
    SIGN_IN_FAILED = "session.refused"
    SIGN_IN_LOCKED = "session.locked"
    SIGNED_OUT = "session.closed"
    ACCESS_DENIED = "access.denied"
    HOSPITAL_CREATED = "hospital.created"
    HOSPITAL_SETTINGS_CHANGED = "hospital.settings_changed"
    USER_CREATED = "user.created"
    USER_DEACTIVATED = "user.deactivated"
    USER_REACTIVATED = "user.reactivated"
    PASSWORD_CHANGED = "user.password_changed"  # noqa: S105 - an event's name
    SETTINGS_CHANGED = "user.settings_changed"
    ROLE_GRANTED = "role.granted"
    ROLE_REVOKED = "role.revoked"
    USER_CHANGED = "user.changed"
    SESSION_ENDED = "session.ended"
    INVITATION_MADE = "invitation.made"
    INVITATION_REVOKED = "invitation.revoked"
    INVITATION_ACCEPTED = "invitation.accepted"
    PASSWORD_RESET_ASKED = "user.password_reset_asked"  # noqa: S105 - an event's name
    PASSWORD_RESET_STARTED = "user.password_reset_started"  # noqa: S105
    FACTOR_TURNED_ON = "factor.turned_on"
    FACTOR_TURNED_OFF = "factor.turned_off"
    FACTOR_RESET = "factor.reset"
    RECOVERY_CODES_MADE = "factor.recovery_codes_made"
    RECOVERY_CODE_USED = "factor.recovery_code_used"
    HOSPITAL_CHANGED = "hospital.changed"
    TEAM_CREATED = "team.created"
    TEAM_CHANGED = "team.changed"
    TEAM_DELETED = "team.deleted"
    TRAIL_READ = "trail.read"
    TRAIL_EXPORTED = "trail.exported"
    EXAMINATION_REPORTED = "examination.reported"
    EXAMINATION_READ = "examination.read"
    EXAMINATION_SIGNED = "examination.signed"

    # What patients said
    MEMORY_SOURCE_GIVEN = "memory.source_given"
    MEMORY_SOURCE_READ = "memory.source_read"
    MEMORY_SOURCE_FAILED = "memory.source_failed"
    MEMORY_QUEUE_READ = "memory.queue_read"
    MEMORY_FACTS_READ = "memory.facts_read"
    MEMORY_CANDIDATE_DECIDED = "memory.candidate_decided"
    MEMORY_CANDIDATES_EXPIRED = "memory.candidates_expired"
    MEMORY_FACT_WITHDRAWN = "memory.fact_withdrawn"
    MEMORY_FACTS_EXPIRED = "memory.facts_expired"

    # Programs
    TOKEN_MADE = "token.made"  # noqa: S105 - an event's name
    TOKEN_FIRST_USED = "token.first_used"  # noqa: S105 - an event's name
    TOKEN_REVOKED = "token.revoked"  # noqa: S105 - an event's name
    TOKEN_REFUSED = "token.refused"  # noqa: S105 - an event's name

    # Patients
    PATIENT_REGISTERED = "patient.registered"
    PATIENT_CHANGED = "patient.changed"
    PATIENT_READ = "patient.read"
    PATIENT_REFUSED = "patient.refused"
    PATIENTS_LISTED = "patient.listed"
    LISTS_DERIVED = "patient.lists_derived"
    LIST_CREATED = "list.created"
    LIST_RENAMED = "list.renamed"
    LIST_DELETED = "list.deleted"
    LIST_ENTERED = "list.entered"
    LIST_LEFT = "list.left"
    KEY_DESTROYED = "patient.key_destroyed"
    KEYS_REWRAPPED = "hospital.keys_rewrapped"

    # Runs
    RUN_OPENED = "run.opened"
    RUN_AWAITS_REVIEW = "run.awaits_review"
    RUN_FAILED = "run.failed"
    RUN_CANCELLED = "run.cancelled"
    RUN_READ = "run.read"
    RUN_PAYLOAD_READ = "run.payload_read"
    MODEL_TRIED = "model.tried"
    """Somebody asked whether a language model answers; nothing of a patient was sent."""
    SKILL_KEPT = "skill.kept"
    SKILL_APPROVED = "skill.approved"
    SKILL_REVOKED = "skill.revoked"
    HANDOFF_OPENED = "handoff.opened"
    HANDOFF_RESOLVED = "handoff.resolved"

    # Analyses
    ANALYSIS_REQUESTED = "analysis.requested"
    ANALYSIS_RETRIED = "analysis.retried"
    ANALYSIS_READ = "analysis.read"
    ANALYSIS_OUTDATED = "analysis.outdated"
    ANALYSIS_CURRENT_AGAIN = "analysis.current_again"
    ANALYSIS_RERUN = "analysis.rerun"
    ANALYSIS_REPLACED = "analysis.replaced"
    ANALYSIS_FROM_FILE = "analysis.from_file"
    RECORD_READ_FOR_ANALYSIS = "analysis.record_read"
    CRITICALS_RAISED = "critical.raised"
    CRITICAL_READ = "critical.read"
    CRITICAL_ESCALATED = "critical.escalated"
    CRITICAL_ACKNOWLEDGED = "critical.acknowledged"
    CRITICAL_ANSWER_KEPT = "critical.answer_kept"
    CRITICAL_WITHDRAWN = "critical.withdrawn"
    IMPACT_ASKED = "impact.asked"
    IMPACT_COMPUTED = "impact.computed"
    IMPACT_CANCELLED = "impact.cancelled"
    IMPACT_READ = "impact.read"
    REVIEW_SIGNED = "review.signed"
    REVIEW_AMENDED = "review.amended"

    # Messages
    MESSAGE_SENT = "message.sent"
    MESSAGE_FAILED = "message.failed"
    MESSAGE_DROPPED = "message.dropped"
    WEBHOOK_ADDED = "webhook.added"
    WEBHOOK_SECRET_REPLACED = "webhook.secret_replaced"  # noqa: S105 - an event's name
    WEBHOOK_TESTED = "webhook.tested"
    WEBHOOK_SWITCHED_ON = "webhook.switched_on"
    WEBHOOK_SWITCHED_OFF = "webhook.switched_off"

    # The worklist
    WORK_CLAIMED = "work.claimed"
    WORK_RELEASED = "work.released"
    WORK_ASSIGNED = "work.assigned"
    WORK_HANDED_OVER = "work.handed_over"
    WORK_TAKEN_OVER = "work.taken_over"
    WORK_ENDED = "work.ended"
    WORK_FOLLOWED = "work.followed"

    # Reviews
    FINDING_DECIDED = "finding.decided"
    DECISION_UNDONE = "finding.undone"
    DECISION_CARRIED = "finding.carried"
    FINDING_ADDED = "finding.added"
    FINDING_COMMENTED = "finding.commented"
    EVIDENCE_READ = "evidence.read"
    PROBLEM_REPORTED = "relation.problem_reported"
    RESULTS_READ = "results.read"
    REPORT_PRINTED = "report.printed"
    REPORT_EXPORTED = "report.exported"

    # Records
    IMPORT_PREVIEWED = "import.previewed"
    IMPORT_READ = "import.read"
    COLUMNS_EXPLAINED = "import.columns_explained"
    RECORD_IMPORTED = "record.imported"
    RECORD_CHANGED = "record.changed"

    # Graph
    GRAPH_RELEASED = "graph.released"

    # Change sets of the graph
    CHANGE_SET_OPENED = "change_set.opened"
    CHANGE_SET_EDITED = "change_set.edited"
    CHANGE_SET_SUBMITTED = "change_set.submitted"
    CHANGE_SET_TAKEN_BACK = "change_set.taken_back"
    CHANGE_SET_WITHDRAWN = "change_set.withdrawn"
    CHANGE_SET_DECIDED = "change_set.decided"
    CONFLICT_STATED = "conflict.stated"

    # Releases of the graph
    RELEASE_PLANNED = "release.planned"
    RELEASE_PLAN_CHANGED = "release.plan_changed"
    RELEASE_DISCARDED = "release.discarded"
    RELEASE_APPRAISAL_ASKED = "release.appraisal_asked"
    RELEASE_APPRAISED = "release.appraised"
    RELEASE_VIGNETTES_SIGNED = "release.vignettes_signed"
    RELEASE_GATE_OVERRIDDEN = "release.gate_overridden"
    RELEASE_PUBLISHED = "release.published"

    # Files into the graph
    GRAPH_FILE_KEPT = "graph_import.asked"
    GRAPH_FILE_IMPORTED = "graph_import.done"
    GRAPH_FILE_REFUSED = "graph_import.failed"

    # The library
    DOCUMENT_ADDED = "document.added"
    DOCUMENT_DESCRIBED = "document.described"
    DOCUMENT_SUPERSEDED = "document.superseded"
    DOCUMENT_WITHDRAWN = "document.withdrawn"
    DOCUMENT_PUT_BACK = "document.put_back"

    # Flags of the graph
    FLAG_RAISED = "flag.raised"
    FLAG_TAKEN = "flag.taken"
    FLAG_HANDED_BACK = "flag.handed_back"
    FLAG_LINKED = "flag.linked"
    FLAG_SETTLED = "flag.settled"
    FLAG_HEARD = "flag.heard"

    # Reviewing a change set
    CHANGE_VIEWED = "change.viewed"
    CHANGE_UNVIEWED = "change.unviewed"
    CHANGE_COMMENTED = "change.commented"
    MENTION_SEEN = "change.mention_seen"
    CHANGE_SET_ASSIGNED = "change_set.assigned"
    BULK_EDITED = "change_set.bulk_edited"
    BULK_UNDONE = "change_set.bulk_undone"

    # Coverage of the graph
    GAP_MAPPED = "gap.mapped"
    GAP_SET_ASIDE = "gap.set_aside"
    GAP_REOPENED = "gap.reopened"
    COVERAGE_COUNTED = "coverage.counted"
    ITEM_PASSED_OVER = "guided.passed_over"
    ITEM_READ_AGAIN = "guided.read_again"
