"""The steps of an analysis as people call them."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

STEPS: dict[str, str | Promise] = {
    "record": gettext_lazy("Read the record"),
    "gather": gettext_lazy("Judge the results"),
    "critical": gettext_lazy("Look for critical values"),
    "diagnostician": gettext_lazy("Plan what to look for"),
    "retriever": gettext_lazy("Look it up in the record"),
    "actuality": gettext_lazy("Check what is still true"),
    "reasoner": gettext_lazy("State what follows"),
    "writer": gettext_lazy("Write the reports"),
}
