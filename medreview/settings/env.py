"""The environment variables we read; a missing or wrong one is a sentence, not a traceback."""

import base64
import binascii
import secrets
import sys
from pathlib import Path
from urllib.parse import parse_qsl, unquote, urlsplit

from pydantic import Field, ValidationError, field_validator
from pydantic_settings import BaseSettings, SettingsConfigDict

from medreview.database.server import EmbeddedServer
from medreview.settings.outgoing import base_url, email_settings, networks

SHORTEST_SECRET = 50
ROOT = Path(__file__).resolve().parents[2]


class Environment(BaseSettings):
    """What may be set from outside, with its name and its default."""

    model_config = SettingsConfigDict(
        env_prefix="MEDREVIEW_", env_file=ROOT / ".env", extra="ignore", hide_input_in_errors=True
    )

    database_url: str = Field(default="", validation_alias="DATABASE_URL")
    """A PostgreSQL server of your own; empty means the embedded one."""

    pg_bin: Path | None = Field(default=None, validation_alias="PG_BIN")
    """Another directory of PostgreSQL programs for the embedded server."""

    var: Path = ROOT / "var"
    """Where data, keys and logs of this installation live."""

    secret_key: str = ""
    """Signs sessions; made and kept under ``var`` when empty, required in production."""

    root_key: str = ""
    """32 bytes in base64 that seal every hospital's key; as with ``secret_key``."""

    allowed_hosts: str = "localhost,127.0.0.1,[::1]"
    """Host names this installation answers to, separated by commas."""

    trusted_origins: str = ""
    """Origins behind a proxy, such as ``https://review.hospital.example``."""

    host: str = "127.0.0.1"
    """The address the web server listens on."""

    trusted_proxies: int = Field(default=0, ge=0, le=10)
    """How many proxies of your own stand between; each adds one entry to X-Forwarded-For."""

    email_url: str = ""
    """Where e-mail goes out: ``smtp://user:password@host:587``; empty means it is not sent."""

    email_from: str = "medreview@localhost"
    """Whom e-mail comes from."""

    base_url: str = ""
    """The address people open this installation by: what a link in a message begins with."""

    webhook_networks: str = ""
    """Private networks that webhooks may be sent to, such as ``10.20.0.0/16``; else none."""

    backup_stamp: Path | None = None
    """A file your backup touches when it has ended; the health page tells its age."""

    metrics_token: str = ""
    """What a monitoring system sends to read ``/metrics``; empty: only people may."""

    traces: bool = False
    """Whether runs are traced by OpenTelemetry; the ``OTEL_…`` variables say where to."""

    debug: bool = False
    log_level: str = "INFO"
    test_database: str = "test_medreview"
    web_pool: bool = False
    """Set by our own server for web processes: a pool breaks in a forked worker."""

    @field_validator("database_url")
    @classmethod
    def _is_postgresql(cls, value: str) -> str:
        if value and urlsplit(value).scheme not in {"postgres", "postgresql"}:
            raise ValueError("only PostgreSQL is supported: postgresql://user:password@host/name")
        return value

    @field_validator("email_url")
    @classmethod
    def _is_a_mail_server(cls, value: str) -> str:
        email_settings(value)
        return value

    @field_validator("base_url")
    @classmethod
    def _is_an_address(cls, value: str) -> str:
        return base_url(value)

    @field_validator("webhook_networks")
    @classmethod
    def _are_networks(cls, value: str) -> str:
        networks(value)
        return value

    @field_validator("root_key")
    @classmethod
    def _is_a_key(cls, value: str) -> str:
        if value:
            key_of(value)
        return value


def read_environment() -> Environment:
    """The environment, or an exit with one sentence for each wrong variable."""
    try:
        environment = Environment()
        static_root(environment.var).mkdir(parents=True, exist_ok=True)  # whitenoise wants one
    except OSError as problem:
        sys.stderr.write(f"MEDREVIEW_VAR: {environment.var} can't be used: {problem.strerror}.\n")
        sys.exit(2)
    except ValidationError as problem:
        for error in problem.errors(include_input=False, include_url=False):
            name = _variable_name(str(error["loc"][0]))
            sys.stderr.write(f"{name}: {error['msg'].removeprefix('Value error, ')}\n")
        sys.exit(2)
    return environment


