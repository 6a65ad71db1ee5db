"""A form about an entry is saved field by field; what somebody else wrote is never lost."""

import json

import pytest
from django.urls import reverse

from graphcurate.entry_fields import EntryKind
from graphcurate.models import Biomarker, ChangeSet
from graphcurate.queries import change_sets as queries
from graphcurate.services import presence
from tests.factories.curation import make_curator, make_set, set_field

pytestmark = pytest.mark.django_db

AS_HTMX = {"HX-Request": "true"}


def address(kind: str = "biomarker", key: str = "potassium") -> str:
    return reverse("graphcurate:entry-edit", args=[kind, key])


def field(name: str, value: str, seen: object) -> dict[str, str]:
    return {f"v.{name}": value, f"seen.{name}": json.dumps(seen)}


def saved(client, data, url=None, **headers):
    return client.post(url or address(), data, headers=headers or AS_HTMX)


def fields(kind: EntryKind = EntryKind.BIOMARKER, key: str = "potassium"):
    return queries.working_fields(ChangeSet.objects.get(), kind, key)


@pytest.mark.parametrize(
    ("kind", "key", "says"),
    [
        ("biomarker", "potassium", "Names on reports"),
        ("domain", "renal", "LOINC rule"),
        ("thing", "condition:ckd", "Names in records"),
        ("source", "ACG17", "Whether it still stands"),
        ("relation", "rel:potassium:medication:acei", "Rationale"),
    ],
)
def test_every_kind_of_entry_has_a_page_to_edit_it(kim, signed_in, kind, key, says):
    response = signed_in(kim).get(address(kind, key))

    assert response.status_code == 200
    assert says in response.content.decode()


def test_an_entry_nobody_has_is_not_found(kim, signed_in):
    client = signed_in(kim)

    answers = {
        client.get(address(kind, key)).status_code
        for kind, key in [("biomarker", "no"), ("nonsense", "potassium"), ("relation", "no")]
    }

    assert answers == {404}


def test_picture_and_table_show_the_same_links(kim, signed_in):
    context = signed_in(kim).get(address("biomarker", "ferritin")).context

    rows = [row.id for group in context["groups"] for row in group.rows]
    assert context["view"].total == len(rows) == context["links"]
    assert all(f'data-id="{one}"' in context["view"].wide for one in rows)


def test_the_first_change_opens_a_change_set_of_ones_own(kim, signed_in):
    response = saved(signed_in(kim), field("specimen", "Plasma", fields_of_head()["specimen"]))

    made = ChangeSet.objects.get()
    assert response.status_code == 200
    assert (made.title, made.opened_by) == ("Potassium", kim)
    assert fields()["specimen"] == "Plasma"
    assert "Saved " in response.content.decode()


def fields_of_head():
    return queries.head_fields(EntryKind.BIOMARKER, "potassium")


def test_what_was_not_touched_opens_no_change_set(kim, signed_in):
    saved(
        signed_in(kim),
        field("specimen", fields_of_head()["specimen"], fields_of_head()["specimen"]),
    )

    assert not ChangeSet.objects.exists()


def test_without_script_a_save_leads_back_to_the_page(kim, signed_in):
    data = field("specimen", "Plasma", fields_of_head()["specimen"])

    response = signed_in(kim).post(address(), data)

    assert response.status_code == 302
    assert response["Location"] == address()


def shared(kim) -> tuple[ChangeSet, object]:
    colleague = make_curator(hospital=kim.hospital)
    return make_set(kim), colleague


def in_set(client, change_set):
    client.get(address() + f"?set={change_set.pk}")
    return client


def test_two_curators_on_different_fields_merge(kim, signed_in):
    change_set, colleague = shared(kim)
    set_field(change_set, "validity_days", 9, by=kim)
    seen = fields_of_head()["specimen"]

    response = saved(in_set(signed_in(colleague), change_set), field("specimen", "Plasma", seen))

    assert response.status_code == 200
    assert (fields()["specimen"], fields()["validity_days"]) == ("Plasma", 9)


def test_two_curators_on_the_same_field_see_both_values_and_nothing_is_lost(kim, signed_in):
    change_set, colleague = shared(kim)
    seen = fields_of_head()["specimen"]
    set_field(change_set, "specimen", "Whole blood", by=kim)

    response = saved(in_set(signed_in(colleague), change_set), field("specimen", "Plasma", seen))

    page = response.content.decode()
    assert response.status_code == 409
    assert fields()["specimen"] == "Whole blood"
    assert f"{kim.full_name} changed this while you were writing." in page
    assert 'data-testid="theirs">Whole blood<' in page
    assert 'data-testid="mine">Plasma<' in page


def test_who_takes_their_own_value_over_the_other_says_so(kim, signed_in):
    change_set, colleague = shared(kim)
    seen = fields_of_head()["specimen"]
    set_field(change_set, "specimen", "Whole blood", by=kim)
    data = field("specimen", "Plasma", seen) | {
        "theirs.specimen": '"Whole blood"',
        "take": "specimen",
    }

    response = saved(in_set(signed_in(colleague), change_set), data)

    assert response.status_code == 200
    assert fields()["specimen"] == "Plasma"


