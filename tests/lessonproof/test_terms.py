from pathlib import Path

import pytest

from lessonproof.checks.terms import Terms, advice, hits, terms
from lessonproof.course import Course
from tests.lessonproof.course_of import FIRST, course_of

DOCS = Path(__file__).parents[2] / "docs"
COURSE = Course(DOCS, ("zh", "en"))
TABLES = {name: (DOCS / f"data/{name}.toml").read_text("utf-8") for name in ("terms", "filler")}


def found(folder, **texts):
    return [str(problem) for problem in terms(course_of(folder, **texts, **TABLES))]


FAULTY = {
    "forbidden": ("用遮罩屏蔽它。\n", 0, 2, "'遮罩' is not our word: write 掩码"),
    "in a list": ("- 对\n- 用遮罩\n", 1, 4, "'遮罩'"),
    "in a table": ("| 甲 |\n|---|\n| 用遮罩 |\n", 2, 4, "'遮罩'"),
    "in an admonition": ("!!! note\n    用遮罩\n", 1, 6, "'遮罩'"),
    "in the title of a fold": ('??? note "用遮罩"\n    对\n', 0, 12, "'遮罩'"),
    "in a tab": ('=== "甲"\n\n    用遮罩\n', 2, 6, "'遮罩'"),
    "in a heading": ("## 遮罩 { #masks }\n", 0, 4, "'遮罩'"),
    "in a link": ("见[遮罩](a.md)。\n", 0, 3, "'遮罩'"),
    "in alt text": ("![遮罩](a.svg)\n", 0, 3, "'遮罩'"),
    "in a drawing": ('<!-- figure: a = draw(x, title="遮罩") -->\n', 0, 33, "'遮罩'"),
    "across bold": ("一个**头**部。\n", 0, 5, "'头部' is not our word: write 头"),
    "Latin": ("用 Softmax 归一化。\n", 0, 3, "'Softmax' is not our word: write softmax"),
    "mixed": ("用 padding 掩码。\n", 0, 3, "'padding 掩码' is not our word: write 填充掩码"),
    "key written as a pair": ("键值是向量。\n", 0, 1, "'键值'"),
    "filler": ("值得注意的是，它很小。\n", 0, 1, "'值得注意的是' says nothing: leave it out"),
    "filler in a list": ("- 它至关重要。\n", 0, 4, "'至关重要' says nothing"),
    "gloss": ("用掩码（masking）挡住。\n", 0, 4, "掩码（masking）: the first use is written 掩码（mask）"),
    "gloss of bold": ("**词元**（a token）是单位。\n", 0, 7, "the first use is written 词元（token）"),
    "gloss with a capital": ("查询（Query）是拿去找的。\n", 0, 3, "the first use is written 查询（query）"),
    "gloss with a remark": ("保留掩码（keep mask，看得见）\n", 0, 5, "the first use is written 保留掩码（keep mask，True 表示可见）"),
    "gloss without its abbreviation": ("多头注意力（multi-head attention）\n", 0, 6, "the first use is written 多头注意力（multi-head attention，MHA）"),
    "the longest term counts": ("自注意力（attention）\n", 0, 5, "自注意力（attention）: the first use is written 自注意力（self-attention）"),
    "abbreviation alone": ("多头注意力（MHA）\n", 0, 6, "the first use is written"),
    "name in another form": ("层归一化（LayerNorm）\n", 0, 5, "the first use is written 层归一化（layer normalization，LayerNorm）"),
}  # fmt: skip


@pytest.mark.parametrize(("text", "line", "column", "said"), FAULTY.values(), ids=FAULTY)
def test_chinese_words(tmp_path, text, line, column, said):
    (problem,) = found(tmp_path, zh=text)
    assert problem.startswith(f"docs/zh/a.md:{FIRST + line}: column {column}: ")
    assert said in problem


def test_words_of_the_front_matter(tmp_path):
    text = "---\ntitle: 遮罩\ndescription: 强大的一页。\n---\n# 页 { #top }\n"
    assert [problem.partition(": ")[0] for problem in found(tmp_path, zh=text)] == [
        "docs/zh/a.md:2",
        "docs/zh/a.md:3",
    ]


