import datetime as dt
import re
from collections.abc import Callable

import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from analysis.pipeline.models import Analysis
from analysis.review import queries as reviews
from analysis.review.models import Draft
from analysis.worklist import pages, queries, services
from analysis.worklist.models import Move
from medreview.accounts.models import User
from medreview.accounts.roles import Role
from medreview.audit.models import AuditEvent
from medreview.common.clock import now
from medreview.patients import lists as patient_lists
from tests.conftest import person
from tests.factories.review import accept_all, make_review
from tests.factories.worklist import make_waiting

pytestmark = pytest.mark.django_db

AS_HTMX = {"HX-Request": "true"}
LIST = "/reviews/"


@pytest.fixture
def noor(north: object, ada: User) -> User:
    return person("noor", "Noor Haddad", ada.hospital, Role.CLINICIAN)


@pytest.fixture
def hers(signed_in: Callable[[User], Client], ada: User) -> Client:
    """Ada's browser."""
    return signed_in(ada)


@pytest.fixture
def other(signed_in: Callable[[User], Client], noor: User) -> Client:
    """Noor's browser."""
    return signed_in(noor)


def step(
    client: Client, name: str, analysis: Analysis, *given: int, **sent: object
) -> HttpResponse:
    url = reverse(f"review:{name}", args=[analysis.pk, *given])
    answer: HttpResponse = client.post(url, sent, headers=AS_HTMX)
    return answer


def told(answer: HttpResponse) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", answer.content.decode()).split())


def test_every_number_on_the_page_is_the_length_of_the_list_it_leads_to(
    hers: Client, ada: User, noor: User, north: object
) -> None:
    for age, kind in ((1, {"criticals": 1}), (30, {}), (80, {"abnormal": 0}), (1, {}), (40, {})):
        make_waiting(ada.hospital, ready_at=now() - dt.timedelta(hours=age), **kind)
    mine, theirs, *_ = Analysis.objects.order_by("serial")
    services.claim(analysis=mine, by=ada)
    services.assign(analysis=theirs, to=noor, by=ada)
    ward = patient_lists.create(name="Ward 3", for_all=True, by=ada)
    own = patient_lists.create(name="To call", for_all=False, by=ada)
    hidden = patient_lists.create(name="Noor’s own", for_all=False, by=noor)
    for patient_list, of in ((ward, [0, 1, 2]), (own, [2, 3]), (hidden, [0, 1])):
        for analysis in list(Analysis.objects.order_by("serial")[: max(of) + 1])[min(of) :]:
            patient_lists.add(
                patient_list=patient_list, patient=analysis.patient, by=patient_list.owner or ada
            )
    names = ("waiting", "mine", "others", "overdue", "signed")
    pages = [f"{LIST}?show={name}" for name in names]
    pages += [f"{LIST}?show={name}&patients={ward.pk}&due=overdue" for name in names]

    wrong, seen = [], set()
    for page in pages:
        html = hers.get(page).content.decode()
        links = re.findall(
            r'<a href="([^"]+)"[^>]*data-testid="(?:tab|filter)" data-count="(\d+)"', html
        )
        for url, count in links:
            seen.add(url.replace("&amp;", "&"))
            answer = hers.get(url.replace("&amp;", "&"))
            if len(answer.context["rows"]) != int(count):
                wrong.append((url, count))

    assert wrong == []
    assert len(seen) > 40
    assert sum(f"patients={ward.pk}" in url for url in seen) > 20
    assert not any(hidden.pk in url for url in seen)
    badge = {entry["key"]: entry["count"] for entry in hers.get("/").context["nav"]}
    assert badge["go-reviews"] == len(hers.get(LIST).context["rows"]) == 3
    tiles = {tile.name: tile for tile in hers.get("/").context["tiles"]}
    for name, rows in (("reviews", 3), ("mine", 1), ("overdue", 4)):
        assert tiles[name].count == len(hers.get(tiles[name].url).context["rows"]) == rows


def test_a_ward_goes_along_from_list_to_list_and_somebodys_own_is_nobody_elses(
    hers: Client, ada: User, noor: User
) -> None:
    on_it, beside_it = make_waiting(ada.hospital), make_waiting(ada.hospital)
    ward = patient_lists.create(name="Ward 3", for_all=True, by=ada)
    hidden = patient_lists.create(name="Noor’s own", for_all=False, by=noor)
    patient_lists.add(patient_list=ward, patient=on_it.patient, by=ada)
    patient_lists.add(patient_list=hidden, patient=on_it.patient, by=noor)

    narrowed = hers.get(LIST, {"patients": ward.pk})
    of_nobodys = hers.get(LIST, {"patients": hidden.pk})

    tabs = {tab.name: tab.url for tab in narrowed.context["shown"].tabs}
    assert [row.id for row in narrowed.context["rows"]] == [on_it.pk]
    assert all(f"patients={ward.pk}" in url for url in tabs.values())
    assert 'id="clear-filters"' in narrowed.content.decode()
    assert {row.id for row in of_nobodys.context["rows"]} == {on_it.pk, beside_it.pk}


