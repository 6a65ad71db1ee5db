"""A working day of a program: import, analyse, decide, acknowledge, sign, hand over."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from analysis.pipeline.jobs import run_analysis
from analysis.pipeline.models import Analysis
from graphcurate.services.releases import load_starter
from medreview.accounts.models import Hospital, User
from medreview.accounts.roles import Role
from medreview.audit.models import AuditEvent
from medreview.common.clock import now
from tests.conftest import PASSWORD, person
from tests.factories.review import make_review, make_story_patient
from tests.integration.api.conftest import Program, read

pytestmark = pytest.mark.django_db

Of = Callable[..., Program]


@pytest.fixture
def bea(north: Hospital) -> User:
    return person("bea", "Bea Berg", north, Role.CLINICIAN)


@pytest.fixture
def review(ada: User) -> Analysis:
    return make_review(by=ada, key="hargreaves")


def findings(asks: Program, analysis: Analysis) -> Any:
    return read(asks.get(f"analyses/{analysis.pk}/findings/"))


def answer_criticals(asks: Program, analysis: Analysis) -> None:
    for alert in read(asks.get(f"analyses/{analysis.pk}/criticals/"))["items"]:
        told = {"told": "Dr Orlov", "told_at": now().isoformat(), "read_back": "Potassium 6.8"}
        said = told | {"version": alert["version"]}
        assert asks.post(f"criticals/{alert['id']}/acknowledgement/", said).status_code == 200


def accept_all(asks: Program, analysis: Analysis) -> None:
    for found in findings(asks, analysis)["findings"]:
        decided = asks.post(
            f"analyses/{analysis.pk}/findings/{found['number']}/decisions/",
            {"kind": "accepted", "version": found["version"]},
        )
        assert decided.status_code == 201, decided.content


def test_an_analysis_is_started_followed_and_read(ada: User, program: Of) -> None:
    load_starter()
    patient = make_story_patient("okafor", hospital=ada.hospital)
    asks = program(ada)

    started = asks.post(f"patients/{patient.pk}/analyses/", {})
    run_analysis(read(started)["id"])

    here = started["Location"]
    detail = asks.get(here)
    result = read(asks.get(f"{here}result/"))
    assert started.status_code == 202
    assert read(asks.get(f"{here}progress/"))["state"] == "in_review"
    assert detail["ETag"] == f'"{read(detail)["version"]}"'
    assert result["analysis"]["id"] == read(started)["id"]
    assert result["plan"]["assessments"]
    assert [row["id"] for row in read(asks.get(f"patients/{patient.pk}/analyses/"))["items"]] == [
        read(started)["id"]
    ]


def test_a_result_that_is_not_there_yet_says_so(ada: User, program: Of) -> None:
    load_starter()
    patient = make_story_patient("okafor", hospital=ada.hospital)
    asks = program(ada)
    started = read(asks.post(f"patients/{patient.pk}/analyses/", {}))
    Analysis.objects.filter(pk=started["id"]).update(state="queued")

    answer = asks.get(f"analyses/{started['id']}/result/")

    assert answer.status_code == 409


def test_an_idempotency_key_names_one_analysis(ada: User, program: Of) -> None:
    load_starter()
    patient = make_story_patient("okafor", hospital=ada.hospital)
    asks, path = program(ada), f"patients/{patient.pk}/analyses/"

    first = read(asks.post(path, {}, Idempotency_Key="k1"))
    run_analysis(first["id"])
    make_story_patient("okafor", hospital=ada.hospital)
    again = read(asks.post(path, {}, Idempotency_Key="k1"))
    other = asks.post(path, {"all_results": True}, Idempotency_Key="k1")

    assert first["id"] == again["id"]
    assert other.status_code == 422


def test_a_day_that_has_not_come_is_refused_as_on_the_page(ada: User, program: Of) -> None:
    load_starter()
    patient = make_story_patient("okafor", hospital=ada.hospital)

    answer = program(ada).post(f"patients/{patient.pk}/analyses/", {"as_of": "2999-01-01"})

    assert answer.status_code == 422
    assert read(answer)["errors"] == [{"pointer": "/as_of", "detail": "This day has not come yet."}]


def test_a_review_is_decided_and_signed_with_the_password(
    ada: User, review: Analysis, program: Of
) -> None:
    asks, path = program(ada), f"analyses/{review.pk}/signatures/"
    early = asks.post(
        path, {"version": findings(asks, review)["analysis_version"], "password": PASSWORD}
    )
    answer_criticals(asks, review)
    accept_all(asks, review)
    version = findings(asks, review)["analysis_version"]

    wrong = asks.post(path, {"version": version, "password": "no"})
    signed = asks.post(path, {"password": PASSWORD}, If_Match=f'"{version}"')

    exported = asks.get(read(asks.get(f"analyses/{review.pk}/"))["links"]["export_json"])
    assert (early.status_code, wrong.status_code, signed.status_code) == (409, 403, 201)
    assert read(signed)["by"] == ada.pk
    assert exported.status_code == 200
    assert AuditEvent.objects.filter(event="review.signed", actor=ada.pk).count() == 1


def test_a_signed_report_is_opened_again_with_a_reason(
    ada: User, review: Analysis, program: Of
) -> None:
    asks = program(ada)
    answer_criticals(asks, review)
    accept_all(asks, review)
    version = findings(asks, review)["analysis_version"]
    asks.post(f"analyses/{review.pk}/signatures/", {"version": version, "password": PASSWORD})
    version = read(asks.get(f"analyses/{review.pk}/"))["version"]

    stale = asks.post(
        f"analyses/{review.pk}/amendments/", {"version": version - 1, "reason": "Late result."}
    )
    amended = asks.post(
        f"analyses/{review.pk}/amendments/", {"version": version, "reason": "Late result."}
    )

    assert (stale.status_code, read(stale)["current"]["version"]) == (409, version)
    assert (amended.status_code, read(amended)["edition"]) == (201, 2)


@pytest.mark.parametrize(("by_header", "status"), [(False, 409), (True, 412)])
def test_a_stale_decision_gets_what_stands_now(
    ada: User, review: Analysis, program: Of, by_header: bool, status: int
) -> None:
    asks, path = program(ada), f"analyses/{review.pk}/findings/1/decisions/"
    edit = {"kind": "edited", "text": "Seen and told."}
    asks.post(path, edit | {"version": 0})

    headers = {"If_Match": '"0"'} if by_header else {}
    late = asks.post(path, {"kind": "accepted"} | ({} if by_header else {"version": 0}), **headers)

    assert late.status_code == status
    current = read(late)["current"]
    assert (current["kind"], current["text"], current["version"]) == ("edited", "Seen and told.", 1)


def test_a_write_without_a_version_is_refused(ada: User, review: Analysis, program: Of) -> None:
    path = f"analyses/{review.pk}/findings/1/decisions/"

    answer = program(ada).post(path, {"kind": "accepted"})

    assert answer.status_code == 428


def test_decisions_are_taken_back_remarked_on_and_added_to(
    ada: User, review: Analysis, program: Of
) -> None:
    asks, path = program(ada), f"analyses/{review.pk}/"
    reject = {"kind": "rejected", "reason": "wrong_fact", "comment": "Haemolysed.", "version": 0}

    rejected = asks.post(f"{path}findings/2/decisions/", reject)
    undone = asks.post(f"{path}findings/2/decisions/", {"kind": "undone", "version": 1})
    remark = asks.post(f"{path}findings/2/comments/", {"text": "Asked the ward."})
    added = asks.post(f"{path}findings/", {"title": "Thirst", "text": "Drinks 4 l a day."})

    said = read(asks.get(f"{path}decisions/"))
    assert {one.status_code for one in (rejected, undone, remark, added)} == {201}
    assert [row["kind"] for row in said["decisions"]] == ["rejected", "undone", "added"]
    assert [row["text"] for row in said["comments"]] == ["Asked the ward."]
    assert read(added)["number"] == len(findings(asks, review)["findings"]) + 1


def test_two_reviewers_do_not_step_on_each_other(
    ada: User, bea: User, review: Analysis, program: Of
) -> None:
    asks, hers = program(ada), program(bea)
    claimed = read(asks.post(f"analyses/{review.pk}/claim/"))
    refused = hers.post(
        f"analyses/{review.pk}/findings/1/decisions/", {"kind": "accepted", "version": 0}
    )

    taken = hers.post(f"analyses/{review.pk}/take-over/", {"version": claimed["moves"]})
    late = asks.post(f"analyses/{review.pk}/take-over/", {"version": claimed["moves"]})

    assert claimed["queue"] == "mine"
    assert refused.status_code == 409
    assert ada.get_full_name() in read(refused)["detail"]
    assert read(taken)["queue"] == "mine"
    assert (late.status_code, read(late)["current"]["holder"]) == (409, bea.pk)


def test_every_list_says_the_number_of_its_count(
    ada: User, bea: User, review: Analysis, program: Of
) -> None:
    asks, hers = program(ada), program(bea)
    asks.post(f"analyses/{review.pk}/assignment/", {"to": bea.pk})

    for program_of in (asks, hers):
        counts = read(program_of.get("worklist/"))
        lists = {name: read(program_of.get(f"worklist/{name}/"))["items"] for name in counts}
        assert {name: len(rows) for name, rows in lists.items()} == counts
    assert read(hers.get("worklist/next/"))["analysis"]["id"] == review.pk


def test_work_is_handed_over_with_a_note_to_a_colleague_only(
    ada: User, bea: User, oleg: User, review: Analysis, program: Of
) -> None:
    asks, path = program(ada), f"analyses/{review.pk}/hand-over/"
    asks.post(f"analyses/{review.pk}/claim/")

    foreign = asks.post(path, {"to": oleg.pk, "note": "Potassium is told."})
    silent = asks.post(path, {"to": bea.pk})
    given = asks.post(path, {"to": bea.pk, "note": "Potassium is told."})

    assert (foreign.status_code, silent.status_code, given.status_code) == (422, 422, 200)
    assert read(given)["holder"] == bea.pk
    assert [row["id"] for row in read(asks.get("worklist/colleagues/"))["items"]] == [bea.pk]


def test_an_open_critical_is_listed_until_somebody_answers(
    ada: User, review: Analysis, program: Of
) -> None:
    asks = program(ada)
    before = read(asks.get("criticals/"))["items"]

    answer_criticals(asks, review)

    after = read(asks.get("criticals/"))["items"]
    kept = read(asks.get("criticals/?show=all"))["items"]
    assert [row["state"] for row in before] == ["raised"]
    assert after == []
    assert [(row["state"], row["told"]) for row in kept] == [("acknowledged", "Dr Orlov")]


def test_a_run_is_told_event_by_event(ada: User, review: Analysis, program: Of) -> None:
    asks, path = program(ada), f"agent-runs/{review.run_id}/"

    detail = read(asks.get(path))
    first = read(asks.get(f"{path}timeline/?limit=2"))
    rest = read(asks.get(f"{path}timeline/?after={first['after']}&limit=200"))

    seqs = [event["seq"] for event in (*first["items"], *rest["items"])]
    assert seqs == list(range(1, detail["events"] + 1))
    assert first["next"] == f"/api/v1/{path}timeline/?after=2&limit=2"
    assert rest["next"] is None
    assert detail["differences"] == []
    assert {stage["status"] for stage in read(asks.get(f"{path}stages/"))["items"]} <= {
        "done",
        "degraded",
    }
    assert read(asks.get(f"{path}evidence/"))["per_parameter"]


def test_who_looked_at_a_run_is_for_those_who_read_the_trail(
    ada: User, nell: User, review: Analysis, program: Of
) -> None:
    asks, audits = program(ada), program(nell)
    asks.get(f"agent-runs/{review.run_id}/")

    refused = asks.get(f"agent-runs/{review.run_id}/views/")
    seen = read(audits.get(f"agent-runs/{review.run_id}/views/"))["items"]

    assert refused.status_code == 403
    assert {ada.pk, nell.pk} == {look["by"] for look in seen}


def uploaded(asks: Program, path: str, content: bytes, name: str = "a.json") -> Any:
    boundary = "b0undary"
    head = f'--{boundary}\r\nContent-Disposition: form-data; name="file"; filename="{name}"\r\n'
    body = head.encode() + b"Content-Type: application/json\r\n\r\n" + content
    return Client(raise_request_exception=False).generic(
        "POST",
        f"/api/v1/{path}",
        body + f"\r\n--{boundary}--\r\n".encode(),
        f"multipart/form-data; boundary={boundary}",
        headers={"Authorization": f"Bearer {asks.token}"},
    )


PATIENT = json.dumps(
    {"resourceType": "Patient", "id": "x1", "name": [{"family": "Neu"}], "birthDate": "1970"}
).encode()


def test_a_file_is_imported_with_its_receipt(ada: User, program: Of) -> None:
    asks = program(ada)

    made = uploaded(asks, "imports/", PATIENT)
    again = uploaded(asks, "imports/", PATIENT)

    receipt = read(made)
    assert made.status_code == 201
    assert made["Location"] == f"/api/v1/imports/{receipt['id']}/"
    assert receipt["receipt"]["entries"]["new"] == 1
    assert read(again)["receipt"]["entries"]["same"] == 1
    assert read(asks.get(made["Location"])) == receipt
    assert read(asks.get(f"patients/{receipt['patient_ids'][0]}/"))["family"] == "Neu"


def test_a_preview_imports_nothing_until_it_is_asked_to(ada: User, program: Of) -> None:
    asks = program(ada)
    preview = read(uploaded(asks, "imports/previews/", PATIENT))
    before = read(asks.get("patients/"))["items"]

    made = asks.post(f"imports/previews/{preview['batch']}/")

    assert preview["file"]["receipt"]["entries"]["new"] == 1
    assert before == []
    assert made.status_code == 201
    assert asks.get(f"imports/previews/{preview['batch']}/").status_code == 404


def test_a_preview_is_thrown_away(ada: User, program: Of) -> None:
    asks = program(ada)
    preview = read(uploaded(asks, "imports/previews/", PATIENT))

    answer = asks.delete(f"imports/previews/{preview['batch']}/")

    assert answer.status_code == 204
    assert read(asks.get("imports/"))["items"] == []


def test_a_file_that_cannot_be_read_is_refused_with_its_reason(ada: User, program: Of) -> None:
    answer = uploaded(program(ada), "imports/", b"no record at all", "a.bin")

    assert answer.status_code == 422
    assert read(answer)["errors"][0]["pointer"] == "/file"
    assert read(answer)["errors"][0]["detail"]


TABLE = b"MRN,Test,Result,Date\n4711,Potassium,4.1,2026-11-29\n"
COLUMNS = {
    "columns": {"patient": 0, "test": 1, "value": 2, "date": 3},
    "width": 4,
    "encoding": "utf-8",
    "delimiter": ",",
    "decimal": "point",
    "date_format": "YYYY-MM-DD",
    "source": "Laboratory",
}


def test_a_table_is_imported_once_its_columns_are_explained(ada: User, program: Of) -> None:
    asks = program(ada)
    at_once = uploaded(asks, "imports/", TABLE, "results.csv")
    preview = read(uploaded(asks, "imports/previews/", TABLE, "results.csv"))
    path = f"imports/previews/{preview['batch']}/"

    early = asks.post(path)
    explained = read(asks.post(f"{path}columns/", COLUMNS))
    made = asks.post(path)

    assert preview["file"]["needs_columns"] is True
    assert (at_once.status_code, early.status_code, made.status_code) == (422, 409, 201)
    assert [row["value"] for row in explained["file"]["rows"]] == ["4.1"]
    assert read(made)["receipt"]["entries"]["new"] > 0


def test_columns_that_do_not_fit_are_refused(ada: User, program: Of) -> None:
    asks = program(ada)
    preview = read(uploaded(asks, "imports/previews/", TABLE, "results.csv"))

    answer = asks.post(
        f"imports/previews/{preview['batch']}/columns/", COLUMNS | {"columns": {"patient": 0}}
    )

    assert answer.status_code == 422
