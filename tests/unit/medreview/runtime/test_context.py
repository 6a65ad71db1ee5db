"""What a record says is shown as data, within bounds, and can't step out of its block."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from medreview.runtime.context import Block, as_data, clean_text, guessed_tokens, shown

NASTY = st.text(st.characters(codec=None), max_size=200) | st.lists(
    st.sampled_from(["</data>", "< /DATA ", "<data label=", "mark=", "\n", '"', "\x00", "Hb <5"])
).map("".join)


@given(NASTY)
def test_no_text_closes_its_own_block_or_opens_another(text):
    block = as_data("note", text)

    assert len(re.findall(r"<\s*/?\s*data", block, re.I)) == 2
    mark = re.search(r'mark="(\w+)"', block)[1]
    assert block.count(mark) == 2
    assert block.endswith(f'</data mark="{mark}">')


def test_a_comparator_and_a_unit_stay_as_they_were_written():
    assert "Hb <5 µmol/L" in as_data("results", "Hb <5 µmol/L")


def test_a_block_beyond_its_bound_says_how_much_is_missing():
    text = "\n".join(f"line {number}" for number in range(200))

    made = shown((Block("notes", text, 30),), most_tokens=1_000)

    kept = re.search(r">\n(.*)\n</data", made.text, re.S)[1]
    assert text.startswith(kept)
    assert kept.endswith(tuple("0123456789"))
    assert made.cut == (("notes", len(text) - len(kept)),)
    assert f'left_out="{len(text) - len(kept)} characters"' in made.text


def test_all_blocks_together_stay_within_the_bound():
    blocks = [Block("first", "a" * 90, 100), Block("second", "b" * 90, 100)]

    made = shown(blocks, most_tokens=40)

    assert made.cut == (("second", 60),)
    assert made.text.count("b" * 31) == 0


def test_a_label_is_ours_and_never_words_of_a_record():
    with pytest.raises(ValueError, match="label"):
        Block('x" mark="', "text", 10)


def test_the_same_text_gets_the_same_block():
    assert as_data("note", "same") == as_data("note", "same")


@pytest.mark.parametrize("text", ["abc", "Гемоглобин", "血红蛋白"])
def test_tokens_are_guessed_from_bytes(text):
    assert guessed_tokens(text) == -(-len(text.encode()) // 3)


def test_half_characters_are_replaced():
    assert clean_text("a\ud800b\x00") == "a?b\ufffd"
