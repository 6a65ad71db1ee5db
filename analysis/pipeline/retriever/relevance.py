"""Whether an edge bears on this abnormality: its direction, its time and its effect."""

from typing import NamedTuple

from analysis.pipeline.ages import began_after
from analysis.pipeline.contracts import LabResult, Material
from analysis.pipeline.sides import Side, direction_of, side_of
from analysis.pipeline.wording import moment_words
from graphcurate.contracts import Effect, RelatedItem
from medreview.fhir.record import Moment

EFFECT_WORDS = {
    Effect.RAISES: "raises",
    Effect.LOWERS: "lowers",
    Effect.BOTH: "can raise or lower",
    Effect.CONFOUNDS: "can disturb the measurement of",
    Effect.EXPLAINS: "helps to explain",
    Effect.CONTEXTUALISES: "is read beside",
}


class Bearing(NamedTuple):
    """The answer and its reason in one sentence."""

    material: Material
    why: str


def bearing_of_parameter(
    item: RelatedItem, result: LabResult, other: LabResult, *, co_temporal: bool
) -> Bearing:
    """Whether another result bears on this one: it must be abnormal, and drawn near it."""
    contrary = _wrong_direction(item, result)
    if contrary is not None:
        return contrary
    side = side_of(other)
    if side is Side.UNKNOWN:
        return Bearing(Material.UNCLEAR, "Whether this value is abnormal can't be told.")
    if side is Side.NORMAL:
        return _of_normal(item, other)
    if not co_temporal:
        return Bearing(Material.UNCLEAR, "It is abnormal but was not drawn near this result.")
    return Bearing(Material.YES, "It is abnormal too and was drawn near this result.")


def _of_normal(item: RelatedItem, other: LabResult) -> Bearing:
    """A normal result bears on nothing by itself; who calls it normal is said."""
    if other.flag_conflict:
        return Bearing(Material.UNCLEAR, other.flag_conflict)
    who = "By our check it is" if other.interpretation_derived else "The source flags it as"
    if item.effect is Effect.EXPLAINS:
        return Bearing(Material.NO, f"{who} normal, so it explains nothing here.")
    return Bearing(Material.UNCLEAR, f"{who} normal; it is read beside the result.")


def bearing_of_fact(
    item: RelatedItem, result: LabResult, *, began: Moment | None, word: str
) -> Bearing:
    """Whether a condition, medicine or sample note bears on this result."""
    if began_after(began, result.effective):
        return Bearing(
            Material.NO,
            f"It {word} on {moment_words(began)}, after this result was drawn.",
        )
    contrary = _wrong_direction(item, result)
    if contrary is not None:
        return contrary
    fit = _fit(item, direction_of(side_of(result)))
    if fit.material is Material.YES and word and (began is None or began.date is None):
        return Bearing(fit.material, f"{fit.why} When it {word} is not recorded.")
    return fit


def bearing_of_absent(item: RelatedItem, result: LabResult) -> Bearing:
    """Whether a thing that the record lacks, or has only of old, would bear on this result."""
    return _wrong_direction(item, result) or _fit(item, direction_of(side_of(result)))


def _wrong_direction(item: RelatedItem, result: LabResult) -> Bearing | None:
    direction = direction_of(side_of(result))
    wanted = item.when_direction if item.when_direction in ("H", "L") else None
    if wanted is None or direction is None or wanted == direction:
        return None
    return Bearing(
        Material.NO,
        f"The graph relates it to {_side(wanted)} values only, and this result is "
        f"{_side(direction)}.",
    )


def _fit(item: RelatedItem, direction: str | None) -> Bearing:
    words = EFFECT_WORDS[item.effect]
    if item.effect in (Effect.CONTEXTUALISES, Effect.CONFOUNDS):
        who = "the model" if item.untraced else "the graph"
        return Bearing(Material.UNCLEAR, f"It {words} this value; {who} gives no direction.")
    if item.effect in (Effect.BOTH, Effect.EXPLAINS):
        return Bearing(Material.YES, f"It {words} this value in either direction.")
    if direction is None:
        return Bearing(
            Material.UNCLEAR, f"It {words} this value; the result's flag names no direction."
        )
    fits = (item.effect is Effect.RAISES) == (direction == "H")
    if fits:
        return Bearing(
            Material.YES, f"It {words} this value, and the result is {_side(direction)}."
        )
    return Bearing(Material.NO, f"It {words} this value, but the result is {_side(direction)}.")


def _side(direction: str) -> str:
    return "high" if direction == "H" else "low"
