"""An answer's bytes may come in any pieces; its frames are the same."""

import json
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from medreview.llm.errors import Garbled
from medreview.llm.frames import Frames

SAID = [{"n": 1, "text": "ß and 鉄\n"}, {"n": 2}, {"n": 3, "deep": {"a": [1, 2]}}]
STREAM = (
    ": a comment\r\n\r\n"
    + "".join(f"data: {json.dumps(one, ensure_ascii=False)}\r\n\r\n" for one in SAID)
    + "event: end\ndata:[DONE]\n\n"
).encode()


def frames_of(data: bytes, cuts: list[int]) -> tuple[list, bool]:
    frames, found = Frames(is_stream=True), []
    edges = [0, *sorted(cuts), len(data)]
    for start, end in pairwise(edges):
        found += frames.feed(data[start:end])
    found += frames.feed(b"", last=True)
    return found, frames.is_done


@given(st.lists(st.integers(0, len(STREAM)), max_size=30))
def test_pieces_make_no_difference(cuts):
    assert frames_of(STREAM, cuts) == (SAID, True)


@given(st.integers(0, len(STREAM) - 1))
def test_a_cut_stream_gives_the_frames_before_the_cut_and_is_not_done(cut):
    found, is_done = frames_of(STREAM[:cut], [])

    assert found == SAID[: len(found)]
    assert not is_done or STREAM[:cut].endswith((b"[DONE]", b"[DONE]\n"))


@given(st.integers(0, len(STREAM) - 2))
def test_a_body_that_is_no_stream_is_one_frame(cut):
    body = json.dumps(SAID[0]).encode()
    frames = Frames(is_stream=False)

    found = [*frames.feed(body[: cut % len(body)]), *frames.feed(body[cut % len(body) :])]
    found += frames.feed(b"", last=True)

    assert found == SAID[:1]


@pytest.mark.parametrize("data", [b"data: \xff\xfe\n\n", b"data: [1]\n\n", b"data: nonsense\n\n"])
def test_what_is_no_frame_is_named(data):
    with pytest.raises(Garbled):
        frames_of(data, [])