@pytest.mark.parametrize(
    "text",
    [
        "`遮罩` 和 $\\text{遮罩}$ 和 [甲](遮罩.md)。\n",
        "```text\n遮罩\n```\n",
        "```python\n# 遮罩\n```\n",
        "<!-- note: 遮罩 -->\n",
        "用 `Softmax`，用 LogSoftmax，用 SoftmaxLike。\n",
        "键值对可以，请求头部也可以，预填充不是填充。\n",
        "掩码（mask）、**词元**（token）、多头注意力（multi-head attention，MHA）。\n",
        "掩码（True 表示可见）、头（H 个）、值（PyTorch 叫它 value）、权重（weights）、头（h）、轴（看下文）。\n",
        "保留掩码（keep mask，True 表示可见）\n",
        "dropout（暂退法）\n",
    ],
)
def test_words_that_are_fine(tmp_path, text):
    assert found(tmp_path, zh=text) == []


ENGLISH = {
    "forbidden": ("A multihead attention layer.\n", 3, "'multihead attention' is not our word: write multi-head attention"),
    "in bold": ("**Flash Attention** is exact.\n", 3, "'Flash Attention' is not our word: write FlashAttention"),
    "British": ("Then normalise.\n", 6, "'normalise' is not our word"),
    "banned": ("It simply works.\n", 4, "'simply' says nothing: leave it out"),
    "at the start": ("Just do it.\n", 1, "'just' says nothing"),
    "two words": ("Reshape in order to split.\n", 9, "'in order to' says nothing"),
    "apostrophe": ("Now let’s see.\n", 5, "'let’s' says nothing"),
    "across a line": ("a\nb powerful c\n", 3, "'powerful' says nothing"),
    "in a fold": ('??? note "An easy fold"\n    a\n', 14, "'easy' says nothing"),
}  # fmt: skip


@pytest.mark.parametrize(("text", "column", "said"), ENGLISH.values(), ids=ENGLISH)
def test_english_words(tmp_path, text, column, said):
    (problem,) = found(tmp_path, en=text)
    line = FIRST + text[: text.index("powerful")].count("\n") if "powerful" in text else FIRST
    assert problem.startswith(f"docs/en/a.md:{line}: column {column}: ")
    assert said in problem


@pytest.mark.parametrize(
    "text",
    ["Adjust it, uneasy, justice, locks.\n", "`simply` and `nn.MultiheadAttention`\n", "Dive into Deep Learning\n", "MultiheadAttention, KV cache\n"],
)  # fmt: skip
def test_english_words_that_are_fine(tmp_path, text):
    assert found(tmp_path, en=text) == []


def test_warnings_are_advice(tmp_path):
    course = course_of(tmp_path, zh="注意力机制很快，步长是 1，dropout（暂退法）。\n", **TABLES)
    assert terms(course) == []
    assert [str(problem) for problem in advice(course)] == [
        f"docs/zh/a.md:{FIRST}: column 1: '注意力机制': is 注意力 meant?",
        f"docs/zh/a.md:{FIRST}: column 9: '步长': is 步幅 meant?",
    ]


def test_the_terms_of_the_course_agree_with_themselves():
    words = Terms(COURSE.table("terms.toml"), COURSE.table("filler.toml"))
    assert len(words.terms) == 120
    assert words.faults() == []


TERM = {"zh": "头", "en": "head", "first": "头（head）", "forbid": ["首"], "note": ""}


@pytest.mark.parametrize(
    ("terms", "fault"),
    [
        ({"a": TERM | {"first": "首"}}, "a: its first use does not begin with 头"),
        ({"a": TERM | {"ex": "轴"}}, "a: its example has no 头"),
        ({"a": TERM | {"ex": "头不是首。"}}, "a: ex breaks the rules: '首' is not our word: write 头"),
        (
            {"a": TERM | {"en_forbid": ["noggin"], "en_ex": "A noggin."}},
            "a: en_ex breaks the rules: 'noggin' is not our word: write head",
        ),
        ({"a": TERM, "b": TERM | {"zh": "轴", "first": "轴"}}, "b: 首 is forbidden by a too"),
        ({"a": {name: TERM[name] for name in ("zh", "en", "first", "note")}}, "a: has no forbid"),
        ({"a": TERM | {"forbidden": []}}, "a: no field is called forbidden"),
    ],
)
def test_faults_of_the_table(terms, fault):
    assert fault in Terms(terms, {}).faults()


def test_a_course_without_tables_has_no_words(tmp_path):
    assert terms(course_of(tmp_path, zh="遮罩\n", en="simply\n")) == []


def test_hits():
    assert list(hits("aa a", "a", [])) == [3]
    assert list(hits("头头部头部署", "头部", ["头部署"])) == [1]
    assert list(hits("Softmax2 Softmax", "Softmax", [])) == [9]
