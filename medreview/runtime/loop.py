"""Observe, propose, validate, act, record: the one loop in which a model works.

Each beat records itself in the run's events as it happens. The loop ends with an output, by a
limit, by a stop condition, or by an error; there is no other way on.
"""

from medreview.common.contract import Contract
from medreview.runtime.beats import act, observe, propose, validate
from medreview.runtime.contracts import State, StopConditions, Task
from medreview.runtime.desk import Desk
from medreview.runtime.errors import LimitReached, StopConditionMet
from medreview.runtime.events import LimitMet


def work(task: Task, desk: Desk) -> Contract:
    """What the model makes of the task, checked; or one of the errors that name why not."""
    state = State(task.opening)
    try:
        while state.output is None:
            proposal = propose(observe(state), task, desk)
            verdict = validate(proposal, task)
            state = act(verdict, proposal, state, task, desk)
            check_stop(state, task.stop)
    except LimitReached as reached:
        desk.journal.note(
            LimitMet(stage=task.stage, limit=reached.limit, cap=reached.cap, used=reached.used)
        )
        raise
    return state.output


def check_stop(state: State, stop: StopConditions) -> None:
    """Give up where the skill says so, unless the work is done."""
    if state.output is not None:
        return
    if state.rejections >= stop.rejections_in_a_row:
        raise StopConditionMet("rejections", times=state.rejections)
    if state.errors >= stop.errors_in_a_row:
        raise StopConditionMet("errors", times=state.errors)
