"""A curator's pattern is taken only where the ways through it can be counted, and are few."""

import pytest

from graphcurate import patterns
from graphcurate.exchange.read import read
from graphcurate.exchange.starter import STARTER_FOLDER


@pytest.mark.parametrize(
    ("pattern", "why"),
    [
        ("(a+)+$", patterns.REPEATED),
        ("(a|a)*$", patterns.REPEATED),
        ("(?:a?){30}", patterns.REPEATED),
        ("a**", patterns.REPEATED),
        ("a*+", patterns.REPEATED),
        ("*a", patterns.REPEATED),
        ("a?" * 30 + "a" * 30, patterns.TOO_MANY),
        ("(a|aa)?" * 12, patterns.TOO_MANY),
        (".*.*", patterns.TOO_MANY),
        ("a{1,300}b{1,300}", patterns.TOO_MANY),
        ("a{99999999999}", patterns.TOO_MANY),
        (r"(a)\1", patterns.SPECIAL),
        ("(?P<name>a)", patterns.SPECIAL),
        ("(?i)a", patterns.SPECIAL),
        ("[a&&b]", patterns.SPECIAL),
        ("(" * 50 + ")" * 50, patterns.SPECIAL),
        ("(", patterns.UNREADABLE),
        (")", patterns.UNREADABLE),
        ("[a", patterns.UNREADABLE),
        ("[[:alpha:]]", patterns.UNREADABLE),
        ("[z-a]", patterns.UNREADABLE),
        ("(?<=a*)b", patterns.UNREADABLE),
        ("a" * 4_001, patterns.TOO_LONG),
    ],
)
def test_a_pattern_that_can_keep_a_worker_busy_is_unfit_and_is_in_no_text(pattern, why):
    assert patterns.why_unfit(pattern) == why
    assert not patterns.found(pattern, "aaaab")


@pytest.mark.parametrize(
    ("pattern", "text"),
    [
        ("glucose(?!-6)|hemoglobin a1c", "hemoglobin a1c in blood"),
        ("^(?:ery|leuco)?cytes .*in urine", "cytes [#/area] in urine"),
        (r"vitamins? [a-e]\d{1,2}", "vitamin b12"),
        ("(?<!anti)gen{2}", "genn"),
        ("a{", "a{"),
        ("[]a]+", "]"),
    ],
)
def test_an_ordinary_pattern_is_found(pattern, text):
    assert patterns.why_unfit(pattern) is None
    assert patterns.found(pattern, text)


def test_a_text_longer_than_any_name_is_looked_at_no_further():
    assert not patterns.found("b", "a" * patterns.LONGEST_TEXT + "b")


def test_every_pattern_of_the_starter_content_is_fit():
    rules = [domain.rule for domain in read(STARTER_FOLDER).domains if domain.rule]

    assert rules
    for rule in rules:
        assert patterns.why_unfit(rule.name_pattern) is None
        assert patterns.why_unfit(rule.exclude_pattern or "") is None
