"""The signed analysis as a table: a row for each finding and each thing asked beside it. Pure.

RFC 4180: commas, CRLF, quotes doubled; UTF-8 with a byte order mark, by which alone spreadsheet
programs tell it from their own old code pages. Every value is text as it was sent.
What a spreadsheet would take for a formula is guarded as ``common.cells`` says: take one leading
apostrophe away, and every cell is what was signed.
"""

import csv
import io
from collections.abc import Iterator

from analysis.exports.contracts import SignedAnalysis, SignedFinding
from analysis.exports.words import (
    decided_words,
    finding_model_words,
    item_model_words,
    release_words,
)
from analysis.pipeline.contracts import FoundItem, MissingItem, ParameterPackage, StaleItem
from graphcurate.contracts import RelatedItem
from medreview.common.cells import guarded
from medreview.fhir.record import Value

# fmt: off
COLUMNS = (
    "analysis", "edition", "mrn", "finding", "finding_name", "row", "item", "kind",
    "effect", "value", "flag", "flag_origin", "reference", "date", "age_days", "limit_days",
    "status", "why", "decision", "decided_by", "decided_at", "comment", "text",
    "cannot_tell", "critical_limit", "told", "told_at", "read_back", "acknowledged_by",
    "acknowledged_at", "resource", "relation", "source", "by_model", "signed_by", "signed_at",
    "graph_release", "content_sha256",
)
# fmt: on
"""In this order. ``row`` is finding, found, missing, stale or added; ``by_model`` says what a model
had a part in, and is empty where it had none."""

Row = dict[str, str]


def table_text(signed: SignedAnalysis) -> str:
    """The whole file, but for the byte order mark."""
    out = io.StringIO(newline="")
    writer = csv.DictWriter(out, COLUMNS, restval="", lineterminator="\r\n")
    writer.writeheader()
    for row in rows_of(signed):
        writer.writerow({name: guarded(text) for name, text in row.items()})
    return out.getvalue()


def rows_of(signed: SignedAnalysis) -> list[Row]:
    """Every finding, each followed by what was found, missing and too old beside it."""
    packages = {each.result: each for each in signed.package.per_parameter}
    common = _common(signed)
    rows = []
    for finding in signed.findings:
        of_it = common | {"finding": str(finding.number), "finding_name": finding.name}
        rows.append(of_it | _finding(signed, finding))
        package = packages.get(finding.result)
        rows += [of_it | row for row in _related(package)] if package else []
    return rows + [common | _added(signed, added.id) for added in signed.added]


def _common(signed: SignedAnalysis) -> Row:
    mrn = (each.value for each in signed.patient.identifiers if each.label == "MRN")
    return {
        "analysis": signed.number,
        "edition": str(signed.edition),
        "mrn": next(mrn, ""),
        "signed_by": signed.signature.by.full_name(),
        "signed_at": signed.signature.at.isoformat(),
        "graph_release": release_words(signed),
        "content_sha256": signed.signature.content_sha256,
    }


def _finding(signed: SignedAnalysis, finding: SignedFinding) -> Row:
    return {
        "row": "finding",
        "item": finding.name,
        "value": finding.value,
        "flag": finding.flag or "",
        "flag_origin": _origin(finding.flag, derived=finding.flag_derived),
        "reference": finding.reference.replace("\u00a0", " "),
        "date": finding.collected,
        "text": "\n".join(finding.paragraphs),
        "cannot_tell": "\n".join(finding.cannot_tell),
        "resource": finding.result,
        "by_model": finding_model_words(signed, finding.result),
        **_decision(signed, finding.result),
        **_critical(signed, finding.result),
    }


def _decision(signed: SignedAnalysis, finding: str) -> Row:
    decision = signed.decision_on(finding)
    if decision is None:
        return {}
    return {
        "decision": decided_words(decision),
        "decided_by": decision.by.full_name(),
        "decided_at": decision.at.isoformat(),
        "comment": decision.comment,
    }


def _critical(signed: SignedAnalysis, result: str) -> Row:
    for each in signed.criticals:
        if each.critical.result == result and each.acknowledgement:
            answer = each.acknowledgement
            return {
                "critical_limit": each.critical.limit,
                "told": answer.told,
                "told_at": answer.told_at.isoformat() if answer.told_at else "",
                "read_back": answer.read_back,
                "acknowledged_by": answer.by.full_name(),
                "acknowledged_at": answer.at.isoformat(),
            }
    return {}


def _added(signed: SignedAnalysis, key: str) -> Row:
    added = next(each for each in signed.added if each.id == key)
    return {"row": "added", "item": added.title, "text": added.text, **_decision(signed, key)}


def _related(package: ParameterPackage) -> Iterator[Row]:
    for found in package.found.all():
        yield _item("found", found.item) | _record(found) | _of_found(found)
    for missing in package.missing.all():
        yield _item("missing", missing.item) | _of_missing(missing)
    for stale in package.stale:
        yield _item("stale", stale.item) | _record(stale) | {"limit_days": str(stale.limit_days)}


def _item(row: str, item: RelatedItem) -> Row:
    return {
        "row": row,
        "item": item.name,
        "kind": item.kind.value,
        "effect": item.effect.value,
        "relation": item.relation_id or "",
        "source": item.source.title if item.source else "",
        "by_model": item_model_words(item),
    }


def _record(entry: FoundItem | StaleItem) -> Row:
    return {
        "value": _value(entry.value),
        "flag": entry.interpretation or "",
        "flag_origin": _origin(entry.interpretation, derived=entry.interpretation_derived),
        "date": entry.date,
        "age_days": "" if entry.age_days is None else str(entry.age_days),
        "resource": entry.resource,
        "by_model": item_model_words(entry.item, entry.matched_by),
    }


def _of_found(found: FoundItem) -> Row:
    return {"status": found.status or "", "why": found.material_why}


def _of_missing(missing: MissingItem) -> Row:
    return {"status": missing.why.value, "why": missing.why_text}


def _value(value: Value | None) -> str:
    return value.text if value else ""


def _origin(flag: str | None, *, derived: bool) -> str:
    if not flag:
        return ""
    return "our check" if derived else "source"
