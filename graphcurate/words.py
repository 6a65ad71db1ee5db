"""The closed lists of the graph in the words people read and choose by."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

from graphcurate.browsing import EntryType
from graphcurate.contracts import RelationKind

Words = str | Promise

KINDS: dict[RelationKind, Words] = {
    RelationKind.PARAMETER: gettext_lazy("Parameters"),
    RelationKind.CONDITION: gettext_lazy("Conditions"),
    RelationKind.MEDICATION: gettext_lazy("Medications"),
    RelationKind.PREANALYTICAL: gettext_lazy("Preanalytical factors"),
}
EFFECTS: dict[str, Words] = {
    "raises": gettext_lazy("raises it"),
    "lowers": gettext_lazy("lowers it"),
    "both": gettext_lazy("can raise or lower it"),
    "confounds": gettext_lazy("disturbs the measurement"),
    "explains": gettext_lazy("helps to explain it"),
    "contextualises": gettext_lazy("puts it in context"),
}
LEVELS: dict[str, Words] = {
    "guideline": gettext_lazy("guideline"),
    "review": gettext_lazy("review"),
    "study": gettext_lazy("study"),
    "label": gettext_lazy("product label"),
    "textbook": gettext_lazy("textbook"),
    "expert": gettext_lazy("expert opinion"),
    "domain_default": gettext_lazy("domain default"),
}
POPULATIONS: dict[str, Words] = {
    "adult": gettext_lazy("adult"),
    "child": gettext_lazy("child"),
    "neonate": gettext_lazy("neonate"),
    "pregnancy": gettext_lazy("pregnancy"),
    "any": gettext_lazy("everyone"),
}
SEXES: dict[str | None, Words] = {
    None: gettext_lazy("both sexes"),
    "female": gettext_lazy("female"),
    "male": gettext_lazy("male"),
}
TYPES: dict[EntryType, Words] = {
    EntryType.BIOMARKER: gettext_lazy("Biomarkers"),
    EntryType.CONDITION: gettext_lazy("Conditions"),
    EntryType.MEDICATION: gettext_lazy("Medications"),
    EntryType.PREANALYTICAL: gettext_lazy("Preanalytical factors"),
    EntryType.DOMAIN: gettext_lazy("Domains"),
    EntryType.SOURCE: gettext_lazy("Sources"),
}
