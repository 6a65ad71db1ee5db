from hypothesis import given
from hypothesis import strategies as st

from medreview.fhir.dates import read_moment
from medreview.fhir.shape import Taken
from medreview.fhir.versions import Known, sort_out

LAB, WARD = "urn:medreview:sender:LAB:", "urn:medreview:sender:WARD:"


def _taken(content: str, *, fhir_id: str = "x", written: str | None = None, by: str = "") -> Taken:
    return Taken(
        where="entry",
        raw=content,
        type="Observation",
        fhir_id=fhir_id,
        content_hash=content,
        resource={"meta": {"lastUpdated": written, "source": by}} if written else {},
    )


def _after(known: dict, found) -> dict:
    """What is known after a file was stored."""
    after = {
        key: Known(one.last_version, one.current_hash, one.current_row, set(one.hashes))
        for key, one in known.items()
    }
    for version in found.fresh:
        one = after.setdefault((version.taken.type, version.taken.fhir_id), Known())
        one.last_version = max(one.last_version, version.version)
        one.hashes.add(version.taken.content_hash)
        if version.current:
            one.current_hash = version.taken.content_hash
    return after


def _outcomes(found) -> list[str]:
    return [outcome for _taken, outcome in found.outcomes]


contents = st.lists(
    st.builds(_taken, st.sampled_from("abc"), fhir_id=st.sampled_from(["x", "y"])), max_size=8
)


@given(st.lists(contents, max_size=4), contents)
def test_the_same_file_twice_changes_nothing_whatever_came_before(files, last):
    known: dict = {}
    for file in [*files, last]:
        known = _after(known, sort_out(file, known))

    again = sort_out(last, known)

    assert again.fresh == ()
    assert set(_outcomes(again)) <= {"same"}


@given(st.lists(contents, max_size=4))
def test_the_last_word_of_the_last_file_is_current_and_versions_have_no_gaps(files):
    known: dict = {}
    for file in files:
        found = sort_out(file, known)
        assert len(found.outcomes) == len(file)
        before, known = known, _after(known, found)
        for item in file:
            last = [one for one in file if one.fhir_id == item.fhir_id][-1]
            assert known["Observation", item.fhir_id].current_hash == last.content_hash
        for version in found.fresh:
            key = ("Observation", version.taken.fhir_id)
            assert version.version > before.get(key, Known()).last_version


def test_what_returns_to_an_earlier_content_is_a_change():
    known = {("Observation", "x"): Known(2, "b", "res_2", {"a", "b"})}

    found = sort_out([_taken("a")], known)

    assert _outcomes(found) == ["changed"]
    assert [(version.version, version.current) for version in found.fresh] == [(3, True)]
    assert [taken.raw for taken in found.returned] == ["a"]


def test_only_what_had_been_replaced_is_said_to_return():
    written = read_moment("2026-11-02T08:00:00Z").instant
    known = {("Observation", "x"): Known(2, "b", "res_2", {"a", "b"}, written)}
    older = _taken("a", written="2026-11-01T08:00:00Z")

    for file in ([_taken("b")], [_taken("c")], [older]):
        assert sort_out(file, known).returned == ()


def test_versions_in_one_file_are_put_in_the_order_they_were_written():
    file = [
        _taken("new", written="2026-02-01T00:00:00Z"),
        _taken("old", written="2026-01-01T00:00:00Z"),
    ]

    found = sort_out(file, {})

    assert [(version.taken.raw, version.version, version.current) for version in found.fresh] == [
        ("old", 1, False),
        ("new", 2, True),
    ]


def test_a_history_bundle_is_read_from_its_end():
    found = sort_out([_taken("new"), _taken("old")], {}, newest_first=True)

    assert [version.taken.raw for version in found.fresh] == ["old", "new"]


def test_what_the_server_wrote_earlier_replaces_nothing():
    written = read_moment("2026-11-02T08:00:00Z").instant
    known = {("Observation", "x"): Known(1, "b", "res_1", {"b"}, written)}
    file = [_taken("a", written="2026-11-02T08:30:00+02:00")]

    found = sort_out(file, known)

    assert [version.current for version in found.fresh] == [False]
    assert found.outdated == tuple(file)


def test_what_the_server_wrote_later_or_without_a_time_replaces():
    written = read_moment("2026-11-02T08:00:00Z").instant
    known = {("Observation", "x"): Known(1, "b", "res_1", {"b"}, written)}

    for when in ("2026-11-02T08:00:01Z", None, "yesterday"):
        found = sort_out([_taken("a", written=when)], known)

        assert [version.current for version in found.fresh] == [True]
        assert found.outdated == ()


def test_only_a_senders_own_clock_makes_its_message_older():
    written = read_moment("2026-11-02T08:00:00Z").instant
    known = {("Observation", "x"): Known(1, "b", "res_1", {"b"}, written, LAB)}

    for by, current in ((LAB, False), (WARD, True), ("", True), ("#request-7", True)):
        found = sort_out([_taken("a", written="2026-11-02T07:00:00Z", by=by)], known)

        assert [version.current for version in found.fresh] == [current]


def test_a_minute_is_older_only_as_a_whole():
    written = read_moment("2026-11-02T08:10:30Z").instant
    known = {("Observation", "x"): Known(1, "b", "res_1", {"b"}, written)}

    for when, current in (("2026-11-02T08:09Z", False), ("2026-11-02T08:10Z", True)):
        found = sort_out([_taken("a", written=when)], known)

        assert [version.current for version in found.fresh] == [current]


def test_one_files_versions_are_put_in_order_across_zones_but_not_across_senders():
    new = _taken("new", written="2026-10-25T02:10:00+01:00", by=LAB)
    old = _taken("old", written="2026-10-25T02:40:00+02:00", by=LAB)
    wards = _taken("ward", written="2026-10-24T02:40:00+02:00", by=WARD)
    rough = _taken("rough", written="2026-10-25T02:10+01:00", by=LAB)

    for file, last in (([new, old], "new"), ([new, wards], "ward"), ([new, rough], "rough")):
        found = sort_out(file, {})

        assert [version.taken.raw for version in found.fresh if version.current] == [last]


def test_what_one_file_says_again_later_was_written_then():
    first, again = (_taken("a", written=f"2026-11-0{day}T08:00:00Z") for day in (1, 3))

    found = sort_out([again, first], {})

    assert _outcomes(found) == ["new", "same"]
    assert [(version.taken, version.current) for version in found.fresh] == [(again, True)]
