"""What a worker does for the graph: mail and files that nobody should be kept waiting for."""

from collections.abc import Callable
from typing import TypeVar

import structlog

from graphcurate import notices
from graphcurate.models import Assignment, Flag, Mention
from graphcurate.services import imports
from graphcurate.services.appraising import run_appraisal
from medreview.accounts.models import User
from medreview.common.mail import MailUnreachable
from medreview.common.queue import told_by_kind

log = structlog.get_logger(__name__)

Row = TypeVar("Row")


@told_by_kind
def mail_mention(mention_id: str) -> None:
    """Tell somebody that a comment names them; not once they have read it."""
    rows = Mention.objects.select_related("person", "comment")
    mention = rows.filter(pk=mention_id, seen_at=None).first()
    if mention is not None:
        _mail(notices.send_mention, mention, mention.person)


@told_by_kind
def mail_assigned(assignment_id: str) -> None:
    """Tell somebody that a review waits for them."""
    assignment = Assignment.objects.select_related("reviewer").filter(pk=assignment_id).first()
    if assignment is not None and assignment.reviewer is not None:
        _mail(notices.send_assigned, assignment, assignment.reviewer)


@told_by_kind
def mail_settled(flag_id: str) -> None:
    """Tell the reporter that there is an answer; not once they have read it."""
    rows = Flag.objects.select_related("reported_by")
    flag = rows.filter(pk=flag_id, heard_at=None).exclude(settled_at=None).first()
    if flag is not None:
        _mail(notices.send_settled, flag, flag.reported_by)


@told_by_kind
def run_import(import_id: str) -> None:
    """Go through a file that was brought in. Twice is as once."""
    imports.run(import_id)


def call_imports_again() -> int:
    """Call a worker for every import whose call or worker was lost; how many."""
    return imports.call_again()


@told_by_kind
def appraise(appraisal_id: str) -> None:
    """Find out what the content of a planned release does. Twice is as once."""
    run_appraisal(appraisal_id)


def _mail(send: Callable[[Row], None], row: Row, person: User) -> None:
    if not notices.can_reach(person):
        return
    try:
        send(row)
    except MailUnreachable as problem:
        # What they would have read waits in the product all the same.
        log.warning("a notice was not mailed", code=problem.code)
