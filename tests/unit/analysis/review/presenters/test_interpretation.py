"""Prose as a reader wants it: each source once, nothing said twice, no statement lost."""

import pytest

from analysis.pipeline.models import Analysis
from analysis.pipeline.queries import AnalysisResult, whole
from analysis.review.findings import Finding, findings_of
from analysis.review.presenters.citations import Citations
from analysis.review.presenters.evidence import drawer_of
from analysis.review.presenters.interpretation import Interpretation, Sentence, interpretation_of
from medreview.accounts.models import User
from tests.factories.review import make_review

pytestmark = pytest.mark.django_db


@pytest.fixture
def analysis(ada: User) -> Analysis:
    return make_review(by=ada, key="hargreaves")


@pytest.fixture
def result(analysis: Analysis) -> AnalysisResult:
    return whole(analysis)


@pytest.fixture
def findings(result: AnalysisResult) -> list[Finding]:
    return findings_of(result)


def words(sentences: tuple[Sentence, ...]) -> str:
    return " ".join(text for said in sentences for text, link in said.parts if link is None)


def everything(said: Interpretation) -> str:
    return words((*said.restating, *said.sentences, *said.cannot_tell))


def test_no_statement_is_lost_and_none_is_said_twice(
    analysis: Analysis, result: AnalysisResult, findings: list[Finding]
) -> None:
    for finding in findings:
        said = everything(interpretation_of(analysis, finding, result, None))

        for statement in finding.statements:
            assert said.count(statement.text) == 1


def test_what_the_card_shows_is_not_part_of_the_prose(
    analysis: Analysis, result: AnalysisResult, findings: list[Finding]
) -> None:
    potassium = interpretation_of(analysis, findings[0], result, None)

    assert "is critical" in words(potassium.restating)
    assert "6.8" not in words(potassium.sentences)
    assert "Not in the record" in words(potassium.cannot_tell)


def test_a_source_has_one_number_and_a_sentence_names_it_once(
    analysis: Analysis, result: AnalysisResult, findings: list[Finding]
) -> None:
    for finding in findings:
        said = interpretation_of(analysis, finding, result, None)

        labels = [link.label.split(": ", 1)[1] for link in said.sources]
        assert len(labels) == len(set(labels))
        for statement in finding.statements:
            numbers = Citations(analysis, finding).of(statement)
            assert numbers
            assert len(numbers) == len(set(numbers))


def test_a_number_opens_every_link_and_entry_it_stands_for(
    analysis: Analysis, result: AnalysisResult, findings: list[Finding]
) -> None:
    for finding in findings:
        rested = {each for said in finding.statements for each in said.rests_on}
        opened: set[str] = set()
        for link in Citations(analysis, finding).links:
            drawer = drawer_of(analysis, finding, result, link.id)
            assert drawer is not None
            for part in drawer.parts:
                opened.add(part.id)
                if part.entry:
                    opened.add(part.entry.id)

        assert rested <= opened


def test_an_address_never_carries_an_id_of_the_patients_own_system(
    analysis: Analysis, findings: list[Finding]
) -> None:
    for finding in findings:
        for link in Citations(analysis, finding).links:
            assert link.url.endswith(f"?ev=s{link.number}")


def test_an_unknown_number_opens_nothing(
    analysis: Analysis, result: AnalysisResult, findings: list[Finding]
) -> None:
    assert drawer_of(analysis, findings[0], result, "s999") is None
