"""The shapes of what programs send and get, where no contract of the product is that shape."""
