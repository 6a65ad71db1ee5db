import pytest
from django.urls import reverse

from medreview.accounts import queries
from medreview.accounts.permissions import Permission
from medreview.accounts.roles import PERMISSIONS_OF, Role
from medreview.audit import queries as trail
from medreview.common.errors import NotFound
from medreview.front.account_words import RIGHTS
from medreview.front.words import ROLE_NAMES
from tests.conftest import PASSWORD, person

PEOPLE = "/people/"
MAKE = "/people/new/"
NEW = {
    "full_name": "Mia New",
    "title": "Dr",
    "username": "Mia",
    "password": PASSWORD,
    "role": "clinician",
}


def test_an_admin_sees_the_people_of_the_hospital_only(signed_in, root, ada, oleg):
    response = signed_in(root).get(PEOPLE)

    shown = {row.user.username for row in response.context["rows"]}
    assert shown == {"root", "ada"}


def names(response) -> set[str]:
    return {row.user.username for row in response.context["rows"]}


def test_a_person_is_found_by_name_address_or_role(signed_in, root, ada, kim):
    ada.email = "petrova@hospital.test"
    ada.save()
    browser = signed_in(root)

    found = [
        names(browser.get(PEOPLE, asked))
        for asked in ({"q": "albr"}, {"q": "PETROVA@"}, {"role": "curator"}, {"q": "nobody"})
    ]

    assert found == [{"ada"}, {"ada"}, {"kim"}, set()]


def test_people_are_paged_by_name(signed_in, root, ada, kim, monkeypatch):
    monkeypatch.setattr("medreview.front.views.people.PAGE_SIZE", 2)
    browser = signed_in(root)

    first = browser.get(PEOPLE)
    second = browser.get(first.context["older_url"])

    assert [row.user.username for row in first.context["rows"]] == ["ada", "kim"]
    assert [row.user.username for row in second.context["rows"]] == ["root"]
    assert second.context["older_url"] is None
    assert first.context["total"] == 3


def test_the_table_of_rights_is_the_one_the_code_has(signed_in, root):
    page = signed_in(root).get("/people/rights/")

    shown = {
        (str(role), str(right))
        for right, held in page.context["rows"]
        for role, has in zip(page.context["roles"], held, strict=True)
        if has
    }
    assert set(RIGHTS) == set(Permission)
    assert shown == {
        (str(ROLE_NAMES[role]), str(RIGHTS[right]))
        for role, rights in PERMISSIONS_OF.items()
        for right in rights
    }


def test_the_page_of_a_person_names_what_happened_to_the_account(signed_in, root, ada):
    browser = signed_in(root)
    browser.post(reverse("front:role-grant", args=[ada.pk]), {"role": "curator"})

    page = browser.get(reverse("front:person", args=[ada.pk]))

    latest = page.context["happened"][0]
    assert (str(latest.what), latest.said, latest.by) == ("Role given", "Curator", "Rut Adminova")


def corrected(browser, user, said, page=None):
    url = reverse("front:person", args=[user.pk])
    page = page or browser.get(url)
    return browser.post(url, {"seen": page.context["form"]["seen"].value(), **said})


def test_of_two_admins_the_second_sees_what_the_first_made_of_a_person(signed_in, root, ada):
    browser, said = signed_in(root), {"full_name": "Ada Berger", "title": "", "email": ""}
    seen = browser.get(reverse("front:person", args=[ada.pk]))
    corrected(browser, ada, said | {"email": "ada@hospital.test"})

    late = corrected(browser, ada, said | {"full_name": "Ada Berg"}, page=seen)
    again = corrected(browser, ada, said | {"full_name": "Ada Berg"}, page=late)

    assert late.status_code == 409
    assert "Ada Berger · ada@hospital.test" in late.content.decode()
    assert 'value="Ada Berg"' in late.content.decode()
    assert again.status_code == 302
    ada.refresh_from_db()
    assert (ada.full_name, ada.email) == ("Ada Berg", "")


def test_a_name_and_an_address_are_corrected_and_the_trail_holds_no_word_of_them(
    signed_in, root, ada
):
    said = {"full_name": "Ada Berger", "title": "Dr", "email": "ada@hospital.test"}

    corrected(signed_in(root), ada, said)

    ada.refresh_from_db()
    assert (ada.full_name, ada.title, ada.email) == ("Ada Berger", "Dr", "ada@hospital.test")
    [event] = trail.of_thing(ada.pk).filter(event="user.changed")
    assert event.detail == {"changed": "email+full_name+title"}
    assert "Berger" not in str(event.header())


