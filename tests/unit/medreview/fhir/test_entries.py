import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from medreview.fhir.entries import contents_of
from medreview.fhir.errors import Unreadable
from medreview.fhir.shape import Refused, Taken, look_at
from medreview.fhir.unpacking import FileText
from tests.factories.fhir import a_bundle, a_patient, an_observation

BROKEN_RESOURCES = [
    '{"resourceType": "Observation", "id": "bad", "valueQuantity": {"value": NaN}}',
    '{"resourceType": "Observation", "id": "bad", "id": "worse"}',
    '{"resourceType": "Observation", "id": "bad", "note": "\\ud800"}',
    '{"resourceType": "Observation", "id": "bad", "note": "\\u0000"}',
    '{"resourceType": "Observation" "id": "bad"}',
    '{"resourceType": "Observation", "id": 5}',
    '{"resourceType": "Observation", "valueQuantity": "5"}',
    '{"resourceType": "Foo", "id": "bad"}',
    '{"id": "bad"}',
    '["Observation"]',
    "null",
    "17",
    "01",
    '{"resourceType": "Observation", "deep": ' + "[" * 150 + "]" * 150 + "}",
]


def _cut(content, name="a.json"):
    text = content if isinstance(content, str) else json.dumps(content)
    return contents_of(FileText(name, text))


def _places(contents):
    return [entry.where for entry in contents.entries]


@pytest.mark.parametrize(
    "kind",
    ["collection", "searchset", "transaction", "batch", "document", "message", "history", "odd"],
)
def test_bundles_of_every_type_are_opened(kind):
    contents = _cut(a_bundle([a_patient(), an_observation()], type=kind))

    assert _places(contents) == ["entry 1", "entry 2"]
    assert [entry.full_url for entry in contents.entries] == ["urn:uuid:0", "urn:uuid:1"]


def test_a_bundle_in_a_bundle_is_opened_and_its_entries_say_where_they_stand():
    inner = a_bundle([a_patient()])

    contents = _cut(a_bundle([an_observation(), inner]))

    assert _places(contents) == ["entry 1", "entry 2, entry 1"]


def test_ndjson_is_read_line_by_line_and_a_broken_line_costs_only_itself():
    lines = [json.dumps(a_patient()), '{"resourceType": "Obser', json.dumps(an_observation())]

    contents = _cut("\n".join(lines) + "\n", name="export.ndjson")

    assert _places(contents) == ["line 1", "line 2", "line 3"]
    kinds = [type(look_at(entry)) for entry in contents.entries]
    assert kinds == [Taken, Refused, Taken]


def test_ndjson_is_recognised_without_its_name():
    lines = [json.dumps(a_patient()), '{"resourceType": "Obser', json.dumps(an_observation())]

    contents = _cut("\n".join(lines), name="export.txt")

    assert _places(contents) == ["line 1", "line 2", "line 3"]


def test_bundles_on_lines_keep_their_entries_apart():
    line = json.dumps(a_bundle([a_patient()]))

    contents = _cut(f"{line}\n{line}", name="export.ndjson")

    assert _places(contents) == ["line 1, entry 1", "line 2, entry 1"]


def test_an_array_of_resources_is_read():
    assert _places(_cut([a_patient(), an_observation()])) == ["entry 1", "entry 2"]


def test_a_single_resource_is_one_entry():
    assert _places(_cut(a_patient())) == ["resource"]


def test_a_plain_object_with_a_list_of_resources_is_read_and_said_so():
    contents = _cut({"id": "case", "resources": [a_patient(), an_observation()]})

    assert _places(contents) == ["entry 1", "entry 2"]
    assert "no FHIR Bundle" in contents.notes[0]


def test_a_list_resource_is_no_container():
    contents = _cut({"resourceType": "List", "id": "l", "entry": [{"item": {"reference": "x"}}]})

    assert _places(contents) == ["resource"]


