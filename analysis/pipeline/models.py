"""An analysis, the sealed outputs of its stages, and the critical values it raised."""

from django.db import models

from analysis.pipeline.analysis_states import AT_WORK, ENDED_IN_NOTHING, OPEN, AnalysisState
from medreview.accounts.models import Hospital, User
from medreview.audit.triggers import append_only
from medreview.common.models import AppendOnly, Record
from medreview.fhir.models import Import
from medreview.patients.models import Patient
from medreview.runtime.models import Run


class Analysis(Record):
    """One look at one patient's record, from the request to a person's signature."""

    id_prefix = "ana"

    hospital = models.ForeignKey(Hospital, on_delete=models.PROTECT, related_name="analyses")
    serial = models.PositiveIntegerField()
    """Counts per hospital; people read it as ``A-1042``."""
    patient = models.ForeignKey(Patient, on_delete=models.PROTECT, related_name="analyses")
    run = models.OneToOneField(Run, on_delete=models.PROTECT, related_name="analysis")
    """The run it stands on now; a retried analysis keeps the failed one as ``again_after``."""
    release = models.ForeignKey(
        "graphcurate.Release", on_delete=models.PROTECT, related_name="analyses"
    )
    state = models.TextField(
        choices=[(state, state) for state in AnalysisState], default=AnalysisState.QUEUED
    )
    as_of = models.DateTimeField()
    report = models.TextField(blank=True, default="")
    """The DiagnosticReport whose results it assesses; empty for the whole record."""
    all_results = models.BooleanField(default=False)
    scope_key = models.TextField()
    """What was asked for, as a hash."""
    request_key = models.TextField()
    """What was asked for and of which record, release and day, as a hash: equal for a double
    click."""
    record_mark = models.TextField(blank=True, default="")
    """Which state of the patient's record it read; empty until it has."""
    requested_by = models.ForeignKey(
        User, on_delete=models.PROTECT, null=True, blank=True, related_name="analyses_requested"
    )
    """Empty when the system itself asked."""
    version = models.PositiveIntegerField(default=1)
    """Grows with every write a person makes on it; a write that names an older one is refused."""
    edition = models.PositiveSmallIntegerField(default=1)
    """Which signed text this is: an amendment makes the next one."""
    outdated = models.BooleanField(default=False)
    """A resource it used says something else now, or is no longer true of the patient."""
    outdated_at = models.DateTimeField(null=True, blank=True)
    """Since when it is outdated; empty while it is not."""
    rerun_of = models.ForeignKey(
        "self", on_delete=models.PROTECT, null=True, blank=True, related_name="reruns"
    )
    """The analysis it asks again, of the record as it is now; done, it takes its place."""
    degraded = models.BooleanField(default=False)
    """A stage did with less than it should have had, and says so."""
    abnormal_count = models.PositiveIntegerField(null=True, blank=True)
    reason = models.TextField(blank=True, default="")
    failed_stage = models.TextField(blank=True, default="")
    finished_at = models.DateTimeField(null=True, blank=True)
    """When its stages were through, or when it failed or was cancelled."""

    class Meta:
        ordering = ["-created_at", "-id"]
        verbose_name_plural = "analyses"
        constraints = [
            models.UniqueConstraint(fields=["hospital", "serial"], name="one_serial_per_hospital"),
            models.UniqueConstraint(
                fields=["patient", "request_key"],
                condition=models.Q(state__in=sorted(OPEN)),
                name="one_open_analysis_per_request",
            ),
            models.UniqueConstraint(
                fields=["rerun_of"],
                condition=~models.Q(state__in=sorted(ENDED_IN_NOTHING)),
                name="one_rerun_of_an_analysis",
            ),
        ]
        indexes = [
            models.Index(fields=["hospital", "state", "created_at"], name="analysis_worklist"),
            models.Index(fields=["patient", "-created_at"], name="analysis_of_patient"),
        ]

    @property
    def number(self) -> str:
        """Its name for people, such as ``A-1042``."""
        return f"A-{self.serial}"

    @property
    def at_work(self) -> bool:
        """Whether it is still on its way to a result."""
        return self.state in AT_WORK


class StageOutput(AppendOnly):
    """What one stage returned, sealed with its patient's key; written once per run."""

    id_prefix = "out"

    analysis = models.ForeignKey(Analysis, on_delete=models.PROTECT, related_name="outputs")
    run = models.ForeignKey(Run, on_delete=models.PROTECT, related_name="outputs")
    stage = models.TextField()
    position = models.PositiveSmallIntegerField()
    contract = models.TextField()
    contract_version = models.PositiveSmallIntegerField()
    input_hash = models.TextField()
    output_hash = models.TextField()
    """A keyed hash: equal for equal outputs of this patient, a guess proves nothing."""
    sealed = models.BinaryField()
    report = models.JSONField(default=dict)
    """How the stage went: a StageReport, counts and times only."""

    class Meta:
        ordering = ["position"]
        constraints = [
            models.UniqueConstraint(fields=["run", "stage"], name="one_output_per_stage"),
            models.UniqueConstraint(
                fields=["run", "stage", "input_hash"], name="one_effect_per_input"
            ),
        ]
        triggers = append_only()


