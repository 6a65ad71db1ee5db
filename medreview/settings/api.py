"""The API for other programs: what it takes, what it gives, how much of it a caller may have."""

from typing import Any

API_REQUESTS_A_MINUTE = {"person": 600, "stranger": 60}
"""For each person with a token, over all of them; and for each address without one."""

REST_FRAMEWORK: dict[str, Any] = {
    # Tokens only: a browser's session opens nothing here, so no other site can ride on one.
    "DEFAULT_AUTHENTICATION_CLASSES": ["medreview.api.authentication.TokenAuthentication"],
    # Each operation names its permission; what forgets to is open to nobody.
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAdminUser"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["medreview.api.parsers.JsonBody"],
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "EXCEPTION_HANDLER": "medreview.api.problems.answer_to",
    "UNAUTHENTICATED_USER": "django.contrib.auth.models.AnonymousUser",
    "URL_FORMAT_OVERRIDE": None,
    "SCHEMA_COERCE_PATH_PK": False,
}

REST_KNOX: dict[str, Any] = {"AUTH_HEADER_PREFIX": "Bearer", "TOKEN_PREFIX": "mrt_"}
KNOX_TOKEN_MODEL = "tokens.Token"  # noqa: S105 - a model's name
MIGRATION_MODULES: dict[str, str | None] = {"knox": None}
"""Knox brings the making and hashing of tokens; its own table is replaced by ours."""

SPECTACULAR_SETTINGS: dict[str, Any] = {
    "TITLE": "medreview",
    "DESCRIPTION": (
        "Evidence-backed review of abnormal laboratory results, for other programs. Every rule "
        "of the pages holds here: a token acts with the roles of its person in one hospital, "
        "every reading stands in the audit trail, a write names the version it saw."
    ),
    "VERSION": "1",
    "OAS_VERSION": "3.1.0",
    "SCHEMA_PATH_PREFIX": r"/api/v1/",
    "SERVE_INCLUDE_SCHEMA": False,
    "SWAGGER_UI_DIST": "SIDECAR",
    "COMPONENT_SPLIT_REQUEST": False,
    "ENUM_GENERATE_CHOICE_DESCRIPTION": False,
    "PREPROCESSING_HOOKS": [],
    "POSTPROCESSING_HOOKS": ["medreview.api.openapi.finish"],
}
