"""Two reviewers reach for one analysis at the same moment: one has it, the other is told who."""

from functools import partial

import pytest

from analysis.pipeline.models import Analysis
from analysis.review import queries as reviews
from analysis.review.models import Decision, Signature
from analysis.review.services import decisions, signing
from analysis.worklist import queries, services
from analysis.worklist.errors import Held, StaleHolding
from analysis.worklist.models import Holding, Move
from medreview.accounts.models import User
from medreview.accounts.roles import Role
from medreview.common.errors import WrongState
from tests.at_once import at_once
from tests.conftest import PASSWORD, person
from tests.factories.accounts import make_hospital
from tests.factories.patients import make_patient
from tests.factories.pipeline import make_finished, make_record, small_plan
from tests.factories.review import accept_all

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]


def lost(found: list[object], error: type[Exception]) -> int:
    return sum(isinstance(one, error) for one in found)


@pytest.fixture
def reviewers(transactional_db: None) -> list[User]:
    hospital = make_hospital()
    return [person(name, name.title(), hospital, Role.CLINICIAN) for name in ("ada", "noor")]


@pytest.fixture
def analysis(reviewers: list[User]) -> Analysis:
    patient = make_patient(hospital=reviewers[0].hospital)
    return make_finished(patient=patient, plan=small_plan(record=make_record(2)))


def test_of_two_who_claim_at_once_one_has_it(analysis: Analysis, reviewers: list[User]) -> None:
    claims = [partial(services.claim, analysis=analysis, by=each) for each in reviewers]

    found = at_once(*claims, *claims)

    assert lost(found, Held) == 2
    assert Move.objects.count() == Holding.objects.count() == 1
    assert queries.holder_of(analysis) in reviewers


def test_of_two_who_decide_at_once_one_decides(analysis: Analysis, reviewers: list[User]) -> None:
    first, second = reviews.finding_keys(analysis)

    found = at_once(
        partial(decisions.accept, analysis=analysis, finding=first, version=0, by=reviewers[0]),
        partial(decisions.accept, analysis=analysis, finding=second, version=0, by=reviewers[1]),
    )

    assert lost(found, Held) == 1
    assert [row.by for row in Decision.objects.select_related("by")] == [
        queries.holder_of(analysis)
    ]


def test_of_two_who_take_over_at_once_one_does(analysis: Analysis, reviewers: list[User]) -> None:
    tess = person("tess", "Tess", reviewers[0].hospital, Role.CLINICIAN)
    services.claim(analysis=analysis, by=tess)

    found = at_once(
        *[partial(services.take_over, analysis=analysis, version=1, by=each) for each in reviewers]
    )

    assert lost(found, StaleHolding) == 1
    assert queries.holder_of(analysis) in reviewers
    assert [move.number for move in Move.objects.order_by("number")] == [1, 2]


def test_of_two_who_sign_at_once_one_signs(analysis: Analysis, reviewers: list[User]) -> None:
    ada, _ = reviewers
    accept_all(analysis, by=ada)
    services.release_claim(analysis=analysis, by=ada)
    analysis.refresh_from_db()

    found = at_once(
        *[
            partial(
                signing.sign,
                analysis=analysis,
                version=analysis.version,
                password=PASSWORD,
                by=each,
            )
            for each in reviewers
        ]
    )

    assert lost(found, WrongState) == 1
    assert Signature.objects.count() == 1
    assert queries.standing_of(Analysis.objects.get(pk=analysis.pk)) is None


def test_a_claim_against_a_signature_leaves_nothing_held(
    analysis: Analysis, reviewers: list[User]
) -> None:
    ada, noor = reviewers
    accept_all(analysis, by=ada)
    sign = partial(
        signing.sign, analysis=analysis, version=analysis.version, password=PASSWORD, by=ada
    )

    found = at_once(sign, partial(services.claim, analysis=analysis, by=noor))

    assert isinstance(found[0], Signature)
    assert isinstance(found[1], WrongState)
    assert Holding.objects.get().holder is None
