"""What happened since an analysis read its record: what changed, and which one asks it again."""

import datetime as dt

from analysis.pipeline.analysis_states import AT_WORK, ENDED_IN_NOTHING
from analysis.pipeline.contracts import RecordChanges, StageReport
from analysis.pipeline.models import Analysis, ChangeNote
from analysis.pipeline.outputs import opened_output
from analysis.pipeline.requests import scope_key
from medreview.patients.sealing import open_seal


def place_of(record_mark: str) -> str:
    """Where the note on one state of the record is sealed."""
    return f"changes|{record_mark}"


def latest_note(analysis: Analysis) -> ChangeNote | None:
    """The note that holds; None while the record is as it was read."""
    return analysis.change_notes.order_by("-created_at", "-id").first()


def changes_since(analysis: Analysis) -> RecordChanges:
    """What was noted last. The caller has recorded the read."""
    note = latest_note(analysis)
    if note is None:
        return RecordChanges()
    return opened_output(
        bytes(note.sealed),
        RecordChanges,
        seal=open_seal(analysis.patient),
        analysis_id=analysis.pk,
        stage=place_of(note.record_mark),
    )


def rerun_of(analysis: Analysis) -> Analysis | None:
    """The one that asks this again, at work or done; None where nobody asked."""
    return analysis.reruns.exclude(state__in=sorted(ENDED_IN_NOTHING)).first()


def replaced_by(analysis: Analysis) -> Analysis | None:
    """The re-run that took its place."""
    rerun = rerun_of(analysis)
    return None if rerun is None or rerun.state in AT_WORK else rerun


def newest_of(analysis: Analysis) -> Analysis | None:
    """The last of the re-runs that stand in its place; None where none does."""
    newest = None
    following = replaced_by(analysis)
    while following is not None:
        newest, following = following, replaced_by(following)
    return newest


def asked_before(analysis: Analysis) -> list[Analysis]:
    """What it asks again, and what that asked again, newest first."""
    found: list[Analysis] = []
    earlier = analysis.rerun_of
    while earlier is not None:
        found.append(earlier)
        earlier = earlier.rerun_of
    return found


def asked_day(analysis: Analysis) -> dt.datetime | None:
    """The moment it was asked to speak of; None where it was asked of the record as it stood."""
    said = scope_key(as_of=analysis.as_of, report=analysis.report, all_results=analysis.all_results)
    return analysis.as_of if said == analysis.scope_key else None


def lacks_model(analysis: Analysis) -> bool:
    """Whether a model was asked in vain in some stage, so that another run may come out better."""
    reports = analysis.outputs.filter(run_id=analysis.run_id).values_list("report", flat=True)
    return any(StageReport.model_validate(said).lacks_model for said in reports)
