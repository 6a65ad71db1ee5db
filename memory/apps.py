"""What patients said, and what persons made of it."""

from django.apps import AppConfig


class MemoryConfig(AppConfig):
    name = "memory"
