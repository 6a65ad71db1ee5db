"""What a reviewer must be able to rely on, point by point: flags, limits, searches, windows."""

import html as markup
import re
from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse

from analysis.pipeline.models import Analysis
from analysis.pipeline.queries import whole
from analysis.review.findings import findings_of
from analysis.review.presenters.related import related_of
from medreview.accounts.models import User
from medreview.common.display import flag_of, span_text

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


def test_a_missing_row_says_what_was_searched_and_a_stale_one_its_age_and_limit(
    analysis: Analysis,
) -> None:
    findings = findings_of(whole(analysis))

    for finding in findings:
        missing = {entry.item.name: entry for entry in finding.missing()}
        stale = {entry.item.name: entry for entry in finding.stale()}
        for group in related_of(analysis, finding).groups:
            for row in (*group.rows, *group.folded):
                if group.key == "missing":
                    assert missing[row.name].why_text in row.detail
                    assert any("searched" in line for line in row.detail) or (
                        missing[row.name].searched == 0
                    )
                if group.key == "stale":
                    assert row.stale_age
                    assert span_text(stale[row.name].limit_days) in row.limit


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
