"""One change of the graph in review, a reader's report, and the invented note they speak of."""

from graphcurate.contracts import Evidence, Source
from graphcurate.entry_fields import EntryKind, Json
from graphcurate.library import queries as library
from graphcurate.library import services as shelf
from graphcurate.library.facts import Facts
from graphcurate.models import ChangeSet, Flag
from graphcurate.queries import change_sets as asked
from graphcurate.queries import current_release
from graphcurate.services import change_sets, flags, remarks
from medreview.accounts.models import User
from medreview.common.hashing import sha256_of_bytes

NOTE_SOURCE = "NORTH_LAB_NOTE"
NOTE = b"""# Potassium and trimethoprim

An invented note of North City Hospital, for the demo.

## Who is at risk

Co-trimoxazole raises potassium within days, most of all beside an ACE inhibitor, an ARB or
spironolactone, and in people over 70 years.

## What to check

Check potassium before the first dose and again on day 4. A sample that was hard to draw is
repeated before anybody acts on it.
"""
QUOTE = "Check potassium before the first dose and again on day 4."

LINK = "rel:potassium:medication:cotrimoxazole"
RATIONALE = (
    "The trimethoprim part blocks distal sodium channels; risk is highest with ACE inhibitor, "
    "ARB or spironolactone, in CKD and old age. Check before the first dose and on day 4."
)
DROPPED = "rel:potassium:preanalytical:fist"
TITLE = "Potassium and co-trimoxazole, from our own note"


def load(*, author: User, reviewer: User, reader: User) -> None:
    """Make what is not there yet: a change set that waits for ``reviewer``, and one report."""
    if ChangeSet.objects.exists():
        return
    _report(reader)
    made = change_sets.open_set(
        title=TITLE,
        reason="Two reviewers missed the check on day 4. Our note says it; the graph does not.",
        by=author,
    )
    _quote(made, author)
    _names(made, author)
    change_sets.remove_entry(
        change_set=made,
        kind=EntryKind.RELATION,
        key=DROPPED,
        reason="Our sampling manual covers it, and reviewers dismissed it each time.",
        by=author,
    )
    made.refresh_from_db()
    change_sets.submit(change_set=made, version=made.version, by=author)
    remarks.assign(change_set=made, to=reviewer, by=author)
    text = f"@{reviewer.username}, is the removal all right with you?"
    remarks.comment(
        change_set=made, text=text, kind=EntryKind.RELATION.value, key=DROPPED, by=author
    )


def _report(reader: User) -> Flag:
    return flags.flag(
        kind=EntryKind.RELATION.value,
        key="rel:potassium:medication:spironolactone",
        release=current_release().name,
        text="“About 1 and 4 weeks” is late for people with kidney disease: we check on day 3.",
        by=reader,
    )


def _quote(made: ChangeSet, author: User) -> None:
    """The link's rationale in other words, and the passage of the note that it rests on."""
    document = library.document_with_hash(sha256_of_bytes(NOTE)) or shelf.add_document(
        file_name="potassium-and-trimethoprim.md",
        content=NOTE,
        facts=Facts(
            title="Potassium and trimethoprim",
            source=NOTE_SOURCE,
            licence_note="Our own text, free to quote.",
            edition="2026-03",
            scope="North City Hospital",
            language="en",
        ),
        by=author,
    )
    change_sets.add_entry(
        change_set=made,
        entry=Source(
            key=NOTE_SOURCE,
            title="Potassium and trimethoprim (note of the laboratory)",
            organisation="North City Hospital",
            year=2026,
        ),
        by=author,
    )
    check = library.check_quote(document, QUOTE)
    item = Evidence(
        id="north-note-day-4",
        source=NOTE_SOURCE,
        rank=1,
        locator=check.locator,
        quote=QUOTE,
        document=document.sha256,
        offset=check.found.start if check.found else None,
        level="expert",
        agent_type="curator",
    )
    evidence = item.model_dump(mode="json", exclude_defaults=True, exclude={"id"})
    _save(made, EntryKind.RELATION, LINK, f"evidence/{item.id}", author, new=evidence)
    _save(made, EntryKind.RELATION, LINK, "rationale", author, new=RATIONALE)


def _names(made: ChangeSet, author: User) -> None:
    for field in ("synonyms/ru/Калий плазмы", "synonyms/en/Plasma potassium"):
        _save(made, EntryKind.BIOMARKER, "potassium", field, author, new=True)


def _save(made: ChangeSet, kind: EntryKind, key: str, field: str, by: User, *, new: Json) -> None:
    seen = asked.working_fields(made, kind, key).get(field)
    change_sets.save_field(
        change_set=made, kind=kind, key=key, field=field, new=new, seen=seen, by=by
    )
