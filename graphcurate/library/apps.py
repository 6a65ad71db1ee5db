"""The documents that quotes are taken from."""

from django.apps import AppConfig


class LibraryConfig(AppConfig):
    name = "graphcurate.library"
    label = "library"
