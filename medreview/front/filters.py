"""What runs, timelines and the trail can be narrowed to. It stands in addresses: ids and codes,
never a name.
"""

import datetime as dt
import re
from typing import Any, cast

from django import forms
from django.core.validators import MaxValueValidator, MinValueValidator
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from medreview.audit.event_types import EventType
from medreview.audit.kinds import Outcome
from medreview.audit.queries import TrailFilter
from medreview.common.clock import now
from medreview.runtime.pages import Kind, Wanted
from medreview.runtime.queries import RunFilter
from medreview.runtime.run_states import Models, RunState

SYSTEM = "system"
IDS = ("patient", "thing", "request")
CODE = re.compile(r"[\w.:/-]*", re.ASCII)

FIRST_DAY, LAST_DAY = dt.date(2000, 1, 1), dt.date(2199, 12, 31)
"""Days beyond these are slips of a finger, and some of them no clock can count from."""

STATE_WORDS = {
    RunState.QUEUED: _("Queued"),
    RunState.RUNNING: _("Running"),
    RunState.AWAITING_REVIEW: _("Awaiting review"),
    RunState.DONE: _("Done"),
    RunState.FAILED: _("Failed"),
    RunState.CANCELLED: _("Cancelled"),
}

KIND_WORDS = {
    Kind.STATE: pgettext_lazy("events", "State"),
    Kind.STAGE: pgettext_lazy("events", "Stages"),
    Kind.MODEL: pgettext_lazy("events", "Models"),
    Kind.TOOL: pgettext_lazy("events", "Tools"),
    Kind.RULE: pgettext_lazy("events", "Rules"),
    Kind.HUMAN: pgettext_lazy("events", "People"),
    Kind.ERROR: pgettext_lazy("events", "Errors"),
}


def select() -> forms.Select:
    """A list to choose from, as every page draws it."""
    return forms.Select(attrs={"class": "form-select"})


def code_field(
    label: Any, placeholder: str = "", *, length: int = 64, pattern: str = CODE.pattern
) -> forms.CharField:
    """A field for an id or a code: no spaces, so no name of a person."""
    return forms.RegexField(
        label=label,
        required=False,
        max_length=length,
        regex=re.compile(rf"\A(?:{pattern})\Z", re.ASCII),
        error_messages={"invalid": _("An id or a code, without spaces.")},
        widget=forms.TextInput(
            attrs={"class": "form-control", "placeholder": placeholder, "autocomplete": "off"}
        ),
    )


def day_field(label: Any) -> forms.DateField:
    """A day, written ``2026-11-30`` in the address whatever the language."""
    return forms.DateField(
        label=label,
        required=False,
        input_formats=["%Y-%m-%d"],
        validators=[MinValueValidator(FIRST_DAY), MaxValueValidator(LAST_DAY)],
        widget=forms.DateInput(format="%Y-%m-%d", attrs={"class": "form-control", "type": "date"}),
    )


def alerts_since() -> dt.date:
    """The first of the seven days whose alerts are shown, today included."""
    return timezone.localdate(now()) - dt.timedelta(days=6)


def start_of(day: dt.date | None) -> dt.datetime | None:
    """The first moment of a day in the reader's zone."""
    if day is None:
        return None
    return dt.datetime.combine(day, dt.time.min, tzinfo=timezone.get_current_timezone())


def end_of(day: dt.date | None) -> dt.datetime | None:
    """The moment at which a day is over in the reader's zone."""
    return start_of(day + dt.timedelta(days=1) if day else None)


MODELS = {
    Models.ASKED: _("Asked a model"),
    Models.FALLBACK: _("Ended in a fallback"),
    Models.NONE: _("Asked none"),
}


