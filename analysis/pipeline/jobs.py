"""What a worker does: run one analysis, and look for those that lost their worker."""

from analysis.pipeline import on_import, outdating, working
from analysis.pipeline.conductor import EARNEST, Plan, conduct
from analysis.pipeline.errors import StageFailed
from analysis.pipeline.models import Analysis
from medreview.common.queue import told_by_kind
from medreview.runtime.errors import LeaseLost, RunStopped
from medreview.runtime.leases import Lease


@told_by_kind
def run_analysis(analysis_id: str, plan: Plan = EARNEST) -> None:
    """Run one analysis. A second delivery finds it held or ended, and stops."""
    lease = working.claim(analysis_id)
    if lease is not None:
        work_on(working.claimed(analysis_id), lease, plan)


def work_on(analysis: Analysis, lease: Lease, plan: Plan = EARNEST) -> None:
    """Bring a claimed analysis to its end, or to the stage that breaks."""
    try:
        try:
            conduct(analysis, lease, plan)
        except StageFailed as broken:
            working.fail(
                analysis=analysis,
                lease=lease,
                stage=broken.stage,
                reason=broken.reason,
                error=broken.error,
            )
    except (RunStopped, LeaseLost):
        # Cancelled, or taken over by another worker: nothing of ours may be written any more.
        return


@told_by_kind
def analyse_imported(import_id: str) -> None:
    """Start an analysis for every patient an import brought new results. Twice is as once."""
    on_import.analyse_imported(import_id)


@told_by_kind
def mark_outdated(import_id: str) -> None:
    """Have every analysis compared with the record an import changed. Twice is as once."""
    outdating.compare_after(import_id)


@told_by_kind
def note_changes(analysis_id: str) -> None:
    """Note what the record says otherwise than one analysis read. Twice is as once."""
    outdating.note_changes_of(analysis_id)


def rescue() -> int:
    """Wake a worker for every analysis nobody works on any more; how many."""
    return working.rescue()
