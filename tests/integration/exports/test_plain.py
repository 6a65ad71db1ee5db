"""The text to paste names every finding and every decision, and its lines fit."""

import pytest

from analysis.exports.contracts import SignedAnalysis
from analysis.exports.plain import WIDTH, plain_text
from tests.integration.exports.conftest import EDITED

pytestmark = pytest.mark.django_db


def words(text: str) -> str:
    return " ".join(text.split())


def test_every_finding_and_every_decision_is_in_it(signed: SignedAnalysis) -> None:
    text = words(plain_text(signed))

    for finding in signed.findings:
        decision = signed.decision_on(finding.result)
        assert decision is not None
        assert f"{finding.number}. {finding.name} {finding.value}" in text
        assert f"by {decision.by.full_name()}" in text
        assert all(words(said) in text for said in finding.paragraphs)
    assert EDITED in text
    assert "Rejected (not relevant) by Ada Albrecht" in text
    assert "Comment: Known, stable." in text
    assert "10. Oedema" in text
    assert "Both legs." in text
    assert "Repeat on Monday." in text
    assert "Dr Orlov was told" in text
    assert "read back: Potassium 6.8." in text


def test_it_says_whose_it_is_and_who_answers_for_it(signed: SignedAnalysis) -> None:
    text = words(plain_text(signed))

    assert "HARGREAVES, Eleanor (Mrs). Born 14-Mar-1958. Sex female. MRN 40011827" in text
    assert f"{signed.number}, version 1." in text
    assert text.count("Signed by Ada Albrecht,") == 2
    assert "starter content, not clinically reviewed" in text
    assert signed.signature.content_sha256 in text
    assert "WHAT THIS REPORT CAN'T TELL" in text


def test_a_release_of_the_site_takes_the_mark_off_only_what_somebody_accepted(
    signed: SignedAnalysis,
) -> None:
    def of(*, unreviewed: bool) -> str:
        graph = signed.graph.model_copy(update={"origin": "curated", "unreviewed": unreviewed})
        return words(plain_text(signed.model_copy(update={"graph": graph})))

    assert signed.graph.unreviewed
    assert "(some of it not clinically reviewed)" in of(unreviewed=True)
    assert "clinically reviewed" not in of(unreviewed=False)


def test_no_line_is_longer_than_fits_unless_an_address_is(signed: SignedAnalysis) -> None:
    lines = plain_text(signed).splitlines()

    assert [line for line in lines if len(line) > WIDTH and " " in line] == []


def test_a_value_never_parts_from_its_unit(signed: SignedAnalysis) -> None:
    lines = plain_text(signed).splitlines()

    for result in signed.context.abnormal:
        assert any(result.value.text in line for line in lines)
    assert [line for line in lines if line.startswith(("mmol/L", "g/L", "µmol/L", "%"))] == []


def test_a_rejected_finding_says_why_and_no_more(signed: SignedAnalysis) -> None:
    third = plain_text(signed).split("\n3. ")[1].split("\n\n")[0]

    assert "Rejected" in third
    assert "Found" not in third
    assert "Missing" not in third


def test_what_is_not_the_last_word_says_so_at_the_top(signed: SignedAnalysis) -> None:
    later = signed.model_copy(update={"outdated": True, "newest_edition": 2})

    head = plain_text(later).split("\n\n")[0]

    assert "OUTDATED" in head
    assert "AMENDED SINCE: version 2 is signed." in head
    assert "OUTDATED" not in plain_text(signed)


def test_a_signature_in_spite_of_a_changed_record_says_why(signed: SignedAnalysis) -> None:
    seal = signed.signature.model_copy(update={"despite": "The old value was told by phone."})

    head = plain_text(signed.model_copy(update={"signature": seal})).split("\n\n")[0]

    assert "Signed although the record had changed: The old value was told by phone." in words(head)
