"""The OpenAPI document: shapes from the contracts themselves, refusals on every operation."""

import json
from functools import cache
from typing import Any

from drf_spectacular.contrib.pydantic import PydanticExtension
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.plumbing import ResolvedComponent
from pydantic.json_schema import model_json_schema

from medreview.api.contracts.base import Problem
from medreview.api.problems import MEDIA_TYPE

REFERENCE = "#/components/schemas/{model}"
ALWAYS = ("400", "401", "403", "406", "422", "429", "500", "503")
ON_CHANGE = ("409", "412", "413", "415", "428")
TITLES = {
    "400": "Can't be read",
    "401": "No valid token",
    "403": "Not allowed",
    "404": "Not found, or not for you",
    "406": "No such format",
    "409": "Not possible now, or changed since the version you named",
    "412": "Changed since the version you named by If-Match",
    "413": "Too large",
    "415": "No such media type",
    "422": "Fields that don't fit",
    "428": "Version missing",
    "429": "Too many requests",
    "500": "Something went wrong",
    "503": "Not available",
}


class ContractExtension(PydanticExtension):
    """A contract is its own component: what a body is checked against, what an answer is."""

    target_class = "medreview.common.contract.Contract"
    match_subclasses = True
    priority = 1

    def map_serializer(self, auto_schema: Any, direction: str) -> dict[str, Any]:
        schema = model_json_schema(
            self.target,
            by_alias=True,
            ref_template=REFERENCE,
            mode="validation" if direction == "request" else "serialization",
        )
        parts = schema.pop("$defs", {})
        # Two shapes may share a name, as the roles of people and of columns do.
        new_names = {
            name: f"{self.target.__name__}{name}"
            for name, inner in parts.items()
            if _known(auto_schema, name) not in (None, inner)
        }
        for name, inner in parts.items():
            component = _component(new_names.get(name, name), _renamed(inner, new_names))
            auto_schema.registry.register_on_missing(component)
        renamed: dict[str, Any] = _renamed(schema, new_names)
        return renamed


def _component(name: str, schema: dict[str, Any] | None = None) -> ResolvedComponent:
    return ResolvedComponent(name=name, type=ResolvedComponent.SCHEMA, object=name, schema=schema)


def _known(auto_schema: Any, name: str) -> Any:
    component = _component(name)
    known = component in auto_schema.registry
    return auto_schema.registry[component].schema if known else None


def _renamed(schema: Any, new_names: dict[str, str]) -> Any:
    """The same with references to other names."""
    text = json.dumps(schema)
    for old, new in new_names.items():
        text = text.replace(f'"#/components/schemas/{old}"', f'"#/components/schemas/{new}"')
    return json.loads(text)


@cache
def openapi_document() -> dict[str, Any]:
    """The document: the same for everybody, so it is made once in a process."""
    made: dict[str, Any] = SchemaGenerator().get_schema(request=None, public=True)
    return made


def finish(result: dict[str, Any], **given: Any) -> dict[str, Any]:
    """Every operation says how it refuses, and that the answer is a problem."""
    components = result.setdefault("components", {})
    problem = model_json_schema(Problem, ref_template=REFERENCE, mode="serialization")
    components["schemas"] |= problem.pop("$defs", {})
    # Members without a value are left out.
    problem["required"] = ["type", "title", "status", "detail", "instance"]
    components["schemas"]["Problem"] = problem
    components["securitySchemes"] = {"token": {"type": "http", "scheme": "bearer"}}
    for path, methods in result["paths"].items():
        for method, said in methods.items():
            said["responses"] |= {code: _refusal(code) for code in _codes(path, method)}
    components["schemas"] = dict(sorted(components["schemas"].items()))
    return result


def _codes(path: str, method: str) -> list[str]:
    found = [*ALWAYS, *(ON_CHANGE if method != "get" else ())]
    # What hangs on the state of a thing is refused by it, whether it is read or changed.
    return sorted({*found, *(("404", "409") if "{" in path else ())})


def _refusal(code: str) -> dict[str, Any]:
    schema = {"$ref": "#/components/schemas/Problem"}
    return {"description": TITLES[code], "content": {MEDIA_TYPE: {"schema": schema}}}
