"""What every other package stands on."""

from django.apps import AppConfig


class CommonConfig(AppConfig):
    """The ground floor."""

    name = "medreview.common"
