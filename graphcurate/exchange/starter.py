"""The starter release that ships with the product: its name and where its entries lie."""

from pathlib import Path

STARTER = "starter-2026.11"
STARTER_FOLDER = Path(__file__).parent.parent / "starter"
STARTER_NOTES = "Starter content, not clinically reviewed."
