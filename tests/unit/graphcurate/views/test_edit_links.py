"""A link is added, doubled only on purpose, quoted from a document, moved."""

import json

import pytest
from django.urls import reverse

from graphcurate.entry_fields import EntryKind
from graphcurate.models import ChangeSet
from graphcurate.queries import change_sets as queries
from tests.factories.library import make_document

pytestmark = pytest.mark.django_db

AS_HTMX = {"HX-Request": "true"}
NEW = "rel:ferritin:condition:gout"
QUOTE = "A haemolysed sample is drawn again before anybody acts on it."


def create(client, *, htmx=True, **data):
    url = reverse("graphcurate:entry-create", args=["relation"])
    return client.post(url, {"biomarker": "ferritin"} | data, headers=AS_HTMX if htmx else {})


def link(key=NEW):
    return queries.working_fields(ChangeSet.objects.get(), EntryKind.RELATION, key)


def edit_url(key=NEW):
    return reverse("graphcurate:entry-edit", args=["relation", key])


def test_a_link_is_a_draft_as_soon_as_it_has_a_target(kim, signed_in):
    response = create(signed_in(kim), target="Gout · condition:gout", effect="raises")

    assert response.status_code == 200
    assert response["HX-Push-Url"] == edit_url()
    assert (link()["effect"], link()["target"], link()["biomarker"]) == (
        "raises",
        "gout",
        "ferritin",
    )
    assert "+ Gout" in response.content.decode() or "Gout" in response.content.decode()


def test_a_link_without_a_rationale_is_seen_in_picture_and_table(kim, signed_in):
    client = signed_in(kim)
    create(client, target="condition:gout")

    context = client.get(edit_url()).context

    rows = {row.id: row.css for group in context["groups"] for row in group.rows}
    assert rows[NEW] == "add"
    assert f'data-id="{NEW}"' in context["view"].wide


def test_without_script_a_new_link_leads_to_its_form(kim, signed_in):
    response = create(signed_in(kim), htmx=False, target="ckd in nobody", effect="raises")
    made = create(signed_in(kim), htmx=False, target="gout", effect="raises")

    assert response.status_code == 422
    assert (made.status_code, made["Location"]) == (302, edit_url())


@pytest.mark.parametrize("target", ["", "nothing like it", "parameter:ferritin"])
def test_a_target_that_is_none_is_asked_for_again(kim, signed_in, target):
    response = create(signed_in(kim), target=target)

    assert response.status_code == 422
    assert "Choose what it leads to from the suggestions." in response.content.decode()
    assert not ChangeSet.objects.exists()


def test_a_link_that_is_there_is_shown_and_not_doubled(kim, signed_in):
    response = create(signed_in(kim), target="Chronic kidney disease · condition:ckd")

    page = response.content.decode()
    assert response.status_code == 422
    assert "There is a link to it already." in page
    assert f'href="{edit_url("rel:ferritin:condition:ckd")}"' in page


def test_a_second_link_for_other_cases_is_added_on_purpose(kim, signed_in):
    create(signed_in(kim), target="condition:ckd", again="yes", effect="lowers")

    assert link("rel:ferritin:condition:ckd:2")["effect"] == "lowers"


def test_a_contradicting_effect_is_a_warning_beside_it(kim, signed_in):
    client = signed_in(kim)
    create(client, target="condition:ckd", again="yes", effect="lowers")

    page = client.get(edit_url("rel:ferritin:condition:ckd:2")).content.decode()

    beside = page.split('id="s-effect"')[1].split("</div>")[0]
    assert "says the contrary" in beside
    assert 'class="warn-line' in beside


def test_a_domain_has_links_of_its_own(kim, signed_in):
    client = signed_in(kim)
    url = reverse("graphcurate:entry-create", args=["relation"])

    response = client.post(url, {"domain": "renal", "target": "condition:gout"}, headers=AS_HTMX)

    assert response.status_code == 200
    assert link("dom:renal:condition:gout")["domain"] == "renal"


def evidence(document="", quote="", **more):
    cells = {
        "id": "evi_1",
        "source": "KDIGO_AKI12",
        "document": document,
        "locator": "section 1",
        "quote": quote,
        "level": "guideline",
        "direction": "supports",
    } | more
    return {"seen.evidence-0": "null"} | {
        f"v.evidence-0.{name}": text for name, text in cells.items()
    }


def with_evidence(kim, client, quote):
    document = make_document(by=kim)
    create(client, target="condition:gout", effect="raises")
    data = evidence(document.sha256, quote)
    data |= {"v.rationale": "A flare is inflammation.", "seen.rationale": "null"}
    return client.post(edit_url(), data, headers=AS_HTMX)


def test_a_quote_is_found_by_the_server_wherever_a_page_says_it_stands(kim, signed_in):
    client = signed_in(kim)

    response = with_evidence(kim, client, QUOTE)

    item = link()["evidence/evi_1"]
    assert response.status_code == 200
    assert item["offset"] > 0
    assert (item["checked_by"], item["agent_type"]) == ("kim", "curator")
    assert queries.problems_of(ChangeSet.objects.get()) == ()


