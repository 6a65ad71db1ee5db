"""One signed edition of an analysis, gathered into the contract that leaves the house."""

from collections.abc import Sequence

from django.utils import translation

from analysis.exports.contracts import (
    Acknowledgement,
    AddedText,
    AmendmentReason,
    GraphRelease,
    Identifier,
    Note,
    PatientIdentity,
    Person,
    Remark,
    SignatureSeal,
    SignedAnalysis,
    SignedCritical,
    SignedDecision,
    SignedFinding,
)
from analysis.exports.errors import NoSuchEdition, NotAsSigned, NotSigned
from analysis.exports.words import LANGUAGE
from analysis.pipeline.contracts import Critical
from analysis.pipeline.models import Analysis
from analysis.pipeline.queries import AnalysisResult, whole
from analysis.review.findings import Finding, findings_of
from analysis.review.models import CriticalAcknowledgement, Decision, Signature
from analysis.review.presenters.banner import patient_name
from analysis.review.presenters.model_reasons import stages_without_model
from analysis.review.presenters.page import rests_on_unreviewed
from analysis.review.presenters.report import PrintedFinding, PrintedSentence, printed
from analysis.review.queries import Review, review_of
from medreview.accounts.models import User
from medreview.common.errors import gettext_noop
from medreview.patients.models import Patient


def check_signed(analysis: Analysis, edition: int) -> None:
    """Only what somebody answers for leaves the house."""
    if not 1 <= edition <= analysis.edition:
        raise NoSuchEdition(
            gettext_noop("%(number)s has no version %(edition)d."),
            number=analysis.number,
            edition=edition,
        )
    if not analysis.signatures.filter(edition=edition).exists():
        raise NotSigned(
            gettext_noop(
                "Version %(edition)d of %(number)s is not signed, so it is not exported. "
                "Sign it first, or print it as a draft."
            ),
            number=analysis.number,
            edition=edition,
        )


def signed_analysis(analysis: Analysis, edition: int) -> SignedAnalysis:
    """The edition as it was signed. The caller records that it was read."""
    check_signed(analysis, edition)
    result, review = whole(analysis), review_of(analysis)
    findings = findings_of(result)
    signature = review.signature_on(edition)
    context, plan, package = result.context, result.plan, result.package
    if not signature or context is None or plan is None or package is None:
        raise NotSigned(gettext_noop("This analysis came to no result that could be signed."))
    said = review.as_of(edition)
    if said.content_hash([finding.key for finding in findings]) != signature.content_hash:
        raise NotAsSigned(
            gettext_noop(
                "The decisions on record are not the ones that were signed, so nothing is "
                "exported. Tell your administrator."
            )
        )
    with translation.override(LANGUAGE):
        paper = printed(analysis, findings, result, said, edition)
        return SignedAnalysis(
            id=analysis.pk,
            number=analysis.number,
            edition=edition,
            newest_edition=max(each.edition for each in review.signatures),
            hospital=analysis.hospital.name,
            patient=_identity(analysis.patient, result),
            as_of=analysis.as_of,
            drafted_at=analysis.finished_at,
            run=analysis.run_id,
            graph=GraphRelease(
                name=analysis.release.name,
                origin=analysis.release.origin,
                unreviewed=rests_on_unreviewed(analysis.release.origin, plan),
                sha256=analysis.release.content_hash,
            ),
            outdated=analysis.outdated,
            degraded=analysis.degraded,
            without_model=tuple(stages_without_model(result.stages)),
            context=context,
            criticals=_criticals(said, result.criticals),
            plan=plan,
            package=package,
            actuality=result.actuality,
            statements=result.statements,
            cannot_tell=result.cannot_tell,
            findings=tuple(
                _finding(finding, shown)
                for finding, shown in zip(findings, paper.findings, strict=True)
            ),
            added=tuple(
                AddedText(
                    id=each.pk,
                    title=each.title,
                    text=each.text,
                    by=_person(each.by),
                    at=each.created_at,
                )
                for each in paper.added
            ),
            sources=tuple(Note(number=note.number, text=note.text) for note in paper.end_notes),
            decisions=_decisions(said),
            comments=_remarks(said, signature),
            amendments=tuple(
                AmendmentReason(
                    edition=each.edition,
                    reason=each.reason,
                    by=_person(each.by),
                    at=each.created_at,
                )
                for each in said.amendments
            ),
            patient_report=result.patient_report,
            stages=result.stages,
            signature=_seal(signature, said, findings),
        )