def static_root(var: Path) -> Path:
    """Where the files are gathered that every page uses."""
    return var / "static"


def names_in(text: str) -> list[str]:
    """The parts of a list written with commas."""
    return [part.strip() for part in text.split(",") if part.strip()]


def production_problems(environment: Environment) -> list[str]:
    """Why this environment is not one to keep real patients in, a sentence each."""
    rules = {
        "DATABASE_URL: set it to a PostgreSQL server that is backed up.": environment.database_url,
        "MEDREVIEW_SECRET_KEY: set it to 50 random characters or more.": (
            len(environment.secret_key) >= SHORTEST_SECRET
        ),
        "MEDREVIEW_ROOT_KEY: set it (openssl rand -base64 32) and keep a copy elsewhere.": (
            environment.root_key
        ),
        "MEDREVIEW_ALLOWED_HOSTS: set it to the names people reach this machine by.": (
            "allowed_hosts" in environment.model_fields_set and "*" not in environment.allowed_hosts
        ),
        "MEDREVIEW_DEBUG: it must be off.": not environment.debug,
    }
    return [sentence for sentence, is_kept in rules.items() if not is_kept]


def kept_secret(environment: Environment, name: str) -> str:
    """The secret ``name`` of this installation: made once, readable by its owner only."""
    path = environment.var / f"{name}.secret"
    try:
        return path.read_text()
    except FileNotFoundError:
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        return _make_secret(path)


def _make_secret(path: Path) -> str:
    text = base64.b64encode(secrets.token_bytes(32)).decode()
    draft = path.with_suffix(f".{secrets.token_hex(4)}")
    draft.touch(mode=0o600)
    draft.write_text(text)
    try:
        path.hardlink_to(draft)  # whole or not at all, and the first of two processes wins
    except FileExistsError:
        text = path.read_text()
    finally:
        draft.unlink()
    return text


def key_of(text: str) -> bytes:
    """The 32 bytes of a key written in base64."""
    try:
        key = base64.b64decode(text, validate=True)
    except binascii.Error as problem:
        raise ValueError("must be base64") from problem
    if len(key) != 32:
        raise ValueError("must be 32 bytes in base64: openssl rand -base64 32")
    return key


def database_settings(environment: Environment) -> dict[str, object]:
    """Django's description of the database: the embedded one, or the one of DATABASE_URL."""
    options = _options(environment)
    common: dict[str, object] = {
        "CONN_HEALTH_CHECKS": True,
        "OPTIONS": options,
        "TEST": {"NAME": environment.test_database},
    }
    if environment.database_url:
        return common | _from_url(environment.database_url, options)
    return common | {
        "ENGINE": "medreview.database.engine",
        "NAME": "medreview",
        "USER": "medreview",
        "HOST": str(EmbeddedServer(environment.var).socket_dir),
        "VAR": environment.var,
        "PROGRAMS": environment.pg_bin,
    }


def _options(environment: Environment) -> dict[str, object]:
    options: dict[str, object] = {"connect_timeout": 5}
    if environment.web_pool:
        options["pool"] = {"min_size": 1, "max_size": 16, "timeout": 5}
    return options


def _from_url(url: str, options: dict[str, object]) -> dict[str, object]:
    parts = urlsplit(url)
    return {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": unquote(parts.path.lstrip("/")) or "medreview",
        "USER": unquote(parts.username or ""),
        "PASSWORD": unquote(parts.password or ""),
        "HOST": unquote(parts.hostname or ""),
        "PORT": str(parts.port or ""),
        "OPTIONS": options | dict(parse_qsl(parts.query)),
    }


def _variable_name(field: str) -> str:
    return field if field.isupper() else f"MEDREVIEW_{field.upper()}"
