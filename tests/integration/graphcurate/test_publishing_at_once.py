"""Two publish at the same moment, and one publishes while an analysis is under way."""

import pytest

from analysis.pipeline.jobs import run_analysis
from analysis.pipeline.queries import whole
from analysis.pipeline.services import request_analysis
from graphcurate import queries
from graphcurate.errors import AlreadyPublished
from graphcurate.models import Publication, Release
from graphcurate.services import planning, publishing
from graphcurate.services.releases import load_starter
from medreview.accounts.models import Hospital
from medreview.accounts.roles import Role
from tests.at_once import at_once
from tests.conftest import person
from tests.factories.curation import make_curator
from tests.factories.releases import (
    LINK,
    PORT,
    approved,
    approved_removal,
    content_hash,
    make_plan,
    published,
)
from tests.factories.review import make_story_patient


@pytest.fixture(autouse=True)
def _known_impact(settings):
    settings.GRAPH_IMPACT = PORT


@pytest.mark.django_db(transaction=True)
def test_two_who_publish_at_once_make_one_release_and_the_second_is_told():
    load_starter()
    kim, lee = make_curator(), make_curator()
    plan = make_plan(approved(kim, lee), by=kim)
    seen = content_hash(plan)

    def publish_as(by):
        return lambda: publishing.publish(planned=plan, typed=plan.number, content_hash=seen, by=by)

    answers = at_once(publish_as(kim), publish_as(lee))

    made = [one for one in answers if isinstance(one, Release)]
    refused = [one for one in answers if isinstance(one, AlreadyPublished)]
    assert (len(made), len(refused)) == (1, 1)
    assert Publication.objects.count() == 1
    assert made[0].publication.by.full_name in str(refused[0])


@pytest.mark.django_db
def test_an_analysis_under_way_keeps_the_release_it_began_with(north: Hospital):
    starter = load_starter()
    ada = person("ada", "Ada Albrecht", north, Role.CLINICIAN)
    kim, lee = make_curator(), make_curator()
    plan = make_plan(approved_removal(kim, lee), by=kim)
    patient = make_story_patient("hargreaves", hospital=north)
    under_way = request_analysis(patient=patient, by=ada, wake=False)

    publishing_signed(plan, kim)
    run_analysis(under_way.pk)
    later = request_analysis(patient=patient, by=ada, wake=False)

    under_way.refresh_from_db()
    assert under_way.release == starter
    assert under_way.run.graph_release == starter.content_hash
    assert asked_for(under_way)
    assert later.release == queries.current_release()


def publishing_signed(plan, by):
    planning.sign_vignettes(planned=plan, content_hash=content_hash(plan), by=by)
    published(plan, by=by)


def asked_for(analysis):
    """Whether the link that went meanwhile was still asked for."""
    package = whole(analysis).package
    return package is not None and LINK in package.as_text()