def test_the_access_log_leads_to_all_a_person_did_for_who_reads_the_trail(
    signed_in, root, north, ada
):
    signed_in(ada).post("/logout/")
    both = person("rita", "Rita Second", north, Role.ADMIN, Role.AUDITOR)
    browser = signed_in(both)

    link = browser.get(reverse("front:person", args=[ada.pk])).context["trail_url"]
    rows = browser.get(link).context["rows"]

    assert {row.actor for row in rows} == {"Ada Albrecht"}


def test_the_last_admin_is_told_why_they_stay(signed_in, root, north):
    second = person("rita", "Rita Second", north, Role.ADMIN)
    browser = signed_in(root)
    signed_in(second).post(reverse("front:user-deactivate", args=[root.pk]))

    answer = signed_in(second).post(
        reverse("front:role-revoke", args=[second.pk]), {"role": "admin"}
    )

    assert answer.status_code == 403
    assert browser.get(PEOPLE).status_code == 302


def test_the_name_of_somebody_deactivated_stays_in_the_trail(signed_in, root, ada, nell):
    signed_in(ada).post("/logout/")
    signed_in(root).post(reverse("front:user-deactivate", args=[ada.pk]))

    page = signed_in(nell).get(reverse("front:trail"))

    assert "Ada Albrecht" in page.content.decode()


@pytest.mark.parametrize("role", [Role.CLINICIAN, Role.CURATOR, Role.AUDITOR])
def test_others_may_not_manage_people(signed_in, north, ada, role):
    browser = signed_in(person("x", "X", north, role))

    answers = [browser.get(PEOPLE), browser.post(MAKE, NEW)]
    answers += [
        browser.post(reverse(f"front:{name}", args=[ada.pk]), {"role": "admin"})
        for name in ("role-grant", "role-revoke", "user-deactivate", "user-reactivate")
    ]

    assert [answer.status_code for answer in answers] == [403] * 6


def test_an_account_is_made_and_recorded(signed_in, root):
    response = signed_in(root).post(MAKE, NEW)

    mia = queries.user_named("mia")
    assert response.status_code == 302
    assert (mia.hospital_id, mia.roles) == (root.hospital_id, {Role.CLINICIAN})
    assert [event.actor for event in trail.of_thing(mia.pk)] == [root.pk, root.pk]


@pytest.mark.parametrize(
    ("changed", "field"),
    [
        ({"username": "ROOT"}, "username"),
        ({"password": "short"}, "password"),
        ({"role": "owner"}, "role"),
        ({"full_name": ""}, "full_name"),
    ],
)
def test_what_is_wrong_with_a_new_account_is_said_at_its_field(signed_in, root, changed, field):
    response = signed_in(root).post(MAKE, NEW | changed)

    assert response.status_code == 422
    assert list(response.context["form"].errors) == [field]
    with pytest.raises(NotFound):
        queries.user_named("mia")


def test_roles_are_given_and_taken_back(signed_in, root, ada):
    browser = signed_in(root)

    browser.post(reverse("front:role-grant", args=[ada.pk]), {"role": "curator"})
    browser.post(reverse("front:role-revoke", args=[ada.pk]), {"role": "clinician"})

    assert queries.user_named("ada").roles == {Role.CURATOR}


def test_a_deactivated_person_is_sent_away_and_stays_on_the_list(signed_in, root, ada):
    hers, browser = signed_in(ada), signed_in(root)

    browser.post(reverse("front:user-deactivate", args=[ada.pk]))

    assert hers.get("/").status_code == 302
    assert "Ada Albrecht" in browser.get(PEOPLE).content.decode()


def test_a_closed_account_is_opened_again_with_its_roles(signed_in, root, ada):
    browser = signed_in(root)

    for name in ("user-deactivate", "user-reactivate"):
        browser.post(reverse(f"front:{name}", args=[ada.pk]))

    assert signed_in(queries.user_named("ada")).get("/").status_code == 200
    assert queries.user_named("ada").roles == {Role.CLINICIAN}
    assert [event.event for event in trail.of_thing(ada.pk)][-2:] == [
        "user.deactivated",
        "user.reactivated",
    ]


def test_an_admin_does_not_change_themselves(signed_in, root):
    browser = signed_in(root)

    answers = [
        browser.post(reverse("front:role-grant", args=[root.pk]), {"role": "clinician"}),
        browser.post(reverse("front:user-deactivate", args=[root.pk])),
    ]

    assert [answer.status_code for answer in answers] == [403, 403]
    assert queries.user_named("root").roles == {Role.ADMIN}


@pytest.mark.parametrize("name", ["role-grant", "role-revoke", "user-deactivate"])
def test_another_hospitals_person_is_not_found(signed_in, root, oleg, name):
    response = signed_in(root).post(reverse(f"front:{name}", args=[oleg.pk]), {"role": "admin"})

    assert response.status_code == 404
    assert queries.user_named("oleg").roles == {Role.CLINICIAN}
