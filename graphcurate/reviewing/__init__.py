"""What a second person looks at, says and reports."""
