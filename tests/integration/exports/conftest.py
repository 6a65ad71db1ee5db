"""One signed analysis: a critical potassium, nine findings, one edited, one rejected, one added."""

import pytest

from analysis.exports.contracts import SignedAnalysis
from analysis.exports.queries import signed_analysis
from analysis.pipeline.models import Analysis
from analysis.review import queries
from analysis.review.services import decisions, notes, signing
from medreview.accounts.models import User
from tests.conftest import PASSWORD
from tests.factories.review import accept_all, make_review

EDITED = "Raised, in keeping with the kidneys. =2+3 is no formula."


@pytest.fixture
def unsigned(ada: User) -> Analysis:
    return make_review(by=ada, key="hargreaves")


@pytest.fixture
def analysis(unsigned: Analysis, ada: User) -> Analysis:
    _, edited, rejected = queries.finding_keys(unsigned)[:3]
    decisions.edit(analysis=unsigned, finding=edited, version=0, text=EDITED, by=ada)
    decisions.reject(
        analysis=unsigned,
        finding=rejected,
        version=0,
        reason="not_relevant",
        comment="Known, stable.",
        by=ada,
    )
    decisions.add_finding(analysis=unsigned, title="Oedema", text="Both legs.", by=ada)
    notes.comment(analysis=unsigned, finding=edited, text="Repeat on Monday.", by=ada)
    accept_all(unsigned, by=ada)
    sign(unsigned, by=ada)
    return unsigned


def sign(analysis: Analysis, *, by: User) -> None:
    """As the dialog does."""
    signing.sign(analysis=analysis, version=analysis.version, password=PASSWORD, by=by)
    analysis.refresh_from_db()


@pytest.fixture
def signed(analysis: Analysis) -> SignedAnalysis:
    return signed_analysis(analysis, 1)
