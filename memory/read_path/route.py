"""Which sections a task or a question needs, and whether the past belongs to it. Pure.

A table, and words that are looked up: no model decides what is read of a patient.
"""

from dataclasses import dataclass
from enum import StrEnum

from memory.saying.assertion import Cues
from memory.saying.words import words_of
from memory.vocabulary import SectionKey


class Task(StrEnum):
    """What facts are read for."""

    ANALYSIS = "analysis"
    """Beside abnormal results: what could bear on them."""
    CURRENT_THERAPY = "current_therapy"
    HISTORY = "history"
    ALLERGIES = "allergies"
    SYMPTOMS = "symptoms"
    FAMILY = "family"
    SUMMARY = "summary"


@dataclass(frozen=True)
class Route:
    """What is read."""

    sections: tuple[SectionKey, ...]
    with_past: bool
    """Whether what has ended, and what is too old to be present, is read too."""


_CURRENT = (SectionKey.ALLERGIES, SectionKey.MEDICATIONS, SectionKey.CHRONIC_CONDITIONS)

ROUTES: dict[Task, Route] = {
    Task.ANALYSIS: Route(
        (
            *_CURRENT,
            SectionKey.DIAGNOSES,
            SectionKey.SYMPTOMS,
            SectionKey.SURGERIES,
            SectionKey.FAMILY_HISTORY,
            SectionKey.LIFESTYLE,
        ),
        with_past=False,
    ),
    Task.CURRENT_THERAPY: Route((SectionKey.ALLERGIES, SectionKey.MEDICATIONS), with_past=False),
    Task.HISTORY: Route(tuple(SectionKey), with_past=True),
    Task.ALLERGIES: Route((SectionKey.ALLERGIES,), with_past=True),
    Task.SYMPTOMS: Route((SectionKey.SYMPTOMS, SectionKey.INJURIES), with_past=False),
    Task.FAMILY: Route((SectionKey.FAMILY_HISTORY,), with_past=True),
    Task.SUMMARY: Route(tuple(SectionKey), with_past=False),
}

WORDS: dict[SectionKey, Cues] = {
    SectionKey.ALLERGIES: Cues(
        ("allergy", "allergies", "allergic", "аллергия", "аллергии", "аллергию", "过敏")
    ),
    SectionKey.MEDICATIONS: Cues(
        (
            "medicine", "medicines", "medication", "medications", "drug", "drugs", "dose", "pills",
            "take", "taking", "лекарство", "лекарства", "препарат", "препараты", "таблетки",
            "принимает", "принимаете", "доза", "药", "服用", "吃药", "剂量",
        )
    ),
    SectionKey.CHRONIC_CONDITIONS: Cues(
        ("chronic", "conditions", "хронические", "хронических", "慢性病", "慢性")
    ),
    SectionKey.DIAGNOSES: Cues(
        ("diagnosis", "diagnoses", "diagnosed", "диагноз", "диагнозы", "诊断", "得过")
    ),
    SectionKey.SYMPTOMS: Cues(
        ("symptom", "symptoms", "pain", "feel", "hurts", "complaints", "симптомы", "жалобы",
         "боль", "болит", "症状", "疼", "不舒服")
    ),
    SectionKey.SURGERIES: Cues(
        ("surgery", "surgeries", "operation", "operations", "operated", "операция", "операции",
         "手术")
    ),
    SectionKey.INJURIES: Cues(
        ("injury", "injuries", "fracture", "травма", "травмы", "外伤", "受伤")
    ),
    SectionKey.VACCINATIONS: Cues(
        ("vaccine", "vaccination", "vaccinations", "vaccinated", "прививка", "прививки", "疫苗")
    ),
    SectionKey.FAMILY_HISTORY: Cues(
        ("family", "relatives", "parents", "mother", "father", "семья", "семейный", "родители",
         "мать", "отец", "家族", "父母")
    ),
    SectionKey.LIFESTYLE: Cues(
        ("smoke", "smoking", "smokes", "alcohol", "drink", "drinks", "diet", "sleep", "exercise",
         "курит", "курение", "алкоголь", "питание", "сон", "吸烟", "抽烟", "喝酒", "饮食")
    ),
    SectionKey.DEMOGRAPHICS: Cues(
        ("job", "occupation", "lives", "language", "работа", "профессия", "живет", "职业", "工作")
    ),
}  # fmt: skip

PAST = Cues(
    ("ever", "history", "past", "before", "previous", "previously", "used to", "had", "stopped",
     "когда-либо", "раньше", "прежде", "анамнез", "был", "была", "было", "以前", "曾经", "过去",
     "病史")
)  # fmt: skip


def route_of(task: Task) -> Route:
    """What a task needs."""
    return ROUTES[task]


def route_question(question: str) -> Route:
    """What a question needs by its words; a question whose words say nothing needs everything."""
    words = words_of(question)
    named = [key for key, cues in WORDS.items() if cues.within(words, 0, len(words)) is not None]
    with_past = PAST.within(words, 0, len(words)) is not None
    if not named:
        return Route(tuple(SectionKey), with_past=True)
    # Who asks about medicines must never miss an allergy.
    if SectionKey.MEDICATIONS in named and SectionKey.ALLERGIES not in named:
        named.insert(0, SectionKey.ALLERGIES)
    return Route(tuple(key for key in SectionKey if key in named), with_past=with_past)
