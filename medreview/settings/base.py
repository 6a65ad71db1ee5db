"""What is true everywhere. A settings module builds on this one and is named in full."""

from django.utils.translation import gettext_lazy as _

from medreview.settings.api import API_REQUESTS_A_MINUTE as API_REQUESTS_A_MINUTE
from medreview.settings.api import KNOX_TOKEN_MODEL as KNOX_TOKEN_MODEL
from medreview.settings.api import MIGRATION_MODULES as MIGRATION_MODULES
from medreview.settings.api import REST_FRAMEWORK as REST_FRAMEWORK
from medreview.settings.api import REST_KNOX as REST_KNOX
from medreview.settings.api import SPECTACULAR_SETTINGS as SPECTACULAR_SETTINGS
from medreview.settings.env import ROOT, database_settings, names_in, read_environment, static_root
from medreview.settings.integrations import Q_CLUSTER as Q_CLUSTER
from medreview.settings.integrations import logging_settings
from medreview.settings.language_models import read_endpoints, read_limits, read_price_list
from medreview.settings.outgoing import email_settings, networks

ENVIRONMENT = read_environment()
VAR = ENVIRONMENT.var

# Apps

INSTALLED_APPS = [
    "medreview.common",
    "medreview.audit",
    "medreview.accounts",
    "medreview.tokens",
    "medreview.patients",
    "medreview.fhir",
    "medreview.llm",
    "medreview.runtime",
    "graphcurate.library",
    "graphcurate",
    "memory",
    "analysis.pipeline",
    "analysis.impact",
    "analysis.worklist",
    "analysis.escalation",
    "analysis.review",
    "analysis.exports",
    "analysis.evaluation",
    "medreview.front",
    "medreview.api",
    "medreview.server",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.humanize",
    "django.contrib.messages",
    "django.contrib.postgres",
    "django.contrib.sessions",
    "django.contrib.staticfiles",
    "django_include_bootstrap",
    "lucide",
    "django_htmx",
    "django_structlog",
    "csp",
    "axes",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "pgtrigger",
    "django_q",
    "knox",
    "rest_framework",
    "drf_spectacular",
    "drf_spectacular_sidecar",
]

# Requests

ROOT_URLCONF = "medreview.urls"
ASGI_APPLICATION = "medreview.asgi.application"
WSGI_APPLICATION = "medreview.wsgi.application"

TRUSTED_PROXIES = ENVIRONMENT.trusted_proxies
MIDDLEWARE = [
    "medreview.common.proxies.ClientAddress",
    "medreview.front.middleware.RequestIdentity",
    "medreview.common.headers.PrivatePages",
    "medreview.api.problems.Problems",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "medreview.common.request_log.RequestLog",
    "csp.middleware.CSPMiddleware",
    "medreview.common.headers.BodyLimit",
    "medreview.front.middleware.StorableText",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "medreview.front.middleware.SessionLimits",
    "medreview.front.middleware.ReaderSettings",
    "medreview.front.middleware.FactorFirst",
    "medreview.front.middleware.ErrorPages",
    "axes.middleware.AxesMiddleware",
]

UPLOAD_LIMIT = 32 * 1024 * 1024
"""The largest file a person may import."""
UPLOAD_LIMITS = {"csv": 8 * 1024 * 1024, "hl7": 2 * 1024 * 1024, "graph": UPLOAD_LIMIT}
"""Of tables and messages, read while somebody waits for the page; a shell takes larger ones.
A file of the graph is gone through by a worker."""
GRAPH_IMPORT_ROWS = 50_000
"""The most rows that one file of the graph may have."""
TABLE_LIMIT = 1024 * 1024 * 1024
"""The largest table that a command reads row by row."""
BODY_LIMIT = 4 * UPLOAD_LIMIT
"""Beyond this a request is refused unread; below it the form can name the file."""
DATA_UPLOAD_MAX_MEMORY_SIZE = 2 * 1024 * 1024
FILE_UPLOAD_HANDLERS = ["django.core.files.uploadhandler.TemporaryFileUploadHandler"]

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [ROOT / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "django.template.context_processors.i18n",
                "medreview.front.nav.navigation",
                "medreview.front.strip.criticals_waiting",
            ],
        },
    },
]

# Database

DATABASES = {"default": database_settings(ENVIRONMENT)}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
MIGRATE_ON_DEMAND = True
"""Whether a command first applies pending migrations."""

# Workers

AT_EVERY_BEAT = [
    "analysis.pipeline.jobs.rescue",
    "medreview.fhir.jobs.call_again",
    "analysis.escalation.jobs.escalate",
    "medreview.audit.jobs.verify_daily",
    "analysis.impact.jobs.at_beat",
    "graphcurate.jobs.call_imports_again",
]
"""Dotted paths of short steps that the guard of the workers takes every few seconds."""

AFTER_IMPORT: tuple[str, ...] = (
    "analysis.pipeline.jobs.mark_outdated",
    "analysis.pipeline.jobs.analyse_imported",
)
"""Dotted paths of jobs that are given each import's id once it is committed, and again when one
broke or its worker was lost: for each of them twice is as once."""

AFTER_RERUN: tuple[str, ...] = (
    "analysis.worklist.services.follow",
    "analysis.review.services.carrying.carry_over",
)
"""Dotted paths of steps that are given a re-run in the transaction that finishes it."""

GRAPH_IMPACT = "analysis.impact.for_curators.FOR_CURATORS"
"""What works out which stored analyses a content of the graph would change."""
GRAPH_VIGNETTES = "analysis.evaluation.vignette_outcomes.outcomes"
"""What runs the vignettes with a content of the graph that is not a release yet."""
AFTER_RELEASE: tuple[str, ...] = (
    "graphcurate.services.gaps.after_release",
    "analysis.impact.services.after_release",
)
"""Dotted paths of steps that are given each release's id once it is committed."""

