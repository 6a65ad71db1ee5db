import pytest

from medreview.accounts.browsers import family

CHROME = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36"


@pytest.mark.parametrize(
    ("agent", "name"),
    [
        (CHROME, "Chrome · Windows"),
        (f"{CHROME} Edg/140.0", "Edge · Windows"),
        (
            "Mozilla/5.0 (X11; Linux x86_64) Gecko/20100101 Firefox/140.0",
            "Firefox · Linux",
        ),
        (
            "Mozilla/5.0 (iPhone; CPU iPhone OS 18) Mobile Safari/604",
            "Safari · iPhone",
        ),
        ("curl/8.5", ""),
        ("", ""),
    ],
)
def test_a_browser_is_recognised_by_its_family_and_system(agent, name):
    assert family(agent) == name
