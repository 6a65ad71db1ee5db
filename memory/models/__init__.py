"""Facts, how they came to be so, what is proposed, where it was said, and who read it."""

from memory.models.candidate import Candidate
from memory.models.fact import Fact, MemoryChain
from memory.models.fact_event import FactRecord
from memory.models.read_log import MemoryRead
from memory.models.source import Source

__all__ = ["Candidate", "Fact", "FactRecord", "MemoryChain", "MemoryRead", "Source"]
