"""The words that stand around the sentences of an analysis in an exported file. Pure.

They are English like the sentences themselves, which are kept as they were signed.
"""

from analysis.exports.contracts import SignedAnalysis, SignedDecision
from analysis.pipeline.contracts import EvidenceTier, MatchMethod, NamedBy, WordedBy
from analysis.review.vocabulary import DecisionKind, RejectionReason
from graphcurate.contracts import RelatedItem

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
UNTRACED = "untraced, a model's general knowledge"
WORDED_BY_MODEL = (
    "Partly worded by a model. Each sentence was checked against the rules' own words."
)
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


def item_model_words(item: RelatedItem, matched_by: MatchMethod | None = None) -> str:
    """What a model had a part in, to stand behind the name of the thing; empty where it had none.

    What nobody can trace is said wherever it is named, or a reader takes it for the graph's.
    """
    said = {UNTRACED: item.untraced, "found by a model": matched_by is MatchMethod.MODEL}
    return "; ".join(words for words, holds in said.items() if holds)


def finding_model_words(signed: SignedAnalysis, result: str) -> str:
    """The same of a finding: who put it to the graph, and whose words its sentences are in."""
    asked = next((each for each in signed.plan.assessments if each.result == result), None)
    about = [each for each in signed.statements if each.about == result and not each.cut]
    said = {
        "name matched by a model, confirmed by nobody": asked is not None
        and asked.named_by is NamedBy.MODEL,
        UNTRACED: asked is not None and asked.evidence_tier is EvidenceTier.MODEL_KNOWLEDGE,
        "partly worded by a model": any(each.worded_by is WordedBy.MODEL for each in about),
    }
    return "; ".join(words for words, holds in said.items() if holds)


def wording_note(signed: SignedAnalysis) -> str:
    """That a model's words stand among the sentences; empty where none do."""
    by_model = any(each.worded_by is WordedBy.MODEL and not each.cut for each in signed.statements)
    return WORDED_BY_MODEL if by_model else ""


def without_model_notes(signed: SignedAnalysis) -> list[str]:
    """What a model was asked for in vain, and that the result is none the less whole."""
    stands = "What the rules made stands."
    return [f"WITHOUT THE MODEL: {said} {stands}" for said in signed.without_model]


def standing_notes(signed: SignedAnalysis) -> list[str]:
    """What a reader must know before anything else; empty when there is nothing."""
    newer = signed.newest_edition
    lines = {
        OUTDATED: signed.outdated,
        f"AMENDED SINCE: version {newer} is signed.": newer > signed.edition,
    }
    lines.update((said, True) for said in without_model_notes(signed))
    receipt = signed.context.receipt
    if not receipt.complete:
        why = "; ".join(receipt.why_incomplete)
        lines[f"INCOMPLETE: the record was not read completely: {why}"] = True
    elif signed.degraded and not signed.without_model:
        lines["INCOMPLETE: a stage did with less than it should have had."] = True
    lines[wording_note(signed)] = bool(wording_note(signed))
    return [line for line, holds in lines.items() if holds]
