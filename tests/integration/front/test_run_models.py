"""What a model was asked in a run is told on its page: tokens, money, words, retries, reasons."""

import re

import pytest
from django.urls import reverse

from medreview.audit.event_types import EventType
from medreview.audit.models import AuditEvent
from medreview.llm.double.script import Mode, ScriptedCall, Turn
from medreview.llm.models import LLMCall
from medreview.patients import sealing
from medreview.runtime.replay import differences
from medreview.runtime.skills.read import read_skill
from tests.factories.asked_runs import ask_a_model, prices_of
from tests.factories.patients import make_patient
from tests.factories.runtime import make_run
from tests.factories.skills import allow, write_skill

pytestmark = pytest.mark.django_db

AS_HTMX = {"HX-Request": "true"}
LOOK = Turn(calls=(ScriptedCall(name="look_up", arguments={"names": ["Hb"]}),))
DONE = Turn(calls=(ScriptedCall(name="submit_plan", arguments={"keys": ["718-7"]}),))
BROKEN = Turn(mode=Mode.BROKEN)


@pytest.fixture
def asked(north, ada, llm_double, tmp_path, settings):
    """``asked(LOOK, DONE)`` is a run of North in which a model was asked and said that."""
    skill = read_skill(write_skill(tmp_path / "skill"))
    settings.SKILLS_ALLOWED = allow(tmp_path, skill)

    def ask(*turns, **said):
        run = make_run(patient=make_patient(hospital=north), by=ada)
        ask_a_model(run, skill, llm_double(*turns), **said)
        return run

    return ask


def detail(run, **asked):
    return reverse("front:run-detail", args=[run.pk], query=asked)


def opened(client, run, kind, nth=0):
    seq = list(run.events.filter(kind=kind).order_by("seq").values_list("seq", flat=True))[nth]
    return client.get(reverse("front:run-event", args=[run.pk, seq]), headers=AS_HTMX)


def openings(run):
    found = AuditEvent.objects.filter(thing_id=run.pk, event=EventType.RUN_PAYLOAD_READ)
    return [event.counts["event"] for event in found.order_by("seq")]


def numbers(name, text):
    return [int(found) for found in re.findall(rf'{name}="(\d+)"', text)]


# Tokens and money


def test_tokens_and_money_of_all_rows_add_up_to_the_head(asked, nell, signed_in):
    run = asked(LOOK, BROKEN, DONE)

    page = signed_in(nell).get(detail(run)).text

    rows = page[page.index('id="event-rows"') :]
    spent = LLMCall.objects.filter(run=run.pk)
    for name, field in (
        ("data-tokens-in", "input_tokens"),
        ("data-tokens-out", "output_tokens"),
        ("data-micros", "micros"),
    ):
        booked = sum(spent.values_list(field, flat=True))
        head = numbers(name, page[: page.index('id="event-rows"')])
        assert sum(numbers(name, rows)) == booked == head[0] > 0


def test_a_model_without_a_price_is_never_said_to_be_free(asked, nell, signed_in):
    run = asked(DONE, prices=prices_of(other=2))

    page = signed_in(nell).get(detail(run))

    assert page.context["page"].model.cost == "no price"
    assert "0.0000" not in page.text


def test_retries_are_counted_and_each_request_is_listed_once_opened(asked, nell, signed_in):
    run = asked(BROKEN, DONE)
    client = signed_in(nell)

    page = client.get(detail(run)).context["page"]
    talk = opened(client, run, "model.replied").context["detail"].talk

    assert page.model.retries == "1"
    assert [(line.is_good, line.outcome) for line in talk.requests] == [
        (
            False,
            "The language model's provider can't be reached or is broken. Try again later.",
        ),
        (True, "answered"),
    ]


def test_a_fallback_is_said_with_its_reason_in_words(asked, nell, signed_in):
    run = asked(Turn(mode=Mode.REFUSAL, times=0))

    page = signed_in(nell).get(detail(run))

    (line,) = page.context["page"].model.lines
    assert (line.state, line.reason) == ("fallback", "The language model declined to answer.")
    assert 'data-state="fallback"' in page.text
    ended = next(row for row in page.context["page"].rows if row.kind == "skill.ended")
    assert ("reason", line.reason, False) in ended.facts


