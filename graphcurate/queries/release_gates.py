"""How every gate of a planned release stands: facts from the tables, the library and the ports."""

from collections.abc import Iterator, Mapping

from graphcurate import ports
from graphcurate.applying import Conflict
from graphcurate.checks.surroundings import QuoteKey
from graphcurate.contracts import Evidence
from graphcurate.entry_fields import EntryKind
from graphcurate.models import Appraisal, PlannedRelease, Release
from graphcurate.ports import ImpactSummary
from graphcurate.queries import planned_releases as queries
from graphcurate.queries.planned_releases import Candidate
from graphcurate.queries.quotes import quote_standings
from graphcurate.releasing import gates
from graphcurate.releasing.gates import Gate, GateReason, GateReport
from graphcurate.releasing.states import AppraisalState
from medreview.common.errors import gettext_noop

FOUND = "found"
QUOTES = {
    "not_found": gettext_noop("A quote is not in its document, word for word."),
    "document_unknown": gettext_noop("The document of a quote is not in the library."),
    "document_withdrawn": gettext_noop("The document of a quote was withdrawn."),
    "document_superseded": gettext_noop("The document of a quote has a newer edition."),
    "document_expired": gettext_noop("The document of a quote is past its validity."),
}
_UNASKED = gettext_noop("The content was not appraised yet.")


def gates_of(
    plan: PlannedRelease, candidate: Candidate, *, publisher: str | None
) -> tuple[GateReport, ...]:
    """Every gate in order, for the person who would publish; None where nobody in particular.

    An override counts only for the content it was given to.
    """
    fits = _fits(candidate)
    stood = [_approved(plan, publisher), fits]
    if fits.is_final:
        later = (Gate.QUOTES, Gate.CHECKS, Gate.VIGNETTES, Gate.IMPACT)
        stood += [
            gates.waiting(gate, gettext_noop("It is asked once the content holds."))
            for gate in later
        ]
        return tuple(stood)
    found = queries.appraisal_of(candidate)
    stood += [
        _quotes(candidate),
        _checks(found),
        _vignettes(found, publisher),
        _impact(candidate),
    ]
    return gates.with_overrides(stood, queries.overrides_of(plan, candidate.content_hash))


def standings_of_quotes(candidate: Candidate) -> Mapping[QuoteKey, str]:
    """What the library says of every quote of the content, by document, place and text."""
    return quote_standings(
        (item.document, item.offset, item.quote)
        for _, item in _quoted(candidate)
        if item.document is not None and item.offset is not None
    )


def _approved(plan: PlannedRelease, publisher: str | None) -> GateReport:
    if plan.restores is not None:
        return gates.restored(
            release=plan.restores.name,
            approved_then=queries.was_approved(plan.restores),
            planned_by=plan.planned_by_id,
            publisher=publisher,
        )
    return gates.approved(queries.standings_of(plan))


def _fits(candidate: Candidate) -> GateReport:
    return gates.fits(
        conflicts=[_conflict(one) for one in candidate.conflicts], broken=_broken(candidate)
    )


def _conflict(one: Conflict) -> GateReason:
    change = one.change
    return GateReason(
        sentence=gettext_noop(
            "%(field)s has changed since this was written, or two of the sets change it."
        ),
        values={"field": change.field},
        about=("entry", change.kind.value, change.key),
    )


def _broken(candidate: Candidate) -> Iterator[GateReason]:
    for (kind, key), problems in candidate.applied.unfit.items():
        yield GateReason(
            sentence=gettext_noop("It can't be as the changes make it: %(why)s"),
            values={"why": " ".join(one.sentence for one in problems)},
            about=("entry", kind.value, key),
        )
    for end in candidate.loose_ends:
        yield GateReason(
            sentence=gettext_noop("It names %(missing)s, which is not there."),
            values={"missing": end.missing},
            about=("entry", end.kind.value, end.key),
        )


def _quoted(candidate: Candidate) -> list[tuple[str, Evidence]]:
    return [
        (relation.id, item)
        for relation in candidate.content.relations
        for item in relation.evidence
        if item.quote
    ]


def _quotes(candidate: Candidate) -> GateReport:
    listed = _quoted(candidate)
    standings = standings_of_quotes(candidate)
    words = [
        (key, standings.get((item.document or "", item.offset or 0, item.quote), "not_found"))
        for key, item in listed
    ]
    bad = [_bad_quote(key, word) for key, word in words if word != FOUND]
    return gates.quotes(bad, total=len(listed))


def _bad_quote(key: str, word: str) -> GateReason:
    return GateReason(
        sentence=QUOTES.get(word, QUOTES["not_found"]),
        about=("entry", EntryKind.RELATION.value, key),
    )


def _checks(found: Appraisal | None) -> GateReport:
    at_work = _unfinished(Gate.CHECKS, found)
    if at_work is not None or found is None:
        return at_work or gates.waiting(Gate.CHECKS, _UNASKED)
    return gates.checks(
        GateReason(
            sentence=one["sentence"],
            values=one["values"],
            about=("entry", one["kind"], one["key"]),
        )
        for one in found.problems
        if one["blocks"]
    )


def _vignettes(found: Appraisal | None, publisher: str | None) -> GateReport:
    at_work = _unfinished(Gate.VIGNETTES, found)
    if at_work is not None or found is None:
        return at_work or gates.waiting(Gate.VIGNETTES, _UNASKED)
    return gates.vignettes(
        total=found.cases,
        changed=[one["id"] for one in found.vignettes],
        signed_by=queries.signed_by(found),
        publisher=publisher,
    )


def impact_of(content_hash: str, base: Release | None = None) -> ImpactSummary:
    """How far the impact of exactly this content has been worked out, beside this release."""
    return ports.impact().summary(content_hash, base)


def _impact(candidate: Candidate) -> GateReport:
    summary = impact_of(candidate.content_hash)
    return gates.impact(
        state=summary.state, total=summary.total, done=summary.done, differing=summary.differing
    )


def _unfinished(gate: Gate, found: Appraisal | None) -> GateReport | None:
    """The gate while the appraisal has no answer for it; None once it has."""
    if found is None:
        return gates.waiting(gate, _UNASKED)
    if found.state == AppraisalState.DONE:
        return None
    if found.state == AppraisalState.FAILED:
        return gates.failed(gate, gettext_noop("The appraisal broke off. Appraise it again."))
    if found.state == AppraisalState.QUEUED:
        return gates.waiting(gate, gettext_noop("It waits for a worker."))
    return gates.waiting(
        gate,
        gettext_noop("It is being appraised: step %(done)s of %(total)s."),
        done=found.done,
        total=found.total,
    )
