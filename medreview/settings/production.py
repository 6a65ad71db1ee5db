"""A hospital's own installation: nothing is made up, and nothing of the demo is accepted."""

import sys

from medreview.settings.base import *  # noqa: F403 - a settings module is its base and a little
from medreview.settings.base import ENVIRONMENT
from medreview.settings.env import key_of, production_problems

problems = production_problems(ENVIRONMENT)
if problems:
    sys.stderr.write("".join(f"{problem}\n" for problem in problems))
    sys.exit(2)

SECRET_KEY = ENVIRONMENT.secret_key
SEALING_ROOT_KEY = key_of(ENVIRONMENT.root_key)
DEBUG = False
MIGRATE_ON_DEMAND = False

SECURE_SSL_REDIRECT = True
SECURE_REDIRECT_EXEMPT = ["^healthz$", "^metrics$"]
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
SECURE_HSTS_SECONDS = 365 * 24 * 60 * 60
SECURE_HSTS_INCLUDE_SUBDOMAINS = True
SILENCED_SYSTEM_CHECKS = ["security.W021"]
"""Whether a domain is preloaded is for the hospital to ask for, not for one of its programs."""
SESSION_COOKIE_SECURE = True
SESSION_COOKIE_NAME = "__Host-session"
CSRF_COOKIE_SECURE = True
CSRF_COOKIE_NAME = "__Host-csrf"

WHITENOISE_USE_FINDERS = False
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"},
}
