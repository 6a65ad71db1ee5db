"""What a reviewer must be able to rely on, point by point: flags, limits, searches, windows."""

import html as markup
import re
from collections.abc import Callable
from dataclasses import replace

import pytest
from django.test import Client
from django.urls import reverse

from analysis.pipeline.contracts import StaleItem
from analysis.pipeline.models import Analysis
from analysis.pipeline.queries import whole
from analysis.review.findings import findings_of
from analysis.review.presenters.related import related_of
from medreview.accounts.models import User
from medreview.common.display import flag_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def client(ada: User, signed_in: Callable[[User], Client]) -> Client:
    return signed_in(ada)


def test_every_flag_is_the_sources_own(client: Client, analysis: Analysis) -> None:
    for finding in findings_of(whole(analysis)):
        address = reverse("review:finding", args=[analysis.pk, finding.number])
        page = client.get(address).content.decode()

        title = page.split('id="finding-title"')[1].split("</header>")[0]
        assert finding.result.source_flag == finding.flag
        assert flag_of(finding.result.source_flag).letters in title


def test_a_missing_row_says_what_was_searched(analysis: Analysis) -> None:
    for finding in findings_of(whole(analysis)):
        missing = {entry.item.name: entry for entry in finding.missing()}
        group = next(each for each in related_of(analysis, finding).groups if each.key == "missing")

        for row in (*group.rows, *group.folded):
            entry = missing[row.name]
            assert entry.why_text in row.detail
            assert entry.searched == 0 or any("searched" in line for line in row.detail)


def test_a_stale_row_shows_its_age_and_the_limit_it_is_over(analysis: Analysis) -> None:
    finding = findings_of(whole(analysis))[0]
    assert finding.package is not None
    old = finding.found()[0]
    stale = StaleItem(
        item=old.item,
        resource=old.resource,
        version=old.version,
        name=old.name,
        value=old.value,
        date="2025-06-01",
        age_days=547,
        limit_days=365,
    )
    package = finding.package.model_copy(update={"stale": (stale,)})

    group = related_of(analysis, replace(finding, package=package)).groups[2]

    assert (group.key, group.count) == ("stale", 1)
    assert group.rows[0].stale_age == "17 months ago"
    assert group.rows[0].limit == "limit 12 months"


def test_another_window_brings_the_figure_alone(client: Client, analysis: Analysis) -> None:
    address = reverse("review:biomarker", args=[analysis.pk, 1])

    part = client.get(address, {"window": "1y"}, headers={"HX-Request": "true"}).content.decode()

    assert part.lstrip().startswith('<section class="cardx" id="figure"')
    assert "result-row" not in part
    assert re.search(r'id="window-1y"[^>]*aria-current="true"', part)
    assert part.count('tabindex="0" role="img"') == 2
    assert client.get(address).content.decode().count('data-testid="result-row"') == 4


def test_medicines_stand_under_the_time_axis(client: Client, analysis: Analysis) -> None:
    page = client.get(reverse("review:biomarker", args=[analysis.pk, 1])).content.decode()

    figure = markup.unescape(page.split('id="figure"')[1].split("</section>")[0])
    assert all(name in figure for name in ("ramipril", "spironolactone", "ibuprofen"))


def test_each_result_says_what_reviewers_decided_on_it(client: Client, analysis: Analysis) -> None:
    decide = reverse("review:accept", args=[analysis.pk, 1])
    before = client.get(reverse("review:biomarker", args=[analysis.pk, 1])).content.decode()

    client.post(decide, {"version": 0})

    after = client.get(reverse("review:biomarker", args=[analysis.pk, 1])).content.decode()
    row = re.search(r'data-testid="row-decided">(.*?)</div>', after, re.DOTALL)
    assert "row-decided" not in before
    assert after.count("row-decided") == 1
    assert f"Accepted in {analysis.number} by Ada Albrecht" in " ".join(row[1].split())
