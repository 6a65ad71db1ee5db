"""The closed list of things a person may do."""

from enum import StrEnum


class Permission(StrEnum):
    """One thing a person may do; a role is a set of these."""

    PATIENT_READ = "patient.read"
    RECORD_IMPORT = "record.import"
    ANALYSIS_REQUEST = "analysis.request"
    ANALYSIS_READ = "analysis.read"
    ANALYSIS_DECIDE = "analysis.decide"
    ANALYSIS_SIGN = "analysis.sign"
    CRITICAL_ACKNOWLEDGE = "critical.acknowledge"
    GRAPH_READ = "graph.read"
    GRAPH_CURATE = "graph.curate"
    RUN_READ = "run.read"
    RUN_OVERSEE = "run.oversee"
    """See that runs of others failed, and why; reading one is RUN_READ."""
    TRAIL_READ = "trail.read"
    TRAIL_EXAMINE = "trail.examine"
    """Sign that a week of the trail was examined: nobody who gives out roles themselves."""
    PEOPLE_MANAGE = "people.manage"
    HOSPITAL_MANAGE = "hospital.manage"
    """Change what the hospital decides for all: its settings and its teams."""
    HEALTH_READ = "health.read"
