from hypothesis import given
from hypothesis import strategies as st

from medreview.fhir.receipt import Tally, entries_refused, with_not_used
from medreview.fhir.record import Quarantined
from tests.factories.reading import observation, read


def tally(received: int, excluded: int) -> Tally:
    found = Tally()
    found.received["Observation"] = received
    for place in range(excluded):
        found.exclude("Observation", f"Observation/{place}", "Its status is “cancelled”.")
    return found


@given(st.integers(0, 5), st.integers(0, 5), st.integers(0, 3))
def test_every_receipt_balances(used, excluded, refused):
    entries = [("Observation", Quarantined(where="entry", reason="odd"))] * refused

    receipt = tally(used + excluded, excluded).close(entries)

    assert all(line.balances() for line in receipt.types.values())
    assert receipt.complete is (refused == 0)


def test_a_refused_entry_makes_the_read_incomplete():
    refused = [("unknown", Quarantined(where="entry 3", reason="It is no JSON object."))]

    receipt = tally(1, 0).close(refused)

    assert receipt.why_incomplete == (entries_refused(1),)
    assert receipt.types["unknown"].quarantined[0].where == "entry 3"
    assert entries_refused(2).startswith("2 entries")


def test_what_the_graph_leaves_out_moves_from_used_to_not_used_once():
    receipt = read(
        observation(id="bp", component=[{}, {}]),
        observation(id="k"),
        observation(id="x", status="?"),
    ).receipt
    left = [
        ("Observation/bp#component/0", "A vital sign."),
        ("Observation/bp#component/1", "A vital sign."),
        ("Observation/x", "Already excluded."),
        ("Condition/c", "Another type."),
    ]

    finished = with_not_used(receipt, left)
    line = finished.types["Observation"]

    assert (line.received, line.used, len(line.excluded)) == (3, 1, 1)
    assert [(one.id, one.reason) for one in line.not_used] == [("Observation/bp", "A vital sign.")]
    assert line.balances()
    assert with_not_used(finished, left) == finished


def test_a_record_without_observations_has_nothing_to_leave_out():
    receipt = read().receipt

    assert with_not_used(receipt, [("Observation/x", "why")]) == receipt
