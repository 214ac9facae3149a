"""Each kind of wrong example in a docstring is found, with its file and line."""

import functools
import random

import pytest

from lessonproof.proof.docstrings import prove_docstrings
from lessonproof.proof.state import Fresh

SOURCE = '''"""A module.

>>> double(2)
4
"""

import random


def double(x):
    """Twice as much.

    Example:
        >>> y = double(0.125)
        >>> print(y, "and", double(2))
        0.25 and 4
        >>> print("a", "", "b", sep=chr(10))
        a
        <BLANKLINE>
        b
        >>> double(None)
        Traceback (most recent call last):
        TypeError: no number
    """
    if x is None:
        raise TypeError("no number")
    return 2 * x


class Thing:
    """A class.

    >>> Thing().name
    'thing'
    """

    name = "thing"
'''


def prove(tmp_path, source, wrap=lambda function: function):
    path, names = tmp_path / "module.py", {"__name__": "module", "random": random}
    path.write_text(source, encoding="utf-8")
    exec(source, names)
    names["double"] = wrap(names["double"])
    return prove_docstrings(path, "src/module.py", names, Fresh(()))


def test_what_is_true_passes(tmp_path):
    assert prove(tmp_path, SOURCE) == (6, [])


def test_a_wrapped_function_is_read_from_its_source(tmp_path):
    def wrap(function):
        return functools.wraps(function)(lambda *arguments: function(*arguments))

    assert prove(tmp_path, SOURCE, wrap).examples == 6
    assert len(prove(tmp_path, SOURCE.replace("0.25 and", "0.26 and"), wrap).problems) == 1


LIES = {
    "value": ("\n4\n\"\"\"", "\n5\n\"\"\"", 3, "this example prints:*-5*+4"),
    "digit": ("0.25 and 4", "0.3 and 4", 15, "*-0.3 and 4*+0.25 and 4"),
    "true is not one": ("double(2)\n4", "double(2) == 4\n1", 3, "*-1*+True"),
    "silent": ("y = double(0.125)", "y = double(0.125)\n        5", 14, "*-5*"),
    "says nothing": ("double(2)\n4", "double(2)", 3, "*+4"),
    "message": ("TypeError: no number\n    \"", "TypeError: a number\n    \"", 21, "*-TypeError: a number*+TypeError: no number"),
    "class": ("        TypeError: no", "        ValueError: no", 21, "*-ValueError: no number*"),
    "no error": ("double(None)", "double(1)", 21, "*-TypeError: no number*+2"),
    "error": ("'thing'", "'other'", 33, "*-'other'*+'thing'"),
    "unknown name": ("print(y,", "print(z,", 15, "*NameError: name 'z' is not defined"),
    "from another docstring": ("Thing().name", "y", 33, "*NameError: name 'y' is not defined"),
    "option": ("double(2)\n4", "double(2)  # doctest: +SKIP\n5", 3, "*it has no doctest options"),
    "ellipsis": ("0.25 and 4", "0.25 ... 4", 15, "*-0.25 ... 4*"),
    "error stream": ("double(2)\n4", "__import__('sys').stderr.write('lost')\n4", 3, "*writes past print:*lost"),
    "seed": ("double(2)\n4", "random.seed(0); random.random()\n0.8444218515250481", 3, "with other seeds, *"),
    "no seed": ("double(2)\n4", "random.random()\n0.8444218515250481", 3, "with other seeds, *"),
}  # fmt: skip


@pytest.mark.parametrize(("old", "new", "line", "said"), LIES.values(), ids=LIES)
def test_a_lie_is_found_and_located(tmp_path, old, new, line, said):
    assert SOURCE.count(old) == 1
    (problem,) = prove(tmp_path, SOURCE.replace(old, new)).problems
    assert (problem.path, problem.line) == ("src/module.py", line)
    at = 0
    for part in said.strip("*").split("*"):
        at = problem.text.index(part, at)


@pytest.mark.parametrize(
    "planted",
    ["# >>> double(3)\n# 7\n", "NOTE = '''\n>>> double(3)\n7\n'''\n", "def f():\n    x = 1\n    '''\n    >>> 1\n    2\n    '''\n"],
)  # fmt: skip
def test_an_example_outside_a_docstring_is_found(tmp_path, planted):
    (problem,) = prove(tmp_path, SOURCE + planted).problems
    assert str(problem) == (
        "src/module.py: 7 lines begin with >>>, 6 are examples in docstrings: the others never run"
    )
