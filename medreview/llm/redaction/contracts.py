"""What is known to name a patient, and what is put in its place. Pure."""

from enum import StrEnum

from medreview.common.contract import Contract


class Placeholder(StrEnum):
    """What a model reads instead."""

    NAME = "[NAME]"
    BIRTH_DATE = "[BIRTH DATE]"
    NUMBER = "[ID]"
    ADDRESS = "[ADDRESS]"
    PHONE = "[PHONE]"
    EMAIL = "[EMAIL]"
    LINK = "[LINK]"


class Identifiers(Contract):
    """Everything by which the record names the patient and the people beside them."""

    names: tuple[str, ...] = ()
    """Whole or in parts, also of relatives and carers."""
    birth_dates: tuple[str, ...] = ()
    """``1958``, ``1958-03`` or ``1958-03-14``."""
    numbers: tuple[str, ...] = ()
    """Record numbers and every other identifier."""
    addresses: tuple[str, ...] = ()
    """Lines such as ``Lange Gasse 5``."""
    places: tuple[tuple[str, str], ...] = ()
    """City and postal code, either of them empty where it isn't said."""
    phones: tuple[str, ...] = ()
    emails: tuple[str, ...] = ()
