"""How often runs ask about what, and by which tier they are answered."""

import datetime as dt
from collections import Counter
from collections.abc import Iterable, Mapping

from django.db import connection, transaction

from graphcurate.models import Demand, Release, TierCount
from medreview.common.clock import now
from medreview.common.ids import new_id


@transaction.atomic
def note(
    run_id: str,
    *,
    release: Release,
    tiers: Mapping[str, int],
    biomarkers: Iterable[str | None] = (),
    asked_at: dt.datetime | None = None,
) -> bool:
    """Note what one run asked, once: told again, it changes nothing and says so."""
    at = asked_at or now()
    _, made = TierCount.objects.get_or_create(
        run=run_id, defaults={"release": release, "asked_at": at, **_counts(tiers)}
    )
    if made:
        _add(Counter(key for key in set(biomarkers) if key), _monday(at))
    return made


def _counts(tiers: Mapping[str, int]) -> dict[str, int]:
    known = ("algorithm", "domain_inference", "model_knowledge", "uncovered")
    return {name: tiers.get(name, 0) for name in known}


def _monday(at: dt.datetime) -> dt.date:
    return at.date() - dt.timedelta(days=at.weekday())


def _add(asked: Counter[str], week: dt.date) -> None:
    """Count up in one statement, in one order: two runs at once both count, and neither waits
    for the other's lock while holding one the other wants."""
    rows = [(new_id(Demand.id_prefix), now(), key, week, n) for key, n in sorted(asked.items())]
    if not rows:
        return
    with connection.cursor() as cursor:
        cursor.executemany(
            "INSERT INTO graphcurate_demand AS known (id, created_at, biomarker, week, asked)"
            " VALUES (%s, %s, %s, %s, %s) ON CONFLICT (biomarker, week)"
            " DO UPDATE SET asked = known.asked + excluded.asked",
            rows,
        )
