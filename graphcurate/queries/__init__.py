"""What the graph holds, asked for in one place for each thing."""

from graphcurate.queries.releases import (
    all_releases,
    content,
    content_of_release,
    counts,
    current_release,
    head,
    lookup_of,
    release_named,
    release_with_hash,
    snapshot_of,
    warm_up,
)

__all__ = [
    "all_releases",
    "content",
    "content_of_release",
    "counts",
    "current_release",
    "head",
    "lookup_of",
    "release_named",
    "release_with_hash",
    "snapshot_of",
    "warm_up",
]
