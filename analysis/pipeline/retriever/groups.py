"""Near relatives of what was asked for: shown beside an item, never counted as it.

Five facts make a relative: another LOINC code of the same biomarker than its primary one; a
result of that name under a code the graph lacks; a biomarker of the same comparability group;
a diagnosis of the same ICD-10 category or a medicine of the same ATC chemical group; a sample
code that several factors share. An item found under an equivalent code stays found; any other
item keeps its own end.
"""

from collections.abc import Iterable, Iterator, Mapping

from analysis.pipeline.contracts import FoundItem, GroupMatch, LabResult, StaleItem
from analysis.pipeline.retriever.match import Ended
from analysis.pipeline.retriever.record_index import RecordIndex
from graphcurate.contracts import Biomarker, LookupHow, RelatedItem, RelationKind

MOST_RESOURCES = 5
UNKNOWN_CODE = "unknown code"


def group_match(
    item: RelatedItem, end: Ended, result: LabResult, index: RecordIndex
) -> GroupMatch | None:
    """The relatives the record holds of one item; None when there are none."""
    if item.kind is RelationKind.PARAMETER:
        return (
            _equivalent_code(item, end, index)
            or _under_unknown_code(item, end, index)
            or _comparable(item, end, result, index)
        )
    if isinstance(end, FoundItem):
        return None
    if item.kind is RelationKind.PREANALYTICAL:
        code = index.samples.shared(item, result)
        why = f"The sample carries the code {code}, which stands for several conditions."
        return _match(item, (result.id,), code, why) if code else None
    return _sibling(item, index)


def _equivalent_code(item: RelatedItem, end: Ended, index: RecordIndex) -> GroupMatch | None:
    if not isinstance(end, FoundItem | StaleItem):
        return None
    read = index.laboratory.by_id.get(end.resource)
    entry = index.reader.snapshot.biomarkers.get(item.key or "")
    if read is None or entry is None or read.answer.how is not LookupHow.ALTERNATIVE_LOINC:
        return None
    why = f"Recorded under LOINC {read.loinc}, another code of {entry.name}."
    return _match(item, (end.resource,), entry.key, why)


def _under_unknown_code(item: RelatedItem, end: Ended, index: RecordIndex) -> GroupMatch | None:
    """A code the graph lacks is never read by its name; that the name fits is worth showing."""
    reads = index.laboratory.by_name_alone.get(item.key or "", ())
    if isinstance(end, FoundItem) or not reads:
        return None
    names = dict.fromkeys(f"{read.lab.name} (LOINC {read.loinc})" for read in reads)
    why = f"Its name may stand for {', '.join(names)}, a code the graph does not know."
    return _match(item, tuple(read.lab.id for read in reads), UNKNOWN_CODE, why)


def _comparable(
    item: RelatedItem, end: Ended, result: LabResult, index: RecordIndex
) -> GroupMatch | None:
    entry = index.reader.snapshot.biomarkers.get(item.key or "")
    if isinstance(end, FoundItem) or entry is None or entry.comparability_group is None:
        return None
    kin = _of_group(entry, index.reader.snapshot.biomarkers, index.laboratory.by_identity)
    reads = [read for other in kin if (read := index.laboratory.latest(other.key))]
    resources = tuple(read.lab.id for read in reads if read.lab.id != result.id)
    names = ", ".join(dict.fromkeys(read.lab.name for read in reads))
    why = f"Recorded as {names}, which is related but not converted."
    return _match(item, resources, entry.comparability_group, why)


def _of_group(
    entry: Biomarker, biomarkers: Mapping[str, Biomarker], recorded: Iterable[str]
) -> Iterator[Biomarker]:
    """The other tests of its group that the record holds."""
    for key in sorted(recorded):
        other = biomarkers.get(key)
        if other is None or other.key == entry.key:
            continue
        if other.comparability_group == entry.comparability_group:
            yield other


def _sibling(item: RelatedItem, index: RecordIndex) -> GroupMatch | None:
    is_condition = item.kind is RelationKind.CONDITION
    entries = index.conditions if is_condition else index.medications
    found = entries.siblings(item)
    if not found:
        return None
    group = found[0][0]
    resources = tuple(dict.fromkeys(entry.id for name, entry in found if name == group))
    system = "ICD-10 category" if is_condition else "ATC group"
    return _match(item, resources, group, f"The record has another member of {system} {group}.")


def _match(
    item: RelatedItem, resources: tuple[str, ...], group: str | None, why: str
) -> GroupMatch | None:
    if not resources or group is None:
        return None
    return GroupMatch(asked=item, resources=resources[:MOST_RESOURCES], group=group, why=why)
