"""The DiagnosticReport: which results were looked at, and what was signed of each. Pure."""

from analysis.exports.bundle.references import (
    OURS,
    Entries,
    Resource,
    in_record,
    instant,
    own_identifier,
    patient_of,
)
from analysis.exports.contracts import SignedAnalysis
from analysis.exports.words import (
    OUTDATED,
    decided_words,
    finding_model_words,
    without_model_notes,
    wording_note,
)


def report_of(signed: SignedAnalysis, entries: Entries, attached: Resource) -> Resource:
    """Without a category: it is a physician's review, and no laboratory's report."""
    report: Resource = {
        "resourceType": "DiagnosticReport",
        "id": entries.report,
        "identifier": [
            own_identifier("report", f"{signed.number}-e{signed.edition}"),
            own_identifier("analysis", signed.id),
        ],
        "status": "final" if signed.edition == 1 else "amended",
        "code": {"text": "Review of abnormal laboratory results"},
        "subject": patient_of(signed),
        "effectiveDateTime": instant(signed.as_of),
        "issued": instant(signed.signature.at),
        "resultsInterpreter": [entries.to_person(signed.signature.by)],
        "conclusion": conclusion_of(signed),
        "presentedForm": [attached],
    }
    results = [
        in_record(each.result, f"{each.name} {each.value}".strip()) for each in signed.findings
    ]
    tags = _tags(signed)
    return (
        report
        | ({"result": results} if results else {})
        | ({"meta": {"tag": tags}} if tags else {})
    )


def conclusion_of(signed: SignedAnalysis) -> str:
    """A paragraph for each finding: what it is, what was decided, what was signed of it."""
    paragraphs = []
    for each in signed.findings:
        decision = signed.decision_on(each.result)
        decided = f"{decided_words(decision)}." if decision else ""
        head = f"{each.number}. {each.name} {each.value}. {decided}"
        model = finding_model_words(signed, each.result)
        head += f" ({model.capitalize()}.)" if model else ""
        paragraphs.append(" ".join([head, *each.paragraphs]).strip())
    paragraphs += [f"{added.title}. Added. {added.text}" for added in signed.added]
    notes = [said for said in (wording_note(signed), *without_model_notes(signed)) if said]
    return "\n".join([*(paragraphs or ["No abnormal result."]), *notes])


def _tags(signed: SignedAnalysis) -> list[Resource]:
    newer = f"Version {signed.newest_edition} is signed."
    said = {
        "outdated": (signed.outdated, OUTDATED),
        "amended-since": (signed.newest_edition > signed.edition, newer),
    }
    return [
        {"system": f"{OURS}standing", "code": code, "display": words}
        for code, (holds, words) in said.items()
        if holds
    ]
