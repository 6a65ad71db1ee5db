"""Token: what a program sends to act for a person. Only its hash is kept."""

from typing import ClassVar

from django.db import models

from medreview.accounts.models import User
from medreview.common.clock import now
from medreview.common.models import Record


class Token(Record):
    """One token of one person. The row stays when it is revoked: the trail speaks of it."""

    id_prefix = "tok"

    user = models.ForeignKey(User, on_delete=models.PROTECT, related_name="tokens")
    name = models.CharField(max_length=80, blank=True)
    """What its owner calls the program."""
    token_key = models.CharField(max_length=25, db_index=True)
    """Its first letters, by which its row is found."""
    digest = models.CharField(max_length=128, unique=True)
    expiry = models.DateTimeField()
    made_with = models.CharField(max_length=128)
    """A hash of the password it was made with: another password ends the token."""
    first_used_at = models.DateTimeField(null=True)
    last_used_at = models.DateTimeField(null=True)
    revoked_at = models.DateTimeField(null=True)
    revoked_by = models.ForeignKey(
        User, null=True, on_delete=models.PROTECT, related_name="tokens_revoked"
    )
    """Who took it back; empty where a command did."""

    class Meta:
        ordering: ClassVar = ["-created_at", "-id"]

    @property
    def why_not(self) -> str:
        """Why it opens nothing, as a code; empty while it does."""
        if not self.user.is_active:
            return "account_closed"
        if self.revoked_at is not None:
            return "revoked"
        if self.expiry <= now():
            return "expired"
        if self.made_with != self.user.get_session_auth_hash():
            return "password_changed"
        return ""

    @property
    def is_live(self) -> bool:
        """Whether it opens anything now."""
        return not self.why_not
