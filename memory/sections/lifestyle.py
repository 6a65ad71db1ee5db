"""Habits: what somebody smokes, drinks, eats, and how they sleep and move."""

from enum import StrEnum

from pydantic import Field

from memory.sections.base import Begun, Section
from memory.values import Amount, Frequency
from memory.vocabulary import SectionKey


class Habit(StrEnum):
    SMOKING = "smoking"
    ALCOHOL = "alcohol"
    DRUGS = "drugs"
    EXERCISE = "exercise"
    DIET = "diet"
    SLEEP = "sleep"
    WORK = "work"
    TRAVEL = "travel"
    OTHER = "other"


class LifestyleFields(Begun):
    """Which habit, how much and how often."""

    habit: Habit
    amount: Amount | None = None
    frequency: Frequency | None = None
    detail: str = Field(default="", max_length=200)


LIFESTYLE = Section(
    key=SectionKey.LIFESTYLE,
    title="Lifestyle",
    fields=LifestyleFields,
    told_apart_by=("habit",),
    days_fresh=730,
    bulk=True,
)
