"""The one telephone to language models."""

from django.apps import AppConfig


class LlmConfig(AppConfig):
    name = "medreview.llm"