class RunForm(forms.Form):
    """Which runs a list shows."""

    state = forms.ChoiceField(
        label=_("State"),
        required=False,
        choices=[("", _("All")), *((state.value, words) for state, words in STATE_WORDS.items())],
        widget=select(),
    )
    who = forms.ChoiceField(label=_("Started by"), required=False, widget=select())
    since = day_field(_("Since"))
    until = day_field(_("To, that day included"))
    models = forms.ChoiceField(
        label=_("Language models"),
        required=False,
        choices=[("", _("All")), *((models.value, words) for models, words in MODELS.items())],
        widget=select(),
    )

    def __init__(self, *args: Any, people: list[tuple[str, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        choices = [("", _("All")), *people, (SYSTEM, _("The system"))]
        cast(forms.ChoiceField, self.fields["who"]).choices = choices

    def wanted(self) -> RunFilter:
        """The filter; what can't be read narrows nothing."""
        self.is_valid()
        said = self.cleaned_data
        models = said.get("models")
        return RunFilter(
            state=said.get("state", ""),
            who=said.get("who", ""),
            since=start_of(said.get("since")),
            before=end_of(said.get("until")),
            models=Models(models) if models else None,
        )

    def kept(self) -> dict[str, str]:
        """What of it an address repeats."""
        self.is_valid()
        return {name: str(value) for name, value in self.cleaned_data.items() if value}


class TimelineForm(forms.Form):
    """Which events of a run a timeline shows, and how."""

    kind = forms.ChoiceField(
        label=_("Kind"),
        required=False,
        choices=[("", _("All")), *((kind.value, words) for kind, words in KIND_WORDS.items())],
        widget=select(),
    )
    q = code_field(_("Event, stage, hash or person’s id"))
    time = forms.ChoiceField(required=False, choices=[("", ""), ("relative", "")])
    folded = forms.ChoiceField(required=False, choices=[("", ""), ("no", "")])

    def wanted(self) -> Wanted:
        """The filter; what can't be read narrows nothing."""
        self.is_valid()
        kind = self.cleaned_data.get("kind")
        return Wanted(Kind(kind) if kind else None, self.cleaned_data.get("q", ""))

    def kept(self) -> dict[str, str]:
        """What of it an address repeats."""
        self.is_valid()
        return {name: value for name, value in self.cleaned_data.items() if value}


ALERTS = "alerts"

OUTCOME_CHOICES = [
    ("", _("All")),
    (Outcome.DONE.value, pgettext_lazy("outcome", "Done")),
    (Outcome.REFUSED.value, pgettext_lazy("outcome", "Refused")),
    (Outcome.FAILED.value, pgettext_lazy("outcome", "Failed")),
    (ALERTS, _("Alerts: denied attempts and lock-outs")),
]


def _event_choices() -> list[tuple[str, Any]]:
    """Every kind of event, under the thing it is about."""
    groups: dict[str, list[tuple[str, str]]] = {}
    for kind in sorted(EventType):
        groups.setdefault(kind.value.partition(".")[0], []).append((kind.value, kind.value))
    return [("", _("All")), *groups.items()]


class TrailForm(forms.Form):
    """Which events of the trail to show. Ids only: nothing here names a patient."""

    event = forms.ChoiceField(
        label=_("Event"), required=False, choices=_event_choices, widget=select()
    )
    actor = forms.ChoiceField(label=_("Who"), required=False, widget=select())
    outcome = forms.ChoiceField(
        label=_("Outcome"), required=False, choices=OUTCOME_CHOICES, widget=select()
    )
    since = day_field(_("From"))
    until = day_field(_("To, that day included"))
    # A name of one word is no id; and an id becomes a part of an address.
    patient = code_field(_("Patient’s id"), "pat_…", length=32, pattern=r"pat_\w+")
    thing = code_field(_("Thing’s id"), "run_…", length=64)
    request = code_field(_("Request"), length=32)

    def __init__(self, *args: Any, people: list[tuple[str, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        choices = [("", _("All")), *people, (SYSTEM, _("The system"))]
        cast(forms.ChoiceField, self.fields["actor"]).choices = choices

    def wanted(self) -> TrailFilter:
        """The filter; what can't be read narrows nothing, and the form says what that was."""
        self.is_valid()
        said = self.cleaned_data
        outcome = said.get("outcome", "")
        return TrailFilter(
            **{name: said.get(name, "") for name in ("event", "actor", *IDS)},
            outcome=Outcome(outcome) if outcome not in {"", ALERTS} else None,
            alerts=outcome == ALERTS,
            since=start_of(said.get("since")),
            until=end_of(said.get("until")),
        )

    def kept(self) -> dict[str, str]:
        """What of it an address repeats, and what the trail says of its own reading."""
        self.is_valid()
        return {name: str(value) for name, value in self.cleaned_data.items() if value}


class NoteForm(forms.Form):
    """An auditor's word about a week, bound to the report they saw."""

    note = forms.CharField(
        label=_("What you looked at, and what you found"),
        help_text=_("No names of patients: their ids say enough."),
        required=False,
        max_length=4000,
        widget=forms.Textarea(attrs={"class": "form-control", "rows": 4}),
    )
    seen = forms.CharField(required=False, max_length=64, widget=forms.HiddenInput)
