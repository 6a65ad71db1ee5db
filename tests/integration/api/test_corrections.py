"""A corrected record over the API: what changed, asked again, signed only knowingly."""

from collections.abc import Callable

import pytest

from medreview.accounts.models import User
from tests.conftest import PASSWORD
from tests.factories.changes import correct, with_value
from tests.factories.review import accept_all, make_review
from tests.integration.api.conftest import Program, read

pytestmark = pytest.mark.django_db

Of = Callable[..., Program]


def test_a_correction_is_read_asked_again_and_signed_over_only_with_a_reason(
    ada: User, program: Of
) -> None:
    review = make_review(by=ada)
    asks, path = program(ada), f"analyses/{review.pk}/"
    accept_all(review, by=ada)
    before = read(asks.get(f"{path}changes/"))
    correct(review.patient, "okafor-report-2-hemoglobin-f", with_value("106"))

    changes = read(asks.get(f"{path}changes/"))
    named = {"version": read(asks.get(path))["version"], "password": PASSWORD}
    silent = asks.post(f"{path}signatures/", named)
    again, once_more = (asks.post(f"{path}rerun/") for _ in range(2))
    signed = asks.post(f"{path}signatures/", named | {"despite": "The old value was acted on."})

    assert before == {"newer": [], "used": []}
    (changed,) = changes["used"]
    said = [(one["field"], one["before"], one["after"]) for one in changed["fields"]]
    assert said == [("value", "96 g/L", "106 g/L"), ("status", "final", "corrected")]
    assert (silent.status_code, signed.status_code) == (409, 201)
    assert read(signed)["despite"] == "The old value was acted on."
    assert again.status_code == 202
    assert read(again)["rerun_of"] == review.pk
    assert once_more["Location"] == again["Location"]
