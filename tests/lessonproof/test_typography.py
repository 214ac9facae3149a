import pytest

from lessonproof.checks.typography import typography
from tests.lessonproof.course_of import FIRST, course_of

SPACE = "a space between 中文 and Latin letters or digits"
THING = "a space between 中文 and code, a formula or a count"
MARK = "full-width marks in Chinese: ，；：！？"
BESIDE = "no space beside a full-width mark"
BRACKET = "full-width brackets （） in Chinese; a shape is code"
RANGE = "a range is written 3～5"
QUOTE = "quotes are “” and ‘’"
DOTS = "an ellipsis is ……"
DASH = "a dash is ——"
UNIT = "a space between number and unit"
BOLD = "brackets, quotes and marks stand outside bold"
SHAPE = "a shape is code or a formula: `(N, L, D)`"


def found(folder, text):
    return [str(problem) for problem in typography(course_of(folder, zh=text, en=text))]


FAULTY = {
    "Latin": ("一个head", 2, SPACE),
    "digit": ("有8 个头", 1, SPACE),
    "digit before": ("有 8个头", 3, SPACE),
    "percent": ("有 20%的头", 5, SPACE),
    "Latin behind bold": ("一个**head** 在这里", 2, SPACE),
    "Latin in a link": ("见[PyTorch](a.md) 文档", 1, SPACE),
    "code": ("把`x` 变形", 1, THING),
    "code before": ("把 `x`变形", 3, THING),
    "formula": ("是 $x$的", 3, THING),
    "proved": ('是 `1`{ data-proof="x" }个', 3, THING),
    "count": ("共{proof:languages.zh.blocks} 段", 1, THING),
    "comma": ("头,轴", 1, MARK),
    "comma and a space": ("头, 轴", 1, MARK),
    "colon": ("步骤:变形", 2, MARK),
    "colon before a digit": ("头数:3", 2, MARK),
    "semicolon": ("头;轴", 1, MARK),
    "question": ("为什么?", 3, MARK),
    "exclamation": ("头!", 1, MARK),
    "comma behind code": ("把 `x`, 轴", 3, MARK),
    "comma behind a number": ("是 3,权重", 3, MARK),
    "comma behind Latin": ("用 softmax, 轴", 9, MARK),
    "comma before 中文": ("“头”,轴", 4, MARK),
    "full stop": ("这是头.", 3, "a Chinese sentence ends with 。"),
    "full stop behind Latin": ("头数是 H.", 6, "a Chinese sentence ends with 。"),
    "full stop behind code": ("这是 `x`.", 7, "a Chinese sentence ends with 。"),
    "bracket": ("头(head", 1, BRACKET),
    "bracket behind a space": ("头 (head", 1, BRACKET),
    "closing bracket": ("x)头", 2, BRACKET),
    "中文 in brackets": ("头、(x 轴)", 3, BRACKET),
    "space before a comma": ("头 ，轴", 2, BESIDE),
    "space behind a comma": ("头， 轴", 2, BESIDE),
    "space behind a full stop": ("头。 轴", 2, BESIDE),
    "space behind bold": ("**头**。 轴", 6, BESIDE),
    "space behind an opening bracket": ("（ 头）", 1, BESIDE),
    "space before a closing quote": ("“头 ”", 3, BESIDE),
    "space between comma and code": ("头， `x`", 2, BESIDE),
    "range": ("有 3~5 个", 3, RANGE),
    "range with a hyphen": ("有 3-5 个", 3, RANGE),
    "range with an en dash": ("有 3–5 个", 3, RANGE),
    "corner quotes": ("「头", 1, "quotes are “” and ‘’"),
    "straight quotes": ('是"头', 1, QUOTE),
    "apostrophes": ("'头", 1, QUOTE),
    "three dots": ("头...", 2, DOTS),
    "half an ellipsis": ("头…", 2, DOTS),
    "two full stops": ("头。。", 2, DOTS),
    "hyphens": ("头--轴", 1, DASH),
    "one dash": ("头—轴", 2, DASH),
    "unit": ("要 12ms", 4, UNIT),
    "bytes": ("要 1.5GB", 5, UNIT),
    "space before percent": ("要 20 %", 4, "no space before %"),
    "full-width digits": ("有 ３ 个", 3, "half-width letters and digits"),
    "full-width letters": ("有 Ａ", 3, "half-width letters and digits"),
    "您": ("您好", 1, "the reader is 你"),
    "shape": ("是 x (N, L, D)", 5, SHAPE),
    "shape in full width": ("是（2，3，8）", 2, SHAPE),
    "hard wrap": ("一个头\n一个轴", 4, "a paragraph is one line: a break shows as a space"),
    "bold ends with a bracket": ("**掩码（mask）**的", 1, BOLD),
    "bold ends with a quote": ("**“分数”**不", 1, BOLD),
    "bold ends with a mark": ("**头。**轴", 1, BOLD),
    "bold begins with a bracket": ("头**（轴）**，", 2, BOLD),
}  # fmt: skip
HOLDERS = {
    "paragraph": ("{}\n", 0, 0),
    "item": ("- 对\n- {}\n", 1, 2),
    "nested item": ("- 对\n\n    - {}\n", 2, 6),
    "admonition": ("!!! note\n    {}\n", 1, 4),
    "tab": ('=== "甲"\n\n    {}\n', 2, 4),
    "fold in a fold": ('??? note "甲"\n    ??? note "乙"\n        {}\n', 2, 8),
    "quote": ("> {}\n", 0, 2),
    "table": ("| 甲 | 乙 |\n|---|---|\n| 对 | {} |\n", 2, 6),
    "title": ('??? note "{}"\n    对\n', 0, 10),
    "heading": ("## {} {{ #a }}\n", 0, 3),
}


