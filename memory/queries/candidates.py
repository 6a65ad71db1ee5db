"""Candidates: who may see which, and what each proposes."""

from django.db.models import QuerySet

from medreview.accounts.models import User
from medreview.patients.queries import visible_to
from medreview.patients.sealing import OpenSeal
from memory.lifecycle import OPEN
from memory.models import Candidate
from memory.places import candidate_place
from memory.write_path.reconcile import Proposed


def waiting(user: User) -> QuerySet[Candidate]:
    """What waits for a person's decision on the patients they may see."""
    found = Candidate.objects.filter(patient__in=visible_to(user), state__in=OPEN)
    return found.select_related("patient", "source", "fact")


def proposal_of(candidate: Candidate, seal: OpenSeal) -> Proposed:
    """What it proposes, in the words it was said in."""
    sealed = seal.unseal(bytes(candidate.sealed), context=candidate_place(candidate.pk))
    return Proposed.model_validate_json(sealed)
