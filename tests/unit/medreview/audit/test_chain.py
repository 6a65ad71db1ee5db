from hypothesis import given
from hypothesis import strategies as st

from medreview.audit.chain import START, Anchor, Link, anchor_problem, hash_of, problems_in

texts = st.text(max_size=20)
headers = st.lists(st.dictionaries(texts, texts, max_size=3), min_size=2, max_size=6)


def chain_of(said: list[dict[str, str]]) -> list[Link]:
    links: list[Link] = []
    for seq, header in enumerate(said, start=1):
        previous = links[-1].hash if links else START
        links.append(
            Link(seq, header, previous, hash_of(seq=seq, header=header, previous_hash=previous))
        )
    return links


@given(headers)
def test_what_was_recorded_in_order_adds_up(said):
    links = chain_of(said)

    problems = list(problems_in(links))

    assert problems == []


@given(headers, st.data())
def test_an_edited_event_is_named(said, data):
    links = chain_of(said)
    at = data.draw(st.integers(0, len(links) - 1))
    edited = Link(at + 1, {"edited": "yes", **said[at]}, links[at].previous_hash, links[at].hash)

    problems = list(problems_in([*links[:at], edited, *links[at + 1 :]]))

    assert problems == [f"event {at + 1} is not what was recorded"] or "edited" in said[at]


@given(headers, st.data())
def test_a_removed_event_leaves_a_hole(said, data):
    links = chain_of(said)
    at = data.draw(st.integers(0, len(links) - 2))

    problems = list(problems_in([*links[:at], *links[at + 1 :]]))

    assert problems == [f"event {at + 1} is missing: the next one is {at + 2}"]


def test_two_swapped_events_do_not_add_up():
    one, two = chain_of([{"event": "a"}, {"event": "b"}])
    swapped = [
        Link(1, two.header, two.previous_hash, two.hash),
        Link(2, one.header, one.previous_hash, one.hash),
    ]

    problems = list(problems_in(swapped))

    assert "event 1 is not what was recorded" in problems
    assert "event 2 is not what was recorded" in problems


def test_a_re_hashed_edit_breaks_what_stands_on_it():
    one, two = chain_of([{"event": "a"}, {"event": "b"}])
    header = {"event": "x"}
    edited = Link(1, header, START, hash_of(seq=1, header=header, previous_hash=START))

    problems = list(problems_in([edited, two]))

    assert one.hash != edited.hash
    assert problems == ["event 2 does not stand on the event before it"]


def test_a_cut_tail_adds_up_by_itself_and_contradicts_its_anchor():
    links = chain_of([{"event": "a"}, {"event": "b"}])
    head = Anchor("hos_1", 2, links[1].hash)

    problem = anchor_problem(head, None)

    assert list(problems_in(links[:1])) == []
    assert problem == "event 2 was there when it was anchored and is gone"


def test_a_chain_hashed_anew_adds_up_by_itself_and_contradicts_its_anchor():
    true, forged = chain_of([{"event": "a"}]), chain_of([{"event": "x"}])
    head = Anchor("hos_1", 1, true[0].hash)

    problem = anchor_problem(head, forged[0].hash)

    assert list(problems_in(forged)) == []
    assert problem == "event 1 has another hash than when it was anchored"
    assert anchor_problem(head, true[0].hash) is None
