"""Which reports list an Observation, directly or through a panel."""

from collections.abc import Iterable

from medreview.fhir.dates import read_when
from medreview.fhir.elements import objects_at, text_at
from medreview.fhir.gate import WITHDRAWN_REPORT
from medreview.fhir.mapping.observation import Listing, categories_of, members_of
from medreview.fhir.record import LABORATORY_CATEGORIES
from medreview.fhir.shelf import Item, Shelf


class Listings:
    """The reports of one patient, found by what they list; withdrawn ones included."""

    def __init__(self, shelf: Shelf, reports: Iterable[Item]) -> None:
        self._shelf = shelf
        self._reports: dict[str, list[Item]] = {}
        for report in reports:
            seen: set[str] = set()
            for result in objects_at(report.content, "result"):
                self._list(text_at(result, "reference"), report, seen)

    def of(self, key: str) -> Listing:
        """What the standing reports say of an Observation."""
        standing = [one for one in self._reports.get(key, ()) if not _is_withdrawn(one)]
        if not standing:
            return Listing()
        laboratory = next((one for one in standing if _is_laboratory(one)), None)
        return listing_of(laboratory or standing[0])

    def why_withdrawn(self, key: str) -> str | None:
        """Why an Observation falls with its reports; None while one of them stands."""
        reports = self._reports.get(key, ())
        if not reports or not all(_is_withdrawn(one) for one in reports):
            return None
        status = text_at(reports[0].content, "status") or ""
        return f"Its only report is {status.replace('-', ' ')}."

    def _list(self, reference: str | None, report: Item, seen: set[str]) -> None:
        """A report that lists a panel lists its members; a panel may name itself in a ring."""
        if not reference or reference.startswith("#"):
            return
        key = self._shelf.key_of(reference)
        if key in seen:
            return
        seen.add(key)
        self._reports.setdefault(key, []).append(report)
        panel = self._shelf.items.get(key)
        for member in members_of(panel.content) if panel else ():
            self._list(member, report, seen)


def listing_of(report: Item) -> Listing:
    """What one report gives the results it lists."""
    return Listing(
        report=report.key,
        is_laboratory=_is_laboratory(report),
        effective=read_when(report.content, "effectiveDateTime", "effectivePeriod"),
        issued=read_when(report.content, "issued"),
    )


def _is_laboratory(report: Item) -> bool:
    return not LABORATORY_CATEGORIES.isdisjoint(categories_of(report.content))


def _is_withdrawn(report: Item) -> bool:
    return text_at(report.content, "status") in WITHDRAWN_REPORT
