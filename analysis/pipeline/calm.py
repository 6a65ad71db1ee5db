"""Whether "nothing abnormal" may be said: only of a complete read that leaves nothing open."""

from medreview.fhir.record import ReadReceipt


def why_not_nothing_abnormal(
    receipt: ReadReceipt,
    *,
    abnormal: int,
    undecidable: int,
    stale_abnormal: int,
    normal: int,
    critical: int = 0,
) -> tuple[str, ...]:
    """Every reason against it, each in a sentence; empty only when it may be said."""
    reasons = []
    if critical:
        reasons.append(
            _count(critical, "result is in a critical range.", "results are in a critical range.")
        )
    if abnormal:
        reasons.append(_count(abnormal, "result is abnormal.", "results are abnormal."))
    if undecidable:
        reasons.append(
            _count(
                undecidable,
                "result can't be decided to be normal or abnormal.",
                "results can't be decided to be normal or abnormal.",
            )
        )
    if stale_abnormal:
        reasons.append(
            _count(
                stale_abnormal,
                "abnormal result is too old to speak of this day.",
                "abnormal results are too old to speak of this day.",
            )
        )
    if not receipt.complete:
        reasons.append("The record was not read completely.")
        reasons.extend(receipt.why_incomplete)
    if not normal and not abnormal:
        reasons.append("No laboratory result is recent enough to speak of this day.")
    return tuple(dict.fromkeys(reasons))


def _count(number: int, one: str, many: str) -> str:
    return f"{number} {one if number == 1 else many}"
