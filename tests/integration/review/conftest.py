"""One analysis that waits for Ada, with a critical potassium and nine findings."""

import pytest

from analysis.pipeline.models import Analysis
from medreview.accounts.models import User
from tests.factories.review import make_review


@pytest.fixture
def analysis(ada: User) -> Analysis:
    return make_review(by=ada, key="hargreaves")
