"""One operation: whom it lets in, what it takes, what it gives. The OpenAPI page is made of it."""

from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from functools import wraps
from inspect import cleandoc
from typing import Any, TypeVar
from zoneinfo import ZoneInfo

from django.http import HttpRequest, HttpResponseBase
from django.utils import timezone
from django.utils.translation import gettext as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from pydantic import ValidationError
from rest_framework.exceptions import MethodNotAllowed, NotAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from medreview.accounts.access import OPEN, can
from medreview.accounts.errors import NotAllowed
from medreview.accounts.models import User
from medreview.accounts.permissions import Permission
from medreview.api import services
from medreview.api.contracts.base import FieldProblem
from medreview.api.errors import WrongFields
from medreview.common.contract import Contract
from medreview.common.hashing import canonical_json
from medreview.tokens.errors import TokenRefused
from medreview.tokens.services import note_refused

AnyContract = TypeVar("AnyContract", bound=Contract)
Handler = Callable[..., Any]
Door = Permission | str

WITH_TOKEN: list[Any] = [{"token": []}]
METHODS = ("get", "post", "delete")
NO_BODY = 204


@dataclass(frozen=True)
class Operation:
    """What a method of an address asks of its caller."""

    door: Door
    name: str


def operation(
    name: str,
    door: Door,
    *,
    gives: type[Contract] | None,
    takes: type[Contract] | None = None,
    asks: type[Contract] | None = None,
    headers: Mapping[str, str] | None = None,
    file: bool = False,
    files: tuple[str, ...] = (),
    status: int = 200,
) -> Callable[[Handler], Handler]:
    """Make a method an operation. ``takes`` is read from the body, ``asks`` from the address.

    They are handed over as ``body`` and ``asked``. The permission is looked at before either.
    ``file`` is one to be sent, ``files`` are the media types of one that is got.
    """

    def make(method: Handler) -> Handler:
        says = cleandoc(method.__doc__ or "").replace("``", "`")

        @extend_schema(
            operation_id=name,
            request=FILE_FORM if file else takes,
            responses=_answers(status, gives, files),
            parameters=[*_parameters(asks), *_header_parameters(headers or {})],
            auth=[] if door == OPEN else WITH_TOKEN,
            summary=says.partition(".")[0].replace("`", ""),
            description=says,
        )
        @wraps(method)
        def answered(self: "ApiView", request: Request, **given: Any) -> HttpResponseBase:
            if asks is not None:
                given["asked"] = read_question(asks, request)
            if takes is not None:
                given["body"] = read_body(takes, request)
            with self.in_zone():
                answer = method(self, request, **given)
            if isinstance(answer, HttpResponseBase):
                return answer
            content = answer.as_json() if isinstance(answer, Contract) else None
            return Response(content, status=status if content is not None else NO_BODY)

        answered.operation = Operation(door, name)  # type: ignore[attr-defined]
        return answered

    return make


class ApiView(APIView):
    """An address of the API: its methods are operations, and who asks is known and counted."""

    http_method_names = [*METHODS, "head"]

    @classmethod
    def as_view(cls, **given: Any) -> Any:
        view = super().as_view(**given)
        view.doors = doors = cls.doors()
        view.door = OPEN if OPEN in doors.values() else next(iter(doors.values()))
        return view

    @classmethod
    def doors(cls) -> dict[str, Door]:
        """What each method asks of its caller."""
        return {
            method.upper(): getattr(cls, method).operation.door
            for method in METHODS
            if hasattr(cls, method)
        }

    @property
    def person(self) -> User:
        """Who asks; the operation's door made sure that it is somebody."""
        if not isinstance(self.request.user, User):
            raise NotAuthenticated
        return self.request.user

    def in_zone(self) -> AbstractContextManager[None]:
        """Days and moments in sentences are those of the person's hospital, as on the pages."""
        user = self.request.user if self.request.auth else None
        if not isinstance(user, User):
            return nullcontext()
        return timezone.override(ZoneInfo(user.hospital.timezone))

    def initial(self, request: Request, *args: Any, **given: Any) -> None:
        """Let somebody in: method, format, who it is, how often, whether they may."""
        method = (request.method or "").lower()
        handler = getattr(self, "get" if method == "head" else method, None)
        wanted = getattr(handler, "operation", None)
        if wanted is None:
            raise MethodNotAllowed(request.method or "")
        self.format_kwarg = None
        negotiated = self.perform_content_negotiation(request)
        request.accepted_renderer, request.accepted_media_type = negotiated
        request.version = request.versioning_scheme = None
        self._let_in(request, wanted)

    def _let_in(self, request: Request, wanted: Operation) -> None:
        address = request.META.get("REMOTE_ADDR") or ""
        if wanted.door == OPEN:
            # A token that came along has no say: whoever asks says who they are in the body.
            services.count_stranger(address)
            return
        try:
            user = request.user
        except TokenRefused as problem:
            # Counted first: guesses beyond the allowance leave no line each.
            services.count_stranger(address)
            note_refused(_sent(request), why=problem.why)
            raise
        if not isinstance(user, User):
            services.count_stranger(address)
            raise NotAuthenticated
        services.count_person(user)
        if isinstance(wanted.door, Permission) and not can(user, wanted.door):
            services.note_refused(permission=wanted.door.value, route=f"api:{wanted.name}", by=user)
            raise NotAllowed(_("Your roles do not include this."))


