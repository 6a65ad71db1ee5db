"""Misses noted from runs."""

from collections.abc import Iterable

from graphcurate import queries
from graphcurate.contracts import Miss
from graphcurate.models import LookupMiss, Release
from graphcurate.models.miss import NAME_LENGTH
from medreview.common.ids import new_id


def note(misses: Iterable[Miss], run_id: str, *, release: Release | None = None) -> int:
    """Note what one run did not find; the same run told twice counts once."""
    missed_in = release or queries.current_release()
    rows = [
        LookupMiss(
            id=new_id(LookupMiss.id_prefix),
            release=missed_in,
            run=run_id,
            code=miss.code or "",
            name=miss.name[:NAME_LENGTH],
            domain=miss.domain or "",
            how=miss.how.value,
        )
        for miss in misses
    ]
    LookupMiss.objects.bulk_create(rows, ignore_conflicts=True)
    return len(rows)
