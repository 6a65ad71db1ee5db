"""Which stage each skill belongs to: requests to models are known by their skill alone."""

from pathlib import PurePosixPath

from medreview.runtime.skills.catalogue import catalogue

PIPELINE = PurePosixPath("analysis/pipeline")


def stages_of_skills() -> dict[str, str]:
    """The stage of every skill that stands in the folder of one."""
    found = {}
    for one in catalogue():
        place = PurePosixPath(one.place)
        if one.skill is not None and place.is_relative_to(PIPELINE):
            found[one.name] = place.relative_to(PIPELINE).parts[0]
    return found
