from dataclasses import dataclass, field
from typing import Any

import pytest

from medreview.runtime.pages import PAGE_SIZE, Kind, Wanted, page_of


@dataclass
class Said:
    seq: int
    kind: str = "misses.noted"
    actor: str = "system"
    header: dict[str, Any] = field(default_factory=dict)


def run_of(length, *errors):
    return [
        Said(seq, "stage.broke" if seq in errors else "misses.noted")
        for seq in range(1, length + 1)
    ]


@pytest.mark.parametrize(
    ("length", "errors", "begins", "first"),
    [(450, (), 450, 401), (450, (210, 300), 210, 201), (200, (), 200, 1), (1, (), 1, 1)],
)
def test_a_run_opens_at_its_first_error_or_its_end(length, errors, begins, first):
    page = page_of(run_of(length, *errors), Wanted(), None)

    assert (page.begins, page.events[0].seq) == (begins, first)


def test_pages_lead_to_one_another_without_hole_or_repeat():
    events, after, seen = run_of(450), 0, []

    while after is not None:
        page = page_of(events, Wanted(), after)
        seen += [event.seq for event in page.events]
        after = page.later

    assert seen == list(range(1, 451))
    assert page.earlier == PAGE_SIZE
    assert page_of(events, Wanted(), PAGE_SIZE).earlier == 0
    assert page_of(events, Wanted(), 0).earlier is None


def test_a_filter_that_meets_nothing_is_an_empty_page():
    page = page_of(run_of(3), Wanted(text="nowhere"), None)

    assert (page.events, page.begins, page.found) == ([], None, 0)


@pytest.mark.parametrize(
    ("kind", "event", "meets"),
    [
        (Kind.STATE, Said(1, "run.failed"), True),
        (Kind.STAGE, Said(1, "stage.started"), True),
        (Kind.RULE, Said(1, "criticals.raised"), True),
        (Kind.RULE, Said(1, "criticals.raised", "usr_1"), False),
        (Kind.RULE, Said(1, "run.failed"), False),
        (Kind.HUMAN, Said(1, "run.opened", "usr_1"), True),
        (Kind.HUMAN, Said(1, "run.opened"), False),
        (Kind.ERROR, Said(1, "stage.broke"), True),
        (None, Said(1), True),
    ],
)
def test_kinds_of_event(kind, event, meets):
    assert Wanted(kind).meets(event) is meets


def test_a_search_reads_names_actors_and_what_a_header_says():
    event = Said(1, "stage.finished", "usr_1", {"stage": "retriever", "output_hash": "ab12"})

    assert all(Wanted(text=text).meets(event) for text in ("RETRIEVER", "finished", "b1", "usr_"))
    assert not Wanted(text="stage.started").meets(event)
