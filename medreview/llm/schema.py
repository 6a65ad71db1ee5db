"""The JSON schema of a pydantic model in the few words that every provider understands. Pure.

The schema only helps the model to hit the shape. What counts is our own validation, so a rule
that not every provider knows (a pattern, a format, a closed object) is left out here and still
holds there.
"""

from typing import Any

from pydantic import BaseModel

Schema = dict[str, Any]

KEPT = frozenset(
    {
        "type", "description", "enum", "properties", "required", "items", "anyOf",
        "minItems", "maxItems", "minimum", "maximum", "minLength", "maxLength",
    }
)  # fmt: skip
"""Every other keyword is left out."""

NULL: Schema = {"type": "null"}


class NotPortable(TypeError):
    """A model whose schema can't be said to every provider: a mistake of whoever wrote it."""


def portable_schema(model: type[BaseModel]) -> Schema:
    """The schema of ``model``: references inlined, what may be null may be absent instead."""
    whole = model.model_json_schema()
    return _plain(whole, definitions=whole.get("$defs", {}), inside=())


def _plain(schema: Schema, *, definitions: dict[str, Schema], inside: tuple[str, ...]) -> Schema:
    if "$ref" in schema:
        name = schema["$ref"].rsplit("/", 1)[-1]
        if name in inside:
            raise NotPortable(f"{name} holds itself; a reply's schema must end somewhere.")
        beside = {key: value for key, value in schema.items() if key != "$ref"}
        return _plain(definitions[name] | beside, definitions=definitions, inside=(*inside, name))

    def plain(part: Schema) -> Schema:
        return _plain(part, definitions=definitions, inside=inside)

    kept = {key: value for key, value in _in_known_words(schema).items() if key in KEPT}
    if "anyOf" in kept:
        kept = _choice(kept, [plain(one) for one in kept["anyOf"]])
    if "items" in kept:
        kept["items"] = plain(kept["items"])
    if "properties" in kept:
        kept |= _properties(schema, {name: plain(one) for name, one in kept["properties"].items()})
    return kept


def _in_known_words(schema: Schema) -> Schema:
    """The same schema without ``const``, ``oneOf`` and places in a row."""
    said = dict(schema)
    if "const" in said:
        said["enum"] = [said.pop("const")]
    if "oneOf" in said:
        said["anyOf"] = said.pop("oneOf")
    if "allOf" in said:
        raise NotPortable("A reply's schema can't ask for several shapes at once.")
    places = said.pop("prefixItems", None)
    if places:
        said["items"] = {"anyOf": places} if len(places) > 1 else places[0]
    if not isinstance(said.get("items", {}), dict):
        del said["items"]
    return said


def _choice(schema: Schema, options: list[Schema]) -> Schema:
    """A choice without null and without doubles; of a single option nothing but itself."""
    left: list[Schema] = []
    for option in options:
        if option != NULL and option not in left:
            left.append(option)
    beside = {key: value for key, value in schema.items() if key != "anyOf"}
    return left[0] | beside if len(left) == 1 else beside | {"anyOf": left}


def _properties(schema: Schema, plain: dict[str, Schema]) -> Schema:
    required = [name for name in schema.get("required", []) if name in plain]
    for name in required:
        if NULL in schema["properties"][name].get("anyOf", []):
            raise NotPortable(f"{name} may be null; give it a default, so that it may be absent.")
    return {"properties": plain} | ({"required": required} if required else {})
