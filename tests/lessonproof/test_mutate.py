"""A tiny course in which every kind of lie can be told; how many there are of each is counted by hand."""

import json

import pytest

from lessonproof.__main__ import main
from lessonproof.checks.lock import record
from lessonproof.course import Course
from lessonproof.mutate import campaign, shown
from lessonproof.mutate.campaign import KINDS
from lessonproof.proof import numbers, prover, run

ZH = """---
title: 页
description: 一页。
---
# 页 { #top }

两个数之和是 $x$。

$$
x
$$

## 一 { #one }

<!-- check
assert x == 0.5, "第 1 个"
-->

```python
x = 0.5
for i in (0,):
    print(x, (2, 3), True, i)
```

```text title="输出"
0.5 (2, 3) True 0
```

得 `0.5`{ data-proof="x" }，`(2, 3)`{ data-proof="(i + 2, i + 3)" }，`True`{ data-proof="x > i" }，`0`{ data-proof="i" }。

## 二 { #two }

<!-- raises: ValueError -->
```python
int("a")
```

```text
ValueError: invalid literal for int() with base 10: 'a'
```

```python
y = 1
```

!!! note "题外"
    [一书](reference/bibliography.md#book){ data-claim="A1" }说是 24.9。

| 甲 | 乙 |
|---|---|
| 子 | 丑 |

![图](a.svg)

```bash
make site
```
"""
WORDS = {
    "title: 页": "title: Page",
    "一页。": "A page.",
    "# 页": "# Page",
    "两个数之和是 $x$。": "The sum is $x$.",
    "## 一": "## One",
    "第 1 个": "no 1",
    "输出": "Output",
    "得 `": "It is `",
    "，`": ", `",
    '"i" }。': '"i" }.',
    "## 二": "## Two",
    "题外": "Aside",
    "[一书]": "[A book]",
    "说是 24.9。": " says 24.9.",
    "甲 | 乙": "a | b",
    "子 | 丑": "c | d",
    "[图]": "[picture]",
}
CLAIMS = [
    {"id": "A1", "zh": "得 24.9。", "en": "24.9.", "where": {"book": {"zh": "表 1", "en": "Table 1"}},
     "caution_zh": "", "caution_en": "", "verdict": "verified", "level": "A"},
]  # fmt: skip
BOOK = {"key": "book", "title": "Book", "url": "https://b", "zh": "书。", "en": "A book."}
# What the page offers in one language, and what the pair does.
ONE_PAGE = {
    "output-digit": 5 + 2,  # 0.5, 2, 3, 0; the 10 of the error's message
    "output-boolean": 1,
    "output-shape": 1,
    "output-sign": 3 + 1,
    "output-minus-zero": 1,
    "output-exponent": 4 + 1,
    "output-decimals": 2,
    "output-line": 2,
    "output-deleted": 2,
    "output-added": 3,
    "comment-in-code": 2,
    "other-error": 1,
    "number-digit": 2 + 2 + 1,
    "number-boolean": 1,
    "number-shape": 1,
    "number-sign": 3,
    "number-minus-zero": 1,
    "number-exponent": 4,
    "number-decimals": 2 * 3,
    "number-form": 5 * 4,
    "number-tautology": 4,
    "empty-check": 1,
    "misspelled-directive": 2,
    "orphan-output": 3,
    "typed-number": 5 * 3,
    "cited-digit": 3,
    "cited-claim": 1,
}
ONE_PAIR = {
    "twin-code": 3,
    "twin-indentation": 1,
    "twin-heading-id": 3,
    "twin-heading-level": 3,
    "twin-moved-block": 2,
    "twin-output": 2,
    "twin-number": 4,
    "twin-expression": 4,
    "twin-directive": 2,
    "twin-words": 1,
    "twin-fence": 1,
    "twin-link": 1,
    "twin-picture": 1,
    "twin-formula": 2,
    "twin-container": 1,
    "twin-table": 3,  # the head, the delimiters, the row
    "twin-prose": 2,
    "twin-page": 1,
}
PLANTED = {kind: 2 * count for kind, count in ONE_PAGE.items()} | ONE_PAIR


