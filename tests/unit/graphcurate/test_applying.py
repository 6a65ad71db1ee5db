"""Changes applied to the graph's content, and the changes between two contents."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from graphcurate.applying import (
    Change,
    apply,
    changes_between,
    conflicts,
    content_hash_of,
    content_of,
    entries_of,
)
from graphcurate.contracts import GraphContent
from graphcurate.entry_fields import EXISTS, EntryKind
from graphcurate.exchange.read import read
from graphcurate.exchange.starter import STARTER_FOLDER

POTASSIUM = (EntryKind.BIOMARKER, "potassium")


@pytest.fixture(scope="module")
def content():
    whole = read(STARTER_FOLDER)
    return content_of({kind: entries_of(whole, kind) for kind in EntryKind})


def change(field, old, new, place=POTASSIUM):
    return Change(kind=place[0], key=place[1], field=field, old=old, new=new)


def test_a_changed_field_changes_its_entry_and_no_other(content):
    after = apply(content, [change("specimen", None, "Hair")]).content

    assert entries_of(after, EntryKind.BIOMARKER)["potassium"].specimen == "Hair"
    assert [each.key for each in changes_between(content, after)] == ["potassium"]


def test_a_removed_entry_is_gone(content):
    after = apply(content, [change(EXISTS, old=True, new=False)]).content

    assert "potassium" not in entries_of(after, EntryKind.BIOMARKER)


def test_an_unfit_entry_stands_as_it_was_and_is_named(content):
    applied = apply(content, [change("domain", "electrolytes", None)])

    assert applied.content == content
    (problem,) = applied.unfit[POTASSIUM]
    assert problem.field == "domain"


def test_a_new_entry_that_is_not_complete_does_not_stand(content):
    new = (EntryKind.SOURCE, "new_book")

    applied = apply(content, [change(EXISTS, None, new=True, place=new)])

    assert "new_book" not in entries_of(applied.content, EntryKind.SOURCE)
    assert {problem.field for problem in applied.unfit[new]} == {"title", "organisation"}


def test_a_changed_source_is_changed_in_the_limits_that_cite_it(content):
    cited = next(
        limit.source for entry in content.biomarkers for limit in entry.criticals if limit.source
    )
    place = (EntryKind.SOURCE, cited.key)

    after = apply(content, [change("title", cited.title, "Another title", place)]).content

    titles = {
        limit.source.title
        for entry in after.biomarkers
        for limit in entry.criticals
        if limit.source and limit.source.key == cited.key
    }
    assert titles == {"Another title"}


def test_a_change_from_another_value_than_the_one_that_stands_is_a_conflict(content):
    stands = entries_of(content, EntryKind.BIOMARKER)["potassium"].specimen
    stale = change("specimen", "Urine", "Hair")
    fine = change("kind", "quantity", "ratio")
    done = change("specimen", "Urine", stands)

    assert [each.change for each in conflicts(content, [stale, fine, done])] == [stale]
    assert conflicts(content, [stale])[0].now == stands


def test_a_removal_of_what_is_gone_already_is_no_conflict(content):
    gone = change(EXISTS, old=True, new=False, place=(EntryKind.BIOMARKER, "no_such"))

    assert conflicts(content, [gone]) == ()


def test_the_hash_of_changes_does_not_depend_on_their_order():
    one, other = change("a", 1, 2), change("b", 1, 2)

    assert content_hash_of([one, other]) == content_hash_of([other, one])
    assert content_hash_of([one]) != content_hash_of([one, other])


KEYS = st.sampled_from(["potassium", "sodium", "ferritin"])
EDITS = st.lists(
    st.one_of(
        st.tuples(KEYS, st.just("specimen"), st.sampled_from(["Serum", "Plasma", None])),
        st.tuples(KEYS, st.just("synonyms/en/K plus"), st.sampled_from([True, None])),
        st.tuples(KEYS, st.just("units"), st.sampled_from([["mmol/L"], ["mmol/L", "meq/L"]])),
        st.tuples(
            KEYS,
            st.just("intervals/mmol/L|child|default|"),
            st.sampled_from([{"low": "3.40", "high": "5"}, {"low": "1"}, None]),
        ),
        st.tuples(KEYS, st.just(EXISTS), st.sampled_from([True, False])),
    ),
    max_size=12,
)


@given(edits=EDITS)
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_the_changes_between_two_contents_lead_from_one_to_the_other(content, edits):
    small = GraphContent(
        biomarkers=tuple(
            entry
            for entry in content.biomarkers
            if entry.key in ("potassium", "sodium", "ferritin")
        ),
        domains=content.domains,
        things=(),
        relations=(),
        sources=content.sources,
    )
    after = apply(
        small, [change(field, None, new, (EntryKind.BIOMARKER, key)) for key, field, new in edits]
    ).content

    way = changes_between(small, after)

    assert apply(small, way).content.as_text() == after.as_text()
    assert conflicts(small, way) == ()
    assert changes_between(after, after) == ()
