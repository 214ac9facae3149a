"""What `make` calls: `python3 -m tools NAME` sets up all that NAME needs, then does it."""