@given(
    st.lists(st.sampled_from(BROKEN_RESOURCES), min_size=1, max_size=5),
    st.integers(1, 5),
    st.randoms(use_true_random=False),
)
def test_good_siblings_of_broken_entries_always_survive(broken, good, random):
    resources = [json.dumps(an_observation(f"good-{n}")) for n in range(good)] + broken
    random.shuffle(resources)
    entries = ",".join(f'{{"resource": {resource}}}' for resource in resources)

    contents = _cut(f'{{"resourceType": "Bundle", "type": "batch", "entry": [{entries}]}}')

    looked_at = [look_at(entry) for entry in contents.entries]
    taken = {item.fhir_id for item in looked_at if isinstance(item, Taken)}
    assert taken == {f"good-{n}" for n in range(good)}
    assert len(looked_at) == good + len(broken)


@given(st.integers(0, 400), st.sampled_from(['"', "{", "]", "\\", "x", "\ud800", ""]))
def test_any_damage_to_a_file_gives_entries_or_a_sentence_and_never_a_crash(place, damage):
    text = json.dumps(a_bundle([a_patient(), an_observation()]))
    broken = text[:place] + damage + text[place + 1 :]

    looked_at, refusal = _looked_at(broken)

    assert refusal == "" or refusal.startswith("a.json")
    assert all(isinstance(item, Taken | Refused) for item in looked_at)


def _looked_at(text):
    try:
        return [look_at(entry) for entry in _cut(text).entries], ""
    except Unreadable as refusal:
        return [], str(refusal)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("hello", "is not JSON"),
        ("17", "is not JSON"),
        ("{hello}", "not JSON"),
        ('{"resourceType": "Bundle", "entry": [', "ends in the middle"),
        ('{"resourceType": "Bundle",\n "entry": [}', "line 2"),
        ("[" * 200_000 + "]" * 200_000, "without any JSON object"),
        ("[" * 200_000, "ends in the middle"),
        ("[]", "without any JSON object"),
        ("[1, 2]", "without any JSON object"),
    ],
)
def test_a_file_that_is_no_fhir_is_one_sentence(text, says):
    with pytest.raises(Unreadable) as refusal:
        _cut(text)

    assert str(refusal.value).startswith("a.json")
    assert says in str(refusal.value)


def test_an_entry_without_a_resource_says_what_it_asks_for():
    bundle = {
        "resourceType": "Bundle",
        "type": "transaction",
        "entry": [
            {"request": {"method": "DELETE", "url": "Observation/x"}},
            {"response": {"status": "201"}},
        ],
    }

    taken_back, empty = _cut(bundle).entries

    assert (taken_back.deletes, taken_back.problem) == ("Observation/x", None)
    assert empty.problem == "it holds no resource"


def test_a_page_of_a_longer_answer_says_so():
    one = _cut(a_bundle([a_patient()], type="searchset", total=3))
    more = _cut(a_bundle([a_patient()], type="searchset", link=[{"relation": "next", "url": "x"}]))
    whole = _cut(a_bundle([a_patient()], type="searchset", total=1))

    assert one.gaps == ["the file holds 1 of the 3 entries its Bundle speaks of"]
    assert more.gaps == ["the file is one page of an answer that goes on"]
    assert whole.gaps == []


def test_nonsense_in_the_bundles_own_fields_is_listed_and_costs_no_entry():
    text = json.dumps(a_bundle([a_patient()])).replace('"collection"', '"collection", "total": NaN')

    looked_at = [look_at(entry) for entry in _cut(text).entries]

    assert [type(item) for item in looked_at] == [Taken, Refused]
    assert "NaN" in looked_at[1].reason


@pytest.mark.parametrize("sent", ["5", '"x"', '{"resource": {}}'])
def test_what_stands_in_the_place_of_the_list_is_listed_and_not_lost(sent):
    contents = _cut('{"resourceType": "Bundle", "entry": ' + sent + "}")

    assert _places(contents) == ["entry 1"]
    assert isinstance(look_at(contents.entries[0]), Refused)


def test_a_single_entry_outside_a_list_is_taken():
    contents = _cut({"resourceType": "Bundle", "entry": {"resource": a_patient()}})

    assert isinstance(look_at(contents.entries[0]), Taken)


def test_a_bundle_with_two_lists_of_entries_says_so_and_loses_neither():
    entry = json.dumps([{"resource": a_patient()}])
    contents = _cut('{"resourceType": "Bundle", "entry": ' + entry + ', "entry": ' + entry + "}")

    assert _places(contents) == ["entry 1", "entry 2"]
    assert contents.notes == ["resource: it holds two lists of entries; both were read."]
