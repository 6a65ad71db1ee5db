"""The forms in which an entry is edited, and what they say."""
