"""Misses noted from runs, and the gaps they make."""

from collections.abc import Iterable
from typing import Any

from django.db import transaction
from django.db.models import Max

from graphcurate import queries
from graphcurate.contracts import LookupHow, Miss
from graphcurate.gaps.kept_text import kept_name, kept_unit
from graphcurate.gaps.states import GapState
from graphcurate.models import Gap, LookupMiss, Release
from medreview.common.clock import now
from medreview.common.ids import new_id

KEPT = 8
"""Units, laboratories and specimens a gap remembers, the latest first."""


@transaction.atomic
def note(
    misses: Iterable[Miss],
    run_id: str,
    *,
    release: Release | None = None,
    never: Iterable[str] = (),
) -> int:
    """Note what one run did not find; the same run told twice counts once.

    ``never`` are words that name the patient: a name that holds one is not kept.
    """
    missed_in = release or queries.current_release()
    words = tuple(never)
    told = {_key(miss, words): miss for miss in misses}
    kept = {key: miss for key, miss in told.items() if any(key)}
    already = set(LookupMiss.objects.filter(run=run_id).values_list("code", "name"))
    new = {key: miss for key, miss in kept.items() if key not in already}
    gaps = _gaps_of(new, missed_in, words)
    LookupMiss.objects.bulk_create(
        (
            LookupMiss(
                id=new_id(LookupMiss.id_prefix),
                release=missed_in,
                run=run_id,
                gap=gaps[key],
                code=key[0],
                name=key[1],
                domain=miss.domain or "",
                how=miss.how.value,
                tier=miss.tier or "",
            )
            for key, miss in new.items()
        ),
        ignore_conflicts=True,
    )
    return len(kept)


def _key(miss: Miss, words: tuple[str, ...]) -> tuple[str, str]:
    return kept_name(miss.code or ""), kept_name(miss.name, never=words)


def _gaps_of(
    missed: dict[tuple[str, str], Miss], release: Release, words: tuple[str, ...]
) -> dict[tuple[str, str], Gap]:
    """The gap of each miss, made or brought up to date, locked in one order for all runs."""
    at = now()
    Gap.objects.bulk_create(
        (
            Gap(id=new_id(Gap.id_prefix), code=code, name=name, how=miss.how.value, missed_at=at)
            for (code, name), miss in sorted(missed.items())
        ),
        ignore_conflicts=True,
    )
    found = Gap.objects.select_for_update().filter(
        code__in={code for code, _ in missed}, name__in={name for _, name in missed}
    )
    gaps = {(gap.code, gap.name): gap for gap in found.order_by("code", "name")}
    for key, miss in missed.items():
        gap = gaps[key]
        gap.missed_at, gap.how = at, miss.how.value
        gap.domain, gap.biomarker = miss.domain or "", miss.biomarker or ""
        gap.tier = miss.tier or gap.tier
        gap.units = _latest_first(kept_unit(miss.unit), gap.units)
        gap.laboratories = _latest_first(
            kept_name(miss.laboratory or "", never=words), gap.laboratories
        )
        gap.specimens = _latest_first(kept_name(miss.specimen or "", never=words), gap.specimens)
        gap.proposed = _latest_first(_proposal(miss), gap.proposed)
        if gap.state == GapState.KNOWN and release.pk == queries.current_release().pk:
            # The release was thought to answer it, and this run says otherwise.
            gap.state = GapState.OPEN
    Gap.objects.bulk_update(
        [gaps[key] for key in missed],
        [
            "missed_at",
            "how",
            "domain",
            "biomarker",
            "tier",
            "units",
            "laboratories",
            "specimens",
            "proposed",
            "state",
        ],
    )
    return gaps


def _proposal(miss: Miss) -> str:
    """What a name could become a synonym of: a code is no name, and one of several names none."""
    is_name = not miss.code and miss.how is not LookupHow.AMBIGUOUS
    return (miss.proposed or "") if is_name else ""


def _latest_first(said: str, before: list[Any]) -> list[str]:
    known = [str(one) for one in before if one != said]
    return ([said, *known] if said else known)[:KEPT]


@transaction.atomic
def file_old() -> int:
    """File misses from before gaps were kept under the gap each makes. Says how many."""
    old = LookupMiss.objects.filter(gap__isnull=True)
    filed = 0
    for row in old.values("code", "name").annotate(last=Max("created_at")).order_by("code", "name"):
        told = old.filter(code=row["code"], name=row["name"])
        newest = told.latest("created_at")
        key = kept_name(row["code"]), kept_name(row["name"])
        if any(key):
            gap, _ = Gap.objects.get_or_create(
                code=key[0],
                name=key[1],
                defaults={
                    "how": newest.how,
                    "domain": newest.domain,
                    "missed_at": row["last"],
                },
            )
            filed += told.update(gap=gap)
        else:
            told.delete()
    return filed
