"""The one kind of error that a person is shown."""


class Problem(Exception):
    """What went wrong and the way out, in one line."""
