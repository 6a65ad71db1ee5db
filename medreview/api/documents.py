"""The contracts whose schemas other programs may read: every shape that leaves the product."""

from collections.abc import Iterator

from analysis.exports.contracts import SignedAnalysis
from analysis.pipeline.queries import CONTRACTS
from graphcurate.contracts import Biomarker, Domain, LookupAnswer, Snapshot
from graphcurate.exchange.document import GraphDocument
from medreview.common.contract import Contract
from medreview.fhir.import_receipt import ImportReceipt
from medreview.fhir.preview import FilePreview
from medreview.fhir.record import ReadReceipt

OTHERS: tuple[type[Contract], ...] = (
    Biomarker,
    Domain,
    FilePreview,
    GraphDocument,
    ImportReceipt,
    LookupAnswer,
    ReadReceipt,
    SignedAnalysis,
    Snapshot,
)


def contracts_by_name() -> dict[str, type[Contract]]:
    """What stages save, and what else leaves the product; each is called by its class name."""
    return dict(sorted((contract.__name__, contract) for contract in _all()))


def _all() -> Iterator[type[Contract]]:
    yield from CONTRACTS.values()
    yield from OTHERS
