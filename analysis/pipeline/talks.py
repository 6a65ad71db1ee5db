"""What a run's stages said to models, stage by stage, as its events tell it. Pure."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import zip_longest
from math import inf

from pydantic import JsonValue

from medreview.runtime.events import (
    Event,
    LimitMet,
    ModelAsked,
    SkillEnded,
    SkillUsed,
    StageCarried,
    StageFinished,
    StageStarted,
)
from medreview.runtime.playback import Told
from medreview.runtime.talk_check import IN_A_TALK

NOT_REPEATED = frozenset({"milliseconds", "money", "used", "cap"})
"""What an event says of the clock and of prices: nothing of it depends on what was said."""


@dataclass
class Talk:
    """One use of a skill: its events from the first to the last."""

    told: list[Told]

    @property
    def limit(self) -> LimitMet | None:
        """The limit that ended it."""
        return next((one.event for one in self.told if isinstance(one.event, LimitMet)), None)

    @property
    def ended(self) -> bool:
        """Whether its worker lived to end it."""
        return any(isinstance(one.event, SkillEnded) for one in self.told)


@dataclass
class StageTalks:
    """What one stage of a run said to models in the attempt that was saved."""

    token: int = 0
    """Of the worker that made it."""
    carried: bool = False
    """Its output is an earlier run's."""
    talks: list[Talk] = field(default_factory=list)
    code: str = ""
    """The hash of the code that made it, where that was kept."""
    rules: JsonValue = None
    """What the hospital said of models then, where that was kept."""

    @property
    def questions(self) -> int:
        """How many questions were asked."""
        return sum(isinstance(one.event, ModelAsked) for talk in self.talks for one in talk.told)


def stages_talks(told: Iterable[Told]) -> dict[str, StageTalks]:
    """The talks of every stage that was begun, or carried over; of its last attempt only."""
    stages: dict[str, StageTalks] = {}
    for one in told:
        match one.event:
            case StageStarted(stage=stage, token=token):
                stages[stage] = StageTalks(token=token)
            case StageCarried(stage=stage):
                stages[stage] = StageTalks(carried=True)
            case StageFinished(stage=stage, code=code) if stage in stages:
                stages[stage].code, stages[stage].rules = code, one.words.get("rules")
            case SkillUsed(stage=stage) if stage in stages:
                stages[stage].talks.append(Talk([one]))
            case event if isinstance(event, (*IN_A_TALK, LimitMet)) and event.stage in stages:
                if stages[event.stage].talks:
                    stages[event.stage].talks[-1].told.append(one)
    return stages


@dataclass
class Compared:
    """A journal that holds what is noted beside what was noted then."""

    talk: Talk
    noted: list[Event] = field(default_factory=list)

    def note(self, event: Event) -> None:
        """Keep the event."""
        self.noted.append(event)

    def clock(self) -> float:
        """Stands still, until the moment at which time was over then."""
        limit = self.talk.limit
        if limit is None or limit.limit != "time":
            return 0.0
        place = next(n for n, one in enumerate(self.talk.told) if one.event is limit)
        return inf if len(self.noted) >= place else 0.0

    def differences(self) -> Iterator[str]:
        """The first event that is another than the one of then."""
        for then, now in zip_longest(self.talk.told, self.noted):
            if now is None or then is None or _said(then.event) != _said(now):
                place = f"event {then.seq}" if then else "after its last event"
                kinds = _kind(then.event if then else None), _kind(now)
                yield f"{place}: {kinds[0]} then, {kinds[1]} now"
                return


def _kind(event: Event | None) -> object:
    return "nothing" if event is None else event.as_json()["kind"]


def _said(event: Event) -> dict[str, object]:
    return {name: said for name, said in event.as_json().items() if name not in NOT_REPEATED}
