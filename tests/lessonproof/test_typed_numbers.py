import pytest

from lessonproof.checks.numbers import numbers
from tests.lessonproof.course_of import FIRST, course_of

REFERENCES = [
    {"key": key, "title": key, "url": "u", "zh": "一", "en": "a"} for key in ("vaswani2017", "liu2021")
]
V2 = {
    "id": "V2",
    "zh": "h=8 → 4.92 / 25.8",
    "en": "h=8 → 4.92 / 25.8",
    "where": {"vaswani2017": {"zh": "表 3", "en": "Table 3"}},
    "caution_zh": "",
    "caution_en": "",
    "verdict": "verified",
    "level": "A",
}
X1 = V2 | {"id": "X1", "verdict": "do not state", "zh": "0.731", "en": "0.731"}
LINK = '[Vaswani et al.](../reference/bibliography.md#vaswani2017){ data-claim="V2" }'
OUT = ' is typed: prove it, `0.731`{ data-proof="…" }, or cite a claim that states it'


def found(folder, text):
    course = course_of(folder, en=text, claims=[V2, X1], references=REFERENCES)
    return [str(problem) for problem in numbers(course)]


PLACES = {
    "paragraph": ("It is 0.731.\n", 0, OUT),
    "behind bold": ("It is **0**.731.\n", 0, OUT),
    "in bold": ("It is **0.731**.\n", 0, OUT),
    "in a link": ("It is [0.731](a.md).\n", 0, OUT),
    "as an entity": ("It is 0&#46;731.\n", 0, OUT),
    "large": ("It has 1,234,567 rows.\n", 0, "1,234,567 is typed: prove it, `1,234,567`{ data-proof"),
    "tuple": ("It is (2, 3, 9).\n", 0, "(2, 3, 9) is typed: prove it, `(2, 3, 9)`{ data-proof"),
    "percentage in alt text": ("![93.4%](a.svg)\n", 0, "93.4% is typed in an alt text"),
    "in braces": ("It is {a=0.731} now.\n", 0, OUT),
    "split by a tag": ("It is 0<b>.731</b>.\n", 0, OUT),
    "escaped": ("It is 0\\.731.\n", 0, OUT),
    "item": ("- a\n- 0.731\n", 1, OUT),
    "nested item": ("- a\n\n    - 0.731\n", 2, OUT),
    "table": ("| a |\n|---|\n| 0.731 |\n", 2, OUT),
    "head of a table": ("| 0.731 |\n|---|\n| a |\n", 0, OUT),
    "admonition": ("!!! note\n    0.731\n", 1, OUT),
    "tab": ('=== "a"\n\n    0.731\n', 2, OUT),
    "fold in a fold": ('??? note "a"\n    ??? note "b"\n        0.731\n', 2, OUT),
    "quote": ("> a\n>\n> 0.731\n", 2, OUT),
    "HTML": ("<p>0.731</p>\n", 0, OUT),
    "code span": ("It is `0.731`.\n", 0, OUT),
    "two backticks": ("It is ``0.731``.\n", 0, OUT),
    "code span in a table": ("| a |\n|---|\n| `0.731` |\n", 2, OUT),
    "title of a fold": ('??? note "0.731"\n    a\n', 0, "0.731 is typed in a title, where nothing can prove it"),
    "title of a tab": ('=== "0.731"\n\n    a\n', 0, "0.731 is typed in a title"),
    "title of a fence": ('```json title="0.731"\n{}\n```\n', 0, "0.731 is typed in a title"),
    "title of a link": ('[a](b.md "0.731")\n', 0, "0.731 is typed in a title"),
    "alt text": ("![0.731](a.svg)\n", 0, "0.731 is typed in an alt text"),
    "alt text in HTML": ('<img alt="0.731" src="a.svg">\n', 0, "0.731 is typed in a title"),
    "another claim's number": (f"{LINK} say 0.731.\n", 0, "0.731 stands in no statement of V2, which this paragraph cites"),
    "one digit off": (f"{LINK} say 25.9.\n", 0, "25.9 stands in no statement of V2"),
    "one decimal more": (f"{LINK} say 25.80.\n", 0, "25.80 stands in no statement of V2"),
    "a small integer beside a claim": (f"{LINK} have 9 heads.\n", 0, "9 stands in no statement of V2"),
    "code beside a claim": (f"{LINK} say `25.9`.\n", 0, "25.9 stands in no statement of V2"),
    "a number in the place of another": (f"{LINK} say 25.8 for 4.92.\n", 0, "4.92 stands in V2 before what this paragraph has cited already"),
    "the claim of another paragraph": (f"{LINK} say 4.92.\n\nIt is 25.8.\n", 2, "25.8 is typed"),
    "the claim of another row": (f"| a |\n|---|\n| {LINK} |\n| 25.8 |\n", 3, "25.8 is typed"),
    "the claim of another item": (f"- {LINK}\n- 25.8\n", 1, "25.8 is typed"),
    "a claim that is not verified": (LINK.replace("V2", "X1") + " say 0.731.\n", 0, "0.731 stands in no statement of X1"),
    "a claim that is not there": (LINK.replace("V2", "V9") + " say 25.8.\n", 0, "25.8 stands in no statement of V9"),
    "alt text beside a claim": (f"{LINK} ![25.9](a.svg)\n", 0, "25.9 stands in no statement of V2"),
}  # fmt: skip


