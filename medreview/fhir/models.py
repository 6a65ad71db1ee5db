"""What came in: files, the resources in them as received, and what could not be taken."""

from typing import ClassVar

from django.db import models

from medreview.accounts.models import Hospital, User
from medreview.common.models import Record
from medreview.patients.models import Patient


class Import(Record):
    """One file that was taken in, and its receipt."""

    id_prefix = "imp"

    hospital = models.ForeignKey(Hospital, on_delete=models.PROTECT, related_name="imports")
    by = models.ForeignKey(User, null=True, on_delete=models.PROTECT, related_name="imports")
    """Empty when the system itself imported it."""
    source = models.TextField()
    """The file's name: data like the rest, never written to a log."""
    file_hash = models.CharField(max_length=64)
    receipt = models.JSONField()
    """An ImportReceipt."""
    gaps = models.JSONField(default=list)
    """Why the file itself said that it was not the whole answer."""
    patients = models.ManyToManyField(Patient, related_name="imports")
    called_at = models.DateTimeField(null=True)
    """When a worker was last called for what follows on it."""
    followed_at = models.DateTimeField(null=True)
    """When what follows on it was done; empty until then."""

    class Meta:
        ordering = ("-created_at", "-id")
        indexes: ClassVar = [
            models.Index(
                fields=["called_at"],
                name="imports_not_followed_up",
                condition=models.Q(followed_at=None),
            ),
            models.Index(fields=["hospital", "-created_at"], name="imports_of_a_hospital"),
            models.Index(fields=["hospital", "file_hash"], name="imports_of_a_file"),
        ]


class Resource(Record):
    """One version of one FHIR resource, as received."""

    id_prefix = "res"

    hospital = models.ForeignKey(Hospital, on_delete=models.PROTECT, related_name="resources")
    patient = models.ForeignKey(
        Patient, null=True, on_delete=models.PROTECT, related_name="resources"
    )
    """Empty for what is about nobody, such as a Medication, and while the patient is unknown."""
    type = models.CharField(max_length=64)
    fhir_id = models.CharField(max_length=128)
    version = models.PositiveIntegerField()
    """Ours: 1 when first received, one more for each change."""
    current = models.BooleanField(default=True)
    deleted = models.BooleanField(default=False)
    """The source took the resource back: this row says when, and no version is current."""
    full_url = models.TextField(blank=True, default="")
    """The address its Bundle gave it, by which its neighbours may refer to it."""
    raw = models.TextField()
    raw_hash = models.CharField(max_length=64)
    """Hash of what it says, whatever its spaces and the order of its keys."""
    as_received = models.TextField(blank=True, default="")
    """The line of a table or the segments of a message it was made from; empty for FHIR."""
    received_at = models.DateTimeField()
    source_import = models.ForeignKey(Import, on_delete=models.PROTECT, related_name="resources")
    result_day = models.DateField(null=True)
    """The day a laboratory result was taken; empty for everything else."""
    awaits = models.TextField(blank=True, default="")
    """``Patient/x`` or an identifier ``system|value``, while that patient is unknown."""
    unassigned_reason = models.TextField(blank=True, default="")
    """Why it is in no patient's record, though it is about somebody or something."""

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["hospital", "type", "fhir_id", "version"],
                name="resource_one_row_per_version",
            ),
            models.UniqueConstraint(
                fields=["hospital", "type", "fhir_id"],
                condition=models.Q(current=True),
                name="resource_one_current_version",
            ),
        ]
        indexes: ClassVar = [
            models.Index(fields=["patient", "type"], name="resources_of_a_patient"),
            models.Index(fields=["patient", "-result_day"], name="resources_by_result_day"),
            models.Index(
                fields=["hospital", "awaits"],
                name="resources_that_wait",
                condition=~models.Q(awaits=""),
            ),
        ]

    @property
    def reference(self) -> str:
        """``Observation/x``."""
        return f"{self.type}/{self.fhir_id}"


class QuarantinedEntry(Record):
    """One entry that could not be taken, kept with its reason until a good one replaces it."""

    id_prefix = "qua"

    hospital = models.ForeignKey(Hospital, on_delete=models.PROTECT, related_name="quarantined")
    patient = models.ForeignKey(
        Patient, null=True, on_delete=models.PROTECT, related_name="quarantined"
    )
    """Whose it seems to be; empty where the entry does not tell."""
    source_import = models.ForeignKey(Import, on_delete=models.PROTECT, related_name="bad_entries")
    awaits = models.TextField(blank=True, default="")
    """``Patient/x``, while that patient is unknown."""
    where = models.TextField()
    reason = models.TextField()
    type = models.CharField(max_length=64, blank=True, default="")
    fhir_id = models.CharField(max_length=128, blank=True, default="")
    raw = models.TextField()
    raw_hash = models.CharField(max_length=64)
    replaced_by = models.ForeignKey(
        Import, null=True, on_delete=models.PROTECT, related_name="replaced_entries"
    )
    """The import that later brought a good resource of the same type and id."""

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["hospital", "raw_hash", "where"], name="quarantined_once"
            ),
        ]
        indexes: ClassVar = [
            models.Index(fields=["patient"], name="quarantined_of_a_patient"),
            models.Index(fields=["hospital", "type", "fhir_id"], name="quarantined_by_reference"),
        ]


class Upload(Record):
    """A file between its preview and its import; gone after either."""

    id_prefix = "upl"

    hospital = models.ForeignKey(Hospital, on_delete=models.PROTECT, related_name="uploads")
    by = models.ForeignKey(User, on_delete=models.PROTECT, related_name="uploads")
    batch = models.CharField(max_length=32)
    """Files chosen together are previewed and run together."""
    source = models.TextField()
    kind = models.CharField(max_length=8, default="fhir")
    """What the file holds: ``fhir``, ``csv`` or ``hl7``."""
    mapping = models.JSONField(null=True)
    """What the columns of a table mean, once a person has confirmed it: a ColumnMapping."""
    content = models.BinaryField()
    """The file as sent, gzip-packed."""
    preview = models.JSONField()
    """The receipt an import would have now, or why the file can't be read."""

    class Meta:
        indexes: ClassVar = [
            models.Index(fields=["hospital", "batch"], name="uploads_of_a_batch"),
        ]

    @property
    def waits_for_columns(self) -> bool:
        """Whether it is a table that can be read and that nobody has explained yet."""
        return self.kind == "csv" and self.mapping is None and bool(self.content)


class SavedMapping(Record):
    """What the columns of a source's tables mean, offered when the same header comes again."""

    id_prefix = "map"

    hospital = models.ForeignKey(Hospital, on_delete=models.PROTECT, related_name="mappings")
    name = models.CharField(max_length=80)
    signature = models.CharField(max_length=64)
    """A hash of the header's words."""
    mapping = models.JSONField()
    """A ColumnMapping."""
    by = models.ForeignKey(User, on_delete=models.PROTECT, related_name="mappings")
    changed_at = models.DateTimeField()

    class Meta:
        ordering = ("name",)
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["hospital", "name"], name="mapping_one_per_name"),
        ]
        indexes: ClassVar = [
            models.Index(fields=["hospital", "signature"], name="mappings_of_a_header"),
        ]
