import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from medreview.fhir.import_receipt import EntryCounts, ImportReceipt, Tally

outcomes = st.tuples(
    st.sampled_from(["Patient", "Observation", "Medication"]),
    st.sampled_from(["new", "changed", "same", "bad"]),
)


@given(st.lists(outcomes))
def test_every_tally_gives_a_receipt_that_balances(happened):
    tally = Tally()
    for kind, outcome in happened:
        if outcome == "bad":
            tally.quarantine(kind, "entry 1", "why")
        else:
            tally.count(kind, outcome)

    receipt = tally.receipt("a.json")

    assert receipt.entries.received == len(happened)
    assert sum(counts.received for counts in receipt.types.values()) == len(happened)


def test_counts_that_do_not_balance_are_refused():
    with pytest.raises(ValidationError):
        EntryCounts(received=2, new=1)


def test_types_that_do_not_add_up_are_refused():
    with pytest.raises(ValidationError):
        ImportReceipt(source="a.json", entries=EntryCounts(received=1, new=1), types={})


def test_an_entry_without_a_type_is_counted_as_unknown():
    tally = Tally()
    tally.quarantine(None, "entry 3", "it says no resourceType")

    receipt = tally.receipt("a.json")

    assert receipt.types["unknown"].quarantined[0].where == "entry 3"