def read_body(shape: type[AnyContract], request: Request) -> AnyContract:
    """The body as this shape, taken strictly: ``"3"`` is no number."""
    try:
        return shape.model_validate_json(canonical_json(request.data), strict=True)
    except ValidationError as problem:
        raise _wrong(problem, as_pointer=True) from None


def read_question(shape: type[AnyContract], request: Request) -> AnyContract:
    """The parameters of the address as this shape; an unknown or repeated one is refused."""
    sent = request.query_params
    repeated = sorted(name for name, values in sent.lists() if len(values) > 1)
    if repeated:
        errors = [FieldProblem(pointer=repeated[0], detail=_("Given more than once."))]
        raise WrongFields(_("A parameter does not fit."), errors)
    try:
        return shape.model_validate_strings(sent.dict())
    except ValidationError as problem:
        raise _wrong(problem, as_pointer=False) from None


def _wrong(problem: ValidationError, *, as_pointer: bool) -> WrongFields:
    # What was sent is not repeated: it may be a name or a password in the wrong field.
    errors = [
        FieldProblem(
            pointer="".join(f"/{part}" for part in error["loc"])
            if as_pointer
            else ".".join(str(part) for part in error["loc"]),
            detail=error["msg"],
        )
        for error in problem.errors(include_input=False, include_url=False, include_context=False)
    ]
    return WrongFields(_("Some of what was sent does not fit; 'errors' says what."), errors[:20])


def _sent(request: Request) -> str:
    return (request.META.get("HTTP_AUTHORIZATION") or "").partition(" ")[2].strip()


FILE_FORM = {
    "multipart/form-data": {
        "type": "object",
        "properties": {"file": {"type": "string", "format": "binary"}},
        "required": ["file"],
    }
}


def _answers(status: int, gives: type[Contract] | None, files: tuple[str, ...]) -> dict[Any, Any]:
    if not files:
        return {status: gives}
    # A reader who parses JSON sees an object, whatever its file is called.
    return {
        (status, media_type): OpenApiTypes.OBJECT
        if media_type.endswith("json")
        else OpenApiTypes.BINARY
        for media_type in files
    }


def _parameters(asks: type[Contract] | None) -> list[OpenApiParameter]:
    if asks is None:
        return []
    schema = asks.model_json_schema(mode="validation")
    return [
        OpenApiParameter(
            name,
            type={key: value for key, value in said.items() if key not in {"title", "description"}},
            required=name in schema.get("required", ()),
            description=said.get("description", ""),
        )
        for name, said in schema.get("properties", {}).items()
    ]


def _header_parameters(headers: Mapping[str, str]) -> list[OpenApiParameter]:
    return [
        OpenApiParameter(name, type=str, location=OpenApiParameter.HEADER, description=says)
        for name, says in headers.items()
    ]


def django_request(request: Request) -> HttpRequest:
    """The request as Django's own parts know it."""
    return request._request
