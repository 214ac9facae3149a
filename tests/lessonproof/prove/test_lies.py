"""Each kind of lie, on a page of its own, is found and located."""

import pytest
import torch

from tests.lessonproof.prove.pages import GOOD, block, raises

pytest_plugins = ["pytester"]

DRAWN = torch.rand(1, generator=torch.Generator().manual_seed(0))

LIES = {
    "output": (
        GOOD.replace("0.25 a", "0.26 a"),
        ["*page.md line=3*", "*en/page.md:9: block at line 3, expected output at line 9:", "-0.26 a", "+0.25 a", "page.md:9: SybilFailure"],
    ),
    "number": (GOOD.replace("`0.2`", "`0.3`"), ["*page.md:12: the page shows 0.3, the run gives x - 0.05 = 0.2"]),
    "number of another form": (GOOD.replace("`0.2`", "`0.20000`").replace("x -", "10001 * x / 10001 + 1e-5 -"), ["*the page shows 0.20000, the run gives*= 0.20001"]),
    "words before the output": (GOOD.replace("```text", "words\n\n```text"), ["*page.md:3: this block prints, and no*"]),
    "silent block": (block("x = 1\n", "1\n"), ["*:1: this block prints nothing, yet an output fence follows it (line 6)"]),
    "silent block, empty output": (block("x = 1\n", ""), ["*prints nothing, yet an output fence*"]),
    "missing output": (block("print(1)\n"), ["*:1: this block prints, and no output fence follows it:", "1"]),
    "leading blank": (block("print(1)\n", " 1\n"), ["*expected output*"]),
    "blank line at the end": (block("print(1)\n", "1\n\n"), ["*expected output*"]),
    "error expected": (block("x = 1\n", before="<!-- raises: ValueError -->\n"), ["*:2: *should raise ValueError, and did not*"]),
    "other error": (
        block("int(None)\n", before="<!-- raises: ValueError -->\n"),
        ["*:3: this block should raise ValueError, got TypeError: TypeError: int() argument*"],
    ),
    "parent of the error": (raises("LookupError", "{}[1]\n", "LookupError: 1"), ["*should raise LookupError, got KeyError*"]),
    "message of the error": (raises("KeyError", "{}[1]\n", "KeyError: 2"), ["-KeyError: 2", "+KeyError: 1"]),
    "error": (block("x = 1\n1 / 0\n"), ["*page.md:3: this block fails: ZeroDivisionError: division by zero", "*line 3: 1 / 0"]),
    "error in a function": (
        "words\n\n" + block("def f():\n    return 1 / 0\n\n\nf()\n"),
        ["*page.md:5: this block fails: ZeroDivisionError*", "*line 8: f()", "*line 5: return 1 / 0", "page.md:5: SybilFailure"],
    ),
    "error in a library": (
        block("import json\njson.loads('{')\n"),
        ["*page.md:3: this block fails: json.decoder.JSONDecodeError*", "*line 3: json.loads('{')", "*raised in *decoder.py:*"],
    ),
    "exit": (block("raise SystemExit(0)\n"), ["*this block fails: SystemExit: 0"]),
    "skip of pytest": (block("import pytest\npytest.skip('no')\n"), ["*this block fails: Skipped: no"]),
    "error stream": (block("import sys\nprint('lost', file=sys.stderr)\n"), ["*:1: this block writes past print*", "lost"]),
    "descriptor": (block("import os\n_ = os.write(1, b'lost')\n"), ["*writes past print*", "lost"]),
    "second descriptor": (block("import os\n_ = os.write(2, b'lost')\n"), ["*writes past print*", "lost"]),
    "first stream": (block("import sys\nprint('lost', file=sys.__stdout__)\n"), ["*writes past print*", "lost"]),
    "another process": (block("import os\n_ = os.system('echo lost')\n"), ["*writes past print*", "lost"]),
    "carriage return": (block("print('a\\rb')\n", "b\n"), ["*no page can show*"]),
    "false check": ("<!-- check\nx = 1\nassert x == 2\n-->\n", ["*page.md:3: this check fails: AssertionError", "*line 3: assert x == 2"]),
    "check that exits": ("<!-- check\nassert len('')\nraise SystemExit\n-->\n", ["*this check fails*"]),
    "assertion in a function that nothing calls": (
        block("x = 1\n") + "<!-- check\ndef f():\n    assert x == 2\n\n\nx\n-->\n",
        ["*page.md:7: this assertion never runs*", "page.md:7: SybilFailure"],
    ),
    "assertion in a loop over nothing": (
        block("x = []\n") + "<!-- check\nassert x == []\nfor y in x:\n    assert y\n-->\n", ["*page.md:8: this assertion never runs*"]
    ),
    "figure without numbers": (
        block("class F:\n    svg = '<svg/>'\n    numbers = []\n\n\nx = F\n") + "<!-- figure: a = x() -->\n", ["*:10: a figure gives .numbers*"]
    ),
    "name of a check in a block": (
        "<!-- check\nsecret = 1\nassert secret\n-->\n\n" + block("y = secret\n"),
        ["*page.md:7: this block fails: NameError: name 'secret'*"],
    ),
    "name of a check in a proof": (
        block("x = 1\n") + "<!-- check\nsecret = 1\nassert x\n-->\n\n" + '`1`{ data-proof="secret" }\n',
        ["*page.md:10: secret fails: NameError: secret: no block above makes these names*"],
    ),
    "name of a later block": ('`1`{ data-proof="x" }\n\n' + block("x = 1\n"), ["*page.md:1: x fails: NameError*"]),
    "name of Python": (block("x = 1\n") + '`3`{ data-proof="len(\'abc\')" }\n', ["*len: no block above makes these names*"]),
    "error in a proof": (
        block("x = 0\n") + '\n`1`{ data-proof="1 / x" }\n',
        ["*page.md:6: 1 / x fails: ZeroDivisionError: division by zero"],
    ),
    "text as a number": (block("x = '7'\n") + '`7`{ data-proof="x" }\n', ["*a number is proved by a number"]),
    "proof that changes itself": (
        block("v = []\n") + '`1`{ data-proof="len(v.append(0) or v)" }\n',
        ["*1, and evaluated again 2: an expression must not change anything"],
    ),
    "check that changes a value": (
        block("v = [1]\n") + "<!-- check\nv.append(2)\nassert v\n-->\n\n" + block("print(v)\n", "[1, 2]\n"),
        ["*page.md:10: a check, a figure or a proved number of this page changes*", "-[[]1, 2]", "+[[]1]"],
    ),
    "check that changes a proved value": (
        block("v = [1]\n") + "<!-- check\nv.append(2)\nassert v\n-->\n\n" + '`2`{ data-proof="len(v)" }\n',
        ["*page.md:10: a check, a figure*", "the page shows 2, the run gives len(v) = 1"],
    ),
    "proof that changes a value": (
        block("d = {}\n") + '`{}`{ data-proof="d.update(a=9) or d" }\n\n'.replace("{}`{", "{'a': 9}`{", 1) + block("print(d)\n", "{'a': 9}\n"),
        ["*page.md:7: a check, a figure or a proved number*"],
    ),
    "proof that changes a proof": (
        block("d = dict(a=1)\n") + '`9`{ data-proof="d.update(a=9) or d[\'a\']" } `9`{ data-proof="d[\'a\']" }\n',
        ["*a check, a figure or a proved number*"],
    ),
    "check that patches": (
        "<!-- check\nimport math\nmath.sqrt = abs\nassert math\n-->\n\n" + block("import math\nprint(math.sqrt(4))\n", "4\n"),
        ["*a check, a figure*"],
    ),
    "random number": (
        block("import random\nrandom.seed(0)\nprint(random.randrange(10**9))\n", "906691059\n"),
        ["*page.md:1: it depends on the random stream*", "-906691059"],
    ),
    "random number of torch": (
        block("import torch\ntorch.manual_seed(0)\nprint(torch.rand(1))\n", f"{DRAWN}\n"),
        ["*page.md:1: it depends on the random stream*", "-tensor*0.4963*"],
    ),
    "random number without a seed": (
        block("import torch\nprint(torch.randint(10**9, (1,)).item())\n", "749065263\n"),
        ["*page.md:1: it depends on the random stream*", "-749065263"],
    ),
    "random number of a generator": (
        block("import torch\ng = torch.Generator().manual_seed(0)\nprint(torch.rand(1, generator=g))\n", f"{DRAWN}\n"),
        ["*page.md:1: it depends on the random stream*"],
    ),
    "random number in a proof": (
        block("import random\nrandom.seed(0)\nx = random.random()\n") + '\n`0.844`{ data-proof="x" }\n',
        ["*page.md:8: it depends on the random stream*", "*the page shows 0.844, the run gives x = 0.134"],
    ),
    "skip in a proof": (block("import pytest\n") + '`1`{ data-proof="pytest.skip()" }\n', ["*pytest.skip() fails: Skipped*"]),
    "exit in a figure": (block("import sys\n") + "<!-- figure: a = sys.exit() -->\n", ["*this figure fails: SystemExit*"]),
    "broken figure": (block("x = 0\n") + "\n<!-- figure: a =\n1 / x -->\n", ["*page.md:7: this figure fails: ZeroDivisionError*"]),
    "figure of nothing": (block("x = 0\n") + "<!-- figure: a = x -->\n", ["*:5: a figure gives .svg, a drawing; this gives int"]),
    "misread page": ("a\n\n<!-- skip the intro -->\n" + block("x = 1\n"), ["*page.md:3: a skip is written*"]),
    "download that needs the page": (
        block("x = 1\n") + block('print(x)\n', "1\n").replace("```python", '```python title="a.py"'),
        ["*page.md:6: a.py by itself: this block fails: NameError*"],
    ),
    "download that prints otherwise": (
        block("x = 1\n") + block("print('x' in globals())\n", "True\n").replace("```python", '```python title="a.py"'),
        ["*page.md:5: a.py by itself prints:", "-True", "+False"],
    ),
}  # fmt: skip


@pytest.mark.parametrize(("text", "lines"), LIES.values(), ids=LIES)
def test_a_lie_is_found_and_located(site, text, lines):
    result = site.prove(page=text)
    assert result.ret == 1
    result.stdout.fnmatch_lines(lines)
    assert site.proof is None
    assert len(result.outlines) < 60


def test_one_lie_is_told_once(site):
    site.prove(page=GOOD.replace("0.25 a", "0.26 a")).assert_outcomes(failed=1, passed=2)
