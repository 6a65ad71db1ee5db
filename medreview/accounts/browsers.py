"""What a browser is called, by what it says of itself: enough to recognise one's own. Pure."""

BROWSERS = (
    ("Edg/", "Edge"),
    ("OPR/", "Opera"),
    ("Firefox/", "Firefox"),
    ("Chromium/", "Chromium"),
    ("Chrome/", "Chrome"),
    ("Safari/", "Safari"),
)
"""In this order: each of the later ones is named by some of the earlier, too."""

SYSTEMS = (
    ("Android", "Android"),
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Windows", "Windows"),
    ("Mac OS X", "macOS"),
    ("CrOS", "ChromeOS"),
    ("Linux", "Linux"),
)

UNKNOWN = ""


def family(agent: str) -> str:
    """Such as *Firefox · Linux*; empty when it says nothing we know."""
    browser = next((name for mark, name in BROWSERS if mark in agent), UNKNOWN)
    system = next((name for mark, name in SYSTEMS if mark in agent), UNKNOWN)
    return " · ".join(part for part in (browser, system) if part)
