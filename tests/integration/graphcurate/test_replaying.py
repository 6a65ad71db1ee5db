"""Whatever is accepted and rolled back: release and tables are what replaying it gives."""

import itertools
from collections.abc import Sequence

import pytest
from django.db import transaction
from hypothesis import given, settings
from hypothesis import strategies as st

from graphcurate import applying, queries, snapshot
from graphcurate.applying import Change
from graphcurate.contracts import (
    Biomarker,
    Domain,
    Effect,
    Evidence,
    GraphContent,
    LoincCode,
    NamedThing,
    RelationEntry,
    RelationKind,
    Source,
)
from graphcurate.entry_fields import EntryKind, key_of, kind_of
from graphcurate.lifecycle import ChangeSetState, Verdict
from graphcurate.models import ChangeSet, PlannedRelease, Release
from graphcurate.queries import change_sets as asked
from graphcurate.queries import planned_releases
from graphcurate.queries.planned_releases import Candidate
from graphcurate.services import change_sets, decisions, planning, publishing, releases
from graphcurate.services.entries import replace
from graphcurate.vocabulary import EntryStatus, Origin
from medreview.accounts.models import User
from medreview.common.contract import Contract
from tests.factories.curation import make_curator
from tests.factories.releases import PORT

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _small_graph(settings):
    """The small graph is current, and the impact of everything known."""
    settings.GRAPH_IMPACT = PORT
    replace(before=queries.content(), after=base(), status=EntryStatus.RELEASED)
    releases.freeze(name="base", origin=Origin.CURATED, notes="")


_numbers = itertools.count(1)
WORDS = ("Haemolysis raises it.", "Read with care.", "Серум", "血清", "µmol, not mmol")
KEYS = ("alpha", "beta", "gamma")


def base() -> GraphContent:
    """Three biomarkers of one domain, two conditions, two sources, three links."""
    entries: list[Contract] = [
        *(biomarker(key) for key in KEYS),
        Domain(key="dom", names={"en": "Domain"}, scope="All of it"),
        *(thing(key) for key in ("ckd", "gout")),
        *(Source(key=key, title=key, organisation="A house") for key in ("book", "paper")),
        link("alpha", "ckd", "book"),
        link("beta", "gout", "paper"),
        link("gamma", "ckd", "book"),
    ]
    return content_of(entries)


def content_of(entries: Sequence[Contract]) -> GraphContent:
    by_kind: dict[EntryKind, dict[str, Contract]] = {kind: {} for kind in EntryKind}
    for entry in entries:
        by_kind[kind_of(entry)][key_of(entry)] = entry
    return applying.content_of(by_kind)


def biomarker(key: str) -> Biomarker:
    return Biomarker(
        key=key,
        name=key.title(),
        names={"en": key.title()},
        synonyms={"en": (), "ru": (), "zh": ()},
        loinc=(LoincCode(code=f"{key}-1", primary=True),),
        domain="dom",
        kind="quantity",
        units=("mmol/L",),
    )


def thing(key: str) -> NamedThing:
    return NamedThing(key=key, kind=RelationKind.CONDITION, name=key, names={"en": (key,)})


def link(subject: str, target: str, source: str) -> RelationEntry:
    evidence = Evidence(id="e1", source=source, level="guideline", agent_type="curator")
    return RelationEntry(
        id=f"{subject}:{target}",
        biomarker=subject,
        kind=RelationKind.CONDITION,
        target=target,
        effect=Effect.RAISES,
        rationale="Because.",
        evidence=(evidence,),
    )


EDITS = st.one_of(
    st.tuples(st.just("note"), st.sampled_from(KEYS), st.sampled_from(WORDS)),
    st.tuples(st.just("synonym"), st.sampled_from(KEYS), st.sampled_from(WORDS)),
    st.tuples(st.just("interval"), st.sampled_from(KEYS), st.integers(1, 9)),
    st.tuples(st.just("rationale"), st.sampled_from(KEYS), st.sampled_from(WORDS)),
    st.tuples(st.just("link"), st.sampled_from(KEYS), st.sampled_from(("ckd", "gout"))),
    st.tuples(st.just("remove"), st.sampled_from(KEYS), st.sampled_from(("ckd", "gout"))),
)
STEPS = st.lists(
    st.one_of(st.lists(EDITS, min_size=1, max_size=4), st.integers(0, 5)), min_size=1, max_size=4
)
"""Releases of some edits, or a roll-back to one of those before."""


