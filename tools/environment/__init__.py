"""All that building and proving stands on: Python packages, front-end packages, a browser."""

from tools.environment import node, python
from tools.held import held
from tools.places import HERE, Places


def prepare(places: Places = HERE) -> None:
    """Make the environment what the locks say; a ready one costs a few file reads.

    Raises:
        Problem: Something could not be made ready, with the reason and the way out.
    """
    if not python.action(places) and node.ready(places):
        return
    with held(places.root / ".venv.lock", "another command is preparing the environment; waiting for it"):
        python.prepare(places)
        node.prepare(places)
