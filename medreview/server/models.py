"""The last sign of life of a process without an address, and what a long check found last."""

from django.db import models

WORKER = "worker"
"""The workers' guard, which beats for all of them."""


class Heartbeat(models.Model):
    """When ``name`` was last alive. One row for each kind of process, overwritten."""

    name = models.CharField(max_length=32, primary_key=True)
    at = models.DateTimeField()

    def __str__(self) -> str:
        return self.name


class CheckResult(models.Model):
    """What a check that takes too long for a page found when it last ran."""

    name = models.CharField(max_length=32, primary_key=True)
    asked_at = models.DateTimeField()
    at = models.DateTimeField(null=True)
    """When it last came to an end; empty until it once did."""
    is_well = models.BooleanField(default=False)
    seen = models.PositiveBigIntegerField(default=0)
    """How many things it looked at."""
    problems = models.PositiveIntegerField(default=0)

    def __str__(self) -> str:
        return self.name
