"""STAGES: the order of an analysis, in one tuple."""

from analysis.pipeline.actuality.stage import ActualityStage
from analysis.pipeline.context import ContextBuilder
from analysis.pipeline.critical import CriticalValues
from analysis.pipeline.diagnostician.stage import Diagnostician
from analysis.pipeline.reasoner.stage import Reasoner
from analysis.pipeline.retriever.stage import Retriever
from analysis.pipeline.stage import Stage, StageContext
from analysis.pipeline.writer.stage import Writer

STAGES: tuple[Stage, ...] = (
    ContextBuilder(),
    CriticalValues(),
    Diagnostician(),
    Retriever(),
    ActualityStage(),
    Reasoner(),
    Writer(),
)


def run_stages(context: StageContext, stages: tuple[Stage, ...] = STAGES) -> StageContext:
    """Every stage in its order, nothing stored: what ``analyse --file`` and evaluation use."""
    for stage in stages:
        context = context.with_output(stage, stage.run(context))
    return context
