"""A change to a contract is seen in review, because its snapshot changes with it."""

import json

from tests.architecture import contract_page
from tests.architecture.shapes import SNAPSHOT, shapes


def test_every_contract_has_the_shape_of_the_snapshot():
    kept = json.loads(SNAPSHOT.read_text())
    found = shapes()

    changed = sorted(
        name for name in kept.keys() | found.keys() if kept.get(name) != found.get(name)
    )

    assert changed == [], "meant? then run: make docs"


def test_the_page_of_contracts_is_as_the_contracts_are():
    text = contract_page.PAGE.read_text()

    assert text == contract_page.written(text), "run: make docs"


def test_every_contract_that_is_shown_says_what_it_is():
    page = contract_page.fields()

    assert "\n\n\n\n" not in page
