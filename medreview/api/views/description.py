"""The API about itself: the OpenAPI document, its page, the contracts' schemas, health."""

from functools import cache

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe
from drf_spectacular.renderers import OpenApiJsonRenderer2, OpenApiYamlRenderer
from drf_spectacular.utils import extend_schema
from pydantic.json_schema import model_json_schema
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from medreview.accounts.access import SIGNED_IN, requires_sign_in
from medreview.accounts.permissions import Permission
from medreview.api.authentication import SignedInReader, TokenAuthentication
from medreview.api.contracts.graph import ContractNames, HealthCheck, HealthNow
from medreview.api.documents import contracts_by_name
from medreview.api.openapi import openapi_document
from medreview.api.operations import ApiView, operation
from medreview.common.errors import NotFound
from medreview.server.health import overall
from medreview.server.queries import health

READERS = (TokenAuthentication, SignedInReader)
"""What describes the API may be read in a browser, too: its page does."""


@require_safe
@requires_sign_in
def docs(request: HttpRequest) -> HttpResponse:
    """The page of the OpenAPI document, out of our own files."""
    return render(request, "api/docs.html", {"schema_url": reverse("api:schema")})


class Schema(ApiView):
    """The OpenAPI document."""

    authentication_classes = READERS
    renderer_classes = (OpenApiJsonRenderer2, OpenApiYamlRenderer)

    @extend_schema(exclude=True)
    @operation("schema", SIGNED_IN, gives=None)
    def get(self, request: Request) -> Response:
        """The OpenAPI document as JSON, or as YAML for who accepts that."""
        return Response(openapi_document())


class Contracts(ApiView):
    """The contracts there are."""

    authentication_classes = READERS

    @operation("schema-contracts", SIGNED_IN, gives=ContractNames)
    def get(self, request: Request) -> ContractNames:
        """Every contract of the product by name, with the address of its JSON schema."""
        return ContractNames(
            items={name: reverse("api:schema-contract", args=[name]) for name in contracts()}
        )


class ContractSchema(ApiView):
    """The JSON schema of one contract."""

    authentication_classes = READERS
    renderer_classes = (JSONRenderer,)

    @operation("schema-contract", SIGNED_IN, gives=None)
    def get(self, request: Request, *, contract: str) -> Response:
        """One contract as JSON Schema (2020-12), as it is in answers, with its version."""
        found = contracts().get(contract)
        if found is None:
            raise NotFound
        schema = model_json_schema(found, by_alias=True, mode="serialization")
        return Response(schema | {"$comment": f"version {found.contract_version}"})


contracts = cache(contracts_by_name)


class Health(ApiView):
    """Whether the installation is up."""

    @operation("health", Permission.HEALTH_READ, gives=HealthNow)
    def get(self, request: Request) -> HealthNow:
        """The parts of the installation in the words of the health page."""
        found = health()
        checks = tuple(
            HealthCheck(name=check.name, state=check.state, says=str(check.words))
            for check in found
        )
        return HealthNow(status=overall(found), checks=checks)
