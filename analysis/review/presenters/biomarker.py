"""All results of one analyte: the picture, the table, the medicines under the axis."""

import datetime as dt
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext

from analysis.pipeline.contracts import RecordChanges, ResourceChange
from analysis.pipeline.queries import AnalysisResult
from analysis.review.findings import Finding, unit_of
from analysis.review.models import Decision
from analysis.review.presenters.result import specimen_text
from analysis.review.presenters.since import ChangeRow, change_row
from analysis.review.presenters.values import band_of, point_of, range_text, shown
from medreview.common.display import clinical_date, unit_for_the_eye
from medreview.common.svg import Band, Bar, Frame, Point, Series, Trend, thin, trend
from medreview.fhir.record import LabRecord, MedicationRecord

WINDOWS = {"1y": 365, "5y": 1826, "all": None}
POINTS_DRAWN = 200
BARS_DRAWN = 8
NOTHING_SINCE = RecordChanges()


@dataclass(frozen=True)
class ResultRow:
    """One result of the table, newest first."""

    date: str
    value: str
    flag: str | None
    range: str
    laboratory: str
    method: str
    status: str
    corrected: tuple[str, ...]
    notes: tuple[str, ...]
    """The state of its sample, and what the laboratory remarked."""
    id: str
    since: ChangeRow | None = None
    """What the record says of it now, where that is something else."""
    decided: tuple[Decision, ...] = ()
    """What stands decided on it, in every analysis that met it; newest first."""


@dataclass(frozen=True)
class Figure:
    """Results in one unit, drawn; another unit is another figure."""

    unit: str
    picture: SafeString
    left_out: int
    """Points the drawing thinned away; the table keeps all."""


@dataclass(frozen=True)
class BiomarkerDetail:
    """The whole page of one analyte."""

    name: str
    figures: tuple[Figure, ...]
    rows: tuple[ResultRow, ...]
    factors: tuple[tuple[str, str], ...]
    relations: tuple[tuple[str, str, str], ...]
    undrawn: int
    """Results without a day or number, in the table only."""


def biomarker_of(
    finding: Finding,
    result: AnalysisResult,
    window: str,
    changes: RecordChanges = NOTHING_SINCE,
    decided: Mapping[str, Sequence[Decision]] | None = None,
) -> BiomarkerDetail:
    """Everything the record held of the finding's test, and what it says otherwise now.

    ``decided`` is what reviewers said of the results, by their ids.
    """
    labs = _labs(finding, result)
    chosen = _within(labs, WINDOWS[window])
    bars = _bars(finding, result)
    of_result = decided or {}
    figures, drawn = [], 0
    for unit in _units(chosen):
        figure, count = _figure(finding, [lab for lab in chosen if unit_of(lab) == unit], bars)
        drawn += count
        if figure is not None:
            figures.append(figure)
    items = finding.assessment.items() if finding.assessment else ()
    sampling = finding.assessment.preanalytical_factors if finding.assessment else ()
    return BiomarkerDetail(
        name=finding.name,
        figures=tuple(figures),
        rows=tuple(
            _row(lab, changes.of(lab.id), of_result.get(lab.id, ())) for lab in reversed(labs)
        ),
        factors=tuple((item.name, item.rationale) for item in sampling),
        relations=tuple((item.kind.value, item.name, item.rationale) for item in items),
        undrawn=len(chosen) - drawn,
    )


def result_ids(finding: Finding) -> list[str]:
    """The ids of every result that the page of this finding's test lists."""
    return [*(lab.id for lab in finding.history), finding.key]


def _labs(finding: Finding, result: AnalysisResult) -> list[LabRecord]:
    own = [lab for lab in result.record.labs if lab.id == finding.key] if result.record else []
    return sorted([*finding.history, *own], key=_day)


def _day(lab: LabRecord) -> tuple[dt.date, str]:
    return (lab.effective.date or dt.date.min, lab.effective.text)


def _within(labs: list[LabRecord], days: int | None) -> list[LabRecord]:
    dated = [lab.effective.date for lab in labs if lab.effective.date is not None]
    if days is None or not dated:
        return labs
    first = max(dated) - dt.timedelta(days)
    return [lab for lab in labs if lab.effective.date is None or lab.effective.date >= first]


def _units(labs: list[LabRecord]) -> list[str]:
    return list(dict.fromkeys(unit_of(lab) for lab in labs))


def _figure(finding: Finding, labs: list[LabRecord], bars: list[Bar]) -> tuple[Figure | None, int]:
    band = band_of(finding.result) if unit_of(labs[-1]) == unit_of(finding.result) else None
    points = [point for lab in labs if (point := point_of(lab, band)) is not None]
    if not points:
        return None, 0
    unit = unit_for_the_eye(labs[-1].value.unit or "") or gettext("no unit")
    return Figure(unit, _drawn(finding.name, unit, points, band, bars), _left_out(points)), len(
        points
    )


def _left_out(points: list[Point]) -> int:
    return len(points) - len(thin(points, POINTS_DRAWN))


def _drawn(
    name: str, unit: str, points: list[Point], band: Band | None, bars: list[Bar]
) -> SafeString:
    kept = thin(points, POINTS_DRAWN)
    picture = Trend(
        title=f"{name}, {unit}",
        series=[Series(kept)],
        first_date=clinical_date(kept[0].at),
        last_date=clinical_date(kept[-1].at),
        band=band,
        bars=bars if kept[0].at != kept[-1].at else (),
        frame=Frame(width=860, height=260, left=56, right=64, focusable=True),
    )
    # Built from numbers and escaped texts only.
    return mark_safe(trend(picture))  # noqa: S308


def _bars(finding: Finding, result: AnalysisResult) -> list[Bar]:
    """Medicines the graph relates to this test, as long as they were taken."""
    if result.record is None or finding.package is None:
        return []
    related = {item.resource for item in finding.package.found.medications}
    taken = [each for each in result.record.medications if each.id in related]
    last = finding.result.effective.date or dt.date.max
    return [bar for each in taken if (bar := _bar(each, last)) is not None][:BARS_DRAWN]


def _bar(medicine: MedicationRecord, last: dt.date) -> Bar | None:
    start = medicine.started or medicine.recorded
    if start is None or start.date is None:
        return None
    end = medicine.ended.date if medicine.ended and medicine.ended.date else None
    return Bar(medicine.name, start.date, end or last, open_ended=end is None)


def _row(lab: LabRecord, change: ResourceChange | None, decided: Sequence[Decision]) -> ResultRow:
    return ResultRow(
        date=clinical_date(lab.effective, time=True),
        value=shown(lab.value).text,
        flag=lab.source_flag,
        range="; ".join(range_text(each) for each in lab.ranges),
        laboratory=lab.performer or "",
        method=lab.method or "",
        status=lab.status,
        corrected=tuple(
            f"{shown(earlier.value).text} · {clinical_date(earlier.received_at, time=True)}"
            for earlier in lab.earlier
        ),
        notes=tuple(note for note in (specimen_text(lab.specimen), *lab.notes) if note),
        id=lab.id,
        since=change_row(change) if change else None,
        decided=tuple(decided),
    )
