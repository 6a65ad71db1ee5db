"""Display tags escape what they show and say it in words too."""

import json

from django.template import Context, Template


def drawn(source: str, **values: object) -> str:
    return Template("{% load ui %}" + source).render(Context(values))


def test_a_flag_is_read_aloud_in_words() -> None:
    html = drawn('{% flag "HH" %}')

    assert "▲▲ HH" in html
    assert '<span class="visually-hidden">Critically high</span>' in html


def test_a_flag_from_a_record_is_never_markup() -> None:
    html = drawn("{% flag code %}", code="<script>alert(1)</script>")

    assert "<script>" not in html


def test_a_moment_carries_its_iso_value_for_machines() -> None:
    from_record = drawn("{{ sent|ctime }}", sent="2026-11-14T08:10:00+03:00")

    assert from_record == "14-Nov-2026\u00a008:10"


def test_a_tier_says_what_it_means() -> None:
    assert "Graph entry" in drawn("{% tier name %}", name="algorithm")
    assert "No source" in drawn("{% tier name %}", name="model_knowledge")
    assert drawn("{% tier name %}", name=None) == ""


def test_the_key_registry_is_data_and_no_script() -> None:
    html = drawn("{% key_registry %}")

    assert 'type="application/json"' in html
    names = {key["name"] for key in json.loads(html.split(">", 1)[1].rsplit("<", 1)[0])}
    assert {"accept", "reject", "sign", "help"} <= names


def test_an_icon_is_hidden_from_screen_readers() -> None:
    assert 'aria-hidden="true"' in drawn('{% icon "medication" %}')
