"""Forms of what a hospital decides for all: its name, its settings, its teams."""

from collections.abc import Iterable
from typing import Any, Self
from zoneinfo import available_timezones

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from pydantic import ValidationError

from medreview.accounts.hospital_settings import DueTimes, EscalationStep, HospitalSettings
from medreview.common.text import whole_number
from medreview.front.account_forms import seen_field, text_input
from medreview.front.hospital_choices import Whom, whom_of

LONGEST = 60 * 24 * 365


def _minutes(label: Any, help_text: Any = "") -> forms.IntegerField:
    return forms.IntegerField(
        label=label,
        help_text=help_text,
        min_value=1,
        max_value=LONGEST,
        widget=forms.NumberInput(attrs={"class": "form-control minutes", "inputmode": "numeric"}),
    )


class FactsForm(forms.Form):
    """A hospital's name and clock."""

    name = forms.CharField(label=gettext_lazy("Name"), max_length=200, widget=text_input("off"))
    timezone = forms.ChoiceField(
        label=gettext_lazy("Time zone"),
        help_text=gettext_lazy(
            "Our own times are shown in it; a record’s keep the zone they came with."
        ),
        choices=lambda: [(zone, zone) for zone in sorted(available_timezones())],
        widget=forms.Select(attrs={"class": "form-select"}),
    )
    version = forms.IntegerField(widget=forms.HiddenInput)


class SettingsForm(forms.Form):
    """The settings of a hospital, but for the steps of its escalation."""

    analyse_on_import = forms.BooleanField(
        label=gettext_lazy("Start an analysis when an import brings new results"),
        required=False,
        widget=forms.CheckboxInput(attrs={"class": "form-check-input"}),
    )
    critical = _minutes(gettext_lazy("With a critical value, minutes"))
    abnormal = _minutes(gettext_lazy("With an abnormal result, minutes"))
    other = _minutes(gettext_lazy("Everything else, minutes"))
    claim_minutes = _minutes(
        gettext_lazy("A claimed analysis stays with its reviewer for, minutes"),
        gettext_lazy("Without a sign of work; any step renews it."),
    )
    second_factor = forms.ChoiceField(
        label=gettext_lazy("Second factor"),
        choices=[
            ("optional", gettext_lazy("Each person decides")),
            ("required", gettext_lazy("Everybody turns one on before anything else")),
        ],
        widget=forms.Select(attrs={"class": "form-select"}),
    )
    version = forms.IntegerField(widget=forms.HiddenInput)


class StepForm(forms.Form):
    """One step of the escalation: after how long, to whom."""

    after_minutes = forms.IntegerField(
        label=gettext_lazy("After minutes"),
        min_value=0,
        max_value=60 * 24 * 7,
        widget=forms.NumberInput(attrs={"class": "form-control", "inputmode": "numeric"}),
    )
    whom = forms.ChoiceField(
        label=gettext_lazy("To"), widget=forms.Select(attrs={"class": "form-select"})
    )

    def __init__(self, *args: Any, choices: Whom, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["whom"].choices = choices  # type: ignore[attr-defined]

    def step(self) -> EscalationStep:
        """The step as the settings keep it."""
        kind, _colon, pk = self.cleaned_data["whom"].partition(":")
        return EscalationStep(
            after_minutes=self.cleaned_data["after_minutes"], to=kind, **({kind: pk} if pk else {})
        )


class Steps(list[StepForm]):
    """The steps of a page, as many as there are; they come in the order of their times."""

    @classmethod
    def of(cls, settings: HospitalSettings, choices: Whom) -> Self:
        """The steps as they are now."""
        return cls._made(
            ((step.after_minutes, whom_of(step)) for step in settings.escalation), choices
        )

    @classmethod
    def sent(cls, data: QueryDict, choices: Whom) -> Self:
        """The steps of a form, with the one it asks to add and without the one to take out."""
        rows = list(zip(data.getlist("after_minutes"), data.getlist("whom"), strict=False))
        taken_out = whole_number(data.get("remove"))
        if taken_out is not None and taken_out < len(rows):
            del rows[taken_out]
        if "add" in data:
            rows.append((rows[-1][0] if rows else "0", "reviewer"))
        return cls._made(rows, choices)

    def are_valid(self) -> bool:
        """Whether each can be read; all of them say what is wrong."""
        return all(form.is_valid() for form in self)

    def in_order(self) -> tuple[EscalationStep, ...]:
        """The steps by their times, those of one time as they stand."""
        return tuple(sorted((form.step() for form in self), key=lambda step: step.after_minutes))

    @classmethod
    def _made(cls, rows: Iterable[tuple[Any, str]], choices: Whom) -> Self:
        return cls(
            StepForm(
                {"after_minutes": after, "whom": whom},
                choices=choices,
                auto_id=f"id_step_{number}_%s",
            )
            for number, (after, whom) in enumerate(rows)
        )


def initial_of(settings: HospitalSettings, version: int) -> dict[str, Any]:
    """What a form of these settings begins with."""
    return {
        **settings.due.model_dump(),
        "analyse_on_import": settings.analyse_on_import,
        "claim_minutes": settings.claim_minutes,
        "second_factor": settings.second_factor,
        "version": version,
    }


def settings_from(
    form: SettingsForm, steps: Steps, before: HospitalSettings
) -> HospitalSettings | None:
    """The settings a form asks for; None, with the reason in the form, where they can't hold."""
    said = form.cleaned_data
    due = {name: said[name] for name in DueTimes.model_fields}
    own = {name: said[name] for name in ("analyse_on_import", "claim_minutes", "second_factor")}
    try:
        return HospitalSettings.model_validate(
            {**before.model_dump(), **own, "due": due, "escalation": steps.in_order()}
        )
    except ValidationError:
        form.add_error(None, _("These settings do not fit together."))
        return None


class TeamForm(forms.Form):
    """A team's name."""

    name = forms.CharField(label=gettext_lazy("Name"), max_length=200, widget=text_input("off"))


class MembersForm(TeamForm):
    """A team's name and who is in it."""

    members = forms.MultipleChoiceField(
        label=gettext_lazy("Members"), required=False, widget=forms.CheckboxSelectMultiple
    )
    seen = seen_field()

    def __init__(self, *args: Any, people: list[tuple[str, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["members"].choices = people  # type: ignore[attr-defined]
