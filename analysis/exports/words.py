"""The words that stand around the sentences of an analysis in an exported file. Pure.

They are English like the sentences themselves, which are kept as they were signed.
"""

from analysis.exports.contracts import SignedAnalysis, SignedDecision
from analysis.review.vocabulary import DecisionKind, RejectionReason

LANGUAGE = "en"
"""The sentences of an analysis are kept as they were written, so all that stands around them in
an exported file is written in the same language, whoever takes it."""

DECIDED = {
    DecisionKind.ACCEPTED: "Accepted",
    DecisionKind.EDITED: "Edited",
    DecisionKind.REJECTED: "Rejected",
    DecisionKind.ADDED: "Added",
    DecisionKind.UNDONE: "Taken back",
}
REASONS = {
    RejectionReason.WRONG_FACT: "wrong fact",
    RejectionReason.WRONG_LINK: "wrong link",
    RejectionReason.NOT_RELEVANT: "not relevant",
    RejectionReason.MISSING_CONTEXT: "missing context",
    RejectionReason.UNSAFE: "unsafe",
}
STARTER = "starter content, not clinically reviewed"
UNREVIEWED = "some of it not clinically reviewed"
OUTDATED = "OUTDATED: the record has changed since this analysis read it."


def decided_words(decision: SignedDecision) -> str:
    """``Rejected (not relevant)``."""
    word = DECIDED[DecisionKind(decision.kind)]
    if not decision.reason:
        return word
    return f"{word} ({REASONS[RejectionReason(decision.reason)]})"


def release_words(signed: SignedAnalysis) -> str:
    """The graph release, and that nobody reviewed what was asked by, where nobody did."""
    graph = signed.graph
    if not graph.unreviewed:
        return graph.name
    return f"{graph.name} ({STARTER if graph.origin == 'starter' else UNREVIEWED})"


def standing_notes(signed: SignedAnalysis) -> list[str]:
    """What a reader must know before anything else; empty when there is nothing."""
    newer = signed.newest_edition
    lines = {
        OUTDATED: signed.outdated,
        f"AMENDED SINCE: version {newer} is signed.": newer > signed.edition,
        "INCOMPLETE: a stage did with less than it should have had.": signed.degraded,
    }
    receipt = signed.context.receipt
    if not receipt.complete:
        why = "; ".join(receipt.why_incomplete)
        lines[f"INCOMPLETE: the record was not read completely: {why}"] = True
    return [line for line, holds in lines.items() if holds]
