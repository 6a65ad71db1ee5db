"""The signed analysis as plain text, to be pasted into a record.

Lines of at most 78 characters, no tables and no alignment, so that it reads alike in any typeface;
a value and its unit stand on one line.
"""

import datetime as dt
import re
import textwrap
from collections.abc import Iterable

from django.utils import timezone, translation

from analysis.exports.contracts import SignedAnalysis, SignedCritical, SignedFinding
from analysis.exports.words import (
    LANGUAGE,
    decided_words,
    finding_model_words,
    item_model_words,
    release_words,
    standing_notes,
)
from analysis.pipeline.contracts import (
    FoundItem,
    MatchMethod,
    ParameterPackage,
    StaleItem,
    StaleResult,
)
from graphcurate.contracts import RelatedItem
from medreview.common.display import NBSP, clinical_date, flag_of, limit_span, span_text, value_text

WIDTH = 78
QUANTITY = re.compile(r"(?<=\d) (?=\S*[/%°²³])")
"""The space between a number and a unit, in a sentence."""
NUMBERS = re.compile(r" \[[\d, ]+\]")
"""The numbers of sources, which stay with the word before them."""


def plain_text(signed: SignedAnalysis) -> str:
    """The whole text, with the line that says who answers for it near the top."""
    with translation.override(LANGUAGE):
        parts = [
            _head(signed),
            _section("Critical values", map(_critical, signed.criticals)),
            *[_finding(signed, finding) for finding in signed.findings],
            *[_added(signed, place) for place in range(len(signed.added))],
            _section("Across domains", _patterns(signed)),
            _section("What this report can't tell", _cannot_tell(signed)),
            _section("Sources", [f"{note.number}. {note.text}" for note in signed.sources]),
            _foot(signed),
        ]
    return "\n\n".join(part for part in parts if part) + "\n"


def _head(signed: SignedAnalysis) -> str:
    patient, seal = signed.patient, signed.signature
    born = clinical_date(patient.birth_date) if patient.birth_date else "not known"
    known = [f"{each.label} {each.value}" for each in patient.identifiers]
    died = f"Died {clinical_date(patient.died)}" if patient.died else "Died"
    about = [patient.name, f"Born {born}", f"Sex {patient.sex or 'not known'}", *known]
    lines = [
        "REVIEW OF ABNORMAL LABORATORY RESULTS",
        f"{signed.number}, version {signed.edition}. {signed.hospital}",
        ". ".join([*about, died] if patient.deceased else about),
        f"Record read as of {_when(signed.as_of)}. Graph release {release_words(signed)}.",
        f"Signed by {seal.by.full_name()}, {_when(seal.at)}.",
        f"Signed although the record had changed: {seal.despite}" if seal.despite else "",
        *[
            f"Version {each.edition} was written because: {each.reason} "
            f"({each.by.full_name()}, {_when(each.at)})"
            for each in signed.amendments
        ],
        *standing_notes(signed),
        _count(len(signed.findings)),
    ]
    return _wrapped(lines)


def _count(number: int) -> str:
    return "1 abnormal result" if number == 1 else f"{number} abnormal results"


def _critical(each: SignedCritical) -> str:
    critical, answer = each.critical, each.acknowledgement
    value = f" {critical.value.text}" if critical.value else ""
    when = f", {clinical_date(critical.effective, time=True)}" if critical.effective else ""
    doubt = f" Doubt: {critical.doubt}" if critical.doubt else ""
    said = f"{critical.name}{value} ({critical.limit}){when}.{doubt}"
    if answer is None:
        return f"{said} {each.state.capitalize()}."
    told_at = f" ({_when(answer.told_at)})" if answer.told_at else ""
    return (
        f"{said} {answer.told} was told{told_at} and read back: {answer.read_back}. "
        f"Acknowledged by {answer.by.full_name()}, {_when(answer.at)}."
    )


def _finding(signed: SignedAnalysis, finding: SignedFinding) -> str:
    title = f"{finding.number}. {finding.name} {value_text(finding.value)}{_flag(finding)}"
    collected = clinical_date(finding.collected, time=True)
    model = finding_model_words(signed, finding.result)
    package = next((p for p in signed.package.per_parameter if p.result == finding.result), None)
    lines = [
        title,
        *([f"{model.capitalize()}."] if model else []),
        f"Reference {finding.reference}. Collected {collected}.",
        _decision(signed, finding.result),
        *finding.paragraphs,
    ]
    if finding.cannot_tell:
        lines.append("Cannot tell: " + " ".join(finding.cannot_tell))
    rejected = not finding.paragraphs and not finding.cannot_tell
    if package and not rejected:
        lines += _related(package)
    return _wrapped([*lines, *_remarks(signed, finding.result)])


