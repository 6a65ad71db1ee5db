"""Hospital, User and RoleGrant: who works where, and as what."""

from functools import cached_property
from typing import Any, ClassVar

from django.contrib.auth.base_user import AbstractBaseUser, BaseUserManager
from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.utils.translation import gettext_lazy as _

from medreview.accounts.permissions import Permission
from medreview.accounts.roles import Role, permissions_of
from medreview.common.models import Record, both_or_neither
from medreview.common.text import normalise_name


class Hospital(Record):
    """One hospital or laboratory. Nothing of a patient crosses from one to another."""

    id_prefix = "hos"

    name = models.CharField(max_length=200)
    slug = models.SlugField(unique=True)
    timezone = models.CharField(max_length=64, default="UTC")
    """The zone its clinical times are read in, such as ``Europe/Vienna``."""
    settings = models.JSONField(default=dict)
    """A HospitalSettings; what is not named here has its default."""
    settings_version = models.PositiveIntegerField(default=1)
    """Grows with every change of the settings; a change that names an older one is refused."""


class UserManager(BaseUserManager["User"]):
    """People found by their sign-in name, however it is capitalised."""

    def get_by_natural_key(self, username: str | None) -> "User":
        return self.get(username=normalise_name(username or ""))


class User(Record, AbstractBaseUser):
    """A person who signs in. Rows stay for ever: the trail speaks of them."""

    id_prefix = "usr"

    username = models.CharField(_("user name"), max_length=150, unique=True)
    """Kept in lower case."""
    full_name = models.CharField(max_length=200)
    title = models.CharField(max_length=100, blank=True)
    email = models.EmailField(blank=True)
    """Where messages of the product reach this person; empty: nowhere."""
    hospital = models.ForeignKey(Hospital, on_delete=models.PROTECT, related_name="people")
    language = models.CharField(max_length=16, default="en")
    single_keys = models.BooleanField(default=True)
    """Whether single-letter shortcuts are on (they can get in the way of speech input)."""
    opens_next = models.BooleanField(default=False)
    """Whether the next open finding is shown once one was decided."""
    is_active = models.BooleanField(default=True)

    USERNAME_FIELD = "username"
    REQUIRED_FIELDS: ClassVar[list[str]] = ["full_name", "hospital"]

    objects = UserManager()

    def save(self, *args: Any, **kwargs: Any) -> None:
        self.username = normalise_name(self.username)
        super().save(*args, **kwargs)

    @cached_property
    def roles(self) -> frozenset[Role]:
        """The roles this person holds, read once for each request."""
        return frozenset(Role(role) for role in self.grants.values_list("role", flat=True))

    @cached_property
    def permissions(self) -> frozenset[Permission]:
        """What this person may do; nothing once deactivated."""
        return permissions_of(self.roles) if self.is_active else frozenset()

    def forget_roles(self) -> None:
        """Read the roles anew at the next question."""
        self.__dict__.pop("roles", None)
        self.__dict__.pop("permissions", None)

    def get_full_name(self) -> str:
        return f"{self.title} {self.full_name}".strip()

    def __str__(self) -> str:
        return self.id


class Team(Record):
    """People of one hospital who answer for something together, such as a ward's physicians."""

    id_prefix = "tea"

    hospital = models.ForeignKey(Hospital, on_delete=models.PROTECT, related_name="teams")
    name = models.CharField(max_length=200)
    members = models.ManyToManyField(User, related_name="teams", blank=True)

    class Meta:
        ordering: ClassVar = ["name", "id"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["hospital", "name"], name="accounts_team_name_once"),
        ]

    def __str__(self) -> str:
        return self.id


class RoleGrant(Record):
    """One role of one person. The row goes when the role is revoked; the trail keeps both."""

    id_prefix = "rol"

    user = models.ForeignKey(User, on_delete=models.PROTECT, related_name="grants")
    role = models.CharField(max_length=32, choices=[(role.value, role.value) for role in Role])
    granted_by = models.ForeignKey(
        User, null=True, on_delete=models.PROTECT, related_name="grants_given"
    )

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["user", "role"], name="accounts_role_once"),
        ]


class OpenSession(Record):
    """One time a person signed in, on one browser, until it ended.

    The session itself is Django's and names this row in its own data: no key is kept here.
    """

    id_prefix = "ses"

    user = models.ForeignKey(User, on_delete=models.PROTECT, related_name="sessions")
    browser = models.CharField(max_length=60)
    """Its family and system, such as *Firefox · Linux*."""
    network = models.CharField(max_length=64, blank=True)
    """The client's address without its last part."""
    with_code = models.BooleanField(default=False)
    """Whether a second factor was shown at its beginning."""
    seen_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True)
    ended_by = models.ForeignKey(User, null=True, on_delete=models.PROTECT, related_name="+")
    """Who ended it; empty where the product did."""

    class Meta:
        indexes: ClassVar = [
            models.Index(fields=["user", "ended_at"], name="accounts_sessions_of_user"),
        ]


class Invitation(Record):
    """A link by which one new person may make their account, once, before it expires."""

    id_prefix = "inv"

    hospital = models.ForeignKey(Hospital, on_delete=models.PROTECT, related_name="invitations")
    email = models.EmailField(blank=True)
    """Where the link was sent; empty where it was handed over."""
    roles = ArrayField(models.CharField(max_length=32))
    token_hash = models.CharField(max_length=64, unique=True)
    """The link's secret is nowhere but in the link."""
    invited_by = models.ForeignKey(User, on_delete=models.PROTECT, related_name="+")
    expires_at = models.DateTimeField()
    accepted_at = models.DateTimeField(null=True)
    accepted_by = models.OneToOneField(
        User, null=True, on_delete=models.PROTECT, related_name="invitation"
    )
    revoked_at = models.DateTimeField(null=True)
    revoked_by = models.ForeignKey(User, null=True, on_delete=models.PROTECT, related_name="+")

    class Meta:
        constraints: ClassVar = [
            both_or_neither("accepted_at", "accepted_by", name="accounts_invitation_accepted"),
            both_or_neither("revoked_at", "revoked_by", name="accounts_invitation_revoked"),
            models.CheckConstraint(
                condition=models.Q(accepted_at__isnull=True) | models.Q(revoked_at__isnull=True),
                name="accounts_invitation_ends_once",
            ),
        ]
