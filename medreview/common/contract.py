"""The base of every value that crosses a border: frozen, closed and versioned."""

from typing import Any, ClassVar

from pydantic import BaseModel, ConfigDict

from medreview.common.hashing import canonical_json, sha256_of


class Contract(BaseModel):
    """A value with a name and a version that cannot be changed after it was made.

    Unknown fields are refused, so that a misspelled one is an error and not a silence.
    A subclass may set ``contract_version``; its name is its class name.
    """

    model_config = ConfigDict(
        frozen=True, extra="forbid", hide_input_in_errors=True, validate_by_name=True
    )

    contract_version: ClassVar[int] = 1

    def as_json(self) -> dict[str, Any]:
        """The contract as JSON-ready values: decimals as text, times as ISO 8601."""
        return self.model_dump(mode="json", by_alias=True)

    def as_text(self) -> str:
        """The canonical JSON text, equal for equal contracts."""
        return canonical_json(self.as_json())

    def content_hash(self) -> str:
        """Sha-256 of the canonical JSON text, as lower-case hex."""
        return sha256_of(self.as_json())
