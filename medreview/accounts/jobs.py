"""What a worker does for accounts: the mail that nobody should be kept waiting for."""

import structlog

from medreview.accounts import letters
from medreview.accounts.models import User
from medreview.common.mail import MailUnreachable
from medreview.common.queue import told_by_kind

log = structlog.get_logger(__name__)


@told_by_kind
def mail_reset_link(user_id: str) -> None:
    """Mail somebody the link they asked for. Its secret is made here, so no queue holds it."""
    user = User.objects.filter(pk=user_id, is_active=True).first()
    if user is None or not user.email or not letters.can_send():
        return
    try:
        letters.send_reset_link(user)
    except MailUnreachable as problem:
        log.warning("a reset link was not mailed", code=problem.code)