WHEN_CUT_OFF: tuple[str, ...] = ("medreview.tokens.services.revoke_all",)
"""Dotted paths of steps that end what else lets a person in, in the transaction that shuts it."""

HEALTH_CHECKS = ["medreview.audit.chain_health.trail", "analysis.escalation.health.messages"]
"""Dotted paths of further checks: each answers with a ``server.health.Check``, in milliseconds."""

BACKUP_STAMP = ENVIRONMENT.backup_stamp
METRICS_TOKEN = ENVIRONMENT.metrics_token

AT_START = ["medreview.fhir.units.warm_up", "graphcurate.queries.warm_up"]
"""Dotted paths of what a web or worker process makes ready before it is asked."""

MEMORY_LEXICON = "analysis.intake.lexicon.names_of_the_graph"
"""Dotted path of what gives the rule extractor the names it knows."""

# Language models

LLM_ENDPOINTS = read_endpoints()
"""Who is asked, the first one first; empty: everything works without a model."""
LLM_LIMITS = read_limits()
"""How much a run, a person's day and a hospital's day may spend on it."""
LLM_PRICES = read_price_list()
"""What its tokens cost, by model and day."""

# Messages

globals().update(email_settings(ENVIRONMENT.email_url))
DEFAULT_FROM_EMAIL = ENVIRONMENT.email_from
BASE_URL = ENVIRONMENT.base_url
"""What a link in a message begins with; empty: no message with a link can be sent."""
WEBHOOK_NETWORKS = networks(ENVIRONMENT.webhook_networks)
"""Private networks that webhooks may be sent to."""
WEBHOOK_TO_THIS_MACHINE = False
"""Whether a webhook may go to this machine itself, and there without TLS."""

# People

AUTH_USER_MODEL = "accounts.User"
LOGIN_URL = "front:login"
LOGIN_REDIRECT_URL = "front:home"
LOGOUT_REDIRECT_URL = "front:login"
AUTHENTICATION_BACKENDS = [
    "axes.backends.AxesStandaloneBackend",
    "django.contrib.auth.backends.ModelBackend",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}", "OPTIONS": options}
    for name, options in (
        ("UserAttributeSimilarityValidator", {}),
        ("MinimumLengthValidator", {"min_length": 12}),
        ("CommonPasswordValidator", {}),
    )
]

PASSWORD_RESET_TIMEOUT = 24 * 60 * 60
"""How long a link for a new password works, in seconds; signing in spends it sooner."""

SESSION_IDLE_SECONDS = 15 * 60
SESSION_ABSOLUTE_SECONDS = 12 * 60 * 60
SESSION_COOKIE_AGE = SESSION_ABSOLUTE_SECONDS
SESSION_EXPIRE_AT_BROWSER_CLOSE = True
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
CSRF_COOKIE_SAMESITE = "Lax"
CSRF_TRUSTED_ORIGINS = names_in(ENVIRONMENT.trusted_origins)

AXES_HANDLER = "medreview.accounts.lockout.Lockout"
AXES_FAILURE_LIMIT = 5
AXES_LOCKOUT_PARAMETERS = ["username", "ip_address"]
AXES_LOCKOUT_CALLABLE = "medreview.front.views.login.locked_out"
AXES_COOLOFF_TIME = 0.25
"""A quarter of an hour, which another attempt does not make longer: the page names it."""
AXES_RESET_COOL_OFF_ON_FAILURE_DURING_LOCKOUT = False
AXES_RESET_ON_SUCCESS = True
AXES_DISABLE_ACCESS_LOG = True
"""Who signed in and when is in the audit trail."""
AXES_VERBOSE = False

MFA_ADAPTER = "medreview.accounts.sealed_secrets.SealedSecrets"
MFA_TOTP_ISSUER = "medreview"
MFA_TOTP_TOLERANCE = 1
"""A clock half a minute off is nobody's fault."""
MFA_RECOVERY_CODE_COUNT = 10

CSRF_FAILURE_VIEW = "medreview.front.views.errors.csrf_failure"

# Browsers

WEB_HOST = ENVIRONMENT.host
ALLOWED_HOSTS = names_in(ENVIRONMENT.allowed_hosts)
SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_REFERRER_POLICY = "same-origin"
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": ["'none'"],
        "script-src": ["'self'"],
        "style-src": ["'self'"],
        "img-src": ["'self'", "data:"],
        "font-src": ["'self'"],
        "connect-src": ["'self'"],
        "manifest-src": ["'self'"],
        "base-uri": ["'none'"],
        "form-action": ["'self'"],
        "frame-ancestors": ["'none'"],
        "object-src": ["'none'"],
    },
}

STATIC_URL = "static/"
STATIC_ROOT = static_root(VAR)
STATICFILES_DIRS = [ROOT / "static"]
WHITENOISE_USE_FINDERS = True

# Languages and time

USE_I18N = True
LANGUAGE_CODE = "en"
LANGUAGES = [("en", _("English")), ("ru", _("Russian")), ("zh-hans", _("Simplified Chinese"))]
LOCALE_PATHS = [ROOT / "locale"]

TRACES = ENVIRONMENT.traces
SKILLS_ROOT = ROOT / "analysis"
SKILLS_ALLOWED = ROOT / "analysis" / "skills" / "allowed.toml"
"""The instructions for models that came with the product: name, version and hash."""
USE_TZ = True
TIME_ZONE = "UTC"

# Logs

DJANGO_STRUCTLOG_TRUST_UPSTREAM_REQUEST_ID = True
"""The upstream is our own RequestIdentity: it replaces whatever a client sends."""
LOGGING = logging_settings(ENVIRONMENT.log_level)
