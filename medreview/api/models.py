"""What has to be known by every web process: how often somebody asked, and what was asked once."""

from typing import ClassVar

from django.db import models

from medreview.accounts.models import User
from medreview.common.models import Record


class Allowance(models.Model):  # noqa: DJ008 - nobody reads a row of it
    """How many requests one caller made in one minute."""

    caller = models.CharField(max_length=80)
    """A person's id, or a keyed hash of an address."""
    minute = models.BigIntegerField()
    """Minutes since 1970."""
    used = models.PositiveIntegerField(default=1)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["caller", "minute"], name="api_allowance_once"),
        ]


class AskedOnce(Record):
    """A request that names an Idempotency-Key, and the thing that came of it."""

    id_prefix = "ask"

    by = models.ForeignKey(User, on_delete=models.PROTECT, related_name="asked_once")
    key = models.CharField(max_length=80)
    question = models.CharField(max_length=64)
    """A hash of the address and the body."""
    answer = models.CharField(max_length=32, blank=True)
    """The id of what was made."""

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["by", "key"], name="api_key_once_per_person"),
        ]
