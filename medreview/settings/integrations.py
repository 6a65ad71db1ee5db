"""The queue and the logs, so that base stays short."""

from typing import Any

import structlog

from medreview.common.logs import plain_exceptions

# The queue wakes workers; what has to survive is in our own rows (ADR 0005).

TASK_SECONDS = 480
"""A task that takes longer is ended. A run must outlast all its stages waiting for a silent model
to their deadlines: else it is ended thrice and fails, where code alone had its result."""
RETRY_MARGIN_SECONDS = 30

Q_CLUSTER: dict[str, Any] = {
    "name": "medreview",
    "orm": "default",
    "workers": 2,
    "timeout": TASK_SECONDS,
    # Sooner, and a task that still runs would be delivered twice.
    "retry": 2 * TASK_SECONDS + RETRY_MARGIN_SECONDS,
    "max_attempts": 3,
    "ack_failures": True,
    # No prefetch: it runs tasks twice.
    "queue_limit": 1,
    "bulk": 1,
    "poll": 0.2,
    "save_limit": 50,
    "recycle": 200,
    "max_rss": 1_000_000,
    "catch_up": False,
}


def logging_settings(level: str) -> dict[str, Any]:
    """One line of JSON for each event. SQL and request bodies hold patient data: never logged."""
    before: list[Any] = [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_log_level,
        structlog.stdlib.add_logger_name,
        structlog.processors.TimeStamper(fmt="iso"),
    ]
    structlog.configure(
        processors=[
            structlog.stdlib.filter_by_level,
            *before,
            structlog.stdlib.ProcessorFormatter.wrap_for_formatter,
        ],
        logger_factory=structlog.stdlib.LoggerFactory(),
        cache_logger_on_first_use=True,
    )
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {
            "json": {
                "()": structlog.stdlib.ProcessorFormatter,
                "processors": [
                    structlog.stdlib.ProcessorFormatter.remove_processors_meta,
                    plain_exceptions,
                    structlog.processors.JSONRenderer(),
                ],
                "foreign_pre_chain": before,
            },
        },
        "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "json"}},
        "root": {"handlers": ["stderr"], "level": level},
        "loggers": {
            "django.db.backends": {"level": "WARNING", "propagate": False, "handlers": []},
            "django.server": {"level": "WARNING"},
            "django-q": {"level": "WARNING"},
            # At DEBUG the SDK of models writes whole prompts.
            "openai": {"level": "WARNING"},
            "httpx2": {"level": "WARNING"},
            "httpcore2": {"level": "WARNING"},
        },
    }