@pytest.fixture
def course(tmp_path, monkeypatch):
    english = ZH
    for chinese, words in WORDS.items():
        assert chinese in english
        english = english.replace(chinese, words)
    for language, text in (("zh", ZH), ("en", english)):
        (tmp_path / "docs" / language).mkdir(parents=True)
        (tmp_path / "docs" / language / "a.md").write_text(text, encoding="utf-8")
    data = tmp_path / "docs/data"
    data.mkdir()
    (data / "claims.json").write_text(json.dumps(CLAIMS, ensure_ascii=False), encoding="utf-8")
    (data / "references.json").write_text(json.dumps([BOOK], ensure_ascii=False), encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    course = Course(tmp_path / "docs", ("zh", "en"))
    assert record(course, "a.md") == []
    return course


def written(course):
    return json.loads((course.data / "mutation.json").read_text())


def test_every_kind_is_planted_and_noticed(course, capsys):
    assert main(["mutate", "--packages", "sybil"]) == 0
    assert PLANTED.keys() == set(KINDS)
    kinds = written(course)["kinds"]
    assert {kind: row["planted"] for kind, row in kinds.items()} == PLANTED
    assert {kind: row["caught"] for kind, row in kinds.items()} == PLANTED
    assert list(kinds) == list(KINDS)
    assert written(course)["versions"].keys() == {"python", "sybil"}
    out, err = capsys.readouterr()
    assert out.split("\n")[-2].split() == [
        "all",
        str(sum(PLANTED.values())),
        "of",
        str(sum(PLANTED.values())),
    ]
    assert err == ""


def test_pages_are_left_alone(course):
    before = {path: path.read_bytes() for path in course.docs.rglob("*") if path.is_file()}
    main(["mutate"])
    after = {path: path.read_bytes() for path in course.docs.rglob("*") if path.is_file()}
    assert after.keys() - before.keys() == {course.data / "mutation.json"}
    assert after.items() >= before.items()
    first = (course.data / "mutation.json").read_bytes()
    main(["mutate"])
    assert (course.data / "mutation.json").read_bytes() == first


def blind(text):
    """A text as a comparison sees it that looks past digits."""
    return "".join("0" if sign.isdigit() else sign for sign in text)


HOLES = {
    "outputs without digits": (
        run, "same", lambda same: lambda shown, got: same(blind(shown), blind(got)),
        {"output-digit": 14, "output-shape": 2},
    ),
    "no output compared": (
        run, "same", lambda same: lambda shown, got: True,
        {
            "output-digit": 14, "output-boolean": 2, "output-shape": 2, "output-sign": 8, "output-minus-zero": 2,
            "output-exponent": 10, "output-decimals": 4, "output-line": 4, "comment-in-code": 4,
        },
    ),
    "numbers without digits": (
        numbers, "like", lambda like: lambda form, value: form if blind(form) == blind(like(form, value)) else "",
        {"number-digit": 10, "number-shape": 2, "number-exponent": 6, "number-decimals": 2},
    ),
    "numbers that are never proved": (
        prover, "prove", lambda prove: lambda number, page, scope: None,
        {
            "number-digit": 10, "number-boolean": 2, "number-shape": 2, "number-sign": 6, "number-minus-zero": 2,
            "number-exponent": 8, "number-decimals": 12,
        },
    ),
    "no typed number noticed": (
        campaign, "CHECKS", lambda checks: checks | {"numbers": lambda course: []},
        {"typed-number": 30, "cited-digit": 6},
    ),
    "no lock": (campaign, "CHECKS", lambda checks: checks | {"lock": lambda course: []}, {"twin-prose": 2}),
    "twins without formulas": (
        campaign, "CHECKS",
        lambda checks: checks | {"twins": lambda course: [p for p in checks["twins"](course) if "formula" not in p.text]},
        {"twin-formula": 2},
    ),
}  # fmt: skip


@pytest.mark.parametrize(("module", "name", "hole", "survivors"), HOLES.values(), ids=HOLES)
def test_a_hole_in_the_proof_is_found(course, monkeypatch, capsys, module, name, hole, survivors):
    monkeypatch.setattr(module, name, hole(getattr(module, name)))
    assert main(["mutate"]) == 1
    lost = {kind: row["planted"] - row["caught"] for kind, row in written(course)["kinds"].items()}
    assert {kind: count for kind, count in lost.items() if count} == survivors
    assert len(capsys.readouterr().err.splitlines()) == sum(survivors.values())


def test_a_survivor_is_named_with_its_line(course, monkeypatch, capsys):
    monkeypatch.setattr(prover, "prove", lambda number, page, scope: None)
    main(["mutate"])
    err = capsys.readouterr().err.splitlines()
    assert "docs/en/a.md:29: number-boolean: 'True' became 'False', and nobody noticed" in err
    assert "docs/zh/a.md:29: number-digit: '0.5' became '1.5', and nobody noticed" in err


def test_a_page_that_does_not_hold_is_no_ground(course, capsys):
    path = course.docs / "zh/a.md"
    path.write_text(path.read_text().replace("0.5 (2, 3) True 0", "0.5 (2, 3) True 1"))
    assert main(["mutate"]) == 1
    err = capsys.readouterr().err
    assert err.startswith("the pages do not hold before anybody lies about them:\ndocs/zh/a.md:")
    assert not (course.data / "mutation.json").exists()


def test_a_kind_that_is_no_longer_planted_is_an_error(course, monkeypatch, capsys):
    assert main(["mutate"]) == 0
    before = written(course)
    monkeypatch.setitem(shown.IN_OUTPUTS, "digit", lambda text: iter(()))
    assert main(["mutate"]) == 1
    assert capsys.readouterr().err.startswith(
        "planted before and not now: output-digit; if the pages no longer"
    )
    assert written(course) == before
    (course.data / "mutation.json").unlink()
    assert main(["mutate"]) == 0
    assert written(course)["kinds"]["output-digit"] == {"planted": 0, "caught": 0}


LIES = {
    "digits": ("10 -.9", ["20 -.9", "11 -.9", "10 -.0"]),
    "booleans": ("True Falsehood False", ["False Falsehood False", "True Falsehood True"]),
    "shapes": ("(2, 3, 3) [4, 5] (1,) (6, 6)", [
        "(3, 3, 2) [4, 5] (1,) (6, 6)", "(3, 2, 3) [4, 5] (1,) (6, 6)", "(2, 3, 3) [5, 4] (1,) (6, 6)",
    ]),
    "signs": ("-1 2. 0.0 x3 −4", ["1 2. 0.0 x3 −4", "-1 -2. 0.0 x3 −4", "-1 2. 0.0 x3 4"]),
    "minus_zeros": ("0 -0.0 0.01", ["-0 -0.0 0.01", "0 0.0 0.01"]),
    "exponents": ("2 1e-06 3.e9 7%", ["2e1 1e-06 3.e9 7%", "2 1e-5 3.e9 7%", "2 1e-06 3.e10 7%"]),
    "decimals": ("3 0.50 1.", ["3 0.500 1.", "3 0.5 1.", "3 0.50 1.0", "3 0.50 1"]),
    "points": ("0.25 -40 0 1.5e-3", [
        "2.5 -40 0 1.5e-3", "0.025 -40 0 1.5e-3", "0.25 -400 0 1.5e-3", "0.25 -4.0 0 1.5e-3",
        "0.25 -40 0 15e-3", "0.25 -40 0 0.15e-3",
    ]),
}  # fmt: skip


@pytest.mark.parametrize(("name", "text", "lies"), [(name, *row) for name, row in LIES.items()], ids=LIES)
def test_what_is_said_instead(name, text, lies):
    assert list(getattr(shown, name)(text)) == lies
