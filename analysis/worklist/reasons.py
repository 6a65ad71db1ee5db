"""Why an analysis was handed off, and what else the gate noted, in words. One table."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy, pgettext_lazy

from analysis.pipeline.gate.contracts import Reason
from medreview.runtime.handoff_states import HandoffEnd

Words = dict[str, str | Promise]

SHORT: Words = {
    Reason.CRITICAL_IN_DOUBT: pgettext_lazy("hand-off", "Critical in doubt"),
    Reason.UNSUPPORTED_STATEMENTS: pgettext_lazy("hand-off", "Sentences without support"),
    Reason.CONTRADICTING_EVIDENCE: pgettext_lazy("hand-off", "Flag against range"),
    Reason.KEY_FIELDS_MISSING: pgettext_lazy("hand-off", "Age, sex or date missing"),
    Reason.SOURCE_UNAVAILABLE: pgettext_lazy("hand-off", "Part not obtained"),
    Reason.INCOMPLETE_READ: pgettext_lazy("hand-off", "Incomplete read"),
    Reason.MODEL_KNOWLEDGE_ONLY: pgettext_lazy("hand-off", "Model’s knowledge only"),
    Reason.MODEL_KNOWLEDGE: pgettext_lazy("hand-off", "Some model’s knowledge"),
    Reason.MATCHED_BY_MODEL: pgettext_lazy("hand-off", "Matched by a model"),
    Reason.UNCOVERED: pgettext_lazy("hand-off", "Not covered by the graph"),
    Reason.UNREADABLE_UNITS: pgettext_lazy("hand-off", "Unit can’t be read"),
    Reason.WORDINGS_REFUSED: pgettext_lazy("hand-off", "Wordings refused"),
    Reason.MODEL_FAILED: pgettext_lazy("hand-off", "Without the model’s part"),
}
"""As a row of the worklist says it."""

WHOLE: Words = {
    Reason.CRITICAL_IN_DOUBT: gettext_lazy(
        "A critical value may be a wrong unit or a bad sample. Ask the laboratory; "
        "answer for the critical value meanwhile."
    ),
    Reason.UNSUPPORTED_STATEMENTS: gettext_lazy(
        "A sentence was cut because what it rests on does not say so. Read the cut sentence at "
        "its finding, and the record it names."
    ),
    Reason.CONTRADICTING_EVIDENCE: gettext_lazy(
        "A result’s flag says one thing and its range another. Ask the laboratory which holds."
    ),
    Reason.KEY_FIELDS_MISSING: gettext_lazy(
        "The record lacks the patient’s age or sex, or says of a result not when it was taken. "
        "Without them limits can’t be chosen and results can’t be judged."
    ),
    Reason.SOURCE_UNAVAILABLE: gettext_lazy(
        "The source did not hand out a part of the record. Look there before you rely on “missing”."
    ),
    Reason.INCOMPLETE_READ: gettext_lazy(
        "The record was not read completely. See what was not read, and look at it in its source."
    ),
    Reason.MODEL_KNOWLEDGE_ONLY: gettext_lazy(
        "Only a model’s general knowledge, which nobody can trace, says what to look at beside "
        "these results. Check each against a source you trust."
    ),
    Reason.MODEL_KNOWLEDGE: gettext_lazy(
        "Some findings rest on a model’s general knowledge, which nobody can trace."
    ),
    Reason.MATCHED_BY_MODEL: gettext_lazy(
        "A model recognised some results or records by their names, and nobody has confirmed it."
    ),
    Reason.UNCOVERED: gettext_lazy("The graph does not say what to look at beside some results."),
    Reason.UNREADABLE_UNITS: gettext_lazy("The unit of some results can’t be read."),
    Reason.WORDINGS_REFUSED: gettext_lazy(
        "A model’s wording changed what a sentence says, so it is not shown as such."
    ),
    Reason.MODEL_FAILED: gettext_lazy(
        "A stage did without the model’s part. What the rules made stands."
    ),
}
"""As the page of an analysis says it: what is the matter, and what to do."""

ENDED: Words = {
    HandoffEnd.ANSWERED: pgettext_lazy("hand-off", "Resolved by %(name)s, %(when)s"),
    HandoffEnd.SIGNED: pgettext_lazy(
        "hand-off", "Resolved with the signature of %(name)s, %(when)s"
    ),
    HandoffEnd.REJECTED: pgettext_lazy(
        "hand-off", "Ended with the rejection by %(name)s, %(when)s"
    ),
    HandoffEnd.REPLACED: pgettext_lazy(
        "hand-off", "Ended with the re-run that took its place, %(when)s"
    ),
}


def in_short(code: str) -> str:
    """A reason in a few words; one that nobody has words for stays a code."""
    return str(SHORT.get(code, code))


def in_full(code: str) -> str:
    """A reason in a sentence, with what to do about it."""
    return str(WHOLE.get(code, code))
