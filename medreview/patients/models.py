"""Patient: our key for a FHIR patient, bound to one hospital; and the keys its data rest under."""

from typing import Any, ClassVar

from django.db import models

from medreview.accounts.models import Hospital, User
from medreview.common.models import Record
from medreview.common.text import normalise_name


class Patient(Record):
    """One person in one hospital, as the record names them."""

    id_prefix = "pat"

    hospital = models.ForeignKey(Hospital, on_delete=models.PROTECT, related_name="patients")
    fhir_id = models.CharField(max_length=255)
    family = models.TextField(blank=True)
    given = models.TextField(blank=True)
    prefix = models.TextField(blank=True)
    name_text = models.TextField(blank=True)
    """The whole name as the source prints it, where it does."""
    birth_date = models.CharField(max_length=64, blank=True)
    """As sent: ``1958``, ``1958-03`` or ``1958-03-14``."""
    birth_day = models.DateField(null=True)
    """The day, only where the source gave one."""
    sex = models.CharField(max_length=32, blank=True)
    mrn = models.CharField(max_length=255, blank=True)
    deceased = models.BooleanField(default=False)
    died = models.CharField(max_length=64, blank=True)
    """When, as sent; empty where the source only says that."""
    sort_name = models.TextField(editable=False, blank=True)
    """Family, given and printed name made comparable: what lists sort and search by."""

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["hospital", "fhir_id"], name="patients_one_per_fhir_id"
            ),
        ]
        indexes: ClassVar = [
            models.Index(fields=["hospital", "sort_name", "id"], name="patients_by_name"),
            models.Index(fields=["hospital", "mrn"], name="patients_by_mrn"),
            models.Index(fields=["hospital", "birth_day"], name="patients_by_birth_day"),
        ]

    def save(self, *args: Any, **kwargs: Any) -> None:
        self.sort_name = normalise_name(f"{self.family} {self.given} {self.name_text}")
        super().save(*args, **kwargs)


class HospitalKey(Record):
    """A hospital's key, wrapped by the root key that is kept outside the database."""

    id_prefix = "hky"

    hospital = models.OneToOneField(Hospital, on_delete=models.PROTECT, related_name="key")
    wrapped = models.BinaryField()
    root = models.CharField(max_length=16)
    """Which root key wrapped it, by a fingerprint."""


class HospitalSecret(Record):
    """Something a hospital shares with a program outside, sealed under the hospital's key."""

    id_prefix = "hse"

    hospital = models.ForeignKey(Hospital, on_delete=models.PROTECT, related_name="secrets")
    name = models.CharField(max_length=100)
    """What it is for, such as ``webhook|whk_…``."""
    sealed = models.BinaryField()

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["hospital", "name"], name="patients_one_secret_per_name"
            ),
        ]


class PatientKey(Record):
    """A patient's key, wrapped by the hospital's. Once destroyed, the row says when."""

    id_prefix = "pky"

    patient = models.OneToOneField(Patient, on_delete=models.PROTECT, related_name="key")
    wrapped = models.BinaryField(null=True)
    destroyed_at = models.DateTimeField(null=True)

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=models.Q(wrapped__isnull=False, destroyed_at__isnull=True)
                | models.Q(wrapped__isnull=True, destroyed_at__isnull=False),
                name="patients_key_there_or_destroyed",
            ),
        ]


class PatientList(Record):
    """Patients somebody looks after together: a ward, a team, or a list made by hand."""

    id_prefix = "pls"

    class Kind(models.TextChoices):
        WARD = "ward"
        """Where they are now, by their Encounters."""
        TEAM = "team"
        """Who cares for them now, by their CareTeams."""
        HAND = "hand"

    hospital = models.ForeignKey(Hospital, on_delete=models.PROTECT, related_name="patient_lists")
    kind = models.CharField(max_length=8, choices=Kind.choices)
    name = models.CharField(max_length=160)
    key = models.CharField(max_length=160)
    """Its name made comparable: a ward is known by it."""
    owner = models.ForeignKey(
        User, null=True, on_delete=models.PROTECT, related_name="patient_lists"
    )
    """Whose list it is; empty where it is the whole hospital's."""
    version = models.PositiveIntegerField(default=1)
    patients = models.ManyToManyField(Patient, through="ListMembership", related_name="lists")

    class Meta:
        ordering = ("kind", "key", "id")
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["hospital", "kind", "key", "owner"],
                nulls_distinct=False,
                name="patient_list_one_per_name",
            ),
            models.CheckConstraint(
                condition=models.Q(kind="hand") | models.Q(owner=None),
                name="patient_list_of_the_record_is_nobodys",
            ),
        ]


class ListMembership(Record):
    """That a patient is on a list, for as long as the row stands."""

    id_prefix = "plm"

    patient_list = models.ForeignKey(
        PatientList, on_delete=models.CASCADE, related_name="memberships"
    )
    patient = models.ForeignKey(Patient, on_delete=models.PROTECT, related_name="memberships")

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["patient_list", "patient"], name="on_a_list_once"),
        ]
