"""Where each sealed thing of the memory belongs: moved elsewhere it can't be opened. Pure."""


def source_place(source_id: str) -> str:
    """Of a source's words."""
    return f"memory_source|{source_id}"


def candidate_place(candidate_id: str) -> str:
    """Of what a candidate proposes."""
    return f"memory_candidate|{candidate_id}"


def fact_place(fact_id: str) -> str:
    """Of a fact's state."""
    return f"fact|{fact_id}"


def event_place(fact_id: str, seq: int) -> str:
    """Of an event."""
    return f"fact_event|{fact_id}|{seq}"
