"""Tests: fast hashing, the queue in this process, nothing written outside ``var``."""

from medreview.settings.base import *  # noqa: F403 - a settings module is its base and a little
from medreview.settings.base import DATABASES, INSTALLED_APPS, Q_CLUSTER

SECRET_KEY = "tests-only"  # noqa: S105
SEALING_ROOT_KEY = b"tests only: thirty-two bytes key"
DEBUG = False
ALLOWED_HOSTS = ["testserver", "localhost", "127.0.0.1"]

INSTALLED_APPS = [*INSTALLED_APPS, "medreview.demo"]
BASE_URL = "https://review.test"
LLM_ENDPOINTS = ()
WEBHOOK_TO_THIS_MACHINE = True
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
Q_CLUSTER = Q_CLUSTER | {"sync": True}
MIGRATE_ON_DEMAND = False
WHITENOISE_AUTOREFRESH = True
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.InMemoryStorage"},
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
}

# A test database may be lost with the machine.
DATABASES["default"]["OPTIONS"]["options"] = "-c synchronous_commit=off"  # type: ignore[index]