def test_who_keeps_the_others_value_is_shown_it_in_the_field(kim, signed_in):
    change_set, colleague = shared(kim)
    seen = fields_of_head()["specimen"]
    set_field(change_set, "specimen", "Whole blood", by=kim)
    data = field("specimen", "Plasma", seen) | {"keep": "specimen"}

    response = saved(in_set(signed_in(colleague), change_set), data)

    assert response.status_code == 200
    assert 'value="Whole blood"' in response.content.decode()
    assert fields()["specimen"] == "Whole blood"


def test_a_field_somebody_else_changed_is_drawn_again_where_nobody_wrote_in_it(kim, signed_in):
    change_set, colleague = shared(kim)
    seen = fields_of_head()["specimen"]
    set_field(change_set, "specimen", "Whole blood", by=kim)
    data = field("specimen", seen, seen) | field("validity-days", "9", 1)

    response = saved(in_set(signed_in(colleague), change_set), data)

    assert 'id="w-specimen" hx-swap-oob="true"' in response.content.decode()


def test_without_script_a_conflict_shows_the_page_with_both_values(kim, signed_in):
    change_set, colleague = shared(kim)
    seen = fields_of_head()["specimen"]
    set_field(change_set, "specimen", "Whole blood", by=kim)

    response = in_set(signed_in(colleague), change_set).post(
        address(), field("specimen", "Plasma", seen)
    )

    assert response.status_code == 409
    assert "<html" in response.content.decode()
    assert 'value="Plasma"' in response.content.decode()


def test_what_is_no_value_is_said_beside_its_field_and_the_rest_is_saved(kim, signed_in):
    head = fields_of_head()
    data = field("specimen", "Plasma", head["specimen"])
    data |= field("validity-days", "a week", head["validity_days"])

    response = saved(signed_in(kim), data)

    assert response.status_code == 422
    assert "“Days” is a whole number, as 365." in response.content.decode()
    assert fields()["specimen"] == "Plasma"
    assert fields()["validity_days"] == head["validity_days"]


def new_row(control: str, number: int, **cells: str) -> dict[str, str]:
    place = f"{control}-{number}"
    return {f"seen.{place}": "null"} | {f"v.{place}.{name}": text for name, text in cells.items()}


def test_a_loinc_code_with_a_wrong_check_digit_is_said_beside_it(kim, signed_in):
    data = new_row("loinc", 7, code="2823-4", display="Potassium", default_limits="on")

    page = saved(signed_in(kim), data).content.decode()

    assert "2823-4" in str(fields())
    assert 's-loinc-7" data-kept data-invalid' in page
    assert "check digit" in page


def test_a_new_row_gets_an_empty_one_after_it(kim, signed_in):
    data = new_row("conversions", 3, from_unit="mg/dL", to_unit="mmol/L", factor="0.2558")

    page = saved(signed_in(kim), data).content.decode()

    assert 'hx-swap-oob="beforeend:#rows-conversions"' in page
    assert "conversions-4" in page


def test_a_name_that_another_biomarker_has_is_named_with_it(kim, signed_in):
    head = queries.head_fields(EntryKind.BIOMARKER, "potassium")
    lines = [one.split("/", 2)[2] for one in head if one.startswith("synonyms/en/")]

    page = saved(
        signed_in(kim), field("synonyms-en", "\n".join([*lines, "Ferritin"]), lines)
    ).content.decode()

    assert "ferritin" in page.split('id="s-synonyms-en"')[1].split("</div>")[0].casefold()


def test_the_strip_leads_to_the_field_of_each_problem(kim, signed_in):
    client = signed_in(kim)
    saved(client, new_row("loinc", 7, code="2823-4"))

    page = client.get(address()).content.decode()

    assert 'id="problem-1"' in page
    assert f'href="{address()}#w-loinc-' in page
    assert 'id="send" aria-disabled="true"' in page


def test_who_else_has_the_entry_open_is_said(kim, signed_in):
    colleague = make_curator(hospital=kim.hospital)
    presence.note_presence(kind=EntryKind.BIOMARKER, key="potassium", by=colleague)

    page = signed_in(kim).get(address()).content.decode()

    assert f"{colleague.full_name} is viewing" in page


def test_the_editor_begins_at_the_first_biomarker(kim, signed_in):
    response = signed_in(kim).get(reverse("graphcurate:edit"))

    assert response.status_code == 302
    assert response["Location"].startswith("/graph/edit/biomarker/")


def test_only_who_may_curate_edits(ada, signed_in):
    client = signed_in(ada)

    answers = {client.get(address()).status_code, client.post(address()).status_code}

    assert answers == {403}


def test_the_head_says_which_version_of_the_entry_is_published(kim, signed_in):
    Biomarker.objects.filter(key="potassium").update(version=6)
    page = reverse("graphcurate:entry-edit", args=["biomarker", "potassium"])

    words = " ".join(signed_in(kim).get(page).content.decode().split())

    assert "Published version 6, release" in words
