"""A stored run made once more by the code of today, from the record and the replies it had then.

Nothing is asked of any model and nothing is kept. Each stage is given what the run's earlier
stages saved, so that a difference is said of the stage in which it arose, and of no later one.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from django.db import transaction

from analysis.pipeline import queries
from analysis.pipeline.code_version import code_version
from analysis.pipeline.contracts import Scope
from analysis.pipeline.model_work import helper_of
from analysis.pipeline.models import Analysis, StageOutput
from analysis.pipeline.stage import Stage, StageContext
from analysis.pipeline.stages import STAGES
from analysis.pipeline.talks import Compared, StageTalks, Talk, stages_talks
from graphcurate.queries import lookup_of, snapshot_of
from medreview.accounts.hospital_settings import ModelRules
from medreview.accounts.models import User
from medreview.accounts.queries import settings_of
from medreview.audit import services as audit
from medreview.audit.event_types import EventType
from medreview.common.contract import Contract
from medreview.common.errors import MedReviewError, gettext_noop
from medreview.fhir.record import PatientRecord
from medreview.patients.sealing import OpenSeal, open_seal
from medreview.runtime.errors import ReplayDiffers
from medreview.runtime.events import SkillUsed
from medreview.runtime.models import Run
from medreview.runtime.playback import PlaybackGateway, exchanges
from medreview.runtime.replay import told
from medreview.runtime.skills.contracts import Brief, Made, Skill


@dataclass(frozen=True)
class Rebuilt:
    """What came of it."""

    stages: int = 0
    """Stages that were made once more."""
    questions: int = 0
    """Questions to models that were asked once more."""
    differences: tuple[str, ...] = ()
    other_code: tuple[str, ...] = ()
    """Stages that other code, or another skill, is known to have made, and that come out otherwise:
    what differs there is no damage, and can't be compared."""


def rebuild(run: Run, *, by: User | None, stages: tuple[Stage, ...] = STAGES) -> Rebuilt:
    """Make the run's analysis again: where it comes out otherwise than it was saved.

    The outputs and words of then are opened with the patient's key, and the opening is recorded.
    ``PayloadUnreadable`` or ``KeyDestroyed`` where the key is gone.
    """
    if not run.outputs.filter(stage=queries.RECORD_STAGE).exists():
        return Rebuilt()
    audit.record(
        EventType.RUN_PAYLOAD_READ,
        thing=run,
        by=by,
        patient=run.patient,
        counts={"events": run.last_seq},
    )
    with transaction.atomic():
        # A text of a skill that was never kept would be kept now: nothing of this may stay.
        rebuilt = _Rebuilding.of(run, stages).rebuilt()
        transaction.set_rollback(True)
    return rebuilt