def _person(user: User) -> Person:
    return Person(id=user.pk, name=user.full_name, title=user.title)


def _identity(patient: Patient, result: AnalysisResult) -> PatientIdentity:
    sent = result.record.person.identifiers if result.record else ()
    return PatientIdentity(
        id=patient.pk,
        resource=f"Patient/{patient.fhir_id}",
        name=patient_name(patient),
        family=patient.family,
        given=patient.given,
        birth_date=patient.birth_date,
        sex=patient.sex,
        identifiers=tuple(Identifier(label=label, value=value) for label, value in sent),
        deceased=patient.deceased,
        died=patient.died,
    )


def _criticals(said: Review, criticals: Sequence[Critical]) -> tuple[SignedCritical, ...]:
    raised = {critical.result: critical for critical in criticals}
    return tuple(
        SignedCritical(
            id=alert.pk,
            critical=raised[alert.result],
            state=alert.state,
            raised_at=alert.created_at,
            acknowledgement=_answer(getattr(alert, "acknowledgement", None)),
        )
        for alert in said.alerts
    )


def _answer(given: CriticalAcknowledgement | None) -> Acknowledgement | None:
    if given is None:
        return None
    return Acknowledgement(
        told=given.told,
        told_at=given.told_at,
        read_back=given.read_back,
        by=_person(given.by),
        at=given.created_at,
    )


def _finding(finding: Finding, shown: PrintedFinding) -> SignedFinding:
    lab = finding.result
    return SignedFinding(
        number=finding.number,
        result=lab.id,
        name=finding.name,
        value=lab.value.text,
        flag=lab.interpretation,
        flag_derived=lab.interpretation_derived,
        reference=shown.card.reference,
        collected=lab.effective.text,
        decision=shown.decision.pk if shown.decision else "",
        paragraphs=() if shown.rejected else tuple(map(_words, shown.said)),
        cannot_tell=() if shown.rejected else tuple(map(_words, shown.cannot_tell)),
    )


def _words(sentence: PrintedSentence) -> str:
    parts = (text or f" [{numbers}]" for text, numbers in sentence.parts)
    return "".join(parts).strip()


def _decisions(said: Review) -> tuple[SignedDecision, ...]:
    """In the order they were made, which is the same at every asking."""
    made = sorted(
        (row for rows in said.decisions.values() for row in rows),
        key=lambda row: (row.created_at, row.pk),
    )
    return tuple(_decision(row, stands=said.standing_on(row.finding) == row) for row in made)


def _decision(row: Decision, *, stands: bool) -> SignedDecision:
    return SignedDecision(
        id=row.pk,
        finding=row.finding,
        number=row.number,
        edition=row.edition,
        kind=row.kind,
        text=row.text,
        reason=row.reason,
        comment=row.comment,
        confirmed=row.confirmed,
        undoes=row.undoes_id,
        carried_from=row.carried_from_id,
        standing=stands,
        by=_person(row.by),
        at=row.created_at,
    )


def _remarks(said: Review, signature: Signature) -> tuple[Remark, ...]:
    """What had been remarked when it was signed; later remarks belong to later editions."""
    return tuple(
        Remark(finding=each.finding, text=each.text, by=_person(each.by), at=each.created_at)
        for made in said.comments.values()
        for each in made
        if each.created_at <= signature.created_at
    )


def _seal(signature: Signature, said: Review, findings: Sequence[Finding]) -> SignatureSeal:
    keys = [*(finding.key for finding in findings), *(added.pk for added in said.added)]
    standing = [said.standing_on(key) for key in keys]
    return SignatureSeal(
        by=_person(signature.by),
        at=signature.created_at,
        content_sha256=signature.content_hash,
        covers=tuple(row.pk for row in standing if row is not None),
        despite=signature.despite,
        accepted=signature.accepted,
        edited=signature.edited,
        rejected=signature.rejected,
        added=signature.added,
        criticals=signature.criticals,
    )
