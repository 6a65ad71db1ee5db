"""Stage and StageContext: what every stage receives and returns."""

import datetime as dt
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar, Protocol, TypeVar

from analysis.pipeline.contracts import (
    ActualityList,
    Criticals,
    DiagnosticPlan,
    GenerationReadyPackage,
    PatientContext,
    Reports,
    Scope,
    StatementList,
)
from analysis.pipeline.laboratory import Laboratory
from graphcurate.contracts import Snapshot
from graphcurate.lookup import Lookup
from medreview.accounts.hospital_settings import ModelRules
from medreview.common.contract import Contract
from medreview.fhir.record import PatientRecord
from medreview.runtime.skills.contracts import Brief, Made, Skill

Output = TypeVar("Output", bound=Contract)


class _Sorted:
    """A record's results by test, sorted at the first question and kept for the next."""

    def __init__(self) -> None:
        self.given: tuple[PatientRecord, Lookup, dt.datetime] | None = None
        self.laboratory = Laboratory()

    def of(self, record: PatientRecord, lookup: Lookup, as_of: dt.datetime) -> Laboratory:
        given = (record, lookup, as_of)
        if self.given is None or any(a is not b for a, b in zip(self.given, given, strict=True)):
            self.given, self.laboratory = given, Laboratory.of(*given)
        return self.laboratory


class _Kept:
    """What one stage made of some inputs and the next can use, as long as they are the same."""

    def __init__(self) -> None:
        self.given: tuple[object, ...] = ()
        self.made: object = None

    def of(self, given: tuple[object, ...]) -> object:
        """What was made of these very inputs; None for others."""
        same = len(given) == len(self.given)
        same = same and all(a is b for a, b in zip(self.given, given, strict=True))
        return self.made if same else None

    def keep(self, given: tuple[object, ...], made: object) -> None:
        """Keep it in the place of what was made of other inputs."""
        self.given, self.made = given, made


class Helper(Protocol):
    """A language model that may be asked for what code can't decide."""

    @property
    def rules(self) -> ModelRules:
        """How far the hospital lets a model's work go."""
        ...

    def use(self, skill: Skill, brief: Brief) -> Made:
        """The skill's output, by the model or by its fallback; whichever it was is counted."""
        ...


@dataclass(frozen=True)
class StageContext:
    """The inputs of one analysis, and the outputs of the stages that have run so far."""

    record: PatientRecord
    snapshot: Snapshot
    lookup: Lookup
    as_of: dt.datetime
    scope: Scope = field(default_factory=Scope)
    now: dt.datetime | None = None
    """When the analysis was asked for, to tell a date in the future from one after ``as_of``."""
    helper: Helper | None = field(default=None, compare=False, repr=False)
    """None where no model may be asked: then code alone does all it can, and that is no lack."""
    context: PatientContext | None = None
    criticals: Criticals | None = None
    plan: DiagnosticPlan | None = None
    package: GenerationReadyPackage | None = None
    actuality: ActualityList | None = None
    statements: StatementList | None = None
    reports: Reports | None = None
    by_test: _Sorted = field(default_factory=_Sorted, compare=False, repr=False)
    reader: _Kept = field(default_factory=_Kept, compare=False, repr=False)
    """The reader of this record's results, for every stage: see ``results.ResultReader.of``."""

    @property
    def laboratory(self) -> Laboratory:
        """The record's results by test. Every stage reads the same one and changes nothing."""
        return self.by_test.of(self.record, self.lookup, self.as_of)

    def with_output(self, stage: "Stage", output: Contract) -> "StageContext":
        """This context with what ``stage`` returned in its place."""
        changed: dict[str, Any] = {stage.field: output}
        return replace(self, **changed)


class Stage(Protocol):
    """One step of an analysis: pure, the same output for the same context."""

    name: ClassVar[str]
    field: ClassVar[str]
    """The field of StageContext that holds its output."""
    output: ClassVar[Any]
    """The contract it returns."""

    def run(self, context: StageContext) -> Contract:
        """What this stage makes of what the earlier ones found."""
        ...


def needed(output: Output | None) -> Output:
    """An earlier stage's output; asking before that stage has run is a fault of the order."""
    if output is None:
        raise ValueError("a stage ran before the one it depends on")
    return output
