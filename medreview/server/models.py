"""Heartbeat: the last sign of life of a process that has no address to be asked at."""

from django.db import models

WORKER = "worker"
"""The workers' guard, which beats for all of them."""


class Heartbeat(models.Model):
    """When ``name`` was last alive. One row for each kind of process, overwritten."""

    name = models.CharField(max_length=32, primary_key=True)
    at = models.DateTimeField()

    def __str__(self) -> str:
        return self.name
