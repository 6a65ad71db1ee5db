"""What the graph holds, asked for in one place for each thing."""

from graphcurate.queries.releases import (
    content,
    content_of_release,
    current_release,
    head,
    lookup_of,
    misses,
    release_named,
    release_with_hash,
    releases,
    snapshot_of,
    warm_up,
)

__all__ = [
    "content",
    "content_of_release",
    "current_release",
    "head",
    "lookup_of",
    "misses",
    "release_named",
    "release_with_hash",
    "releases",
    "snapshot_of",
    "warm_up",
]
