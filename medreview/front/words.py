"""What people call things that code names otherwise."""

from django.utils.functional import Promise
from django.utils.translation import pgettext_lazy

from medreview.accounts.roles import Role

ROLE_NAMES: dict[Role, str | Promise] = {
    Role.CLINICIAN: pgettext_lazy("role", "Clinician"),
    Role.CURATOR: pgettext_lazy("role", "Curator"),
    Role.AUDITOR: pgettext_lazy("role", "Auditor"),
    Role.ADMIN: pgettext_lazy("role", "Admin"),
}