@dataclass
class _Rebuilding:
    run: Run
    analysis: Analysis
    seal: OpenSeal
    saved: dict[str, StageOutput]
    talks: dict[str, StageTalks]
    stages: tuple[Stage, ...]
    problems: list[str] = field(default_factory=list)
    other_code: list[str] = field(default_factory=list)

    @classmethod
    def of(cls, run: Run, stages: tuple[Stage, ...]) -> "_Rebuilding":
        rows = {row.stage: row for row in run.outputs.select_related("analysis__release")}
        analysis = rows[queries.RECORD_STAGE].analysis
        return cls(run, analysis, open_seal(run.patient), rows, stages_talks(told(run)), stages)

    def rebuilt(self) -> Rebuilt:
        """Every saved stage that the run made itself, made again."""
        context = self._begin()
        made = questions = 0
        for stage in self.stages:
            row = self.saved.get(stage.name)
            if row is None:
                break
            stored = queries.opened_output(row, stage.output, self.seal)
            talks = self.talks.get(stage.name, StageTalks())
            if not talks.carried:
                self._compare(stage, context, stored, row, talks)
                made, questions = made + 1, questions + talks.questions
            context = context.with_output(stage, stored)
        return Rebuilt(made, questions, tuple(self.problems), tuple(self.other_code))

    def _compare(
        self,
        stage: Stage,
        context: StageContext,
        stored: Contract,
        row: StageOutput,
        talks: StageTalks,
    ) -> None:
        helper = self._helper(stage, talks)
        problems = list(self._differences(stage, replace(context, helper=helper), stored, row))
        is_other = talks.code not in {"", code_version()} or bool(helper and helper.has_other_skill)
        if problems and is_other:
            self.other_code.append(stage.name)
        else:
            self.problems += problems

    def _begin(self) -> StageContext:
        record = queries.opened_output(self.saved[queries.RECORD_STAGE], PatientRecord, self.seal)
        return StageContext(
            record=record,
            snapshot=snapshot_of(self.analysis.release),
            lookup=lookup_of(self.analysis.release),
            as_of=self.analysis.as_of,
            scope=Scope(report=self.analysis.report or None, all_results=self.analysis.all_results),
        )

    def _differences(
        self,
        stage: Stage,
        context: StageContext,
        stored: Contract,
        row: StageOutput,
    ) -> Iterator[str]:
        helper = context.helper
        try:
            output = stage.run(context)
        except MedReviewError as problem:
            yield f"{stage.name}: {problem}"
            return
        if isinstance(helper, _Recorded):
            yield from helper.differences()
        if self.seal.keyed_hash(output.as_text().encode()) != row.output_hash:
            fields = _other_fields(stored, output)
            yield f"{stage.name}: its output is another than the one that was saved ({fields})"

    def _helper(self, stage: Stage, talks: StageTalks) -> "_Recorded | None":
        """The replies of then; None where no stage of the run asked a model."""
        if not any(one.talks for one in self.talks.values()):
            return None
        return _Recorded(self.run, self.analysis, stage.name, talks, list(talks.talks))


@dataclass
class _Recorded:
    """The helper of one stage, whose model says what it said then."""

    run: Run
    analysis: Analysis
    stage: str
    made: StageTalks
    rest: list[Talk]
    problems: list[str] = field(default_factory=list)
    has_other_skill: bool = False
    """Whether a skill that is used again has another text than it had then."""

    @property
    def rules(self) -> ModelRules:
        """As the hospital had them then; of a run that did not keep them, as they are now."""
        if self.made.rules is not None:
            return ModelRules.model_validate(self.made.rules)
        return settings_of(self.analysis.hospital).models

    def use(self, skill: Skill, brief: Brief) -> Made:
        """The skill, with the replies of the run's next use of one."""
        if not self.rest:
            raise ReplayDiffers(
                gettext_noop("The skill %(name)s is used now and was not used then."),
                name=skill.name,
            )
        talk = self.rest.pop(0)
        used = talk.told[0].event
        if isinstance(used, SkillUsed) and used.skill == skill.name:
            self.has_other_skill |= used.skill_hash != skill.hash
        journal = Compared(talk)
        gateway = PlaybackGateway(exchanges(talk.told)[0], talk.limit)
        work = helper_of(
            self.analysis,
            gateway=gateway,
            journal=journal,
            attempt=f"{self.run.pk}|{self.made.token}",
        )
        work.around = replace(work.around, clock=journal.clock)
        made = work.use(skill, brief)
        self.problems += journal.differences()
        return made

    def differences(self) -> Iterator[str]:
        """Where its events were others, and what was asked then and is not asked now."""
        for problem in self.problems:
            yield f"{self.stage}: {problem}"
        if self.rest:
            yield f"{self.stage}: {len(self.rest)} uses of a skill were not made again"


def _other_fields(stored: Contract, made: Contract) -> str:
    """The names of the fields that differ; their words are the patient's."""
    then, now = stored.as_json(), made.as_json()
    return ", ".join(sorted(name for name in then | now if then.get(name) != now.get(name)))
