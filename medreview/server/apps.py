"""Starting web and worker, and knowing that both live."""

from django.apps import AppConfig


class ServerConfig(AppConfig):
    """The processes of one installation."""

    name = "medreview.server"
