"""A change to a contract is seen in review, because its snapshot changes with it."""

import json

from tests.architecture.shapes import SNAPSHOT, shapes


def test_every_contract_has_the_shape_of_the_snapshot():
    kept = json.loads(SNAPSHOT.read_text())
    found = shapes()

    changed = sorted(
        name for name in kept.keys() | found.keys() if kept.get(name) != found.get(name)
    )

    assert changed == [], "meant? then run: make docs"
