"""What a worker does for the memory: read what was given."""

from importlib import import_module

from django.conf import settings

from medreview.common.queue import told_by_kind
from medreview.patients.sealing import open_seal
from memory.contracts import Dialogue
from memory.models import Source
from memory.places import source_place
from memory.queries.facts import known_facts
from memory.services.sources import file_proposals
from memory.source_states import SourceState
from memory.vocabulary import SourceKind
from memory.write_path.lexicon import Lexicon
from memory.write_path.remember import proposals


@told_by_kind
def read_source(source_id: str) -> None:
    """Read one source and file what it proposes. Twice is as once."""
    source = Source.objects.select_related("patient").get(pk=source_id)
    if source.state != SourceState.WAITING:
        return
    seal = open_seal(source.patient)
    said = seal.unseal(bytes(source.sealed), context=source_place(source.pk))
    made = proposals(
        Dialogue.model_validate_json(said),
        source=source.pk,
        kind=SourceKind(source.kind),
        lexicon=_lexicon(),
        known=known_facts(source.patient, seal),
    )
    file_proposals(source=source, made=made, seal=seal)


def _lexicon() -> Lexicon:
    """The names that are known, from the room above that has them."""
    module, _, name = settings.MEMORY_LEXICON.rpartition(".")
    lexicon: Lexicon = getattr(import_module(module), name)()
    return lexicon
