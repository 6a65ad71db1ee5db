"""The drawn states are the ones the code checks."""

from django.core.management import call_command


def test_the_page_of_states_is_as_the_code_says():
    call_command("draw_states", check=True)
