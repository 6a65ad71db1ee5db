"""What a release must fulfil, and in what two contents differ."""