def test_an_empty_list_says_what_was_decided_last(
    hers: Client, other: Client, ada: User, noor: User
) -> None:
    analysis = make_review(by=noor)
    before = hers.get(LIST, {"show": "mine"}).content.decode()
    accept_all(analysis, by=noor)

    by_her = hers.get(LIST, {"show": "mine"}).content.decode()
    by_self = other.get(LIST, {"show": "overdue"}).content.decode()

    assert "The last finding was decided" not in before
    assert "The last finding was decided" in by_her
    assert "by Noor Haddad" in by_her
    assert "by you" in by_self


def test_a_list_says_how_it_is_sorted_and_what_narrows_it(hers: Client, ada: User) -> None:
    make_waiting(ada.hospital)

    whole = told(hers.get(LIST))
    narrowed = told(hers.get(f"{LIST}?severity=critical"))

    assert "unanswered criticals first, then by due time" in whole
    assert "Clear filters" not in whole
    assert "Clear filters" in narrowed
    assert "No analysis of this list is like that." in narrowed
    assert "Nothing waits" not in narrowed


def test_an_empty_list_says_why_and_what_next(hers: Client, ada: User) -> None:
    nothing = told(hers.get(LIST))
    make_waiting(ada.hospital)

    assert "Nothing waits for a reviewer. Open a patient" in nothing
    assert "You hold no analysis. 1 waits for a reviewer." in told(hers.get(f"{LIST}?show=mine"))


@pytest.mark.parametrize(
    "asked", ["show=x&severity=y&due=z&holder=%00", "after=0.1", "before=9.9.ana_x", "show=signed"]
)
def test_an_address_that_means_nothing_still_shows_a_list(
    hers: Client, ada: User, asked: str
) -> None:
    make_waiting(ada.hospital)

    assert hers.get(f"{LIST}?{asked}").status_code in {200, 400}


