"""The closed lists a curator chooses from, in words."""

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from graphcurate.editing.controls import Choices

NONE = (("", "—"),)
EFFECTS: Choices = (
    ("raises", _("raises it")),
    ("lowers", _("lowers it")),
    ("both", _("can raise or lower it")),
    ("confounds", _("disturbs the measurement")),
    ("explains", _("helps to explain it")),
    ("contextualises", _("puts it in context")),
)
DIRECTIONS: Choices = (
    ("", _("any result")),
    ("H", _("high results")),
    ("L", _("low results")),
)
EVIDENCE_DIRECTIONS: Choices = (
    ("supports", _("supports the link")),
    ("contradicts", _("contradicts the link")),
)
EVIDENCE_LEVELS: Choices = (
    ("guideline", _("guideline")),
    ("review", _("review")),
    ("study", _("study")),
    ("label", _("product label")),
    ("textbook", _("textbook")),
    ("expert", _("expert opinion")),
    ("domain_default", _("domain default")),
)
CERTAINTIES: Choices = (
    ("", _("not graded")),
    ("high", pgettext_lazy("certainty", "high")),
    ("moderate", pgettext_lazy("certainty", "moderate")),
    ("low", pgettext_lazy("certainty", "low")),
    ("very_low", pgettext_lazy("certainty", "very low")),
)
BIOMARKER_KINDS: Choices = (
    ("quantity", _("quantity")),
    ("ratio", _("ratio")),
    ("ordinal", _("ordinal, as negative or positive")),
    ("nominal", _("nominal, as a blood group")),
)
POPULATIONS: Choices = (
    ("adult", _("adult")),
    ("child", _("child")),
    ("neonate", _("neonate")),
    ("pregnancy", _("pregnancy")),
)
CRITICAL_POPULATIONS: Choices = (*POPULATIONS, ("any", _("everyone")))
SEXES: Choices = (("", _("both sexes")), ("female", _("female")), ("male", _("male")))
SYSTEMS: Choices = (
    ("icd10", "ICD-10"),
    ("snomed", "SNOMED CT"),
    ("atc", "ATC"),
    ("rxnorm", "RxNorm"),
    ("hl7v2-0493", "HL7 v2 0493"),
)
MATCHES: Choices = (
    ("exact", _("this code alone")),
    ("prefix", _("this code and all below it")),
)
