"""Entries are begun with what is known, removed with a reason, put back, compared."""

import pytest
from django.urls import reverse

from graphcurate.entry_fields import EXISTS, EntryKind
from graphcurate.models import ChangeSet
from graphcurate.queries import change_sets as queries
from tests.factories.curation import make_set, set_field

pytestmark = pytest.mark.django_db

AS_HTMX = {"HX-Request": "true"}
ACEI = "rel:potassium:medication:acei"


def address(verb, kind, *key):
    return reverse(f"graphcurate:entry-{verb}", args=[kind, *key])


def fields(kind, key):
    return queries.working_fields(ChangeSet.objects.get(), kind, key)


def test_a_gap_opens_the_form_with_what_is_known_filled_in(kim, signed_in):
    known = "?name=Zonulin&unit=ng%2FmL&domain=gastrointestinal&loinc=12345-6"

    form = signed_in(kim).get(address("create", "biomarker") + known).context["form"]

    assert form.initial == {
        "name": "Zonulin",
        "unit": "ng/mL",
        "domain": "gastrointestinal",
        "loinc": "12345-6",
    }


def test_a_gap_of_links_opens_the_drawer_at_the_biomarker(kim, signed_in):
    url = address("create", "relation") + "?biomarker=ferritin&kind=medication"

    page = signed_in(kim).get(url).content.decode()

    assert 'id="new-target"' in page
    assert "?of=medication" in page


@pytest.mark.parametrize(
    ("kind", "data", "key", "field"),
    [
        ("biomarker", {"name": "Zonulin", "domain": "renal", "unit": "ng/mL"}, "zonulin", "units"),
        ("domain", {"name": "Gut hormones"}, "gut_hormones", "names/en"),
        ("thing", {"name": "Sunburn", "kind": "condition"}, "condition:sunburn", "name"),
        ("source", {"name": "A book", "key": "book", "organisation": "We"}, "book", "organisation"),
    ],
)
def test_every_kind_of_entry_can_be_begun(kim, signed_in, kind, data, key, field):
    response = signed_in(kim).post(address("create", kind), data)

    assert response.status_code == 302
    assert response["Location"] == address("edit", kind, key)
    assert fields(EntryKind(kind), key)[field]
    assert signed_in(kim).get(response["Location"]).status_code == 200


def test_a_key_that_is_taken_is_said_in_the_form(kim, signed_in):
    data = {"name": "Potassium", "key": "potassium", "domain": "renal"}

    response = signed_in(kim).post(address("create", "biomarker"), data)

    assert response.status_code == 422
    assert "The graph has an entry with this key." in response.content.decode()


def test_a_key_has_small_letters_and_digits(kim, signed_in):
    response = signed_in(kim).post(address("create", "domain"), {"name": "激素"})

    assert "Write a key of small letters, digits and _." in response.content.decode()


def test_removing_asks_for_a_reason(kim, signed_in):
    client = signed_in(kim)

    dialog = client.get(address("remove", "relation", ACEI), headers=AS_HTMX)
    refused = client.post(address("remove", "relation", ACEI), {"reason": " "}, headers=AS_HTMX)

    assert 'id="remove-reason"' in dialog.content.decode()
    assert refused.status_code == 422
    assert "Say why it is removed." in refused.content.decode()


def test_a_removed_link_is_struck_out_and_can_be_put_back(kim, signed_in):
    client = signed_in(kim)
    client.post(address("remove", "relation", ACEI), {"reason": "Twice there"})

    page = client.get(address("edit", "biomarker", "potassium"))
    rows = {row.id: row.css for group in page.context["groups"] for row in group.rows}
    assert rows[ACEI] == "del"
    assert fields(EntryKind.RELATION, ACEI)[EXISTS] is False

    client.post(address("revert", "relation", ACEI))

    assert not queries.changes_of(ChangeSet.objects.get())


def test_a_link_that_only_the_draft_had_is_gone_when_it_is_removed(kim, signed_in):
    client = signed_in(kim)
    client.post(address("create", "relation"), {"biomarker": "ferritin", "target": "gout"})

    response = client.post(
        address("remove", "relation", "rel:ferritin:condition:gout"), {"reason": "A slip"}
    )

    assert response["Location"] == address("edit", "biomarker", "ferritin")
    assert not queries.changes_of(ChangeSet.objects.get())


def test_a_draft_is_compared_with_the_release_field_by_field(kim, signed_in):
    change_set = make_set(kim)
    set_field(change_set, "specimen", "Plasma", by=kim)
    set_field(change_set, "rationale", "Less is lost.", by=kim, kind=EntryKind.RELATION, key=ACEI)

    rows = signed_in(kim).get(address("compare", "biomarker", "potassium")).context["rows"]

    assert {row["field"] for row in rows} == {"specimen", "rationale"}
    assert all(not row["diff"].is_equal for row in rows)


def test_one_field_is_put_back_alone(kim, signed_in):
    change_set = make_set(kim)
    set_field(change_set, "specimen", "Plasma", by=kim)
    set_field(change_set, "validity_days", 9, by=kim)

    signed_in(kim).post(address("revert", "biomarker", "potassium"), {"field": "specimen"})

    assert [one.field for one in queries.changes_of(change_set)] == ["validity_days"]