def _flag(finding: SignedFinding) -> str:
    if not finding.flag:
        return ""
    said = flag_of(finding.flag)
    ours = ", our check" if finding.flag_derived else ""
    return f" ({', '.join(word for word in (said.letters, str(said.words)) if word)}{ours})"


def _decision(signed: SignedAnalysis, key: str) -> str:
    decision = signed.decision_on(key)
    if decision is None:
        return ""
    comment = f" Comment: {decision.comment}" if decision.comment else ""
    who = f"{decision.by.full_name()}, {_when(decision.at)}"
    return f"{decided_words(decision)} by {who}.{comment}"


def _remarks(signed: SignedAnalysis, key: str) -> list[str]:
    return [
        f"Remark by {each.by.full_name()}, {_when(each.at)}: {each.text}"
        for each in signed.comments
        if each.finding == key
    ]


def _related(package: ParameterPackage) -> list[str]:
    tests = [each.item.name + _model(each.item) for each in package.missing.observations]
    others = len(package.missing.all()) - len(tests)
    groups = {
        "Found": [_found(each) for each in package.found.all()],
        "Missing": [*tests, _others(others)] if others else tests,
        "Too old": [_stale(each) for each in package.stale],
    }
    counts = {"Missing": len(package.missing.all())}
    return [
        f"{title} ({counts.get(title, len(names))}): {'; '.join(names)}"
        for title, names in groups.items()
        if names
    ]


def _others(number: int) -> str:
    """Not named one by one, as on paper: the list of what a patient hasn't is long."""
    one = "1 condition, medicine or sampling factor not recorded"
    more = f"{number} conditions, medicines and sampling factors not recorded"
    return one if number == 1 else more


def _found(each: FoundItem) -> str:
    value = f" {value_text(each.value.text)}" if each.value else ""
    named = f" ({each.name})" if each.name != each.item.name else ""
    named += _model(each.item, each.matched_by)
    flag = f" {each.interpretation}" if each.interpretation else ""
    return f"{each.item.name}{named}{value}{flag}, {clinical_date(each.date)}"


def _stale(each: StaleItem) -> str:
    value = f" {value_text(each.value.text)}" if each.value else ""
    age = "" if each.age_days is None else f", {span_text(each.age_days)} old"
    limit = limit_span(each.limit_days)
    name = each.item.name + _model(each.item, each.matched_by)
    return f"{name}{value}, {clinical_date(each.date)}{age} (limit {limit})"


def _model(item: RelatedItem, matched_by: MatchMethod | None = None) -> str:
    words = item_model_words(item, matched_by)
    return f" ({words})" if words else ""


def _added(signed: SignedAnalysis, place: int) -> str:
    added = signed.added[place]
    lines = [f"{len(signed.findings) + place + 1}. {added.title}", _decision(signed, added.id)]
    return _wrapped([*lines, *added.text.splitlines(), *_remarks(signed, added.id)])


def _patterns(signed: SignedAnalysis) -> list[str]:
    return [f"{each.name}. {each.text}" for each in signed.package.cross_domain_patterns]


def _cannot_tell(signed: SignedAnalysis) -> list[str]:
    context = signed.context
    old = [_old(each) for each in context.stale]
    unjudged = [f"{each.name} ({each.why})" for each in context.undecidable]
    taken = signed.plan.taken_by_model()
    unmapped = [each.name for each in context.unmapped if each.id not in taken]
    groups = {"Too old": old, "Can't be judged": unjudged, "No entry in the graph": unmapped}
    lines = list(signed.cannot_tell)
    lines += [f"{title}: {'; '.join(names)}" for title, names in groups.items() if names]
    return lines or ["What is not in this record stays unknown."]


def _old(each: StaleResult) -> str:
    name = each.standard_name or each.name
    return f"{name} {value_text(each.value.text)}, {clinical_date(each.effective)}"


def _foot(signed: SignedAnalysis) -> str:
    seal = signed.signature
    return _wrapped(
        [
            "It does not diagnose or prescribe. What is not in the record stays unknown.",
            f"Signed by {seal.by.full_name()}, {_when(seal.at)}. Decisions sha-256 "
            f"{seal.content_sha256}",
        ]
    )


def _when(moment: dt.datetime) -> str:
    local = timezone.localtime(moment)
    return f"{clinical_date(moment, time=True)} {local.tzname()}".replace(" ", NBSP)


def _section(title: str, lines: Iterable[str]) -> str:
    said = [line for line in lines if line]
    return _wrapped([title.upper(), *said]) if said else ""


def _wrapped(lines: Iterable[str]) -> str:
    """Every line on its own, no longer than fits; a space that holds a unit never breaks."""
    done = [textwrap.fill(_glued(line), WIDTH, break_on_hyphens=False) for line in lines if line]
    return "\n".join(done).replace(NBSP, " ")


def _glued(line: str) -> str:
    held = NUMBERS.sub(lambda found: found[0].replace(" ", NBSP), line)
    return QUANTITY.sub(NBSP, held)
