"""What happened to an account, in the words of people."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from medreview.accounts.permissions import Permission
from medreview.audit.event_types import EventType

HAPPENED: dict[str, str | Promise] = {
    EventType.SIGNED_IN: _("Signed in"),
    EventType.SIGN_IN_FAILED: _("A wrong password or code"),
    EventType.SIGN_IN_LOCKED: _("Locked after too many attempts"),
    EventType.SIGNED_OUT: _("Signed out"),
    EventType.SESSION_ENDED: _("Sessions ended"),
    EventType.USER_CREATED: _("Account made"),
    EventType.USER_CHANGED: _("Name, title or address changed"),
    EventType.USER_DEACTIVATED: _("Deactivated"),
    EventType.USER_REACTIVATED: _("Opened again"),
    EventType.PASSWORD_CHANGED: _("New password"),
    EventType.PASSWORD_RESET_ASKED: _("A link for a new password was asked for"),
    EventType.PASSWORD_RESET_STARTED: _("An admin made a link for a new password"),
    EventType.SETTINGS_CHANGED: _("Own settings changed"),
    EventType.ROLE_GRANTED: _("Role given"),
    EventType.ROLE_REVOKED: _("Role taken back"),
    EventType.FACTOR_TURNED_ON: _("Second factor turned on"),
    EventType.FACTOR_TURNED_OFF: _("Second factor turned off"),
    EventType.FACTOR_RESET: _("Second factor reset"),
    EventType.RECOVERY_CODES_MADE: _("New recovery codes"),
    EventType.RECOVERY_CODE_USED: _("A recovery code was used"),
}

RIGHTS: dict[Permission, str | Promise] = {
    Permission.PATIENT_READ: _("See patients and their records"),
    Permission.RECORD_IMPORT: _("Import records"),
    Permission.ANALYSIS_REQUEST: _("Start an analysis"),
    Permission.ANALYSIS_READ: _("Read analyses and reviews"),
    Permission.ANALYSIS_DECIDE: _("Decide on findings"),
    Permission.ANALYSIS_SIGN: _("Sign and amend reviews"),
    Permission.CRITICAL_ACKNOWLEDGE: _("Answer for critical values"),
    Permission.MEMORY_READ: _("Read what patients said"),
    Permission.MEMORY_GIVE: _("Give a dialogue or a note to be read"),
    Permission.MEMORY_DECIDE: _("Confirm what patients said"),
    Permission.GRAPH_READ: _("Read the graph"),
    Permission.GRAPH_CURATE: _("Draft changes of the graph"),
    Permission.GRAPH_ACCEPT: _("Decide on others’ changes of the graph"),
    Permission.GRAPH_PUBLISH: _("Publish releases of the graph"),
    Permission.GRAPH_OVERRIDE: _("Let a release pass a failed gate, with a reason"),
    Permission.GRAPH_FLAG: _("Report a problem of the graph"),
    Permission.RUN_READ: _("Read runs, event by event"),
    Permission.RUN_OVERSEE: _("See that others’ runs failed"),
    Permission.SKILL_APPROVE: _("Approve what models are told to do"),
    Permission.TRAIL_READ: _("Read the audit trail"),
    Permission.TRAIL_EXAMINE: _("Sign that a week of the trail was examined"),
    Permission.PEOPLE_MANAGE: _("Manage people and their roles"),
    Permission.HOSPITAL_MANAGE: _("Change the hospital’s settings and teams"),
    Permission.HEALTH_READ: _("See the health of the installation"),
}