class ChangeNote(AppendOnly):
    """What one state of the record says otherwise than an analysis read, and what is newer.

    The latest note of an analysis is the one that holds.
    """

    id_prefix = "chg"

    analysis = models.ForeignKey(Analysis, on_delete=models.PROTECT, related_name="change_notes")
    record_mark = models.TextField()
    """Which state of the record was compared with what the analysis had read."""
    changed = models.PositiveIntegerField()
    newer = models.PositiveIntegerField()
    sealed = models.BinaryField()
    """RecordChanges, sealed with the patient's key."""

    class Meta:
        ordering = ["created_at", "id"]
        triggers = append_only()


class GateDecision(AppendOnly):
    """What the gate knew of the result of one run, and what it decided. Codes and counts only."""

    id_prefix = "gat"

    analysis = models.ForeignKey(Analysis, on_delete=models.PROTECT, related_name="gate_decisions")
    run = models.OneToOneField(Run, on_delete=models.PROTECT, related_name="gate_decision")
    verdict = models.JSONField()
    """A GateVerdict."""

    class Meta:
        ordering = ["created_at", "id"]
        triggers = append_only()


class AlertState(models.TextChoices):
    RAISED = "raised"
    ACKNOWLEDGED = "acknowledged"
    WITHDRAWN = "withdrawn"
    """Nobody answered before a re-run found that the record says another value, or none."""


class CriticalAlert(Record):
    """A critical value that somebody must answer for, raised before any other stage ran."""

    id_prefix = "alt"

    analysis = models.ForeignKey(Analysis, on_delete=models.PROTECT, related_name="alerts")
    hospital = models.ForeignKey(Hospital, on_delete=models.PROTECT, related_name="alerts")
    patient = models.ForeignKey(Patient, on_delete=models.PROTECT, related_name="alerts")
    result = models.TextField()
    """The resource id, ``Observation/x``."""
    result_version = models.PositiveIntegerField(default=0)
    """Which version of that resource it was raised for; 0 where that was not kept."""
    name = models.TextField()
    value_text = models.TextField()
    """As sent."""
    effective_text = models.TextField(blank=True, default="")
    limit = models.TextField()
    population = models.TextField()
    source = models.TextField()
    doubt = models.TextField(blank=True, default="")
    """A suspected unit or sample error, beside the alert and never instead of it."""
    state = models.TextField(choices=AlertState.choices, default=AlertState.RAISED)
    acknowledged_by = models.ForeignKey(
        User, on_delete=models.PROTECT, null=True, blank=True, related_name="alerts_acknowledged"
    )
    acknowledged_at = models.DateTimeField(null=True, blank=True)
    read_back = models.TextField(blank=True, default="")
    answered_in = models.ForeignKey(
        "self", on_delete=models.PROTECT, null=True, blank=True, related_name="answers_for"
    )
    """The alert of an earlier analysis whose answer, to the very same version of the result,
    is this one's answer too."""
    version = models.PositiveIntegerField(default=1)

    class Meta:
        ordering = ["created_at", "id"]
        constraints = [
            models.UniqueConstraint(fields=["analysis", "result"], name="one_alert_per_result"),
            models.CheckConstraint(
                condition=models.Q(acknowledged_by=None, acknowledged_at=None)
                | models.Q(acknowledged_by__isnull=False, acknowledged_at__isnull=False),
                name="acknowledged_by_whom_and_when",
            ),
        ]
        indexes = [models.Index(fields=["hospital", "state"], name="alerts_waiting")]


class ImportAnalysis(Record):
    """The analysis of the new results that one import brought one patient."""

    id_prefix = "ima"

    source_import = models.ForeignKey(Import, on_delete=models.PROTECT, related_name="analyses")
    patient = models.ForeignKey(Patient, on_delete=models.PROTECT, related_name="+")
    analysis = models.ForeignKey(Analysis, on_delete=models.PROTECT, related_name="imports")
    """Started for this import, or already on its way when it came."""

    class Meta:
        ordering = ["created_at", "id"]
        constraints = [
            models.UniqueConstraint(
                fields=["source_import", "patient"], name="one_analysis_per_import_and_patient"
            ),
        ]
