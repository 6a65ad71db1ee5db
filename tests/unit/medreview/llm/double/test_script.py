"""A script is used turn by turn, by whom each turn is meant for."""

from pathlib import Path

from medreview.llm.double.script import OUT_OF_TURNS, Mode, Playing, Script, Turn, player_of

HELLO = Path(__file__).resolve().parents[4] / "data" / "llm" / "hello.json"


def test_turns_are_used_once_unless_they_say_otherwise():
    playing = Playing(Script(turns=(Turn(text="a"), Turn(text="b", times=2))))

    said = [playing.next_turn({}).text for _ in range(3)]

    assert said == ["a", "b", "b"]
    assert playing.next_turn({}) == OUT_OF_TURNS


def test_a_turn_waits_for_the_request_it_is_meant_for():
    playing = Playing(Script(turns=(Turn(when="iron", text="a"), Turn(text="b", times=0))))

    said = [playing.next_turn({"messages": [word]}).text for word in ("x", "iron", "iron")]

    assert said == ["b", "a", "b"]


def test_a_script_comes_from_a_file():
    script = Script.from_file(HELLO)

    assert [turn.mode for turn in script.turns] == [Mode.RATE_LIMITED, Mode.OK, Mode.OK]


def test_a_script_may_read_the_request_before_it_answers():
    acting = player_of(lambda request: Turn(text=f"about {request['messages'][0]}"))

    said = [acting.next_turn({"messages": [word]}).text for word in ("iron", "zinc")]

    assert said == ["about iron", "about zinc"]
    assert len(acting.requests) == 2


def test_every_way_to_fail_that_was_promised_is_played():
    promised = (
        "ok hang slow-drip 429 500 529 trunc-length trunc-stop tool-trunc empty no-choices refusal "
        "prose fenced extra-keys nan wrong-count dup-ids unknown-tool malformed-call number-loop "
        "sentence-loop huge-2MB bad-utf8 injection-obedient"
    )

    assert set(promised.split()) <= {mode.value for mode in Mode}
