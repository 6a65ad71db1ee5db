"""The form of what a hospital decides about language models."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy

from medreview.accounts.hospital_settings import ModelBudget, ModelRules

MOST_TOKENS = 1_000_000_000


class _Tokens(forms.IntegerField):
    def __init__(self, label: Any) -> None:
        attrs = {
            "class": "form-control",
            "inputmode": "numeric",
            "placeholder": gettext_lazy("as installed"),
        }
        super().__init__(
            label=label,
            required=False,
            min_value=0,
            max_value=MOST_TOKENS,
            widget=forms.NumberInput(attrs=attrs),
        )


class _Money(forms.DecimalField):
    def __init__(self, label: Any) -> None:
        attrs = {
            "class": "form-control",
            "inputmode": "decimal",
            "placeholder": gettext_lazy("as installed"),
        }
        super().__init__(
            label=label,
            required=False,
            min_value=0,
            max_digits=12,
            decimal_places=4,
            widget=forms.NumberInput(attrs=attrs),
        )


class ModelRulesForm(forms.Form):
    """Whether a model may be asked, how far its work goes, and what it may cost."""

    allowed = forms.ChoiceField(
        label=gettext_lazy("Which models may be asked"),
        choices=[
            ("none", gettext_lazy("None: every analysis is made by code alone")),
            ("local", gettext_lazy("Only one that stands in the house")),
            ("any", gettext_lazy("Any that is set up here, also outside the house")),
        ],
        widget=forms.RadioSelect(attrs={"class": "form-check-input"}),
    )
    diagnostician_steps = forms.IntegerField(
        label=gettext_lazy("Questions of the diagnostician, at most"),
        help_text=gettext_lazy("For names that code can’t put to a test. From 1 to 25."),
        min_value=1,
        max_value=25,
        widget=forms.NumberInput(attrs={"class": "form-control minutes", "inputmode": "numeric"}),
    )
    retriever_arm = forms.ChoiceField(
        label=gettext_lazy("A model looks in the record for what code left over"),
        choices=[
            ("code_mode", gettext_lazy("By short programs that are shown no values")),
            ("tool_arm", gettext_lazy("By tools whose answers it reads")),
            ("off", gettext_lazy("Not at all")),
        ],
        widget=forms.Select(attrs={"class": "form-select"}),
    )
    run_tokens = _Tokens(gettext_lazy("Tokens"))
    run_money = _Money(gettext_lazy("Money"))
    user_day_tokens = _Tokens(gettext_lazy("Tokens"))
    user_day_money = _Money(gettext_lazy("Money"))
    hospital_day_tokens = _Tokens(gettext_lazy("Tokens"))
    hospital_day_money = _Money(gettext_lazy("Money"))
    version = forms.IntegerField(widget=forms.HiddenInput)

    def rules(self) -> ModelRules:
        """The rules that are asked for."""
        said = self.cleaned_data
        budget = ModelBudget(**{name: said[name] for name in ModelBudget.model_fields})
        own = {name: said[name] for name in ModelRules.model_fields if name != "budget"}
        return ModelRules(**own, budget=budget)


def initial_of(rules: ModelRules, version: int) -> dict[str, Any]:
    """What a form of these rules begins with."""
    return {**rules.model_dump(exclude={"budget"}), **rules.budget.model_dump(), "version": version}
