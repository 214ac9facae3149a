"""Pictures made from tensors: groups of small SVG drawings that wrap on a phone and follow light and dark."""

from manyheads.plot.fractions import fraction
from manyheads.plot.heat_map import heat_maps
from manyheads.plot.matrices import matrices
from manyheads.plot.query import Match, one_query
from manyheads.plot.shapes import shape_strip, split
from manyheads.plot.strips import Row, strips
from manyheads.plot.svg import Figure

__all__ = [
    "Figure",
    "Match",
    "Row",
    "fraction",
    "heat_maps",
    "matrices",
    "one_query",
    "shape_strip",
    "split",
    "strips",
]
