"""The fixed words of both texts. A change here is a change of what patients are told."""

from django.utils.translation import gettext_noop as _

NOTICE_DOCTOR = _(
    "This text lists what the record holds and what a knowledge graph relates to it. It is no "
    "diagnosis, no prescription and no advice; a clinician decides."
)
NOTICE_PATIENT = _(
    "This text is no diagnosis, no prescription and no advice. Please talk about it with the "
    "people who care for you. Please keep your medicines as agreed with them."
)
UNREVIEWED = _("The relations it rests on are starter content, not clinically reviewed.")
WORDED_DOCTOR = _(
    "A language model put some sentences into other words or another order; a program checked "
    "that each still says what the record and the rules say."
)
WORDED_PATIENT = _(
    "A language model helped with the wording; a program checked that it says the same as before."
)
FALLBACK = _(
    "A language model was asked to word this text and none of its wordings stands; the sentences "
    "are those of fixed rules."
)
DISAGREES = _(
    "Some of what is recorded about these results does not agree or was corrected. Please ask the "
    "people who care for you what holds."
)
CARE = _(
    "At least one of your results is in a range that needs prompt attention. Please contact the "
    "people who care for you now. If you feel unwell, please call the emergency number."
)
NOTHING_ABNORMAL = _("The record was read completely, and no current result in it is abnormal.")
NOTHING_SAID = _("No abnormal result can be spoken of here. This does not mean that all is normal.")
IN_PERSON = _(
    "Some results are best talked about in person. Please ask the people who care for you."
)
TOGETHER = _(
    "The people who care for you read these results together with everything else they know."
)

CRITICAL_VALUES = _("Critical values")
FINDINGS = _("Findings")
PATTERNS = _("Patterns across domains")
TOO_OLD = _("Too old to speak of this day")
NOTHING = _("Nothing abnormal")
NO_FINDING = _("No finding")
IMPORTANT = _("Important")
YOUR_RESULTS = _("Your results")
OLDER_RESULTS = _("Older results")
