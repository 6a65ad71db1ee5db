"""The app of the tokens by which a program acts for a person."""

from django.apps import AppConfig


class TokensConfig(AppConfig):
    name = "medreview.tokens"