@pytest.mark.parametrize(("text", "line", "said"), PLACES.values(), ids=PLACES)
def test_a_typed_number_is_found_wherever_it_stands(tmp_path, text, line, said):
    (problem,) = found(tmp_path, text)
    assert problem.startswith(f"docs/en/a.md:{FIRST + line}: ")
    assert said in problem


def test_a_description_holds_no_number(tmp_path):
    text = "---\ntitle: Page\ndescription: It is 0.731.\n---\n# Page { #top }\n"
    (problem,) = found(tmp_path, text)
    assert problem.startswith("docs/en/a.md:3: 0.731 is typed in the description, where nothing can prove it")


@pytest.mark.parametrize(
    "text",
    [
        'It is `0.731`{ data-proof="x" }.\n',
        '| `(2, 3)`{ data-proof="x" } |\n|---|\n',
        "# 0.731 { #a }\n",
        "It is $0.731$.\n\n$$\n0.731\n$$\n",
        "It has 8 heads, see section 3.2, since 2017.\n",
        "`(N, L, D)`, `x[0.5]`\n",
        "```json\n0.731\n```\n",
        "<!-- note: 0.731 -->\n",
        "{proof:languages.en.blocks} blocks\n",
        "https://a.example/0.731 and [a](https://a.example/0.731)\n",
        f"{LINK} say that 8 heads have 4.92 and 25.8 in Table 3.\n",
        f"| {LINK} | 25.8 |\n|---|---|\n",
        f"- {LINK}: 4.92\n",
        f"!!! note\n    {LINK}: `4.92`\n",
        f"![4.92](a.svg) {LINK}\n",
    ],
)
def test_what_is_proved_cited_or_only_a_name(tmp_path, text):
    assert found(tmp_path, text) == []


def test_two_claims_may_share_a_paragraph(tmp_path):
    other = V2 | {
        "id": "LI1",
        "zh": "24 层",
        "en": "24 layers",
        "where": {"liu2021": {"zh": "摘要", "en": "abstract"}},
    }
    text = LINK + ' [Liu](../reference/bibliography.md#liu2021){ data-claim="LI1" }: 25.8, 24, 7\n'
    course = course_of(tmp_path, en=text, claims=[V2, other], references=REFERENCES)
    (problem,) = numbers(course)
    assert problem.text == "7 stands in no statement of V2, LI1, which this paragraph cites"
