"""What the graph lacks, and in which order to fill it."""
