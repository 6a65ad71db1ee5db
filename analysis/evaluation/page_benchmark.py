"""How long the page of a biomarker takes whose picture holds as many links as one may."""

import time
from collections.abc import Iterator
from dataclasses import dataclass

from django.db import transaction
from django.test import Client
from django.urls import reverse

from analysis.evaluation.large_graph import RELATIONS, graph_of
from graphcurate.contracts import (
    Biomarker,
    Effect,
    Evidence,
    GraphContent,
    RelationEntry,
    RelationKind,
)
from graphcurate.models import Release
from graphcurate.pictures.neighbourhood import LARGEST
from graphcurate.vocabulary import Origin
from medreview.accounts.models import Hospital, RoleGrant, User
from medreview.accounts.roles import Role
from medreview.common.hashing import sha256_of_bytes

HUB = "measured-hub"
PARAMETERS, ROUNDS = 5, 20
OTHERS = tuple(kind for kind in RelationKind if kind is not RelationKind.PARAMETER)


@dataclass(frozen=True)
class PageFigures:
    """What was measured, in seconds."""

    relations: int
    nodes: int
    """Links in the picture, two steps from the biomarker in the middle."""
    bytes: int
    first_seconds: float
    """With the release read and the index built, which a worker does once."""
    p50: float
    p95: float
    table_p50: float
    """Without the picture."""
    list_p50: float
    """The list of biomarkers, narrowed by words."""

    def as_json(self) -> dict[str, object]:
        """The figures in milliseconds, for people and for comparison between machines."""
        return {
            "relations": self.relations,
            "nodes": self.nodes,
            "kilobytes": round(self.bytes / 1024),
            "first_milliseconds": round(1000 * self.first_seconds, 1),
            "p50_milliseconds": round(1000 * self.p50, 1),
            "p95_milliseconds": round(1000 * self.p95, 1),
            "table_only_p50_milliseconds": round(1000 * self.table_p50, 1),
            "list_p50_milliseconds": round(1000 * self.list_p50, 1),
        }


def page_of_a_large_picture(relations: int = RELATIONS, rounds: int = ROUNDS) -> PageFigures:
    """Ask for the page of a biomarker amid a graph of so many relations; nothing is kept."""
    content = content_of(relations)
    page = reverse("graphcurate:entry-detail", args=[HUB])
    with transaction.atomic():
        _release(content)
        reader = _reader()
        (first, answer), *rest = [_asked(reader, f"{page}?depth=2") for _ in range(rounds + 1)]
        table = [_asked(reader, f"{page}?depth=2&view=table")[0] for _ in range(rounds)]
        listed = [_asked(reader, reverse("graphcurate:entry-list"), "a")[0] for _ in range(rounds)]
        transaction.set_rollback(True)
    took = sorted(seconds for seconds, _ in rest)
    return PageFigures(
        relations=len(content.relations),
        nodes=answer.count(b'class="node ') // 2,
        bytes=len(answer),
        first_seconds=first,
        p50=took[len(took) // 2],
        p95=took[int(len(took) * 0.95)],
        table_p50=sorted(table)[rounds // 2],
        list_p50=sorted(listed)[rounds // 2],
    )


def content_of(relations: int) -> GraphContent:
    """The large graph, with a biomarker in it that has exactly ``LARGEST`` links in two steps."""
    whole = graph_of(relations)
    domain, source = whole.domains[0].key, whole.sources[0].key
    keys = [HUB, *(f"{HUB}-{number}" for number in range(PARAMETERS))]
    return whole.model_copy(
        update={
            "biomarkers": (*whole.biomarkers, *(_biomarker(key, domain) for key in keys)),
            "relations": (*whole.relations, *_links(whole, keys, source)),
        }
    )


def _links(whole: GraphContent, keys: list[str], source: str) -> Iterator[RelationEntry]:
    hub, *parameters = keys
    for key in parameters:
        yield _link(hub, RelationKind.PARAMETER, key, source)
    others = [thing for thing in whole.things if thing.kind in OTHERS]
    each, left = divmod(LARGEST - PARAMETERS, len(keys))
    for place, key in enumerate(keys):
        for thing in others[: each + (left if place == 0 else 0)]:
            yield _link(key, thing.kind, thing.key, source)


def _link(subject: str, kind: RelationKind, target: str, source: str) -> RelationEntry:
    return RelationEntry(
        id=f"{subject}:{kind}:{target}",
        biomarker=subject,
        kind=kind,
        target=target,
        effect=Effect.RAISES,
        rationale="A sentence that is about as long as those that curators write of a link.",
        evidence=(
            Evidence(id=source, source=source, level="guideline", agent_type="curator"),
            Evidence(id="second", source=source, level="review", agent_type="curator"),
        ),
    )


def _biomarker(key: str, domain: str) -> Biomarker:
    return Biomarker(
        key=key,
        name=f"Measured {key}",
        names={"en": f"Measured {key}"},
        synonyms={},
        loinc=(),
        domain=domain,
        kind="quantity",
    )


def _release(content: GraphContent) -> None:
    text = content.as_text()
    Release.objects.create(
        name="measured",
        origin=Origin.CURATED,
        snapshot="",
        content=text,
        content_hash=sha256_of_bytes(text.encode()),
    )


def _reader() -> Client:
    """A browser in which a curator is signed in."""
    hospital = Hospital.objects.create(name="Benchmark", slug="benchmark-of-pages")
    reader = User.objects.create(
        username="benchmark-reader", full_name="Benchmark Reader", hospital=hospital
    )
    RoleGrant.objects.create(user=reader, role=Role.CURATOR)
    browser = Client(SERVER_NAME="localhost")
    browser.force_login(reader, backend="django.contrib.auth.backends.ModelBackend")
    return browser


def _asked(reader: Client, address: str, words: str = "") -> tuple[float, bytes]:
    began = time.perf_counter()
    answer = reader.get(address, {"q": words} if words else None)
    took = time.perf_counter() - began
    if answer.status_code != 200:
        raise RuntimeError(f"The page answered {answer.status_code}.")
    return took, answer.content
