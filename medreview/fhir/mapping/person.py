"""The person a record is about, as the Patient resource says it."""

from medreview.fhir.codes import name_of, read_codings
from medreview.fhir.dates import read_moment, read_when
from medreview.fhir.elements import Json, object_at, objects_at, text_at, texts_at
from medreview.fhir.record import PersonRecord
from medreview.fhir.shelf import Item

# Which of several names is meant: the official one, and never an old one before a present one.
_NAME_ORDER = ("official", "usual", None, "nickname", "temp", "anonymous", "maiden", "old")


def read_person(item: Item | None, key: str) -> PersonRecord:
    """Who it is; only the reference where no Patient resource was received."""
    if item is None:
        return PersonRecord(id=key, version=1)
    content = item.content
    name = min(objects_at(content, "name"), key=_name_rank, default={})
    deceased = content.get("deceasedBoolean")
    died = read_when(content, "deceasedDateTime")
    return PersonRecord(
        id=key,
        version=item.version,
        family=" ".join(texts_at(name, "family")) or None,
        given=" ".join(texts_at(name, "given")) or None,
        prefix=" ".join(texts_at(name, "prefix")) or None,
        text=text_at(name, "text"),
        birth_date=read_moment(content.get("birthDate")) if content.get("birthDate") else None,
        sex=text_at(content, "gender"),
        identifiers=_identifiers(content),
        deceased=True if died else deceased if isinstance(deceased, bool) else None,
        died=died,
    )


def _name_rank(name: Json) -> int:
    use = text_at(name, "use")
    return _NAME_ORDER.index(use) if use in _NAME_ORDER else _NAME_ORDER.index(None)


def _identifiers(content: Json) -> tuple[tuple[str, str], ...]:
    pairs = []
    for one in objects_at(content, "identifier"):
        kind = object_at(one, "type")
        code = next((coding.code for coding in read_codings(kind) if coding.code), None)
        label = "MRN" if code == "MR" else name_of(kind) or text_at(one, "system") or "Id"
        if value := text_at(one, "value"):
            pairs.append((label, value))
    return tuple(pairs)
