"""The tables of the graph, one room for each kind of thing."""

from graphcurate.models.biomarker import Biomarker, BiomarkerCode, BiomarkerName, UnitConversion
from graphcurate.models.change_set import (
    ChangeSet,
    ConflictStatement,
    Contribution,
    ReviewDecision,
    Revision,
)
from graphcurate.models.domain import Domain
from graphcurate.models.evidence import EvidenceItem, Source
from graphcurate.models.flag import Flag
from graphcurate.models.graph_import import GraphImport
from graphcurate.models.guided import PassedOver, SecondReading
from graphcurate.models.limits import CriticalLimit, ReferenceInterval, ValidityWindow
from graphcurate.models.miss import Demand, Gap, LookupMiss, TierCount
from graphcurate.models.planned_release import (
    Appraisal,
    GateOverride,
    PlannedRelease,
    Publication,
    VignetteSignature,
)
from graphcurate.models.presence import EditorPresence
from graphcurate.models.relation import Relation
from graphcurate.models.release import Release
from graphcurate.models.remarks import Assignment, BulkEdit, Comment, Mention, ViewedMark
from graphcurate.models.thing import NamedThing, ThingCode, ThingName

__all__ = [
    "Appraisal",
    "Assignment",
    "Biomarker",
    "BiomarkerCode",
    "BiomarkerName",
    "BulkEdit",
    "ChangeSet",
    "Comment",
    "ConflictStatement",
    "Contribution",
    "CriticalLimit",
    "Demand",
    "Domain",
    "EditorPresence",
    "EvidenceItem",
    "Flag",
    "Gap",
    "GateOverride",
    "GraphImport",
    "LookupMiss",
    "Mention",
    "NamedThing",
    "PassedOver",
    "PlannedRelease",
    "Publication",
    "ReferenceInterval",
    "Relation",
    "Release",
    "ReviewDecision",
    "Revision",
    "SecondReading",
    "Source",
    "ThingCode",
    "ThingName",
    "TierCount",
    "UnitConversion",
    "ValidityWindow",
    "ViewedMark",
    "VignetteSignature",
]
