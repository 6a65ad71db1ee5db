"""The hospital's settings and teams, as an admin changes them."""

from typing import Any

import pytest
from django.urls import reverse

from medreview.accounts import queries, services
from medreview.accounts.hospital_settings import HospitalSettings
from medreview.accounts.models import Team
from medreview.accounts.roles import Role
from medreview.audit.models import AuditEvent
from tests.conftest import person

HOSPITAL = "/hospital/"


def sent(**changed: Any) -> dict[str, Any]:
    return {
        "critical": "60",
        "abnormal": "1440",
        "other": "4320",
        "claim_minutes": "30",
        "second_factor": "optional",
        "version": "1",
        "after_minutes": ["0"],
        "whom": ["reviewer"],
        **changed,
    }


def test_settings_are_saved_as_a_whole_with_one_event(signed_in, root, ada):
    team = Team.objects.create(hospital=root.hospital, name="Ward 3")

    answer = signed_in(root).post(
        HOSPITAL,
        sent(
            analyse_on_import="on",
            critical="45",
            after_minutes=["30", "0", "15"],
            whom=[f"person:{ada.pk}", "reviewer", f"team:{team.pk}"],
        ),
    )

    root.hospital.refresh_from_db()
    kept = queries.settings_of(root.hospital)
    assert answer.status_code == 302
    assert (kept.analyse_on_import, kept.due.critical) == (True, 45)
    assert [(step.after_minutes, step.to) for step in kept.escalation] == [
        (0, "reviewer"),
        (15, "team"),
        (30, "person"),
    ]
    event = AuditEvent.objects.get(event="hospital.settings_changed")
    assert event.detail == {"changed": "analyse_on_import+due+escalation"}


def test_a_step_is_added_and_taken_out_without_saving_or_losing_what_was_typed(signed_in, root):
    browser = signed_in(root)

    added = browser.post(HOSPITAL, sent(critical="7", add="1"))
    taken_out = browser.post(
        HOSPITAL,
        sent(critical="7", after_minutes=["0", "5"], whom=["reviewer", "reviewer"], remove="0"),
    )

    assert len(added.context["steps"]) == 2
    assert [form["after_minutes"].value() for form in taken_out.context["steps"]] == ["5"]
    assert 'value="7"' in added.content.decode()
    assert root.hospital.__class__.objects.get(pk=root.hospital_id).settings_version == 1


def test_what_numbers_no_step_takes_none_out(signed_in, root):
    for nowhere in ("9" * 5_000, "²", "-1", "7"):
        page = signed_in(root).post(
            HOSPITAL, sent(after_minutes=["0"], whom=["reviewer"], remove=nowhere)
        )
        assert len(page.context["steps"]) == 1


def test_whoever_was_slower_sees_both_and_chooses(signed_in, root):
    other = person("rita", "Rita Second", root.hospital, Role.ADMIN)
    services.change_hospital_settings(
        hospital=root.hospital, settings=HospitalSettings(claim_minutes=45), version=1, by=other
    )
    browser = signed_in(root)

    conflict = browser.post(HOSPITAL, sent(claim_minutes="120"))
    kept = queries.settings_of(type(root.hospital).objects.get(pk=root.hospital_id))
    version = conflict.context["form"]["version"].value()
    mine = browser.post(HOSPITAL, sent(claim_minutes="120", version=str(version)))

    [row] = conflict.context["conflict"]["rows"]
    assert conflict.status_code == 409
    assert (row.theirs, row.mine) == ("45 minutes", "2 hours")
    assert conflict.context["conflict"]["by"] == "Rita Second"
    assert kept.claim_minutes == 45
    assert mine.status_code == 302


@pytest.mark.parametrize(
    "changed",
    [
        {"critical": "0"},
        {"critical": "soon"},
        {"second_factor": "never"},
        {"after_minutes": ["-1"]},
        {"whom": ["team:tea_of_nobody"]},
        {"whom": ["everybody"]},
    ],
)
def test_settings_that_can_not_hold_are_refused_and_kept_on_the_page(signed_in, root, changed):
    answer = signed_in(root).post(HOSPITAL, sent(**changed))

    root.hospital.refresh_from_db()
    assert answer.status_code == 422
    assert root.hospital.settings_version == 1


def test_nobody_of_another_hospital_is_offered_or_taken(signed_in, root, oleg):
    browser = signed_in(root)

    page = browser.get(HOSPITAL).content.decode()
    answer = browser.post(HOSPITAL, sent(whom=[f"person:{oleg.pk}"]))

    assert oleg.pk not in page
    assert answer.status_code == 422


def test_the_name_and_the_clock_are_changed_with_an_event(signed_in, root):
    said = {"name": "Hospital of the North", "timezone": "Europe/Riga", "version": "1"}
    browser = signed_in(root)

    done = browser.post(reverse("front:hospital-facts"), said)
    late = browser.post(reverse("front:hospital-facts"), said | {"name": "Too late"})

    root.hospital.refresh_from_db()
    assert (done.status_code, late.status_code) == (302, 409)
    assert (root.hospital.name, root.hospital.timezone) == ("Hospital of the North", "Europe/Riga")
    assert AuditEvent.objects.get(event="hospital.changed").detail == {"changed": "name+timezone"}


def test_a_team_is_made_filled_and_deleted_on_its_pages(signed_in, root, ada):
    browser = signed_in(root)

    made = browser.post("/hospital/teams/", {"name": "Ward 3"})
    twice = browser.post("/hospital/teams/", {"name": "Ward 3"})
    seen = browser.get(made["Location"]).context["form"]["seen"].value()
    browser.post(made["Location"], {"seen": seen, "name": "Ward 4", "members": [ada.pk]})

    team = queries.teams_of(root.hospital).get()
    assert twice.status_code == 422
    assert (team.name, list(team.members.all())) == ("Ward 4", [ada])
    browser.post(reverse("front:team-delete", args=[team.pk]))
    assert not queries.teams_of(root.hospital).exists()


def test_a_team_the_escalation_names_is_not_deleted(signed_in, root):
    team = Team.objects.create(hospital=root.hospital, name="Ward 3")
    browser = signed_in(root)
    browser.post(HOSPITAL, sent(whom=[f"team:{team.pk}"]))

    answer = browser.post(reverse("front:team-delete", args=[team.pk]))

    assert answer.status_code == 409
    assert Team.objects.filter(pk=team.pk).exists()


def test_of_two_admins_the_second_sees_what_the_first_made_of_a_team(signed_in, root, ada):
    browser = signed_in(root)
    browser.post("/hospital/teams/", {"name": "Ward 3"})
    url = reverse("front:team", args=[root.hospital.teams.get().pk])
    seen = browser.get(url).context["form"]["seen"].value()
    first = browser.post(url, {"seen": seen, "name": "Ward 3", "members": [ada.pk]})

    late = browser.post(url, {"seen": seen, "name": "Ward 4"})
    again = browser.post(
        url, {"seen": late.context["form"]["seen"].value(), "name": "Ward 4", "members": [ada.pk]}
    )

    assert (first.status_code, late.status_code, again.status_code) == (302, 409, 302)
    assert "Ward 3, Ada Albrecht" in late.content.decode()
    team = root.hospital.teams.get()
    assert (team.name, list(team.members.all())) == ("Ward 4", [ada])
