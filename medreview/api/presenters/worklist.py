"""Rows of the worklist in the shapes of the API."""

from collections.abc import Sequence

from analysis.pipeline.models import Analysis
from analysis.worklist.queries import Standing
from medreview.accounts.models import User
from medreview.api.contracts.worklist import WorklistRow
from medreview.api.presenters.analyses import analysis_row, holder


def worklist_row(
    row: Analysis, standing: Standing | None, reasons: Sequence[str], viewer: User
) -> WorklistRow:
    """One analysis of a list; ``row`` carries the count of its open criticals, ``reasons`` say why
    it is handed off.
    """
    return WorklistRow(
        analysis=analysis_row(row),
        open_criticals=row.open_criticals,  # type: ignore[attr-defined]
        holding=holder(row, standing, viewer) if standing else None,
        handed_off=tuple(reasons),
    )
