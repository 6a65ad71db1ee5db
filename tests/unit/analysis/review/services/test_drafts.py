"""Unsent words belong to their author, and are forgotten when the field is emptied."""

import pytest

from analysis.pipeline.models import Analysis
from analysis.review.models import Draft
from analysis.review.policies import LONGEST_TEXT
from analysis.review.services import drafts
from analysis.review.vocabulary import DraftKind
from medreview.accounts.models import User
from medreview.common.errors import Invalid
from tests.factories.pipeline import make_finished

pytestmark = pytest.mark.django_db


@pytest.fixture
def analysis() -> Analysis:
    return make_finished()


def save(analysis: Analysis, text: str, by: User) -> object:
    return drafts.save(
        analysis=analysis, finding="Observation/k", kind=DraftKind.COMMENT, text=text, by=by
    )


def test_one_draft_of_a_field_is_kept_for_each_author(
    analysis: Analysis, ada: User, kim: User
) -> None:
    save(analysis, "first", ada)
    save(analysis, "second", ada)
    save(analysis, "another hand", kim)

    assert Draft.objects.get(by=ada).text == "second"
    assert Draft.objects.count() == 2


def test_an_emptied_field_is_forgotten_for_its_author_alone(
    analysis: Analysis, ada: User, kim: User
) -> None:
    save(analysis, "mine", ada)
    save(analysis, "not mine", kim)

    assert save(analysis, "  ", ada) is None

    assert [draft.by for draft in Draft.objects.all()] == [kim]


def test_a_text_far_too_long_is_refused_and_leaves_the_draft(analysis: Analysis, ada: User) -> None:
    save(analysis, "kept", ada)

    with pytest.raises(Invalid):
        save(analysis, "x" * (2 * LONGEST_TEXT + 1), ada)

    assert Draft.objects.get().text == "kept"
