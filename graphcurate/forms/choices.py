"""The closed lists a curator chooses from, in words."""

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from graphcurate import vocabulary, words
from graphcurate.editing.controls import Choices

NONE = (("", "—"),)
EFFECTS: Choices = tuple(words.EFFECTS.items())
DIRECTIONS: Choices = (
    ("", _("any result")),
    ("H", _("high results")),
    ("L", _("low results")),
)
EVIDENCE_DIRECTIONS: Choices = (
    ("supports", _("supports the link")),
    ("contradicts", _("contradicts the link")),
)
EVIDENCE_LEVELS: Choices = tuple(words.LEVELS.items())
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
CRITICAL_POPULATIONS: Choices = tuple(words.POPULATIONS.items())
POPULATIONS: Choices = tuple(each for each in CRITICAL_POPULATIONS if each[0] != "any")
SEXES: Choices = tuple((sex or "", word) for sex, word in words.SEXES.items())
SYSTEMS: Choices = (
    *((key, name) for key, name in vocabulary.SYSTEMS.items() if key != "loinc"),
    ("hl7v2-0493", "HL7 v2 0493"),
)
MATCHES: Choices = (
    ("exact", _("this code alone")),
    ("prefix", _("this code and all below it")),
)
