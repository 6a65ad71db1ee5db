"""The vignettes are compared with the release that stands."""

import pytest

from analysis.evaluation import vignette_outcomes
from graphcurate.queries import content, current_release, snapshot_of
from graphcurate.snapshot import build

pytestmark = pytest.mark.django_db


def without_links_to(target):
    whole = content()
    relations = tuple(one for one in whole.relations if one.target != target)
    return build(
        whole.model_copy(update={"relations": relations}), release="2026.12-1", origin="curated"
    )


def test_a_content_that_changes_nothing_changes_no_case():
    found = vignette_outcomes.outcomes(snapshot_of(current_release()))

    assert len(found) == 49
    assert all(one.unchanged for one in found)


def test_a_case_that_rests_on_a_removed_link_is_listed_before_and_after():
    found = vignette_outcomes.outcomes(without_links_to("ckd"))

    changed = [one for one in found if not one.unchanged]
    assert 0 < len(changed) < 49
    gone = set(changed[0].before) - set(changed[0].after)
    assert any("condition" in line for line in gone)


def test_a_case_that_no_longer_passes_says_why():
    found = vignette_outcomes.outcomes(without_links_to("ckd"))

    assert any(line.startswith("Fails: ") for one in found for line in one.after)
