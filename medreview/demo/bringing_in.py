"""A story's files come into the store as a hospital would bring them in."""

from collections.abc import Callable

from medreview.accounts.models import Hospital
from medreview.common.clock import today
from medreview.demo.stories import Story
from medreview.fhir import json_text
from medreview.fhir.importing import import_file
from medreview.patients.models import Patient

Say = Callable[[str], object]


def bring_in(story: Story, hospital: Hospital, *, say: Say) -> None:
    """Import the story, unless its patient is there already."""
    # The records are counted back from today; a second start must not make them newer.
    if Patient.objects.filter(hospital=hospital, fhir_id=story.key).exists():
        return
    say(f"Importing {story.tells} …")
    for number, bundle in enumerate(story.build(today()), start=1):
        content = json_text.dumps(bundle).encode()
        import_file(name=f"{story.key}-{number}.json", content=content, hospital=hospital, by=None)