@pytest.mark.parametrize(("text", "column", "said"), FAULTY.values(), ids=FAULTY)
def test_every_rule(tmp_path, text, column, said):
    problems = found(tmp_path, text + "\n")
    assert [problem.partition("; here")[0] for problem in problems] == [
        f"docs/zh/a.md:{FIRST}: column {column}: {said}"
    ]


@pytest.mark.parametrize(
    "fault", ["Latin", "code", "comma", "bracket", "space before a comma", "unit", "proved"]
)
@pytest.mark.parametrize(("holder", "line", "before"), HOLDERS.values(), ids=HOLDERS)
def test_every_rule_holds_everywhere(tmp_path, fault, holder, line, before):
    text, column, said = FAULTY[fault]
    (problem,) = found(tmp_path, holder.format(text))
    assert problem.startswith(f"docs/zh/a.md:{FIRST + line}: column {column + before}: {said}; here …")


def test_what_is_seen_around_is_shown(tmp_path):
    (problem,) = found(tmp_path, "再把三个`x` 变形\n")
    assert problem.endswith("; here …再把三个`…` 变形…")


@pytest.mark.parametrize(
    "text",
    [
        "8 个头，d_h 是 4。把 `x` 变形，再乘 $W_O$。\n",
        "`x`、`y` 和 $z$：“头”（head）的 20%，8×，12 ms，1.5 GB，3～5 个。\n",
        "见[掩码](a.md)一节；见 [PyTorch 文档](b.md)。\n",
        "一个**头**和**轴**的，**掩码**（mask）的，**头**。轴，**“**。\n",
        "| 甲 | 乙 |\n|---|--:|\n| “丙” | 1.5 |\n| 丁。 | `x` |\n",
        "- [甲](a.md)\n  乙丙丁。\n",
        "[甲](a.md){ .md-button }\n[乙](b.md){ .md-button }\n",
        "甲。\n{ .small }\n",
        "甲\n\n乙\n",
        "形状 `(N, L, D)` 和 $(N, L, D)$，（输出，输入）。\n",
        "头 0 − 头 1 = $x$，2026-03-23，-1，torch 2.13.0，GPT-3.5\n",
        "甲……乙——丙\n",
        'English only, with commas (and brackets): fine. 3-5, "x"...\n',
        "```text\n头,轴\n```\n",
        "<!-- note: 头,轴 -->\n",
        "`头,轴` 和 $\\text{头,轴}$\n",
        '<!-- figure: a = draw(x, "rows", title="输入 (2, 3, 8)，Q (2, 2, 3, 4)") -->\n',
        "Vaswani 等，见 Vaswani et al.\n",
        "本站 {proof:languages.zh.blocks} 段\n",
        "比例 4 : 1，时间 12:30，网址 https://a.example/头,轴\n",
        "甲 / 乙，C++ 和 a=1，L=3\n",
    ],
)
def test_good_chinese(tmp_path, text):
    assert found(tmp_path, text) == []


def test_drawings_keep_the_rules_outside_their_shapes(tmp_path):
    text = '<!-- figure: a = draw(x, title="输入(2, 3, 8)", description="头,轴(a 头)") -->\n'
    problems = [problem.split(": ", 2)[2] for problem in found(tmp_path, text)]
    assert problems == [
        f"{THING}; here …输入(2, 3…",
        f"{MARK}; here …头,轴(a…",
        f"{BRACKET}; here …头,轴(a 头)…",
    ]


def test_words_of_the_front_matter(tmp_path):
    text = "---\ntitle: 多头attention\ndescription: 一个,头。\n---\n# 页 { #top }\n"
    assert [problem.split(": ")[:2] for problem in found(tmp_path, text)] == [
        ["docs/zh/a.md:2", "column 9"], ["docs/zh/a.md:3", "column 15"]
    ]  # fmt: skip
