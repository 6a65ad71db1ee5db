"""The demo with a model: a record that needs one, analysed, and where to look."""

import pytest

from analysis.pipeline import queries
from medreview.accounts.queries import settings_of
from medreview.demo import with_model

pytestmark = pytest.mark.django_db


def test_the_record_that_needs_a_model_is_analysed_once_and_the_greeting_names_it(
    north, ada, honest_model
):
    said = []
    for _ in range(2):
        north.refresh_from_db()
        with_model.load(north, by=ada, say=said.append)

    [analysis] = north.patients.get(fhir_id="barroso").analyses.all()
    found = queries.whole(analysis)
    asked = {stage.name for stage in found.stages if stage.iterations}
    assert asked == {"diagnostician", "retriever", "reasoner"}
    assert not analysis.degraded
    assert settings_of(north).models.allowed == "any"
    assert said.count("Asking the model …") == 1
    greeting = "\n".join(with_model.greeting())
    assert analysis.number in greeting
    assert analysis.run_id in greeting
