"""One machine: the embedded database, secrets made on first start, the demo at hand."""

from medreview.settings.base import *  # noqa: F403 - a settings module is its base and a little
from medreview.settings.base import ENVIRONMENT, INSTALLED_APPS
from medreview.settings.env import kept_secret, key_of

SECRET_KEY = ENVIRONMENT.secret_key or kept_secret(ENVIRONMENT, "session")
SEALING_ROOT_KEY = key_of(ENVIRONMENT.root_key or kept_secret(ENVIRONMENT, "sealing"))
DEBUG = ENVIRONMENT.debug

INSTALLED_APPS = [*INSTALLED_APPS, "medreview.demo"]
WEBHOOK_TO_THIS_MACHINE = True