def edits_of(now: GraphContent, edits: Sequence[tuple[str, str, object]]) -> tuple[Change, ...]:
    """The edits as the changes between the content that stands and the one that is meant."""
    changes = applying.changes_between(now, meant(now, edits))
    # A set applies its changes in one order, whatever order they were written in.
    return tuple(sorted(changes, key=lambda one: (one.kind, one.key, one.field)))


def meant(now: GraphContent, edits: Sequence[tuple[str, str, object]]) -> GraphContent:
    entries = {(kind_of(one), key_of(one)): one for one in every(now)}
    for what, key, value in edits:
        own = (EntryKind.BIOMARKER, key)
        links = [place for place in entries if place[1].startswith(f"{key}:")]
        if what == "note":
            entries[own] = entries[own].model_copy(update={"comparability_note": value})
        elif what == "synonym":
            entries[own] = with_synonym(entries[own], str(value))
        elif what == "interval":
            entries[own] = with_interval(entries[own], str(value))
        elif what == "rationale" and links:
            entries[links[0]] = entries[links[0]].model_copy(update={"rationale": value})
        elif what == "link":
            made = link(key, str(value), "paper")
            entries.setdefault((EntryKind.RELATION, made.id), made)
        elif what == "remove":
            entries.pop((EntryKind.RELATION, f"{key}:{value}"), None)
    return content_of(list(entries.values()))


def with_synonym(entry: Contract, text: str) -> Contract:
    names = tuple(dict.fromkeys((*entry.synonyms["en"], text)))
    return entry.model_copy(update={"synonyms": {**entry.synonyms, "en": names}})


def with_interval(entry: Contract, high: str) -> Contract:
    line = {"unit": "mmol/L", "low": "0.50", "high": f"{high}.10"}
    return type(entry).model_validate(entry.model_dump() | {"intervals": [line]})


def every(content: GraphContent) -> list[Contract]:
    return [entry for kind in EntryKind for entry in getattr(content, kind.part)]


def accepted(changes: tuple[Change, ...], by: User, second: User) -> ChangeSet:
    """A set of these changes that a second person approved."""
    made = change_sets.open_set(title="Some changes", by=by)
    change_sets.save_edits(change_set=made, edits=change_sets.changes_as_edits(changes), by=by)
    made.refresh_from_db()
    # Whether it is fit to be sent is asked elsewhere: here anything may be accepted.
    change_sets.move(made, ChangeSetState.IN_REVIEW)
    decisions.decide(
        change_set=made,
        verdict=Verdict.APPROVE,
        content_hash=asked.content_hash(made),
        comment="",
        by=second,
    )
    made.refresh_from_db()
    return made


def released(plan: PlannedRelease, by: User) -> Release:
    candidate: Candidate = planned_releases.candidate_of(plan)
    planned_releases.appraisal_of(candidate)
    found = plan.appraisals.get()
    found.state, found.problems, found.vignettes, found.cases = "done", [], [], 0
    found.save()
    return publishing.publish(
        planned=plan, typed=plan.number, content_hash=candidate.content_hash, by=by
    )


def number() -> str:
    return f"2026.12-{next(_numbers)}"


@settings(max_examples=15)
@given(steps=STEPS)
def test_any_sequence_of_releases_and_roll_backs_is_what_replaying_gives(steps):
    with transaction.atomic():
        replayed_and_released(steps)
        transaction.set_rollback(True)


def replayed_and_released(steps: Sequence[object]) -> None:
    kim, lee = make_curator(), make_curator()
    history, expected = [queries.current_release()], [base()]
    for step in steps:
        if isinstance(step, int):
            place = step % len(history)
            plan = planning.plan_roll_back(
                release=history[place], number=number(), reason="Wrong.", notes="", by=kim
            )
            wanted = expected[place]
        else:
            changes = edits_of(expected[-1], step)
            plan = planning.plan(
                number=number(),
                change_sets=[accepted(changes, kim, lee)] if changes else [],
                notes="",
                code_systems={},
                by=kim,
            )
            wanted = applying.apply(expected[-1], changes).content
            if not changes:
                continue
        if wanted == expected[-1]:
            continue
        history.append(released(plan, lee))
        expected.append(wanted)
        release = history[-1]
        assert queries.content() == wanted
        assert queries.content_of_release(release) == wanted
        assert queries.snapshot_of(release) == snapshot.build(
            wanted, release=release.name, origin=Origin.CURATED
        )
