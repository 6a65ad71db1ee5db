"""What is read of a patient follows from the task, or from the words of a question."""

import pytest

from memory.read_path.route import ROUTES, Task, route_of, route_question
from memory.vocabulary import SectionKey


def test_every_task_has_its_route():
    assert set(ROUTES) == set(Task)


def test_whoever_asks_about_medicines_is_told_of_allergies():
    for route in (route_of(Task.CURRENT_THERAPY), route_question("Which medicines do you take?")):
        assert SectionKey.ALLERGIES in route.sections


@pytest.mark.parametrize(
    ("question", "section"),
    [
        ("Do you smoke?", SectionKey.LIFESTYLE),
        ("Есть ли у вас аллергия?", SectionKey.ALLERGIES),
        ("Были ли операции?", SectionKey.SURGERIES),
        ("打过什么疫苗？", SectionKey.VACCINATIONS),
        ("Did your mother have diabetes?", SectionKey.FAMILY_HISTORY),
    ],
)
def test_a_question_is_routed_by_its_words(question, section):
    assert section in route_question(question).sections


def test_a_question_whose_words_say_nothing_is_given_everything():
    route = route_question("Tell me more")

    assert route.sections == tuple(SectionKey)
    assert route.with_past


def test_the_past_belongs_to_a_question_that_asks_for_it():
    assert route_question("Have you ever taken other medicines before?").with_past
    assert not route_question("Which medicines do you take?").with_past