def test_a_quote_with_one_changed_letter_is_kept_and_not_sent(kim, signed_in):
    client = signed_in(kim)

    response = with_evidence(kim, client, QUOTE.replace("drawn", "drown"))

    item = link()["evidence/evi_1"]
    page = response.content.decode()
    assert item["quote"].startswith("A haemolysed sample is drown")
    assert "offset" not in item
    assert "The quote was not found in a document of the library." in page
    assert 'data-blocking="1"' in page


def test_evidence_without_a_quote_may_be_kept(kim, signed_in):
    client = signed_in(kim)
    create(client, target="condition:gout")

    client.post(edit_url(), evidence(), headers=AS_HTMX)

    assert link()["evidence/evi_1"]["locator"] == "section 1"


def test_a_source_that_was_not_picked_is_asked_for(kim, signed_in):
    client = signed_in(kim)
    create(client, target="condition:gout")

    response = client.post(edit_url(), evidence(source="KDI"), headers=AS_HTMX)

    assert response.status_code == 422
    assert "Choose “Source” from the suggestions." in response.content.decode()
    assert "evidence/evi_1" not in link()


def test_starter_evidence_that_a_curator_rewords_is_a_curators(kim, signed_in):
    client = signed_in(kim)
    key = "rel:potassium:medication:acei"
    head = queries.head_fields(EntryKind.RELATION, key)
    address = next(field for field in head if field.startswith("evidence/"))
    cells = {"source": head[address]["source"], "level": "label", "locator": "page 3"}
    data = {f"v.evidence-0.{name}": text for name, text in cells.items()}
    data |= {
        "v.evidence-0.id": address.partition("/")[2],
        "seen.evidence-0": json.dumps({"address": address, "value": head[address]}),
    }

    client.post(edit_url(key), data, headers=AS_HTMX)

    assert link(key)[address]["agent_type"] == "curator"
    assert link(key)[address]["locator"] == "page 3"


def test_every_new_evidence_item_has_an_id_of_its_own(kim, signed_in):
    client = signed_in(kim)
    create(client, target="condition:gout")

    ids = set()
    for _page in range(2):
        page = client.get(edit_url()).content.decode()
        ids.add(page.split('name="v.evidence-0.id" value="')[1].split('"')[0])

    assert len(ids) == 2
    assert all(one.startswith("evi_") for one in ids)


def test_new_evidence_is_offered_the_last_place_and_the_chief_one_can_be_another(kim, signed_in):
    client = signed_in(kim)
    key = "rel:potassium:medication:acei"
    head = queries.head_fields(EntryKind.RELATION, key)
    address = next(field for field in head if field.startswith("evidence/"))
    assert 'name="v.evidence-1.rank" value="1"' in client.get(edit_url(key)).content.decode()

    first = {"source": "KDIGO_AKI12", "level": "guideline", "rank": "0"}
    second = {"source": head[address]["source"], "level": "label", "rank": "1"}
    data = {f"v.evidence-0.{name}": text for name, text in second.items()}
    data |= {f"v.evidence-1.{name}": text for name, text in first.items()}
    data |= {
        "v.evidence-0.id": address.partition("/")[2],
        "seen.evidence-0": json.dumps({"address": address, "value": head[address]}),
        "v.evidence-1.id": "evi_1",
        "seen.evidence-1": "null",
    }
    client.post(edit_url(key), data, headers=AS_HTMX)

    made = ChangeSet.objects.get()
    [entry] = [one for one in queries.working_content([made]).relations if one.id == key]
    assert [item.source for item in entry.evidence] == ["KDIGO_AKI12", head[address]["source"]]


def test_a_rationale_says_how_long_it_may_be(kim, signed_in):
    client = signed_in(kim)
    create(client, target="condition:gout")

    data = {"v.rationale": "x" * 281, "seen.rationale": "null"}
    response = client.post(edit_url(), data, headers=AS_HTMX)

    assert response.status_code == 422
    assert "has 281 letters; it may have 280" in response.content.decode()


def order(client):
    groups = client.get(reverse("graphcurate:entry-edit", args=["biomarker", "ferritin"])).context
    return [row.id for row in groups["groups"][0].rows]


def test_a_link_moves_up_and_down_among_its_kind(kim, signed_in):
    client = signed_in(kim)
    first, second, *others = order(client)

    for to in ("down", "down", "up"):
        url = reverse("graphcurate:entry-move", args=["relation", first])
        assert client.post(url, {"to": to}, headers=AS_HTMX).status_code == 200

    assert order(client) == [second, first, *others]


def test_the_first_link_goes_no_higher(kim, signed_in):
    client = signed_in(kim)
    before = order(client)

    client.post(reverse("graphcurate:entry-move", args=["relation", before[0]]), {"to": "up"})

    assert order(client) == before
