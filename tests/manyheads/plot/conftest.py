"""Reads drawings back: what is written in them, and in whose hue."""

from collections import Counter
from dataclasses import dataclass
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

import pytest

from manyheads import plot
from manyheads.examples import two_heads


@dataclass
class Drawn:
    """A figure that was parsed: each element with the hue of the group it stands in."""

    box: Element

    def drawings(self) -> list[Element]:
        return list(self.box.iter("svg"))

    def texts(self, kind: str | None = None) -> list[str]:
        found = (t for t in self.box.iter("text") if kind is None or kind in t.get("class", "").split())
        return ["".join(t.itertext()) for t in found]

    def count(self, numbers: list[float]) -> tuple[Counter[str], Counter[str]]:
        """How often the figure says each of these numbers, and how often it should."""
        wanted = Counter(plot.fraction(number) for number in numbers)
        return Counter(t for t in self.texts() if t in wanted), wanted

    def rects(self, kind: str = "") -> list[tuple[str, dict[str, str]]]:
        found = []
        for group in self.box.iter("g"):
            found += [
                (group.get("class", ""), r.attrib) for r in group.iter("rect") if r.get("class", "") == kind
            ]
        return found


@pytest.fixture
def read():
    return lambda figure: Drawn(ElementTree.fromstring(figure.svg))


@pytest.fixture(scope="session")
def example():
    layer, x = two_heads()
    return layer.trace(x)


@pytest.fixture(scope="session")
def projections():
    layer, _ = two_heads()
    return [p.weight for p in (layer.q_proj, layer.k_proj, layer.v_proj, layer.out_proj)]
