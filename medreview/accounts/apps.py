"""People, what they may do, and where they work."""

from django.apps import AppConfig


class AccountsConfig(AppConfig):
    name = "medreview.accounts"