def test_long_lists_go_page_by_page_in_the_address(
    hers: Client, ada: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = [
        make_waiting(ada.hospital, ready_at=now() - dt.timedelta(hours=age)) for age in range(7)
    ]
    monkeypatch.setattr(pages.page, "__kwdefaults__", {**pages.page.__kwdefaults__, "size": 3})

    first = hers.get(LIST)
    second = hers.get(first.context["shown"].after_url)
    back = hers.get(second.context["shown"].before_url)

    numbers = [row.number for row in (*first.context["rows"], *second.context["rows"])]
    assert numbers == [each.number for each in reversed(made)][:6]
    assert [row.number for row in back.context["rows"]] == numbers[:3]
    assert "7 analyses" in told(second)
    assert "LINDQVIST" not in first.context["shown"].after_url.upper()


def test_who_opens_the_list_is_counted_in_the_trail(hers: Client, ada: User) -> None:
    make_waiting(ada.hospital)
    make_waiting(ada.hospital)

    hers.get(LIST)

    assert AuditEvent.objects.get(event="patient.listed").counts == {"patients": 2}


def test_claiming_from_the_list_opens_the_analysis(
    hers: Client, analysis: Analysis, ada: User
) -> None:
    answer = step(hers, "claim", analysis)

    assert answer["HX-Redirect"] == f"/analyses/{analysis.pk}/"
    assert queries.holder_of(analysis) == ada
    assert "In your hands until" in told(hers.get(answer["HX-Redirect"]))


def test_the_second_to_claim_is_told_who_has_it_until_when(
    hers: Client, other: Client, analysis: Analysis
) -> None:
    step(hers, "claim", analysis)

    answer = step(other, "claim", analysis)
    plain = other.post(reverse("review:claim", args=[analysis.pk]))

    assert answer.status_code == plain.status_code == 409
    assert re.search(
        r"Ada Albrecht holds this analysis until \d\d-[A-Z][a-z]{2}-\d{4}.\d\d:\d\d", told(answer)
    )
    assert "Take over" in told(answer)
    assert "Ada Albrecht holds this analysis" in told(plain)


def test_a_decision_on_anothers_analysis_is_refused_and_the_words_are_kept(
    hers: Client, other: Client, analysis: Analysis, noor: User
) -> None:
    step(hers, "accept", analysis, 1, version=0)
    second = reviews.finding_keys(analysis)[1]
    step(other, "draft", analysis, 2, kind="edit", text="Repeat tomorrow.")

    answers = {
        "accept": step(other, "accept", analysis, 2, version=0),
        "edit": step(other, "edit", analysis, 2, version=0, text="Repeat tomorrow."),
        "reject": step(other, "reject", analysis, 2, version=0, reason="unsafe"),
        "undo": step(other, "undo", analysis, 1, version=1),
        "add": step(other, "add", analysis, title="T", text="T"),
    }

    assert {name: answer.status_code for name, answer in answers.items()} == dict.fromkeys(
        answers, 409
    )
    assert all("Take over" in told(answer) for answer in answers.values())
    assert reviews.decisions_on(analysis, second) == []
    assert Draft.objects.get(by=noor).text == "Repeat tomorrow."


def test_beginning_to_write_a_decision_takes_it_up(
    hers: Client, analysis: Analysis, ada: User
) -> None:
    step(hers, "draft", analysis, 1, kind="comment", text="A remark.")
    assert queries.holder_of(analysis) is None

    step(hers, "draft", analysis, 1, kind="edit", text="Repeat tomorrow.")

    assert queries.holder_of(analysis) == ada


def test_anothers_page_offers_no_decision_but_to_take_over(
    hers: Client, other: Client, analysis: Analysis
) -> None:
    step(hers, "accept", analysis, 1, version=0)

    html = other.get(reverse("review:finding", args=[analysis.pk, 2])).content.decode()

    assert all(f'id="{name}"' not in html for name in ("accept", "edit", "reject", "add-finding"))
    assert 'id="take-over"' in html
    assert "In the hands of Ada Albrecht until" in html


def test_who_was_taken_over_from_is_told_on_their_page_and_in_their_list(
    hers: Client, other: Client, analysis: Analysis, noor: User
) -> None:
    step(hers, "claim", analysis)
    dialog = other.get(reverse("review:take-over", args=[analysis.pk]), headers=AS_HTMX)
    assert 'name="version" value="1"' in dialog.content.decode()

    answer = step(other, "take-over", analysis, version=1)

    assert answer["HX-Redirect"] == f"/analyses/{analysis.pk}/"
    assert queries.holder_of(analysis) == noor
    said = "Noor Haddad took it over from you"
    assert said in told(hers.get(reverse("review:finding", args=[analysis.pk, 1])))
    assert said in told(hers.get(f"{LIST}?show=mine"))
    late = step(hers, "take-over", analysis, version=1)
    assert late.status_code == 409
    assert "came into another hand" in told(late)


def test_the_line_of_hands_asks_again_and_swaps_only_what_changed(
    hers: Client, other: Client, analysis: Analysis
) -> None:
    page = hers.get(reverse("review:finding", args=[analysis.pk, 1])).content.decode()
    again = re.search(r'hx-get="(/analyses/[^"]+/holding/\?seen=\w+)"', page)
    assert again

    same = hers.get(again[1], headers=AS_HTMX)
    step(other, "claim", analysis)
    changed = hers.get(again[1], headers=AS_HTMX)
    Analysis.objects.filter(pk=analysis.pk).update(state="signed")
    closed = hers.get(again[1], headers=AS_HTMX)

    assert same.status_code == 204
    assert "In the hands of Noor Haddad" in told(changed)
    assert "no longer open for decisions" in told(closed)


def test_a_hand_over_brings_its_note_to_the_head_and_the_list_of_the_receiver(
    hers: Client, other: Client, analysis: Analysis, noor: User
) -> None:
    step(hers, "claim", analysis)
    empty = step(hers, "give", analysis, to=noor.pk, note=" ")
    nobody = step(hers, "give", analysis, to="", note="Called in.")

    step(hers, "give", analysis, to=noor.pk, note="Called <b>in</b> at nine.")

    assert (empty.status_code, nobody.status_code) == (422, 422)
    assert "Write what your colleague must know." in told(empty)
    page = other.get(reverse("review:finding", args=[analysis.pk, 1])).content.decode()
    assert "Assigned to you by Ada Albrecht." in page
    assert "Called &lt;b&gt;in&lt;/b&gt; at nine." in page
    assert (
        "Called &lt;b&gt;in&lt;/b&gt; at nine." in other.get(f"{LIST}?show=mine").content.decode()
    )
    assert [row.holder for row in hers.get(f"{LIST}?show=others").context["rows"]] == [
        "Noor Haddad, assigned"
    ]
    assert Move.objects.latest("number").note == "Called <b>in</b> at nine."


def test_what_is_given_back_waits_for_anybody(
    hers: Client, other: Client, analysis: Analysis
) -> None:
    step(hers, "claim", analysis)

    refused = step(other, "release", analysis)
    step(hers, "release", analysis)

    assert refused.status_code == 409
    assert len(other.get(LIST).context["rows"]) == 1


def test_next_undecided_leads_on_and_says_when_nothing_is_left(
    hers: Client, analysis: Analysis, ada: User
) -> None:
    following = make_waiting(ada.hospital)
    url = reverse("review:next-undecided")

    on = hers.get(f"{url}?after={analysis.pk}")
    Analysis.objects.filter(pk=following.pk).update(state="signed")
    end = hers.get(f"{url}?after={analysis.pk}", follow=True)

    assert on["Location"] == f"/analyses/{following.pk}/"
    assert end.redirect_chain == [(LIST, 302)]
    assert "Nothing else waits" in told(end)


def test_what_to_decide_next_is_the_next_finding_and_then_the_next_analysis(
    hers: Client, analysis: Analysis
) -> None:
    first = hers.get(reverse("review:finding", args=[analysis.pk, 1])).context
    for number in range(1, len(reviews.finding_keys(analysis)) + 1):
        step(hers, "accept", analysis, number, version=0)
    last = hers.get(reverse("review:finding", args=[analysis.pk, 9])).context

    assert first["next_url"] == reverse("review:finding", args=[analysis.pk, 2])
    assert last["next_url"] == f"/reviews/next/?after={analysis.pk}"