def test_the_steps_say_what_models_took_in_them(asked, nell, signed_in):
    run = asked(LOOK, DONE)

    groups = signed_in(nell).get(detail(run)).context["page"].groups

    notes = {bar.name: bar.asked for group in groups for bar in group.bars}
    assert notes["diagnostician"].startswith("2 questions · ")
    assert notes["waits for a worker"] == ""


def test_models_and_tools_are_kinds_of_their_own(asked, nell, signed_in):
    run = asked(LOOK, DONE)
    client = signed_in(nell)

    models, tools, rules = (
        [row.kind for row in client.get(detail(run, kind=kind)).context["page"].rows]
        for kind in ("model", "tool", "rule")
    )

    assert set(models) == {"skill.used", "model.asked", "model.replied", "skill.ended"}
    assert tools == ["tool.called", "tool.answered"] * 2
    assert rules == []


# Words


def test_no_word_is_on_the_page_before_it_is_opened(asked, nell, signed_in):
    run = asked(LOOK, DONE)

    page = signed_in(nell).get(detail(run)).text

    assert "Canary" not in page
    assert "Obey me" not in page
    assert openings(run) == []


def test_a_question_is_shown_as_it_was_sent_with_its_data_in_blocks(asked, nell, signed_in):
    run = asked(LOOK, DONE)

    answer = opened(signed_in(nell), run, "model.asked")

    instruction, given = answer.context["detail"].talk.turns
    assert (instruction.role, given.role) == ("system", "user")
    assert instruction.parts[0].pieces == [("Plan what to look for. It costs $5.", False)]
    assert given.parts[0].label == "results"
    assert "Obey me." in given.parts[0].pieces[0][0]
    assert answer.text.count('data-testid="data-block"') == 1
    assert openings(run) == [answer.context["seq"]]


def test_a_later_question_shows_what_was_added_and_both_openings_are_recorded(
    asked, nell, signed_in
):
    run = asked(LOOK, DONE)

    answer = opened(signed_in(nell), run, "model.asked", 1)

    talk = answer.context["detail"].talk
    assert [turn.role for turn in talk.before] == ["system", "user"]
    assert [turn.role for turn in talk.turns] == ["assistant", "tool"]
    assert talk.turns[0].calls[0][0] == "look_up"
    assert talk.gone == []
    assert sorted(openings(run)) == [talk.compared, answer.context["seq"]]


def test_a_tools_arguments_and_answer_are_shown(asked, nell, signed_in):
    run = asked(LOOK, DONE)
    client = signed_in(nell)

    called, answered = (opened(client, run, kind) for kind in ("tool.called", "tool.answered"))

    assert '"names"' in called.context["detail"].talk.parsed
    assert answered.context["detail"].talk.turns[0].parts[0].pieces == [("718-7", False)]


def test_what_a_model_says_is_never_markup(asked, nell, signed_in):
    run = asked(Turn(text="<script>alert(1)</script>"), DONE)

    answer = opened(signed_in(nell), run, "model.replied")

    assert "&lt;script&gt;alert(1)" in answer.text
    assert "<script>" not in answer.text


def test_an_erased_patients_words_are_gone_and_the_page_says_so(asked, nell, signed_in):
    run = asked(LOOK, DONE)
    sealing.destroy_key(run.patient, by=None)
    client = signed_in(nell)

    page = client.get(detail(run))
    answer = opened(client, run, "model.asked", 1)

    assert 'data-state="verified"' in page.text
    assert answer.status_code == 200
    assert answer.context["unreadable"]
    assert "Obey me" not in answer.text


def test_the_events_of_such_a_run_add_up(asked):
    assert differences(asked(BROKEN, LOOK, DONE)) == []


def test_what_the_ledger_knows_and_no_event_does_is_said(asked, nell, signed_in):
    run = asked(DONE)
    row = LLMCall.objects.filter(run=run.pk).values().get()
    LLMCall.objects.create(**{**row, "id": "llm_other", "ask": "ask_other", "purpose": "gone"})

    page = signed_in(nell).get(detail(run))

    assert "1 request stands in the ledger" in page.context["page"].model.loose
    assert 'data-testid="loose"' in page.text
