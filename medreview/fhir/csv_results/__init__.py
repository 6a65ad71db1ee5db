"""Tables of results: which column is what, and each row as a result."""
