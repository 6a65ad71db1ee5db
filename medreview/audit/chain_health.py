"""What the health page says of the trail: when its chains were last walked, and what was found."""

from datetime import timedelta

from django.utils.translation import gettext as _

from medreview.audit.verification import CHAINS
from medreview.common.clock import now
from medreview.server.health import Check, State
from medreview.server.queries import last_result

MAY_BE_OLD = timedelta(hours=50)
"""Two walks may be missed; then somebody should look."""


def trail() -> Check:
    """Whether the trail added up when it was last walked."""
    result = last_result(CHAINS)
    if result is None or result.at is None:
        return Check("trail", State.UNKNOWN, _("not known: its chains were not walked yet"))
    if not result.is_well:
        # It still records: taking the whole installation away would help whoever changed it.
        words = _("does not add up, problems: %d. Run manage.py verify_audit") % result.problems
        return Check("trail", State.DEGRADED, words, at=result.at)
    words = _("adds up; events walked: %d") % result.seen
    if now() - result.at > MAY_BE_OLD:
        return Check("trail", State.DEGRADED, _("was not walked for two days"), at=result.at)
    return Check("trail", State.OK, words, at=result.at)
