"""Whom a step of the escalation may go to, as a form offers it and names it."""

from medreview.accounts.hospital_settings import EscalationStep

Whom = list[tuple[str, str | list[tuple[str, str]]]]
"""Choices of a select: one, or a heading over several."""


def whom_of(step: EscalationStep) -> str:
    """Whom a step goes to, as a form names it."""
    pk = step.team or step.person
    return f"{step.to}:{pk}" if pk else step.to
