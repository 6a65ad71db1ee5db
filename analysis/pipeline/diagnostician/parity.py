"""One finding in, one assessment out, and nothing about it retold in other words."""

from collections.abc import Sequence

from analysis.pipeline.contracts import LabResult, ParameterAssessment


class ParityBroken(ValueError):
    """The plan does not answer exactly the abnormal results it was given."""


def check_parity(results: Sequence[LabResult], assessments: Sequence[ParameterAssessment]) -> None:
    """Raise ParityBroken unless every result has one assessment, in order, its flag verbatim."""
    given = [result.id for result in results]
    answered = [assessment.result for assessment in assessments]
    if given != answered:
        lost = len(set(given) - set(answered))
        added = len(set(answered) - set(given))
        raise ParityBroken(
            f"the plan lost {lost} and added {added} of {len(given)} abnormal results, "
            "or changed their order"
        )
    for result, assessment in zip(results, assessments, strict=True):
        if result.interpretation != assessment.interpretation:
            raise ParityBroken("the plan changed the interpretation of a result")
