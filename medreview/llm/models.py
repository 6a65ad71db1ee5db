"""What was asked of language models: one row for each request that was sent."""

from django.db import models

from medreview.accounts.models import Hospital, User
from medreview.audit.triggers import append_only
from medreview.common.models import AppendOnly, Record


class BudgetHold(Record):
    """What a question that is on its way may still take of a budget. Written by ``ledger``.

    It is gone once the question's rows stand in the book; the one of a process that died counts
    until the question's deadline is over.
    """

    id_prefix = "hold"

    hospital = models.ForeignKey(Hospital, on_delete=models.CASCADE, related_name="model_holds")
    user = models.ForeignKey(
        User, on_delete=models.CASCADE, null=True, blank=True, related_name="model_holds"
    )
    run = models.TextField(blank=True, default="")
    tokens = models.PositiveBigIntegerField()
    micros = models.PositiveBigIntegerField()
    until = models.DateTimeField()

    class Meta:
        indexes = [models.Index(fields=["until"], name="model_holds_by_end")]


class LLMCall(AppendOnly):
    """One request, what it cost and how it ended; never a word of it. Written by ``ledger``."""

    id_prefix = "llm"

    hospital = models.ForeignKey(Hospital, on_delete=models.PROTECT, related_name="model_calls")
    user = models.ForeignKey(
        User, on_delete=models.PROTECT, null=True, blank=True, related_name="model_calls"
    )
    """For whom; empty when the system itself asked."""
    run = models.TextField(blank=True, default="")
    """The id of the run it belongs to."""
    purpose = models.TextField()
    ask = models.CharField(max_length=40)
    """The same for all requests of one question."""
    nth = models.PositiveSmallIntegerField()
    """Which request of its question, from 1."""
    at = models.DateTimeField()
    provider = models.TextField()
    model = models.TextField()
    outcome = models.TextField()
    """``ok``, or the name of the failure."""
    prompt_hash = models.CharField(max_length=64)
    input_tokens = models.PositiveIntegerField()
    output_tokens = models.PositiveIntegerField()
    cached_tokens = models.PositiveIntegerField()
    is_estimated = models.BooleanField()
    """Whether nobody counted and the tokens are our estimate."""
    micros = models.PositiveBigIntegerField(null=True, blank=True)
    """What it cost, in millionths; empty where no price is known."""
    milliseconds = models.PositiveIntegerField()

    class Meta:
        ordering = ["-at", "-id"]
        constraints = [
            models.UniqueConstraint(fields=["ask", "nth"], name="one_row_per_request"),
            models.CheckConstraint(condition=models.Q(nth__gte=1), name="requests_count_from_one"),
        ]
        indexes = [
            models.Index(fields=["hospital", "at"], name="model_calls_of_hospital"),
            models.Index(fields=["user", "at"], name="model_calls_of_user"),
            models.Index(fields=["run"], name="model_calls_of_run"),
        ]
        triggers = append_only()
