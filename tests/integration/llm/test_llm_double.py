"""``manage.py llm_double`` serves a script to whoever asks in the format of OpenAI."""

import os
import signal
import socket
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from medreview.llm.asking import Telephone
from medreview.llm.contracts import ChatRequest, Deadline, Message, Role
from medreview.llm.gateway import OpenAILine
from medreview.llm.providers import Endpoint
from medreview.llm.retry import Waits

ROOT = Path(__file__).resolve().parents[3]
HELLO = ROOT / "tests" / "data" / "llm" / "hello.json"
SERVES = "from django.core.management import execute_from_command_line as run; run()"


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def test_a_script_is_played_to_the_real_sdk():
    port = free_port()
    words = ["-c", SERVES, "llm_double", str(HELLO), "--port", str(port)]
    environment = os.environ | {"DJANGO_SETTINGS_MODULE": "medreview.settings.test"}
    server = subprocess.Popen(
        [sys.executable, "-u", *words],
        cwd=ROOT,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    try:
        first_line = server.stdout.readline()
        place = Endpoint(base_url=f"http://127.0.0.1:{port}/v1", model="double")
        asked = ChatRequest(
            messages=(Message(role=Role.USER, text="What is ferritin?"),), purpose="test"
        )
        gateway = Telephone((OpenAILine(place),), waits=Waits(first=0.01))
        reply = gateway.chat(asked, Deadline.within(20))
    finally:
        server.send_signal(signal.SIGINT)
        rest, _ = server.communicate(timeout=20)

    assert first_line.startswith(f"LLM_BASE_URL=http://127.0.0.1:{port}/v1 ")
    assert (reply.text, reply.attempts) == ("Ferritin is a store of iron.", 2)
    assert "2 requests were answered." in rest


@pytest.mark.parametrize("script", ["nowhere.json", "README.md", "tests.doubles.nobody.answer"])
def test_what_is_no_script_is_said_in_a_sentence(script):
    with pytest.raises(CommandError, match=r"The (double|script) can't"):
        call_command("llm_double", str(ROOT / script))
